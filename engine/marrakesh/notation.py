r"""The text form of a match, `marrakesh-text/1`: a record as a person would write it, dump and parse twins.

::

    [Format "marrakesh-text/1"]
    [Id "0b2b7f2e-6c0e-4f6e-9a51-0d7a0f6f2a10"]
    [Played "2026-11-29T19:30:00+01:00"]
    [Red "Ann"]
    [White "Bob"]
    [Pack "single"]
    [Stake "0.25 EUR"]
    [Oasis "yes"]

    Round 1  red 6 1 2 6 4 5  white 3 5 6 1 4 2  exposed 3S
    1. AS 6D  6/off 1/off
    2. white QH 6C  withdrawn QD  board 0 1 1 1 0 0
    3. 5H 5H  extra 2C  5/off 6/1 6/1 4/off 2/off 1/off 1/off 1/off   # Backgammon!
    4. 4H QD
    End  unplayed red 4S 3C white QS 4S  note "Bob sighed"

    Round 2  ovals red 2 2 1 white 0 1 1  pips red 4 white 9
    Round 3  points red 6 white 1

Words stand apart; case, blank lines and the number of blanks do not matter, commas, colons and semicolons count
as blanks, and `#` begins a comment that is not kept. A line that begins neither a tag nor a statement continues the
statement before it. ::

    text      = { tag } { round }
    tag       = "[" name value "]"            Format comes first; each tag once at most
    round     = "Round" NUMBER { clause } { trick } [ "End" { clause } ]
    clause    = ["setup"] sides(INTEGERS)     the opening setups; "setup" may be left out
              | "exposed" CARDS | "reshuffled" [ "yes" | "no" ]
              | "ovals" sides(INTEGERS) | "pips" sides(INTEGER) | "points" sides(INTEGER)
              | "unplayed" sides(CARDS)
              | "ruling" [ TEXT ] [ "points" sides(INTEGER) ]
              | "note" TEXT
    trick     = NUMBER "." [ leader ] CARD CARD { detail }      the leader's card, then the receiver's
    detail    = "withdrawn" CARD | "extra" CARD | "disregarded" [ "yes" | "no" ]
              | ["plays"] PLAYS | "board" INTEGERS
              | "ruling" [ TEXT ] { "leader" side | "winner" side | "board" INTEGERS }
              | "note" TEXT
    sides(x)  = "red" x ["white" x] | "white" x ["red" x] | "none"
    leader    = side | "r" | "w"
    side      = "red" | "white"
    CARDS, PLAYS, INTEGERS = one or more, or "none"

Rounds and the tricks of a round are numbered from 1. Clauses and details come in any order, each once at most; all of a
`ruling` stands together. `none` is an empty list, a clause left out is a field left out, and the two are kept apart.
A round with neither `ovals` nor `points` is one of tricks.

A TEXT is a JSON string: double quotes, on one line, with `\n`, `\"`, `\\` and `\u00e9` as in JSON. A CARD or a
PLAY that is none may be given so too, and is then for the rules to refuse; `A♠` is the same as `AS`.

Tags: Format; Id; Played; Red and White, the names, RedId and WhiteId; Pack; Stake, amount and currency; Oasis, "yes" or
"no"; Options, only as `[Options none]`, for options that are there but empty; Note; Ext, whose value is a JSON object.
"""

from collections.abc import Callable, Iterable
from typing import Any

from engine.marrakesh.reading import TEXT_FORMAT, parse
from engine.marrakesh.record import SIDES, normalised
from engine.marrakesh.words import card_word, json_line, play_word
from engine.violations import Violation

__all__ = ["dump", "parse"]

Record = dict[str, Any]


def dump(record: Record) -> str:
    """The record as text; `parse` reads the very same record from it."""
    record = normalised(record)
    blocks = ["\n".join(_dump_tags(record))]
    blocks += ["\n".join(_dump_round(number, round_)) for number, round_ in enumerate(record["rounds"], 1)]
    return "\n\n".join(blocks) + "\n"


def _dump_tags(record: Record) -> Iterable[str]:
    yield f"[Format {json_line(TEXT_FORMAT)}]"
    if "id" in record:
        yield f"[Id {json_line(record['id'])}]"
    if "played_at" in record:
        yield f"[Played {json_line(record['played_at'])}]"
    yield from _dump_players(record)
    yield from _dump_options(record)
    if "note" in record:
        yield f"[Note {json_line(record['note'])}]"
    if "ext" in record:
        yield f"[Ext {json_line(record['ext'])}]"


