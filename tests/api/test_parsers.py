"""What a body may be: api.md "Limits", design.md "Errors, limits, habits"."""

import io
import json
from typing import Any

import pytest
from django.core.handlers.wsgi import WSGIRequest
from hypothesis import given
from hypothesis import strategies as st

from api.parsers import BODY_LIMIT, loads, read_body
from api.problems import Problem


def refusal(body: bytes) -> Problem:
    with pytest.raises(Problem) as caught:
        loads(body)
    return caught.value


def nested(depth: int) -> bytes:
    """An object with arrays in it, `depth` deep in all."""
    return b'{"a":' + b"[" * (depth - 1) + b"]" * (depth - 1) + b"}"


@pytest.mark.parametrize(
    ("body", "code", "pointer"),
    [
        (b"", "malformed_json", ""),
        (b"   ", "malformed_json", ""),
        (b"{", "malformed_json", ""),
        (b'{"a":1}x', "malformed_json", ""),
        (b'{"a":1}{"a":1}', "malformed_json", ""),
        (b'{"a":1,}', "malformed_json", ""),
        (b"{'a':1}", "malformed_json", ""),
        (b'{"a":"open', "malformed_json", ""),
        (b'{"a":01}', "malformed_json", ""),
        (b'{"a":+1}', "malformed_json", ""),
        (b'{"a":.5}', "malformed_json", ""),
        (b'{"a":1} // so', "malformed_json", ""),
        (b'{"a":"\x00"}', "malformed_json", ""),
        (b'{"a":"tab\there"}', "malformed_json", ""),
        (b"]", "malformed_json", ""),
        (b'\xef\xbb\xbf{"a":1}', "malformed_json", ""),
        ('{"a":1}'.encode("utf-16"), "bad_encoding", ""),
        (b'{"a":"\xff"}', "bad_encoding", ""),
        (b'{"a":"\xed\xa0\x80"}', "bad_encoding", ""),
        (b'{"a":"\xc0\xaf"}', "bad_encoding", ""),
        (b"[]", "not_an_object", ""),
        (b"null", "not_an_object", ""),
        (b"3", "not_an_object", ""),
        (b'"text"', "not_an_object", ""),
        (b"NaN", "not_an_object", ""),
        (nested(21), "too_deep", ""),
        (b'{"a":' * 100_000, "too_deep", ""),
        (b"[" * 200_000, "too_deep", ""),
        (b'{"a":1,"a":1}', "duplicate_key", "/a"),
        (b'{"a":1,"\\u0061":2}', "duplicate_key", "/a"),
        (b'{"data":{"x":[{"b/~":1,"c":2,"b/~":null}]}}', "duplicate_key", "/data/x/0/b~1~0"),
        (b'{"":1,"":2}', "duplicate_key", "/"),
        (b'{"a":{"b":"x\\u0000y"}}', "bad_text", "/a/b"),
        (b'{"a":[0,"\\ud800"]}', "bad_text", "/a/1"),
        (b'{"a":"\\udc00\\ud800"}', "bad_text", "/a"),
        (b'{"a":{"\\u0000":1}}', "bad_text", "/a"),
        (b'{"a":{"k\\udfff":1}}', "bad_text", "/a"),
        (b'{"a":NaN}', "bad_number", "/a"),
        (b'{"a":[Infinity]}', "bad_number", "/a/0"),
        (b'{"a":-Infinity}', "bad_number", "/a"),
        (b'{"a":1e400}', "bad_number", "/a"),
        (b'{"a":-1E400}', "bad_number", "/a"),
        (b'{"a":' + b"9" * 5000 + b"}", "bad_number", "/a"),
        (b'{"a":-' + b"9" * 5000 + b"}", "bad_number", "/a"),
        (b'{"a":9223372036854775808}', "bad_number", "/a"),
    ],
)
def test_what_is_refused_has_a_code_and_a_place(body: bytes, code: str, pointer: str) -> None:
    problem = refusal(body)
    assert (problem.status, problem.code, problem.errors[0]["pointer"]) == (400, code, pointer)
    assert problem.detail


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (b"{}", {}),
        (b' \r\n\t{"a": null} \n', {"a": None}),
        ('{"é":"😀 \\ud83d\\ude00"}'.encode(), {"é": "😀 😀"}),
        (b'{"a":"[[[[[[[[[[[[[[[[[[[[[[[[[[[[[["}', {"a": "[" * 30}),
        (b'{"a":"\\"[[[[[[[[[[[[[[[[[[[[[[[[[[[[["}', {"a": '"' + "[" * 29}),
        (b'{"a":"\\\\","b":[]}', {"a": "\\", "b": []}),
        (b'{"a":[[1],[1],{"a":1}],"b":{"a":1}}', {"a": [[1], [1], {"a": 1}], "b": {"a": 1}}),
        (b'{"a":9223372036854775807,"b":-9223372036854775807}', {"a": 2**63 - 1, "b": 1 - 2**63}),
        (b'{"a":true,"b":false,"c":-0}', {"a": True, "b": False, "c": 0}),
    ],
)
def test_what_json_says_is_what_is_read(body: bytes, expected: dict[str, Any]) -> None:
    assert loads(body) == expected


