"""Refusals in the reader's language: those of services by their code, those of the rules as their game says them. One
that has no sentence here is told as it came, in English, as to apps.
"""

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.text import format_lazy
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from engine.games import GAMES as RULES
from scorepad.web.games import GAMES

SENTENCES: dict[str, str | Promise] = {
    "anonymised": _("This player was made anonymous, for good."),
    "bad_patch": _("This does not fit what is written down by now. Look at the match again."),
    "busy": _("Somebody else is writing here at this moment. Send it again."),
    "duplicate_is_void": _("That match is void itself: then neither of the two would count."),
    "forbidden": _("Your role does not allow this."),
    "id_in_use": _("Something else has this id already."),
    "have_met": _("These two have sat at one table, so they are two people."),
    "import_under_way": _("A file is being taken in. Once that is done, ask again."),
    "last_owner": _("A club needs an owner: make somebody else one first."),
    "member_already": _("This person is a member already, in another role."),
    "merged_already": _("This player was merged into another already: take that back first."),
    "bad_number": _("This is no number that can be kept."),
    "bad_text": _("This text holds a character that cannot be kept."),
    "duplicate_key": _("This name stands twice in the same object."),
    "not_an_object": _("This should be a JSON object."),
    "broken_off": _("This export is broken off: its last line does not count all that should be in it."),
    "took_too_long": _("This file takes longer than a job may; nothing of it was stored. Send it in smaller parts."),
    "name_taken": _("Another player of this club is known by this name."),
    "not_next": _("The match does not stand so any more. Look at it again."),
    "nothing_changed": _("This is what is written down already."),
    "same_player": _("These two are one player already."),
    "scope_above_role": _("Your role in this club does not reach so far; a token of yours cannot either."),
    "slug_reserved": _("This word is an address of the site's own: choose another."),
    "slug_taken": _("Another club has this address already."),
    "slot_taken": _("The match does not stand so any more. Look at it again."),
    "stale_version": _("Somebody has written in this match meanwhile. Look at it again, then put it right."),
    "unknown_match": _("There is no other match of this club with this id."),
    "unknown_player": _("This club has no such player."),
    "unknown_user": _("Nobody signs in here by this name."),
}
# The same code said of another field, or a value that can never be taken.
AT: dict[tuple[str, str], str | Promise] = {
    ("name_taken", "ladder"): _("Another ladder of this club has this name."),
    ("name_taken", "username"): _("Somebody signs in by this name already."),
    ("malformed", "aliases"): _(
        "Each spelling needs something to see, at most 80 characters, and is to be there once."
    ),
    ("malformed", "expires_at"): _("That moment is past."),
    ("malformed", "format"): format_lazy(
        _("A record names its format: {formats}."), formats=", ".join(rules.record_format for rules in RULES.values())
    ),
    ("malformed", "name"): _("A name needs something to see, no control characters, and a reasonable length."),
    ("malformed", "slug"): _("A club's address is made of a to z, 0 to 9 and single hyphens between them."),
    ("malformed", "time_zone"): _("A time zone is named by its place, as Europe/Vienna."),
}

# The same code said of different things.
TOLD: dict[str, str | Promise] = {
    "A line of an export is a player, a ladder, or a match with its entries.": _(
        "A line of an export is a player, a ladder, or a match with its entries."
    ),
    "An id is a UUID.": _("An id is a UUID."),
    "This is neither a record, nor records a line, nor the text form of a match.": _(
        "This is neither a record, nor records a line, nor the text form of a match."
    ),
}
# What names a number or what is allowed: the parameter, and the sentence with it.
NAMING: dict[tuple[str, str], str | Promise] = {
    ("body_too_large", "limit"): _("A file has {limit} bytes at most."),
    ("malformed_json", "column"): _("This cannot be read as JSON: line {line}, column {column}."),
    ("piece_too_large", "limit"): _("A match takes {limit} bytes at most."),
    ("too_deep", "limit"): _("Lists and objects may be {limit} deep at most."),
    ("unrecognised_file", "allowed"): _("A text form begins with its format, one of {allowed}."),
    ("unrecognised_file", "byte"): _("This file is not in UTF-8: byte {byte} is none."),
    ("unrecognised_file", "most"): _("A file has {most} matches at most."),
}


def sentence(code: str, detail: str, place: str = "") -> str:
    """`detail` is what the service itself has said, in English."""
    known = AT.get((code, place)) or SENTENCES.get(code) or TOLD.get(detail)
    return detail if known is None else str(known)


def sentence_of(error: Mapping[str, Any]) -> str:
    """One error of a refusal: what has a place in the record is refused by the rules of a game."""
    code, params, path = error["code"], error.get("params") or {}, error.get("record_pointer")
    if path is not None:
        said = filter(None, (pages.refused(code, path, params) for pages in GAMES.values()))
        return next(said, str(error["detail"]))
    if code == "unknown_player" and params.get("near"):
        names = ", ".join(near["name"] for near in params["near"])
        return gettext("This club has no player of this name. Near it: {names}.").format(names=names)
    for (known, name), naming in NAMING.items():
        if known == code and name in params:
            return str(naming).format(**params | {"allowed": ", ".join(params.get("allowed", ()))})
    return sentence(code, error["detail"], error["pointer"].strip("/").split("/")[0])
