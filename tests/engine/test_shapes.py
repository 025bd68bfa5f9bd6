import json
from collections import OrderedDict
from collections.abc import Callable
from datetime import UTC, datetime
from enum import IntEnum
from typing import Any
from uuid import UUID

import pytest

from engine import shapes
from engine.shapes import (
    CURRENCY_CODE,
    FLAG,
    IDENTIFIER,
    INTEGER,
    MOMENT,
    MONEY,
    TEXT,
    check,
    list_of,
    object_of,
    one_of,
    small_object,
)
from engine.violations import Violation


class Suit(IntEnum):
    SPADES = 1


class Loud(str):
    def __eq__(self, other: object) -> bool:
        raise RuntimeError("never to be asked")

    __hash__ = str.__hash__


class Hostile:
    """A name that collides with every name it meets."""

    def __hash__(self) -> int:
        return hash("a")

    def __eq__(self, other: object) -> bool:
        raise RuntimeError("never to be asked")


def passes(shape: shapes.Shape, value: object) -> bool:
    violation = fault(shape, value)
    if violation is None:
        return True
    assert violation.code == "malformed"
    assert json.loads(json.dumps(violation.params)) == violation.params
    assert violation.detail.encode()
    return False


def fault(shape: shapes.Shape, value: object) -> Violation | None:
    try:
        check(shape, value)
    except Violation as violation:
        return violation
    return None


def place(shape: shapes.Shape, value: object) -> str:
    with pytest.raises(Violation) as refusal:
        check(shape, value)
    return refusal.value.path


@pytest.mark.parametrize("value", [True, 3.0, "3", None, [3], Suit.SPADES, float("nan")])
def test_what_is_no_json_integer_is_none(value: object) -> None:
    assert not passes(INTEGER, value)


@pytest.mark.parametrize("value", [0, -1, 10**5000], ids=["zero", "negative", "5000 digits"])
def test_every_integer_is_one(value: int) -> None:
    assert passes(INTEGER, value)


@pytest.mark.parametrize("value", [0, 1, "true", None])
def test_what_is_not_true_or_false_is_no_flag(value: object) -> None:
    assert not passes(FLAG, value)


@pytest.mark.parametrize("value", ["\0", "a\0b", "\ud800", "\udfff x", b"text", Loud("text"), None, 7])
def test_a_text_can_be_stored_and_sent(value: object) -> None:
    assert not passes(TEXT, value)


@pytest.mark.parametrize("value", ["", " ", "Ann", "Żółć", "😀", "\n"])
def test_any_other_text_is_one(value: str) -> None:
    assert passes(TEXT, value)


@pytest.mark.parametrize(
    ("shape", "right", "wrong"),
    [
        (
            IDENTIFIER,
            ["0b2b7f2e-6c0e-4f6e-9a51-0d7a0f6f2a10", "0B2B7F2E-6C0E-4F6E-9A51-0D7A0F6F2A10"],
            ["", "0b2b7f2e6c0e4f6e9a510d7a0f6f2a10", "{0b2b7f2e-6c0e-4f6e-9a51-0d7a0f6f2a10}", "0" * 36, 7],
        ),
        (
            MOMENT,
            [
                "2026-11-29T19:30:00+01:00",
                "2026-11-29T19:30:00Z",
                "2026-11-29t19:30:00.123456789z",
                "2024-02-29T00:00:00-23:59",
                "2016-12-31T23:59:59-00:00",
            ],
            [
                "2026-11-29T19:30:00",
                "2026-11-29 19:30:00Z",
                "2026-11-29T19:30Z",
                "2026-11-29T19:30:00+0100",
                "2026-11-29T19:30:00+24:00",
                "2026-11-29T19:30:00+01:60",
                "2026-02-29T19:30:00Z",
                "2026-13-01T19:30:00Z",
                "2026-11-29T24:00:00Z",
                "2026-11-29T19:30:61Z",
                "0000-01-01T00:00:00Z",
                "0001-01-01T00:00:00+01:00",
                "9999-12-31T23:59:59-01:00",
                "2026-11-29T19:30:00,5Z",
                "2026-11-29T19:30:00Z\n",
                "20261129T193000Z",
                "2016-12-31T23595912Z",
                "2016-12-31T23:5959:1Z",
                "20161231--T23:59:59Z",
                "2016-12-31T23:59:60Z",
                "2026-11-29T19:30:00.Z",
                "2026-11-29T19:30:00.1234567890Z",
                "2026-W48-7T19:30:00Z",
                "٢٠٢٦-11-29T19:30:00Z",
                20261129,
            ],
        ),
        (
            MONEY,
            ["0.25", "1", "10.00", "0.0001", "123456789012.5"],
            [
                "1234567890123",
                "1" + "0" * 1_000_000,
                "0",
                "0.00",
                "-1",
                "+1",
                ".5",
                "1.",
                "1e3",
                "1,5",
                "01",
                "0.00001",
                "٣",
                " 1",
                "1 ",
                "NaN",
                "",
                1,
                0.25,
            ],
        ),
        (CURRENCY_CODE, ["EUR", "USD"], ["eur", "EURO", "EU", "€", "EUR\n", "ÄÖÜ", 978]),
        (one_of("single", "double"), ["single"], ["", "Single", 1, None, Loud("single"), ["single"]]),
    ],
    ids=["identifier", "moment", "money", "currency", "one of"],
)
def test_a_text_with_a_form(shape: shapes.Shape, right: list[object], wrong: list[object]) -> None:
    assert [value for value in right if not passes(shape, value)] == []
    assert [value for value in wrong if passes(shape, value)] == []


