"""What a change would do to the ladders: told before, and come true after."""

import json
import uuid
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, time, timedelta
from random import Random
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from scorepad.models import Ladder, LadderRating, Match, Membership, Player, Preview, StaleEvening
from scorepad.refusals import NotAllowed, NotHere, Refused
from scorepad.selectors.standings import standings
from scorepad.services import previewing
from scorepad.services.entries import enter, enter_all
from scorepad.services.erasing import delete_club, erase
from scorepad.services.merging import merge, rehearse_merge, rehearse_unmerge, unmerge
from scorepad.services.players import create_player
from scorepad.services.previewing import Foretold, erase_old, preview_to, work_out
from scorepad.services.rating import refresh
from scorepad.services.records import create_record, rehearse_create, rehearse_replace, replace_record
from scorepad.services.tokens import issue_token
from tests.api.worlds import counted
from tests.scorepad.conftest import Circle
from tests.scorepad.tables import entry

Json = dict[str, Any]

GLICKO2 = {"rating": 1500.0, "deviation": 350.0, "volatility": 0.06, "tau": 0.5}
ELO = {"rating": 1500.0, "factor": 32.0, "margin_scale": 10.0}
VIENNA = ZoneInfo("Europe/Vienna")


def rounds(red: int, white: int, count: int = 12) -> list[Json]:
    return [{"points": {"red": red, "white": 0}}, {"points": {"red": 0, "white": white}}] * (count // 2)


def evening(days_ago: int) -> str:
    day = timezone.localdate() - timedelta(days=days_ago)
    return datetime.combine(day, time(19, 30), VIENNA).isoformat()


def ladder_of(circle: Circle, name: str, **given: Any) -> Ladder:
    values = {"system": "glicko2", "parameters": GLICKO2, "period": "week"} | given
    return Ladder.objects.create(club=circle.club, game="marrakesh", name=name, **values)


@pytest.fixture
def club(circle: Circle) -> Circle:
    """Five players and three ladders that have little in common."""
    for name in ("cleo", "dora", "emil"):
        player = create_player(viewer=circle.owner, club_slug=circle.club.slug, name=name.title()).obj
        setattr(circle, name, player)
    circle.weekly = ladder_of(circle, "Weekly", least_matches=2, largest_deviation=250.0, active_within=60)
    start, end = timezone.localdate() - timedelta(days=70), timezone.localdate() - timedelta(days=10)
    season: Json = {"season_start": start, "season_end": end}
    circle.season = ladder_of(circle, "Season", system="elo", parameters=ELO, period="month", **season)
    circle.daily = ladder_of(circle, "Daily", system="elo", parameters=ELO, period="day", forfeits=True)
    return circle


def played(club: Circle, days_ago: int, red: Player, white: Player, **given: Any) -> Match:
    values: Json = {"seats": {"red": red.pk, "white": white.pk}, "rounds": rounds(5, 2)} | given
    return club.match(played_at=evening(days_ago), **values)


def up_to_date(club: Circle) -> None:
    list(refresh(club_id=club.club.pk))
    assert not StaleEvening.objects.filter(club=club.club).exists()


def line(row: Any) -> Json:
    told = ("place", "matches", "won", "drawn", "lost", "provisional", "inactive")
    rating = {"rating": row.rating.rating, "deviation": row.rating.deviation}
    return {name: getattr(row, name) for name in told} | rating


def standing(club: Circle) -> dict[str, dict[str, Json]]:
    """By ladder and player, what everybody is told."""
    return {
        str(ladder.pk): {str(row.player): line(row) for row in standings(viewer=club.member, ladder_id=ladder.pk).rows}
        for ladder in Ladder.objects.filter(club=club.club)
    }


def rated(club: Circle) -> dict[str, set[Any]]:
    """By ladder the ratings after each period, and the matches that made them."""
    columns = ("period", "player", "rating", "deviation", "volatility", "matches", "won", "drawn", "lost")
    return {
        str(ladder.pk): set(LadderRating.objects.filter(ladder=ladder).values_list(*columns))
        for ladder in Ladder.objects.filter(club=club.club)
    }


def comes_true(club: Circle, told: Callable[[], Foretold | None], done: Callable[[], Any]) -> list[Json]:
    """Ask what a change would do, do it, and compare: each line and each period that was told has moved just so, and
    nothing else has."""
    before = counted()
    foretold = told()
    assert counted() == before
    assert foretold is not None
    assert foretold.ladders is not None
    up_to_date(club)  # what stood still to be brought up to date was told as if it had been
    lines_before, ratings_before = standing(club), rated(club)
    done()
    up_to_date(club)
    lines_after, ratings_after = standing(club), rated(club)
    by_ladder = {each["ladder"]: each for each in foretold.ladders}
    for ladder in lines_before:
        then, now = lines_before[ladder], lines_after[ladder]
        moved = {player for player in then.keys() | now.keys() if then.get(player) != now.get(player)}
        said = by_ladder.get(ladder, {"standings": [], "periods": []})
        assert {row["player"]["id"]: (row["before"], row["after"]) for row in said["standings"]} == {
            player: (then.get(player), now.get(player)) for player in moved
        }
        touched = {row[0].isoformat() for row in ratings_before[ladder] ^ ratings_after[ladder]}
        assert touched == set(said["periods"])
        assert said["periods"] == sorted(said["periods"])
        assert ladder in by_ladder or not touched
    return foretold.ladders


class Recorder:
    """Does anything to a club of five, and asks before what would come of it."""

    def __init__(self, club: Circle, random: Random) -> None:
        self.club, self.random, self.moved = club, random, 0

    def step(self, name: str) -> None:
        if name == "bring_up_to_date":
            up_to_date(self.club)
            return
        found = getattr(self, name)()
        if found is None:
            return
        told, done = found
        try:
            told()
        except Refused as refused:
            with pytest.raises(type(refused)):
                done()
            return
        self.moved += len(comes_true(self.club, told, done))

    def players(self, count: int = 2) -> list[Player]:
        people = Player.objects.filter(club=self.club.club).order_by("name_key")
        return self.random.sample(list(people), count)

    def a_match(self, **which: Any) -> Match | None:
        found = list(Match.objects.filter(club=self.club.club, **which).order_by("played_at", "pk"))
        return self.random.choice(found) if found else None

    def entered(self, match: Match | None, kind: str, data: Json) -> Any:
        if match is None:
            return None
        sent = entry(kind, match.version, data) | ({} if kind == "undo" else {"reason": "so it was"})
        given: Json = {"viewer": self.club.scorer, "match_id": match.pk, "entry": sent}
        return lambda: enter(**given, dry_run=True).foretold, lambda: enter(**given)

    def amended(self, path: str, value: Any) -> Any:
        patch = {"patch": [{"op": "replace", "path": path, "value": value}]}
        return self.entered(self.a_match(), "amend", patch)

    def record(self) -> Json:
        red, white = self.players()
        return {
            "format": "marrakesh-record/1",
            "played_at": evening(self.random.randrange(-3, 100)),
            "players": {"red": {"id": str(red.pk)}, "white": {"id": str(white.pk)}},
            "rounds": rounds(self.random.randrange(9), self.random.randrange(9), self.random.choice([12, 12, 12, 6])),
        }

    # -- what may be done ----------------------------------------------------------------------------------------------

    def late(self) -> Any:
        given: Json = {
            "viewer": self.club.scorer,
            "match_id": uuid.UUID(int=self.random.getrandbits(128)),
            "record": self.record(),
            "club_slug": self.club.club.slug,
            "rated": self.random.random() < 0.9,
        }
        return lambda: rehearse_create(**given).foretold, lambda: create_record(**given)

    def replaced(self) -> Any:
        match = self.a_match()
        if match is None:
            return None
        given: Json = {"viewer": self.club.scorer, "match_id": match.pk, "record": self.record(), "tags": None}
        given |= {"reason": "so it was"}
        return lambda: rehearse_replace(**given).foretold, lambda: replace_record(**given)

    def dated_back(self) -> Any:
        return self.amended("/played_at", evening(self.random.randrange(-3, 100)))

    def misread(self) -> Any:
        points = {"points": {"red": self.random.randrange(9), "white": 0}}
        return self.amended(f"/rounds/{self.random.randrange(12)}", points)

    def reseated(self) -> Any:
        red, white = self.players()
        return self.amended("/players", {"red": {"id": str(red.pk)}, "white": {"id": str(white.pk)}})

    def unrated(self) -> Any:
        return self.entered(self.a_match(), "amend", {"rated": self.random.random() < 0.5})

    def void(self) -> Any:
        return self.entered(self.a_match(void=False), "void", {})

    def restored(self) -> Any:
        return self.entered(self.a_match(void=True), "restore", {})

    def forfeited(self) -> Any:
        return self.entered(self.a_match(status="open"), "forfeit", {"seat": self.random.choice(["red", "white"])})

    def undone(self) -> Any:
        return self.entered(self.a_match(), "undo", {})

    def merged(self) -> Any:
        player, into = self.players()
        given: Json = {"viewer": self.club.owner, "player_id": player.pk, "into": into.pk}
        return lambda: rehearse_merge(**given).foretold, lambda: merge(**given)

    def unmerged(self) -> Any:
        player = self.random.choice(self.players(5))
        given: Json = {"viewer": self.club.owner, "player_id": player.pk}
        return lambda: rehearse_unmerge(**given).foretold, lambda: unmerge(**given)


STEPS = (
    ["late"] * 4
    + ["bring_up_to_date", "replaced", "dated_back", "misread", "reseated", "unrated", "void", "restored"]
    + ["forfeited", "undone", "merged", "merged", "unmerged"]
)


@pytest.mark.parametrize("seed", range(10))
def test_whatever_is_done_does_to_the_ladders_what_was_told(club: Circle, seed: int) -> None:
    random = Random(seed)
    recorder = Recorder(club, random)
    for step in ["late", "late", *random.choices(STEPS, k=12)]:
        recorder.step(step)
    assert recorder.moved > 2


# -- what is told ------------------------------------------------------------------------------------------------------


def told_of(foretold: Foretold | None) -> dict[str, Json]:
    assert foretold is not None
    assert foretold.ladders is not None
    return {each["name"]: each for each in foretold.ladders}


def voided(club: Circle, match: Match) -> Json:
    return {"viewer": club.scorer, "match_id": match.pk, "entry": entry("void", 1, {}) | {"reason": "so it was"}}


def test_a_voided_match_is_told_with_all_that_hangs_on_it(club: Circle) -> None:
    first = played(club, 60, club.ann, club.bob)
    played(club, 30, club.bob, club.cleo)
    played(club, 2, club.dora, club.emil)
    up_to_date(club)
    ladders = told_of(enter(**voided(club, first), dry_run=True).foretold)
    assert list(ladders) == ["Daily", "Season", "Weekly"]
    daily = ladders["Daily"]
    assert len(daily["periods"]) == 2
    moved = {row["player"]["name"]: (row["before"], row["after"]) for row in daily["standings"]}
    assert set(moved) == {"Ann", "Bob", "Cleo", "Emil"}
    assert moved["Ann"][0]["rating"] > 1500
    assert moved["Ann"][1] is None
    # Bob, who had lost to Ann, was the lesser when he beat Cleo; now both were new.
    assert moved["Bob"][1]["rating"] > moved["Bob"][0]["rating"]
    assert (moved["Bob"][0]["matches"], moved["Bob"][1]["matches"]) == (2, 1)
    # Emil, who lost to Dora, is one place further up, since Ann is gone.
    then, now = moved["Emil"]
    assert now == then | {"place": then["place"] - 1}


def test_what_rates_nobody_moves_nothing(club: Circle) -> None:
    match = played(club, 60, club.ann, club.bob)
    played_on = played(club, 60, club.ann, club.bob, rounds=rounds(5, 2, 6))
    unrated = played(club, 60, club.ann, club.bob, rated=False)
    noted = entry("amend", 1, {"patch": [{"op": "add", "path": "/note", "value": "rainy"}]}) | {"reason": "so it was"}
    for which, sent in (
        (match, noted),
        (unrated, voided(club, unrated)["entry"]),
        (played_on, entry("round", 1, {"round": 7, "points": {"red": 1, "white": 0}})),
    ):
        foretold = enter(viewer=club.scorer, match_id=which.pk, entry=sent, dry_run=True).foretold
        assert foretold == Foretold([])


def test_an_entry_that_is_there_already_moves_nothing(club: Circle) -> None:
    sent = voided(club, played(club, 60, club.ann, club.bob))
    enter(**sent)
    assert enter(**sent, dry_run=True).foretold == Foretold([])


def test_a_batch_tells_at_its_end_what_all_of_it_does(club: Circle) -> None:
    match = played(club, 60, club.ann, club.bob)
    played(club, 50, club.bob, club.ann)
    up_to_date(club)
    swap = {"red": {"id": str(club.bob.pk)}, "white": {"id": str(club.ann.pk)}}
    sent = [
        entry("amend", 1, {"patch": [{"op": "replace", "path": "/players", "value": swap}]}, reason="so it was"),
        entry("amend", 2, {"rated": False}, reason="so it was"),
        entry("undo", 3, {}),
        entry("trick", 4, {}),
    ]
    given: Json = {"viewer": club.scorer, "match_id": match.pk, "entries": sent}
    verdicts = enter_all(**given, dry_run=True)
    assert [verdict.foretold is not None for verdict in verdicts] == [False, False, True, False]
    assert verdicts[-1].refusal is not None
    assert comes_true(club, lambda: verdicts[2].foretold, lambda: enter_all(**given))


def test_a_record_that_is_there_already_moves_nothing(club: Circle) -> None:
    record = Recorder(club, Random(1)).record() | {"played_at": evening(20), "rounds": rounds(5, 2)}
    given: Json = {"viewer": club.scorer, "match_id": uuid.uuid4(), "record": record}
    new: Json = given | {"club_slug": club.club.slug}
    assert told_of(rehearse_create(**new).foretold)
    create_record(**new)
    assert rehearse_create(**new).foretold == Foretold([])
    again = rehearse_replace(**given, tags=None, reason="again")
    assert (again.foretold, again.version, again.changes) == (Foretold([]), 1, {"rounds": []})


def test_a_ladder_that_is_not_up_to_date_is_told_as_if_it_were(club: Circle) -> None:
    first = played(club, 60, club.ann, club.bob)
    played(club, 30, club.bob, club.cleo)
    assert LadderRating.objects.count() == 0
    before_it_was = enter(**voided(club, first), dry_run=True).foretold
    up_to_date(club)
    assert enter(**voided(club, first), dry_run=True).foretold == before_it_was
    # An earlier evening is stale still: from there on both are rated.
    played(club, 65, club.cleo, club.ann)
    before_it_was = enter(**voided(club, first), dry_run=True).foretold
    up_to_date(club)
    assert enter(**voided(club, first), dry_run=True).foretold == before_it_was
    # And the rules of one of them have been changed, from the beginning.
    Ladder.objects.filter(pk=club.daily.pk).update(parameters=ELO | {"factor": 64.0})
    StaleEvening.objects.create(club=club.club, ladder=club.daily, game="marrakesh")
    last = played(club, 1, club.ann, club.bob)
    before_it_was = enter(**voided(club, last), dry_run=True).foretold
    up_to_date(club)
    assert enter(**voided(club, last), dry_run=True).foretold == before_it_was


def test_a_merge_that_would_be_refused_is_refused_when_it_is_rehearsed(club: Circle) -> None:
    played(club, 60, club.ann, club.bob)
    with pytest.raises(Refused, match="have met"):
        rehearse_merge(viewer=club.owner, player_id=club.ann.pk, into=club.bob.pk)
    with pytest.raises(Refused, match="no such player"):
        rehearse_merge(viewer=club.owner, player_id=club.ann.pk, into=uuid.uuid4())
    rehearsed = rehearse_merge(viewer=club.owner, player_id=club.cleo.pk, into=club.bob.pk)
    assert (rehearsed.player.merged_into, rehearsed.foretold) == (club.bob, Foretold([]))
    club.cleo.refresh_from_db()
    assert club.cleo.merged_into is None


# -- who may ask -------------------------------------------------------------------------------------------------------


def test_who_may_not_do_it_may_not_ask_what_it_would_do(club: Circle) -> None:
    match = played(club, 60, club.ann, club.bob)
    record = Recorder(club, Random(1)).record()
    asked: list[Callable[[Any], Any]] = [
        lambda viewer: enter(**voided(club, match) | {"viewer": viewer}, dry_run=True),
        lambda viewer: rehearse_merge(viewer=viewer, player_id=club.cleo.pk, into=club.bob.pk),
        lambda viewer: rehearse_unmerge(viewer=viewer, player_id=club.cleo.pk),
        lambda viewer: rehearse_create(viewer=viewer, match_id=uuid.uuid4(), record=record, club_slug=club.club.slug),
        lambda viewer: rehearse_replace(viewer=viewer, match_id=match.pk, record=record, tags=None, reason="so"),
    ]
    for ask in asked:
        with pytest.raises(NotAllowed):
            ask(club.member)
        for viewer in (club.stranger, club.nobody):
            with pytest.raises(NotHere):
                ask(viewer)
    for ask in asked[1:3]:
        with pytest.raises(NotAllowed):
            ask(club.scorer)


def test_a_device_hears_of_its_match_alone_where_the_club_is_private(club: Circle) -> None:
    match = played(club, 60, club.ann, club.bob)
    user = club.scorer.user
    token, _ = issue_token(user=user, name="tablet", scopes=["record"], club=club.club, match=match)
    device = replace(club.scorer, club_id=club.club.pk, token_id=token.pk, match_id=match.pk)
    assert enter(**voided(club, match) | {"viewer": device}, dry_run=True).foretold is None
    club.club.visibility = "public"
    club.club.save()
    assert told_of(enter(**voided(club, match) | {"viewer": device}, dry_run=True).foretold)


# -- what it costs -----------------------------------------------------------------------------------------------------


def test_one_match_costs_as_many_queries_as_fifty(club: Circle) -> None:
    first = played(club, 60, club.ann, club.bob)
    other = create_player(viewer=club.owner, club_slug=club.club.slug, name="Fay").obj
    played(club, 55, club.bob, other)

    def cost(ask: Callable[[], Any]) -> int:
        with CaptureQueriesContext(connection) as captured:
            ask()
        return len(captured)

    def costs() -> list[int]:
        up_to_date(club)
        merging: Json = {"viewer": club.owner, "player_id": other.pk, "into": club.ann.pk}
        return [cost(lambda: enter(**voided(club, first), dry_run=True)), cost(lambda: rehearse_merge(**merging))]

    for_one = costs()
    for day in range(50):
        played(club, day, *Random(day).sample([club.bob, club.cleo, club.dora, club.emil], 2))
    assert costs() == for_one


# -- by a job ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def _nothing_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(previewing, "MOST_AT_ONCE", 0)


def test_the_size_is_that_of_what_is_rated_anew(club: Circle, monkeypatch: pytest.MonkeyPatch) -> None:
    first = played(club, 60, club.ann, club.bob)
    last = played(club, 1, club.ann, club.bob)  # after the season, on two ladders
    monkeypatch.setattr(previewing, "MOST_AT_ONCE", 2)
    up_to_date(club)
    assert told_of(enter(**voided(club, last), dry_run=True).foretold)
    late = enter(**voided(club, first), dry_run=True).foretold
    assert late is not None
    assert late.ladders is None
    assert Preview.objects.get().pk == late.preview
    # A ladder that is stale from the beginning is rated from there.
    StaleEvening.objects.create(club=club.club, ladder=club.weekly, game="marrakesh")
    assert enter(**voided(club, last), dry_run=True).foretold != Foretold([])
    assert Preview.objects.count() == 2


@pytest.mark.usefixtures("_nothing_at_once")
@pytest.mark.parametrize("what", ["match", "merge"])
def test_a_job_tells_the_same(club: Circle, what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    first = played(club, 60, club.ann, club.bob)
    played(club, 50, club.cleo, club.dora)

    def ask() -> Foretold | None:
        if what == "match":
            return enter(**voided(club, first), dry_run=True).foretold
        return rehearse_merge(viewer=club.owner, player_id=club.cleo.pk, into=club.bob.pk).foretold

    asker = club.scorer if what == "match" else club.owner
    later = ask()
    assert later is not None
    assert later.preview is not None
    waiting = preview_to(asker, later.preview)
    assert (waiting.state, waiting.ladders) == ("queued", None)
    for _ in range(2):
        work_out(preview_id=later.preview)
    done = preview_to(asker, later.preview)
    assert done.state == "done"
    monkeypatch.setattr(previewing, "MOST_AT_ONCE", 5000)
    at_once = ask()
    assert at_once is not None
    assert done.ladders == at_once.ladders != []
    stored = Preview.objects.values_list("hypothesis", "ladders").get()
    assert not any(name in json.dumps(stored) for name in ("Ann", "Bob", "Cleo", "Dora"))


@pytest.mark.usefixtures("_nothing_at_once")
def test_a_question_asked_again_while_it_waits_is_the_same_job(club: Circle) -> None:
    first = played(club, 60, club.ann, club.bob)
    asked = [enter(**voided(club, first), dry_run=True).foretold for _ in range(2)]
    assert asked[0] == asked[1]
    assert asked[0] != enter(**voided(club, first) | {"viewer": club.owner}, dry_run=True).foretold
    for preview in Preview.objects.all():
        work_out(preview_id=preview.pk)
    # What is told may be another by now.
    assert enter(**voided(club, first), dry_run=True).foretold not in asked


@pytest.mark.usefixtures("_nothing_at_once")
def test_a_preview_is_told_to_whoever_asked_for_it(club: Circle) -> None:
    first = played(club, 60, club.ann, club.bob)
    foretold = enter(**voided(club, first), dry_run=True).foretold
    assert foretold is not None
    assert foretold.preview is not None
    for viewer in (club.owner, club.member, club.stranger, club.nobody):
        with pytest.raises(NotHere):
            preview_to(viewer, foretold.preview)
    assert preview_to(club.scorer, foretold.preview).club == club.club
    Membership.objects.filter(user=club.scorer.user).delete()
    with pytest.raises(NotHere):
        preview_to(club.scorer, foretold.preview)


@pytest.mark.usefixtures("_nothing_at_once")
def test_previews_go_after_a_day_and_with_their_club(club: Circle) -> None:
    first = played(club, 60, club.ann, club.bob)
    enter(**voided(club, first), dry_run=True)
    old = Preview.objects.get()
    erase_old()
    assert Preview.objects.exists()
    Preview.objects.update(created_at=timezone.now() - timedelta(hours=25))
    assert previewing.left() == [old.pk]
    erase_old()
    assert not Preview.objects.exists()
    work_out(preview_id=old.pk)
    enter(**voided(club, first), dry_run=True)
    assert previewing.left() == []
    delete_club(viewer=club.owner, slug=club.club.slug, confirm=club.club.slug)
    work_out(preview_id=Preview.objects.get().pk)
    assert Preview.objects.get().state == "queued"
    erase(club_id=club.club.pk)
    assert not Preview.objects.exists()
