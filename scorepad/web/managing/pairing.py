"""/matches/{id}/pair/: a link and its code to scan, by which one device at the table may record this match alone.

The link is shown in the answer that makes it and never again; what a device does with it is `scorepad/web/pairing.py`.
"""

import uuid

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.debug import sensitive_variables

from scorepad.refusals import Refused
from scorepad.selectors.access import Viewer, require_at
from scorepad.selectors.sheets import sheet
from scorepad.services.pairings import create_pairing
from scorepad.web.managing.manage import managing, tell
from scorepad.web.qr import qr


class NewPairing(forms.Form):
    """`id` is the pairing's own: the same form sent twice makes one."""

    id = forms.UUIDField(widget=forms.HiddenInput)
    name = forms.CharField(
        label=_("What the device is called"),
        max_length=80,
        help_text=_("It stands in the journal beside what the device enters."),
        widget=forms.TextInput(attrs={"dir": "auto", "autocomplete": "off"}),
    )


@managing
@sensitive_variables("paired", "url")
def match_pair(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    viewer = Viewer.of_session(request.user)
    found = sheet(viewer=viewer, match_id=match_id)
    match = found.match
    if not found.may_record:
        require_at("record", viewer=viewer, match=match)
    blank = {"id": uuid.uuid4(), "name": gettext("Tablet")}
    form = NewPairing(request.POST) if request.method == "POST" else NewPairing(initial=blank)
    shown: dict[str, object] = {"club": match.club, "match": match, "seats": found.seats, "form": form}
    if form.is_valid():
        try:
            paired = create_pairing(viewer=viewer, match_id=match_id, **form.cleaned_data)
        except Refused as refused:
            tell(form, refused)
        else:
            url = paired.code and request.build_absolute_uri(reverse("pair", args=[paired.code]))
            made = shown | {"pairing": paired.pairing, "url": url, "drawn": qr(url) if url else None}
            return render(request, "managing/pairing.html", made)
    return render(request, "managing/pair.html", shown)
