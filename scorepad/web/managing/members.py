"""Who is in a club, /clubs/{slug}/members/: each of them, the role changed, the way out, a link to a new password."""

from uuid import UUID

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scorepad.models import Membership
from scorepad.refusals import NotHere, Refused
from scorepad.selectors.access import Viewer, rights_in
from scorepad.selectors.members import members_as_players
from scorepad.services.members import add_member, change_role, remove_member
from scorepad.services.resets import create_reset
from scorepad.web.managing.forms import ROLES
from scorepad.web.managing.manage import managing, tell
from scorepad.web.qr import qr


class NewMember(forms.Form):
    user = forms.CharField(
        label=_("Username"),
        max_length=150,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none"}),
    )
    role = forms.ChoiceField(label=_("Comes in as"), choices=ROLES, initial="member", widget=forms.RadioSelect)


class Role(forms.Form):
    role = forms.ChoiceField(label=_("Role"), choices=ROLES, widget=forms.RadioSelect)


@managing
def club_members(request: HttpRequest, slug: str) -> HttpResponse:
    viewer = Viewer.of_session(request.user)
    members = list(members_as_players(viewer, slug))
    form = NewMember(request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            made = add_member(viewer=viewer, club_slug=slug, **form.cleaned_data)
        except Refused as refused:
            tell(form, refused)
        else:
            said = gettext("{name} is a member now.") if made.new else gettext("{name} is a member already.")
            messages.success(request, said.format(name=made.obj.user.get_username()))
            return redirect("club_members", slug)
    club = members[0].club  # whoever sees the members is one of them
    shown = {"club": club, "members": members, "rights": rights_in(viewer, club), "form": form}
    return render(request, "managing/members.html", shown)


@managing
def member(request: HttpRequest, slug: str, ref: UUID) -> HttpResponse:
    viewer = Viewer.of_session(request.user)
    found = _one(viewer, slug, ref)
    form = Role(request.POST if request.method == "POST" else None, initial={"role": found.role})
    if form.is_valid():
        try:
            change_role(viewer=viewer, club_slug=slug, ref=ref, role=form.cleaned_data["role"])
        except Refused as refused:
            tell(form, refused)
        else:
            messages.success(request, gettext("Changed."))
            return redirect("club_members", slug)
    return render(request, "managing/member.html", _shown(viewer, found) | {"form": form})


@managing
def member_leaves(request: HttpRequest, slug: str, ref: UUID) -> HttpResponse:
    """Taken out by an owner, or gone by himself."""
    viewer = Viewer.of_session(request.user)
    found = _one(viewer, slug, ref)
    form = forms.Form(request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            remove_member(viewer=viewer, club_slug=slug, ref=ref)
        except Refused as refused:
            tell(form, refused)
        else:
            own = found.user == viewer.user
            said = gettext("You have left the club.") if own else gettext("{name} is no member any more.")
            messages.success(request, said.format(name=found.user.get_username()))
            return redirect("account") if own else redirect("club_members", slug)
    return render(request, "managing/member_leaves.html", _shown(viewer, found) | {"form": form})


@managing
def member_reset(request: HttpRequest, slug: str, ref: UUID) -> HttpResponse:
    """A link to a new password, shown in the answer that makes it. What it must not open is refused in words."""
    viewer = Viewer.of_session(request.user)
    found = _one(viewer, slug, ref)
    if request.method != "POST":
        return redirect("member", slug, ref)
    try:
        reset = create_reset(viewer=viewer, club_slug=slug, ref=ref)
    except Refused as refused:
        if not _is_owner(viewer, found):
            raise
        return render(request, "managing/reset_refused.html", _shown(viewer, found) | {"refused": refused}, status=403)
    url = request.build_absolute_uri(reset.path)
    return render(
        request, "managing/reset.html", _shown(viewer, found) | {"reset": reset, "url": url, "drawn": qr(url)}
    )


def _one(viewer: Viewer, slug: str, ref: UUID) -> Membership:
    found = members_as_players(viewer, slug).filter(ref=ref).first()
    if found is None:
        raise NotHere
    return found


def _is_owner(viewer: Viewer, found: Membership) -> bool:
    return "manage" in rights_in(viewer, found.club)


def _shown(viewer: Viewer, found: Membership) -> dict[str, object]:
    own = found.user == viewer.user
    return {"club": found.club, "member": found, "own": own, "manages": _is_owner(viewer, found)}
