"""The recorder at the table."""

from django.urls import path

from scorepad.web.soon import soon

urlpatterns = [
    path("record/", soon, name="record"),
]
