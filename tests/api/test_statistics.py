"""Statistics over the API: what is asked, in which form it is answered, who hears what, and what it costs."""

import csv
import io
import json
import uuid
from fractions import Fraction
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from engine.games import MARRAKESH
from scorepad.models import Club, Match, User
from scorepad.selectors.access import Viewer
from scorepad.services.clubs import create_club
from scorepad.services.merging import merge
from scorepad.services.players import create_player
from scorepad.services.tokens import issue_token
from tests.api.callers import Caller, problem
from tests.api.tables import FIVES, Table, won_by_red

Json = dict[str, Any]

CSV = {"Accept": "text/csv"}


@pytest.fixture
def table(closed: Club, people: dict[str, User]) -> Table:
    """Three matches of the private club: Ann beats Bob twice, once by tricks, and Cleo once."""
    made = Table(closed, people["owner"])
    made.play(made.ann, made.bob, 1)
    made.play(made.ann, made.bob, 8, won_by_red())
    made.play(made.ann, made.cleo, 15)
    made.refresh()
    return made


def figures(caller: Caller, path: str, **parameters: Any) -> dict[str, Json]:
    answer = caller.get(path, parameters)
    assert answer.status_code == 200, answer.content
    return {each["key"]: each for each in answer.json()["figures"]}


def lines(caller: Caller, path: str, **parameters: Any) -> list[dict[str, str]]:
    answer = caller.get(path, parameters, **CSV)
    assert answer.status_code == 200, answer.content
    assert answer.headers["Content-Type"] == "text/csv; charset=utf-8"
    assert answer.content.endswith(b"\r\n")
    return list(csv.DictReader(io.StringIO(answer.content.decode(), newline="")))


PATHS = [
    "/players/{t.ann}/statistics/",
    "/players/{t.ann}/habits/",
    "/players/{t.ann}/statistics/explain/?figure=points_per_match",
    "/clubs/closed/statistics/",
    "/clubs/closed/statistics/explain/?figure=points_per_match",
    "/clubs/closed/records/",
    "/head-to-head/?a={t.ann}&b={t.bob}",
    "/head-to-head/explain/?a={t.ann}&b={t.bob}&figure=win_rate",
]


@pytest.fixture(params=PATHS)
def path(request: pytest.FixtureRequest, table: Table) -> str:
    return str(request.param).format(t=table)


def and_(path: str, query: str) -> str:
    return f"{path}{'&' if '?' in path else '?'}{query}"


# -- in both forms ------------------------------------------------------------------------------------------------


def test_a_players_figures(owner: Caller, table: Table) -> None:
    answer = owner.get(f"/players/{table.ann}/statistics/").json()
    assert answer["player"] == {"id": table.ann, "name": "Ann"}
    assert (answer["club"], answer["game"], answer["pending"]) == ("closed", "marrakesh", 0)
    assert answer["filters"] == dict.fromkeys(("from", "to", "opponent", "role", "grade", "ladder"))
    told = {each["key"]: each for each in answer["figures"]}
    wins = told["win_rate"]
    assert (wins["value"], wins["n"], wins["unit"], wins["grade"], wins["verdict"]) == (
        1.0,
        3,
        "matches",
        "points",
        None,
    )
    assert wins["club"] == {"value": 0.5, "n": 6, "percentile": None, "players": 0}
    assert [each["outcome"] for each in answer["form"]] == ["won"] * 3
    assert answer["form"][0]["opponent"] == {"id": table.cleo, "name": "Cleo"}
    assert answer["streaks"][0]["current"] == {"matches": 3, "from": "2026-11-01", "to": "2026-11-15"}
    assert [month["matches"] for month in answer["calendar"]] == [3]
    heatmaps = {each["key"]: (len(each["rows"]), len(each["columns"])) for each in answer["tables"]}
    assert (heatmaps["leads_suits"], heatmaps["leads_numbers"]) == ((4, 6), (7, 6))
    assert set(told) | {cell["key"] for each in answer["tables"] for row in each["cells"] for cell in row} == set(
        MARRAKESH.figures.named
    )


