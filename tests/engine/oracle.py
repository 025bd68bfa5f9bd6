"""A second replay of a well-formed record, slow and literal, written from the specification alone.

It shares no line, table or name with the engine: two readings of one text, made apart, seldom misread it alike.
`replay` takes a record whose shape is right (it never says `malformed`) and gives the replay, or raises `Refused`
with the code and the JSON Pointer of the first violation in playing order.
"""

import re
from decimal import Decimal
from functools import cache
from typing import Any

SIDES = ("red", "white")
OTHER = {"red": "white", "white": "red"}
BEATS = {"S": "HD", "H": "DC", "D": "C", "C": "S"}
CARD = re.compile(r"[A23456Q][SHDC]")
PLAY = re.compile(r"([1-6])/([1-5]|off)")
POINTS = {
    "game": 3,
    "casablanca": 6,
    "rabat": 6,
    "bogart": 9,
    "el_ayun": 12,
    "gammon": 6,
    "gibraltar": 9,
    "tangier": 9,
    "backgammon": 12,
    "chip": 1,
    "double_chip": 4,
    "little_fez": 4,
    "common_fez": 6,
    "royal_fez": 9,
    "grand_fez": 18,
}
PATTERNS = {
    (3, 3): "gibraltar",
    (4, 2): "tangier",
    (2, 2, 2): "casablanca",
    (3, 1, 2): "rabat",
    (1, 1, 4): "bogart",
    (1, 4, 1): "el_ayun",
}

Board = tuple[int, ...]


class Refused(Exception):
    def __init__(self, code: str, path: str) -> None:
        super().__init__(code, path)
        self.code, self.path = code, path


# -- bearing off: one number at a time, every order tried ---------------------------------------------------------


def moves(board: Board, number: int) -> list[tuple[int, int]]:
    """What one number can do, higher points first: (from, to), to 0 for borne off."""
    down = [(point, point - number) for point in range(6, number, -1) if board[point - 1]]
    if board[number - 1]:
        return [*down, (number, 0)]
    if down:
        return down
    highest = max((point for point in range(1, 7) if board[point - 1]), default=0)
    return [(highest, 0)] if highest else []


def moved(board: Board, move: tuple[int, int]) -> Board:
    men = list(board)
    men[move[0] - 1] -= 1
    if move[1]:
        men[move[1] - 1] += 1
    return tuple(men)


@cache
def ends(board: Board, numbers: tuple[int, ...], extra: tuple[int, ...]) -> dict[Board, list[str]]:
    """Every legal end board with its first line: larger numbers before smaller, higher points before lower."""
    found: dict[Board, list[str]] = {}
    seen = set()

    def search(board: Board, numbers: tuple[int, ...], extra: tuple[int, ...], line: list[str]) -> None:
        if (board, numbers, extra) in seen:
            return
        seen.add((board, numbers, extra))
        if not any(board) or not (numbers or extra):
            found.setdefault(board, line)
            return
        current = numbers or extra
        for number in sorted(set(current), reverse=True):
            rest = list(current)
            rest.remove(number)
            for move in moves(board, number):
                left = (tuple(rest), extra) if numbers else ((), tuple(rest))
                search(moved(board, move), *left, [*line, f"{move[0]}/{move[1] or 'off'}"])

    search(board, numbers, extra, [])
    return found


def check_form(plays: list[str], path: str) -> None:
    for k, play in enumerate(plays):
        form = PLAY.fullmatch(play)
        if not form or (form[2] != "off" and int(form[2]) >= int(form[1])):
            raise Refused("bad_play", f"{path}/plays/{k}")


