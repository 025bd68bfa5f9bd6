"""Everything the match page says of a match of Marrakesh, worked out from its record and its replay."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from engine.marrakesh.record import SIDES
from scorepad.selectors.sheets import Sheet
from scorepad.web.asked import Asked
from scorepad.web.endings import ended
from scorepad.web.marrakesh import pad, rounds
from scorepad.web.marrakesh.chart import Chart, chart
from scorepad.web.marrakesh.figures import Figure, counted_in, side_by_side
from scorepad.web.marrakesh.sentences import awaited, result_sentence, standing_sentence, veil_sentence
from scorepad.web.marrakesh.stage import Stage, last_step, stage
from scorepad.web.marrakesh.words import Names, money, pack_of

GRADES: Mapping[str, Promise] = {
    "tricks": _("every trick"),
    "ovals": _("men off by turn"),
    "points": _("points only"),
}


@dataclass(frozen=True)
class Page:
    names: Names
    players: Mapping[str, UUID]
    scores: Mapping[str, int]
    behind: str | None
    said: SafeString
    told: SafeString
    rows: Sequence[pad.Row]
    opened: rounds.OpenRound | None
    stage: Stage | None
    following: bool
    under_way: int | None
    veiled: str
    footnotes: Sequence[pad.Footnote]
    rounds_scored: Mapping[str, int]
    running: Sequence[Sequence[int]]
    chart: Chart | None
    figures: Sequence[Figure]
    counted_in: str
    recorded: str
    pack: int
    stake: SafeString | None


def page(sheet: Sheet, asked: Asked) -> Page:
    """The page of one match, with the round opened and the step shown that were asked for, if they may be seen."""
    record, replay = sheet.record, sheet.replay
    names = Names.of({seat.key: seat.name for seat in sheet.seats})
    rows = pad.rows(record, replay, sheet.veiled_rounds)
    winner = replay["result"] and replay["result"]["winner"]
    said = ended(sheet) or (result_sentence(replay, names) if replay["result"] else awaited(sheet.awaiting, names))
    number, step = _latest(rows, replay) if asked.following else (asked.round, asked.step)
    opened = _opened(number, rows, record, replay, names)
    shown = stage(opened, step, rows, replay, names) if opened and step is not None else None
    return Page(
        names=names,
        players={seat.key: seat.player_id for seat in sheet.seats},
        scores=replay["totals"],
        behind=sheet.match.forfeited_by or _behind(replay["totals"], winner),
        said=said,
        told=shown.told if shown and not asked.following else standing_sentence(replay["totals"], said, names),
        rows=rows,
        opened=opened,
        stage=shown,
        following=asked.following and sheet.awaiting is not None,
        under_way=next((row.number for row in rows if row.under_way and row.openable), None),
        veiled=veil_sentence([row.number for row in rows if row.veiled]),
        footnotes=pad.footnotes(record, sheet.veiled_rounds),
        rounds_scored=replay["rounds_scored"],
        running=replay["running"],
        chart=chart(replay["running"], names, winner) if replay["running"] else None,
        figures=side_by_side(replay),
        counted_in=counted_in(replay),
        recorded=_recorded(replay["rounds"], sheet.veiled_rounds),
        pack=pack_of(record.get("options", {})),
        stake=_stake(record, replay, names) if sheet.members_only else None,
    )


def _latest(rows: Sequence[pad.Row], replay: Mapping[str, Any]) -> tuple[int | None, int | None]:
    """The last round at its last step, while its tricks may be seen: none other stands for it."""
    number = len(replay["rounds"])
    return (number, last_step(replay["rounds"][-1])) if number and rows[number - 1].openable else (None, None)


def _opened(
    number: int | None, rows: Sequence[pad.Row], record: Mapping[str, Any], replay: Mapping[str, Any], names: Names
) -> rounds.OpenRound | None:
    if number is None or not any(row.number == number and row.openable for row in rows):
        return None
    return rounds.opened(number, record["rounds"][number - 1], replay["rounds"][number - 1], names)


def _behind(totals: Mapping[str, int], winner: str | None) -> str | None:
    """The side whose score is set lighter: the loser, or in an open match the one who trails."""
    if winner:
        return next(side for side in SIDES if side != winner)
    return min(SIDES, key=lambda side: totals[side]) if len(set(totals.values())) > 1 else None


def _recorded(played: Sequence[Mapping[str, Any]], veiled: Collection[int]) -> str:
    """At what grade: "every trick", or how many rounds at each where they are mixed."""
    rounds_at = Counter("tricks" if number in veiled else played_["grade"] for number, played_ in enumerate(played, 1))
    if len(rounds_at) <= 1:
        return str(next((GRADES[grade] for grade in rounds_at), gettext("nothing yet")))
    return ", ".join(_rounds_at(grade, rounds_at[grade]) for grade in GRADES if rounds_at[grade])


def _rounds_at(grade: str, n: int) -> str:
    said = {
        "tricks": ngettext("{n} round trick by trick", "{n} rounds trick by trick", n),
        "ovals": ngettext("{n} round by men off", "{n} rounds by men off", n),
        "points": ngettext("{n} round by its points alone", "{n} rounds by their points alone", n),
    }
    return said[grade].format(n=n)


def _stake(record: Mapping[str, Any], replay: Mapping[str, Any], names: Names) -> SafeString | None:
    """What was played for and, when the match is over, what it came to."""
    options, result = record.get("options", {}), replay["result"]
    stake = options.get("stake")
    if not stake:
        return None
    said = format_html(
        gettext("{money} a point, Oasis agreed") if options.get("oasis") else gettext("{money} a point"),
        money=money(stake),
    )
    if not (result and result.get("payoff")):
        return said
    if result["winner"] is None:
        return format_html(gettext("{stake}: nobody pays"), stake=said)
    won = gettext("{stake}: {name} wins {money}")
    return format_html(won, stake=said, name=names[result["winner"]], money=money(result["payoff"]))
