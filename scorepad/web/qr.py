"""A QR code, drawn into the page: for links and secrets that the server has no business to show as a file."""

import segno
from django.utils.safestring import SafeString, mark_safe


def qr(text: str) -> SafeString:
    """The code as an inline drawing. Its quiet zone belongs to it, so the page lays white under the whole of it."""
    return mark_safe(segno.make(text, micro=False).svg_inline(omitsize=True, svgclass="qr", lineclass=None))  # noqa: S308 made of squares