@pytest.mark.parametrize("literal", [b"3.0", b"3e0", b"30E-1"])
def test_a_float_stays_a_float(literal: bytes) -> None:
    assert type(loads(b'{"a":' + literal + b"}")["a"]) is float


def test_twenty_deep_is_deep_enough() -> None:
    assert loads(nested(20))["a"]


def test_depth_is_counted_where_the_decoder_would_count_it() -> None:
    """A backslash before the closing quote, an escape of a backslash, and an end of text within a string."""
    assert refusal(b'{"a":"\\\\",' + nested(21)[1:]).code == "too_deep"
    assert refusal(b'{"a":"\\" ' + b"[" * 50).code == "malformed_json"


def test_a_long_key_over_many_members_costs_no_more_than_its_length() -> None:
    members = b",".join(b'"%d":1' % number for number in range(20_000))
    assert len(loads(b'{"' + b"k" * 80_000 + b'":{' + members + b"}}")) == 1


json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63) + 1, 2**63 - 1)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_characters="\x00", exclude_categories=["Cs"])),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text('ab/~[{"\\'), inner, max_size=4),
    max_leaves=12,
)


@given(st.dictionaries(st.text("abc"), json_values, max_size=4), st.booleans())
def test_every_fit_object_comes_back_as_it_was(document: dict[str, Any], ascii_only: bool) -> None:
    assert loads(json.dumps(document, ensure_ascii=ascii_only).encode()) == document


@given(st.binary(max_size=60) | st.text('{}[]":,\\u0d8ab1eE+-.NInfity \x00').map(str.encode))
def test_no_bytes_at_all_raise_anything_but_a_problem(body: bytes) -> None:
    try:
        document = loads(body)
    except Problem:
        return
    assert isinstance(document, dict)


class Ended(io.BytesIO):
    """A server's input that ends where the body ends, as gunicorn's does."""


def request_of(body: bytes, **environ: Any) -> WSGIRequest:
    return WSGIRequest({"REQUEST_METHOD": "POST", "PATH_INFO": "/", "wsgi.input": Ended(body), **environ})


@pytest.mark.parametrize(
    ("body", "environ", "status", "code"),
    [
        (b"x" * (BODY_LIMIT + 1), {"CONTENT_LENGTH": str(BODY_LIMIT + 1)}, 413, "body_too_large"),
        (b"{}", {"CONTENT_LENGTH": "9" * 5000}, 413, "body_too_large"),
        (b"{}", {"CONTENT_LENGTH": "3"}, 400, "body_incomplete"),
        (b"{}", {"CONTENT_LENGTH": "-1"}, 400, "bad_content_length"),
        (b"{}", {"CONTENT_LENGTH": "two"}, 400, "bad_content_length"),
        (b"{}", {"CONTENT_LENGTH": "٣"}, 400, "bad_content_length"),
        (b"{}", {"HTTP_TRANSFER_ENCODING": "chunked"}, 411, "length_required"),
        (
            b"x" * (BODY_LIMIT + 1),
            {"HTTP_TRANSFER_ENCODING": "chunked", "wsgi.input_terminated": True},
            413,
            "body_too_large",
        ),
        (
            b"{}",
            {"CONTENT_LENGTH": "2", "CONTENT_TYPE": "application/json; charset=latin-1"},
            415,
            "unsupported_media_type",
        ),
        (b"{}", {"CONTENT_LENGTH": "2", "HTTP_CONTENT_ENCODING": "gzip"}, 415, "unsupported_media_type"),
    ],
)
def test_a_body_of_a_wrong_length_is_refused(body: bytes, environ: dict[str, Any], status: int, code: str) -> None:
    with pytest.raises(Problem) as caught:
        read_body(request_of(body, **environ))
    assert (caught.value.status, caught.value.code) == (status, code)


def test_a_body_of_the_very_limit_is_read() -> None:
    body = b" " * BODY_LIMIT
    assert read_body(request_of(body, CONTENT_LENGTH=str(BODY_LIMIT))) == body
    assert read_body(request_of(body, **{"HTTP_TRANSFER_ENCODING": "chunked", "wsgi.input_terminated": True})) == body


def test_no_length_at_all_is_an_empty_body() -> None:
    assert read_body(request_of(b"")) == b""