def played(board: Board, numbers: list[int], extra: list[int], plays: list[str], path: str) -> Board:
    check_form(plays, path)
    left = {(tuple(sorted(numbers)), tuple(sorted(extra)))}
    for k, play in enumerate(plays):
        start, _, end = play.partition("/")
        move = (int(start), 0 if end == "off" else int(end))
        after = set()
        for trick, drawn in left if any(board) else ():
            for number in {n for n in trick or drawn if move in moves(board, n)}:
                rest = list(trick or drawn)
                rest.remove(number)
                after.add((tuple(rest), drawn) if trick else ((), tuple(rest)))
        if not after:
            raise Refused("illegal_play", f"{path}/plays/{k}")
        left, board = after, moved(board, move)
    if any(board) and ((), ()) not in left:
        raise Refused("plays_missing", f"{path}/plays")
    return board


# -- scoring ------------------------------------------------------------------------------------------------------


def sequences() -> list[tuple[int, ...]]:
    """All ways in which a side's ovals can be filled."""
    found: list[tuple[int, ...]] = []

    def fill(ovals: tuple[int, ...]) -> None:
        if sum(ovals) == 6 or len(ovals) == 3:
            found.append(ovals)
        else:
            for off in range(7 - sum(ovals)):
                fill((*ovals, off))

    fill(())
    return found


def offensive(own: list[int]) -> str | None:
    if 6 in own:
        return "backgammon"
    if sum(own) < 6:
        return None
    return PATTERNS.get(tuple(own), "gammon" if len(own) == 2 else "game")


def defensive(theirs: list[int]) -> str | None:
    if 6 in theirs:
        return None
    if len(theirs) == 3 and max(theirs) <= 1:
        return ("grand_fez", "royal_fez", "common_fez", "little_fez")[sum(theirs)]
    return (None, "chip", "double_chip")[theirs.count(0)]


def scored(ovals: dict[str, list[int]], pips: dict[str, int]) -> dict[str, Any]:
    both_left = all(sum(ovals[side]) < 6 for side in SIDES)
    score = {}
    for side in SIDES:
        names = offensive(ovals[side]), defensive(ovals[OTHER[side]])
        pip = int(both_left and pips[side] < pips[OTHER[side]])
        parts = [name and {"name": name, "points": POINTS[name]} for name in names]
        total = sum(part["points"] for part in parts if part) + pip
        score[side] = {"offensive": parts[0], "defensive": parts[1], "pips": pip, "total": total}
    return score


@cache
def round_scores() -> frozenset[tuple[int, int]]:
    """Every ordered pair of scores with which a round can end."""
    pairs = set()
    for red in sequences():
        for white in sequences():
            least = {"red": 6 - sum(red), "white": 6 - sum(white)}
            for red_pips in {least["red"], 6 * least["red"]}:
                for white_pips in {least["white"], 6 * least["white"], red_pips}:
                    if least["white"] <= white_pips <= 6 * least["white"]:
                        score = scored({"red": [*red], "white": [*white]}, {"red": red_pips, "white": white_pips})
                        pairs.add((score["red"]["total"], score["white"]["total"]))
    return frozenset(pairs)


# -- the match ----------------------------------------------------------------------------------------------------


def replay(record: dict[str, Any]) -> dict[str, Any]:
    options = record.get("options") or {}
    if options.get("oasis") and not options.get("stake"):
        raise Refused("oasis_without_stake", "/options/oasis")
    pack = Pack(2 if options.get("pack") == "double" else 1)
    rounds: list[dict[str, Any]] = []
    for i, written in enumerate(record["rounds"]):
        if rounds and not rounds[-1]["complete"]:
            raise Refused("round_incomplete", f"/rounds/{i - 1}")
        if i == 12:
            raise Refused("too_many_rounds", f"/rounds/{i}")
        if i % 3 == 0 or written.get("reshuffled"):
            pack.shuffle()
        rounds.append(one_round(written, f"/rounds/{i}", pack))
    finished = [one["score"] for one in rounds if one["complete"]]
    totals = {side: sum(score[side]["total"] for score in finished) for side in SIDES}
    scored_in = {side: sum(score[side]["total"] > 0 for score in finished) for side in SIDES}
    best = {side: max((score[side]["total"] for score in finished), default=0) for side in SIDES}
    running = [[sum(s[side]["total"] for s in finished[: k + 1]) for side in SIDES] for k in range(len(finished))]
    grades = [one["grade"] for one in rounds]
    grade = next((g for g in ("points", "ovals") if g in grades), "tricks")
    complete = len(finished) == 12
    result = outcome(totals, scored_in, best, options) if complete else None
    return {
        "complete": complete,
        "grade": grade,
        "rounds": rounds,
        "running": running,
        "totals": totals,
        "rounds_scored": scored_in,
        "best_round": best,
        "result": result,
    }


