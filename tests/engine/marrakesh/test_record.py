from copy import deepcopy
from typing import Any

import pytest

from engine.marrakesh import replay
from engine.marrakesh.record import normalised
from tests.engine.marrakesh.writing import SETUP, Record, one, record, refusal, round_, trick

ID = "0b2b7f2e-6c0e-4f6e-9a51-0d7a0f6f2a10"
POINTS = {"points": {"red": 3, "white": 0}}
OVALS = {"ovals": {"red": [2, 2, 1], "white": [0, 1, 1]}, "pips": {"red": 4, "white": 9}}
NOTE = {"note": "as it stood"}


def whole() -> Record:
    """A record with every field of the specification."""
    tricks = [
        trick("5H 4C", "5/off 4/off", leader="red", withdrawn="AH", note="slow"),
        trick("3H 5H 2C", "5/off 3/off 2/off", extra_disregarded=False),
        trick("6C 2S", board=[0, 1, 0, 0, 0, 0], ruling={"leader": "white", "winner": "white", **NOTE}),
    ]
    rounds = [
        {**POINTS, "ruling": {**NOTE}},
        {**OVALS, "unplayed": {"red": []}, "note": "from the pad"},
        round_(*tricks, exposed=["QS"], reshuffled=True, note="late"),
    ]
    return record(
        *rounds,
        id=ID,
        played_at="2026-11-29T19:30:00+01:00",
        players={"red": {"name": "Ann", "id": ID}, "white": {"name": "Bob"}},
        options={"pack": "double", "stake": {"amount": "0.25", "currency": "EUR"}, "oasis": True},
        note="an evening",
        ext={"app": None, "deep": [{"a": None}]},
    )


def changed(*steps: str | int, **fields: Any) -> Record:
    """The whole record with these fields of the object at these steps set; `...` leaves a field out."""
    written = deepcopy(whole())
    at: Any = written
    for step in steps:
        at = at[step]
    for name, value in fields.items():
        if value is ...:
            del at[name]
        else:
            at[name] = value
    return written


def test_a_record_with_every_field_is_well_formed() -> None:
    assert normalised(whole()) == whole()


@pytest.mark.parametrize("side", ["red", "white"])
@pytest.mark.parametrize("player", [{"name": "Ann"}, {"id": ID}, {"name": "Ann", "id": ID}])
def test_one_player_may_be_known_and_the_other_not(side: str, player: Record) -> None:
    assert normalised(record(players={side: player}))["players"] == {side: player}
    assert normalised(record(players={"red": None, "white": None, side: player}))["players"] == {side: player}


