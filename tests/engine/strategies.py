"""Matches for tests, played at random by two players who know the rules and nothing else.

The generator of `scorepad.demo` plays as people do, who bear off what they can and agree on few rulings. These players
move men down for no reason, put boards wrong and let the wrong side win, and so come to boards, ovals and rounds that
no reasonable player ever reaches. And the generator asks the engine, which is here what is tested: whatever the rules
say is asked of the slow second reading in `oracle`. Cards come from a shuffled pack, each turn is a random line of
plays, and now and then something goes wrong at the table as the rulebook foresees.
"""

from random import Random
from typing import Any

from hypothesis import strategies as st

from tests.engine import oracle
from tests.engine.oracle import BEATS, OTHER, SIDES

Record = dict[str, Any]
PACK = [rank + suit for suit in "SHDC" for rank in "AA2233445566Q"]


class Dealer:
    """A pack that is shuffled after every three rounds, or sooner when it runs out before a deal."""

    def __init__(self, rng: Random, packs: int) -> None:
        self.rng, self.packs = rng, packs
        self.cards: list[str] = []

    def shuffle(self) -> None:
        self.cards = PACK * self.packs
        self.rng.shuffle(self.cards)

    def draw(self) -> str | None:
        return self.cards.pop() if self.cards else None


class Round:
    """One round played at random, written down as it is played."""

    def __init__(self, rng: Random, dealer: Dealer, ruled: bool) -> None:
        self.rng, self.dealer, self.ruled = rng, dealer, ruled
        self.written: Record = {"setup": self.setup()}
        if rng.random() < 0.1 and len(dealer.cards) > 12:
            self.written["exposed"] = [dealer.draw()]
        self.hands = {side: [dealer.cards.pop() for _ in range(6)] for side in SIDES}
        self.boards = {side: board(self.written["setup"][side]) for side in SIDES}
        self.ovals: dict[str, list[int]] = {side: [] for side in SIDES}
        self.leader = max(SIDES, key=lambda side: self.boards[side])

    def setup(self) -> dict[str, list[int]]:
        dice = {side: [self.rng.randint(1, 6) for _ in range(6)] for side in SIDES}
        return dice if board(dice["red"]) != board(dice["white"]) else self.setup()

    def moves(self, side: str) -> bool:
        return len(self.ovals[side]) < 3 and any(self.boards[side])

    def play(self) -> Record:
        self.written["tricks"] = []
        while self.moves("red") or self.moves("white"):
            self.written["tricks"].append(self.trick())
        if self.hands["red"] and self.rng.random() < 0.5:
            sides = self.rng.choice([["red"], ["white"], ["red", "white"]])
            self.written["unplayed"] = {side: list(self.hands[side]) for side in sides}
        return self.written

    def trick(self) -> Record:
        leader, rng = self.leader, self.rng
        trick: Record = {}
        for side, field in ((leader, "lead"), (OTHER[leader], "reply")):
            self.rng.shuffle(self.hands[side])
            trick[field] = self.hands[side].pop()
        if rng.random() < 0.5:
            trick["leader"] = leader
        if rng.random() < 0.1 and self.hands[leader]:
            trick["withdrawn"] = rng.choice(self.hands[leader])
        lead, reply = trick["lead"], trick["reply"]
        winner = leader if reply[1] in BEATS[lead[1]] else OTHER[leader]
        if self.ruled and rng.random() < 0.2:
            trick["ruling"] = {"note": "as it stood at the table"}
            if rng.random() < 0.5:
                winner = trick["ruling"]["winner"] = rng.choice(SIDES)
        self.turn(trick, winner, lead if winner == leader else reply)
        self.leader = winner
        return trick

    def turn(self, trick: Record, winner: str, own: str) -> None:
        if not self.moves(winner):
            self.ovals[OTHER[winner]].append(0)
            return
        lead, reply = trick["lead"], trick["reply"]
        before, values = self.boards[winner], [value(lead), value(reply)]
        numbers, extra_numbers = values, []
        if lead[0] == reply[0]:
            numbers = [values[0]] * (6 if lead == reply else 4)
        numbers = [number for number in numbers if number]
        if lead[0] == reply[0] or lead[1] == reply[1]:
            extra = None if self.rng.random() < 0.1 else self.dealer.draw()
            if extra is None:
                trick["extra_disregarded"] = True
            else:
                trick["extra"] = extra
                times = 4 if lead == reply else (1, 4, 6)[(extra[0] == own[0]) + (extra[1] == own[1])]
                extra_numbers = [value(extra)] * times if value(extra) else []
        if self.ruled and trick.get("ruling") and self.rng.random() < 0.3:
            after = trick["ruling"]["board"] = self.put_wrong(before)
        else:
            plays, after = self.line(before, numbers, extra_numbers)
            self.write_down(trick, plays, list(after))
        self.boards[winner] = tuple(after)
        self.ovals[winner].append(sum(before) - sum(after))

    def line(self, at: tuple[int, ...], numbers: list[int], extra: list[int]) -> tuple[list[str], tuple[int, ...]]:
        order = self.rng.sample(numbers, len(numbers)) + extra
        plays: list[str] = []
        for number in order:
            if any(at):
                move = self.rng.choice(oracle.moves(at, number))
                plays.append(f"{move[0]}/{move[1] or 'off'}")
                at = oracle.moved(at, move)
        return plays, at

    def write_down(self, trick: Record, plays: list[str], after: list[int]) -> None:
        chance = self.rng.random()
        if chance < 0.8 and (plays or chance < 0.4):
            trick["plays"] = plays
        if (chance > 0.7 and plays) or chance > 0.9:
            trick["board"] = after

    def put_wrong(self, before: tuple[int, ...]) -> list[int]:
        men = self.rng.choices(range(6), k=self.rng.randint(0, sum(before)))
        return [men.count(point) for point in range(6)]


