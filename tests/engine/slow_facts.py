"""The facts of a match counted a second time, slow and literal, from what `engine.marrakesh.declared` says they are.

It shares no line with `engine.marrakesh.facts` and was written before that was read. Each fact is counted by its key as
the match goes by; what had been seen is gathered anew for every trick; the most men that numbers can take off is found
by playing them in every order with the slow generator of `oracle`.

What the labels leave open was decided so:

- rounds that were not finished count nowhere, but the cards in them were seen;
- a trick that stood by a ruling is out of everything that measures skill, though it fills its oval and its cards were
  seen; the suits and numbers of extra cards, and dice, count whatever stood;
- a round with a ruling of its own counts with its total alone: neither its patterns' names nor a Marrakesh;
- an extra card is of the side that drew it, the winner of its trick, whichever of the two it was.
"""

from collections import Counter
from fractions import Fraction
from typing import Any

from tests.engine import oracle
from tests.engine.oracle import OTHER, SIDES, Board

Record = dict[str, Any]
PACK = [rank + suit for suit in "SHDC" for rank in "AA2233445566Q"]
MILLION = 1_000_000


def facts_of(record: Record, replay: Record, places: dict[str, int], gave_up: str | None) -> dict[str, Counter[str]]:
    """Every fact that is not zero, by side and key."""
    facts: dict[str, Counter[str]] = {side: Counter() for side in SIDES}
    for side in SIDES:
        the_match(facts[side], side, replay, places, gave_up)
    finished = [index for index, one in enumerate(replay["rounds"]) if one["complete"]]
    for index in finished:
        for side in SIDES:
            the_score(facts[side], side, index, replay["rounds"][index], record["rounds"][index])
            the_dice(facts[side], (record["rounds"][index].get("setup") or {}).get(side))
        if replay["rounds"][index]["grade"] == "ovals":
            the_ovals(facts, replay["rounds"][index])
        if replay["rounds"][index]["grade"] == "tricks":
            for at in range(len(replay["rounds"][index]["tricks"])):
                the_trick(facts, Moment(record, replay, index, at))
    return {side: Counter({key: value for key, value in facts[side].items() if value}) for side in SIDES}


# -- the match and its scores -------------------------------------------------------------------------------------


def the_match(facts: Counter[str], side: str, replay: Record, places: dict[str, int], gave_up: str | None) -> None:
    facts["matches"] += 1
    own, other = places[side], places[OTHER[side]]
    facts["won" if own < other else "lost" if own > other else "drawn"] += 1
    if gave_up is not None:
        facts["gave_up" if gave_up == side else "won_by_forfeit"] += 1
    if not replay["complete"]:
        return
    result = replay["result"]
    if result["winner"] is not None:
        facts[f"{'won' if result['winner'] == side else 'lost'}_by_{result['decided_by']}"] += 1
        if result["winner"] == side and result["oasis"]:
            facts[result["oasis"]] += 1
    points = sum(one["score"][side]["total"] for one in replay["rounds"])
    against = sum(one["score"][OTHER[side]]["total"] for one in replay["rounds"])
    facts["completed"] += 1
    facts["completed_points"] += points
    facts["completed_points_squares"] += points**2
    facts["completed_against"] += against
    facts["completed_margin_squares"] += (points - against) ** 2
    facts["best_match"] = points


def the_score(facts: Counter[str], side: str, index: int, one: Record, written: Record) -> None:
    score, points = one["score"][side], one["score"][side]["total"]
    facts["rounds"] += 1
    facts["rounds_scored"] += points > 0
    facts["points"] += points
    facts["points_squares"] += points**2
    facts["points_against"] += one["score"][OTHER[side]]["total"]
    facts["best_round"] = max(facts["best_round"], points)
    facts[f"round_{index + 1}"] += 1
    facts[f"round_{index + 1}_points"] += points
    facts[f"round_{index + 1}_squares"] += points**2
    if written.get("ruling") is not None:
        return
    facts["marrakeshes"] += points == 30
    if one["grade"] == "points":
        return
    facts["named"] += 1
    facts["pips_won"] += score["pips"]
    for half in ("offensive", "defensive"):
        if score[half] is not None:
            facts[f"{half}_{score[half]['name']}"] += 1


def the_dice(facts: Counter[str], dice: list[int] | None) -> None:
    if dice is None:
        return
    facts["setups"] += 1
    facts["setup_pips"] += sum(dice)
    facts["setup_ones"] += dice == [1] * 6
    alike = sorted((dice.count(face) for face in set(dice)), reverse=True)
    facts["setup_" + "".join(str(many) for many in alike)] += 1
    for die in dice:
        facts[f"dice_{die}"] += 1


def the_ovals(facts: dict[str, Counter[str]], one: Record) -> None:
    for side in SIDES:
        for turn, off in enumerate(one["ovals"][side], 1):
            facts[side][f"turn_{turn}_off_{off}"] += 1


