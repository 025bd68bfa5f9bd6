"""The names of a club's players: /clubs/{slug}/players/new/ and /players/{id}/change/.

Recorders put right names and aliases; whose account a player is, only owners say.
"""

import uuid
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.text import get_text_list
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scorepad.models import Player
from scorepad.refusals import Refused
from scorepad.selectors.access import Viewer, club_to, rights_in
from scorepad.selectors.choosing import player_to
from scorepad.selectors.members import members_of
from scorepad.services.names import LONGEST
from scorepad.services.players import change_player, create_player
from scorepad.web.managing.forms import AliasesField
from scorepad.web.managing.manage import managing, tell


class PlayerForm(forms.Form):
    name = forms.CharField(label=_("Name"), max_length=LONGEST, widget=forms.TextInput(attrs={"dir": "auto"}))
    aliases = AliasesField(
        label=_("Also written"),
        help_text=_("One on a line. Who is recorded or imported under one of them is this player."),
    )


class NewPlayer(PlayerForm):
    """`id` is the player's own: the same form sent twice makes one."""

    id = forms.UUIDField(widget=forms.HiddenInput)


class PlayerChange(PlayerForm):
    hidden = forms.BooleanField(label=_("Left out of lists to choose from"), required=False)


class OwnersChange(PlayerChange):
    user = forms.ChoiceField(label=_("Which member this is"), required=False)

    def offer(self, usernames: list[str]) -> None:
        field = self.fields["user"]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101 for mypy
        field.choices = [("", gettext("none")), *((name, name) for name in usernames)]

    def clean_user(self) -> str | None:
        return self.cleaned_data["user"] or None


@managing
def player_new(request: HttpRequest, slug: str) -> HttpResponse:
    viewer = Viewer.of_session(request.user)
    club = club_to("record", viewer=viewer, slug=slug)
    form = NewPlayer(request.POST) if request.method == "POST" else NewPlayer(initial={"id": uuid.uuid4()})
    if form.is_valid():
        try:
            made = create_player(viewer=viewer, club_slug=slug, **form.cleaned_data)
        except Refused as refused:
            tell(form, refused)
        else:
            if made.hints:
                names = get_text_list([str(hint["name"]) for hint in made.hints], gettext("and"))
                said = gettext("Much like a name that is there: {names}. One person? Then merge the two.")
                messages.warning(request, said.format(names=names))
            messages.success(request, gettext("{name} is a player of the club now.").format(name=made.obj.name))
            return redirect("player_change", made.obj.pk)
    return render(request, "managing/player_new.html", {"club": club, "form": form})


@managing
def player_change(request: HttpRequest, player_id: uuid.UUID) -> HttpResponse:
    viewer = Viewer.of_session(request.user)
    player = player_to("record", viewer=viewer, player_id=player_id)
    manages = "manage" in rights_in(viewer, player.club)
    form = _form(request, viewer, player, manages)
    if form.is_valid():
        try:
            changed = {name: form.cleaned_data[name] for name in form.changed_data}
            change_player(viewer=viewer, player_id=player_id, **changed)
        except Refused as refused:
            tell(form, refused)
        else:
            messages.success(request, gettext("Changed."))
            return redirect("player", player_id)
    shown = {"club": player.club, "player": player, "form": form, "manages": manages}
    return render(request, "managing/player_change.html", shown)


def _form(request: HttpRequest, viewer: Viewer, player: Player, manages: bool) -> PlayerChange:
    form = OwnersChange if manages else PlayerChange
    sent = request.POST if request.method == "POST" else None
    made = form(sent, initial=_as_he_is(player))
    if isinstance(made, OwnersChange):
        members = members_of(viewer, player.club.slug)
        # Whose account he was stays his when he is no member any more, until somebody says otherwise.
        made.offer(
            sorted(
                {*members.values_list("user__username", flat=True), *([player.user.username] if player.user else [])}
            )
        )
    if player.anonymised_at is not None:
        for name in [name for name in made.fields if name != "hidden"]:
            del made.fields[name]
    return made


def _as_he_is(player: Player) -> dict[str, Any]:
    user = player.user.get_username() if player.user else ""
    return {"name": player.name, "aliases": player.aliases, "hidden": player.hidden, "user": user}
