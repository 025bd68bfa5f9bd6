"""A tablet at a table: it makes an entry's id at the tap, keeps it, and sends it again until it has an answer."""

import time
import uuid
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import httpx

Json = dict[str, Any]


def steps(record: Json) -> Iterator[tuple[str, Json]]:
    """The entries, kind and data, in which a match is told as it is played.

    The last of a round's exposed cards comes as an entry of its own, as one is seen when the round is under way.
    """
    for number, round_ in enumerate(record["rounds"], 1):
        if "tricks" not in round_:
            yield "round", {"round": number, **round_}
            continue
        opening = {key: round_[key] for key in ("setup", "reshuffled", "exposed", "note") if key in round_}
        later = opening.get("exposed", [])[-1:]
        if later:
            opening["exposed"] = opening["exposed"][:-1]
            if not opening["exposed"]:
                del opening["exposed"]
        yield "round", {"round": number, **opening}
        for count, trick in enumerate(round_["tricks"], 1):
            if later and count == len(round_["tricks"]):
                yield "expose", {"round": number, "card": later.pop()}
            yield "trick", {"round": number, "trick": count, **trick}
        for card in later:
            yield "expose", {"round": number, "card": card}
        ending = {key: round_[key] for key in ("unplayed", "ruling") if key in round_}
        if ending:
            yield "close_round", {"round": number, **ending}


@dataclass
class Device:
    client: httpx.Client
    match: str
    name: str = "tablet-1"
    version: int = 1
    sent: list[Json] = field(default_factory=list)

    def entry(self, kind: str, data: Json, **more: Any) -> Json:
        made = {"id": str(uuid.uuid4()), "kind": kind, "base_version": self.version, "device": self.name, "data": data}
        return {**made, **more}

    def post(self, entry: Json, **options: Any) -> httpx.Response:
        return self.client.post(f"/api/v1/matches/{self.match}/entries/", json=entry, **options)

    def record(self, kind: str, data: Json) -> Json:
        """Enter what must be taken, and go on from the version it was given."""
        entry = self.entry(kind, data)
        answer = self.post(entry)
        assert answer.status_code == 201, answer.text
        self.sent.append(entry)
        body: Json = answer.json()
        self.version = body["version"]
        return body

    def insist(self, kind: str, data: Json, patience: float = 60.0) -> httpx.Response:
        """Send the same entry until an answer arrives, however often the server goes away."""
        entry = self.entry(kind, data)
        deadline = time.monotonic() + patience
        while True:
            try:
                answer = self.post(entry)
                if answer.status_code != 503:
                    return answer
            except httpx.TransportError:
                pass
            assert time.monotonic() < deadline, "no answer in time"
            time.sleep(0.02)

    def get(self, what: str = "", **params: Any) -> Any:
        answer = self.client.get(f"/api/v1/matches/{self.match}/{what}", params=params)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def journal(self) -> list[Json]:
        found: list[Json] = []
        after = 0
        while page := self.get("entries/", after=after)["results"]:
            found += page
            after = page[-1]["version"]
        return found