# -- one trick ----------------------------------------------------------------------------------------------------


class Moment:
    """One trick, and all that came before it and after it."""

    def __init__(self, record: Record, replay: Record, index: int, at: int) -> None:
        self.record, self.replay, self.index, self.at = record, replay, index, at
        self.round = record["rounds"][index]
        self.tricks = replay["rounds"][index]["tricks"]
        self.written, self.trick = self.round["tricks"][at], self.tricks[at]
        self.leader, self.winner = self.trick["leader"], self.trick["winner"]
        self.receiver, self.loser = OTHER[self.leader], OTHER[self.winner]
        self.lead, self.reply, self.extra = (self.written.get(name) for name in ("lead", "reply", "extra"))

    def board(self, side: str) -> Board:
        """The men as they stood before this trick."""
        if self.at:
            return tuple(self.tricks[self.at - 1]["board"][side])
        return tuple(self.round["setup"][side].count(point) for point in range(1, 7))

    def ovals_filled(self, side: str) -> int:
        """How many of a side's ovals had something in them before this trick."""
        return sum(filled_oval_of(trick) == side for trick in self.tricks[: self.at])

    def can_move(self, side: str) -> bool:
        return any(self.board(side)) and self.ovals_filled(side) < 3

    def played(self, side: str, first: int, last: int | None = None) -> list[str]:
        """The cards that a side played to some of the tricks of this round."""
        some = list(zip(self.round["tricks"], self.tricks, strict=True))[first:last]
        return [written["lead" if trick["leader"] == side else "reply"] for written, trick in some]

    def turned_up(self, side: str) -> list[str] | None:
        return (self.round.get("unplayed") or {}).get(side)

    # what everybody had seen

    def since_the_shuffle(self) -> list[int]:
        """The earlier rounds since the pack was shuffled."""
        start = self.index
        while start % 3 and not self.record["rounds"][start].get("reshuffled"):
            start -= 1
        return list(range(start, self.index))

    def cards_are_known(self) -> bool:
        return all(self.replay["rounds"][index]["grade"] == "tricks" for index in self.since_the_shuffle())

    def seen_before(self) -> list[str]:
        """Every card that lay face up when this trick began."""
        seen = [*(self.round.get("exposed") or [])]
        for index in self.since_the_shuffle():
            seen += all_of_a_round(Moment(self.record, self.replay, index, 0))
        for written in self.round["tricks"][: self.at]:
            seen += cards_of(written)
        return seen

    def hand_is_whole(self, side: str) -> bool:
        return len(self.tricks) == 6 or self.turned_up(side) is not None

    def hand(self, side: str) -> list[str]:
        """What a side held when this trick began, as far as it was written down."""
        return self.played(side, self.at) + (self.turned_up(side) or [])

    def leader_holds_a_known_card(self) -> bool:
        """Whether a card that he took back is still to be led or played when the leader leads."""
        for at in range(self.at + 1):
            card, side = self.round["tricks"][at].get("withdrawn"), self.tricks[at]["leader"]
            if card is not None and side == self.leader and card not in self.played(side, at + 1, self.at):
                return True
        return False


def filled_oval_of(trick: Record) -> str:
    """In whose oval a trick put something: the winner's own, or his opponent's when he could move no more."""
    winner: str = trick["winner"]
    return OTHER[winner] if trick["off"] is None else winner


def cards_of(written: Record) -> list[str]:
    return [written[name] for name in ("lead", "reply", "extra") if written.get(name) is not None]


def never_came_again(first: Moment) -> list[tuple[str, str]]:
    """The cards that were taken back and, as far as was written down, neither played later nor turned up."""
    kept = set()
    for at, written in enumerate(first.round["tricks"]):
        card, side = written.get("withdrawn"), first.tricks[at]["leader"]
        if card is not None and card not in first.played(side, at + 1) + (first.turned_up(side) or []):
            kept.add((side, card))
    return sorted(kept)


def all_of_a_round(first: Moment) -> list[str]:
    cards = [*(first.round.get("exposed") or [])]
    for written in first.round["tricks"]:
        cards += cards_of(written)
    for side in SIDES:
        cards += first.turned_up(side) or []
    return cards + [card for _, card in never_came_again(first)]


def pack_of(record: Record) -> list[str]:
    return PACK * (2 if (record.get("options") or {}).get("pack") == "double" else 1)


def without(cards: list[str], gone: list[str]) -> list[str]:
    left = list(cards)
    for card in gone:
        left.remove(card)
    return left


def the_trick(facts: dict[str, Counter[str]], now: Moment) -> None:
    the_extra_cards_face(facts[now.winner], now)
    if now.trick["irregular"]:
        return
    the_turn(facts, now)
    the_cards(facts[now.leader], "led", now.leader, now.lead, now)
    the_cards(facts[now.receiver], "received", now.receiver, now.reply, now)
    the_lead(facts[now.leader], now)
    the_reading(facts, now)
    the_extra_cards_luck(facts[now.winner], now)


