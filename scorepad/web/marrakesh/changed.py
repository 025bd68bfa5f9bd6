"""What a correction changed on the score pad, in playing order: cards and boards drawn, everything else in words.

A board is drawn with the men of whoever won the trick then: so the replay goes with the record, before as after.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import zip_longest
from typing import Any

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext, pgettext

from engine.marrakesh.record import SIDES
from scorepad.web.changes import Change, in_words, said
from scorepad.web.marrakesh.drawings import board, card
from scorepad.web.marrakesh.rounds import men_of, ruling_sentence
from scorepad.web.marrakesh.words import SIDE_WORDS, money, pack_of

Json = Mapping[str, Any]
Told = tuple[Json, Json]  # a record and its replay
Draw = Callable[[Any], SafeString]

OF_CARDS = ("withdrawn", "lead", "reply", "extra")


def changes(before: Told, after: Told) -> Iterator[Change]:
    """What was agreed on, then round by round what was written down."""
    (record, replay), (record_now, replay_now) = before, after
    yield from _agreed(record.get("options", {}), record_now.get("options", {}))
    rounds = zip_longest(record["rounds"], record_now["rounds"])
    played = zip_longest(replay["rounds"], replay_now["rounds"])
    for number, (written, came) in enumerate(zip(rounds, played, strict=True), 1):
        yield from _of_round(number, written, came)


def _agreed(options: Json, now: Json) -> Iterator[Change]:
    if pack_of(options) != pack_of(now):
        yield in_words(gettext("Pack"), pack_of(options), pack_of(now))
    if options.get("stake") != now.get("stake"):
        yield in_words(
            gettext("Stake"), *(money(each["stake"]) if each.get("stake") else None for each in (options, now))
        )
    if bool(options.get("oasis")) != bool(now.get("oasis")):
        yield in_words(gettext("Oasis"), bool(options.get("oasis")), bool(now.get("oasis")))


def _of_round(number: int, written: Sequence[Json | None], played: Sequence[Json | None]) -> Iterator[Change]:
    before, after = written
    if before is None or after is None:
        there = gettext("written down")
        yield in_words(in_round(number), before and there, after and there)
        return
    for side in SIDES:
        setups = [(each.get("setup") or {}).get(side) for each in (before, after)]
        yield from _drawn(in_round(number, gettext("setup"), side), setups, partial(_setup, side))
    yield from _drawn(
        in_round(number, gettext("seen by accident")), [each.get("exposed") for each in (before, after)], _cards
    )
    yield from _of_tricks(number, before, after, played)
    yield from _on_the_pad(number, before, after)


def _on_the_pad(number: int, before: Json, after: Json) -> Iterator[Change]:
    """What stands beside the tricks, or instead of them."""
    for name, word in {
        "ovals": gettext("men off"),
        "pips": gettext("pips"),
        "points": gettext("points"),
    }.items():
        for side in SIDES:
            yield from _worded(
                in_round(number, word, side), *(_figures(each.get(name), side) for each in (before, after))
            )
    for side in SIDES:
        hands = [(each.get("unplayed") or {}).get(side) for each in (before, after)]
        yield from _drawn(in_round(number, gettext("left in hand"), side), hands, _cards)
    flags = (bool(each.get("reshuffled")) for each in (before, after))
    yield from _worded(in_round(number, gettext("shuffled before the deal")), *flags)
    rulings = (ruling_sentence(each["ruling"]) if each.get("ruling") else None for each in (before, after))
    yield from _worded(in_round(number, gettext("ruling")), *rulings)
    yield from _worded(in_round(number, gettext("note")), before.get("note"), after.get("note"))


def _of_tricks(number: int, before: Json, after: Json, played: Sequence[Json | None]) -> Iterator[Change]:
    written = zip_longest(before.get("tricks") or (), after.get("tricks") or ())
    for trick, (then, now) in enumerate(written, 1):
        came = [_came(each, trick) for each in played]
        if then is None or now is None:
            yield Change(in_trick(number, trick), _pair(then), _pair(now), drawn=True)
        else:
            yield from _of_trick(number, trick, then, now, came)


def _of_trick(number: int, trick: int, before: Json, after: Json, came: Sequence[Json]) -> Iterator[Change]:
    words = {
        "withdrawn": gettext("taken back"),
        "lead": pgettext("card", "lead"),
        "reply": pgettext("card", "reply"),
        "extra": gettext("extra card"),
    }
    for name in OF_CARDS:
        yield from _drawn(in_trick(number, trick, words[name]), [before.get(name), after.get(name)], card)
    boards = [each.get("board") or (each.get("ruling") or {}).get("board") for each in (before, after)]
    if boards[0] != boards[1]:
        winners = (each.get("winner", SIDES[0]) for each in came)
        then, now = (board(side, men) if men else said(None) for side, men in zip(winners, boards, strict=True))
        yield Change(in_trick(number, trick, gettext("board")), then, now, drawn=True)
    if before.get("leader") != after.get("leader"):  # it may be left out: then it follows from the trick before
        yield from _worded(
            in_trick(number, trick, gettext("leader")), *(SIDE_WORDS.get(each.get("leader", "")) for each in came)
        )
    yield from _worded(
        in_trick(number, trick, gettext("plays")), *(" ".join(each.get("plays") or ()) for each in (before, after))
    )
    flags = (bool(each.get("extra_disregarded")) for each in (before, after))
    yield from _worded(in_trick(number, trick, gettext("extra card disregarded")), *flags)
    rulings = (ruling_sentence(each["ruling"]) if each.get("ruling") else None for each in (before, after))
    yield from _worded(in_trick(number, trick, gettext("ruling")), *rulings)
    yield from _worded(in_trick(number, trick, gettext("note")), before.get("note"), after.get("note"))


def _drawn(place: str, values: Sequence[Any], draw: Draw) -> Iterator[Change]:
    before, after = values
    if before != after:
        then, now = (draw(value) if value else said(None) for value in values)
        yield Change(place, then, now, drawn=True)


def _worded(place: str, before: object, after: object) -> Iterator[Change]:
    if before != after:
        yield in_words(place, before, after)


def _setup(side: str, dice: Sequence[int]) -> SafeString:
    return board(side, men_of(dice))


def _cards(names: Sequence[str]) -> SafeString:
    return format_html_join(" ", "{}", ((card(name),) for name in names))


def _pair(trick: Json | None) -> SafeString:
    return format_html("{} {}", card(trick["lead"]), card(trick["reply"])) if trick else said(None)


def _came(played: Json | None, trick: int) -> Json:
    """What the replay says of a trick."""
    tricks = (played or {}).get("tricks") or ()
    return tricks[trick - 1] if trick <= len(tricks) else {}


def _figures(value: Json | None, side: str) -> str | None:
    """What a pad has of one side: men off turn by turn, or a number."""
    found = (value or {}).get(side)
    return ", ".join(map(str, found)) if isinstance(found, list) else found


def in_round(number: int, what: str = "", side: str = "") -> str:
    if side:
        return gettext("Round {round}, {side}: {what}").format(round=number, side=SIDE_WORDS[side], what=what)
    if what:
        return gettext("Round {round}: {what}").format(round=number, what=what)
    return gettext("Round {round}").format(round=number)


def in_trick(round_: int, trick: int, what: str = "") -> str:
    if what:
        return gettext("Round {round}, trick {trick}: {what}").format(round=round_, trick=trick, what=what)
    return gettext("Round {round}, trick {trick}").format(round=round_, trick=trick)
