"""/ladders/{id}/delete/: a ladder deleted by an owner, once its name has been typed again."""

from uuid import UUID

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scorepad.refusals import Refused
from scorepad.selectors.access import Viewer, ladder_to
from scorepad.services.erasing_ladders import delete_ladder, what_goes
from scorepad.web.ladders.forms import LONGEST_NAME
from scorepad.web.managing.manage import managing, tell


class Deletion(forms.Form):
    confirm = forms.CharField(
        label=_("The ladder’s name, once more"),
        max_length=LONGEST_NAME,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none", "dir": "auto"}),
    )


@managing
def ladder_delete(request: HttpRequest, ladder_id: UUID) -> HttpResponse:
    viewer = Viewer.of_session(request.user)
    ladder = ladder_to("manage", viewer=viewer, ladder_id=ladder_id)
    form = Deletion(request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            delete_ladder(viewer=viewer, ladder_id=ladder_id, confirm=form.cleaned_data["confirm"])
        except Refused as refused:
            if refused.code == "confirmation_needed":
                form.add_error("confirm", gettext("This is not the ladder’s name."))
            elif refused.code != "season_frozen":  # which the page says itself
                tell(form, refused)
        else:
            messages.success(request, gettext("The ladder is deleted."))
            return redirect("club_ladders", ladder.club.slug)
    context = {"ladder": ladder, "club": ladder.club, "form": form, "goes": what_goes(ladder)}
    return render(request, "ladders/delete.html", {**context, "frozen": hasattr(ladder, "frozen")})
