"""/record/words.json: the app's texts in the reader's language, out of the catalogue that `djangojs` names."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import get_language
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe
from django.views.i18n import JSONCatalog

# No language asks for more than a number's last two digits, but of the smallest ones.
NUMBERS = 200


class Words(JSONCatalog):
    packages = ["scorepad"]

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """`plurals` says which form each number takes: a browser under our policy evaluates no expression of gettext's."""
        plurals = [int(self.translation.plural(number)) for number in range(NUMBERS)]
        return {"language": get_language(), "catalog": self.get_catalog(), "plurals": plurals}


words = require_safe(cache_control(private=True, no_cache=True)(Words.as_view()))


def words_of(request: HttpRequest) -> HttpResponse:
    return Words.as_view()(request)
