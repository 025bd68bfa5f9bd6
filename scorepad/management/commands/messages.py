"""`manage.py messages`: finds the texts of pages, recorder and engine, and brings scorepad/locale/ up to date.

Reads the templates, the Python of scorepad/, the recorder's modules, and what the engine tells in words. Writes each
language's catalogues: what is new stands there without a translation, what nobody says any more is dropped. Of two who
do so at once, the second reads what the first has written. Babel does the work, so that no gettext tools need be
installed.
"""

import fcntl
import io
import os
import re
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.extract import extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.conf import settings
from django.core.management.base import BaseCommand
from django.utils.translation.template import templatize

from engine.games import GAMES
from engine.violations import SENTENCES

BASE = Path(settings.BASE_DIR)
LOCALE = BASE / "scorepad" / "locale"
LANGUAGES = ("de",)
DIGIT = re.compile(r"\d")
KEYWORDS: dict[str, Any] = {
    "_": None,
    "gettext": None,
    "ngettext": (1, 2),
    "pgettext": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext_lazy": (1, 2),
    "pgettext_lazy": ((1, "c"), 2),
}
Message = tuple[str, Any, str | None]  # where it is said, the text or both its forms, its context


class Command(BaseCommand):
    help = "Finds the texts to translate and writes scorepad/locale/ anew. --check only says whether it is up to date."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--check", action="store_true", help="write nothing; exit with 1 when something is missing")

    def handle(self, **options: Any) -> None:
        with alone():
            catalogs = {(language, domain): updated(language, domain) for language in LANGUAGES for domain in DOMAINS}
            if not options["check"]:
                for (language, domain), catalog in catalogs.items():
                    write(catalog, _path(language, domain))
        # Told at once, when all is done: whoever reads it may go away after the first line.
        told = (
            f"{language} {domain}: {len(catalog)} texts, {len(untranslated(catalog))} to translate"
            for (language, domain), catalog in catalogs.items()
        )
        self.stdout.write("\n".join(told))
        if options["check"] and any(map(untranslated, catalogs.values())):
            raise SystemExit(1)


@contextmanager
def alone() -> Iterator[None]:
    """From reading to writing nobody else writes these catalogues; the lock goes with the process."""
    LOCALE.mkdir(parents=True, exist_ok=True)
    folder = os.open(LOCALE, os.O_RDONLY)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX)
        yield
    finally:
        os.close(folder)


def of_pages() -> Iterator[Message]:
    for path in sorted(BASE.glob("templates/**/*.html")):
        # What stands between the tags comes out as X's; indented ones would be taken for Python's blocks.
        code = "\n".join(line.lstrip() for line in templatize(path.read_text()).splitlines())
        yield from _extracted("python", path, code)
    for path in sorted(BASE.glob("scorepad/**/*.py")):
        if "migrations" not in path.parts:
            yield from _extracted("python", path, path.read_text())
    yield from _of_the_engine()


def of_the_recorder() -> Iterator[Message]:
    for path in sorted(BASE.glob("scorepad/static/scorepad/**/*.js")):
        yield from _extracted("javascript", path, path.read_text())


DOMAINS = {"django": of_pages, "djangojs": of_the_recorder}


def _extracted(method: str, path: Path, code: str) -> Iterator[Message]:
    for _, text, _, context in extract(method, io.BytesIO(code.encode()), KEYWORDS):
        yield str(path.relative_to(BASE)), text, context


def _of_the_engine() -> Iterator[Message]:
    """Its refusals and the labels of its figures are English there, and are translated where they are shown."""
    for sentences in SENTENCES.values():
        yield from (("engine/violations.py", sentence, None) for sentence in sentences)
    for game in GAMES.values():
        yield from (("engine/figures.py", text, None) for text in _words(game.figures))
        # Those with a number within are made anew where they are shown, one sentence for all of a kind.
        yield from (
            ("engine/facts.py", fact.label, None) for fact in game.facts.declared if not DIGIT.search(fact.label)
        )


def _words(figures: Any) -> Iterator[str]:
    yield from (group.label for group in figures.groups)
    for told in (*figures.figures, *figures.tables):
        yield from (told.label, told.unit)
    yield from (column for table in figures.tables for column in table.columns if not DIGIT.search(column))


def updated(language: str, domain: str) -> Catalog:
    """The catalogue as it should be: what is translated already, and every text there is now."""
    path = _path(language, domain)
    with path.open("rb") if path.exists() else io.BytesIO() as file:
        catalog = read_po(file, locale=language, domain=domain)
    catalog.project, catalog.version, catalog.fuzzy = "Scorepad", settings.VERSION, False
    catalog.header_comment = f"# Scorepad in `{language}`; `make messages` keeps this up to date."
    template = _template(DOMAINS[domain]())
    template.creation_date = catalog.creation_date
    catalog.update(template, no_fuzzy_matching=True, update_creation_date=False)
    catalog.obsolete.clear()
    return catalog


def _template(messages: Iterable[Message]) -> Catalog:
    template = Catalog()
    for where, text, context in messages:
        if text:
            template.add(text, locations=[(where, 0)], context=context)
    return template


def untranslated(catalog: Catalog) -> list[Any]:
    return [message for message in catalog if message.id and not _is_whole(message.string)]


def _is_whole(said: str | Sequence[str] | None) -> bool:
    return bool(said) and all(said or ())


def write(catalog: Catalog, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    _replace(path, written(catalog))
    _replace(path.with_suffix(".mo"), compiled(catalog))


def written(catalog: Catalog) -> bytes:
    file = io.BytesIO()
    write_po(file, catalog, width=120, sort_by_file=True, include_lineno=False)
    return file.getvalue()


def compiled(catalog: Catalog) -> bytes:
    file = io.BytesIO()
    write_mo(file, catalog)
    return file.getvalue()


def _replace(path: Path, content: bytes) -> None:
    """Beside it first: half a catalogue would be read as one that lacks the rest, and written so the next time."""
    beside = path.with_name(f".{path.name}.new")
    beside.write_bytes(content)
    beside.replace(path)


def _path(language: str, domain: str) -> Path:
    return LOCALE / language / "LC_MESSAGES" / f"{domain}.po"
