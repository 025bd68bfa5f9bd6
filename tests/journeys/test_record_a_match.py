"""A club records a real match over HTTP, on a real server: answers get lost, devices race, people slip.

At the end the record and the replay are those of the vector, the journal has no gap, and the record is its fold.
"""

import json
import random
import socket
import threading
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any
from uuid import UUID

import httpx
import pytest

from engine.games import GAMES
from scorepad.models import User
from scorepad.selectors.access import Viewer
from scorepad.selectors.sheets import sheet
from tests.journeys.conftest import Club
from tests.journeys.devices import Device, steps
from tests.journeys.slips import Slip, slips
from tests.journeys.web import Web
from tests.scorepad.services.test_vectors import assert_folds

Json = dict[str, Any]

VECTORS = [
    json.loads(line) for line in (Path(__file__).parent.parent / "vectors" / "matches.jsonl").read_text().splitlines()
]
BATCH = 100
GAME = GAMES["marrakesh"]


def grade(vector: Json) -> str:
    return f"{vector['replay']['grade']}, {len(vector['record']['rounds'])} rounds"


def sees(vector: Json, *fields: str) -> bool:
    """Whether the record has all these fields of a round or a trick somewhere."""
    rounds = vector["record"]["rounds"]
    found = {name for round_ in rounds for name in round_}
    found |= {f"trick.{name}" for round_ in rounds for trick in round_.get("tricks", []) for name in trick}
    return found.issuperset(fields)


def first_with(*fields: str, pack: str, complete: bool = True) -> Json:
    return next(
        vector
        for vector in VECTORS
        if sees(vector, *fields)
        and vector["record"].get("options", {}).get("pack") == pack
        and vector["replay"]["complete"] == complete
    )


@pytest.mark.parametrize("vector", VECTORS, ids=grade)
def test_every_match_of_the_vectors_goes_in_by_batches(
    vector: Json, web: Web, club: Club, begin: Callable[..., str]
) -> None:
    with web.client(club.token) as client:
        device = Device(client, begin(vector["record"].get("options")))
        made = [device.entry(kind, data) for kind, data in steps(vector["record"])]
        for entry in made[1:]:
            del entry["base_version"]
        for start in range(0, len(made), BATCH):
            batch = made[start : start + BATCH]
            batch[0]["base_version"] = device.version
            answer = client.post(f"/api/v1/matches/{device.match}/entries/", json={"entries": batch})
            assert answer.status_code == 201, answer.text
            assert [result["status"] for result in answer.json()["results"]] == [201] * len(batch)
            device.version = answer.json()["results"][-1]["entry"]["version"]
        assert_recorded(vector, device)
        assert_folds(sheet(viewer=Viewer.of_session(User.objects.get()), match_id=UUID(device.match)))


@pytest.mark.parametrize(
    "vector",
    [
        first_with("exposed", "reshuffled", "unplayed", "trick.withdrawn", "trick.board", pack="double"),
        first_with("unplayed", "trick.ruling", pack="single"),
        first_with("ruling", "unplayed", pack="double"),
        first_with("ovals", "tricks", "unplayed", pack="double"),
        first_with("exposed", "trick.extra_disregarded", pack="single", complete=False),
    ],
    ids=grade,
)
def test_an_evening_on_which_everything_goes_wrong(
    vector: Json, web: Web, club: Club, begin: Callable[..., str]
) -> None:
    chance = random.Random(11)
    met: Counter[str] = Counter()
    with web.client(club.token) as client, web.client(club.token) as other:
        device = Device(client, begin(vector["record"].get("options")))
        neighbour = Device(other, device.match, "tablet-2")
        for kind, data in steps(vector["record"]):
            for slip in slips(vector["record"], vector["replay"], kind, data):
                if met[slip.code] < 2:
                    met[slip.code] += 1
                    assert_refused(device, slip)
            match chance.randrange(8):
                case 0:
                    lose_the_answer(device, kind, data)
                case 1:
                    lose_the_connection(web, club, device, kind, data)
                case 2:
                    enter_at_once(device, neighbour, kind, data)
                case 3:
                    enter_at_once_differently(device, neighbour, kind, data)
                case 4:
                    take_back_and_enter_again(device, kind, data)
                case 5:
                    come_too_early_or_too_late(device, kind, data)
                case _:
                    device.record(kind, data)
        assert_recorded(vector, device)
    if vector["replay"]["grade"] == "tricks" and vector["replay"]["complete"]:
        assert {"wrong_leader", "unknown_card", "illegal_play", "extra_missing", "extra_not_due"} <= set(met)
        assert {"plays_missing", "bad_play", "unreachable_board", "cannot_move", "identical_setups"} <= set(met)


