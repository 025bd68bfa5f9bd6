"""Matches that were never played, but could have been: the demo club, tests and benchmarks are fed from here.

A real pack is shuffled before rounds 1, 4, 7 and 10, dealt and drawn from; both players choose as in `judgement`; the
engine's own table says what each trick comes to. What a match writes down varies as it does between people: plays or
boards, leaders or none, and now and then a card led face up, a card exposed, an extra card forgotten, a ruling. The
same `random.Random` gives the same match.
"""

from collections import Counter
from dataclasses import dataclass
from random import Random
from typing import Any

from engine.marrakesh import replay
from engine.marrakesh.bearing_off import EMPTY, MEN, PIPS_ON, Board, ends
from engine.marrakesh.cards import PACKS, ROUNDS_PER_SHUFFLE, Ledger
from engine.marrakesh.matches import ROUNDS
from engine.marrakesh.record import FORMAT, OTHER, SIDES
from engine.marrakesh.rounds import opening_leader
from engine.marrakesh.table import TRICKS, Table
from engine.marrakesh.tricks import extra_numbers, judge
from scorepad.demo import judgement

Json = dict[str, Any]

EXPOSED_CARD = 0.02  # a round
LED_FACE_UP = 0.01  # a trick
EXTRA_FORGOTTEN = 0.02  # an extra card
DRAWN_ALL_THE_SAME = 0.1  # an extra card when the last man is already off
WRONG_LEADER = 0.0015  # a trick
ROUND_RULED = 0.003  # a round
NOTED = 0.01  # a round
UNPLAYED_SHOWN = 0.7  # a hand

WRONG_LEAD_NOTES = (
    "the wrong side led, noticed too late",
    "we lost track of whose lead it was",
    "led out of turn; it stood",
)
ROUND_NOTES = (
    "a straight!",
    "coffee after this one",
    "played it twice in my head since",
    "new pack",
    "loud in here tonight",
)
RULED_NOTES = ("the pad says so, and both agree", "miscounted at the time, agreed to let it stand")


@dataclass(frozen=True, slots=True)
class Habits:
    """How two people write a match down: the weight of each grade, boards for plays how often, leaders or not."""

    tricks: float = 1.0
    ovals: float = 0.0
    points: float = 0.0
    boards: float = 0.0
    leaders: bool = True

    def grade(self, rng: Random) -> str:
        return rng.choices(("tricks", "ovals", "points"), (self.tricks, self.ovals, self.points))[0]


def match(
    rng: Random,
    *,
    id: str | None = None,
    players: Json | None = None,
    played_at: str | None = None,
    options: Json | None = None,
    habits: Habits | None = None,
    rounds: int = ROUNDS,
) -> Json:
    """The record of a match, complete unless fewer rounds are asked for."""
    given = {"id": id, "played_at": played_at, "players": players, "options": options}
    record: Json = {"format": FORMAT, **{name: value for name, value in given.items() if value is not None}}
    pack = _Pack(rng, (options or {}).get("pack", "single"))
    habits = habits or Habits()
    record["rounds"] = [_round(rng, pack, index, habits) for index in range(rounds)]
    return _on_paper(rng, record, habits)


class _Pack:
    """The cards that lie face down, and how many of each have not been seen by both players."""

    def __init__(self, rng: Random, kind: str) -> None:
        self.rng, self.kind = rng, kind
        self.cards: list[str] = []
        self.hidden: Counter[str] = Counter()

    def shuffle(self) -> None:
        self.hidden = Counter(PACKS[self.kind])
        self.cards = sorted(self.hidden.elements())
        self.rng.shuffle(self.cards)

    def turn_up(self) -> str:
        return self.show(self.cards.pop())

    def show(self, card: str) -> str:
        self.hidden[card] -= 1
        return card

    def unseen(self, hand: list[str]) -> Counter[str]:
        """What the player with this hand has not seen: the other hand and the pack."""
        return self.hidden - Counter(hand)


def _round(rng: Random, pack: _Pack, index: int, habits: Habits) -> Json:
    round_: Json = {}
    if index % ROUNDS_PER_SHUFFLE == 0:
        pack.shuffle()
    elif len(pack.cards) < 2 * TRICKS + 1:
        pack.shuffle()
        round_["reshuffled"] = True
    round_["setup"] = setup(rng)
    if rng.random() < EXPOSED_CARD:
        round_["exposed"] = [pack.turn_up()]
    hands = _dealt(pack)
    boards = {side: board_of(round_["setup"][side]) for side in SIDES}
    table = Table(boards, opening_leader(boards), Ledger(pack.kind))
    round_["tricks"] = []
    while not table.over:
        trick = _trick(rng, table, hands, pack, habits)
        table.play(trick, ("rounds", index, "tricks", len(round_["tricks"])))
        round_["tricks"].append(trick)
    if unplayed := {side: hands[side] for side in SIDES if hands[side] and rng.random() < UNPLAYED_SHOWN}:
        round_["unplayed"] = {side: [pack.show(card) for card in cards] for side, cards in unplayed.items()}
    if rng.random() < NOTED:
        round_["note"] = rng.choice(ROUND_NOTES)
    return round_


