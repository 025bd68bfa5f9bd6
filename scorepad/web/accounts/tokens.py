"""/account/tokens/: one's own tokens, for apps and devices: made, shown this once, withdrawn."""

import uuid
from datetime import datetime, time, timedelta

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.debug import sensitive_variables

from scorepad.refusals import Refused
from scorepad.selectors.access import Viewer
from scorepad.selectors.members import own_memberships
from scorepad.selectors.tokens import open_tokens
from scorepad.services.tokens import Issued, create_token, withdraw_token
from scorepad.web.managing.manage import managing, tell
from scorepad.web.qr import qr

LASTS = (("30", _("30 days")), ("365", _("A year")), ("", _("Until it is withdrawn")))
SCOPES = (
    ("read", _("Read what I may read")),
    ("record", _("Record matches, too")),
    ("manage", _("Do everything that I may do")),
)


class NewToken(forms.Form):
    """`id` is the token's own: the same form sent twice makes one."""

    id = forms.UUIDField(widget=forms.HiddenInput)
    name = forms.CharField(label=_("What it is for"), max_length=80, help_text=_("As “tablet on table 2”."))
    scopes = forms.ChoiceField(label=_("It may"), choices=SCOPES, initial="record", widget=forms.RadioSelect)
    club = forms.ChoiceField(label=_("In"), required=False)
    lasts = forms.ChoiceField(label=_("Good for"), choices=LASTS, initial="365", required=False)

    def __init__(self, viewer: Viewer, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        clubs = [(each.club.slug, each.club.name) for each in own_memberships(viewer)]
        choices = self.fields["club"]
        assert isinstance(choices, forms.ChoiceField)  # noqa: S101 for mypy
        choices.choices = [("", gettext("All my clubs")), *clubs]

    def issued(self, viewer: Viewer) -> Issued:
        asked = self.cleaned_data
        return create_token(
            viewer=viewer,
            id=asked["id"],
            name=asked["name"],
            scopes=[asked["scopes"]],
            club_slug=asked["club"] or None,
            expires_at=_midnight_after(int(asked["lasts"])) if asked["lasts"] else None,
        )


@managing
@sensitive_variables("issued")
def tokens(request: HttpRequest) -> HttpResponse:
    viewer = Viewer.of_session(request.user)
    form = NewToken(viewer, request.POST) if request.method == "POST" else _new_form(viewer)
    if form.is_valid():
        try:
            issued = form.issued(viewer)
        except Refused as refused:
            tell(form, refused)
        else:
            drawn = qr(issued.secret) if issued.secret else None
            return render(request, "account/token.html", {"issued": issued, "drawn": drawn})
    shown = {"form": form, "tokens": open_tokens(viewer), "scopes": dict(SCOPES)}
    return render(request, "account/tokens.html", shown)


@managing
def withdrawal(request: HttpRequest, token_id: uuid.UUID) -> HttpResponse:
    if request.method == "POST":
        withdraw_token(viewer=Viewer.of_session(request.user), token_id=token_id)
        messages.success(request, gettext("The token is withdrawn. It opens nothing any more."))
    return redirect("tokens")


def _new_form(viewer: Viewer) -> NewToken:
    return NewToken(viewer, initial={"id": uuid.uuid4()})


def _midnight_after(days: int) -> str:
    """The same all day: the form sent again asks for the very same token."""
    end = timezone.now().date() + timedelta(days=days + 1)
    return datetime.combine(end, time(), tzinfo=timezone.get_fixed_timezone(0)).isoformat()