def test_a_table_says_the_same_digits(owner: Caller, table: Table) -> None:
    """A line for each figure, those of the tables after the others; what is not told is left empty."""
    answer = owner.get(f"/players/{table.ann}/statistics/")
    told = json.loads(answer.content, parse_float=str, parse_int=str)
    cells = [cell for each in told["tables"] for row in each["cells"] for cell in row]
    rows = lines(owner, f"/players/{table.ann}/statistics/")
    assert [row["key"] for row in rows] == [each["key"] for each in (*told["figures"], *cells)]
    for row, each in zip(rows, (*told["figures"], *cells), strict=True):
        interval, club = each["interval"] or {"low": None, "high": None}, each["club"]
        assert row == {
            "key": each["key"],
            "label": each["label"],
            "value": each["value"] or "",
            "n": each["n"],
            "unit": each["unit"],
            "grade": each["grade"],
            "low": interval["low"] or "",
            "high": interval["high"] or "",
            "standard_error": each["standard_error"] or "",
            "expected": each["expected"] or "",
            "p_value": each["p_value"] or "",
            "club_value": club["value"] or "",
            "club_n": club["n"],
            "percentile": club["percentile"] or "",
            "players": club["players"],
            "verdict": each["verdict"] or "",
        }


def test_a_club_as_a_table_is_a_line_of_the_club_and_one_a_player(owner: Caller, table: Table) -> None:
    answer = owner.get("/clubs/closed/statistics/").json()
    assert answer["matches"] == 3
    club, *rows = lines(owner, "/clubs/closed/statistics/")
    assert [row["of"] for row in (club, *rows)] == ["club", "player", "player", "player"]
    assert (club["player"], club["player_id"]) == ("", "")
    assert (club["matches"], club["win_rate"], club["win_rate_n"]) == ("6", "0.5", "6")  # two seats a match
    assert [row["player"] for row in rows] == ["Ann", "Bob", "Cleo"]
    assert (rows[0]["player_id"], rows[0]["win_rate"], rows[0]["win_rate_n"]) == (table.ann, "1.0", "3")
    headlines = list(MARRAKESH.figures.headlines)
    assert list(rows[0])[3:] == [name for key in headlines for name in (key, f"{key}_n")]
    for listed, row in zip(answer["players"], rows, strict=True):
        assert {each["key"]: each["n"] for each in listed["figures"]} == {
            key: int(row[f"{key}_n"]) for key in headlines
        }


def test_a_club_as_a_table_has_figures_of_either_role(owner: Caller, table: Table) -> None:
    """Ann and Bob played the only tricks that were written down: what one led, the other received."""
    for role, columns in (
        ("leader", ["led_won", "being_read_index"]),
        ("receiver", ["received_won", "reading_index"]),
    ):
        answer = owner.get("/clubs/closed/statistics/", {"role": role}).json()
        assert [each["key"] for each in answer["headlines"]] == columns
        club, *rows = lines(owner, "/clubs/closed/statistics/", role=role)
        assert list(club) == ["of", "player", "player_id", *(name for key in columns for name in (key, f"{key}_n"))]
        told = [int(row[f"{columns[0]}_n"]) for row in rows]
        assert sum(told) == int(club[f"{columns[0]}_n"]) > 0
        assert told[2] == 0


def test_a_club_where_nobody_has_played_is_a_line(owner: Caller, closed: Club) -> None:
    for filters in ({}, {"role": "leader"}):
        (club,) = lines(owner, "/clubs/closed/statistics/", **filters)
        assert (club["of"], club["player"], club["led_won"], club["led_won_n"]) == ("club", "", "", "0")


def test_two_players_as_a_table(owner: Caller, table: Table) -> None:
    path = f"/head-to-head/?a={table.ann}&b={table.bob}"
    answer = owner.get(path).json()
    assert (answer["tally"]["matches"], answer["tally"]["a_won"]) == (2, 2)
    assert (answer["a"]["name"], answer["b"]["name"]) == ("Ann", "Bob")
    wins = next(row for row in lines(owner, path) if row["key"] == "win_rate")
    assert (wins["a_value"], wins["a_n"], wins["b_value"], wins["b_n"]) == ("1.0", "2", "0.0", "2")