class Pack:
    """The cards seen since the last shuffle."""

    def __init__(self, packs: int) -> None:
        self.packs = packs
        self.seen: list[str] = []

    def shuffle(self) -> None:
        self.seen = []

    def see(self, card: str, path: str) -> None:
        if not CARD.fullmatch(card):
            raise Refused("unknown_card", path)
        self.seen.append(card)
        if self.seen.count(card) > (1 if card[0] == "Q" else 2) * self.packs:
            raise Refused("too_many_copies", path)


def outcome(totals: Any, scored_in: Any, best: Any, options: dict[str, Any]) -> dict[str, Any]:
    winner = decided_by = None
    for name, figures in (("score", totals), ("rounds_scored", scored_in), ("best_round", best)):
        if figures["red"] != figures["white"]:
            winner, decided_by = max(SIDES, key=lambda side: figures[side]), name
            break
    margin = abs(totals["red"] - totals["white"])
    rounds = scored_in[winner] if winner and options.get("oasis") else 0
    oasis = {10: "oasis", 11: "great_oasis", 12: "perfect_oasis"}.get(rounds)
    multiplier = {10: 2, 11: 3, 12: 4}.get(rounds, 1)
    stake = options.get("stake")
    amount = str(Decimal(stake["amount"]) * margin * multiplier) if stake else None
    return {
        "winner": winner,
        "decided_by": decided_by,
        "margin": margin,
        "oasis": oasis,
        "multiplier": multiplier,
        "payoff_points": margin * multiplier,
        "payoff": stake and {"amount": amount, "currency": stake["currency"]},
    }


def one_round(written: dict[str, Any], path: str, pack: Pack) -> dict[str, Any]:
    setup, leader, boards = written.get("setup"), None, {}
    if setup is not None:
        for side in SIDES:
            if len(setup[side]) != 6 or not all(1 <= die <= 6 for die in setup[side]):
                raise Refused("bad_setup", f"{path}/setup/{side}")
            boards[side] = tuple(setup[side].count(number) for number in range(1, 7))
        if boards["red"] == boards["white"]:
            raise Refused("identical_setups", f"{path}/setup")
        leader = max(SIDES, key=boards.__getitem__)
    for k, card in enumerate(written.get("exposed") or []):
        pack.see(card, f"{path}/exposed/{k}")
    if written.get("tricks") is not None:
        one = by_tricks(written, path, pack, boards, leader)
    else:
        one = by_ovals(written, path) if written.get("ovals") is not None else by_points(written, path)
        turned_up(written, path, pack, None)
    ruling = written.get("ruling")
    if ruling is not None:
        if not one["complete"]:
            raise Refused("round_incomplete", f"{path}/ruling")
        if not (ruling.get("note") or "").strip():
            raise Refused("ruling_without_note", f"{path}/ruling")
        for side, points in (ruling.get("points") or {}).items():
            one["score"][side]["total"] = points
    if one["tricks"]:
        leader = one["tricks"][0]["leader"]
    irregular = ruling is not None or any(trick.get("ruling") for trick in written.get("tricks") or [])
    return {**one, "leader": leader, "irregular": irregular}


