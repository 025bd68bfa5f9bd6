"""Every page of the demo club in headless Chromium: when its largest thing is painted, and whether anything moves.

Each page is loaded cold, with nothing in the browser's cache, three times; the median is told. A page on which
something is shifted, or that takes more than 60 kB (document, styles, scripts; pictures are none of it), ends the run
with an error. The paint is told beside that of one line of text: the machine has two cores and is noisy.

    python -m tests.bench.bench_pages
"""

import os
import sys
import uuid
from statistics import median
from typing import Any

import django

from tests.servers import test_servers

TIMES, MOST_BYTES = 3, 60_000
WIDTH, HEIGHT = 390, 844
OBSERVE = """
window.paints = []; window.shifts = 0;
new PerformanceObserver((list) => list.getEntries().forEach((entry) => paints.push(entry.startTime)))
  .observe({type: "largest-contentful-paint", buffered: true});
new PerformanceObserver((list) => list.getEntries().forEach((entry) => { shifts += entry.value; }))
  .observe({type: "layout-shift", buffered: true});
"""


def main() -> None:
    with test_servers() as environment:
        os.environ.update(environment, DJANGO_SETTINGS_MODULE="scorepad.settings", DJANGO_ALLOW_ASYNC_UNSAFE="true")
        django.setup()
        from django.core.management import call_command
        from django.db import connection

        call_command("migrate", verbosity=0)
        call_command("collectstatic", interactive=False, verbosity=0)
        try:
            sys.exit(measure())
        finally:
            connection.close()


def measure() -> int:
    """How many pages are too heavy or move."""
    from playwright.sync_api import sync_playwright

    from scorepad.demo import seed
    from scorepad.models import Club
    from scorepad.services.rating import refresh as rate
    from scorepad.services.statistics import refresh as count
    from tests.browser.conftest import ARGUMENTS
    from tests.conftest import BROWSER
    from tests.every_page import reading
    from tests.journeys.web import Web

    seed.seed_if_empty(password=str(uuid.uuid4()), say=lambda said: None)
    club = Club.objects.get(slug=seed.demo.SLUG)
    for job in (count, rate):
        list(job(club_id=club.pk))
    web, faults = Web(), 0
    web.start()
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=BROWSER, args=ARGUMENTS)
            origin = "http://{}:{}".format(*web.address)
            least = load(browser, f"{origin}/api/v1/")[0]
            print(f"{'largest paint of one line of text':52} {least:5.0f} ms")
            for page in reading(club):
                paint, shift, weight = load(browser, origin + page.address)
                fault = shift > 0 or weight > MOST_BYTES
                faults += fault
                shown = page.name + ("?" + page.address.partition("?")[2] if "?" in page.address else "")
                print(
                    f"{shown[:52]:52} {paint:5.0f} ms, {paint / least:4.1f} times as long; moved {shift:.3f};"
                    f" {weight / 1000:4.1f} kB{'   TOO MUCH' if fault else ''}"
                )
            browser.close()
    finally:
        web.close()
    return faults


def load(browser: Any, address: str) -> tuple[float, float, int]:
    """The median of the largest paint in ms, the most that anything moved, and the bytes of a cold visit."""
    paints, shifts, weights = [], [], []
    for _ in range(TIMES):
        context = browser.new_context(viewport={"width": WIDTH, "height": HEIGHT})
        context.add_init_script(OBSERVE)
        page = context.new_page()
        sizes: list[int] = []
        page.on("requestfinished", lambda request, sizes=sizes: sizes.append(_size(request)))
        page.goto(address, wait_until="networkidle")
        paints.append(page.evaluate("Math.max(0, ...window.paints)"))
        shifts.append(page.evaluate("window.shifts"))
        weights.append(sum(sizes))
        context.close()
    return median(paints), max(shifts), max(weights)


def _size(request: Any) -> int:
    return 0 if request.resource_type == "image" else request.sizes()["responseBodySize"]


if __name__ == "__main__":
    main()
