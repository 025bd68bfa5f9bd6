"""A question to the rules of a game, for apps that have none of their own: nothing is kept between two of them.

Its answer comes from the functions that judge a match, so that no app is ever told what a replay would refuse.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Question:
    """`answer` takes what was asked and gives the answer, or raises the Violation that speaks against asking; the rest
    tells the authors of apps what goes in and what comes out: a JSON Schema for each, and an example."""

    answer: Callable[[Any], Json]
    about: str
    asked: Json
    answered: Json
    example: Json


def object_schema(parts: Mapping[str, tuple[Json, str]], optional: tuple[str, ...] = ()) -> Json:
    """The JSON Schema of an object: for each of its fields what it is, and a sentence about it."""
    return {
        "type": "object",
        "properties": {name: {**schema, "description": about} for name, (schema, about) in parts.items()},
        "required": [name for name in parts if name not in optional],
        "additionalProperties": False,
    }
