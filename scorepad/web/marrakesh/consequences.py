"""What comes of a correction before it is made, round by round: the first trick that ends otherwise, the boards at the
round's end, what either side scores for it; and in the end how the match is decided.

A trick is drawn as the score sheet draws it. Sides stand for names: who sits where may be what is corrected.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Any

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from engine.marrakesh.record import SIDES
from scorepad.web.changes import Change, in_words, said
from scorepad.web.marrakesh.changed import in_round, in_trick
from scorepad.web.marrakesh.drawings import board, card, ovals
from scorepad.web.marrakesh.pad import Cell, Row, rows
from scorepad.web.marrakesh.rounds import Board, Trick, opened
from scorepad.web.marrakesh.sentences import result_sentence
from scorepad.web.marrakesh.words import SIDE_WORDS, Names

Json = Mapping[str, Any]
Told = tuple[Json, Json]  # a record and its replay


def consequences(before: Told, after: Told) -> Iterator[Change]:
    both = before, after
    pads, tricks = [rows(*told) for told in both], [_tricks(told) for told in both]
    for then, now, of_then, of_now in zip(*pads, *tricks, strict=True):
        yield from _of_tricks(then.number, of_then, of_now)
        yield from _of_score(then, now)
    results = [result_sentence(replay, _sides()) if replay["result"] else None for _, replay in both]
    if results[0] != results[1]:
        yield in_words(gettext("Result"), *results)


def _sides() -> Names:
    return Names.of({side: str(SIDE_WORDS[side]) for side in SIDES})


def _tricks(told: Told) -> list[Sequence[Trick]]:
    """The tricks of each row of the pad; none where they were not written down."""
    record, replay = told
    played = zip_longest(rows(record, replay), record["rounds"], replay["rounds"])
    return [
        opened(row.number, written, came, _sides()).tricks if came and came["tricks"] else ()
        for row, written, came in played
    ]


def _of_tricks(number: int, before: Sequence[Trick], after: Sequence[Trick]) -> Iterator[Change]:
    """The first trick that is another one, and what the last ones left on the boards."""
    tricks = list(zip_longest(before, after))
    first = next((n for n, (then, now) in enumerate(tricks, 1) if then != now), None)
    if first is None:
        return
    then, now = tricks[first - 1]
    yield Change(in_trick(number, first), _drawn(then), _drawn(now), drawn=True)
    left, left_now = _left(before), _left(after)
    if first < len(tricks) and left != left_now:
        yield Change(in_round(number, gettext("in the end")), _boards(left), _boards(left_now), drawn=True)


def _of_score(before: Row, after: Row) -> Iterator[Change]:
    for side in SIDES:
        then, now = getattr(before, side), getattr(after, side)
        if (then.ovals, then.names, then.points) != (now.ovals, now.names, now.points):
            place = in_round(before.number, gettext("score"), side)
            yield Change(place, _scored(then), _scored(now), drawn=True)


def _drawn(trick: Trick | None) -> SafeString:
    if trick is None:
        return said(None)
    cards = [card(each.name, "won" if each.won else "") for each in trick.cards]
    if trick.extra:
        cards.append(card(trick.extra, "drawn"))
    fell = format_html_join("", "{}", ((each,) for each in cards))
    words = format_html("{} · {}", trick.winner, trick.kind) if trick.kind else trick.winner
    drawing = '<span class="tr"><span class="fell">{} <span>{}</span></span>{}</span>'
    return format_html(drawing, fell, words, _boards(trick.boards))


def _left(tricks: Sequence[Trick]) -> list[Board]:
    """The boards as the last trick leaves them, whatever it moved."""
    return [each.settled() for each in tricks[-1].boards] if tricks else []


def _boards(boards: Sequence[Board]) -> SafeString:
    if not boards:
        return said(None)
    drawn = (board(each.side, each.men, each.ovals, each.before, rest=each.rest) for each in boards)
    return format_html('<span class="both">{}</span>', format_html_join("", "{}", ((each,) for each in drawn)))


def _scored(cell: Cell) -> SafeString:
    """A side's half of a row of the pad; a dash while the round is not over."""
    turns = ovals(cell.ovals) if cell.ovals is not None else ""
    if cell.running is None:
        return format_html("{} {}", turns, said(None))
    points = f"+{cell.points}" if cell.points > 0 else str(cell.points)
    return format_html("{} {} <b>{}</b>", turns, ", ".join(cell.names), points)
