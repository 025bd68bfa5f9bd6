"""What goes out: JSON of one spelling, so that a strong ETag stands for the same bytes, and a match's text form."""

from collections.abc import Mapping
from typing import Any

from rest_framework.renderers import BaseRenderer, JSONRenderer


class OneJSONRenderer(JSONRenderer):
    def get_indent(self, accepted_media_type: str, renderer_context: Mapping[str, Any]) -> int | None:
        return None


class TextRenderer(BaseRenderer):
    media_type = "text/plain"
    format = "text"
    charset = "utf-8"

    def render(
        self, data: Any, accepted_media_type: str | None = None, renderer_context: Mapping[str, Any] | None = None
    ) -> bytes:
        return str(data).encode()


class TableRenderer(TextRenderer):
    """A table that is small enough to be made whole."""

    media_type = "text/csv"
    format = "table"


def mark_of(parameters: Mapping[str, Any]) -> str:
    """What a table begins with, as `api.parameters.TableParameters` has it."""
    return "\ufeff" if parameters["bom"] == "true" else ""


class Streamed(BaseRenderer):
    """What a view streams by itself; this only says which media type it has, for whoever asks by `Accept`."""

    charset = None

    def render(
        self, data: Any, accepted_media_type: str | None = None, renderer_context: Mapping[str, Any] | None = None
    ) -> bytes:
        raise NotImplementedError


class CSVRenderer(Streamed):
    media_type = "text/csv"
    format = "csv"


class NDJSONRenderer(Streamed):
    media_type = "application/x-ndjson"
    format = "ndjson"
