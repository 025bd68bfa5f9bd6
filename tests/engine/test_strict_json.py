"""JSON as records are kept in it: dump and parse twins, and what JSON leaves open refused."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.strict_json import dump, parse
from engine.violations import Violation

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


@given(VALUES)
def test_what_is_dumped_is_parsed(value: Any) -> None:
    assert parse(dump(value)) == value
    assert parse(dump(value)) == json.loads(dump(value))


def test_a_byte_order_mark_is_no_part_of_the_text() -> None:
    assert parse(b'\xef\xbb\xbf{"a": 1}') == {"a": 1}


@pytest.mark.parametrize(
    ("document", "said"),
    [
        ("", "line 1, column 1"),
        ("{", "line 1, column 2"),
        ("{}\n{}", "line 2, column 1"),
        ('{"a": 1,}', "line 1, column 9"),
        ('{"a": "\x00"}', "line 1, column 8"),
        ('{"a": {"b": 1, "b": 1}}', "'b' twice"),
        ("[NaN]", "NaN"),
        ("[-Infinity]", "-Infinity"),
        ("[1e400]", "1e400"),
        ("9" * 5000, "5000 digits"),
        ("[" * 100_000, "nested too deep"),
        ('{"a":' * 100_000, "nested too deep"),
        (b'{"a": "\xff"}', "UTF-8"),
        (b"{}\n\n  \xe9", "line 3, column 3"),
    ],
    ids=range(14),
)
def test_what_is_refused(document: str | bytes, said: str) -> None:
    with pytest.raises(Violation) as refused:
        parse(document)
    assert refused.value.code == "malformed"
    assert said in refused.value.detail.replace("Line", "line")


@given(st.text() | st.binary())
def test_no_document_whatever_raises_anything_but_a_violation(document: str | bytes) -> None:
    try:
        parse(document)
    except Violation as fault:
        said = fault.detail
    else:
        said = dump(parse(document))
    assert said
