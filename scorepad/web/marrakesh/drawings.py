"""Men, chips, boards, ovals, cards, strips and side marks as inline SVG; the design's measures, and nothing else.

What repeats is drawn once a page, in templates/marrakesh/sprite.html, and used by reference. Red stands left,
White right, and every board runs from its 6-point on the left to its 1-point.
"""

from collections.abc import Iterable, Sequence
from itertools import zip_longest

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext

from engine.marrakesh.matches import ROUNDS
from scorepad.web.marrakesh.words import SIDE_WORDS, SUITS, board_label, card_name, turns

MAN = {"red": "mr", "white": "mw"}
MARK = {"red": "kr", "white": "kw"}
RED_SUITS = "HD"
OVAL_HEIGHTS = (107, 64, 21)  # the first turn's oval is the lowermost
PILLS = (0.5, 21.5, 42.5)


def mark(side: str, *, silent: bool = False) -> SafeString:
    """A side's mark; silent where the side's word stands beside it."""
    if silent:
        return format_html('<svg class="mk" aria-hidden="true"><use href="#{}"/></svg>', MARK[side])
    drawing = '<svg class="mk" role="img" aria-label="{}"><use href="#{}"/></svg>'
    return format_html(drawing, SIDE_WORDS[side], MARK[side])


def suit(letter: str) -> SafeString:
    """A suit within a sentence."""
    colour = " red" if letter in RED_SUITS else ""
    drawing = '<svg class="suit{}" role="img" aria-label="{}"><use href="#{}"/></svg>'
    return format_html(drawing, colour, SUITS[letter], letter)


def card_in_words(card: str) -> SafeString:
    return format_html('<span class="nb">{}{}</span>', card[0], suit(card[1]))


def card(name: str, state: str = "") -> SafeString:
    """A card on the table; `won` took the trick, `drawn` is the extra card."""
    classes = " ".join(filter(None, ("card", "red" if name[1] in RED_SUITS else "", state)))
    drawing = '<span class="{}" role="img" aria-label="{}">{}<svg aria-hidden="true"><use href="#{}"/></svg></span>'
    return format_html(drawing, classes, card_name(name), name[0], name[1])


def _joined(drawn: Iterable[SafeString]) -> SafeString:
    return format_html_join("", "{}", ((part,) for part in drawn))


def _at(what: str, x: float, y: float, scale: float = 1) -> SafeString:
    if scale == 1:
        return format_html('<use href="#{}" x="{}" y="{}"/>', what, f"{x:g}", f"{y:g}")
    place = format_html("translate({} {})scale({})", f"{x:g}", f"{y:g}", scale)
    return format_html('<use href="#{}" transform="{}"/>', what, place)


def _on_point(side: str, point: int, men: int, ghosts: int) -> list[SafeString]:
    count = men + ghosts
    step = min(20.0, 72 / (count - 1)) if count > 1 else 0
    x = 16.5 + 24 * (6 - point)
    return [_at(what, x, 96 - i * step) for i, what in enumerate([MAN[side]] * men + ["gh"] * ghosts)]


def _in_oval(side: str, off: int, y: int) -> list[SafeString]:
    """One to three men lie in a row, four to six in two rows; a null chip lies alone."""
    if off == 0:
        return [_at("nc", 188, y)]
    rows = [(off, y)] if off <= 3 else [(off // 2, y - 6.6), (off - off // 2, y + 6.6)]
    scale, apart = (0.86, 17.2) if off <= 3 else (0.68, 13.6)
    return [
        _at(MAN[side], 188 + apart * (i - (count - 1) / 2), height, scale)
        for count, height in rows
        for i in range(count)
    ]


def board(
    side: str,
    men: Sequence[int],
    ovals: Sequence[int] = (),
    before: Sequence[int] | None = None,
    *,
    rest: bool = False,
) -> SafeString:
    """One side's board and ovals; men that left a point since `before` stay as ghosts; at rest, nothing happened."""
    left = [max(0, b - m) for b, m in zip(before or men, men, strict=True)]
    points = [
        man
        for point, (count, ghosts) in enumerate(zip(men, left, strict=True), start=1)
        for man in _on_point(side, point, count, ghosts)
    ]
    filled = zip_longest(OVAL_HEIGHTS, ovals[: len(OVAL_HEIGHTS)])
    return format_html(
        '<svg class="board{}" viewBox="0 0 220 128" role="img" aria-label="{}"><use href="#bf"/>{}{}</svg>',
        " rest" if rest else "",
        board_label(side, men, ovals),
        _joined(points),
        format_html_join(
            "",
            '<ellipse class="ov{}" cx="188" cy="{}" rx="30" ry="19"/>{}',
            ((" idle", y, "") if off is None else ("", y, _joined(_in_oval(side, off, y))) for y, off in filled),
        ),
    )


def ovals(off: Sequence[int]) -> SafeString:
    """A side's turns in a row of the pad: men off, or a null chip; an unused turn draws nothing."""
    pill = '<rect class="ov" x="{}" y=".6" width="19" height="16.8" rx="8.4"/>'
    drawn = _joined(
        format_html(pill + '<text x="{}" y="13.2">{}</text>', f"{x:g}", f"{x + 9.5:g}", count)
        if count
        else format_html(pill + "{}", f"{x:g}", _at("nc", x + 9.5, 9, 0.68))
        for x, count in zip(PILLS, off, strict=False)
    )
    drawing = '<svg class="o3" viewBox="0 0 62 18" role="img" aria-label="{}">{}</svg>'
    return format_html(drawing, turns(off) or gettext("no turn yet"), drawn)


def blank_ovals() -> SafeString:
    """Three ovals of the pad to be written in by hand."""
    pill = '<rect class="ov" x="{}" y=".6" width="19" height="16.8" rx="8.4"/>'
    drawn = format_html_join("", pill, ((f"{x:g}",) for x in PILLS))
    return format_html('<svg class="o3" viewBox="0 0 62 18" aria-hidden="true">{}</svg>', drawn)


STRIP_SIGNS = {
    "red": '<circle class="man-r" cx="{}" cy="6" r="4.4"/>',
    "white": '<circle class="mk-w" cx="{}" cy="6" r="3.7"/>',
    None: '<use class="no" href="#no" x="{}"/>',
}
STRIP_TO_COME = '<circle class="to" cx="{}" cy="6" r="1.6"/>'


def strip(rounds: Sequence[str | None]) -> SafeString:
    """A match at a glance: who scored more in each round, a dash where neither did, a dot for a round to come."""
    signs = [STRIP_SIGNS[winner] for winner in rounds] + [STRIP_TO_COME] * (ROUNDS - len(rounds))
    drawn = _joined(format_html(sign, f"{6 + 12.36 * i:g}") for i, sign in enumerate(signs))
    red = list(rounds).count("red")
    label = ngettext(
        "Red scored more in {red} round, White in {white}", "Red scored more in {red} rounds, White in {white}", red
    ).format(red=red, white=list(rounds).count("white"))
    return format_html('<svg class="strip" viewBox="0 0 148 12" role="img" aria-label="{}">{}</svg>', label, drawn)
