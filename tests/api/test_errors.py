"""Every error under /api/ is problem details: Django's own, the database's, and those of requests gone wrong."""

import json
import uuid
from typing import Any

import psycopg
import pytest
from django.core.exceptions import SuspiciousOperation
from django.db import DatabaseError, DataError, IntegrityError, connection, transaction
from django.http import Http404, HttpResponse
from django.test import Client, RequestFactory

from api.errors import problem_of
from api.middleware import ProblemDetailsMiddleware
from api.parsers import BODY_LIMIT
from scorepad.models import Club, Match, User
from scorepad.services.tokens import issue_token
from tests.api.callers import Caller, nameless, problem
from tests.api.plays import ROUND, entry

Json = dict[str, Any]


@pytest.fixture
def anyone(db: None) -> Caller:
    return Caller()


@pytest.mark.parametrize(
    "path",
    ["/nope/", "/nope", "/clubs/x/nope/", "/matches/x/", "/clubs/A%00B/", "/clubs/%ff/", "//", "/a" * 99],
)
@pytest.mark.parametrize("method", ["GET", "POST", "PUT", "DELETE", "HEAD"])
def test_what_leads_nowhere_is_not_found_by_any_method(path: str, method: str, owner: Caller) -> None:
    answer = owner.send(method, path, {})
    if method == "HEAD":
        assert (answer.status_code, answer.content) == (404, b"")
        return
    problem(answer, 404, "not_found")
    assert nameless(answer) == nameless(owner.get("/nowhere/"))


@pytest.mark.parametrize(
    "path",
    ["", "/clubs", "/clubs/{slug}", "/clubs/{slug}/players", "/matches", "/matches/{id}", "/matches/{id}/entries"],
)
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_a_path_without_its_last_slash_says_so_whatever_is_there(
    path: str, method: str, owner: Caller, stranger: Caller, match: Json
) -> None:
    there = path.format(slug="closed", id=match["id"])
    missing = path.format(slug="nowhere", id=uuid.uuid4())
    said = problem(owner.send(method, there, {}), 404, "not_found")
    assert said["detail"] == "The paths of this API end with a slash."
    for caller, other in ((stranger, there), (owner, missing), (owner, there + "?club=x")):
        assert nameless(caller.send(method, other, {})) == nameless(owner.send(method, there, {}))


@pytest.mark.parametrize("path", ["/api", "/api/", "/api/v2/", "/api/v1"])
def test_what_lies_beside_the_api_is_no_page_either(path: str) -> None:
    answer = Client(raise_request_exception=False).get(path, follow=True)
    assert (answer.status_code, answer.headers["Content-Type"]) == (404, "application/problem+json")


@pytest.mark.parametrize("form", ["{}x", "x", "{}".replace("-", ""), "urn:uuid:{}", "{{{}}}", "١{}", " ", "%00", "-"])
@pytest.mark.parametrize("path", ["/matches/{}/", "/matches/{}/record/", "/players/{}/"])
def test_an_id_that_is_none_is_an_id_of_nothing(path: str, form: str, owner: Caller) -> None:
    malformed, missing = path.format(form.format(uuid.uuid4())), path.format(uuid.uuid4())
    assert nameless(owner.get(malformed)) == nameless(owner.get(missing))
    problem(owner.get(malformed), 404, "not_found")


def test_an_id_may_be_in_capitals(owner: Caller, match: Json) -> None:
    assert owner.get(f"/matches/{match['id'].upper()}/").json()["id"] == match["id"]


@pytest.mark.parametrize(
    ("method", "path"),
    [("DELETE", "/clubs/"), ("PUT", "/matches/{}/"), ("POST", "/"), ("PATCH", "/matches/{}/record/")],
)
def test_a_method_that_is_not_offered(method: str, path: str, owner: Caller, match: Json) -> None:
    answer = owner.send(method, path.format(match["id"]), {})
    problem(answer, 405, "method_not_allowed")
    assert "GET" in answer.headers["Allow"]
    assert Caller().send(method, path.format(match["id"]), {}).status_code == 405


def test_options_tell_of_a_resource_without_looking_for_it(anyone: Caller) -> None:
    answer = anyone.send("OPTIONS", f"/matches/{uuid.uuid4()}/entries/")
    assert answer.status_code == 200
    assert answer.headers["Allow"] == "GET, POST, HEAD, OPTIONS"


