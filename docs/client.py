"""A score pad that works offline. Entries are kept on disk, sent in order, and sent again until there is an answer."""

import http.client
import json
import os
import time
import urllib.parse
import uuid
from contextlib import closing

PLAIN = {"round", "trick", "expose", "close_round"}  # each has its own place in the match, which only one can fill


class Pad:
    def __init__(self, url, token, match, path, pause=2.0):
        self.path, self.pause, to = path, pause, urllib.parse.urlsplit(url)
        self.connection = http.client.HTTPSConnection if to.scheme == "https" else http.client.HTTPConnection
        self.host, self.entries = to.netloc, f"{to.path}/api/v1/matches/{match}/entries/"
        self.headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        new = {"epoch": None, "version": 1, "waiting": [], "stored": [], "refused": []}
        self.held = json.loads(path.read_text()) if path.exists() else new

    def tap(self, kind, data, **more):
        self.held["waiting"].append({"id": str(uuid.uuid4()), "kind": kind, "data": data, **more})
        self.keep()

    def keep(self):
        with open(f"{self.path}.new", "w") as file:
            json.dump(self.held, file)
            file.flush()
            os.fsync(file.fileno())
        os.replace(f"{self.path}.new", self.path)

    def send(self):
        base = self.held["version"]  # what comes after a refused entry waits until a person has emptied `refused`
        while (waiting := self.held["waiting"]) and not self.held["refused"]:
            status, answer, headers = self.ask({**waiting[0], "base_version": base})
            if status in (0, 429) or status >= 500:
                time.sleep(float(headers.get("Retry-After", self.pause)))
                continue
            epoch, self.held["epoch"] = self.held["epoch"], headers.get("Scorepad-Epoch")
            if epoch not in (None, self.held["epoch"]):  # restored from a backup: it may lack what it had stored
                self.held |= {"version": (base := 1), "waiting": self.held["stored"] + waiting, "stored": []}
            elif status in (200, 201):
                self.held["version"] = base = answer["version"]
                self.held["stored"].append(waiting.pop(0))
            elif answer["code"] == "stale_version" and {e["kind"] for e in [waiting[0], *answer["missed"]]} <= PLAIN:
                base = answer["version"]  # seen; if its place is taken, the next answer says so
            else:
                self.held["refused"].append({**waiting.pop(0), "answer": answer})  # for a person to look at
            self.keep()

    def ask(self, entry):
        try:
            with closing(self.connection(self.host, timeout=10)) as line:
                line.request("POST", self.entries, json.dumps(entry), self.headers)
                answer = line.getresponse()
                return answer.status, json.load(answer), answer.headers
        except (OSError, http.client.HTTPException, ValueError):
            return 0, {}, {}
