"""The records of a club."""

from dataclasses import asdict

from api.told import parts
from scorepad.selectors.asking import Person
from scorepad.selectors.records import Record, Records

COLUMNS = ["record", "value", "unit", "player", "player_id", "opponent", "opponent_id"]
COLUMNS += ["match", "played_on", "round", "last_match", "last_played_on"]


def as_json(found: Records) -> parts.Json:
    return {
        **parts.about(found.asked),
        "records": [record(each) for each in found.records],
        "feats": [record(each) for each in found.feats],
    }


def as_table(found: Records) -> parts.Lines:
    yield list(COLUMNS)
    for each in (*found.records, *found.feats):
        for one in each.holders:
            people = [cell for who in (one.player, one.opponent) for cell in (_name(who), parts.id_of(who))]
            first = [str(one.match), one.played_on.isoformat(), one.round]
            last = [_text(one.last_match), _text(one.last_played_on)]
            yield [each.key, each.value, each.unit, *people, *first, *last]


def record(of: Record) -> parts.Json:
    return {
        "key": of.key,
        "label": of.label,
        "unit": of.unit,
        "value": of.value,
        "count": of.count,
        "holders": [
            {
                **asdict(each),
                "player": parts.person(each.player),
                "opponent": parts.person(each.opponent) if each.opponent else None,
            }
            for each in of.holders
        ],
    }


def _name(who: Person | None) -> str | None:
    return who.name if who else None


def _text(value: object) -> str | None:
    return None if value is None else str(value)
