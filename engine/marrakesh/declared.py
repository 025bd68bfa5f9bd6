"""What a match says about each side, declared: every fact once, in the order in which all rows of facts hold them.

Keys speak from the side's own seat: `led` is what it led, `received` what it did as the receiver.
"""

from collections.abc import Iterator

from engine.facts import Fact
from engine.marrakesh.cards import BEATS
from engine.marrakesh.matches import OASES, ROUNDS
from engine.marrakesh.scoring import DEFENSIVE, OFFENSIVE, TURNS, in_words
from engine.marrakesh.table import TRICKS
from engine.marrakesh.tricks import EXTRA_BY_MATCHES

VERSION = 1

SUITS = tuple(BEATS)
SUIT_NAMES = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
NUMBERS = range(7)  # 0 is the Null
FACES = range(1, 7)
MEN_OFF = range(7)
TRICK_NUMBERS = range(1, TRICKS + 1)
TURN_NUMBERS = range(1, TURNS + 1)
ROUND_NUMBERS = range(1, ROUNDS + 1)
ORDINALS = {number: {1: "1st", 2: "2nd", 3: "3rd"}.get(number, f"{number}th") for number in ROUND_NUMBERS}
ROLES = ("led", "received")
TIEBREAKS = {"score": "score", "rounds_scored": "rounds scored in", "best_round": "the best single round"}
MARRAKESH = 30  # points: "this ultimate scoring feat is called a Marrakesh"
# How many dice show the same number, the most first: "3-2-1" is three of one, two of another, one of a third.
SHAPES = ("6", "5-1", "4-2", "4-1-1", "3-3", "3-2-1", "3-1-1-1", "2-2-2", "2-2-1-1", "2-1-1-1-1", "1-1-1-1-1-1")


def _of_the_match() -> Iterator[Fact]:
    def fact(key: str, label: str, unit: str = "matches", *, wide: bool = False, for_members: bool = False) -> Fact:
        return Fact(key, label, unit, "points", wide=wide, for_members=for_members)

    yield fact("matches", "Matches that count, forfeits among them")
    yield fact("won", "Matches won")
    yield fact("drawn", "Matches drawn")
    yield fact("lost", "Matches lost")
    yield fact("gave_up", "Matches given up")
    yield fact("won_by_forfeit", "Matches that the opponent gave up")
    for key, name in TIEBREAKS.items():
        yield fact(f"won_by_{key}", f"Matches won by {name}")
    for key, name in TIEBREAKS.items():
        yield fact(f"lost_by_{key}", f"Matches lost by {name}")
    for name, _ in OASES.values():
        yield fact(name, f"Wins by {in_words(name)}", for_members=True)
    yield fact("completed", "Matches played to the end")
    yield fact("completed_points", "Points in matches played to the end", "points")
    yield fact("completed_points_squares", "Squares of the points of each", "points²", wide=True)
    yield fact("completed_against", "The opponents' points in them", "points")
    yield fact("completed_margin_squares", "Squares of the margin of each", "points²", wide=True)
    yield Fact("best_match", "Most points in a match played to the end", "points", "points", adds="max")


def _of_rounds() -> Iterator[Fact]:
    yield Fact("rounds", "Rounds finished", "rounds", "points")
    yield Fact("rounds_scored", "Rounds scored in", "rounds", "points")
    yield Fact("points", "Points of all rounds", "points", "points")
    yield Fact("points_squares", "Squares of the points of each round", "points²", "points", wide=True)
    yield Fact("points_against", "The opponents' points of all rounds", "points", "points")
    yield Fact("best_round", "Most points in a round", "points", "points", adds="max")
    yield Fact("marrakeshes", "Rounds of 30 points, each a Marrakesh", "rounds", "points")
    for number in ROUND_NUMBERS:
        yield Fact(f"round_{number}", f"{ORDINALS[number]} rounds finished", "rounds", "points")
        yield Fact(f"round_{number}_points", f"Points of {ORDINALS[number]} rounds", "points", "points")
        yield Fact(
            f"round_{number}_squares",
            f"Squares of those of each {ORDINALS[number]} round",
            "points²",
            "points",
            wide=True,
        )
    yield Fact("named", "Rounds whose patterns are known and stood", "rounds", "ovals")
    for name in OFFENSIVE:
        yield Fact(f"offensive_{name}", f"Rounds borne off as {in_words(name)}", "rounds", "ovals")
    for name in DEFENSIVE:
        yield Fact(f"defensive_{name}", f"Rounds with {in_words(name)} against the opponent", "rounds", "ovals")
    yield Fact("pips_won", "Rounds with the point for Pips", "rounds", "ovals")


