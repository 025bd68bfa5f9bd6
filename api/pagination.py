"""Pages by a cursor: where the last row stood in a unique order, so that none repeats or hides when others come and go.

The cursor is signed and bound to its list, so that one made up, or carried over from elsewhere, is refused and never
reaches a query.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from django.core import signing
from django.db.models import Model, Q, QuerySet
from rest_framework.request import Request

from api.problems import Problem

PAGE_SIZE = 50
PAGE_LIMIT = 100

Row = TypeVar("Row", bound=Model)


@dataclass(frozen=True)
class Order:
    """A unique order: columns of the rows themselves, "-" before one that descends, the last of them unique."""

    name: str
    columns: tuple[str, ...]

    def after(self, values: Sequence[str]) -> Q:
        """What comes after `values`: behind in the first column, or level there and behind in the rest."""
        beyond = Q()
        level: dict[str, str] = {}
        for column, value in zip(self.columns, values, strict=True):
            name = column.removeprefix("-")
            beyond |= Q(**level, **{f"{name}__{'lt' if column.startswith('-') else 'gt'}": value})
            level[name] = value
        return beyond

    def place_of(self, row: Model) -> list[str]:
        return [str(getattr(row, column.removeprefix("-"))) for column in self.columns]

    def dump(self, row: Model) -> str:
        return self._signer().sign_object(self.place_of(row))

    def load(self, cursor: str) -> list[str]:
        try:
            values: list[str] = self._signer().unsign_object(cursor)
        except Exception as error:  # a forged one may fail as signature, base64, zlib or JSON
            raise bad_cursor() from error
        return values

    def _signer(self) -> signing.Signer:
        return signing.Signer(salt=f"api.pagination.{self.name}")


def bad_cursor() -> Problem:
    return Problem(400, "bad_cursor", "This cursor does not come from this list.", params={"parameter": "cursor"})


def page_of(
    rows: QuerySet[Row], order: Order, request: Request, parameters: dict[str, Any], show: Callable[[Row], Any]
) -> dict[str, Any]:
    """One page, and the address of the next if there is one; one row more than asked for is read to know that."""
    size: int = parameters["page_size"]
    if cursor := parameters.get("cursor"):
        rows = rows.filter(order.after(order.load(cursor)))
    found = list(rows.order_by(*order.columns)[: size + 1])
    more = len(found) > size
    return {
        "results": [show(row) for row in found[:size]],
        "next": address(request, cursor=order.dump(found[size - 1])) if more else None,
    }


def address(request: Request, **changed: Any) -> str:
    """This request's own address with some of its parameters changed."""
    query = request._request.GET.copy()
    for name, value in changed.items():
        query[name] = str(value)
    return request.build_absolute_uri(f"{request.path}?{query.urlencode()}")
