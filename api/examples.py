"""An example for every body of the OpenAPI document: one evening of Ann and Bob at a club called Fridays.

What the rules make of their match is asked of the rules. A shape without words of its own here is filled in field by
field, so that a new one has its example from the first.
"""

from copy import deepcopy
from typing import Any

from api.told import parts
from engine.figures import tell
from engine.games import MARRAKESH
from engine.ratings.glicko2 import FORMULA

Json = dict[str, Any]

HERE = "https://scorepad.example"
CLUB = "6f1c1d0e-6c3b-4f0e-9a43-0c5d6a1f7b10"
MATCH = "c2da8c83-64a4-495a-a126-c83e3079f7e1"
ANN, BOB = "3a1424e1-781d-4474-8b51-4dbe8ae3524b", "3780cac1-fa5a-45cd-95f7-9862ddd5c50e"
ENTRY = "51a8cbbf-6a63-48fd-9120-0562d418e7f1"
LADDER = "0d5f3bd5-3f2c-4cd6-8d3e-1f8a6f0f4c31"
BOTH = [{"id": ANN, "name": "Ann"}, {"id": BOB, "name": "Bob"}]
GLICKO2 = {"rating": 1500, "deviation": 350, "volatility": 0.06, "tau": 0.5}
GAIN = {"margin": 13, "trust": 0.669, "gain": 162.31}
RATED = {"rating": 1662.31, "deviation": 290.32, "volatility": 0.06, "interval": {"low": 1093.29, "high": 2231.34}}
PLAYED, STORED = "2026-11-29T19:30:00+01:00", "2026-11-29T18:42:11.493284Z"
OPTIONS = {"pack": "single"}

TRICK = {"lead": "AS", "reply": "6D", "plays": ["6/off", "1/off"]}
SETUP = {"red": [6, 1, 2, 6, 4, 5], "white": [3, 5, 6, 1, 4, 2]}
RECORD: Json = {
    "format": MARRAKESH.record_format,
    "id": MATCH,
    "played_at": PLAYED,
    "players": {"red": {"id": ANN, "name": "Ann"}, "white": {"id": BOB, "name": "Bob"}},
    "options": OPTIONS,
    "rounds": [{"setup": SETUP, "exposed": ["3S"], "tricks": [TRICK]}],
}
REPLAY = MARRAKESH.replay(RECORD)
ROUND = REPLAY["rounds"][0]
TEXT = MARRAKESH.dump_text(MARRAKESH.normalised(RECORD))
LINES = '{"format":"marrakesh-record/1",…}\n{"format":"marrakesh-record/1",…}\n'
EXPORT = (
    f'{{"format":"scorepad-export/1","club":{{"id":"{CLUB}","slug":"fridays","name":"Fridays",…}}}}\n'
    f'{{"player":{{"id":"{ANN}","name":"Ann",…}}}}\n'
    f'{{"match":{{"id":"{MATCH}"}},"entries":[…]}}\n'
)
AWAITING = {"round": 1, "trick": 2, "leader": "white"}
SENT = {
    "id": ENTRY,
    "kind": "trick",
    "base_version": 2,
    "data": {"round": 1, "trick": 1, **TRICK},
    "entered_at": "2026-11-29T19:41:58+01:00",
    "device": "tablet",
}
ENTERED: Json = {
    "id": ENTRY,
    "kind": "trick",
    "version": 3,
    "stands": True,
    "trick": ROUND["tricks"][0],
    "round": ROUND,
    "running": [],
    "awaiting": AWAITING,
    "status": "open",
    "void": False,
    "result": None,
    "changes": {"rounds": []},
}

TABLE_ROW: Json = {"place": 1, "player": BOTH[0], "points": 2, "matches": 1, "won": 1, "drawn": 0, "lost": 0}
TABLE_ROW |= {"forfeits_won": 0, "forfeits_lost": 0, "byes": 0, "margin": 13, "tiebreaks": [None, 13, 1]}