def test_a_host_that_is_not_ours() -> None:
    problem(Caller().get("/", Host="evil.example"), 400, "bad_request")


def test_a_media_type_that_is_not_taken_or_not_offered(owner: Caller, closed: Club) -> None:
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "", "x"):
        answer = owner.client.generic(
            "POST", "/api/v1/clubs/closed/players/", b"{}", content_type=kind, headers=owner.headers
        )
        said = problem(answer, 415, "unsupported_media_type")
        sent = f"not {kind!r}" if kind else "and this one does not say what it is"
        assert said["detail"] == f"A body is taken as application/json here, {sent}."
    for accepted in ("text/html", "image/png", "application/xml"):
        problem(owner.get("/clubs/closed/", Accept=accepted), 406, "not_acceptable")
    for accepted in ("*/*", "application/json", "application/*", "text/html, */*;q=0.1", "application/json; indent=4"):
        assert owner.get("/clubs/closed/", Accept=accepted).content.startswith(b'{"id":')


@pytest.mark.parametrize(
    ("body", "status", "code", "pointer"),
    [
        (b"", 400, "malformed_json", ""),
        (b"[]", 400, "not_an_object", ""),
        (b'{"name":"a","name":"b"}', 400, "duplicate_key", "/name"),
        (b'{"name":"\\u0000"}', 400, "bad_text", "/name"),
        (b'{"name":"\\ud800"}', 400, "bad_text", "/name"),
        (b'{"name":NaN}', 400, "bad_number", "/name"),
        (b'{"name":1e400}', 400, "bad_number", "/name"),
        (b'{"a":' + b"[" * 100_000 + b"]" * 100_000 + b"}", 400, "too_deep", ""),
        (b'{"name":"\xff"}', 400, "bad_encoding", ""),
        (b"{" + b" " * BODY_LIMIT + b"}", 413, "body_too_large", ""),
        (b'{"na\\ud800me":1}', 400, "bad_text", ""),
    ],
)
def test_a_body_that_cannot_be_read(
    body: bytes, status: int, code: str, pointer: str, owner: Caller, closed: Club
) -> None:
    for path in ("/clubs/", "/clubs/closed/players/", "/matches/", f"/matches/{uuid.uuid4()}/entries/"):
        said = problem(owner.post(path, body), status, code)
        assert said["errors"][0]["pointer"] == pointer


def test_what_was_sent_is_quoted_without_breaking_the_answer(owner: Caller, closed: Club) -> None:
    """A refusal may quote anything: other scripts, quotes, a key that reads as a pointer."""
    said = problem(owner.post("/clubs/", {"slug": "x", "name": "x", 'é"/~<☃': 1}), 422, "malformed")
    assert said["errors"][0]["pointer"] == '/é"~1~0<☃'


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("/clubs/?nope=1", "unknown_parameter"),
        ("/?format=json", "unknown_parameter"),
        ("/matches/?%00=1", "unknown_parameter"),
        ("/matches/?club=%00", "bad_parameter"),
        ("/matches/?player=x", "bad_parameter"),
        ("/matches/?status=void", "bad_parameter"),
        ("/matches/?game=rugs", "bad_parameter"),
        ("/matches/?from=yesterday", "bad_parameter"),
        ("/matches/?to=2026-02-30", "bad_parameter"),
        ("/matches/?club=a&club=b", "bad_parameter"),
        ("/matches/?page_size=0", "bad_parameter"),
        ("/matches/?page_size=101", "bad_parameter"),
        ("/matches/?page_size=" + "9" * 5000, "bad_parameter"),
        ("/matches/?page_size=x", "bad_parameter"),
        ("/matches/?cursor=x", "bad_cursor"),
        ("/clubs/?cursor=%F0%9F%98%80", "bad_cursor"),
        ("/clubs/?cursor=" + "x" * 5000, "bad_parameter"),
    ],
)
def test_parameters_are_known_and_well_formed(path: str, code: str, anyone: Caller) -> None:
    said = problem(anyone.get(path), 400, code)
    assert "parameter" in said["errors"][0]["params"]