def test_a_server_that_is_killed_loses_and_doubles_nothing(web: Web, club: Club, begin: Callable[..., str]) -> None:
    vector = first_with("unplayed", "trick.ruling", pack="single")
    chance = random.Random(3)
    answers: list[httpx.Response] = []
    done = threading.Event()

    def send() -> None:
        try:
            for kind, data in steps(vector["record"]):
                answer = device.insist(kind, data)
                answers.append(answer)
                device.version = answer.json()["version"]
        finally:
            done.set()

    with web.client(club.token) as client:
        device = Device(client, begin(vector["record"].get("options")))
        sender = threading.Thread(target=send)
        sender.start()
        kills = 0
        while kills < 10 and not done.wait(chance.uniform(0.05, 0.5)):
            kills += 1
            if kills % 5 == 0:
                web.kill()
                web.start()
            else:
                web.kill_worker()
        sender.join()
        assert kills > 3
        assert {answer.status_code for answer in answers} <= {200, 201}
        assert [answer.json()["version"] for answer in answers] == list(range(2, len(answers) + 2))
        assert len(device.journal()) == 1 + len(list(steps(vector["record"])))
        assert_recorded(vector, device)


def assert_recorded(vector: Json, device: Device) -> None:
    record, replay, journal = device.get("record/"), device.get("replay/"), device.journal()
    assert {name: record.get(name) for name in ("format", "options", "rounds")} == {
        name: vector["record"].get(name) for name in ("format", "options", "rounds")
    }
    assert replay == vector["replay"]
    assert [line["version"] for line in journal] == list(range(1, len(journal) + 1))
    assert len({line["id"] for line in journal}) == len(journal)
    assert device.get()["version"] == len(journal)
    assert record == told_by(journal, record["players"])


def told_by(journal: Iterable[Json], players: Json) -> Json:
    """The record as the entries that stand tell it, one after the other."""
    first, *later = journal
    begun = {"format": GAME.record_format, "id": first["id"], "played_at": first["data"]["played_at"], "rounds": []}
    record = begun | {"players": players} | {name: first["data"][name] for name in first["data"] if name == "options"}
    for line in later:
        if line["stands"] and line["kind"] != "undo":
            record = GAME.apply(record, line["kind"], line["data"]).record
    return record


def assert_refused(device: Device, slip: Slip) -> None:
    """Refused with its code and its place, and nothing has changed: the same strong tag is the same bytes."""
    url = f"/api/v1/matches/{device.match}/"
    tag = device.client.get(url).headers["ETag"]
    answer = device.post(device.entry(slip.kind, slip.data))
    assert answer.headers["Content-Type"] == "application/problem+json"
    said = answer.json()
    found = (answer.status_code, said["code"], said["errors"][0]["code"], said["errors"][0]["pointer"])
    assert found == (422, slip.code, slip.code, slip.pointer), (slip, said)
    assert said["detail"]
    assert device.client.get(url, headers={"If-None-Match": tag}).status_code == 304


def lose_the_answer(device: Device, kind: str, data: Json) -> None:
    entry = device.entry(kind, data)
    lost, again = device.post(entry), device.post(entry)
    assert (lost.status_code, again.status_code) == (201, 200), lost.text + again.text
    assert lost.json() == again.json()
    device.version = again.json()["version"]


