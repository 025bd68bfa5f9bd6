"""The icon, where browsers look for one that read no page first."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.templatetags.static import static
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe


@require_safe
@cache_control(public=True, max_age=86_400)
def icon(request: HttpRequest) -> HttpResponse:
    return redirect(static("scorepad/favicon.svg"))
