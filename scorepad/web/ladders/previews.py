"""/previews/{id}/: what a change would do to the ladders, where that took too long to wait for. For whoever asked."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from scorepad.models import Preview
from scorepad.selectors.access import Viewer
from scorepad.services.previewing import preview_to
from scorepad.web.managing.manage import managing


@managing
def preview(request: HttpRequest, preview_id: UUID) -> HttpResponse:
    found = preview_to(Viewer.of_session(request.user), preview_id)
    goes_on = found.state == Preview.State.QUEUED
    return render(request, "ladders/preview.html", {"club": found.club, "preview": found, "goes_on": goes_on})
