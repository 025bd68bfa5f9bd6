"""The rules for whoever asks, with or without an account: nothing is read here, nothing kept, nobody known.

What can be asked of a game stands in the registry; a view is made of each question, so that a game that moves in brings
its own.
"""

from collections.abc import Iterator
from typing import Any

from django.urls import URLPattern, path
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from api.parsers import read_text
from api.views.base import Resource
from engine.games import GAMES, Game
from engine.questions import Question
from engine.violations import Violation
from scorepad.refusals import Invalid, violated


class Stateless(Resource):
    permission_classes = []


def paths() -> Iterator[URLPattern]:
    for game in GAMES.values():
        yield path(f"v1/engine/{game.key}/replay/", replay_view(game).as_view())
        for name, question in game.questions.items():
            yield path(f"v1/engine/{game.key}/{name}/", question_view(game, name, question).as_view())


def question_view(game: Game, name: str, question: Question) -> type[Resource]:
    examples = [
        OpenApiExample(name, question.example, request_only=True),
        OpenApiExample(name, question.answer(question.example), response_only=True, status_codes=["200"]),
    ]

    class Answer(Stateless):
        @extend_schema(
            operation_id=f"ask_{game.key}_{name}",
            description=question.about,
            request={"application/json": question.asked},
            responses={(200, "application/json"): question.answered},
            examples=examples,
        )
        def post(self, request: Request) -> Response:
            asked = self.read()
            try:
                return Response(question.answer(asked))
            except Violation as violation:
                raise violated(violation, pointer=violation.path) from violation

    return Answer


def replay_view(game: Game) -> type[Resource]:
    example: dict[str, Any] = {"format": game.record_format, "rounds": []}

    class ReplayOfWhatIsSent(Stateless):
        @extend_schema(
            operation_id=f"replay_{game.key}",
            description=(
                "The replay of a record, as JSON or in its text form: what the rules make of it, or 422 with the"
                " violation for which it cannot have happened. Players, id and date may be left out."
            ),
            request={"application/json": OpenApiTypes.OBJECT, "text/plain": OpenApiTypes.STR},
            responses={(200, "application/json"): OpenApiTypes.OBJECT},
            examples=[
                OpenApiExample("record", example, request_only=True, media_type="application/json"),
                OpenApiExample("text", f'[Format "{game.text_format}"]\n', request_only=True, media_type="text/plain"),
                OpenApiExample("replay", game.replay(example), response_only=True, status_codes=["200"]),
            ],
        )
        def post(self, request: Request) -> Response:
            if self.is_text():
                return Response(replay_of_text(game, read_text(request._request)))
            record = self.read()
            try:
                return Response(game.replay(record))
            except Violation as violation:
                raise violated(violation, pointer=violation.path, record_pointer=violation.path) from violation

    return ReplayOfWhatIsSent


def replay_of_text(game: Game, text: str) -> dict[str, Any]:
    """The replay; what speaks against it is told by line and column, as no pointer leads into a text."""
    try:
        record = game.parse_text(text)
    except Violation as unreadable:
        raise in_text(unreadable) from unreadable
    try:
        return game.replay(record)
    except Violation as violation:
        line, column = game.position_in_text(text, violation.path)
        located = Violation(violation.code, violation.path, {**violation.params, "line": line, "column": column})
        raise in_text(located) from violation


def in_text(violation: Violation) -> Invalid:
    return violated(violation, pointer="", record_pointer=violation.path)