class TestMalformed:
    @pytest.mark.parametrize("value", [None, [], "record", 7, True, 1.5, b"", object(), (1,), {1}])
    def test_a_record_is_an_object(self, value: object) -> None:
        assert refusal(value) == ("malformed", "")

    @pytest.mark.parametrize("value", [..., None, "marrakesh-record/2", "", 1, ["marrakesh-record/1"]])
    def test_the_format_comes_first(self, value: object) -> None:
        """Whatever else is wrong: another format has other fields."""
        other = changed(format=value, rounds=7, unknown=1)
        assert refusal(other) == ("malformed", "/format")

    @pytest.mark.parametrize(
        ("steps", "fields", "path"),
        [
            ((), {"rounds": ...}, "/rounds"),
            ((), {"rounds": None}, "/rounds"),
            ((), {"rounds": {}}, "/rounds"),
            ((), {"unknown": None}, "/unknown"),
            ((), {"id": "7"}, "/id"),
            ((), {"id": 7}, "/id"),
            ((), {"played_at": "yesterday"}, "/played_at"),
            ((), {"players": []}, "/players"),
            ((), {"players": {}}, "/players/red"),
            ((), {"players": {"red": None, "white": None}}, "/players/red"),
            (("players",), {"white": {}}, "/players/white/name"),
            (("players",), {"black": {"name": "C"}}, "/players/black"),
            (("players", "red"), {"name": ..., "id": ...}, "/players/red/name"),
            (("players", "red"), {"name": 7}, "/players/red/name"),
            (("players", "red"), {"id": "Ann"}, "/players/red/id"),
            (("players", "red"), {"rating": 1500}, "/players/red/rating"),
            ((), {"options": []}, "/options"),
            (("options",), {"pack": "triple"}, "/options/pack"),
            (("options",), {"pack": 2}, "/options/pack"),
            (("options",), {"oasis": 1}, "/options/oasis"),
            (("options",), {"rounds": 12}, "/options/rounds"),
            (("options", "stake"), {"amount": ...}, "/options/stake/amount"),
            (("options", "stake"), {"amount": "0"}, "/options/stake/amount"),
            (("options", "stake"), {"amount": "0.00001"}, "/options/stake/amount"),
            (("options", "stake"), {"amount": 0.25}, "/options/stake/amount"),
            (("options", "stake"), {"currency": None}, "/options/stake/currency"),
            (("options", "stake"), {"currency": "eur"}, "/options/stake/currency"),
            ((), {"note": 7}, "/note"),
            ((), {"note": "\0"}, "/note"),
            ((), {"note": "\ud800"}, "/note"),
            ((), {"ext": []}, "/ext"),
            ((), {"ext": {"a": "x" * 4096}}, "/ext"),
            ((), {"rounds": [None]}, "/rounds/0"),
            ((), {"rounds": [{}]}, "/rounds/0/tricks"),
            ((), {"rounds": [{"tricks": None, "ovals": None, "points": None}]}, "/rounds/0/tricks"),
            ((), {"rounds": [{**POINTS, **OVALS}]}, "/rounds/0/points"),
            ((), {"rounds": [round_(**POINTS)]}, "/rounds/0/points"),
            ((), {"rounds": [{**round_(), **OVALS}]}, "/rounds/0/ovals"),
            ((), {"rounds": [{"tricks": []}]}, "/rounds/0/setup"),
            ((), {"rounds": [{"tricks": [], "setup": None}]}, "/rounds/0/setup"),
            ((), {"rounds": [{**POINTS, "pips": {"red": 1, "white": 1}}]}, "/rounds/0/pips"),
            ((), {"rounds": [round_(pips={"red": 1, "white": 1})]}, "/rounds/0/pips"),
            (("rounds", 2), {"setup": [1, 2]}, "/rounds/2/setup"),
            (("rounds", 2, "setup"), {"red": ...}, "/rounds/2/setup/red"),
            (("rounds", 2, "setup"), {"red": [1, 2, "3", 4, 5, 6]}, "/rounds/2/setup/red/2"),
            (("rounds", 2, "setup"), {"red": [1, 2, 3.0, 4, 5, 6]}, "/rounds/2/setup/red/2"),
            (("rounds", 2, "setup"), {"red": [True, 2, 3, 4, 5, 6]}, "/rounds/2/setup/red/0"),
            (("rounds", 2), {"exposed": "QS"}, "/rounds/2/exposed"),
            (("rounds", 2), {"exposed": [None]}, "/rounds/2/exposed/0"),
            (("rounds", 2), {"reshuffled": "yes"}, "/rounds/2/reshuffled"),
            (("rounds", 2), {"tricks": {}}, "/rounds/2/tricks"),
            (("rounds", 2), {"unplayed": []}, "/rounds/2/unplayed"),
            (("rounds", 2), {"unplayed": {"black": []}}, "/rounds/2/unplayed/black"),
            (("rounds", 2), {"unplayed": {"red": [7]}}, "/rounds/2/unplayed/red/0"),
            (("rounds", 2), {"note": []}, "/rounds/2/note"),
            (("rounds", 2), {"a/b~c": 1}, "/rounds/2/a~1b~0c"),
            (("rounds", 2), {"ruling": {**NOTE}}, "/rounds/2/ruling/points"),
            (("rounds", 1), {"ruling": {**NOTE}}, "/rounds/1/ruling/points"),
            (("rounds", 1), {"ruling": "7-5"}, "/rounds/1/ruling"),
            (("rounds", 0, "ruling"), {"points": {"red": 5}}, "/rounds/0/ruling/points/white"),
            (("rounds", 0, "ruling"), {"points": {"red": -1, "white": 0}}, "/rounds/0/ruling/points/red"),
            (("rounds", 0, "ruling"), {"points": {"red": 1000, "white": 0}}, "/rounds/0/ruling/points/red"),
            (("rounds", 0, "ruling"), {"note": 7}, "/rounds/0/ruling/note"),
            (("rounds", 0, "ruling"), {"winner": "red"}, "/rounds/0/ruling/winner"),
            (("rounds", 0, "points"), {"red": "3"}, "/rounds/0/points/red"),
            (("rounds", 0, "points"), {"white": ...}, "/rounds/0/points/white"),
            (("rounds", 1), {"pips": ...}, "/rounds/1/pips"),
            (("rounds", 1), {"pips": None}, "/rounds/1/pips"),
            (("rounds", 1, "pips"), {"red": None}, "/rounds/1/pips/red"),
            (("rounds", 1, "ovals"), {"red": [2, 2, None]}, "/rounds/1/ovals/red/2"),
            (("rounds", 1, "ovals"), {"red": 5}, "/rounds/1/ovals/red"),
            (("rounds", 1, "ovals"), {"red": ...}, "/rounds/1/ovals/red"),
        ],
    )
    def test_a_wrong_missing_or_unknown_field_is_named(
        self, steps: tuple[str | int, ...], fields: dict[str, Any], path: str
    ) -> None:
        assert refusal(changed(*steps, **fields)) == ("malformed", path)

    @pytest.mark.parametrize(
        ("fields", "path"),
        [
            ({"lead": ...}, "lead"),
            ({"reply": None}, "reply"),
            ({"reply": 4}, "reply"),
            ({"lead": ["AS"]}, "lead"),
            ({"leader": "black"}, "leader"),
            ({"leader": "Red"}, "leader"),
            ({"winner": "red"}, "winner"),
            ({"withdrawn": 7}, "withdrawn"),
            ({"extra": False}, "extra"),
            ({"extra_disregarded": "false"}, "extra_disregarded"),
            ({"plays": "5/off"}, "plays"),
            ({"plays": [5]}, "plays/0"),
            ({"plays": ["5/off", None]}, "plays/1"),
            ({"board": "211000"}, "board"),
            ({"board": [2, 1, 1, 0, 0]}, "board"),
            ({"board": [2, 1, 1, 0, 0, 0, 0]}, "board"),
            ({"board": []}, "board"),
            ({"board": [2, 1, 1, 0, 0, -1]}, "board"),
            ({"board": [2, 1, 1, 0, 0, 1.0]}, "board/5"),
            ({"note": False}, "note"),
            ({"ruling": []}, "ruling"),
            ({"ruling": {"note": None, "side": "red"}}, "ruling/side"),
            ({"ruling": {**NOTE, "winner": "nobody"}}, "ruling/winner"),
            ({"ruling": {**NOTE, "board": [1, 1]}, "plays": None}, "ruling/board"),
            ({"ruling": {**NOTE, "board": [0, 0, 0, 0, 0, 1]}}, "plays"),
            ({"ruling": {**NOTE, "board": [0] * 6}, "plays": []}, "plays"),
            ({"ruling": {**NOTE, "board": [0] * 6}, "plays": None, "board": [0] * 6}, "board"),
        ],
    )
    def test_and_so_is_a_tricks(self, fields: dict[str, Any], path: str) -> None:
        assert refusal(changed("rounds", 2, "tricks", 0, **fields)) == ("malformed", f"/rounds/2/tricks/0/{path}")

    def test_it_comes_before_every_rule(self) -> None:
        written = record(round_(trick("5H 4C", "1/off"), setup={"red": [7], "white": []}), options={"oasis": True})
        assert refusal(written) == ("oasis_without_stake", "/options/oasis")
        written["rounds"].append({"points": {"red": 1, "white": "0"}})
        assert refusal(written) == ("malformed", "/rounds/1/points/white")

    def test_pips_are_missed_only_where_the_ovals_can_be(self) -> None:
        assert refusal(record({"ovals": {"red": [2], "white": [0, 1, 1]}})) == ("impossible_ovals", "/rounds/0/ovals")


