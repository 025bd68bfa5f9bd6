"""The names that people sign in with: fit to be read, and nobody else's in any spelling.

Two names that differ in case alone would be taken for one another.
"""

from django.core.exceptions import ValidationError
from django.db.models.functions import Lower

from scorepad.models import User
from scorepad.refusals import conflict_at, invalid_at
from scorepad.services.locks import wait_for
from scorepad.services.names import cleaned

LONGEST = 150
LOCK = 0x5160


def new_username(username: str) -> str:
    """The name as it is kept, taken for whoever makes an account in this transaction."""
    name = cleaned("/username", username, longest=LONGEST)
    try:
        User.username_validator(name)
    except ValidationError as error:
        raise invalid_at("/username", " ".join(error.messages)) from error
    take(name)
    return name


def take(username: str) -> None:
    """Nobody else makes an account of this name until the transaction ends; refused where somebody has it already.

    The race: two newcomers choose one name at once, and each looks before the other is there; and of two spellings of
    it no constraint knows.
    """
    wait_for(LOCK, username.lower())
    if User.objects.annotate(low=Lower("username")).filter(low=username.lower()).exists():
        raise conflict_at("/username", "name_taken", "Somebody signs in by this name already.")
