"""/clubs/{slug}/invitations/: links that bring somebody in, made, shown this once, withdrawn."""

import uuid

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.debug import sensitive_variables

from scorepad.models import Club
from scorepad.refusals import Refused
from scorepad.selectors.access import Viewer, club_to
from scorepad.selectors.choosing import choosable
from scorepad.selectors.invitations import open_invitations
from scorepad.services.invitations import create_invitation, withdraw_invitation
from scorepad.web.managing.forms import ROLES, PlayerField
from scorepad.web.managing.manage import managing, tell
from scorepad.web.qr import qr


class NewInvitation(forms.Form):
    """`id` is the invitation's own: the same form sent twice makes one."""

    id = forms.UUIDField(widget=forms.HiddenInput)
    role = forms.ChoiceField(label=_("Comes in as"), choices=ROLES, initial="member", widget=forms.RadioSelect)
    player = PlayerField(label=_("Who is the player"), required=False)

    def __init__(self, club: Club, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        players = self.fields["player"]
        assert isinstance(players, PlayerField)  # noqa: S101 for mypy
        players.offer(choosable(club).filter(user__isnull=True), gettext("nobody yet"))


@managing
@sensitive_variables("invited", "url")
def club_invitations(request: HttpRequest, slug: str) -> HttpResponse:
    viewer = Viewer.of_session(request.user)
    club = club_to("manage", viewer=viewer, slug=slug)
    blank = {"id": uuid.uuid4()}
    form = NewInvitation(club, request.POST) if request.method == "POST" else NewInvitation(club, initial=blank)
    if form.is_valid():
        try:
            asked = form.cleaned_data | {"player": form.cleaned_data["player"] or None}
            invited = create_invitation(viewer=viewer, club_slug=slug, **asked)
        except Refused as refused:
            tell(form, refused)
        else:
            url = invited.secret and request.build_absolute_uri(reverse("invitation", args=[invited.secret]))
            made = {"club": club, "invitation": invited.invitation, "url": url, "drawn": qr(url) if url else None}
            return render(request, "managing/invitation.html", made)
    shown: dict[str, object] = {"club": club, "form": form, "invitations": open_invitations(viewer, slug)}
    return render(request, "managing/invitations.html", shown)


@managing
def invitation_withdrawn(request: HttpRequest, slug: str, invitation_id: uuid.UUID) -> HttpResponse:
    if request.method == "POST":
        viewer = Viewer.of_session(request.user)
        withdraw_invitation(viewer=viewer, club_slug=slug, invitation_id=invitation_id)
        messages.success(request, gettext("The invitation is withdrawn. Its link opens nothing any more."))
    return redirect("club_invitations", slug)
