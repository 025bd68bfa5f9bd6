"""Every address of the site."""

from django.urls import include, path

urlpatterns = [
    path("api/", include("api.urls")),
    path("accounts/", include("allauth.account.urls")),
]
