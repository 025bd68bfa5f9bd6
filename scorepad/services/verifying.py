"""The statistics verified: are the tables what a rebuild from nothing would make them?

Facts are found anew beside those that are stored, and totals added up anew; nothing is written but what was found. What
is stale is known to be out of date, and left to the job that sees to it.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from scorepad.games import GAMES, GameHere
from scorepad.models import Club, LedgerCheck, Match, Stale
from scorepad.selectors.facts import ABOUT, Row, columns, facts_of, stored_facts
from scorepad.selectors.rows import snapshot
from scorepad.services import checking, locks
from scorepad.services.checking import Problem
from scorepad.services.totals import differing_totals

LOCK = 0xC0047


@contextmanager
def alone(*, patience: float) -> Iterator[bool]:
    """Whether nobody else verifies the statistics for as long as this lasts."""
    with locks.alone(LOCK, patience=patience) as mine:
        yield mine


def check_on(*, check: LedgerCheck) -> Iterator[int]:
    """Go on with a check of the statistics, as `checking.walk` does."""
    return checking.walk(check, problems_of_facts, problems_of_all)


def problems_of_facts(matches: Sequence[Match]) -> Iterator[Problem]:
    """What of the facts of these matches is not what they say, as of the moment at which this is asked."""
    ids = [match.pk for match in matches]
    stale = set(Stale.objects.filter(match__in=ids).values_list("match", flat=True))
    settled = [match for match in ids if match not in stale]
    found = facts_of(settled)
    for match, why in found.uncountable.items():
        yield Problem(str(match), "uncountable", why)
    countable = [match for match in settled if match not in found.uncountable]
    for key, game in GAMES.items():
        yield from _differing(game, found.rows[key], stored_facts(game, countable))


def problems_of_all() -> Iterator[Problem]:
    """Facts of matches that are not there, and totals that are not the sum of their facts."""
    with snapshot():
        stale = set(Stale.objects.filter(player__isnull=False).values_list("player", flat=True))
        for game in GAMES.values():
            # Of a club that is being erased, matches go before facts.
            erased = Club.objects.filter(deleted_at__isnull=False).values("pk")
            kept = game.facts._default_manager.exclude(club__in=erased)
            lost = kept.exclude(match__in=Match.objects.values("pk"))
            for match in lost.order_by("match").values_list("match", flat=True).distinct():
                yield Problem(str(match), "no_match", "facts of a match that is not there")
            for player, difference in differing_totals(game):
                if player not in stale:
                    yield Problem(str(player), "totals", difference)


def _differing(game: GameHere, wanted: Sequence[Row], stored: Sequence[Row]) -> Iterator[Problem]:
    should, there = (_by_seat(rows) for rows in (wanted, stored))
    for seat in sorted({*should, *there}):
        if should.get(seat) != there.get(seat):
            either = should.get(seat) or there[seat]
            yield Problem(str(either[ABOUT.index("match_id")]), "facts", _said(game, should.get(seat), there.get(seat)))


def _by_seat(rows: Sequence[Row]) -> dict[int, Row]:
    return {row[0]: row for row in rows}


def _said(game: GameHere, wanted: Row | None, stored: Row | None) -> str:
    if stored is None or wanted is None:
        return "a seat without facts" if stored is None else "facts of a seat that counts nowhere"
    different = zip(columns(game), wanted, stored, strict=True)
    return f"seat {wanted[0]}: " + "; ".join(
        f"{name} {found}, should be {should}" for name, should, found in different if should != found
    )
