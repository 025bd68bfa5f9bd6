"""The registry of rules: the one file here that names every game.

A game brings its name, the version of its rules, the keys of its seats, and the functions through which everything
outside its own folder sees it. Records and replays are plain dicts of JSON. What all games' have in common, and may be
read anywhere:

- a record has `format` and `rounds`, a list in playing order, and may have `id`, `played_at`, `options`, `note`, `ext`
  and `players`, by seat a `name`, an `id` or both; a round may have a `note`;
- a replay has `complete`, `grade`, `rounds`, one for each of the record's, `running`, a list of the seats' scores after
  each complete round, `totals`, the score by seat, and `result`, null until the match is complete;
- a round of a replay has `complete`, `grade` and `irregular`, true where a ruling stood.

Everything else in them only the game itself can read.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from engine import marrakesh
from engine.applied import Applied
from engine.facts import Facts
from engine.figures import Figures
from engine.marrakesh import (
    entries,
    facts,
    figures,
    likeness,
    matches,
    notation,
    questions,
    reading,
    record,
    scoresheet,
    veil,
)
from engine.questions import Question

Record = dict[str, Any]
Replay = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Game:
    key: str
    name: str
    rules: str
    record_format: str
    text_format: str
    seats: tuple[str, ...]
    kinds: tuple[str, ...]
    normalised: Callable[[Any], Record]
    replay: Callable[[Any], Replay]
    awaiting: Callable[[Record, Replay], dict[str, Any] | None]
    due: Callable[[Mapping[str, Any]], str]
    parse_entry: Callable[[str, object], dict[str, Any]]
    slot: Callable[[str, Mapping[str, Any]], tuple[str | int, ...]]
    place: Callable[[Record, Mapping[str, Any], str, Mapping[str, Any]], Literal["next", "same", "taken", "not_next"]]
    require_timely: Callable[[Replay, str, Mapping[str, Any]], None]
    apply: Callable[[Record, str, Mapping[str, Any]], Applied]
    effect: Callable[[Replay, str, Mapping[str, Any]], dict[str, Any]]
    fingerprint: Callable[[Mapping[str, Any]], str | None]
    veil: Callable[[Record, Replay, Mapping[str, Any] | None], tuple[Record, Replay, frozenset[int]]]
    for_guests: Callable[[Record, Replay], tuple[Record, Replay]]
    options_for_guests: Callable[[dict[str, Any]], dict[str, Any]]
    dump_text: Callable[[Record], str]
    parse_text: Callable[[str | bytes], Record]
    position_in_text: Callable[[str | bytes, str], tuple[int, int]]
    score_sheet: Callable[..., str]
    questions: Mapping[str, Question]
    facts: Facts
    figures: Figures


MARRAKESH = Game(
    key="marrakesh",
    name="Marrakesh (1978)",
    rules=marrakesh.RULES,
    record_format=record.FORMAT,
    text_format=reading.TEXT_FORMAT,
    seats=record.SIDES,
    kinds=entries.KINDS,
    normalised=record.normalised,
    replay=matches.replay,
    awaiting=matches.awaiting,
    due=matches.due,
    parse_entry=entries.parse,
    slot=entries.slot,
    place=entries.place,
    require_timely=entries.require_timely,
    apply=entries.apply,
    effect=entries.effect,
    fingerprint=likeness.fingerprint,
    veil=veil.veiled,
    for_guests=veil.without_stake,
    options_for_guests=veil.options_without_stake,
    dump_text=notation.dump,
    parse_text=notation.parse,
    position_in_text=reading.position,
    score_sheet=scoresheet.score_sheet,
    questions=questions.QUESTIONS,
    facts=facts.FACTS,
    figures=figures.FIGURES,
)

GAMES: dict[str, Game] = {game.key: game for game in (MARRAKESH,)}