# By the name of the shape; what a shape has besides is filled in.
SHAPES: dict[str, Any] = {
    "Account": {"goes": {"memberships": 1, "tokens": 2, "players": 1}},
    "BatchBody": {"entries": [SENT, {"id": "82899aed-5fa8-4c50-bb7a-a587991eec26", "kind": "undo", "data": {}}]},
    "BatchAnswer": {"results": [{"id": ENTRY, "status": 201, "entry": ENTERED, "problem": None}]},
    "Change": {"number": 42, "what": "match", "id": MATCH, "version": 3},
    "ChangePage": {"last": 42},
    "ClaimBody": {"code": "7BHG-ZPC7-7J"},
    "Club": {"id": CLUB, "name": "Fridays"},
    "ClubBody": {"id": CLUB, "name": "Fridays"},
    "PatchedClubChange": {"name": "Fridays at Ann's"},
    "CountsOfImport": {"new": 1, "here": 0, "refused": 0},
    "EntryBody": SENT,
    "EntryAnswer": ENTERED,
    "EntryOrBatchBody": SENT,
    "EntryOrBatchAnswer": ENTERED,
    "Import": {"total": 1, "position": 1, "state": "done"},
    "OneImport": {"total": 1, "position": 1, "state": "done"},
    "ImportLine": {"line": 1, "what": "match", "id": MATCH, "status": "new"},
    "JournalRow": {
        "version": 3,
        "id": ENTRY,
        "kind": "trick",
        "data": SENT["data"],
        "actor": "ann",
        "device": "tablet",
        "entered_at": SENT["entered_at"],
    },
    "Limits": {
        "body_bytes": 262144,
        "depth": 20,
        "entries_per_batch": 100,
        "page_size": 100,
        "token_requests": {"per_second": 20, "per_minute": 600},
        "anonymous_requests": {"per_minute": 60},
    },
    "Ladder": {"id": LADDER, "name": "Winter", "system": "glicko2", "parameters": GLICKO2, "table": {}, "version": 1},
    "LadderBody": {"id": LADDER, "game": MARRAKESH.key, "name": "Winter", "system": "glicko2", "table": {}},
    "PatchedLadderChange": {"period": "month", "parameters": {"tau": 0.6}},
    "Rating": {"rating": 1500, "deviation": 350, "volatility": 0.06, "interval": {"low": 814, "high": 2186}},
    "Point": {"period": "2026-11-23", "after": RATED, "change": 162.31, "matches": 1, "won": 1, "total": 1},
    "History": {"ladder": LADDER},
    "Contribution": {"opponent": {"id": BOB, "name": "Bob"}, "score": 1, "expected": 0.5, "weight": 1, **GAIN},
    "RatingChange": {"ladder": LADDER, "system": "glicko2", "parameters": GLICKO2, "period": "2026-11-23"}
    | {"after": RATED, "change": 162.31, "variance": 8.935, "improvement": 2.989, "formula": list(FORMULA)},
    "LadderPlayer": {"id": ANN},
    "RatingInterval": {"low": 1093.29, "high": 2231.34},
    "Standing": {"place": 1, "rating": 1662.31, "deviation": 290.32, "matches": 1, "won": 1},
    "Standings": {"ladder": LADDER, "period": "2026-11-23", "since": None},
    "NamedPlayer": {"id": ANN},
    "Tiebreak": {"key": "direct", "name": "Direct encounter"},
    "TableRow": TABLE_ROW,
    "Table": {"ladder": LADDER, "table": [TABLE_ROW]},
    "Stood": {"place": 1, "rating": 1662.31},
    "Tabled": {"place": 1, "points": 2},
    "MovedInTable": {"player": {"id": ANN, "name": "Ann"}},
    "Moved": {"player": {"id": ANN, "name": "Ann"}},
    "Merged": {"player": {"id": MATCH, "name": "Annie"}, "then": None, "now": {"id": ANN, "name": "Ann"}},
    "Counted": {"players": BOTH, "places": [1, 2], "scores": [13, 0]},
    "EnteredSince": {"kind": "create", "reason": None, "actor": "ann", "version": 1},
    "Corrected": {"then": None},
    "Since": {"table": [], "merges": [], "rules": {"least_matches": {"then": 0, "now": 5}}},
    "Frozen": {
        "ladder": LADDER,
        "ends": "2026-11-30",
        "frozen_by": "ann",
        "checksum": "c2da8c8364a4495aa126c83e3079f7e1" * 2,
        "intact": True,
        "document": {
            "format": "scorepad-standings/1",
            "ends": "2026-11-30",
            "ladder": {},
            "standings": [],
            "table": [],
        },
        "players": [],
    },
    "MatchBody": {"id": MATCH, "seats": {"red": ANN, "white": BOB}, "options": OPTIONS},
    "MergeBody": {"into": BOB},
    "NewInvitation": {"url": f"{HERE}/invitations/7BHGZPC77J/"},
    "NewPairing": {"name": "Tablet"},
    "PairingBody": {"name": "Tablet"},
    "Player": {"id": ANN},
    "NewPlayer": {"id": ANN},
    "Reset": {"url": f"{HERE}/reset/7BHGZPC77J/"},
    "PatchedPlayerChange": {"name": "Ann", "aliases": ["Annie"]},
    "PlayerBody": {"id": ANN},
    "Root": {
        "name": "scorepad",
        "version": "0.1.0",
        "links": {"clubs": "/api/v1/clubs/", "matches": "/api/v1/matches/"},
    },
    "Game": {
        "name": MARRAKESH.name,
        "record_format": MARRAKESH.record_format,
        "seats": list(MARRAKESH.seats),
        "kinds": list(MARRAKESH.kinds),
    },
    "Seat": {"player": ANN, "name": "Ann", "score": 0},
    "Token": {"name": "Score sheet", "scopes": ["read", "record"], "club": None, "match": None},
    "NewToken": {"name": "Score sheet", "scopes": ["read", "record"], "club": None, "match": None},
    "TokenBody": {"name": "Score sheet", "scopes": ["read", "record"]},
}
_SEATED = {
    "seats": {
        "red": {"player": ANN, "name": "Ann", "score": 0, "place": None},
        "white": {"player": BOB, "name": "Bob", "score": 0, "place": None},
    },
    "awaiting": AWAITING,
    "version": 3,
    "id": MATCH,
}
SHAPES["MatchRow"] = _SEATED
SHAPES["Match"] = SHAPES["NewMatch"] = {**_SEATED, "totals": REPLAY["totals"], "options": OPTIONS, "entries": 3}

