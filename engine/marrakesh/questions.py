"""What an app may ask of the rules, and how: the two questions of `counsel`, told to the authors of apps."""

from typing import Any

from engine.marrakesh import counsel
from engine.marrakesh.bearing_off import MEN, POINTS
from engine.marrakesh.record import SIDES
from engine.marrakesh.scoring import TURNS
from engine.questions import Question, object_schema

Json = dict[str, Any]

CARD: Json = {"type": "string", "pattern": "^[A23456Q][SHDC]$"}
SIDE: Json = {"type": "string", "enum": [*SIDES]}
SIDE_OR_NULL: Json = {"type": ["string", "null"], "enum": [*SIDES, None]}
KIND: Json = {"type": "string", "enum": ["plain", "suit_match", "doubles", "triples"]}
FLAG: Json = {"type": "boolean"}
SOME_MEN: Json = {"type": "integer", "minimum": 0, "maximum": MEN}
TURNS_USED: Json = {"type": "integer", "minimum": 0, "maximum": TURNS}
BOARD: Json = {"type": "array", "items": SOME_MEN, "minItems": len(POINTS), "maxItems": len(POINTS)}
NUMBERS: Json = {"type": "array", "items": {"type": "integer", "minimum": 1, "maximum": 6}, "maxItems": 6}
LINE: Json = {"type": "array", "items": {"type": "string"}}


def or_null(schema: Json) -> Json:
    return {**schema, "type": [schema["type"], "null"]}


def of_both(schema: Json) -> Json:
    return {
        "type": "object",
        "properties": dict.fromkeys(SIDES, schema),
        "required": [*SIDES],
        "additionalProperties": False,
    }


def list_of(schema: Json) -> Json:
    return {"type": "array", "items": schema}


END = {
    "board": (BOARD, "The winner's men on points 1 to 6 after the turn."),
    "plays": (LINE, "The line that leads there: of all, the one that a replay finds when only the board is recorded."),
    "off": (SOME_MEN, "Men borne off."),
}
AFTER_A_TRICK = {
    "chip": (SIDE_OR_NULL, "The side in whose oval a null chip is placed, if one is."),
    "over": (FLAG, "Whether that ends the round."),
}

TRICK = Question(
    answer=counsel.trick,
    about=(
        "Who wins a trick, with which numbers, and every board on which the winner may end his turn.\n\n"
        "Send the cards as they are played, then again with the extra card when `extra_due` says that one is due and"
        " it was drawn. Until then `ends` are the boards of the trick's own numbers: where no man is left the turn is"
        " over, and elsewhere it is over when the extra card is disregarded. A winner who has had three turns or is off"
        " has no `ends`; a null chip goes into his opponent's oval."
    ),
    asked=object_schema(
        {
            "board": (of_both(BOARD), "Each side's men on points 1 to 6 before the trick, as a replay shows them."),
            "turns": (of_both(TURNS_USED), "The turns that each side has used: its ovals filled."),
            "leader": (SIDE, "Who led."),
            "lead": (CARD, "The leader's card."),
            "reply": (CARD, "The receiver's card."),
            "extra": (or_null(CARD), "The extra card, once it is drawn."),
            "extra_disregarded": (or_null(FLAG), "True when one was due and none was drawn."),
        },
        optional=("extra", "extra_disregarded"),
    ),
    answered=object_schema(
        {
            "winner": (SIDE, "Who won; he leads to the next trick."),
            "kind": (KIND, "What the cards alone say."),
            "numbers": (NUMBERS, "The numbers of the trick, ascending; none for a winner who can no longer move."),
            "extra_due": (FLAG, "Whether the trick entitles the winner to an extra card."),
            "extra_numbers": (NUMBERS, "The numbers of the extra card, once it is drawn."),
            "chip": (SIDE_OR_NULL, "Where the null chip goes when the winner cannot move; otherwise see `ends`."),
            "over": (or_null(FLAG), "Whether that ends the round; null where `ends` say it."),
            "ends": (list_of(object_schema({**END, **AFTER_A_TRICK})), "Every legal end, most men off first."),
        }
    ),
    example={
        "board": {"red": [1, 1, 0, 1, 1, 2], "white": [0, 1, 1, 1, 1, 0]},
        "turns": {"red": 0, "white": 1},
        "leader": "white",
        "lead": "QH",
        "reply": "6C",
    },
)

PLAYS = Question(
    answer=counsel.plays,
    about=(
        "Every board to which numbers can lead, with the plays that lead there.\n\n"
        "The trick's numbers are played first, in any order, then those of the extra card; all of them are played while"
        " a man is left."
    ),
    asked=object_schema(
        {
            "board": (BOARD, "Men on points 1 to 6."),
            "numbers": (NUMBERS, "A trick's numbers: one or two, or the same four times (doubles) or six (triples)."),
            "extra_numbers": (or_null(NUMBERS), "The extra card's number, once, four times or six times."),
        },
        optional=("extra_numbers",),
    ),
    answered=object_schema({"ends": (list_of(object_schema(END)), "Every legal end, most men off first.")}),
    example={"board": [2, 0, 1, 2, 0, 1], "numbers": [2, 6], "extra_numbers": []},
)

QUESTIONS = {"trick": TRICK, "plays": PLAYS}
