"""One round: setup, cards seen by accident, tricks, cards left unplayed, a ruling; or what an old score pad says of it.

"Play to the round does not end when one player has borne off all his men; it continues until the opponent has had
either three turns or has also taken off all of his men."
"""

from typing import Any

from engine.marrakesh.bearing_off import PIPS_ON, SETUPS, Board
from engine.marrakesh.cards import Ledger, Place
from engine.marrakesh.record import RULED_POINTS, SIDES
from engine.marrakesh.scoring import OVAL_PATTERNS, ROUND_SCORES, pips_range, score
from engine.marrakesh.table import TRICKS, Table, Written, require_note
from engine.violations import Violation, pointer

UNKNOWN = {"offensive": None, "defensive": None, "pips": None}  # of a score of which only the total is known


def replay(round_: Written, place: Place, ledger: Ledger) -> dict[str, Any]:
    """What the rules make of a round, checked in the order in which it was played."""
    boards = _setup(round_, place)
    for index, card in enumerate(round_.get("exposed") or ()):
        ledger.count(card, (*place, "exposed"), index)
    if round_.get("tricks") is not None:
        replayed = _by_tricks(round_, boards, place, ledger)
    else:
        replayed = _by_ovals(round_, place) if round_.get("ovals") is not None else _by_points(round_, place)
        replayed["leader"] = boards and opening_leader(boards)
        _unplayed(round_.get("unplayed") or {}, place, ledger, tricks=None)
    ruling = round_.get("ruling")
    if ruling is not None:
        _rule(replayed, ruling, place)
    return replayed


def opening_leader(boards: dict[str, Board]) -> str:
    """ "The player with more Ones in his opening setup makes the opening lead"; if equal, more Twos, and so forth."""
    return max(SIDES, key=boards.__getitem__)


def _setup(round_: Written, place: Place) -> dict[str, Board] | None:
    setup = round_.get("setup")
    if setup is None:
        return None
    boards: dict[str, Board] = {}
    for side in SIDES:
        board = SETUPS.get(tuple(sorted(setup[side])))
        if board is None:
            raise Violation("bad_setup", pointer(*place, "setup", side), {"side": side, "found": setup[side]})
        boards[side] = board
    if boards["red"] == boards["white"]:
        raise Violation("identical_setups", pointer(*place, "setup"), {"found": sorted(setup["red"], reverse=True)})
    return boards


# -- grade: tricks ------------------------------------------------------------------------------------------------


def _by_tricks(round_: Written, boards: dict[str, Board] | None, place: Place, ledger: Ledger) -> dict[str, Any]:
    assert boards is not None  # the shape of a record asks for the setup at this grade
    opening = opening_leader(boards)
    table = Table(boards, opening, ledger)
    rounds, number = place
    tricks = [table.play(trick, (rounds, number, "tricks", index)) for index, trick in enumerate(round_["tricks"])]
    unplayed = round_.get("unplayed") or {}
    if not table.over and any(cards is not None for cards in unplayed.values()):
        raise Violation("round_incomplete", pointer(*place, "unplayed"), {"waiting": table.waiting()})
    _unplayed(unplayed, place, ledger, tricks=len(tricks))
    _withdrawn(table.withdrawn, round_, tricks, place, ledger)
    if not table.over and round_.get("ruling") is not None:
        raise Violation("round_incomplete", pointer(*place, "ruling"), {"waiting": table.waiting()})
    pips = {side: PIPS_ON[board] for side, board in table.boards.items()}
    return {
        "complete": table.over,
        "grade": "tricks",
        "irregular": table.irregular,
        "leader": tricks[0]["leader"] if tricks else opening,
        "tricks": tricks,
        "ovals": table.ovals,
        "score": score(table.ovals, pips) if table.over else None,
    }


def _unplayed(unplayed: Written, place: Place, ledger: Ledger, tricks: int | None) -> None:
    """ "Any unplayed cards are turned face up for inspection": the rest of each hand, and out of the pack."""
    for side in SIDES:
        cards = unplayed.get(side)
        if cards is None:
            continue
        where = (*place, "unplayed", side)
        if tricks is not None and len(cards) != TRICKS - tricks:
            found = {"side": side, "expected": TRICKS - tricks, "tricks": tricks, "found": len(cards)}
            raise Violation("wrong_unplayed", pointer(*where), found)
        for index, card in enumerate(cards):
            ledger.count(card, where, index)


