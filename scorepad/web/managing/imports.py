"""Files taken in: sent (/clubs/{slug}/imports/), looked at piece by piece as they would be taken (/imports/{id}/),
taken in for good, and taken back whole.

Whatever is sent here is a dry run first. Nothing of a match is written but by the job that the services know.
"""

import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.defaultfilters import filesizeformat
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from scorepad.models import Import
from scorepad.refusals import Refused
from scorepad.selectors.access import Viewer, club_to
from scorepad.selectors.imports import import_sheet, imports_of
from scorepad.services.imports import create_import, take_in
from scorepad.services.pieces import LARGEST_FILE
from scorepad.services.taking_back import take_back
from scorepad.web.asked import number_in
from scorepad.web.managing.manage import managing, tell
from scorepad.web.managing.pieces import STATUSES, pieces, problem
from scorepad.web.managing.sentences import sentence

PAGE = 50
LATEST = 20
MODES = (
    (Import.Mode.PER_RECORD, _("Whatever can be taken; what is refused is left out")),
    (Import.Mode.ATOMIC, _("All of it, or nothing")),
)


class FileForm(forms.Form):
    """`id` is the import's own: the same form sent twice takes the file once."""

    file = forms.FileField(
        label=_("File"),
        help_text=_("A match a line (NDJSON), one match, text forms one after the other, or the export of a club."),
    )
    mode = forms.ChoiceField(
        label=_("What is to be taken"), choices=MODES, initial=MODES[0][0], widget=forms.RadioSelect
    )
    creates_players = forms.BooleanField(label=_("Names that nobody here has become new players"), required=False)
    id = forms.UUIDField(widget=forms.HiddenInput)

    def clean_file(self) -> Any:
        file = self.cleaned_data["file"]
        if file.size > LARGEST_FILE:
            told = gettext("A file has {most} at most. A larger one goes in with manage.py import_club.")
            raise forms.ValidationError(told.format(most=filesizeformat(LARGEST_FILE)))
        return file


@dataclass(frozen=True)
class Listed:
    batch: Import
    state: str


@managing
def club_imports(request: HttpRequest, slug: str) -> HttpResponse:
    viewer = Viewer.of_session(request.user)
    club = club_to("record", viewer=viewer, slug=slug)
    form = FileForm(request.POST or None, request.FILES or None, initial={"id": uuid.uuid4()})
    if form.is_valid():
        try:
            given = form.cleaned_data
            batch = create_import(
                viewer=viewer,
                club_slug=slug,
                source=given["file"].read(),
                id=given["id"],
                mode=given["mode"],
                creates_players=given["creates_players"],
                dry_run=True,
            ).obj
            return redirect("import", batch.pk)
        except Refused as refused:
            tell(form, refused)
    latest = imports_of(viewer, slug).order_by("-created_at", "-id")[:LATEST]
    context = {"club": club, "form": form, "imports": [Listed(batch, state_of(batch)) for batch in latest]}
    return render(request, "managing/imports.html", context)


@managing
def one_import(request: HttpRequest, import_id: UUID) -> HttpResponse:
    """How far it has come, and the verdicts: `?status=` for those of one kind, `?after=` for the next."""
    status = request.GET.get("status")
    status = status if status in STATUSES else None
    found = import_sheet(
        viewer=Viewer.of_session(request.user),
        import_id=import_id,
        after=number_in(request.GET.get("after", "")) or 0,
        status=status,
        limit=PAGE,
    )
    batch = found.batch
    return render(
        request,
        "managing/import.html",
        {
            "club": batch.club,
            "batch": batch,
            "found": found,
            "state": state_of(batch),
            "goes_on": batch.state in (Import.State.QUEUED, Import.State.RUNNING),
            "problem": batch.problem and _problem(batch.problem, found.counts["refused"]),
            "status": status,
            "statuses": [(key, said, found.counts[key]) for key, said in STATUSES.items()],
            "pieces": pieces(found),
            "next": found.lines[-1].number if found.more else None,
            "share": f"{100 * batch.position / batch.total if batch.total else 0:.4g}%",
            "modes": MODES,
        },
    )


@managing
def import_taken_in(request: HttpRequest, import_id: UUID) -> HttpResponse:
    """The file of a dry run taken in; only what is sent by the form of its page does anything."""
    if request.method == "POST":
        mode = request.POST.get("mode")
        try:
            made = take_in(viewer=Viewer.of_session(request.user), import_id=import_id, mode=mode)
            return redirect("import", made.obj.pk)
        except Refused as refused:
            _complain(request, refused)
    return redirect("import", import_id)


@managing
def import_taken_back(request: HttpRequest, import_id: UUID) -> HttpResponse:
    viewer = Viewer.of_session(request.user)
    if request.method == "POST":
        try:
            take_back(viewer=viewer, import_id=import_id)
            messages.success(request, gettext("The import is taken back: its matches are void."))
            return redirect("import", import_id)
        except Refused as refused:
            _complain(request, refused)
    found = import_sheet(viewer=viewer, import_id=import_id, after=0, status="new", limit=1)
    return render(
        request, "managing/import_back.html", {"club": found.batch.club, "batch": found.batch, "found": found}
    )


def state_of(batch: Import) -> str:
    """In words, of a dry run that it was one."""
    if batch.dry_run and batch.state == Import.State.DONE:
        return gettext("looked at, nothing stored")
    return {
        Import.State.QUEUED: gettext("waiting"),
        Import.State.RUNNING: gettext("under way"),
        Import.State.DONE: gettext("taken in"),
        Import.State.REFUSED: gettext("refused"),
        Import.State.TAKEN_BACK: gettext("taken back"),
    }[Import.State(batch.state)]


def _problem(told: Mapping[str, Any], refused: int) -> list[str]:
    """What stood in the way of all of it."""
    if told["code"] != "pieces_refused":
        return problem(told)
    said = ngettext(
        "{n} piece was refused, so nothing of this file was stored.",
        "{n} pieces were refused, so nothing of this file was stored.",
        refused,
    )
    return [said.format(n=refused)]


def _complain(request: HttpRequest, refused: Refused) -> None:
    """Above the page; what is not there, or not his to do, has pages of its own."""
    if refused.code in ("not_found", "forbidden"):
        raise refused
    own = {
        "file_not_kept": gettext("This file is not kept any more: send it once more."),
        "nothing_imported": gettext("This import stored nothing, so there is nothing to take back."),
    }
    messages.error(request, own.get(refused.code) or sentence(refused.code, refused.detail))
