"""A match whole: its record, what a person wrote down, and its replay, what the rules make of it."""

from typing import Any
from uuid import UUID

from django.http import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request

from api.bodies.entries import REASON_LIMIT
from api.conditional import answer, outdated, tagged, tags_of
from api.parsers import read_text
from api.problems import Problem
from api.renderers import OneJSONRenderer, TextRenderer
from api.views.base import Resource
from api.views.entries import shown
from api.views.previews import DryRunParameters, answer_to_dry_run
from engine.games import GAMES
from scorepad.refusals import Invalid
from scorepad.selectors.sheets import Sheet, sheet
from scorepad.services import records
from scorepad.services.corrections import LONGEST_TABLE
from scorepad.services.verdicts import Verdict

FORMS = {
    (code, form): kind
    for code in (200, 201)
    for form, kind in (("application/json", OpenApiTypes.OBJECT), ("text/plain", OpenApiTypes.STR))
}
AS_TEXT = "-text"


class PutParameters(DryRunParameters):
    club = serializers.CharField(required=False, max_length=50, help_text="Of a new match: its club's slug.")
    reason = serializers.CharField(
        required=False, max_length=REASON_LIMIT, help_text="Why the record is replaced; kept in the journal."
    )
    rated = serializers.ChoiceField(
        required=False, choices=["true", "false"], help_text="A new match is rated unless this says otherwise."
    )
    table = serializers.CharField(required=False, max_length=LONGEST_TABLE, allow_blank=True)


class Record(Resource):
    renderer_classes = [OneJSONRenderer, TextRenderer]
    parameters_by_method = {"PUT": PutParameters}

    @extend_schema(operation_id="get_record", responses={form: kind for form, kind in FORMS.items() if form[0] == 200})
    def get(self, request: Request, match_id: UUID) -> HttpResponseBase:
        """The record, or its text form for `Accept: text/plain`."""
        seen = sheet(viewer=self.viewer, match_id=match_id)
        return answer(request, *self.form(seen))

    @extend_schema(
        operation_id="put_record",
        parameters=[
            OpenApiParameter("If-None-Match", str, "header", description="`*`: make a new match of the record."),
            OpenApiParameter("If-Match", str, "header", description="Replace the record that has this entity tag."),
        ],
        request={"application/json": OpenApiTypes.OBJECT, "text/plain": OpenApiTypes.STR},
        responses={**FORMS, (202, "application/json"): OpenApiTypes.OBJECT},
    )
    def put(self, request: Request, match_id: UUID) -> HttpResponseBase:
        """A whole record, as JSON or in its text form: a new match of it with `If-None-Match: *` and `club`, or the
        record of a match replaced, with `If-Match` and a `reason`.

        201: made. 200: replaced, or there already as it was sent, after a lost answer for one. 409: the id is in use
        for something else. 412: somebody has written since. 428: neither header was sent. A dry run is answered as that
        of an entry is, in JSON: 200, or 202 when a job tells what would become of ladders (`Location`).
        """
        text = read_text(request._request) if self.is_text() else None
        try:
            put = self.put_record(match_id, records.record_of_text(text) if text is not None else self.read())
        except Invalid as refusal:
            raise located(refusal, text) from refusal
        except records.Outdated as refusal:
            raise outdated(refusal.etag, self.variant()) from refusal
        if isinstance(put, Verdict):
            self.request.accepted_renderer = OneJSONRenderer()
            self.request.accepted_media_type = OneJSONRenderer.media_type
            return answer_to_dry_run(shown(put), put.foretold)
        created = put.outcome == "created"
        body, etag, variant = self.form(sheet(viewer=self.viewer, match_id=match_id))
        response = tagged(body, etag, variant, status=201 if created else 200)
        if created:
            response["Location"] = f"/api/v1/matches/{match_id}/"
        return response

    def put_record(self, match_id: UUID, record: dict[str, Any]) -> records.Put | Verdict:
        dry_run = self.parameters["dry_run"] == "true"
        given: dict[str, Any] = {name: self.parameters[name] for name in ("reason", "table") if name in self.parameters}
        if "rated" in self.parameters:
            given["rated"] = self.parameters["rated"] == "true"
        absent, present = (self.request.headers.get(name) for name in ("If-None-Match", "If-Match"))
        if (absent is None) == (present is None):
            raise Problem(
                428,
                "precondition_required",
                "Send If-None-Match: * to make a new match, or If-Match with the record's ETag to replace it.",
            )
        if present is not None:
            tags = tags_of(present, ("", AS_TEXT))
            given.setdefault("reason", None)
            replace = records.rehearse_replace if dry_run else records.replace_record
            return replace(viewer=self.viewer, match_id=match_id, record=record, tags=tags, **given)
        if absent != "*":
            raise Problem(400, "bad_request", "A new match is made with If-None-Match: * and nothing else.")
        if "club" not in self.parameters:
            raise Problem(400, "bad_parameter", "A new match is made in a club: ?club= and its slug.")
        club = self.parameters["club"]
        create = records.rehearse_create if dry_run else records.create_record
        return create(viewer=self.viewer, match_id=match_id, record=record, club_slug=club, **given)

    def form(self, seen: Sheet) -> tuple[Any, str, str]:
        record = seen.record if not self.variant() else GAMES[seen.match.game].dump_text(seen.record)
        return record, seen.etag, self.variant()

    def variant(self) -> str:
        return AS_TEXT if self.request.accepted_renderer.format == TextRenderer.format else ""


class Replay(Resource):
    @extend_schema(operation_id="get_replay", responses=OpenApiTypes.OBJECT)
    def get(self, request: Request, match_id: UUID) -> HttpResponseBase:
        """The replay: winners, boards, chips, scores, result."""
        seen = sheet(viewer=self.viewer, match_id=match_id)
        return answer(request, seen.replay, seen.etag)


def located(refusal: Invalid, text: str | None) -> Invalid:
    """The refusal with its places told from the record that was sent, and of a text by line and column too."""
    for error in refusal.errors:
        error["pointer"] = error["pointer"].removeprefix("/data/record")
        place = error["record_pointer"]
        if text is not None and place is not None and "line" not in error["params"]:
            game = next(game for game in GAMES.values() if game.text_format in text)
            line, column = game.position_in_text(text, place)
            error["params"] = {**error["params"], "line": line, "column": column}
    return refusal
