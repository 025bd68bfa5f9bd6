"""What `make test` hands out to its processes, and in which order.

A file goes to one process whole, since what its tests only read is made once for it. Browser tests have nothing in
common but the modules of the recorder's rules: each of them goes out alone, the longest first, so that no process has
much left to do when the others are done.
"""

import pytest
from xdist.remote import Producer
from xdist.scheduler import LoadFileScheduling

IN_A_BROWSER = "tests/browser/"
LONG = ("test_every_page.py", "test_newcomer.py", "test_recorder_rules.py", "test_recorder_flow.py")
WHOLE = ("test_recorder_rules.py", "test_recorder_flow.py")  # what they load into a page serves all their tests


class ByFile(LoadFileScheduling):
    def _split_scope(self, nodeid: str) -> str:
        file = super()._split_scope(nodeid)
        return nodeid if file.startswith(IN_A_BROWSER) and not file.endswith(WHOLE) else file


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> ByFile | None:
    return ByFile(config, log) if config.getoption("dist") == "loadfile" else None


def in_order(browser: list[pytest.Item]) -> list[pytest.Item]:
    return sorted(browser, key=lambda item: LONG.index(item.path.name) if item.path.name in LONG else len(LONG))