def by_ovals(written: dict[str, Any], path: str) -> dict[str, Any]:
    ovals = written["ovals"]
    pips = written.get("pips") or dict.fromkeys(SIDES, 0)
    if not all(tuple(ovals[side]) in sequences() for side in SIDES):
        raise Refused("impossible_ovals", f"{path}/ovals")
    for side in SIDES:
        left = 6 - sum(ovals[side])
        if written.get("pips") and not left <= pips[side] <= 6 * left:
            raise Refused("impossible_ovals", f"{path}/pips")
    return {"complete": True, "grade": "ovals", "tricks": None, "ovals": ovals, "score": scored(ovals, pips)}


def by_points(written: dict[str, Any], path: str) -> dict[str, Any]:
    points = written["points"]
    stood = written.get("ruling") is not None and written["ruling"].get("points") in (None, points)
    stood = stood and all(0 <= points[side] <= 999 for side in SIDES)
    if not stood and (points["red"], points["white"]) not in round_scores():
        raise Refused("impossible_points", f"{path}/points")
    unknown = {"offensive": None, "defensive": None, "pips": None}
    score = {side: {**unknown, "total": points[side]} for side in SIDES}
    return {"complete": True, "grade": "points", "tricks": None, "ovals": None, "score": score}


def turned_up(written: dict[str, Any], path: str, pack: Pack, tricks: int | None, complete: bool = True) -> None:
    if written.get("unplayed") is None:
        return
    if not complete:
        raise Refused("round_incomplete", f"{path}/unplayed")
    for side in SIDES:
        cards = written["unplayed"].get(side)
        if cards is not None:
            if tricks is not None and len(cards) != 6 - tricks:
                raise Refused("wrong_unplayed", f"{path}/unplayed/{side}")
            for k, card in enumerate(cards):
                pack.see(card, f"{path}/unplayed/{side}/{k}")


def by_tricks(written: dict[str, Any], path: str, pack: Pack, boards: Any, leader: Any) -> dict[str, Any]:
    ovals: dict[str, list[int]] = {"red": [], "white": []}
    cards: dict[str, list[str]] = {"red": [], "white": []}
    withdrawn, tricks = [], []

    def finished(side: str) -> bool:
        return len(ovals[side]) == 3 or not any(boards[side])

    for j, trick in enumerate(written["tricks"]):
        at = f"{path}/tricks/{j}"
        if finished("red") and finished("white"):
            raise Refused("round_over", at)
        ruling = trick.get("ruling")
        if ruling is not None and not (ruling.get("note") or "").strip():
            raise Refused("ruling_without_note", f"{at}/ruling")
        leader = (ruling or {}).get("leader") or leader
        if trick.get("leader") not in (None, leader):
            raise Refused("wrong_leader", f"{at}/leader")
        if trick.get("withdrawn") is not None:
            if j == 5:
                raise Refused("withdrawn_too_late", f"{at}/withdrawn")
            if not CARD.fullmatch(trick["withdrawn"]):
                raise Refused("unknown_card", f"{at}/withdrawn")
            withdrawn.append((leader, j, trick["withdrawn"]))
        pack.see(trick["lead"], f"{at}/lead")
        pack.see(trick["reply"], f"{at}/reply")
        cards[leader].append(trick["lead"])
        cards[OTHER[leader]].append(trick["reply"])
        tricks.append(one_trick(trick, at, pack, boards, ovals, leader, finished))
        leader = tricks[-1]["winner"]
    complete = finished("red") and finished("white")
    turned_up(written, path, pack, len(tricks), complete)
    still_held = set()
    for side, j, card in withdrawn:
        left = (written.get("unplayed") or {}).get(side)
        known = len(cards[side]) == 6 or left is not None
        if card not in [*cards[side][j + 1 :], *(left or [])]:
            if known:
                raise Refused("withdrawn_not_played", f"{path}/tricks/{j}/withdrawn")
            if (side, card) not in still_held:
                still_held.add((side, card))
                pack.see(card, f"{path}/tricks/{j}/withdrawn")
    pips = {side: sum(point * men for point, men in enumerate(boards[side], 1)) for side in SIDES}
    score = scored(ovals, pips) if complete else None
    return {"complete": complete, "grade": "tricks", "tricks": tricks, "ovals": ovals, "score": score}


