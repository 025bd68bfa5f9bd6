"""/accounts/password/{user}/{key}/: a new password, by a link that somebody was given. Looking uses nothing up."""

from django.contrib.auth.forms import SetPasswordForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from scorepad.models import User
from scorepad.refusals import NotHere
from scorepad.services.resets import set_password, user_by_link


@sensitive_post_parameters()
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def password(request: HttpRequest, user_id: int, key: str) -> HttpResponse:
    try:
        person = user_by_link(user_id, key)
        form: SetPasswordForm[User] = SetPasswordForm(person, request.POST if request.method == "POST" else None)
        if form.is_valid():
            set_password(user_id=user_id, key=key, password=form.cleaned_data["new_password1"])
            return render(request, "account/by_link_set.html", {"person": person})
    except NotHere:
        return render(request, "account/by_link_gone.html", status=404)
    return render(request, "account/by_link.html", {"person": person, "form": form})
