"""When two spellings of a name are one: when they differ only in case, in spaces or in what cannot be seen."""

import re
import unicodedata

# Characters that Unicode calls letters, marks or symbols and that show nothing all the same.
UNSEEN = re.compile(
    "[\xad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200d\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0"
    "\ufff0-\ufffb\U000e0000-\U000e0fff]"
)


def key_of(name: str) -> str:
    """What a club holds only once, whichever way it is typed."""
    seen = " ".join(UNSEEN.sub("", name).split())
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", seen).casefold())
