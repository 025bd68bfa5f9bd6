"""What a score sheet says in sentences, in the rulebook's words: who leads and why, what a winner did with a trick,
how a match was decided, what comes next. Names, the only foreign words in them, are escaped.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.text import get_text_list
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from engine.marrakesh.bearing_off import POINTS
from engine.marrakesh.record import OTHER, SIDES
from engine.marrakesh.rounds import opening_leader
from scorepad.web.marrakesh.words import COUNTS, PLURALS, Names

OASIS: Mapping[str, Promise] = {
    "oasis": _("An Oasis: the margin is doubled."),
    "great_oasis": _("A Great Oasis: the margin is tripled."),
    "perfect_oasis": _("A Perfect Oasis: the margin is quadrupled."),
}
OASIS_WITHOUT_MARGIN: Mapping[str, Promise] = {
    "oasis": _("An Oasis, with no margin to multiply."),
    "great_oasis": _("A Great Oasis, with no margin to multiply."),
    "perfect_oasis": _("A Perfect Oasis, with no margin to multiply."),
}


def lead_reason(setup: Mapping[str, Sequence[int]], leader: str, names: Names) -> SafeString:
    """ "The player with more Ones in his opening setup makes the opening lead. If both players have an equal number
    of Ones, then the player with more Twos leads, and so forth." """
    boards = {side: tuple(setup[side].count(point) for point in POINTS) for side in SIDES}
    due = opening_leader(boards)
    equal = next((i for i, counts in enumerate(zip(*boards.values(), strict=True)) if len(set(counts)) > 1), 0)
    if equal == 0:
        before = ""
    elif equal == 1:
        before = gettext("Equal in Ones; ")
    elif equal == 2:
        before = gettext("Equal in Ones and Twos; ")
    else:
        before = gettext("Equal in Ones to {last}; ").format(last=PLURALS[equal - 1])
    sentence = (
        gettext("{before}{name} has more {numbers} and leads.")
        if leader == due
        else gettext("{before}{name} has more {numbers}, but {other} led, by ruling.")
    )
    return format_html(sentence, before=before, name=names[due], numbers=PLURALS[equal], other=names[leader])


def _trick_numbers(numbers: Sequence[int]) -> str:
    if len(numbers) == 6:
        return gettext("triple-{number}").format(number=numbers[0])
    if len(numbers) == 4:
        return gettext("double-{number}").format(number=numbers[0])
    if len(numbers) == 2:
        return gettext("{larger} and {smaller}").format(larger=max(numbers), smaller=min(numbers))
    return str(numbers[0]) if numbers else gettext("nothing")


def _extra_numbers(numbers: Sequence[int]) -> str:
    if len(numbers) > 1:
        return gettext("{count} {numbers}").format(count=COUNTS[len(numbers)], numbers=PLURALS[numbers[0] - 1])
    return str(numbers[0]) if numbers else gettext("nothing")


def men_off(count: int) -> str:
    if count == 0:
        return gettext("none off, a null chip")
    if count == 6:
        return gettext("all six men off")
    return ngettext("{count} man off", "{count} men off", count).format(count=COUNTS[count])


def play_sentence(played: Mapping[str, Any], extra: str | None, names: Names) -> SafeString:
    """What the winner of a trick did with it: "plays 2, then 4: one man off"."""
    if played["off"] is None:
        return format_html(gettext("cannot move: a null chip for {name}"), name=names[played["chip"]])
    off = format_html('<span class="nb">{}</span>', men_off(played["off"]))
    if played["plays"] is None:
        return format_html(gettext("left the board as shown: {off}"), off=off)
    numbers = _trick_numbers(played["numbers"])
    if extra:
        then = _extra_numbers(played["extra_numbers"])
        return format_html(gettext("plays {numbers}, then {then}: {off}"), numbers=numbers, then=then, off=off)
    return format_html(gettext("plays {numbers}: {off}"), numbers=numbers, off=off)


def _when_ahead(running: Sequence[Sequence[int]], winner: str) -> str:
    """Since when the winner led, from the running scores of a decided match."""
    mine = SIDES.index(winner)
    ahead = [scores[mine] > scores[1 - mine] for scores in running]
    first = ahead.index(True) + 1
    good = len(ahead) - ahead[::-1].index(False) + 1 if False in ahead else 1
    if first == good:
        return gettext("first ahead in round {number}").format(number=first)
    return gettext("ahead for good from round {number}").format(number=good)


def result_sentence(replay: Mapping[str, Any], names: Names) -> SafeString:
    """How a complete match was decided, with the tiebreak that did it and the Oasis."""
    result = replay["result"]
    winner, margin = result["winner"], result["margin"]
    if winner is None:
        return format_html("{}", gettext("A draw: equal in points, in rounds scored and in the best single round"))
    loser = OTHER[winner]
    if result["decided_by"] == "score":
        said = format_html(
            ngettext("{name} wins by {margin} point, {when}", "{name} wins by {margin} points, {when}", margin),
            name=names[winner],
            margin=margin,
            when=_when_ahead(replay["running"], winner),
        )
    else:
        key, sentence = {
            "rounds_scored": (
                "rounds_scored",
                gettext("Equal in points: {name} wins, having scored in {more} rounds to {fewer}"),
            ),
            "best_round": (
                "best_round",
                gettext("Equal in points and rounds scored: {name} wins by the best single round, {more} to {fewer}"),
            ),
        }[result["decided_by"]]
        said = format_html(sentence, name=names[winner], more=replay[key][winner], fewer=replay[key][loser])
    if result["oasis"]:
        bonus = (OASIS if margin else OASIS_WITHOUT_MARGIN)[result["oasis"]]
        return format_html("{}. {}", said, bonus)
    return said


def awaited(awaiting: Mapping[str, Any] | None, names: Names) -> SafeString:
    """What comes next in an open match."""
    if awaiting is None:
        return format_html("{}", gettext("The match is complete"))
    if awaiting["trick"] is None:
        return format_html(gettext("Round {round}: the deal comes next"), round=awaiting["round"])
    return format_html(
        gettext("Round {round}, trick {trick}: {name} leads"),
        round=awaiting["round"],
        trick=awaiting["trick"],
        name=names[awaiting["leader"]],
    )


def standing_sentence(totals: Mapping[str, int], said: SafeString, names: Names) -> SafeString:
    """The score, and what is to be said of the match: what is read out when either has changed."""
    return format_html(
        gettext("{red} {a}, {white} {b}. {said}"),
        red=names["red"],
        a=totals["red"],
        white=names["white"],
        b=totals["white"],
        said=said,
    )


def awaited_briefly(awaiting: Mapping[str, Any] | None) -> str:
    if awaiting is None:
        return gettext("complete")
    if awaiting["trick"] is None:
        return gettext("round {round}, dealing").format(round=awaiting["round"])
    return gettext("round {round}, trick {trick}").format(round=awaiting["round"], trick=awaiting["trick"])


def veil_sentence(numbers: Sequence[int]) -> str:
    """Why some rounds of an open match cannot be opened; nothing when all can."""
    if not numbers:
        return ""
    return ngettext(
        "The cards of round {numbers} are shown once the pack is shuffled again: players see screens too, and the "
        "rules forbid looking through the discards.",
        "The cards of rounds {numbers} are shown once the pack is shuffled again: players see screens too, and the "
        "rules forbid looking through the discards.",
        len(numbers),
    ).format(numbers=get_text_list([str(number) for number in numbers], gettext("and")))