def one_trick(trick: Any, at: str, pack: Pack, boards: Any, ovals: Any, leader: str, finished: Any) -> dict[str, Any]:
    lead, reply, ruling = trick["lead"], trick["reply"], trick.get("ruling")
    values = [{"A": 1, "Q": 0}.get(card[0]) if card[0] in "AQ" else int(card[0]) for card in (lead, reply)]
    kind = (("plain", "doubles"), ("suit_match", "triples"))[lead[1] == reply[1]][lead[0] == reply[0]]
    winner = leader if reply[1] in BEATS[lead[1]] else OTHER[leader]
    winner = (ruling or {}).get("winner") or winner
    can_move = not finished(winner)
    due = kind != "plain" and can_move
    extra, disregarded = trick.get("extra"), trick.get("extra_disregarded")
    if not due and not ruling and (extra is not None or disregarded):
        raise Refused("extra_not_due", f"{at}/{'extra' if extra is not None else 'extra_disregarded'}")
    if extra is not None and disregarded:
        raise Refused("extra_not_due", f"{at}/extra_disregarded")
    if extra is not None:
        pack.see(extra, f"{at}/extra")
    numbers: list[int] = []
    extra_numbers: list[int] = []
    if can_move:
        times = {"triples": [6], "doubles": [4]}.get(kind, [1, 1])
        numbers = sorted(n for n, k in zip(values, times, strict=False) for _ in range(k) if n)
        if extra is not None and extra[0] != "Q":
            own = lead if winner == leader else reply
            matches = (extra[0] == own[0]) + (extra[1] == own[1])
            value = 1 if extra[0] == "A" else int(extra[0])
            extra_numbers = [value] * (4 if kind == "triples" else (1, 4, 6)[matches])
    before, plays, board = boards[winner], trick.get("plays"), trick.get("board")
    if due and not ruling and extra is None and not disregarded and not all_off(before, numbers, trick, at):
        raise Refused("extra_missing", f"{at}/extra")
    ruled = (ruling or {}).get("board")
    if not can_move:
        check_form(plays or [], at)
        for field, moves_men in (
            ("ruling/board", ruled and tuple(ruled) != before),
            ("plays", plays),
            ("board", board),
        ):
            if moves_men:
                raise Refused("cannot_move", f"{at}/{field}")
        ovals[OTHER[winner]].append(0)
        off, chip, line = None, OTHER[winner], []
    else:
        if ruled is not None:
            if sum(ruled) > sum(before):
                raise Refused("impossible_board", f"{at}/ruling/board")
            end, line = tuple(ruled), None
        elif plays is None and board is not None:
            reachable = ends(before, tuple(numbers), tuple(extra_numbers))
            end = tuple(board)
            if end not in reachable:
                raise Refused("unreachable_board", f"{at}/board")
            line = reachable[end]
        else:
            line = list(plays or [])
            end = played(before, numbers, extra_numbers, line, at)
            if board is not None and tuple(board) != end:
                raise Refused("unreachable_board", f"{at}/board")
        off = sum(before) - sum(end)
        boards[winner] = end
        ovals[winner].append(off)
        chip = winner if off == 0 else None
    return {
        "leader": leader,
        "winner": winner,
        "kind": kind,
        "numbers": numbers,
        "extra_numbers": extra_numbers,
        "plays": line,
        "off": off,
        "chip": chip,
        "irregular": ruling is not None,
        "board": {side: list(boards[side]) for side in SIDES},
    }


def all_off(before: Board, numbers: list[int], trick: dict[str, Any], at: str) -> bool:
    """Whether what was written down takes the last man off with the trick's numbers alone."""
    if trick.get("plays") is None:
        board = trick.get("board")
        return board is not None and not any(board) and tuple(board) in ends(before, tuple(numbers), ())
    try:
        return not any(played(before, numbers, [], trick["plays"], at))
    except Refused:
        return False
