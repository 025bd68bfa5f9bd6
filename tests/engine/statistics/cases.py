"""So many successes of so many cases."""

from hypothesis import strategies as st


@st.composite
def rates(draw: st.DrawFn, most: int = 10_000) -> tuple[int, int]:
    n = draw(st.integers(1, most))
    return draw(st.integers(0, n)), n
