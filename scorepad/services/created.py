"""What a create answers: the thing, and whether this very call made it.

Ids are chosen by the caller, so that a create can be sent again after a lost answer.
"""

from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from django.db import models

Made = TypeVar("Made", bound=models.Model, covariant=True)


@dataclass(frozen=True, slots=True)
class Created(Generic[Made]):
    """`hints` are doubts for a person to look at, `{"code": …, …}`: what was asked for was done all the same."""

    obj: Made
    new: bool
    hints: tuple[dict[str, Any], ...] = ()
