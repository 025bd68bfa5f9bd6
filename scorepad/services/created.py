"""What a create answers: the thing, and whether this very call made it.

Ids are chosen by the caller, so that a create can be sent again after a lost answer: the second time it is found.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from django.db import models

from scorepad.refusals import Conflict, id_in_use
from scorepad.services.writing import Changes, writing

Made = TypeVar("Made", bound=models.Model, covariant=True)
Row = TypeVar("Row", bound=models.Model)


@dataclass(frozen=True, slots=True)
class Created(Generic[Made]):
    """`hints` are doubts for a person to look at, `{"code": …, …}`: what was asked for was done all the same."""

    obj: Made
    new: bool
    hints: tuple[dict[str, Any], ...] = ()


def create_once(*, known: Callable[[], Row | None], make: Callable[[Changes], Row]) -> Created[Row]:
    """What is `known` already of this very call, or else what is made now, in one transaction."""
    try:
        with writing() as changes:
            if (there := known()) is not None:
                return Created(there, new=False)
            made = make(changes)
    except Conflict:
        # The same call twice at once: whichever came second finds what the first has made.
        with writing():
            if (there := known()) is not None:
                return Created(there, new=False)
        raise
    return Created(made, new=True)


def known_as(wanted: Row, *compared: str, among: models.QuerySet[Row]) -> Row | None:
    """The row that has the wanted one's id already; refused when it is another in what is compared."""
    there = among.filter(pk=wanted.pk).first()
    if there is not None and any(getattr(there, name) != getattr(wanted, name) for name in compared):
        raise id_in_use()
    return there
