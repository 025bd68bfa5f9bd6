"""Names: what people are called, fit to be read out and told apart.

NFC, with single spaces; something to see in it; no control characters and none that turn the writing direction. Two
spellings that differ only in case, in spaces or in what cannot be seen are one key.
"""

import re
import unicodedata
from difflib import SequenceMatcher

from scorepad.refusals import invalid_at
from scorepad.spelling import UNSEEN

LONGEST = 80
ALIKE = 0.85

# Controls, the marks and overrides of writing direction, line and paragraph separators, halves of surrogate pairs.
_UNREADABLE = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]")


def cleaned(pointer: str, name: object, *, longest: int = LONGEST) -> str:
    """The name as it is kept, or a refusal that points at it."""
    if not isinstance(name, str):
        raise invalid_at(pointer, "A name is a text.")
    if _UNREADABLE.search(name):
        raise invalid_at(pointer, "A name holds no control characters and none that turn the writing direction.")
    clean = unicodedata.normalize("NFC", " ".join(name.split()))
    if not any(unicodedata.category(character)[0] in "LNPS" for character in UNSEEN.sub("", clean)):
        raise invalid_at(pointer, "A name needs at least one character that can be seen.")
    if len(clean) > longest:
        raise invalid_at(pointer, f"A name has at most {longest} characters.", most=longest)
    return clean


def alike(key: str, other: str) -> bool:
    """Near enough for a person to look twice: Jon and John, a slip of the finger, two words changed about."""
    return likeness(key, other) >= ALIKE


def likeness(key: str, other: str) -> float:
    """From 0, nothing in common, to 1, the same; or 0 as soon as it is clear that they are not alike."""
    # What they could have in common at most costs far less to tell than what they have.
    if 2 * min(len(key), len(other)) < ALIKE * (len(key) + len(other)):
        return 0
    if sorted(key.split()) == sorted(other.split()):
        return 1
    matcher = SequenceMatcher(None, key, other)
    return matcher.ratio() if matcher.quick_ratio() >= ALIKE else 0
