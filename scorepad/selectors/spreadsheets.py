"""A club's matches, and their complete rounds, as tables for a spreadsheet: CSV (RFC 4180), a batch of lines at a time.

Whoever reads the club reads them: there is no card in them and no stake. A person stands under the name he has today,
whichever of his players was seated. No transaction stays open while a slow reader takes his time.

What people wrote must not become a formula on somebody else's screen: a text that a spreadsheet might take for one gets
an apostrophe before it, also where a program that parts cells at semicolons or tabs would begin a cell.
"""

import csv
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from uuid import UUID

from django.db.models import Prefetch, QuerySet

from scorepad.games import GAMES
from scorepad.models import Match, Round, Seat
from scorepad.selectors.access import Viewer, club_to
from scorepad.selectors.rows import AT_A_TIME, snapshot

Cell = str | int | float | None

SEATS = range(1, 1 + max(len(game.rules.seats) for game in GAMES.values()))
OF_MATCHES = [
    *("match", "played_on", "played_at", "game", "table", "status", "forfeited_by", "void", "duplicate_of"),
    *("played", "rated", "counted", "grade", "rounds"),
    *(f"{what}_{seat}" for seat in SEATS for what in ("seat", "player", "player_id", "score", "place")),
]
OF_ROUNDS = [
    *("match", "played_on", "game", "status", "void", "round", "grade", "irregular"),
    *(f"{what}_{seat}" for seat in SEATS for what in ("seat", "player", "player_id", "score")),
]

# The wide forms are read as the plain ones where people write them.
_FORMULA = re.compile("(^|[;\t\r\n])(?=[ \u3000]*[=+\\-@\t\r\n＝＋－＠])")


def matches_table(*, viewer: Viewer, slug: str) -> Iterator[str]:
    """A line for each match, the earliest first."""
    return _table(viewer, slug, OF_MATCHES, lambda match: [_of_match(match)])


def rounds_table(*, viewer: Viewer, slug: str) -> Iterator[str]:
    """A line for each complete round, match by match."""
    return _table(viewer, slug, OF_ROUNDS, lambda match: [_of_round(match, each) for each in match.rounds.all()])


def plain(text: str) -> str:
    """The text as no spreadsheet takes it for a formula."""
    return _FORMULA.sub(r"\1'", text)


def _table(
    viewer: Viewer, slug: str, columns: Sequence[str], lines: Callable[[Match], list[list[Cell]]]
) -> Iterator[str]:
    """Who may not read is refused before anything is sent."""
    club = club_to("read", viewer=viewer, slug=slug)
    # The ids first, so that nobody who moves a match to another evening meanwhile moves it past the reader.
    ids = list(Match.objects.filter(club=club).order_by("played_at", "pk").values_list("pk", flat=True))
    return _stream(ids, columns, lines)


def _stream(ids: Sequence[UUID], columns: Sequence[str], lines: Callable[[Match], list[list[Cell]]]) -> Iterator[str]:
    yield csv_of([columns])
    for start in range(0, len(ids), AT_A_TIME):
        some = ids[start : start + AT_A_TIME]
        with snapshot():
            found = {match.pk: match for match in _matches().filter(pk__in=some)}
        yield csv_of(line for pk in some if pk in found for line in lines(found[pk]))


def _matches() -> QuerySet[Match]:
    complete = Round.objects.filter(complete=True).defer("replay", "note").order_by("number")
    seats = Seat.objects.select_related("player__root").order_by("number")
    matches = Match.objects.defer("summary", "note", "ext", "options", "awaiting", "objection")
    return matches.prefetch_related(Prefetch("seats", seats), Prefetch("rounds", complete))


def _of_match(match: Match) -> list[Cell]:
    about: list[Cell] = [
        *(str(match.pk), match.played_on.isoformat(), match.played_at_written, match.game, match.table, match.status),
        *(match.forfeited_by, _said(match.void), str(match.duplicate_of_id or "")),
        *(_said(match.counts[name]) for name in ("played", "rated", "counted")),
        *(match.grade, len(match.rounds.all())),
    ]
    for seat in match.seats.all():
        about += [*_who(seat), seat.score, seat.place]
    return about


def _of_round(match: Match, round_: Round) -> list[Cell]:
    about: list[Cell] = [
        *(str(match.pk), match.played_on.isoformat(), match.game, match.status, _said(match.void)),
        *(round_.number, round_.grade, _said(round_.irregular)),
    ]
    for seat, score in zip(match.seats.all(), round_.scores, strict=True):
        about += [*_who(seat), score]
    return about


def _who(seat: Seat) -> list[Cell]:
    person = seat.player.root or seat.player
    return [seat.key, person.name, str(person.pk)]


def _said(value: bool) -> str:
    return "true" if value else "false"


def csv_of(lines: Iterable[Iterable[Cell]]) -> str:
    """The lines as they are sent; a number in the fewest digits that tell it from any other."""
    return "".join(
        _WRITER.writerow([plain(cell) if isinstance(cell, str) else cell for cell in line]) for line in lines
    )


class _Back:
    """A file for the writer that gives each line back."""

    def write(self, line: str) -> str:
        return line


_WRITER = csv.writer(_Back())