def the_extra_cards_face(facts: Counter[str], now: Moment) -> None:
    if now.extra is not None:
        facts[f"extra_{now.extra[1].lower()}"] += 1
        facts[f"extra_number_{value(now.extra)}"] += 1


def value(card: str) -> int:
    return "QA23456".index(card[0])


def the_turn(facts: dict[str, Counter[str]], now: Moment) -> None:
    side = filled_oval_of(now.trick)
    turn = now.ovals_filled(side) + 1
    off = now.trick["off"]
    facts[side][f"turn_{turn}_off_{off or 0}"] += 1
    if off is None:
        facts[now.winner][f"turn_{turn}_chips_given"] += 1
        facts[side][f"turn_{turn}_chips_taken"] += 1
        return
    facts[side][f"turn_{turn}_played"] += 1
    could = most_off(now.board(side), now.trick["numbers"], now.trick["extra_numbers"])
    facts[side][f"turn_{turn}_short"] += off < could


def most_off(board: Board, numbers: list[int], extra: list[int]) -> int:
    return max(sum(board) - sum(end) for end in oracle.ends(board, tuple(numbers), tuple(extra)))


def the_cards(facts: Counter[str], role: str, side: str, card: str, now: Moment) -> None:
    facts[role] += 1
    facts[f"{role}_won"] += now.winner == side
    kinds = {"suit_match": "suit_matches", "doubles": "doubles", "triples": "triples"}
    if now.trick["kind"] != "plain":
        facts[f"{role}_{kinds[now.trick['kind']]}"] += 1
    if now.winner == side and now.extra is not None:
        facts[f"{role}_extra_{times(now.extra, now)}"] += 1
    if now.winner == side and now.written.get("extra_disregarded"):
        facts[f"{role}_disregarded"] += 1
    facts[f"{role}_{card[1].lower()}_at_{now.at + 1}"] += 1
    facts[f"{role}_{value(card)}_at_{now.at + 1}"] += 1


def times(extra: str, now: Moment) -> int:
    """How often an extra card would be played after this trick."""
    own = now.lead if now.winner == now.leader else now.reply
    if now.trick["kind"] == "triples":
        return 4
    if extra == own:
        return 6
    return 4 if extra[0] == own[0] or extra[1] == own[1] else 1


def the_lead(facts: Counter[str], now: Moment) -> None:
    facts["led_withdrawn"] += now.written.get("withdrawn") is not None
    if value(now.lead) and now.can_move(now.receiver):
        facts["led_numbers"] += 1
        facts["led_to_no_man"] += now.board(now.receiver)[value(now.lead) - 1] == 0


def the_reading(facts: dict[str, Counter[str]], now: Moment) -> None:
    if not now.cards_are_known() or now.leader_holds_a_known_card():
        return
    hidden = without(pack_of(now.record), now.seen_before())
    if now.hand_is_whole(now.receiver):
        hidden = without(hidden, now.hand(now.receiver))
    chance = Fraction(sum(card[1] == now.reply[1] for card in hidden), len(hidden))
    for side, key in ((now.receiver, "reading"), (now.leader, "being_read")):
        facts[side][key] += 1
        facts[side][f"{key}_hits"] += now.lead[1] == now.reply[1]
        facts[side][f"{key}_expected"] += millionths(chance)
        facts[side][f"{key}_variance"] += millionths(chance * (1 - chance))


def millionths(exact: Fraction) -> int:
    """Rounded half up."""
    doubled = exact * MILLION * 2 + 1
    return doubled.numerator // (doubled.denominator * 2)


def the_extra_cards_luck(facts: Counter[str], now: Moment) -> None:
    if now.extra is None or not now.cards_are_known() or now.trick["off"] is None:
        return
    board = now.board(now.winner)
    for play in now.trick["plays"][: len(now.trick["numbers"])]:
        start, _, end = play.partition("/")
        board = oracle.moved(board, (int(start), 0 if end == "off" else int(end)))
    if not any(board):
        return
    hidden = without(pack_of(now.record), [*now.seen_before(), now.lead, now.reply, *in_hands(now)])
    worths = [most_off(board, [value(card)] * times(card, now) if value(card) else [], []) for card in hidden]
    mean = Fraction(sum(worths), len(worths))
    facts["extras"] += 1
    facts["extras_worth"] += most_off(board, now.trick["extra_numbers"], [])
    facts["extras_expected"] += millionths(mean)
    facts["extras_variance"] += millionths(sum(((worth - mean) ** 2 for worth in worths), Fraction(0)) / len(worths))


def in_hands(now: Moment) -> list[str]:
    """The cards of which the record tells that they lay in a hand when the extra card was drawn."""
    held = [card for _, card in never_came_again(now)]
    for side in SIDES:
        held += now.played(side, now.at + 1) + (now.turned_up(side) or [])
    return held
