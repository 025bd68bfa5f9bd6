"""One change of one thing that was written down: where it stands, what stood there, what stands there now."""

from dataclasses import dataclass

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext


@dataclass(frozen=True)
class Change:
    """`drawn` where cards or boards stand for words."""

    place: str
    before: SafeString
    after: SafeString
    drawn: bool = False


def in_words(place: str, before: object, after: object) -> Change:
    """A change of what can be said in a word; what is not there is a dash."""
    return Change(place, said(before), said(after))


def said(value: object) -> SafeString:
    if value is None or value == "":
        return format_html("{}", "–")
    if isinstance(value, bool):
        return format_html("{}", gettext("yes") if value else gettext("no"))
    return value if isinstance(value, SafeString) else format_html("<bdi>{}</bdi>", value)
