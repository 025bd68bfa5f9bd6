"""A child that dies comes back: at once after a long life, later and later when it dies again and again."""

from scorepad.local.returns import Returns


def lives(returns: Returns, name: str, moment: float, life: float) -> int:
    returns.lives(name, moment)
    return returns.died(name, moment + life)


def test_after_a_long_life_it_comes_back_at_once():
    returns = Returns()
    assert lives(returns, "worker", 100, 20) == 0
    assert returns.due(120) == ["worker"]


def test_after_short_lives_it_comes_back_later_and_later_and_never_stays_away():
    returns = Returns()
    assert [lives(returns, "worker", 1000 * n, 19) for n in range(8)] == [1, 2, 5, 10, 30, 60, 60, 60]


def test_a_long_life_makes_good_the_short_ones_before():
    returns = Returns()
    assert [lives(returns, "worker", 1000 * n, life) for n, life in enumerate([1, 1, 20, 1])] == [1, 2, 0, 1]


def test_it_is_due_once_when_its_wait_is_over_and_others_have_waits_of_their_own():
    returns = Returns()
    for moment in (0, 1):
        lives(returns, "worker", moment, 0)
    lives(returns, "beat", 1, 1)
    assert [returns.due(now) for now in (2.9, 3, 3, 4)] == [[], ["worker", "beat"], [], []]
