"""A club founded (/clubs/new/), changed (/clubs/{slug}/settings/) and deleted (/clubs/{slug}/delete/)."""

import unicodedata
import uuid
from importlib.resources import files
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.text import slugify
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scorepad.models import Club
from scorepad.refusals import Refused
from scorepad.selectors.access import Viewer, club_to
from scorepad.services.clubs import LONGEST_NAME, LONGEST_SLUG, change_club, create_club
from scorepad.services.erasing import delete_club, what_goes
from scorepad.web.managing.manage import managing, tell

VISIBILITY = (
    ("private", _("Its members only")),
    ("public", _("Anybody; stakes and who is a member stay inside")),
)
ZONES = tuple(
    sorted(
        line.split("\t")[2]
        for line in files("tzdata").joinpath("zoneinfo", "zone.tab").read_text().splitlines()
        if not line.startswith("#")
    )
)


class ClubForm(forms.Form):
    name = forms.CharField(label=_("Name"), max_length=LONGEST_NAME, widget=forms.TextInput(attrs={"dir": "auto"}))
    slug = forms.CharField(
        label=_("Address"),
        max_length=LONGEST_SLUG,
        help_text=_("Its pages are at /clubs/address/: a to z, 0 to 9 and hyphens."),
        widget=forms.TextInput(attrs={"autocapitalize": "none", "spellcheck": "false"}),
    )
    time_zone = forms.CharField(
        label=_("Time zone"),
        max_length=64,
        help_text=_("It says which date an evening has. Named by its place, as Europe/Vienna."),
        widget=forms.TextInput(attrs={"list": "zones", "autocomplete": "off", "spellcheck": "false"}),
    )
    visibility = forms.ChoiceField(label=_("Who reads it"), choices=VISIBILITY, widget=forms.RadioSelect)


class NewClub(ClubForm):
    """`id` is the club's own: the same form sent twice founds one. The address may be left to us."""

    id = forms.UUIDField(widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["slug"].required = False
        self.fields["slug"].help_text = _("Its pages are at /clubs/address/. Left empty, it is made of the name.")
        if not self.is_bound:
            self.fields["time_zone"].widget.attrs["data-zone"] = ""


class Deletion(forms.Form):
    confirm = forms.CharField(
        label=_("The club's address, once more"),
        max_length=LONGEST_SLUG,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none"}),
    )


@managing
def club_new(request: HttpRequest) -> HttpResponse:
    form = NewClub(_with_address(request.POST)) if request.method == "POST" else _blank()
    if form.is_valid():
        try:
            club = create_club(viewer=Viewer.of_session(request.user), **form.cleaned_data).obj
        except Refused as refused:
            tell(form, refused)
        else:
            messages.success(request, gettext("The club is founded, and yours. Bring in who plays, and who records."))
            return redirect("club_members", club.slug)
    return render(request, "managing/club_new.html", {"form": form, "zones": ZONES})


@managing
def club_settings(request: HttpRequest, slug: str) -> HttpResponse:
    viewer = Viewer.of_session(request.user)
    club = club_to("manage", viewer=viewer, slug=slug)
    form = ClubForm(request.POST if request.method == "POST" else None, initial=_as_it_is(club))
    if form.is_valid():
        try:
            changed = change_club(viewer=viewer, club_slug=slug, **form.cleaned_data)
        except Refused as refused:
            tell(form, refused)
        else:
            messages.success(request, gettext("Changed."))
            return redirect("club_settings", changed.slug)
    return render(request, "managing/club_settings.html", {"club": club, "form": form, "zones": ZONES})


@managing
def club_delete(request: HttpRequest, slug: str) -> HttpResponse:
    viewer = Viewer.of_session(request.user)
    club = club_to("manage", viewer=viewer, slug=slug)
    form = Deletion(request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            delete_club(viewer=viewer, slug=slug, confirm=form.cleaned_data["confirm"].strip())
        except Refused as refused:
            if refused.code == "confirmation_needed":
                form.add_error("confirm", gettext("This is not the club's address."))
            else:
                tell(form, refused)
        else:
            messages.success(request, gettext("The club is deleted."))
            return redirect("home")
    return render(request, "managing/club_delete.html", {"club": club, "form": form, "goes": what_goes(club)})


def _blank() -> NewClub:
    return NewClub(initial={"id": uuid.uuid4(), "time_zone": "UTC", "visibility": Club.Visibility.PRIVATE})


def _as_it_is(club: Club) -> dict[str, str]:
    return {name: getattr(club, name) for name in ClubForm.base_fields}


def _with_address(sent: QueryDict) -> QueryDict:
    """The form with an address made of the name, where none was given."""
    if sent.get("slug"):
        return sent
    form = sent.copy()
    form["slug"] = suggested(sent.get("name", ""))
    return form


def suggested(name: str) -> str:
    """A club's address made of its name: what is left of it in plain letters."""
    plain = unicodedata.normalize("NFKD", name.replace("ß", "ss").replace("&", " and "))
    return "-".join(word for word in slugify(plain).replace("_", "-").split("-") if word)[:LONGEST_SLUG].strip("-")
