"""The service worker that keeps the recorder on a device, and the manifest by which a device installs it.

The worker's text names everything it keeps and holds a digest of it. So a browser that asks for it finds another one as
soon as anything of the app is another, its language included, and fetches all of it anew under a new name.
"""

import hashlib
import json

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language, gettext
from django.views.decorators.cache import cache_control
from django.views.decorators.http import conditional_page, require_safe
from django.views.decorators.vary import vary_on_headers

from scorepad.web.recorder.files import addresses
from scorepad.web.recorder.shell import parts
from scorepad.web.recorder.words import words_of

fresh = cache_control(private=True, no_cache=True)
of_a_language = vary_on_headers("Cookie", "Accept-Language")


@require_safe
@conditional_page
@fresh
@of_a_language
def worker(request: HttpRequest) -> HttpResponse:
    page, files = render_to_string("recorder/shell.html", parts(), request), addresses()
    kept = {
        "name": f"recorder-{digest(page, words_of(request).content.decode(), *files)}",
        "page": reverse("record"),
        "words": [reverse("recorder_words"), reverse("recorder_manifest")],
        "files": files,
    }
    text = render_to_string("recorder/worker.js", {"kept": json.dumps(kept, indent=1)})
    return HttpResponse(text, content_type="text/javascript; charset=utf-8")


@require_safe
@conditional_page
@fresh
@of_a_language
def manifest(request: HttpRequest) -> HttpResponse:
    icons = [
        {"src": static("scorepad/recorder/icons/icon.svg"), "sizes": "any", "type": "image/svg+xml"},
        *(
            {"src": static(f"scorepad/recorder/icons/icon-{size}.png"), "sizes": f"{size}x{size}", "type": "image/png"}
            for size in (192, 512)
        ),
    ]
    told = {
        "id": reverse("record"),
        "name": gettext("Scorepad recorder"),
        "short_name": "Scorepad",
        "description": gettext("Write down a match at the table, with or without a network."),
        "lang": get_language(),
        "start_url": reverse("record"),
        "scope": reverse("record"),
        "display": "standalone",
        "background_color": "#eef2ee",
        "theme_color": "#eef2ee",
        "icons": icons,
    }
    return JsonResponse(told, content_type="application/manifest+json")


def digest(*texts: str) -> str:
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()[:16]