def board(dice: list[int]) -> tuple[int, ...]:
    return tuple(dice.count(point) for point in range(1, 7))


def value(card: str) -> int:
    return "QA23456".index(card[0])


def match(rng: Random, ruled: bool = False) -> Record:
    """A record of 0 to 12 rounds; most often the last round of a short match is still under way."""
    packs = rng.choice([1, 2])
    dealer = Dealer(rng, packs)
    record: Record = {"format": "marrakesh-record/1", "rounds": []}
    record["options"] = {"pack": "single" if packs == 1 else "double"}
    if rng.random() < 0.5:
        amount = rng.choice(["0.25", "1", "10.00", "0.0001", "2.5"])
        record["options"] |= {"stake": {"amount": amount, "currency": "EUR"}, "oasis": rng.random() < 0.5}
    count = rng.choice([0, 1, 2, 4, 12, 12])
    for number in range(count):
        reshuffled = number % 3 and len(dealer.cards) < 13
        if number % 3 == 0 or reshuffled:
            dealer.shuffle()
        written = Round(rng, dealer, ruled).play()
        if reshuffled:
            written["reshuffled"] = True
        if ruled and rng.random() < 0.1:
            written["ruling"] = {"points": {"red": rng.randint(0, 99), "white": 3}, "note": "agreed at the table"}
        record["rounds"].append(written if rng.random() < 0.9 else coarser(rng, written))
    if 0 < count < 12 and rng.random() < 0.7:
        cut_last_round(rng, record)
    return record


def coarser(rng: Random, written: Record) -> Record:
    """What an old score pad tells of this round: its ovals, or its points alone."""
    alone = {"format": "marrakesh-record/1", "options": {"pack": "double"}, "rounds": [written]}
    replayed = oracle.replay(alone)["rounds"][0]
    if any(trick["irregular"] for trick in replayed["tricks"]) or written.get("ruling"):
        return written
    if rng.random() < 0.5:
        return {"points": {side: replayed["score"][side]["total"] for side in SIDES}}
    last = replayed["tricks"][-1]["board"]
    pips = {side: sum(point * men for point, men in enumerate(last[side], 1)) for side in SIDES}
    return {"ovals": replayed["ovals"], "pips": pips}


def cut_last_round(rng: Random, record: Record) -> None:
    last = record["rounds"][-1]
    if last.get("tricks"):
        del last["tricks"][rng.randrange(len(last["tricks"])) :]
        last.pop("unplayed", None)
        last.pop("ruling", None)


def matches(ruled: bool = False) -> st.SearchStrategy[Record]:
    return st.integers(0, 2**48).map(lambda seed: match(Random(seed), ruled))
