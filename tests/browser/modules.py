"""A blank page with the modules of the recorder's rules, which are pure: no server stands behind them."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route

HERE = Path(__file__).parent
MODULES = HERE.parents[1] / "scorepad" / "static" / "scorepad" / "recorder" / "marrakesh"
AT = "http://recorder.test/"
LOAD = """async () => {
    window.modules = {};
    for (const name of ["rules", "replay", "fold", "flow"]) {
        window.modules[name] = await import(`/marrakesh/${name}.js`);
    }
    window.playing = await import("/playing.js");
    const { Refusal } = window.modules.replay;
    window.told = (work) => {
        try {
            return work();
        } catch (refusal) {
            if (!(refusal instanceof Refusal)) throw refusal;
            return { refusal };
        }
    };
    window.written = (work) => JSON.stringify(told(work) ?? null, (_, each) => {
        if (each instanceof Refusal) return { code: each.code, path: each.path, params: each.params };
        return each instanceof Set ? [...each] : each;
    });
}"""


@pytest.fixture(scope="module")
def page(chromium: Browser) -> Iterator[Page]:
    """Whatever the page complains of fails the tests."""

    def serve(route: Route) -> None:
        name = route.request.url.removeprefix(AT)
        if not name:
            return route.fulfill(body="<!doctype html><link rel=icon href=data:,>", content_type="text/html")
        path = HERE / name if name == "playing.js" else MODULES / name.removeprefix("marrakesh/")
        return route.fulfill(path=path, content_type="text/javascript")

    context = chromium.new_context()
    complaints: list[str] = []
    page = context.new_page()
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    context.route("**/*", serve)
    page.goto(AT)
    page.evaluate(LOAD)
    yield page
    context.close()
    assert complaints == []


def ask(page: Page, work: str, *given: Any) -> Any:
    """What the work, JavaScript over `given`, comes to. Values go to and fro as text, since Playwright's own way of
    taking them apart costs more than the work does."""
    return json.loads(
        page.evaluate(f"text => {{ const given = JSON.parse(text); return written(() => {work}); }}", json.dumps(given))
    )


def call(page: Page, module: str, name: str, *given: Any) -> Any:
    """What a function of a module answers; a refusal that it throws is an answer too."""
    return ask(page, f"modules.{module}.{name}(...given)", *given)