def setup(rng: Random) -> Json:
    """Both players throw six dice; "if the players roll the same opening setups, both players roll again"."""
    while True:
        thrown = {side: rng.choices(range(1, 7), k=MEN) for side in SIDES}
        if sorted(thrown["red"]) != sorted(thrown["white"]):
            return thrown


def board_of(dice: list[int]) -> Board:
    return tuple(dice.count(point) for point in range(1, 7))


def _dealt(pack: _Pack) -> dict[str, list[str]]:
    """One at a time, alternately, six to each."""
    return {side: [pack.cards.pop() for _ in range(TRICKS)] for side in SIDES}


def _trick(rng: Random, table: Table, hands: dict[str, list[str]], pack: _Pack, habits: Habits) -> Json:
    ruled = rng.random() < WRONG_LEADER
    leader = OTHER[table.leader] if ruled else table.leader
    receiver = OTHER[leader]
    trick: Json = {"leader": leader} if habits.leaders else {}
    if ruled:
        trick["ruling"] = {"leader": leader, "note": rng.choice(WRONG_LEAD_NOTES)}
    may_lead = [*hands[leader]]
    if len(may_lead) > 1 and not ruled and rng.random() < LED_FACE_UP:
        trick["withdrawn"] = rng.choice(may_lead)
        may_lead.remove(trick["withdrawn"])
    trick["lead"] = judgement.lead(rng, table, leader, may_lead, pack.unseen(hands[leader]))
    trick["reply"] = judgement.reply(rng, table, receiver, hands[receiver], pack.unseen(hands[receiver]))
    hands[leader].remove(pack.show(trick["lead"]))
    hands[receiver].remove(pack.show(trick["reply"]))
    judged = judge(trick["lead"], trick["reply"])
    winner = receiver if judged.receiver_wins else leader
    if table.can_move[winner]:
        trick |= _turn(rng, table, winner, trick, pack, habits)
    return trick


def _turn(rng: Random, table: Table, winner: str, trick: Json, pack: _Pack, habits: Habits) -> Json:
    """The winner plays the trick's numbers before he sees the extra card."""
    judged = judge(trick["lead"], trick["reply"])
    start, ovals = table.boards[winner], table.ovals[winner]
    board = judgement.bear_off(rng, start, judged.numbers, ovals)
    plays = ends(start, judged.numbers)[board]
    turn: Json = {}
    if judged.kind != "plain" and (board != EMPTY or rng.random() < DRAWN_ALL_THE_SAME):
        if not pack.cards or rng.random() < EXTRA_FORGOTTEN:
            turn["extra_disregarded"] = True
        else:
            turn["extra"] = pack.turn_up()
            own = trick["reply"] if judged.receiver_wins else trick["lead"]
            numbers = extra_numbers(judged.kind, own, turn["extra"])
            middle, off = board, sum(start) - sum(board)
            board = judgement.bear_off(rng, middle, numbers, ovals, off)
            plays += ends(middle, numbers)[board]
    if rng.random() < habits.boards:
        turn["board"] = [*board]
    elif plays:
        turn["plays"] = [*plays]
    return turn


def _on_paper(rng: Random, record: Json, habits: Habits) -> Json:
    """The same match as it was written down: some rounds by ovals or points alone, once in a while with a ruling."""
    said = replay(record)["rounds"]
    rounds = [_written(rng, round_, judged, habits) for round_, judged in zip(record["rounds"], said, strict=True)]
    return {**record, "rounds": rounds}


def _written(rng: Random, round_: Json, judged: Json, habits: Habits) -> Json:
    grade = habits.grade(rng)
    points = {side: judged["score"][side]["total"] for side in SIDES}
    kept: Json = {name: round_[name] for name in ("reshuffled", "note") if name in round_}
    if grade == "points":
        return {"points": points, **kept}
    if rng.random() < ROUND_RULED:
        stood = {**points, rng.choice(SIDES): rng.choice((3, 4, 6))}
        kept["ruling"] = {"points": stood, "note": rng.choice(RULED_NOTES)}
    if grade == "tricks":
        return {**round_, **kept}
    board = judged["tricks"][-1]["board"]
    left = {side: PIPS_ON[tuple(board[side])] for side in SIDES}
    return {"ovals": judged["ovals"], **({"pips": left} if all(left.values()) else {}), **kept}
