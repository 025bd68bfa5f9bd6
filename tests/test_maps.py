"""The maps of the house name files that are there: a map that has fallen behind leads astray."""

import re
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).resolve().parents[1]
ROOMS = ("engine", "scorepad", "api", "templates", "tests", "docs")
THERE = [f"/{path.relative_to(CHECKOUT)}" for room in ROOMS for path in (CHECKOUT / room).rglob("*")]
ROOMS_WITH_MAPS = ("scorepad/services", "scorepad/selectors", "scorepad/web")
MAPS = ["CONTRIBUTING.md", "docs/house.md", *(f"{room}/__init__.py" for room in ROOMS_WITH_MAPS)]
FILE = re.compile(r"\w+(?:/\w+)*\.(?:py|js|css|md)\b")


@pytest.mark.parametrize("page", MAPS)
def test_every_file_that_a_map_names_is_there(page: str) -> None:
    named = set(FILE.findall((CHECKOUT / page).read_text()))
    top = {path.name for path in CHECKOUT.iterdir()}
    assert named
    assert [name for name in sorted(named) if name not in top and not any(f.endswith("/" + name) for f in THERE)] == []


@pytest.mark.parametrize("room", ROOMS_WITH_MAPS)
def test_every_module_of_a_room_stands_on_its_map(room: str) -> None:
    folder = CHECKOUT / room
    told = (folder / "__init__.py").read_text()
    assert [file.name for file in sorted(folder.glob("[a-z]*.py")) if not re.search(rf"\b{file.stem}\b", told)] == []
