"""/account/: what somebody signs in with, his clubs, who he is at their tables; and /account/delete/, the end of it."""

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scorepad.refusals import Refused
from scorepad.selectors.access import Viewer
from scorepad.selectors.accounts import own_account
from scorepad.services.accounts import delete_account
from scorepad.web.managing.manage import managing, tell


class Deletion(forms.Form):
    confirm = forms.CharField(
        label=_("The name you sign in with, once more"),
        max_length=150,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "off"}),
    )


@managing
def account_page(request: HttpRequest) -> HttpResponse:
    own = own_account(Viewer.of_session(request.user))
    return render(request, "account/account.html", {"own": own, "sends_mail": settings.SENDS_MAIL})


@managing
def deletion(request: HttpRequest) -> HttpResponse:
    viewer = Viewer.of_session(request.user)
    form = Deletion(request.POST if request.method == "POST" else None)
    if form.is_valid() and _deleted(viewer, form):
        logout(request)
        messages.success(request, gettext("Your account is deleted. What you have recorded stays."))
        return redirect("home")
    return render(request, "account/delete.html", {"own": own_account(viewer), "form": form})


def _deleted(viewer: Viewer, form: Deletion) -> bool:
    try:
        delete_account(viewer=viewer, confirm=form.cleaned_data["confirm"])
    except Refused as refused:
        if refused.code == "confirmation_needed":
            form.add_error("confirm", gettext("This is not the name you sign in with."))
        elif refused.code == "last_owner":
            clubs = ", ".join(refused.params["clubs"])
            said = gettext("You are the only owner of {clubs}: make somebody else one, or delete the club.")
            form.add_error(None, said.format(clubs=clubs))
        else:
            tell(form, refused)
        return False
    return True
