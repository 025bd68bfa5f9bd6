"""The tables that the recorder looks things up in, written out for a browser.

Everything here is what the other modules of this folder say, asked case by case; nothing is decided. `text` is the
whole of `table.js`, which stands beside the recorder's modules: `make table` writes it, and a test compares them.
"""

import json
from collections.abc import Iterable, Iterator
from typing import Any

from engine.marrakesh.bearing_off import MEN, POINTS, plays
from engine.marrakesh.cards import CARDS, NUMBERS, PACKS, ROUNDS_PER_SHUFFLE
from engine.marrakesh.matches import OASES, ROUNDS
from engine.marrakesh.record import FORMAT, RULED_POINTS
from engine.marrakesh.scoring import DEFENSIVE, OFFENSIVE, OVAL_PATTERNS, ROUND_SCORES, TURNS, defensive, offensive
from engine.marrakesh.table import TRICKS
from engine.marrakesh.tricks import EXTRA_AFTER_TRIPLES, EXTRA_BY_MATCHES, judge

KINDS = {"plain": "p", "suit_match": "s", "doubles": "d", "triples": "t"}
_PLACES = range(1, 1 << len(POINTS))


def text() -> str:
    """The module as it is kept, each table under a sentence that says how to read it."""
    return "\n".join(["// Written by the engine (`make table`); not to be changed by hand.", *_tables()]) + "\n"


def _tables() -> Iterator[str]:
    yield _one("FORMAT", FORMAT)
    for name, value in _NUMBERS.items():
        yield _one(name, value)
    yield _one("NUMBERS", NUMBERS, "What a rank counts; Q is the Null.")
    yield _rows("PACKS", _packs(), "How often each pack holds a Null, and how often any other card.", "{}")
    yield _rows("CARDS", _suits(), "The cards of each suit.")
    yield _one("KINDS", {letter: kind for kind, letter in KINDS.items()}, "Letters of TRICKS.")
    yield _rows("TRICKS", _tricks(), "By the lead, for each reply in turn: the kind, a capital when the receiver wins.")
    yield _one("EXTRA_BY_MATCHES", EXTRA_BY_MATCHES, "How often an extra card is played that matches in 0, 1, 2 ways.")
    yield _one("EXTRA_AFTER_TRIPLES", EXTRA_AFTER_TRIPLES)
    yield _rows(
        "MOVES", _moves(), "By number, for the points that are occupied (bit 0 is point 1): those a man may leave."
    )
    yield _rows(
        "SCORES", _scores(), "What the ovals of a side score for it, and what they give the opponent: names and points."
    )
    yield _rows("ROUND_SCORES", _round_scores(), "By Red's points: every score of White's that a round can end with.")
    yield _one("OASES", {str(scored): name for scored, name in OASES.items()}, "By the rounds a winner scored in.")


_NUMBERS = {
    "ROUNDS": ROUNDS,
    "ROUNDS_PER_SHUFFLE": ROUNDS_PER_SHUFFLE,
    "TRICKS_IN_A_ROUND": TRICKS,
    "TURNS": TURNS,
    "MEN": MEN,
    "MOST_POINTS": RULED_POINTS[-1],
}


def _one(name: str, value: Any, about: str = "") -> str:
    return _about(about) + f"export const {name} = {_json(value)};"


def _rows(name: str, rows: Iterable[str], about: str, brackets: str = "[]") -> str:
    """A table with a row to a line."""
    return "\n".join([_about(about) + f"export const {name} = {brackets[0]}", *rows, f"{brackets[1]};"])


def _about(sentence: str) -> str:
    return f"\n// {sentence}\n" if sentence else ""


def _json(value: Any) -> str:
    return json.dumps(value)


def _packs() -> Iterator[str]:
    for name, copies in PACKS.items():
        yield f"  {name}: {_json([copies['QS'], copies['AS']])},"


def _suits() -> Iterator[str]:
    for at in range(0, len(CARDS), len(NUMBERS)):
        yield f"  {_json(CARDS[at : at + len(NUMBERS)])[1:-1]},"


def _tricks() -> Iterator[str]:
    for lead in CARDS:
        judged = [judge(lead, reply) for reply in CARDS]
        letters = [KINDS[trick.kind].upper() if trick.receiver_wins else KINDS[trick.kind] for trick in judged]
        yield f"  {_json(''.join(letters))},"


def _moves() -> Iterator[str]:
    """Which men a number may move depends only on which points are occupied, so one man stands on each of these."""
    yield "  [],"
    for number in POINTS:
        able = [0]
        for places in _PLACES:
            board = tuple(places >> point & 1 for point in range(len(POINTS)))
            able.append(sum(1 << int(play[0]) - 1 for play in plays(board, number)))
        yield f"  {_json(able)},"


def _scores() -> Iterator[str]:
    for ovals in sorted(OVAL_PATTERNS):
        own, given = offensive(ovals), defensive(ovals)
        row = "".join(map(str, ovals)), own, OFFENSIVE.get(own or "", 0), given, DEFENSIVE.get(given or "", 0)
        yield f"  {_json(row)},"


def _round_scores() -> Iterator[str]:
    for red in range(max(red for red, _ in ROUND_SCORES) + 1):
        yield f"  {_json(sorted(white for reds, white in ROUND_SCORES if reds == red))},"