def _withdrawn(
    withdrawn: list[int], round_: Written, tricks: list[dict[str, Any]], place: Place, ledger: Ledger
) -> None:
    """A card taken back is still in the hand: it is played to a later trick or left unplayed.

    A hand that is not known to the last card may still hold it; then it is one more card that was seen.
    """
    held: set[tuple[str, str]] = set()
    for index in withdrawn:
        card, side, where = round_["tricks"][index]["withdrawn"], tricks[index]["leader"], (*place, "tricks", index)
        rest = _rest_of_hand(round_, tricks, side, index)
        if card in rest:
            continue
        if len(rest) == TRICKS - 1 - index:
            raise Violation("withdrawn_not_played", pointer(*where, "withdrawn"), {"side": side, "card": card})
        if (side, card) not in held:
            held.add((side, card))
            ledger.count(card, where, "withdrawn")


def _rest_of_hand(round_: Written, tricks: list[dict[str, Any]], side: str, index: int) -> list[str]:
    """What this side is known to have held besides the card it led to this trick: played later, or left unplayed."""
    later = zip(round_["tricks"][index + 1 :], tricks[index + 1 :], strict=True)
    played = [given["lead" if trick["leader"] == side else "reply"] for given, trick in later]
    return played + ((round_.get("unplayed") or {}).get(side) or [])


# -- grades: ovals and points -------------------------------------------------------------------------------------


def _by_ovals(round_: Written, place: Place) -> dict[str, Any]:
    """Each side's sequence by itself, and pips between the men left and six times as many."""
    ovals, pips = round_["ovals"], round_.get("pips") or dict.fromkeys(SIDES, 0)
    for side in SIDES:
        if tuple(ovals[side]) not in OVAL_PATTERNS:
            raise Violation("impossible_ovals", pointer(*place, "ovals"), {"side": side, "found": ovals[side]})
    for side in SIDES if round_.get("pips") is not None else ():
        possible = pips_range(ovals[side])
        if pips[side] not in possible:
            left = {"men": possible[0], "least": possible[0], "most": possible[-1]} if possible[0] else {"expected": 0}
            found = {"side": side, **left, "found": pips[side]}
            raise Violation("impossible_ovals", pointer(*place, "pips"), found)
    return {
        "complete": True,
        "grade": "ovals",
        "irregular": False,
        "tricks": None,
        "ovals": {side: [*ovals[side]] for side in SIDES},
        "score": score(ovals, pips),
    }


def _by_points(round_: Written, place: Place) -> dict[str, Any]:
    red, white = (round_["points"][side] for side in SIDES)
    if (red, white) not in ROUND_SCORES:
        _require_ruled(round_, red, white, place)
    return {
        "complete": True,
        "grade": "points",
        "irregular": False,
        "tricks": None,
        "ovals": None,
        "score": {"red": {**UNKNOWN, "total": red}, "white": {**UNKNOWN, "total": white}},
    }


def _require_ruled(round_: Written, red: int, white: int, place: Place) -> None:
    """Points that no round ends with are unchecked where a ruling says that they stood, by itself or with the same
    points; they are still what a ruling can say."""
    ruling, found = round_.get("ruling"), {"red": red, "white": white}
    if ruling is None or ruling.get("points") not in (None, round_["points"]):
        raise Violation("impossible_points", pointer(*place, "points"), found)
    if red not in RULED_POINTS or white not in RULED_POINTS:
        raise Violation("impossible_points", pointer(*place, "points"), {**found, "most": RULED_POINTS[-1]})


def _rule(replayed: dict[str, Any], ruling: Written, place: Place) -> None:
    """The score that stood although the rules say otherwise."""
    require_note(ruling, place)
    for side, points in (ruling.get("points") or {}).items():
        replayed["score"][side]["total"] = points
    replayed["irregular"] = True