@pytest.mark.parametrize(
    ("path", "detail"),
    [
        ("/matches/?frm=2026-01-01", "'frm' is not a parameter of this resource; it takes club, cursor, from, game, "
         "ladder, opponent, page_size, player, status, to, void."),
        ("/?x=1", "'x' is not a parameter of this resource; it takes none."),
        ("/matches/?club=a&club=b", "'club' is given more than once."),
        ("/matches/?page_size=x", "'page_size': A valid integer is required."),
    ],
)  # fmt: skip
def test_a_wrong_parameter_hears_what_is_right(path: str, detail: str, anyone: Caller) -> None:
    assert problem(anyone.get(path), 400, anyone.get(path).json()["code"])["detail"] == detail


def test_each_wrong_parameter_hears_of_itself_alone(anyone: Caller) -> None:
    errors = problem(anyone.get("/matches/?page_size=x&from=yesterday"), 400, "bad_parameter")["errors"]
    by_name = {error["params"]["parameter"]: error["detail"] for error in errors}
    assert by_name["page_size"] == "'page_size': A valid integer is required."
    assert "integer" not in by_name["from"]


@pytest.mark.parametrize(
    ("body", "detail"),
    [
        ({"slug": "x", "name": ""}, "“name” may not be blank."),
        ({"slug": "x"}, "“name” is required."),
        ({"slug": "x", "name": "x", "nope": 1}, "“nope” is not known here."),
        ({"slug": "x", "name": "x" * 101}, "Ensure “name” has no more than 100 characters."),
        ({"slug": "x", "name": "x", "id": 5}, "“id”: Must be a valid UUID."),
    ],
)
def test_what_is_wrong_with_a_body_is_said_in_a_sentence(body: Json, detail: str, owner: Caller) -> None:
    assert problem(owner.post("/clubs/", body), 422, "malformed")["detail"] == detail


def test_a_bug_is_a_500_in_the_same_shape_and_is_told_apart_by_its_id(anyone: Caller) -> None:
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE scorepad_club RENAME TO elsewhere")
    said = problem(anyone.get("/clubs/"), 500, "internal_error")
    assert "elsewhere" not in json.dumps(said)
    assert "scorepad_club" not in json.dumps(said)


def test_a_database_that_is_away_asks_to_send_again(transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as away:
        away.setitem(connection.settings_dict, "HOST", "/nowhere")
        connection.close()
        answer = Caller().get("/clubs/")
        connection.close()
    assert int(answer.headers["Retry-After"]) >= 1
    problem(answer, 503, "unavailable")
    assert Caller().get("/clubs/").status_code == 200


def test_a_match_that_stays_locked_asks_to_send_again(transactional_db: None, owner: Caller, match: Json) -> None:
    with psycopg.connect(**connection.get_connection_params() | {"cursor_factory": None}) as other:
        other.execute("SELECT 1 FROM scorepad_match WHERE id = %s FOR UPDATE", [match["id"]])
        answer = owner.post(f"/matches/{match['id']}/entries/", entry(ROUND, 1))
        assert int(answer.headers["Retry-After"]) >= 1
        problem(answer, 503, "busy")
        assert owner.get(f"/matches/{match['id']}/").json()["version"] == 1
    assert owner.post(f"/matches/{match['id']}/entries/", entry(ROUND, 1)).status_code == 201


def broken(people: dict[str, User], **wrong: Any) -> Exception:
    """What the database says to a club that no service would write."""
    fit = {"slug": "x", "name": "X", "created_by": people["owner"]}
    with pytest.raises((IntegrityError, DataError)) as caught, transaction.atomic():
        Club.objects.create(**{**fit, **wrong})
    return caught.value


def test_constraints_and_domains_of_the_database_are_refusals(people: dict[str, User]) -> None:
    Club.objects.create(slug="taken", name="X", created_by=people["owner"])
    expected = [
        ({"slug": "taken"}, 409, "club_slug_unique"),
        ({"slug": "Not A Slug"}, 422, "club_slug_plain"),
        ({"visibility": "secret"}, 422, "club_visibility_known"),
        ({"name": None}, 422, None),
        ({"name": "x" * 101}, 422, None),
    ]
    for wrong, status, constraint in expected:
        refused = problem_of(broken(people, **wrong))
        assert refused is not None
        assert (refused.status, refused.errors[0]["params"].get("constraint")) == (status, constraint)


def test_a_constraint_that_no_service_has_words_for_is_logged_as_our_fault(
    people: dict[str, User], caplog: pytest.LogCaptureFixture
) -> None:
    problem_of(broken(people, slug="Not A Slug"))
    problem_of(broken(people, name="x" * 101))
    constraint, value = caplog.records
    assert (constraint.levelname, value.levelname) == ("ERROR", "ERROR")
    assert "club_slug_plain" in constraint.getMessage()
    assert constraint.exc_info is not None
    assert value.exc_info is not None


def said_by_the_database(statement: str) -> DatabaseError:
    with pytest.raises(DatabaseError) as caught, transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)
    return caught.value


