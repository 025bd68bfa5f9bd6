"""Print the score sheet of a recorded match, or why the match cannot have happened.

Reads one file, a record in JSON or in text, and asks the engine; needs no database, no server and no secret. Whoever
typed it reads a sentence, never a traceback; whoever calls it from a program gets a CommandError.
"""

import codecs
import os
import sys
from argparse import ArgumentParser
from contextlib import suppress
from io import TextIOWrapper
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from engine import strict_json
from engine.games import GAMES, MARRAKESH, Game
from engine.violations import Violation
from engine.wording import is_board


class Command(BaseCommand):
    help = "Print the score sheet of a recorded match, or why the match cannot have happened."
    requires_system_checks: list[str] = []
    is_typed = False  # and not called by a program

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", help="a record in JSON or in text; - for standard input")
        parser.add_argument("--json", action="store_true", help="print the replay, or the refusal, as JSON instead")
        parser.add_argument("--tricks", action="store_true", help="open each round to its tricks")

    def run_from_argv(self, argv: list[str]) -> None:
        self.is_typed = True
        super().run_from_argv(argv)

    def execute(self, *args: Any, **options: Any) -> str | None:
        try:
            return super().execute(*args, **options)
        except CommandError as refused:
            if not self.is_typed or options["traceback"]:
                raise
            with suppress(OSError, AttributeError):  # there may be nowhere to say it
                if not isinstance(refused.__cause__, BrokenPipeError):
                    sys.stderr.write(f"{refused}\n")
            sys.exit(refused.returncode)

    def handle(self, *, file: str, json: bool, tricks: bool, **options: Any) -> None:
        document = _contents(file)
        game = _game(document)
        try:
            record = game.normalised(strict_json.parse(document)) if _is_json(document) else game.parse_text(document)
            replay = game.replay(record)
        except Violation as violation:
            if json:
                self._print(strict_json.dump(_as_json(violation)))
            raise CommandError(_refusal(file, violation, _position(game, document, violation))) from violation
        self._print(strict_json.dump(replay) if json else game.score_sheet(record, replay, tricks=tricks))

    def _print(self, text: str) -> None:
        if sys.stdout is None:
            raise CommandError("standard output cannot be written: it is closed")
        if isinstance(sys.stdout, TextIOWrapper):
            sys.stdout.reconfigure(errors="replace")  # a terminal without † still shows the score
        try:
            self.stdout.write(text, ending="")
            self.stdout.flush()
        except OSError as error:
            if self.is_typed:
                _write_nowhere()
            raise CommandError(f"standard output cannot be written: {error.strerror}") from error


def _write_nowhere() -> None:
    """What is left unwritten would be tried again when Python ends, and fail aloud."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _contents(file: str) -> bytes:
    if file == "-" and sys.stdin is None:
        raise CommandError(f"{_named(file)} cannot be read: it is closed")
    try:
        return sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    except (OSError, ValueError) as error:
        raise CommandError(f"{_named(file)} cannot be read: {getattr(error, 'strerror', None) or error}") from error


def _named(file: str) -> str:
    return "standard input" if file == "-" else file


def _is_json(document: bytes) -> bool:
    return document.removeprefix(codecs.BOM_UTF8).lstrip().startswith(b"{")


def _game(document: bytes) -> Game:
    """The game whose format the document names; of none, the first says what it should be."""
    formats = {format_.encode(): game for game in GAMES.values() for format_ in (game.record_format, game.text_format)}
    return next((game for format_, game in formats.items() if format_ in document), MARRAKESH)


def _as_json(violation: Violation) -> dict[str, Any]:
    return {
        "code": violation.code,
        "path": violation.path,
        "params": violation.params,
        "detail": violation.detail,
    }


def _refusal(file: str, violation: Violation, position: tuple[int, int] | None) -> str:
    place = "" if position is None else f", line {position[0]}, column {position[1]}"
    lines = [f"{_named(file)}{place}", violation.detail, f"{violation.code} at {violation.path or 'the whole record'}"]
    if violation.legal and not any(map(is_board, violation.legal)):  # of boards the sentence names the nearest
        lines.append(f"legal there: {', '.join(map(str, violation.legal))}")
    return "\n  ".join(lines)


def _position(game: Game, document: bytes, violation: Violation) -> tuple[int, int] | None:
    """Line and column of a text that breaks a rule; where it cannot be read at all, the sentence says so itself."""
    if _is_json(document) or "line" in violation.params:
        return None
    return game.position_in_text(document, violation.path)
