"""`manage.py replay`, as typed: it needs no database, says what is wrong and where, and never shows a traceback."""

import json
import os
import subprocess
import sys
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from engine.games import MARRAKESH

Json = dict[str, Any]

CHECKOUT = Path(__file__).parents[3]
LINES = (CHECKOUT / "tests" / "vectors" / "matches.jsonl").read_text().splitlines()
VECTOR = json.loads(LINES[9])
HEAD = '[Format "marrakesh-text/1"]\n'
ROUND = "Round 1 red 6 1 2 6 4 5 white 3 5 6 1 4 2\n"


def typed(*arguments: str, given: bytes = b"", **environment: str) -> subprocess.CompletedProcess[bytes]:
    """The command in a process of its own, in an environment that names no server that could answer."""
    unset = ("DATABASE_URL", "REDIS_URL", "SECRET_KEY", "TOKEN_PEPPER", "DJANGO_SETTINGS_MODULE")
    environment = {**{name: value for name, value in os.environ.items() if name not in unset}, **environment}
    command = [sys.executable, str(CHECKOUT / "manage.py"), "replay", *arguments]
    return subprocess.run(command, input=given, capture_output=True, env=environment, timeout=60, check=False)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "match"


def test_the_score_sheet_of_json_and_of_text_is_the_same(file: Path) -> None:
    file.write_text(json.dumps(VECTOR["record"]))
    of_json = typed(str(file))
    of_text = typed("-", given=MARRAKESH.dump_text(VECTOR["record"]).encode())
    assert (of_json.returncode, of_json.stderr) == (0, b"")
    assert of_text.stdout == of_json.stdout
    assert of_json.stdout.decode() == MARRAKESH.score_sheet(VECTOR["record"], VECTOR["replay"])
    totals = VECTOR["replay"]["totals"]
    assert f"{totals['red']}-{totals['white']}" in of_json.stdout.decode()


def test_the_replay_as_json(file: Path) -> None:
    file.write_bytes(b"\xef\xbb\xbf\r\n " + json.dumps(VECTOR["record"]).encode())
    printed = typed(str(file), "--json")
    assert json.loads(printed.stdout) == VECTOR["replay"]


def test_tricks_on_request() -> None:
    printed = typed("-", "--tricks", given=json.dumps(VECTOR["record"]).encode())
    assert printed.stdout.decode() == MARRAKESH.score_sheet(VECTOR["record"], VECTOR["replay"], tricks=True)


def test_a_database_that_does_not_answer_is_not_asked() -> None:
    nowhere = {
        "DATABASE_URL": "postgres://nobody@127.0.0.1:1/nothing",
        "REDIS_URL": "redis://127.0.0.1:1",
        "SECRET_KEY": "x",
    }
    printed = typed("-", given=(HEAD + ROUND).encode(), **nowhere)
    assert (printed.returncode, printed.stderr) == (0, b"")


def test_a_terminal_without_daggers_still_shows_the_score() -> None:
    ruled = 'Round 1 points red 3 white 0 ruling "the pad says so" points red 4 white 0\n'
    printed = typed("-", given=(HEAD + ruled).encode(), PYTHONIOENCODING="ascii")
    assert printed.returncode == 0
    assert b"4-0 after 1 round" in printed.stdout