@pytest.mark.parametrize(
    ("statement", "faults"),
    [
        ("DO $$ BEGIN RAISE 'no room' USING ERRCODE = '53100'; END $$", 1),
        ("DO $$ BEGIN RAISE 'locked' USING ERRCODE = '55P03'; END $$", 0),
        ("DO $$ BEGIN RAISE 'going' USING ERRCODE = '57P01'; END $$", 0),
        ("DO $$ BEGIN RAISE 'gone' USING ERRCODE = '08006'; END $$", 0),
        ("DO $$ BEGIN RAISE 'idle' USING ERRCODE = '25P03'; END $$", 0),
    ],
)
def test_a_database_that_is_neither_away_nor_locked_is_a_fault_to_look_into(
    db: None, statement: str, faults: int, caplog: pytest.LogCaptureFixture
) -> None:
    said = problem_of(said_by_the_database(statement))
    assert said is not None
    assert (said.status, said.headers["Retry-After"]) == (503, "2")
    assert [record.levelname for record in caplog.records if record.exc_info] == ["ERROR"] * faults


def test_what_the_database_says_of_itself_is_a_bug(db: None) -> None:
    assert problem_of(said_by_the_database("DO $$ BEGIN RAISE 'broken' USING ERRCODE = 'XX000'; END $$")) is None


ON_EVERY_ANSWER = ("Content-Security-Policy", "X-Content-Type-Options", "Referrer-Policy", "Vary")


def test_what_django_says_in_headers_stays_when_its_page_is_reworded(anyone: Caller) -> None:
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE scorepad_club RENAME TO elsewhere")
    for answer in (anyone.get("/clubs/"), anyone.get("/", Host="evil.example"), anyone.send("POST", "/docs/", {})):
        assert answer.headers["Content-Type"] == "application/problem+json"
        assert [name for name in ON_EVERY_ANSWER if name not in answer.headers] == []
    assert answer.headers["Allow"] == "GET, HEAD"


def test_of_a_reworded_page_only_what_described_its_body_goes() -> None:
    headers = {"Retry-After": "7", "ETag": '"x"', "Content-Language": "en", "Content-Length": "4", "Vary": "Cookie"}
    page = HttpResponse("busy", status=503, headers=headers)
    page.set_cookie("seen", "1")
    answer = ProblemDetailsMiddleware(lambda _request: page)(RequestFactory().get("/api/v1/"))
    assert (answer.headers["Retry-After"], answer.headers["Vary"]) == ("7", "Cookie")
    assert not {"ETag", "Content-Language"} & set(answer.headers)
    assert answer.headers["Content-Length"] == str(len(answer.content))
    assert answer.cookies["seen"].value == "1"
    problem(answer, 503, "unavailable")


def test_what_django_itself_raises_is_worded(people: dict[str, User]) -> None:
    for error, status in ((Http404(), 404), (SuspiciousOperation("x"), 400)):
        said = problem_of(error)
        assert said is not None
        assert said.status == status
    assert problem_of(ZeroDivisionError()) is None


def test_every_answer_has_its_own_request_id(anyone: Caller) -> None:
    ids = {anyone.get(path, X_Request_Id="mine").headers["X-Request-Id"] for path in ("/", "/", "/clubs/", "/nope/")}
    assert len(ids) == 4
    assert "mine" not in ids


def test_refused_writes_leave_no_match_behind(people: dict[str, User], closed: Club) -> None:
    _, secret = issue_token(user=people["owner"], name="tablet", scopes=["record"])
    for body in (b"{", b"[]", json.dumps({"club": "closed"}).encode()):
        assert Caller(secret).post("/matches/", body).status_code in (400, 422)
    assert not Match.objects.exists()