def lose_the_connection(web: Web, club: Club, device: Device, kind: str, data: Json) -> None:
    """The tablet goes out of reach between request and answer; whether it was stored, it cannot know."""
    entry = device.entry(kind, data)
    request = device.client.build_request("POST", f"/api/v1/matches/{device.match}/entries/", json=entry)
    head = "".join(f"{name}: {value}\r\n" for name, value in request.headers.items())
    with socket.create_connection(web.address) as line:
        line.sendall(f"POST {request.url.raw_path.decode()} HTTP/1.1\r\n{head}\r\n".encode() + request.content)
    answer = device.post(entry)
    assert answer.status_code in (200, 201), answer.text
    device.version = answer.json()["version"]


def at_once(first: Callable[[], httpx.Response], second: Callable[[], httpx.Response]) -> list[httpx.Response]:
    barrier = threading.Barrier(2)
    answers: list[httpx.Response | None] = [None, None]

    def run(index: int, call: Callable[[], httpx.Response]) -> None:
        barrier.wait()
        answers[index] = call()

    threads = [threading.Thread(target=run, args=each) for each in enumerate((first, second))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return [answer for answer in answers if answer is not None]


def enter_at_once(device: Device, neighbour: Device, kind: str, data: Json) -> None:
    """Both saw the same cards fall: it is written down once, and both hear the same."""
    neighbour.version = device.version
    mine, theirs = device.entry(kind, data), neighbour.entry(kind, data)
    answers = at_once(lambda: device.post(mine), lambda: neighbour.post(theirs))
    assert sorted(answer.status_code for answer in answers) == [200, 201], [answer.text for answer in answers]
    assert answers[0].json() == answers[1].json()
    device.version = answers[0].json()["version"]


def enter_at_once_differently(device: Device, neighbour: Device, kind: str, data: Json) -> None:
    """One of the two is written down, the other is told what was; if it was the wrong one, it is taken back."""
    if kind != "trick":
        device.record(kind, data)
        return
    neighbour.version = device.version
    mine, theirs = device.entry(kind, data), neighbour.entry(kind, {**data, "note": "as I saw it"})
    answers = at_once(lambda: device.post(mine), lambda: neighbour.post(theirs))
    assert sorted(answer.status_code for answer in answers) == [201, 409], [answer.text for answer in answers]
    stored, refused = sorted(answers, key=lambda answer: answer.status_code)
    assert refused.json()["code"] == "stale_version"
    assert refused.json()["version"] == stored.json()["version"]
    assert [line["id"] for line in refused.json()["missed"]] == [stored.json()["id"]]
    assert refused.json()["awaiting"] == stored.json()["awaiting"]
    device.version = stored.json()["version"]
    if stored.json()["id"] == theirs["id"]:
        device.record("undo", {})
        device.record(kind, data)


def take_back_and_enter_again(device: Device, kind: str, data: Json) -> None:
    before = device.get()
    entered = device.record(kind, data)
    taken = device.record("undo", {})
    assert taken["awaiting"] == before["awaiting"]
    assert taken["running"] == before["running"]
    again = device.post(device.sent[-2])
    assert (again.status_code, again.json()) == (200, {**entered, "stands": False})
    device.record(kind, data)


def come_too_early_or_too_late(device: Device, kind: str, data: Json) -> None:
    if kind == "trick" and data["trick"] < 6:
        early = device.post(device.entry(kind, {**data, "trick": data["trick"] + 1}))
        assert (early.status_code, early.json()["code"]) == (409, "not_next"), early.text
        assert early.json()["awaiting"] == device.get()["awaiting"]
    ahead = device.post({**device.entry(kind, data), "base_version": device.version + 1})
    assert (ahead.status_code, ahead.json()["code"]) == (409, "not_next"), ahead.text
    device.record(kind, data)
    reused = device.post({**device.sent[-1], "reason": "another"})
    assert (reused.status_code, reused.json()["code"]) == (422, "entry_id_reused"), reused.text
    if kind in ("trick", "round"):
        taken = device.post(device.entry(kind, {**data, "note": "otherwise"}))
        assert (taken.status_code, taken.json()["code"]) == (409, "slot_taken"), taken.text