REFUSED = [
    # The place, what was found, and what would have been legal.
    (
        HEAD + ROUND + "1. AS 6D 6/off 2/off\n",
        [
            "line 3, column 16",
            "Round 1, trick 1",
            "illegal_play at /rounds/0/tricks/0/plays/1",
            "legal there: ",
            "1/off",
        ],
    ),
    (
        json.dumps(
            {
                "format": "marrakesh-record/1",
                "rounds": [{"setup": {"red": [1] * 6, "white": [1] * 6}, "tricks": []}],
            }
        ),
        ["Round 1", "identical_setups at /rounds/0/setup"],
    ),
    (HEAD + ROUND + "1. AS 7D\n", ["ine 3, column 7", "7D", "a card"]),
    ("a shopping list", ['[Format "marrakesh-text/1"]', "a shopping"[:1]]),
    ("", ["malformed at /format"]),
    ("{", ["JSON", "ine 1, column 2"]),
    ('{"format": "marrakesh-record/1", "rounds": [], "rounds": []}', ["'rounds' twice"]),
    ('{"format": "marrakesh-record/1", "rounds": NaN}', ["NaN"]),
    ('{"format": "marrakesh-record/1", "rounds": ' + "1" * 5000 + "}", ["5000 digits"]),
    ('{"format": "marrakesh-record/1", "rounds": ' + "[" * 100_000, ["nested too deep"]),
    ('{"format": "marrakesh-record/1", "rounds": ' + "[" * 100_000 + "]" * 100_000 + "}", ["nested too deep"]),
    ('{"format": "chess/1", "rounds": []}', ["malformed at /format", "marrakesh-record/1"]),
    ("[1, 2]", ["malformed"]),
    (b"\xff\xfe\x00", ["UTF-8"]),
    (HEAD.encode() + b'[Red "Zo\xeb"]', ["UTF-8", "ine 2, column 9"]),
    (b"\0" * 100, ["malformed at /format"]),
]


@pytest.mark.parametrize(("document", "said"), REFUSED, ids=range(len(REFUSED)))
def test_what_cannot_be_replayed_is_told(
    document: str | bytes, said: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    given = document if isinstance(document, bytes) else document.encode()
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(given)))
    with pytest.raises(CommandError) as refused:
        call_command("replay", "-")
    assert all(words in str(refused.value) for words in said), refused.value
    assert refused.value.returncode == 1
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(("document", "said"), REFUSED[::6], ids=range(len(REFUSED[::6])))
def test_the_exit_code_is_1_and_no_traceback_is_shown(document: str | bytes, said: list[str]) -> None:
    refused = typed("-", given=document if isinstance(document, bytes) else document.encode())
    told = refused.stderr.decode()
    assert (refused.returncode, refused.stdout) == (1, b"")
    assert "Traceback" not in told
    assert told.startswith("standard input")
    assert all(words in told for words in said), told


def test_a_refusal_as_json(file: Path) -> None:
    file.write_text(HEAD + ROUND + "1. AS 6D 6/off 2/off\n")
    refused = typed(str(file), "--json")
    told = json.loads(refused.stdout)
    assert refused.returncode == 1
    assert {*told} == {"code", "path", "params", "detail"}
    assert (told["code"], told["path"]) == ("illegal_play", "/rounds/0/tricks/0/plays/1")
    assert "1/off" in told["params"]["legal"]
    assert told["detail"].startswith("Round 1, trick 1, play 2: ")
    assert told["detail"] in refused.stderr.decode()


SHELL = {
    "standard input closed": ("replay - <&-", "standard input cannot be read: it is closed"),
    "standard output full": ("replay FILE > /dev/full", "standard output cannot be written: No space left on device"),
    "so with much to say": ("replay FILE --json > /dev/full", "standard output cannot be written: No space left"),
    "standard output closed": ("replay FILE >&-", "standard output cannot be written: it is closed"),
    "nobody listens": ("replay FILE --json | true; exit ${PIPESTATUS[0]}", ""),
    "all closed": ("replay FILE <&- >&- 2>&-", ""),
    "no such file": ("replay nowhere", "nowhere cannot be read: "),
}


@pytest.mark.parametrize(("line", "said"), SHELL.values(), ids=SHELL)
def test_what_the_shell_takes_away_is_told_in_a_sentence(line: str, said: str, file: Path) -> None:
    file.write_text(json.dumps(VECTOR["record"]))
    command = line.replace("replay", f"{sys.executable} {CHECKOUT / 'manage.py'} replay").replace("FILE", str(file))
    ended = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=60, check=False)
    assert ended.returncode == 1
    assert ended.stderr.startswith(said)
    assert len(ended.stderr.splitlines()) == (1 if said else 0), ended.stderr


@pytest.mark.parametrize("path", ["nowhere.txt", ".", "a\nb", "x" * 5000], ids=["absent", "folder", "odd", "long"])
def test_a_file_that_cannot_be_read(tmp_path: Path, path: str) -> None:
    with pytest.raises(CommandError, match="cannot be read"):
        call_command("replay", str(tmp_path / path))
