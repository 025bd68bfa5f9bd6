"""Plans become rows. Whoever calls has the match locked, or has just made it.

A new match is stored whole, many at a time; an entry stores its line and whatever rows differ after it. Both store the
same rows: those that `rows_for` makes of the history.
"""

from collections.abc import Iterable, Mapping

from django.db.models import Model

from scorepad.models import Club, Entry, Match, Round, Seat
from scorepad.selectors.journal import Line
from scorepad.selectors.rows import Rows
from scorepad.services import seating, staleness
from scorepad.services.planning import History, Plan
from scorepad.services.rowing import MATCH, Differences, differences, rows_for


def store_new(created: Iterable[tuple[Club, History]]) -> list[Match]:
    """Matches that were not there before, each with its whole journal."""
    matches, rows = [], []
    for whole, history in whole_rows(created):
        matches.append(whole.match)
        rows += [whole.match, *whole.seats, *whole.rounds, *(row for hung in whole.of_round.values() for row in hung)]
        rows += [entry_row(whole.match, line) for line in history.lines]
    _insert(rows)
    staleness.mark_matches(match for match in matches if match.counts["counted"])
    return matches


def whole_rows(created: Iterable[tuple[Club, History]]) -> list[tuple[Rows, History]]:
    """All rows of matches that are not there yet, hung together, with their players held on their seats."""
    wholes = [(rows_for(club, history), history) for club, history in created]
    seating.hold([seat.player_id for seat in rows.seats] for rows, _ in wholes)
    for rows, _ in wholes:
        _hang(rows, {})
    return wholes


def store(club: Club, before: Rows, plan: Plan) -> None:
    """One more line of the journal, and what it changes."""
    _insert([entry_row(before.match, plan.line)])
    store_differences(before, rows_for(club, plan.after, before.match))


def store_differences(before: Rows, wanted: Rows) -> Differences:
    """Make the rows that are there those that are wanted. What today's engine accepts, it has nothing against."""
    found = differences(before, wanted)
    counted = before.match.counts["counted"] or wanted.match.counts["counted"]
    since = min(before.match.played_on, wanted.match.played_on)
    if found.seats_somebody:
        seating.hold([[seat.player_id for seat in wanted.seats]], place="")
    _hang(wanted, {round_.number: round_ for round_ in before.rounds})
    for row in reversed(list(found.surplus.values())):
        row.delete()
    for key, change in found.changed.items():
        if key != MATCH:
            _update(change.old, change.new, change.fields)
    own = found.changed[MATCH].fields if MATCH in found.changed else ()
    _update(before.match, wanted.match, ("rules_version", "objection", "updated_at", *own))
    _insert(list(found.missing.values()))
    if counted:
        staleness.mark_matches([before.match], since=since)
    return found


def _hang(rows: Rows, there: Mapping[int, Round]) -> None:
    """Hang what the game keeps of each round on the round that is there, or else on the one about to be stored."""
    for round_ in rows.rounds:
        for row in rows.of_round[round_.number]:
            row.round = there.get(round_.number, round_)


def _insert(rows: list[Model]) -> None:
    """Insert rows of any kind, each model's at once, parents first."""
    first: list[type[Model]] = [Match, Entry, Seat, Round]
    for model in dict.fromkeys([*first, *(type(row) for row in rows)]):
        of_model = [row for row in rows if type(row) is model]
        if of_model:
            model._default_manager.bulk_create(of_model, batch_size=1000)


def _update(old: Model, new: Model, fields: tuple[str, ...]) -> None:
    for name in fields:
        setattr(old, name, getattr(new, name))
    old.save(update_fields=[old._meta.get_field(name).name for name in fields])


def entry_row(match: Match, line: Line) -> Entry:
    return Entry(
        match=match,
        version=line.version,
        entry_id=line.id,
        kind=line.kind,
        data=line.data,
        reason=line.reason,
        undoes=line.undoes,
        actor_id=line.actor_id,
        token_id=line.token_id,
        device=line.device,
        entered_at=line.entered_at,
        imported_id=line.imported_id,
        claimed_at=line.claimed_at,
    )
