"""Accounts: the way in and out, and what is somebody's own."""

from django.urls import path

from scorepad.web.soon import soon

urlpatterns = [
    path("account/", soon, name="account"),
    path("account/tokens/", soon, name="tokens"),
]
