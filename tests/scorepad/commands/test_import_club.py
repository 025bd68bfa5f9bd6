"""`manage.py import_club`: a club that is too large for one request."""

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from scorepad.models import Club, Entry, Import, Match, Player
from scorepad.selectors.exports import export
from scorepad.services import imports
from scorepad.services.clubs import create_club
from tests.scorepad.conftest import Circle


@pytest.fixture
def exported(circle: Circle, tmp_path: Path) -> Path:
    """A club of three matches, the note of one of which makes the file larger than a request may be."""
    for note in (None, "x" * 4000, "y"):
        circle.match(note=note)
    path = tmp_path / "club.ndjson"
    path.write_text("".join(export(viewer=circle.owner, slug=circle.club.slug)))
    return path


@pytest.fixture
def other(make_circle: Callable[..., Circle], monkeypatch: pytest.MonkeyPatch) -> Circle:
    monkeypatch.setattr(imports, "LARGEST_FILE", 1000)
    circle = make_circle("monday")
    circle.club = create_club(viewer=circle.owner, slug="tuesday", name="Tuesday").obj
    return circle


def taken_in(who: Any, path: Path, **options: Any) -> str:
    out = io.StringIO()
    call_command("import_club", who.user.username, "tuesday", str(path), stdout=out, stderr=out, **options)
    return out.getvalue().strip()


def test_a_large_club_is_taken_in_and_counted(exported: Path, other: Circle) -> None:
    assert taken_in(other.owner, exported) == "5 new, 0 here, 0 refused"
    assert taken_in(other.owner, exported) == "0 new, 5 here, 0 refused"
    assert Match.objects.filter(club=other.club).count() == 3
    assert set(Entry.objects.filter(match__club=other.club).values_list("actor", flat=True)) == {other.owner.user.pk}


def test_a_dry_run_stores_nothing(exported: Path, other: Circle) -> None:
    assert taken_in(other.owner, exported, dry_run=True) == "5 new, 0 here, 0 refused"
    assert not Match.objects.filter(club=other.club).exists()


def test_what_is_refused_is_told_by_its_line_and_nothing_is_stored(exported: Path, other: Circle) -> None:
    told = [json.loads(line) for line in exported.read_text().splitlines()]
    told[-2]["entries"][0]["version"] = 2
    exported.write_text("\n".join(map(json.dumps, told)))
    with pytest.raises(CommandError, match="1 piece was refused, so nothing of this file was stored"):
        taken_in(other.owner, exported)
    assert not Player.objects.filter(club=other.club).exists()


def test_only_an_owner_of_the_club_and_a_file_that_is_there(exported: Path, circle: Circle, other: Circle) -> None:
    for who, path in ((circle.owner, exported), (other.owner, exported.with_name("none"))):
        with pytest.raises(CommandError):
            taken_in(who, path)
    assert Club.objects.count() == 3
    assert not Import.objects.exists()