class TestNormalised:
    def test_nulls_are_dropped_everywhere_but_in_ext(self) -> None:
        written = changed("rounds", 2, "tricks", 0, extra=None, ruling=None, board=None)
        written["options"]["oasis"] = None
        written["rounds"][0]["ovals"] = None
        clean = normalised(written)
        assert "extra" not in clean["rounds"][2]["tricks"][0]
        assert "ovals" not in clean["rounds"][0]
        assert clean["options"] == {"pack": "double", "stake": {"amount": "0.25", "currency": "EUR"}}
        assert clean["ext"] == {"app": None, "deep": [{"a": None}]}

    def test_nothing_else_changes(self) -> None:
        written = record(round_(reshuffled=False, exposed=[], unplayed={}), options={})
        assert normalised(written) == written

    def test_the_given_record_is_not_touched(self) -> None:
        written = changed("rounds", 0, note=None)
        before = deepcopy(written)
        clean = normalised(written)
        clean["rounds"][2]["tricks"][0]["plays"].append("1/off")
        assert written == before

    def test_a_record_and_its_normalised_form_replay_alike(self) -> None:
        written = one(trick("5H 4C", "5/off 4/off", extra=None, leader=None), note=None)
        assert replay(written) == replay(normalised(written))


def test_the_setup_used_here_has_a_leader() -> None:
    assert SETUP["red"].count(1) > SETUP["white"].count(1)
