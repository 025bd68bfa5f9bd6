"""Tablets at the table: a browser with a store of its own, whose recorder a test drives as its screens do."""

import time
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, Request, Route

from scorepad.models import User
from tests.browser.conftest import PATIENCE, session_of

# What Chromium itself notes of an answer that is no success, or of a network that is not there.
EXPECTED = ("Failed to load resource", "This browser keeps nothing on the device")

CALL = """async ([name, given]) => {
  const { sync } = await import(document.querySelector("script[type=module]").src);
  const answer = await sync[name](...given);
  return JSON.parse(JSON.stringify(answer ?? null));
}"""
QUEUE = """async () => {
  const { sync } = await import(document.querySelector("script[type=module]").src);
  return sync.queue;
}"""
ANOTHER_EPOCH = """async () => {
  const { sync } = await import(document.querySelector("script[type=module]").src);
  await sync.store.changeSetting("epoch", () => "another");
}"""
CONTROLLED = "() => navigator.serviceWorker.controller !== null"
PAUSE = 50


class Tablet:
    """One device: what it keeps outlives its pages."""

    def __init__(self, browser: Browser, address: str, *, before: str = "", **options: Any) -> None:
        self.address = address
        self.complaints: list[str] = []
        self.context: BrowserContext = browser.new_context(viewport={"width": 820, "height": 1180}, **options)
        if before:
            self.context.add_init_script(before)
        self.page: Page

    def sign_in(self, user: User) -> "Tablet":
        self.context.add_cookies([session_of(user, self.address)])
        return self

    def open(self, hash_: str = "") -> "Tablet":
        """The recorder in a new page; the one before is gone as if its battery had run out."""
        if hasattr(self, "page"):
            self.page.close()
        self.page = self.context.new_page()
        self.page.set_default_timeout(PATIENCE)
        self.page.on("console", self._note)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.goto(f"{self.address}/record/{hash_}")
        return self

    def keep_app(self) -> "Tablet":
        """Wait until the device keeps the app itself."""
        self.page.wait_for_function(CONTROLLED)
        return self

    def call(self, name: str, *given: Any) -> Any:
        return self.page.evaluate(CALL, [name, list(given)])

    def enter(self, match: str, *entries: tuple[str, Any]) -> None:
        for kind, data in entries:
            self.call("enqueue", match, {"kind": kind, "data": data})

    def queue(self, kind: str | None = None) -> Any:
        """The state of the queue, once it is of this kind."""
        return self.once(lambda: self.page.evaluate(QUEUE), lambda queue: kind in (None, queue["kind"]))

    def sees(self, match: str, version: int) -> float:
        """How many seconds it takes until this device has the match as far as this version."""
        asked = time.monotonic()
        self.once(lambda: self.call("view", match), lambda view: view["match"]["version"] >= version)
        return time.monotonic() - asked

    def once(self, look: Callable[[], Any], is_so: Callable[[Any], bool] = bool) -> Any:
        """What `look` finds, once it is so."""
        deadline = time.monotonic() + PATIENCE / 1000
        while not is_so(seen := look()):
            assert time.monotonic() < deadline, seen
            self.page.wait_for_timeout(PAUSE)
        return seen

    def forget_epoch(self) -> None:
        """As if the installation had been another one until now."""
        self.page.evaluate(ANOTHER_EPOCH)

    def watch_entries(self) -> list[str]:
        """The ids of the entries that leave this device from now on, as often as they do."""
        left: list[str] = []

        def note(request: Request) -> None:
            if request.method == "POST" and request.url.endswith("/entries/"):
                left.extend(entry["id"] for entry in request.post_data_json["entries"])

        self.context.on("request", note)
        return left

    def lose_answers(self, times: int) -> None:
        """The server hears what is sent, and its answer gets lost on the way back."""
        left = iter(range(times))

        def lost(route: Route) -> None:
            if route.request.method == "POST" and next(left, None) is not None:
                route.fetch()
                route.abort()
            else:
                route.fallback()

        self.page.route("**/entries/", lost)

    def _note(self, message: Any) -> None:
        if message.type in ("error", "warning") and not message.text.startswith(EXPECTED):
            self.complaints.append(f"{message.type}: {message.text}")
