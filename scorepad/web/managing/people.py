"""Two players who are one person (/players/{id}/merge/), the same taken back, and one whose name is to go for good
(/players/{id}/anonymise/). For owners.
"""

from uuid import UUID

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scorepad.models import Player
from scorepad.refusals import Refused
from scorepad.selectors.access import Viewer
from scorepad.selectors.choosing import choosable, player_to
from scorepad.selectors.people import cluster_of
from scorepad.selectors.twins import twins
from scorepad.services.anonymising import anonymise
from scorepad.services.merging import merge, rehearse_merge, unmerge
from scorepad.services.names import LONGEST
from scorepad.spelling import key_of
from scorepad.web.managing.forms import PlayerField
from scorepad.web.managing.manage import managing, tell


class Other(forms.Form):
    into = PlayerField(label=_("Is the same person as"))

    def __init__(self, player: Player, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        players = self.fields["into"]
        assert isinstance(players, PlayerField)  # noqa: S101 for mypy
        players.offer(choosable(player.club).exclude(pk=player.pk), gettext("choose"))


class Anonymising(forms.Form):
    confirm = forms.CharField(
        label=_("The player's name, once more"),
        max_length=LONGEST,
        widget=forms.TextInput(attrs={"autocomplete": "off", "dir": "auto"}),
    )


@managing
def player_merge(request: HttpRequest, player_id: UUID) -> HttpResponse:
    """Choose, look at both side by side (`?into=`), hear what ladders would say (`rehearse`), and merge."""
    viewer = Viewer.of_session(request.user)
    player = player_to("manage", viewer=viewer, player_id=player_id)
    form = Other(player, request.POST or request.GET or None)
    shown: dict[str, object] = {"club": player.club, "player": player, "form": form}
    if form.is_valid():
        into = UUID(form.cleaned_data["into"])
        shown["twins"] = twins(viewer=viewer, player_id=player_id, other_id=into)
        try:
            if "rehearse" in request.POST:
                shown["foretold"] = rehearse_merge(viewer=viewer, player_id=player_id, into=into).foretold
            elif request.method == "POST":
                merged = merge(viewer=viewer, player_id=player_id, into=into)
                said = gettext("{name} is the same person from now on. It can be taken back whole.")
                messages.success(request, said.format(name=merged.name))
                return redirect("player_change", into)
        except Refused as refused:
            tell(form, refused)
    return render(request, "managing/player_merge.html", shown)


@managing
def player_unmerge(request: HttpRequest, player_id: UUID) -> HttpResponse:
    if request.method == "POST":
        player = unmerge(viewer=Viewer.of_session(request.user), player_id=player_id)
        messages.success(request, gettext("{name} is a player of his own again.").format(name=player.name))
    return redirect("player_change", player_id)


@managing
def player_anonymise(request: HttpRequest, player_id: UUID) -> HttpResponse:
    viewer = Viewer.of_session(request.user)
    player = player_to("manage", viewer=viewer, player_id=player_id)
    form = Anonymising(request.POST if request.method == "POST" else None)
    if form.is_valid():
        if key_of(form.cleaned_data["confirm"]) != player.name_key:
            form.add_error("confirm", gettext("This is not the player's name."))
        else:
            try:
                anonymise(viewer=viewer, player_id=player_id)
            except Refused as refused:
                tell(form, refused)
            else:
                messages.success(request, gettext("The name is gone. Results stay as they are."))
                return redirect("player", player_id)
    names = sorted({each.name for each in cluster_of(player_id)} | set(player.aliases))
    shown = {"club": player.club, "player": player, "form": form, "names": names}
    return render(request, "managing/player_anonymise.html", shown)