# What is told of matches won by Ann, six of ten, and of the club, Bob among it.
WINS = MARRAKESH.figures.named["win_rate"]
FIGURE: Json = parts.figure(WINS)
TOLD: Json = parts.told(tell(WINS, {"won": 6, "matches": 10}))
CLUB_TOLD: Json = parts.told(tell(WINS, {"won": 10, "matches": 20}))
PEOPLE = {"a": {"id": ANN, "name": "Ann"}, "b": {"id": BOB, "name": "Bob"}}
AVERAGE: Json = {"value": 0.5, "n": 20, "percentile": 100.0, "players": 1}
HABIT: Json = {"count": 60, "n": 120, "share": 0.5, "rest_count": 30, "rest_n": 120, "rest_share": 0.25}
SHAPES |= {
    "Person": PEOPLE["a"],
    "Figure": FIGURE,
    "ExplainedFigure": {**FIGURE, "formula": WINS.formula},
    "Told": TOLD,
    "Headline": {"key": WINS.key, **TOLD},
    "Average": AVERAGE,
    "Line": {**FIGURE, **CLUB_TOLD},
    "Compared": {**FIGURE, **TOLD, "club": AVERAGE, "verdict": "none"},
    "Pair": {**FIGURE, "a": TOLD, "b": parts.told(tell(WINS, {"won": 4, "matches": 10}))},
    "Filters": {"from": "2026-01-01", "to": "2026-12-31", "opponent": None, "role": None, "grade": None},
    "ComparedTable": {"role": None},
    "LineTable": {"role": None},
    "PairTable": {"role": None},
    "HabitTable": {"role": None},
    "Result": {"opponent": PEOPLE["b"], "points": 35, "against": 25},
    "Streak": {"matches": 3, "from": "2026-11-15", "to": "2026-11-29"},
    "Month": {"month": "2026-11", "matches": 3, "won": 2, "drawn": 1, "lost": 0, "points": 95},
    "Evidence": {"n": 240, "e_value": 0.02, "p_value": 1.0, "log_e": -3.9},
    "ClubStatistics": {"matches": 10, "players": [{"player": PEOPLE["a"], "figures": [{"key": WINS.key, **TOLD}]}]},
    "Input": {
        "key": "won",
        "label": "Matches won",
        "unit": "matches",
        "grade": "points",
        "sum": 6,
        "counted": {"of": 1},
    },
    "Explained": {**TOLD, "player": PEOPLE["a"]},
    "HeadToHead": {**PEOPLE},
    "Tally": {"matches": 10, "a_won": 6, "drawn": 0, "b_won": 4, "a_points": 350, "b_points": 250},
    "Record": {"key": "best_match", "label": "Best match", "unit": "points", "value": 60, "count": 1},
    "Holder": {"opponent": PEOPLE["b"]},
    "Habit": {**FIGURE, "key": "led_spades", "label": "Spades led", "group": "leads", "role": "leader", **HABIT},
}