def test_records_as_a_table(owner: Caller, table: Table) -> None:
    answer = owner.get("/clubs/closed/records/").json()
    assert [each["key"] for each in answer["records"]] == [
        "best_match",
        "best_round",
        "biggest_margin",
        "winning_streak",
    ]
    assert [each["key"] for each in answer["feats"]] == ["marrakesh"]
    rows = [row for row in lines(owner, "/clubs/closed/records/") if row["record"] == "winning_streak"]
    (row,) = rows
    assert (row["value"], row["unit"], row["player"], row["opponent"]) == ("3", "matches", "Ann", "")
    assert (row["played_on"], row["last_played_on"]) == ("2026-11-01", "2026-11-15")


def test_habits_as_a_table(owner: Caller, table: Table) -> None:
    answer = owner.get(f"/players/{table.ann}/habits/").json()
    assert (answer["rate"], answer["player"]["name"]) == (0.05, "Ann")
    led = next(each for each in answer["habits"] if each["key"] == "led_spades")
    spades = next(row for row in lines(owner, f"/players/{table.ann}/habits/") if row["key"] == "led_spades")
    assert float(spades["share"]) == led["share"] == led["count"] / led["n"]
    assert spades["marked"] == "false"


@pytest.mark.parametrize("name", ["=1+1", "@SUM(A1)"])
def test_no_name_is_a_formula(owner: Caller, table: Table, name: str) -> None:
    odd = table.player(name)
    table.play(odd, table.ann, 20, [*FIVES[:11], {"points": {"red": 30, "white": 0}}])
    table.refresh()
    for path, column in (("/clubs/closed/statistics/", "player"), ("/clubs/closed/records/", "player")):
        names = {row[column] for row in lines(owner, path)}
        assert f"'{name}" in names
        assert name not in names


# -- how a figure comes about -------------------------------------------------------------------------------------


def test_a_figure_is_explained_by_what_went_into_it(owner: Caller, table: Table) -> None:
    answer = owner.get(f"/players/{table.ann}/statistics/explain/", {"figure": "win_rate"}).json()
    assert answer["figure"]["formula"] == "matches won / matches that count, forfeits too, Wilson interval 95 %"
    (explained,) = answer["explained"]
    assert (explained["value"], explained["n"]) == (1.0, 3)
    assert explained["inputs"] == [
        {
            "key": "won",
            "label": "Matches won",
            "unit": "matches",
            "grade": "points",
            "adds": "sum",
            "sum": 3,
            "counted": {"of": 1},
        },
        {
            "key": "matches",
            "label": "Matches that count, forfeits among them",
            "unit": "matches",
            "grade": "points",
            "adds": "sum",
            "sum": 3,
            "counted": {"per": 1},
        },
    ]


def test_every_figure_follows_from_its_explanation(owner: Caller, table: Table) -> None:
    """By the sums and the weights alone."""
    for path in (f"/players/{table.ann}/statistics/", "/clubs/closed/statistics/"):
        for key, figure in figures(owner, path).items():
            answer = owner.get(f"{path}explain/", {"figure": key}).json()
            (explained,) = answer["explained"]
            part = {
                name: sum(each["sum"] * each["counted"].get(name, 0) for each in explained["inputs"])
                for name in ("of", "per", "expected")
            }
            assert part["per"] == explained["n"] == figure["n"]
            assert explained["value"] == figure["value"]
            if figure["value"] is None:
                continue
            over = {"count": 1, "most": 1, "index": Fraction(part["expected"], 1_000_000)}
            assert float(part["of"] / Fraction(over.get(figure["measure"], part["per"]))) == figure["value"]


def test_an_explanation_of_two_has_both(owner: Caller, table: Table) -> None:
    path = f"/head-to-head/explain/?a={table.ann}&b={table.bob}&figure=win_rate"
    answer = owner.get(path).json()
    assert [(each["player"]["name"], each["value"], each["n"]) for each in answer["explained"]] == [
        ("Ann", 1.0, 2),
        ("Bob", 0.0, 2),
    ]
    columns = ("player", "value", "n", "key", "sum", "of", "per")
    assert [tuple(row[column] for column in columns) for row in lines(owner, path)] == [
        (table.ann, "1.0", "2", "won", "2", "1", ""),
        (table.ann, "1.0", "2", "matches", "2", "", "1"),
        (table.bob, "0.0", "2", "won", "0", "1", ""),
        (table.bob, "0.0", "2", "matches", "2", "", "1"),
    ]