def test_a_moment_is_read() -> None:
    assert shapes.moment("2026-11-29t19:30:00.123456789z") == datetime(2026, 11, 29, 19, 30, 0, 123456, tzinfo=UTC)
    assert shapes.moment("2026-11-29T19:30:00.5+01:00") == datetime(2026, 11, 29, 18, 30, 0, 500000, tzinfo=UTC)
    assert shapes.moment("2016-12-31T23595912Z") is None
    assert shapes.moment(Loud("2026-11-29T19:30:00Z")) is None
    assert shapes.moment(None) is None


def test_a_uuid_is_read() -> None:
    assert shapes.uuid("0B2B7F2E-6c0e-4f6e-9a51-0d7a0f6f2a10") == UUID("0b2b7f2e-6c0e-4f6e-9a51-0d7a0f6f2a10")
    assert shapes.uuid("0b2b7f2e6c0e4f6e9a510d7a0f6f2a10") is None
    assert shapes.uuid(UUID(int=1)) is None


class TestObjects:
    SHAPE = staticmethod(object_of({"a": INTEGER, "b": list_of(list_of(INTEGER))}, required=("a",)))

    @pytest.mark.parametrize("value", [{"a": 1}, {"a": 1, "b": None}, {"a": 1, "b": []}, {"a": 1, "b": [[], [1, 2]]}])
    def test_null_is_the_same_as_leaving_out_what_is_not_required(self, value: object) -> None:
        assert passes(self.SHAPE, value)

    @pytest.mark.parametrize(
        ("value", "path"),
        [
            (None, ""),
            ([], ""),
            (OrderedDict(a=1), ""),
            ({}, "/a"),
            ({"a": None}, "/a"),
            ({"a": "1"}, "/a"),
            ({"a": 1, "c": None}, "/c"),
            ({"a": 1, "a/b~c": 1}, "/a~1b~0c"),
            ({"a": 1, "": 1}, "/"),
            ({"a": 1, 1: 1}, ""),
            ({"a": 1, "\ud800": 1}, ""),
            ({Hostile(): 1}, ""),
            ({Loud("a"): 1}, ""),
            ({"a": 1, "b": ()}, "/b"),
            ({"a": 1, "b": [[1], 2]}, "/b/1"),
            ({"a": 1, "b": [[1], [2, None]]}, "/b/1/1"),
        ],
    )
    def test_a_fault_is_named_at_its_place(self, value: object, path: str) -> None:
        assert place(self.SHAPE, value) == path


def nested(depth: int) -> dict[str, Any]:
    value: dict[str, Any] = {}
    for _ in range(depth):
        value = {"a": value}
    return value


def cyclic() -> dict[str, Any]:
    value: dict[str, Any] = {"a": 1}
    value["b"] = [value, value]
    return value


def bush() -> dict[str, Any]:
    """Thirty lists, each holding the one before it twice: a billion values to whoever walks them all."""
    value: list[Any] = []
    for _ in range(30):
        value = [value, value]
    return {"a": value}


class TestSmallObject:
    @pytest.mark.parametrize(
        "value",
        [
            {},
            {"a": None},
            {"a": [1, 2.5, True, None, "x", {"b": {}}]},
            {"a": "x" * 4088},
            {"a": "ä" * 2044},
            nested(60),
        ],
        ids=["empty", "null", "all of json", "4 KiB", "4 KiB of two bytes each", "deep"],
    )
    def test_any_json_that_fits_4_kib(self, value: object) -> None:
        assert passes(small_object, value)

    @pytest.mark.parametrize(
        "build",
        [
            lambda: {"a": "x" * 4089},
            lambda: {"a": "ä" * 2045},
            lambda: {"x" * 5000: 1},
            lambda: {"a": [1] * 3000},
            lambda: {"a": 10**4300},
            lambda: {"a": 10**100_000},
            lambda: {"a": float("nan")},
            lambda: {"a": float("inf")},
            lambda: {"a": "\0"},
            lambda: {"a": "\udc00"},
            lambda: {"\ud800": 1},
            lambda: {1: 1},
            lambda: {"a": (1, 2)},
            lambda: {"a": {1, 2}},
            lambda: {"a": object()},
            lambda: {"a": OrderedDict()},
            lambda: {Hostile(): 1},
            lambda: nested(100_000),
            cyclic,
            bush,
            list,
            lambda: None,
        ],
    )
    def test_anything_else_is_refused_and_not_walked_for_ever(self, build: Callable[[], object]) -> None:
        assert not passes(small_object, build())

    def test_it_is_kept_unread(self) -> None:
        assert place(object_of({"ext": small_object}), {"ext": {"a": {"b": float("nan")}}}) == "/ext"