def _dump_players(record: Record) -> Iterable[str]:
    for side, player in record.get("players", {}).items():
        if "name" in player:
            yield f"[{side.capitalize()} {json_line(player['name'])}]"
        if "id" in player:
            yield f"[{side.capitalize()}Id {json_line(player['id'])}]"


def _dump_options(record: Record) -> Iterable[str]:
    options = record.get("options")
    if options is None:
        return
    if options == {}:
        yield "[Options none]"
    if "pack" in options:
        yield f"[Pack {json_line(options['pack'])}]"
    if "stake" in options:
        yield f"[Stake {json_line(options['stake']['amount'] + ' ' + options['stake']['currency'])}]"
    if "oasis" in options:
        yield f'[Oasis "{_yes_no(options["oasis"])}"]'


def _dump_round(number: int, round_: Record) -> Iterable[str]:
    whole = "tricks" not in round_
    began = ["setup", "exposed", "reshuffled", "ovals", "pips", "points"]
    ended = ["unplayed", "ruling"]
    clauses = began + (ended if whole else []) + ["note"]
    yield "  ".join([f"Round {number}", *(_dump_clause(round_, field) for field in clauses if field in round_)])
    for place, trick in enumerate(round_.get("tricks", ()), 1):
        yield _dump_trick(place, trick)
    if not whole and any(field in round_ for field in ended):
        yield "  ".join(["End", *(_dump_clause(round_, field) for field in ended if field in round_)])


def _dump_clause(round_: Record, field: str) -> str:
    value = round_[field]
    match field:
        case "setup":
            return _dump_sides(value, _dump_integers, apart="  ")
        case "exposed":
            return f"exposed {_dump_list(value, card_word)}"
        case "reshuffled":
            return "reshuffled" if value else "reshuffled no"
        case "ovals":
            return f"ovals {_dump_sides(value, _dump_integers)}"
        case "pips" | "points":
            return f"{field} {_dump_sides(value, _dump_integer)}"
        case "unplayed":
            return f"unplayed {_dump_sides(value, lambda cards: _dump_list(cards, card_word))}"
        case "ruling":
            note = [json_line(value["note"])] if "note" in value else []
            points = [f"points {_dump_sides(value['points'], _dump_integer)}"] if "points" in value else []
            return " ".join(["ruling", *note, *points])
        case _:
            return f"note {json_line(value)}"


def _dump_trick(number: int, trick: Record) -> str:
    leader = f"{trick['leader']:5} " if "leader" in trick else ""
    details = [f"{number}. {leader}{card_word(trick['lead'])} {card_word(trick['reply'])}"]
    if "withdrawn" in trick:
        details.append(f"withdrawn {card_word(trick['withdrawn'])}")
    if "extra" in trick:
        details.append(f"extra {card_word(trick['extra'])}")
    if "extra_disregarded" in trick:
        details.append("disregarded" if trick["extra_disregarded"] else "disregarded no")
    if "plays" in trick:
        plays = _dump_list(trick["plays"], play_word)
        details.append(f"plays {plays}" if plays == "none" or plays.startswith('"') else plays)
    if "board" in trick:
        details.append(f"board {_dump_integers(trick['board'])}")
    if "note" in trick:
        details.append(f"note {json_line(trick['note'])}")
    if "ruling" in trick:
        details.append(_dump_trick_ruling(trick["ruling"]))
    return "  ".join(details)


def _dump_trick_ruling(ruling: Record) -> str:
    parts = ["ruling"] + ([json_line(ruling["note"])] if "note" in ruling else [])
    parts += [f"{who} {ruling[who]}" for who in ("leader", "winner") if who in ruling]
    if "board" in ruling:
        parts.append(f"board {_dump_integers(ruling['board'])}")
    return " ".join(parts)


def _dump_sides(values: Record, dump_value: Callable[[Any], str], apart: str = " ") -> str:
    return apart.join(f"{side} {dump_value(values[side])}" for side in SIDES if side in values) or "none"


def _dump_list(values: list[Any], dump_value: Callable[[Any], str]) -> str:
    return " ".join(map(dump_value, values)) or "none"


def _dump_integers(values: list[int]) -> str:
    return _dump_list(values, _dump_integer)


def _dump_integer(value: int) -> str:
    try:
        return str(value)
    except ValueError as error:  # thousands of digits, which Python neither writes nor reads
        raise Violation("malformed", "", {"expected": "written in a few digits", "found": value}) from error


def _yes_no(value: bool) -> str:
    return "yes" if value else "no"