def test_an_explanation_as_a_table_leaves_a_value_empty_that_is_not_told(owner: Caller, table: Table) -> None:
    """No trick that Cleo replied to was written down."""
    rows = lines(owner, f"/players/{table.cleo}/statistics/explain/?figure=reading_index")
    assert {(row["player"], row["value"], row["n"]) for row in rows} == {(table.cleo, "", "0")}


def test_what_chance_brings_beforehand_is_told_exactly(owner: Caller, table: Table) -> None:
    answer = owner.get("/clubs/closed/statistics/explain/", {"figure": "setup_pips"}).json()
    assert answer["chance"]["expected"] == "21"
    assert Fraction(answer["chance"]["variance"]) == pytest.approx(
        17.5, abs=0.03
    )  # six dice, but never both setups alike
    assert owner.get("/clubs/closed/statistics/explain/", {"figure": "win_rate"}).json()["chance"] is None


def test_an_unknown_figure_is_answered_with_those_there_are(owner: Caller, table: Table) -> None:
    for path in (
        f"/players/{table.ann}/statistics/explain/?",
        "/clubs/closed/statistics/explain/?",
        f"/head-to-head/explain/?a={table.ann}&b={table.bob}&",
    ):
        said = problem(owner.get(f"{path}figure=luck_of_the_draw"), 400, "unknown_figure")
        params = said["errors"][0]["params"]
        assert params["parameter"] == "figure"
        assert params["allowed"] == list(MARRAKESH.figures.named)
        assert said["detail"] == "There is no figure 'luck_of_the_draw' here."
        problem(owner.get(path.rstrip("?&")), 400, "bad_parameter")
        of_role = problem(owner.get(f"{path}figure=win_rate&role=leader"), 400, "unknown_figure")
        assert "led_won" in of_role["errors"][0]["params"]["allowed"]


# -- filters ------------------------------------------------------------------------------------------------------


def test_filters_leave_matches_out(owner: Caller, table: Table) -> None:
    path = f"/players/{table.ann}/statistics/"

    def matches(**parameters: Any) -> int:
        return int(figures(owner, path, **parameters)["matches"]["n"])

    assert matches() == 3
    assert matches(**{"from": "2026-11-08"}) == matches(to="2026-11-08") == 2
    assert matches(**{"from": "2026-11-08", "to": "2026-11-08"}) == 1
    assert matches(opponent=table.bob) == 2
    assert (matches(grade="points"), matches(grade="tricks"), matches(grade="ovals")) == (2, 1, 0)
    assert matches(opponent=table.bob, grade="points", to="2026-11-07") == 1
    led, received, all_ = (figures(owner, path, **role) for role in ({"role": "leader"}, {"role": "receiver"}, {}))
    assert led["led"]["n"] + received["received"]["n"] == all_["tricks"]["n"] > 0
    told = owner.get(path, {"opponent": table.bob, "from": "2026-11-01"}).json()["filters"]
    none = {"to": None, "role": None, "grade": None, "ladder": None}
    assert told == {"from": "2026-11-01", "opponent": table.bob, **none}


def test_what_cannot_be_asked_is_refused(owner: Caller, path: str) -> None:
    for query, code in (
        ("from=2026-11-02&to=2026-11-01", "bad_parameter"),
        ("from=yesterday", "bad_parameter"),
        ("from=20261101", "bad_parameter"),
        ("to=2026-11-1", "bad_parameter"),
        ("to=2026-11-31", "bad_parameter"),
        ("from=2026-11-01T00:00", "bad_parameter"),
        ("from=٢٠٢٦-١١-٠١", "bad_parameter"),
        ("from=", "bad_parameter"),
        ("grade=guesses", "bad_parameter"),
        ("game=chess", "bad_parameter"),
        ("ladder=first", "bad_parameter"),
        ("season=first", "unknown_parameter"),
        ("since=2026-11-02", "unknown_parameter"),
        ("from=2026-11-01&from=2026-11-02", "bad_parameter"),
    ):
        problem(owner.get(and_(path, query)), 400, code)
    assert owner.get(and_(path, "from=2026-11-01&to=2026-11-01&grade=points&game=marrakesh")).status_code == 200


