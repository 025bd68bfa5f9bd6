"""The score sheet of a match in plain text, laid out as on the printed score pad.

"The scorer's name is written in the left-hand column on the score pad, and his opponent's name is written in the
right-hand column. A running score is kept." Red stands on the left. Twelve rows, mirrored about the round's number:
ovals, what was scored, points, running score. A line under every third row: the cards are shuffled.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from engine.marrakesh.cards import ROUNDS_PER_SHUFFLE
from engine.marrakesh.matches import ROUNDS
from engine.marrakesh.record import OTHER, SIDES
from engine.marrakesh.scoring import in_words

Json = Mapping[str, Any]

CHIP = "*"
RULED = "†"
OVALS, POINTS, RUNNING = 7, 5, 5
_OASIS = {"oasis": "Oasis", "great_oasis": "Great Oasis", "perfect_oasis": "Perfect Oasis"}
_DECIDED_BY = {"rounds_scored": "rounds scored in", "best_round": "the best single round"}


def score_sheet(record: Json, replay: Json, *, tricks: bool = False) -> str:
    """The whole sheet; with its tricks, each round is opened under the pad."""
    blocks = ["\n".join(_head(record)), "\n".join(_pad(record, replay)), "\n".join(_foot(record, replay))]
    if tricks:
        blocks += ["\n".join(_opened(record, replay, index)) for index in range(len(record["rounds"]))]
    return "\n\n".join(block for block in blocks if block) + "\n"


# -- head and foot ------------------------------------------------------------------------------------------------


def _head(record: Json) -> Iterator[str]:
    yield "Marrakesh (1978)"
    options = record.get("options", {})
    facts = [record["played_at"][:16].replace("T", " ")] if "played_at" in record else []
    facts += ["double pack"] if options.get("pack") == "double" else []
    if "stake" in options:
        facts.append(f"{options['stake']['amount']} {options['stake']['currency']} a point")
    facts += ["with Oasis bonuses"] if options.get("oasis") else []
    if facts:
        yield " · ".join(facts)
    if "note" in record:
        yield _one_line(record["note"])


def _name(record: Json, side: str) -> str:
    name = record.get("players", {}).get(side, {}).get("name")
    return f"{_one_line(name)} ({side.capitalize()})" if name else side.capitalize()


def _foot(record: Json, replay: Json) -> Iterator[str]:
    scored, best = replay["rounds_scored"], replay["best_round"]
    for side in SIDES:
        yield f"{_name(record, side)}: scored in {scored[side]} of {len(replay['running'])}, best round {best[side]}."
    result = replay["result"]
    yield from _result(record, replay, result) if result else [_standing(record, replay)]
    if any(0 in (said["ovals"] or {}).get(side, ()) for said in replay["rounds"] for side in SIDES):
        yield f"{CHIP} a null chip"
    for number, round_ in enumerate(record["rounds"], 1):
        yield from _footnotes(number, round_)


def _standing(record: Json, replay: Json) -> str:
    score = f"{replay['totals']['red']}-{replay['totals']['white']}"
    return f"The match is under way: {score} after {_count(len(replay['running']), 'round')}."


def _result(record: Json, replay: Json, result: Json) -> Iterator[str]:
    totals = replay["totals"]
    score = f"{max(totals.values())}-{min(totals.values())}"
    if result["winner"] is None:
        yield f"Drawn at {score}: equal also in rounds scored in and in the best single round."
    elif result["decided_by"] == "score":
        yield f"{_name(record, result['winner'])} wins {score}, by {_count(result['margin'], 'point')}."
    else:
        yield f"{_name(record, result['winner'])} wins at {score}, by {_DECIDED_BY[result['decided_by']]}."
    if result["oasis"]:
        yield f"{_OASIS[result['oasis']]}: the margin counts {result['multiplier']} times."
    if result["payoff"]:
        payoff = f"{result['payoff']['amount']} {result['payoff']['currency']}"
        yield f"Payoff: {_count(result['payoff_points'], 'point')}, {payoff}."


def _footnotes(number: int, round_: Json) -> Iterator[str]:
    for place, trick in enumerate(round_.get("tricks", ()), 1):
        if "ruling" in trick:
            yield f"{RULED} Round {number}, trick {place}: {_one_line(trick['ruling']['note'])}"
    if "ruling" in round_:
        yield f"{RULED} Round {number}: {_one_line(round_['ruling']['note'])}"
    if "note" in round_:
        yield f"  Round {number}: {_one_line(round_['note'])}"


# -- the pad ------------------------------------------------------------------------------------------------------


def _pad(record: Json, replay: Json) -> Iterator[str]:
    rows = [_Row.of(replay, index) for index in range(max(ROUNDS, len(replay["rounds"])))]
    scored = max(len(half.scored) for row in rows for half in row.halves)
    width = max(OVALS + scored + POINTS + RUNNING, *(len(_name(record, side)) for side in SIDES))
    rule = "-" * (width + 1) + "+----+" + "-" * (width + 1)
    yield f"{_name(record, 'red'):>{width}} |    | {_name(record, 'white')}"
    yield rule
    for number, row in enumerate(rows, 1):
        red, white = row.halves
        left = f"{red.ovals:<{OVALS}}{red.scored:<{scored}}{red.points:>{POINTS}}{red.running:>{RUNNING}}"
        right = f"{white.running:<{RUNNING}}{white.points:<{POINTS}}{white.scored:>{scored}}{white.ovals:>{OVALS}}"
        yield f"{left:>{width}} |{number:>3}{row.mark}| {right:<{width}}".rstrip()
        if number % ROUNDS_PER_SHUFFLE == 0:
            yield rule


@dataclass(frozen=True, slots=True)
class _Half:
    """One side's half of a row."""

    ovals: str = ""
    scored: str = ""
    points: str = ""
    running: str = ""


