"""The entries of a match: the one way to write in it, one at a time or some in order, and the journal they make."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from drf_spectacular.utils import PolymorphicProxySerializer, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from api.bodies.entries import BatchBody, EntryBody
from api.errors import of_refusal
from api.pagination import PAGE_LIMIT, PAGE_SIZE, address
from api.parameters import Number, Parameters
from api.problems import Problem, request_id
from api.shapes.entries import BatchAnswerShape, EntryAnswerShape
from api.shapes.journal import JournalPage
from api.views.base import Resource
from api.views.previews import DryRunParameters, answer_to_dry_run, rehearsed
from engine.violations import pointer
from scorepad.refusals import Refused
from scorepad.selectors.journal import journal
from scorepad.services import entries
from scorepad.services.verdicts import Verdict


class JournalParameters(Parameters):
    after = Number(required=False, default=0, min_value=0, max_value=2**31 - 1)
    page_size = Number(required=False, default=PAGE_SIZE, min_value=1, max_value=PAGE_LIMIT)


class Entries(Resource):
    parameters_by_method = {"GET": JournalParameters, "POST": DryRunParameters}

    @extend_schema(operation_id="list_entries", responses=JournalPage)
    def get(self, request: Request, match_id: UUID) -> Response:
        """The journal after a version: what was entered, by whom and when, and whether it stands."""
        size = self.parameters["page_size"]
        lines = journal(viewer=self.viewer, match_id=match_id, after=self.parameters["after"], limit=size + 1)
        more = address(request, after=lines[size - 1].version) if len(lines) > size else None
        return Response({"results": [line.as_dict() for line in lines[:size]], "next": more})

    @extend_schema(
        operation_id="enter",
        request=PolymorphicProxySerializer("EntryOrBatchBody", [EntryBody, BatchBody], None),
        responses={
            code: PolymorphicProxySerializer("EntryOrBatchAnswer", [EntryAnswerShape, BatchAnswerShape], None)
            for code in (201, 200, 202)
        },
    )
    def post(self, request: Request, match_id: UUID) -> Response:
        """Enter one entry, or up to 100 in order up to the first that is refused.

        201: stored. 200: stored before, or the slot holds the very same already; or a dry run. 202: a dry run, and a
        job tells what would become of ladders (`Location`). 409: as things stand it cannot be done. 422: it can never
        be done so. 503: send it again. A batch is 201 when all of it stands and some of it is new, 200 when all of it
        was there, and otherwise has the status of the first refusal; `results` has a verdict for each in every case,
        as each is stored by itself.
        """
        body = self.read()
        dry_run = self.parameters["dry_run"] == "true"
        if "entries" in body:
            return self.enter_all(match_id, self.shaped(BatchBody, body)["entries"], dry_run)
        verdict = entries.enter(viewer=self.viewer, match_id=match_id, entry=body, dry_run=dry_run)
        if dry_run:
            return answer_to_dry_run(shown(verdict), verdict.foretold)
        return Response(shown(verdict), status=_status(verdict))

    def enter_all(self, match_id: UUID, batch: Sequence[Any], dry_run: bool) -> Response:
        verdicts = entries.enter_all(viewer=self.viewer, match_id=match_id, entries=batch, dry_run=dry_run)
        tried: list[Verdict | None] = [*verdicts, *[None] * (len(batch) - len(verdicts))]
        results = [self.result(entry, verdict, dry_run) for entry, verdict in zip(batch, tried, strict=True)]
        if refusal := verdicts[-1].refusal:
            raise problem_in_batch(refusal, len(verdicts) - 1, results)
        return Response({"results": results}, status=max(map(_status, verdicts)))

    def result(self, given: Any, verdict: Verdict | None, dry_run: bool) -> dict[str, Any]:
        sent = given.get("id") if isinstance(given, dict) else None
        if verdict is None:
            return {"id": sent, "status": None, "entry": None, "problem": None}
        if verdict.refusal is None:
            entry = rehearsed(shown(verdict), verdict.foretold) if dry_run else shown(verdict)
            return {"id": sent, "status": _status(verdict), "entry": entry, "problem": None}
        problem = of_refusal(verdict.refusal)
        said = problem.as_dict(request_id(self.request._request))
        return {"id": sent, "status": problem.status, "entry": None, "problem": said}


def problem_in_batch(refusal: Refused, index: int, results: list[dict[str, Any]]) -> Problem:
    """The refusal as an answer to the whole batch, its places told from the body's root."""
    problem = of_refusal(refusal)
    at = pointer("entries", index)
    problem.errors = [{**error, "pointer": at + error["pointer"]} for error in problem.errors]
    problem.members["results"] = results
    return problem


def _status(verdict: Verdict) -> int:
    if verdict.foretold is not None and verdict.foretold.preview is not None:
        return 202
    return 201 if verdict.stored else 200


def shown(verdict: Verdict) -> dict[str, Any]:
    """The same body whenever the same entry is sent, but for `stands`."""
    return {
        "id": verdict.entry_id,
        "kind": verdict.kind,
        "version": verdict.version,
        "stands": verdict.stands,
        "trick": verdict.effect.get("trick"),
        "round": verdict.effect.get("round"),
        "running": verdict.running,
        "awaiting": verdict.awaiting,
        "status": verdict.status,
        "void": verdict.void,
        "result": verdict.result,
        "changes": verdict.changes,
    }