def test_an_opponent_from_elsewhere_is_as_unknown_as_one_who_never_was(
    owner: Caller, table: Table, people: dict[str, User]
) -> None:
    viewer = Viewer.of_session(people["stranger"])
    create_club(viewer=viewer, slug="theirs", name="Theirs", visibility="private")
    hidden = create_player(viewer=viewer, club_slug="theirs", name="Zoe").obj.pk
    for path in (
        f"/players/{table.ann}/statistics/",
        f"/players/{table.ann}/habits/",
        "/clubs/closed/statistics/",
        "/clubs/closed/records/",
    ):
        said = [problem(owner.get(path, {"opponent": who}), 400, "unknown_player") for who in (hidden, uuid.uuid4())]
        one, other = ({**each, "request_id": ""} for each in said)
        assert one == other
        assert said[0]["errors"][0]["params"] == {"parameter": "opponent"}
        problem(owner.get(path, {"opponent": "Bob"}), 400, "bad_parameter")


def test_nobody_is_asked_for_beside_himself(owner: Caller, table: Table) -> None:
    problem(owner.get(f"/head-to-head/?a={table.ann}&b={table.ann}"), 400, "same_player")
    problem(owner.get(f"/head-to-head/?a={table.ann}"), 400, "bad_parameter")
    problem(owner.get(f"/head-to-head/?a={table.ann}&b={uuid.uuid4()}"), 404, "not_found")


# -- who hears what -----------------------------------------------------------------------------------------------


def test_a_merged_player_is_answered_as_the_person_he_is(owner: Caller, table: Table) -> None:
    bobby = table.player("Bobby")
    table.play(table.ann, bobby, 22)
    merge(viewer=table.viewer, player_id=uuid.UUID(bobby), into=uuid.UUID(table.bob))
    table.refresh()
    answers = [owner.get(f"/players/{who}/statistics/") for who in (bobby, table.bob)]
    assert answers[0].content == answers[1].content
    assert answers[0].json()["player"] == {"id": table.bob, "name": "Bob"}
    assert figures(owner, f"/players/{table.ann}/statistics/", opponent=bobby)["matches"]["value"] == 3


def test_guests_and_devices_are_not_told_what_is_for_members(
    owner: Caller, stranger: Caller, hall: Club, people: dict[str, User]
) -> None:
    table = Table(hall, people["owner"])
    played = table.play(table.ann, table.bob, 1, options={"stake": {"amount": "1", "currency": "EUR"}, "oasis": True})
    table.refresh()
    device = issue_token(
        user=people["owner"], name="tablet", scopes=["record"], club=hall, match=Match.objects.get(pk=played)
    )[1]
    secret = {"oasis", "great_oasis", "perfect_oasis"}
    for path in (f"/players/{table.ann}/statistics/", "/clubs/hall/statistics/"):
        told = figures(owner, path)
        assert told["perfect_oasis"]["value"] == 1  # Ann scored in all twelve rounds
        for caller in (stranger, Caller(), Caller(device)):
            assert set(told) - set(figures(caller, path)) == secret
            problem(caller.get(f"{path}explain/", {"figure": "perfect_oasis"}), 400, "unknown_figure")
        assert secret <= set(owner.get(f"{path}explain/", {"figure": "x"}).json()["errors"][0]["params"]["allowed"])
    both = f"/head-to-head/?a={table.ann}&b={table.bob}"
    assert set(figures(owner, both)) - set(figures(stranger, both)) == secret


# -- for spreadsheets that need a mark ----------------------------------------------------------------------------


def test_a_table_begins_with_a_mark_on_request(owner: Caller, path: str) -> None:
    plainly, still, marked = (owner.get(and_(path, f"bom={bom}"), **CSV) for bom in ("false", "false", "true"))
    assert marked.content == b"\xef\xbb\xbf" + plainly.content
    assert plainly.content == owner.get(path, **CSV).content
    assert plainly["ETag"] == still["ETag"] != marked["ETag"]
    assert owner.get(and_(path, "bom=true"), **CSV, If_None_Match=marked["ETag"]).status_code == 304
    problem(owner.get(and_(path, "bom=yes"), **CSV), 400, "bad_parameter")


