"""Every route and method of the API, as the URL configuration has them, for every kind of caller: policy.py says what
each of them hears. What is hidden answers with the same bytes as what never was, and a refusal changes nothing.
"""

import pytest

from tests.api.callers import Caller, nameless
from tests.api.policy import CALLERS, TABLE, Row, World, open_to_all
from tests.api.routes import CALLS, METHODS, ROUTES
from tests.api.worlds import ask, counted


def test_every_route_and_method_has_its_row_and_every_row_its_route() -> None:
    assert set(CALLS) - set(TABLE) == set(), "give these a row in tests/api/policy.py"
    assert set(TABLE) - set(CALLS) == set(), "no route leads there"


def test_every_row_says_what_each_kind_of_caller_hears() -> None:
    for call, row in TABLE.items():
        assert set(row.who.private) == set(row.who.public) == set(CALLERS), call


@pytest.mark.parametrize(("method", "route"), CALLS)
def test_each_caller_hears_what_the_table_says(
    method: str, route: str, place: str, world: World, everyone: dict[str, Caller]
) -> None:
    row = TABLE[method, route]
    expected = getattr(row.who, place)
    before, heard = counted(), {}
    for name in CALLERS:
        answer = ask(everyone[name], method, route, row, world)
        heard[name] = answer.status_code
        if answer.status_code >= 400:
            assert counted() == before, f"{name} was refused and changed something"
        if answer.status_code in (401, 404):
            never = ask(everyone[name], method, route, row, World.of_nothing())
            assert nameless(answer) == nameless(never), name
    assert heard == dict(expected), answer.content


@pytest.mark.parametrize("place", ["private"], indirect=True)
@pytest.mark.parametrize("route", ROUTES)
def test_a_method_that_is_not_offered_tells_nobody_anything(
    route: str, world: World, everyone: dict[str, Caller]
) -> None:
    row = Row(open_to_all())
    for method in (method for method in (*METHODS, "OPTIONS") if method not in ROUTES[route]):
        for name in CALLERS:
            answers = [ask(everyone[name], method, route, row, where) for where in (world, World.of_nothing())]
            expected = {200, 401, 405} if method == "OPTIONS" else {405, 401 if name == "expired" else 405}
            assert answers[0].status_code == answers[1].status_code in expected, (method, name)
            assert nameless(answers[0]) == nameless(answers[1]), (method, name)
