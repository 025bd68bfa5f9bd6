"""A match: twelve rounds, the running score, and who wins it by how much.

"As the score pad shows, there are 12 deals (rounds) to a match, and the cards are shuffled after every three rounds."
"If the players are tied at the end of 12 rounds, the winner is the player who has scored in more rounds; if this total
is the same, then the winner is the player who scored the most points in any one round."
"""

from collections.abc import Mapping
from decimal import Context, Decimal
from itertools import accumulate
from typing import Any

from engine.marrakesh import rounds
from engine.marrakesh.cards import ROUNDS_PER_SHUFFLE, Ledger
from engine.marrakesh.record import GRADES, SIDES, well_formed
from engine.violations import Violation, pointer

ROUNDS = 12
OASES = {10: ("oasis", 2), 11: ("great_oasis", 3), 12: ("perfect_oasis", 4)}  # by the rounds the winner scored in
# Room for the sixteen digits of a stake times the five of what a match can come to.
_EXACT = Context(prec=28)

Figures = dict[str, int]


def replay(record: dict[str, Any]) -> dict[str, Any]:
    """Everything the rules make of a record, or the Violation for which it is refused."""
    well_formed(record)
    options = record.get("options") or {}
    if options.get("oasis") and options.get("stake") is None:
        raise Violation("oasis_without_stake", pointer("options", "oasis"))
    played = _rounds(record["rounds"], Ledger(options.get("pack") or "single"))
    points = {side: [one["score"][side]["total"] for one in played if one["complete"]] for side in SIDES}
    totals = {side: sum(points[side]) for side in SIDES}
    rounds_scored = {side: len(points[side]) - points[side].count(0) for side in SIDES}
    best_round = {side: max(points[side], default=0) for side in SIDES}
    complete = len(points["red"]) == ROUNDS
    return {
        "complete": complete,
        "grade": grade(played),
        "rounds": played,
        "running": [*map(list, zip(*(accumulate(points[side]) for side in SIDES), strict=True))],
        "totals": totals,
        "rounds_scored": rounds_scored,
        "best_round": best_round,
        "result": _result(totals, rounds_scored, best_round, options) if complete else None,
    }


def grade(played: list[dict[str, Any]]) -> str:
    """A match's grade is the lowest of its rounds."""
    grades = {one["grade"] for one in played}
    return next((grade for grade in GRADES if grade in grades), GRADES[-1])


def awaiting(record: Mapping[str, Any], replay: Mapping[str, Any]) -> dict[str, Any] | None:
    """The round, trick and leader that come next; a round without a trick when its setup is to be thrown."""
    if replay["complete"]:
        return None
    played = replay["rounds"]
    if not played or played[-1]["complete"]:
        return {"round": len(played) + 1, "trick": None, "leader": None}
    tricks = played[-1]["tricks"]
    leader = tricks[-1]["winner"] if tricks else played[-1]["leader"]
    return {"round": len(played), "trick": len(tricks) + 1, "leader": leader}


def due(awaited: Mapping[str, Any]) -> str:
    """What comes next, said to whoever has entered something else."""
    if awaited["trick"] is None:
        return f"Next is the beginning of round {awaited['round']}."
    return f"Next is round {awaited['round']}, trick {awaited['trick']}: {awaited['leader'].capitalize()} leads."


def _rounds(given: list[dict[str, Any]], ledger: Ledger) -> list[dict[str, Any]]:
    played: list[dict[str, Any]] = []
    for index, round_ in enumerate(given):
        place = ("rounds", index)
        if played and not played[-1]["complete"]:
            raise Violation("round_incomplete", pointer("rounds", index - 1))
        if index == ROUNDS:
            raise Violation("too_many_rounds", pointer(*place), {"most": ROUNDS})
        if index % ROUNDS_PER_SHUFFLE == 0 or round_.get("reshuffled"):
            ledger.shuffle()
        played.append(rounds.replay(round_, place, ledger))
    return played


def _result(totals: Figures, rounds_scored: Figures, best_round: Figures, options: Mapping[str, Any]) -> dict[str, Any]:
    winner, decided_by = _winner({"score": totals, "rounds_scored": rounds_scored, "best_round": best_round})
    margin = abs(totals["red"] - totals["white"])
    oasis, multiplier = None, 1
    if winner is not None and options.get("oasis"):
        oasis, multiplier = OASES.get(rounds_scored[winner], (None, 1))
    return {
        "winner": winner,
        "decided_by": decided_by,
        "margin": margin,
        "oasis": oasis,
        "multiplier": multiplier,
        "payoff_points": margin * multiplier,
        "payoff": _payoff(margin * multiplier, options.get("stake")),
    }


def _winner(tiebreaks: Mapping[str, Figures]) -> tuple[str | None, str | None]:
    """The first tiebreak that tells the players apart says who wins; when none does, the match is drawn."""
    for name, figures in tiebreaks.items():
        if figures["red"] != figures["white"]:
            return max(SIDES, key=figures.__getitem__), name
    return None, None


def _payoff(points: int, stake: Mapping[str, str] | None) -> dict[str, str] | None:
    """Exact, and with the stake's own decimals."""
    if stake is None:
        return None
    amount = _EXACT.multiply(Decimal(stake["amount"]), points)
    return {"amount": f"{amount:f}", "currency": stake["currency"]}