def test_json_begins_with_no_mark(owner: Caller, path: str) -> None:
    said = problem(owner.get(and_(path, "bom=true")), 400, "bad_parameter")
    assert said["errors"][0]["params"] == {"parameter": "bom"}
    assert "Accept: text/csv" in said["detail"]
    assert owner.get(and_(path, "bom=false")).content == owner.get(path).content


# -- the same bytes, and what they cost ---------------------------------------------------------------------------


def test_what_is_the_same_is_not_sent_again(owner: Caller, path: str, table: Table) -> None:
    for accept in ("application/json", "text/csv"):
        first = owner.get(path, Accept=accept)
        assert owner.get(path, Accept=accept, If_None_Match=first["ETag"]).status_code == 304
    tags = {owner.get(path, Accept=accept)["ETag"] for accept in ("application/json", "text/csv")}
    assert len(tags) == 2
    assert not any(tag.startswith("W/") for tag in tags)
    assert "Accept" in owner.get(path)["Vary"]
    table.play(table.bob, table.ann, 25, won_by_red())
    table.refresh()
    changed = owner.get(path, If_None_Match=first["ETag"])
    assert (changed.status_code, changed["ETag"] in tags) == (200, False)


def test_other_forms_are_not_offered(owner: Caller, path: str) -> None:
    problem(owner.get(path, Accept="text/html"), 406, "not_acceptable")


def test_statistics_not_up_to_date_say_so(owner: Caller, table: Table) -> None:
    table.play(table.ann, table.bob, 23)
    answer = owner.get(f"/players/{table.ann}/statistics/").json()
    assert (answer["pending"], len(answer["form"])) == (1, 3)
    table.refresh()
    answer = owner.get(f"/players/{table.ann}/statistics/").json()
    assert (answer["pending"], len(answer["form"])) == (0, 4)


@pytest.mark.parametrize(
    ("path", "pinned"),
    [
        ("/players/{t.ann}/statistics/", 5),
        ("/players/{t.ann}/statistics/?opponent={t.bob}&grade=points&from=2026-11-01&to=2026-11-28&role=leader", 5),
        ("/players/{t.ann}/habits/", 4),
        ("/players/{t.ann}/statistics/explain/?figure=win_rate", 4),
        ("/clubs/closed/statistics/", 5),
        ("/clubs/closed/records/", 9),
        ("/head-to-head/?a={t.ann}&b={t.bob}", 5),
    ],
)
def test_many_matches_take_the_queries_of_few(owner: Caller, table: Table, path: str, pinned: int) -> None:
    """One of them is for the token."""
    asked = path.format(t=table)
    owner.get(asked)  # the token's use is noted once a minute
    for more in (0, 20):
        for day in range(1, more + 1):
            table.play(*((table.ann, table.bob) if day % 2 else (table.cleo, table.ann)), day)
        table.refresh()
        with CaptureQueriesContext(connection) as queries:
            assert owner.get(asked).status_code == 200
        assert len(queries) == pinned


def test_of_the_matches_that_count_for_a_ladder(owner: Caller, table: Table, path: str) -> None:
    """Ann's match of the fifteenth is not within the season; those of the first and the eighth are."""
    rules = {"name": "Autumn", "game": "marrakesh", "system": "elo", "season_end": "2026-11-14"}
    ladder = owner.post("/clubs/closed/ladders/", rules).json()["id"]
    within = owner.get(and_(path, f"ladder={ladder}")).json()
    assert within.pop("filters")["ladder"] == ladder
    by_days = owner.get(and_(path, "to=2026-11-14")).json()
    assert by_days.pop("filters")["to"] == "2026-11-14"
    assert within == by_days
    said = problem(owner.get(and_(path, f"ladder={uuid.uuid4()}")), 400, "unknown_ladder")
    assert said["errors"][0]["params"]["parameter"] == "ladder"
    problem(owner.get(and_(path, "ladder=Autumn")), 400, "bad_parameter")