@dataclass(frozen=True, slots=True)
class _Row:
    halves: tuple[_Half, _Half]
    mark: str

    @classmethod
    def of(cls, replay: Json, index: int) -> "_Row":
        if index >= len(replay["rounds"]):
            return cls((_Half(), _Half()), " ")
        round_ = replay["rounds"][index]
        running = replay["running"][index] if round_["complete"] else ("", "")
        halves = [_half(round_, side, str(total)) for side, total in zip(SIDES, running, strict=True)]
        return cls((halves[0], halves[1]), RULED if round_["irregular"] else " ")


def _half(round_: Json, side: str, running: str) -> _Half:
    ovals = _ovals(round_["ovals"][side]) if round_["ovals"] is not None else ""
    if round_["score"] is None:
        return _Half(ovals)
    score = round_["score"][side]
    total = score["total"]
    return _Half(ovals, ", ".join(_scored(score)), f"+{total}" if total else "", running)


def _ovals(turns: list[int]) -> str:
    return "-".join(str(off) if off else CHIP for off in turns)


def _scored(score: Json) -> Iterator[str]:
    """The pattern, the chips or Fez, and the pips, in the scorecard's own words."""
    for part in ("offensive", "defensive"):
        if score[part] is not None:
            yield in_words(score[part]["name"])
    if score["pips"]:
        yield "Pips"


# -- the tricks of a round ----------------------------------------------------------------------------------------


def _opened(record: Json, replay: Json, index: int) -> Iterator[str]:
    round_, said = record["rounds"][index], replay["rounds"][index]
    yield f"Round {index + 1}: " + "; ".join(_began(round_, said))
    lines = [
        _trick(trick, judged) for trick, judged in zip(round_.get("tricks", ()), said["tricks"] or (), strict=True)
    ]
    widths = [max((len(line[column]) for line in lines), default=0) for column in range(len(_COLUMNS))]
    widths = [max(width, len(title)) for width, title in zip(widths, _COLUMNS, strict=True)]
    for number, line in enumerate([_COLUMNS, *lines] if lines else []):
        cells = "  ".join(f"{cell:<{width}}" for cell, width in zip(line, widths, strict=True))
        yield f"{number or '':>3}  {cells}".rstrip()
    for side, cards in round_.get("unplayed", {}).items():
        yield f"     Left in {side.capitalize()}'s hand: {' '.join(cards) or 'nothing'}"


def _began(round_: Json, said: Json) -> Iterator[str]:
    if round_.get("reshuffled"):
        yield "the cards are shuffled again"
    if "setup" in round_:
        yield " and ".join(f"{side.capitalize()} throws {_numbers(round_['setup'][side])}" for side in SIDES)
    if said["leader"]:
        yield f"{said['leader'].capitalize()} leads"
    if said["tricks"] is None:
        yield f"only {said['grade']} were written down"
    if round_.get("exposed"):
        yield f"out of play: {' '.join(round_['exposed'])}"


_COLUMNS = ("Red", "White", "Won by", "Plays", "Men off", "Red's men", "White's men")


def _trick(trick: Json, judged: Json) -> tuple[str, ...]:
    cards = {judged["leader"]: f"{trick['lead']} led", OTHER[judged["leader"]]: trick["reply"]}
    if "withdrawn" in trick:
        cards[judged["leader"]] += f", not {trick['withdrawn']}"
    plays = "as it stood" if judged["plays"] is None else " ".join(judged["plays"])
    return (
        cards["red"],
        cards["white"],
        f"{judged['winner'].capitalize()}{RULED if judged['irregular'] else ''}{_how(trick, judged)}",
        plays,
        _men_off(judged),
        _men(judged["board"]["red"]),
        _men(judged["board"]["white"]),
    )


def _how(trick: Json, judged: Json) -> str:
    kind = {"plain": "", "suit_match": ", suit-match"}.get(judged["kind"], f", {judged['kind']}")
    numbers = f": {_numbers(judged['numbers'])}" if judged["numbers"] else ""
    if "extra" in trick:
        return f"{kind}{numbers}, {trick['extra']} drawn: {_numbers(judged['extra_numbers']) or 'none'}"
    return f"{kind}{numbers}" + (", none drawn" if trick.get("extra_disregarded") else "")


def _men_off(judged: Json) -> str:
    if judged["off"]:
        return str(judged["off"])
    return f"chip to {judged['chip'].capitalize()}" if judged["chip"] else ""


def _numbers(numbers: list[int]) -> str:
    """Highest first, as the rulebook writes them; four or six of one number at a glance."""
    if len(numbers) in (4, 6) and len(set(numbers)) == 1:
        return f"{len(numbers)}×{numbers[0]}"
    return "-".join(map(str, sorted(numbers, reverse=True)))


def _men(board: list[int]) -> str:
    return "-".join(str(point) for point in range(6, 0, -1) for _ in range(board[point - 1])) or "off"


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _one_line(text: str) -> str:
    """What people wrote, without line breaks and without anything that would move a terminal's cursor."""
    words = " ".join(text.split())
    return "".join(char if char.isprintable() else "\ufffd" for char in words)