def _of_turns() -> Iterator[Fact]:
    for turn in TURN_NUMBERS:
        for off in MEN_OFF:
            label = f"{ORDINALS[turn]} turns with {off} men off" if off else f"{ORDINALS[turn]} turns with a null chip"
            yield Fact(f"turn_{turn}_off_{off}", label, "turns", "ovals")
    for turn in TURN_NUMBERS:
        yield Fact(f"turn_{turn}_played", f"{ORDINALS[turn]} turns played", "turns", "tricks")
        label = f"{ORDINALS[turn]} turns with fewer men off than its numbers, the extra card's too, could take off"
        yield Fact(f"turn_{turn}_short", label, "turns", "tricks")
        label = f"Null chips placed on the opponent's {ORDINALS[turn]} oval when no more man could be moved"
        yield Fact(f"turn_{turn}_chips_given", label, "chips", "tricks")
        label = f"Null chips on the {ORDINALS[turn]} oval from an opponent who could move no more man"
        yield Fact(f"turn_{turn}_chips_taken", label, "chips", "tricks")


def _of_tricks(role: str) -> Iterator[Fact]:
    def fact(key: str, label: str, unit: str = "tricks") -> Fact:
        return Fact(f"{role}_{key}" if key else role, label, unit, "tricks")

    yield fact("", f"Tricks {role}")
    yield fact("won", f"Tricks {role} and won")
    yield fact("suit_matches", f"Tricks {role} that were a suit-match")
    yield fact("doubles", f"Tricks {role} that were doubles")
    yield fact("triples", f"Tricks {role} that were triples")
    for times in EXTRA_BY_MATCHES:
        label = f"Extra cards drawn after a trick {role}, to be played {'once' if times == 1 else f'{times} times'}"
        yield fact(f"extra_{times}", label, "cards")
    yield fact("disregarded", f"Extra cards disregarded after a trick {role}", "cards")
    card = "led" if role == "led" else "replied"
    for trick in TRICK_NUMBERS:
        for suit in SUITS:
            yield fact(
                f"{suit.lower()}_at_{trick}", f"{SUIT_NAMES[suit].capitalize()} {card} to {ORDINALS[trick]} tricks"
            )
    for trick in TRICK_NUMBERS:
        for number in NUMBERS:
            yield fact(f"{number}_at_{trick}", f"Number {number or 'Null'} {card} to {ORDINALS[trick]} tricks")


def _of_leads() -> Iterator[Fact]:
    label = "Aces to Sixes led while the opponent could still move"
    yield Fact("led_numbers", label, "tricks", "tricks")
    yield Fact("led_to_no_man", f"{label}, with no man of his on that point", "tricks", "tricks")
    yield Fact("led_withdrawn", "Leads taken back, having been led face up", "tricks", "tricks")


def _of_reading(key: str, label: str) -> Iterator[Fact]:
    yield Fact(f"{key}", f"{label}: replies", "tricks", "tricks")
    yield Fact(f"{key}_hits", f"{label}: replies of the lead's suit", "tricks", "tricks")
    yield Fact(f"{key}_expected", f"{label}: hits expected", "millionths of a trick", "tricks", wide=True)
    yield Fact(f"{key}_variance", f"{label}: variance of the hits", "millionths", "tricks", wide=True)


def _of_luck() -> Iterator[Fact]:
    yield Fact("setups", "Opening setups written down", "setups", "points")
    yield Fact("setup_pips", "Pips of the opening setups", "pips", "points")
    for shape in SHAPES:
        yield Fact(f"setup_{shape.replace('-', '')}", f"Opening setups of the kind {shape}", "setups", "points")
    yield Fact("setup_ones", "Opening setups of six Ones", "setups", "points")
    for face in FACES:
        yield Fact(f"dice_{face}", f"Dice that showed {face}", "dice", "points")
    yield Fact("extras", "Extra cards drawn while men were left", "cards", "tricks")
    yield Fact("extras_worth", "Most men that they could take off", "men", "tricks")
    label = "Most men that the cards which could have come would take off, on average"
    yield Fact("extras_expected", label, "millionths of a man", "tricks", wide=True)
    yield Fact("extras_variance", "Variance of that", "millionths", "tricks", wide=True)
    for suit in SUITS:
        yield Fact(f"extra_{suit.lower()}", f"Extra cards that were {SUIT_NAMES[suit]}", "cards", "tricks")
    for number in NUMBERS:
        yield Fact(f"extra_number_{number}", f"Extra cards of the number {number or 'Null'}", "cards", "tricks")


DECLARED: tuple[Fact, ...] = (
    *_of_the_match(),
    *_of_rounds(),
    *_of_turns(),
    *(fact for role in ROLES for fact in _of_tricks(role)),
    *_of_leads(),
    *_of_reading("reading", "Reading the leader"),
    *_of_reading("being_read", "Being read as leader"),
    *_of_luck(),
)
AT = {fact.key: index for index, fact in enumerate(DECLARED)}
