"""Every figure of every player, by the engine alone: PYTHONPATH=. python docs/recompute.py < EXPORT | grep win_rate"""

import json
import sys

import jsonpatch

from engine.figures import tell
from engine.games import MARRAKESH as GAME


def facts_of(match, entries):
    undone, gave_up, void = {entry["undoes"] for entry in entries}, None, False
    for kind, data in [(entry["kind"], entry["data"]) for entry in entries if entry["version"] not in undone]:
        if kind == "create":
            record = {"players": {seat: {"id": player} for seat, player in data["seats"].items()}, "rounds": []}
            record |= {name: data[name] for name in ("played_at", "options", "rounds", "note", "ext") if name in data}
        elif kind in ("amend", "replace"):
            record = data.get("record") or GAME.normalised(jsonpatch.apply_patch(record, data.get("patch", [])))
        elif kind in GAME.kinds:
            record = GAME.apply(record, kind, data).record
        record = {**record, "format": GAME.record_format, "id": match["id"]}
        gave_up, void = data.get("seat", gave_up), kind == "void" or (void and kind != "restore")
    replay = GAME.replay(record)
    complete, other = replay["complete"], {"red": "white", "white": "red"}
    winner = replay["result"]["winner"] if complete else other.get(gave_up)
    places = {seat: 1 if winner in (seat, None) else 2 for seat in GAME.seats}
    facts = GAME.facts.of_match(record, replay, places, None if complete else gave_up).items()
    return [(record["players"][seat]["id"], own) for seat, own in facts if not void and (complete or gave_up)]


lines = [json.loads(line) for line in sys.stdin]
became = {line["player"]["id"]: line["player"]["merged_into"] for line in lines if "player" in line}
facts = {player: [] for player in became}
for player, own in [each for line in lines if "match" in line for each in facts_of(**line)]:
    while became[player]:
        player = became[player]
    facts[player].append(own)
for player, figure in [(player, figure) for player in facts for figure in GAME.figures.named.values()]:
    print(player, tell(figure, dict(zip(GAME.facts.keys, GAME.facts.added(facts[player]), strict=True))))