# By the name of the field, wherever its shape says nothing else.
FIELDS: dict[str, Any] = {
    "aliases": ["Annie"],
    "api": "v1",
    "by": "ann",
    "changes": {"rounds": []},
    "club": "fridays",
    "code": "7BHGZPC77J",
    "actor_id": 7,
    "format": MARRAKESH.record_format,
    "game": MARRAKESH.key,
    "games": None,  # by their keys
    "grade": "tricks",
    "match": MATCH,
    "name": "Ann",
    "player": ANN,
    "played_at": PLAYED,
    "played_on": "2026-11-29",
    "qr": "<svg>…</svg>",
    "players": "match",
    "mode": "per_record",
    "rated": True,
    "role": "scorer",
    "stands": True,
    "rules": MARRAKESH.rules,
    "running": [],
    "slug": "fridays",
    "table": "window",
    "time_zone": "Europe/Berlin",
    "token": "sp_…",
    "user": "ann",
    "version": 3,
    "visibility": "private",
    "url": f"{HERE}/pair/7BHGZPC77J/",
}

# Bodies that have no shape: by the operation and the media type, the same out as in.
FREE: dict[tuple[str, str], Any] = {
    ("create_import", "application/json"): "{…}",
    ("create_import", "application/x-ndjson"): LINES,
    ("create_import", "text/plain"): TEXT,
    ("export_club", "application/x-ndjson"): EXPORT,
    ("get_matches_table", "text/csv"): f"match,played_on,…\r\n{MATCH},2026-11-29,…\r\n",
    ("get_rounds_table", "text/csv"): f"match,played_on,…\r\n{MATCH},2026-11-29,…\r\n",
    ("get_player_statistics", "text/csv"): "key,label,value,n,…\r\nwin_rate,Won,0.6,10,…\r\n",
    ("get_club_statistics", "text/csv"): f"of,player,player_id,matches,…\r\nclub,,,20,…\r\nplayer,Ann,{ANN},10,…\r\n",
    ("get_head_to_head", "text/csv"): "key,label,unit,grade,a_value,…\r\nwin_rate,Won,matches,points,0.6,…\r\n",
    ("get_records", "text/csv"): f"record,value,unit,player,player_id,…\r\nbest_match,60,points,Ann,{ANN},…\r\n",
    ("get_habits", "text/csv"): "key,label,count,n,share,…\r\nled_spades,Spades led,60,120,0.5,…\r\n",
    **{
        (f"explain_{of}_figure", "text/csv"): f"figure,player,value,n,key,…\r\nwin_rate,{who},0.6,10,won,…\r\n"
        for of, who in (("player", ANN), ("club", ""), ("pair", ANN))
    },
    ("get_record", "application/json"): RECORD,
    ("get_record", "text/plain"): TEXT,
    ("put_record", "application/json"): RECORD,
    ("put_record", "text/plain"): TEXT,
    ("get_replay", "application/json"): REPLAY,
}


def example_of(schema: Json, schemas: Json, field: str = "") -> Any:
    """A value of this schema: of its own words, or by its fields' names, or the plainest of its kind."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return _of_shape(name, schemas[name], schemas, field)
    if "allOf" in schema:
        return example_of(schema["allOf"][0], schemas, field)
    if "oneOf" in schema or "anyOf" in schema:
        return example_of((schema.get("oneOf") or schema["anyOf"])[0], schemas, field)
    if "properties" in schema:
        return {name: example_of(each, schemas, name) for name, each in schema["properties"].items()}
    kind = schema.get("type")
    nullable = isinstance(kind, list) and "null" in kind
    if FIELDS.get(field) is not None:
        return deepcopy(FIELDS[field])
    if "enum" in schema:
        return schema["enum"][0]
    if nullable:
        return None
    return _plainest(str(kind), schema, schemas, field)


def _of_shape(name: str, schema: Json, schemas: Json, field: str) -> Any:
    if "properties" not in schema:
        return deepcopy(SHAPES[name]) if name in SHAPES else example_of(schema, schemas, field)
    told = SHAPES.get(name, {})
    if (name.startswith("Patched") and told) or name == "EntryBody":
        return deepcopy(told)
    parts = schema["properties"].items()
    return {key: deepcopy(told[key]) if key in told else example_of(each, schemas, key) for key, each in parts}


def _plainest(kind: str, schema: Json, schemas: Json, field: str) -> Any:
    if kind == "array":
        items = schema.get("items", {})
        return [example_of(items, schemas)] if "$ref" in items or schema.get("minItems") else []
    if kind == "object":
        inner = schema.get("additionalProperties")
        return {MARRAKESH.key: example_of(inner, schemas)} if field in FIELDS and isinstance(inner, dict) else {}
    if kind == "string":
        forms = {"uuid": MATCH, "date-time": STORED, "date": "2026-11-29", "uri": f"{HERE}/"}
        return forms.get(schema.get("format", ""), "…")
    return {"boolean": False, "integer": schema.get("minimum", 0), "number": 0}.get(kind)
