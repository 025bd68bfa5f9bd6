"""One round: setup, cards seen by accident, tricks, cards left unplayed, a ruling; or what an old score pad says of it.

"Play to the round does not end when one player has borne off all his men; it continues until the opponent has had
either three turns or has also taken off all of his men."
"""

from typing import Any

from engine.marrakesh.bearing_off import MEN, Board, board_of, pips
from engine.marrakesh.cards import Ledger, Place
from engine.marrakesh.record import SIDES
from engine.marrakesh.scoring import OVAL_PATTERNS, ROUND_SCORES, pips_range, score
from engine.marrakesh.table import CARDS_IN_HAND, Table, Written, require_note
from engine.violations import Violation, pointer


def replay(round_: Written, place: Place, ledger: Ledger) -> dict[str, Any]:
    """What the rules make of a round, checked in the order in which it was played."""
    boards = _setup(round_, place)
    for index, card in enumerate(round_.get("exposed") or ()):
        ledger.count(card, (*place, "exposed", index))
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
    for side in SIDES:
        dice = setup[side]
        if len(dice) != MEN or min(dice) < 1 or max(dice) > 6:
            raise Violation("bad_setup", pointer(*place, "setup", side), {"side": side, "found": dice})
    boards = {side: board_of(setup[side]) for side in SIDES}
    if boards["red"] == boards["white"]:
        raise Violation("identical_setups", pointer(*place, "setup"), {"found": sorted(setup["red"], reverse=True)})
    return boards


# -- grade: tricks ------------------------------------------------------------------------------------------------


def _by_tricks(round_: Written, boards: dict[str, Board] | None, place: Place, ledger: Ledger) -> dict[str, Any]:
    assert boards is not None  # the shape of a record asks for the setup at this grade
    opening = opening_leader(boards)
    table = Table(boards, opening, ledger)
    tricks = [table.play(trick, (*place, "tricks", index)) for index, trick in enumerate(round_["tricks"])]
    if round_.get("unplayed"):
        if not table.over:
            raise Violation("round_incomplete", pointer(*place, "unplayed"), {"waiting": table.waiting()})
        _unplayed(round_["unplayed"], place, ledger, tricks=len(tricks))
    for side, index, card in table.withdrawn:
        _account_for(card, side, index, round_, table, place)
    if not table.over and round_.get("ruling") is not None:
        raise Violation("round_incomplete", pointer(*place, "ruling"), {"waiting": table.waiting()})
    left = {side: pips(board) for side, board in table.boards.items()}
    return {
        "complete": table.over,
        "grade": "tricks",
        "irregular": any(trick["irregular"] for trick in tricks),
        "leader": tricks[0]["leader"] if tricks else opening,
        "tricks": tricks,
        "ovals": table.ovals,
        "score": score(table.ovals, left) if table.over else None,
    }


def _unplayed(unplayed: Written, place: Place, ledger: Ledger, tricks: int | None) -> None:
    """ "Any unplayed cards are turned face up for inspection": the rest of each hand, and out of the pack."""
    for side in SIDES:
        cards = unplayed.get(side)
        if cards is None:
            continue
        where = (*place, "unplayed", side)
        if tricks is not None and len(cards) != CARDS_IN_HAND - tricks:
            found = {"side": side, "expected": CARDS_IN_HAND - tricks, "tricks": tricks, "found": len(cards)}
            raise Violation("wrong_unplayed", pointer(*where), found)
        for index, card in enumerate(cards):
            ledger.count(card, (*where, index))


def _account_for(card: str, side: str, index: int, round_: Written, table: Table, place: Place) -> None:
    """A card taken back is still in the hand: it is played to a later trick or left unplayed.

    A hand that is not known to the last card may still hold it; then it is one more card seen.
    """
    hand, left = table.hands[side], (round_.get("unplayed") or {}).get(side)
    where = (*place, "tricks", index, "withdrawn")
    if card in hand[index + 1 :] or card in (left or ()):
        return
    if left is not None or len(hand) == CARDS_IN_HAND:
        raise Violation("withdrawn_not_played", pointer(*where), {"side": side, "card": card})
    if (side, card) not in [(other, earlier) for other, at, earlier in table.withdrawn if at < index]:
        table.ledger.count(card, where)


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
            found = {"side": side, "men": possible[0], "least": possible[0], "most": possible[-1], "found": pips[side]}
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
    if (red, white) not in ROUND_SCORES and not _stood(round_):
        raise Violation("impossible_points", pointer(*place, "points"), {"red": red, "white": white})
    unknown = {"offensive": None, "defensive": None, "pips": None}
    return {
        "complete": True,
        "grade": "points",
        "irregular": False,
        "tricks": None,
        "ovals": None,
        "score": {"red": {**unknown, "total": red}, "white": {**unknown, "total": white}},
    }


def _stood(round_: Written) -> bool:
    """Whether a ruling says that the points on the pad stood, by itself or with the same points."""
    ruling = round_.get("ruling")
    return ruling is not None and ruling.get("points") in (None, round_["points"])


def _rule(replayed: dict[str, Any], ruling: Written, place: Place) -> None:
    """The score that stood although the rules say otherwise."""
    require_note(ruling, place)
    for side, points in (ruling.get("points") or {}).items():
        replayed["score"][side]["total"] = points
    replayed["irregular"] = True
