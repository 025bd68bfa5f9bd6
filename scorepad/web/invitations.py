"""/invitations/{secret}/: which club somebody is asked into, and the way in: with the account he is signed in with, or
with a new one. Looking uses nothing up.
"""

from django import forms
from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from scorepad.refusals import Conflict, Invalid, NotHere
from scorepad.selectors.access import Viewer
from scorepad.services.invitations import accept_invitation, invitation_of, join_by_invitation
from scorepad.web.managing.manage import tell

BACKEND = "django.contrib.auth.backends.ModelBackend"


class NewAccount(forms.Form):
    username = forms.CharField(
        label=_("Username"),
        max_length=150,
        widget=forms.TextInput(attrs={"autocomplete": "username", "autocapitalize": "none"}),
    )
    password = forms.CharField(
        label=_("Password"),
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        strip=False,
        max_length=4096,
        help_text=_("It needs eight characters, and must be none that everybody takes."),
    )


@sensitive_post_parameters()
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def invitation(request: HttpRequest, secret: str) -> HttpResponse:
    try:
        invited = invitation_of(secret)
        form = NewAccount(request.POST if request.method == "POST" and not request.user.is_authenticated else None)
        if request.method == "POST" and request.user.is_authenticated:
            accept_invitation(viewer=Viewer.of_session(request.user), secret=secret)
            return redirect("club", invited.club.slug)
        if form.is_valid() and _joined(request, secret, form):
            return redirect("club", invited.club.slug)
    except NotHere:
        return render(request, "invitation_gone.html", status=404)
    # Not as the page's `club`: whoever is not in yet is not led to its pages.
    return render(request, "invitation.html", {"invitation": invited, "form": form})


def _joined(request: HttpRequest, secret: str, form: NewAccount) -> bool:
    try:
        member = join_by_invitation(secret=secret, **form.cleaned_data)
    except (Conflict, Invalid) as refusal:
        tell(form, refusal)
        return False
    login(request, member.user, backend=BACKEND)
    return True
