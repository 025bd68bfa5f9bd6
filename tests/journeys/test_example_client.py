"""docs/client.py as it stands, on two tablets at once, over a line that loses two of five exchanges."""

import importlib.util
import uuid
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from threading import Barrier
from types import ModuleType
from typing import Any

import pytest

from scorepad.demo import generator
from scorepad.demo.seed import entries_of
from tests.journeys.conftest import Club
from tests.journeys.devices import Device
from tests.journeys.lossy import Lossy
from tests.journeys.web import Web

Json = dict[str, Any]

DOCS = Path(__file__).parents[2] / "docs"
CLIENT = DOCS / "client.py"
SOONER = 0.005


@pytest.fixture
def example() -> ModuleType:
    spec = importlib.util.spec_from_file_location("example_client", CLIENT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def paired(web: Web, club: Club, match: str) -> str:
    """A tablet's own token, by the code that the scorer shows it."""
    with web.client(club.token) as scorer, web.client() as tablet:
        pairing = scorer.post(f"/api/v1/matches/{match}/pairings/", json={"name": "tablet"})
        assert pairing.status_code == 201, pairing.text
        claimed = tablet.post("/api/v1/pairings/claim/", json={"code": pairing.json()["code"]})
        assert claimed.status_code == 201, claimed.text
        return str(claimed.json()["token"])


def pad(example: ModuleType, web: Web, club: Club, match: str, path: Path, url: str | None = None) -> Any:
    direct = "http://{}:{}".format(*web.address)
    return example.Pad(url or direct, paired(web, club, match), match, path, pause=SOONER)


def test_it_fits_on_a_page_and_needs_nothing_installed() -> None:
    source = CLIENT.read_text()
    assert len(source.splitlines()) <= 60
    imported = {line.split()[1] for line in source.splitlines() if line.startswith(("import ", "from "))}
    assert imported == {"contextlib", "http.client", "json", "os", "time", "urllib.parse", "uuid"}
    assert "(client.py)" in (DOCS / "apps.md").read_text()


def test_two_tablets_record_one_match_over_a_bad_line(
    example: ModuleType, web: Web, club: Club, begin: Callable[..., str], tmp_path: Path
) -> None:
    record = generator.match(Random(24))
    steps = list(entries_of(record))
    match = begin(None)
    together = Barrier(2)

    def evening(name: str) -> Any:
        """Both write down all of it. One is switched off and on again after each round."""
        tablet = pad(example, web, club, match, tmp_path / name, line.url)
        together.wait()
        for kind, data in steps:
            if name == "second" and kind == "round":
                tablet = example.Pad(line.url, tablet.headers["Authorization"][7:], match, tablet.path, pause=SOONER)
            tablet.tap(kind, data, device=name)
            if data["round"] % 3:  # every third round they are out of reach, and send it later
                tablet.send()
        tablet.send()
        return tablet

    with Lossy(web.address, seed=5) as line, ThreadPoolExecutor(2) as both:
        tablets = list(both.map(evening, ["first", "second"]))

    sent = line.requests_lost + line.answers_lost + line.passed
    assert line.requests_lost > sent / 8
    assert line.answers_lost > sent / 10
    for tablet in tablets:
        assert (tablet.held["waiting"], tablet.held["refused"]) == ([], [])
        assert [(entry["kind"], entry["data"]) for entry in tablet.held["stored"]] == steps
    with web.client(club.token) as client:
        device = Device(client, match)
        journal = device.journal()
        assert [each["version"] for each in journal] == list(range(1, len(steps) + 2))
        assert [each["kind"] for each in journal[1:]] == [kind for kind, _ in steps]
        assert all(each["stands"] for each in journal)
        ours = {entry["id"] for tablet in tablets for entry in tablet.held["stored"]}
        assert {each["id"] for each in journal[1:]} <= ours
        assert {each["device"] for each in journal[1:]} == {"first", "second"}
        assert device.get("record/")["rounds"] == record["rounds"]
        assert device.get()["status"] == "complete"


def test_what_another_wrote_meanwhile_is_seen_and_what_is_refused_is_kept(
    example: ModuleType, web: Web, club: Club, begin: Callable[..., str], tmp_path: Path
) -> None:
    steps = list(entries_of(generator.match(Random(7), rounds=1)))
    match = begin(None)
    first, second = (pad(example, web, club, match, tmp_path / name) for name in ("first", "second"))
    for kind, data in steps[:2]:
        first.tap(kind, data)
    first.send()
    second.tap(*steps[2])  # it has seen nothing of the match yet
    second.send()
    assert [entry["data"] for entry in second.held["stored"]] == [steps[2][1]]
    first.tap("trick", {**steps[2][1], "note": "as I saw it"})
    first.tap("undo", {})
    first.send()
    assert [entry["kind"] for entry in first.held["waiting"]] == ["undo"]
    assert [entry["answer"]["code"] for entry in first.held["refused"]] == ["slot_taken"]


def test_an_undo_never_takes_back_what_it_did_not_mean(
    example: ModuleType, web: Web, club: Club, begin: Callable[..., str], tmp_path: Path
) -> None:
    steps = list(entries_of(generator.match(Random(7), rounds=1)))
    match = begin(None)
    first, second = (pad(example, web, club, match, tmp_path / name) for name in ("first", "second"))
    for kind, data in steps[:2]:
        first.tap(kind, data)
    first.send()
    second.tap(*steps[2])
    second.send()
    first.tap("undo", {})
    first.send()
    assert [entry["answer"]["code"] for entry in first.held["refused"]] == ["stale_version"]
    again = example.Pad("", "", match, first.path)
    assert again.held == first.held


def test_after_a_restore_it_offers_again_what_it_holds(
    example: ModuleType, web: Web, club: Club, begin: Callable[..., str], tmp_path: Path
) -> None:
    steps = list(entries_of(generator.match(Random(7), rounds=1)))
    match = begin(None)
    tablet = pad(example, web, club, match, tmp_path / "tablet")
    for kind, data in steps[:2]:
        tablet.tap(kind, data)
    tablet.send()
    # It comes to hear of another installation: this one lacks both entries, and it has a match of the same players.
    tablet.entries = tablet.entries.replace(match, begin({"pack": "double"}))
    tablet.held["epoch"] = str(uuid.uuid4())
    with web.client(club.token) as client:
        tablet.headers |= {"Authorization": f"Bearer {club.token}"}
        tablet.tap(*steps[2])
        tablet.send()
        there = Device(client, tablet.entries.split("/")[-3])
        assert [each["kind"] for each in there.journal()[1:]] == [kind for kind, _ in steps[:3]]
    assert tablet.held["refused"] == []
