"""/record/words.json: the app's texts in the reader's language, out of the catalogue that `djangojs` names."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import get_language
from django.views.decorators.cache import cache_control
from django.views.decorators.http import conditional_page, require_safe
from django.views.decorators.vary import vary_on_headers
from django.views.i18n import JSONCatalog

# No language asks for more than a number's last two digits, but of the smallest ones.
NUMBERS = 200


class Words(JSONCatalog):
    packages = ["scorepad"]

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """`plurals` says which form each number takes: our policy lets no browser evaluate gettext's expression."""
        plurals = [int(self.translation.plural(number)) for number in range(NUMBERS)]
        return {"language": get_language(), "catalog": self.get_catalog(), "plurals": plurals}


@require_safe
@conditional_page
@cache_control(private=True, no_cache=True)
@vary_on_headers("Cookie", "Accept-Language")
def words(request: HttpRequest) -> HttpResponse:
    return words_of(request)


def words_of(request: HttpRequest) -> HttpResponse:
    return Words().get(request)
