"""What the recorder asks at the table, in which order, and what becomes of unusual answers and of corrections.

The first round is that of the specification of records; the other examples are made so that one rule decides each.
"""

import json
import random
from typing import Any

import pytest
from playwright.sync_api import Error, Page

from engine.marrakesh import replay
from scorepad.demo import generator
from scorepad.services.patches import checked, patched
from tests.browser.modules import ask, call, page

__all__ = ["page"]

Json = dict[str, Any]

MATCH: Json = {"format": "marrakesh-record/1", "rounds": []}
SETUP = {"red": [6, 1, 2, 6, 4, 5], "white": [3, 5, 6, 1, 4, 2]}
MIXED = {"red": [1, 1, 2, 3, 4, 5], "white": [2, 2, 3, 4, 5, 6]}
ID = "0b2b7f2e-6c0e-4f6e-9a51-0d7a0f6f2a10"
PACKS = ("single", "double")
NOTE = "the wrong side led, noticed too late"


class Recorder:
    """Somebody at the table: answers what is asked, and sees what comes next."""

    def __init__(self, page: Page, record: Json = MATCH) -> None:
        self.page, self.record = page, record
        self.draft: Json | None = self.flow("begin", record)
        self.entries: list[Json] = []

    def flow(self, name: str, *given: Any) -> Any:
        return call(self.page, "flow", name, *given)

    @property
    def asked(self) -> Json:
        asked: Json = self.flow("question", self.record, self.draft)
        return asked

    def tap(self, *values: Any) -> Json:
        """The answers, one after the other; what the last of them came to."""
        came: Json = {}
        for value in values:
            came = self.flow("tap", self.record, self.draft, value)
            self.draft = came["draft"]
            if "entry" in came:
                self.enter(came["entry"])
        return came

    def enter(self, entry: Json) -> None:
        self.entries.append(entry)
        if entry["kind"] == "amend":
            whole = patched({"id": ID, **self.record}, checked(entry["data"]["patch"])).record
            self.record = {name: value for name, value in whole.items() if name != "id"}
        else:
            self.record = call(self.page, "fold", "apply", self.record, entry)
        replay(self.record)
        self.draft = self.draft or self.flow("begin", self.record)

    def unusually(self, what: str, value: Any) -> Json:
        self.draft = self.flow("unusual", self.draft, what)
        assert self.asked["ask"] == what
        return self.tap(value)

    def correct(self, round_: int, what: int | str) -> None:
        self.draft = self.flow("correction", self.record, round_, what)


def dice(setup: Json) -> list[int]:
    return [*setup["red"], *setup["white"]]


def dealt(page: Page, red: list[int], white: list[int], **options: Any) -> Recorder:
    recorder = Recorder(page, {**MATCH, "options": options})
    recorder.tap(*red, *white)
    return recorder


def first_round(page: Page) -> Recorder:
    """The round of the specification, up to its end."""
    recorder = Recorder(page)
    recorder.unusually("exposed", "3S")
    recorder.tap(*dice(SETUP))
    recorder.tap("AS", "6D", [0, 1, 1, 1, 1, 0])
    recorder.unusually("withdrawn", "QD")
    recorder.tap("QH", "6C")
    recorder.tap("5H", "5H", "2C")
    recorder.tap("4H", "QD")
    return recorder


def test_the_round_of_the_specification_tap_by_tap(page: Page):
    recorder = Recorder(page)
    asked = recorder.asked
    assert (asked["ask"], asked["side"], asked["left"], asked["round"]) == ("dice", "red", 6, 1)
    recorder.unusually("exposed", "3S")
    recorder.tap(*SETUP["red"])
    assert (recorder.asked["side"], recorder.asked["left"]) == ("white", 6)
    recorder.tap(*SETUP["white"])

    asked = recorder.asked
    assert (asked["ask"], asked["side"], asked["trick"]) == ("lead", "white", 1)
    assert asked["leads"] == {"because": "setup", "point": 3}
    recorder.tap("AS")
    assert (recorder.asked["ask"], recorder.asked["side"]) == ("reply", "red")
    recorder.tap("6D")
    asked = recorder.asked
    assert (asked["ask"], asked["side"], asked["sofar"]["numbers"]) == ("board", "white", [1, 6])
    assert (asked["sofar"]["winner"], asked["sofar"]["kind"]) == ("white", "plain")
    assert asked["choices"][0] == {
        "board": [0, 1, 1, 1, 1, 0],
        "plays": ["6/off", "1/off"],
        "off": 2,
        "pips": 14,
        "chip": None,
        "over": False,
    }
    recorder.tap([0, 1, 1, 1, 1, 0])

    assert recorder.asked["leads"] == {"because": "won", "point": None}
    recorder.unusually("withdrawn", "QD")
    recorder.tap("QH")
    assert recorder.asked["sofar"]["withdrawn"] == "QD"
    # A six that finds no man on its point takes off the highest: one board is legal, and fills itself in.
    assert recorder.tap("6C")["entry"]["data"]["board"] == [0, 1, 1, 1, 0, 0]

    recorder.tap("5H", "5H")
    asked = recorder.asked
    assert (asked["ask"], asked["side"], asked["extras"]) == ("extra", "red", {"none": False, "disregarded": True})
    assert recorder.tap("2C")["entry"]["data"]["board"] == [0] * 6

    # Red is off: he wins, moves nothing, and White gets a null chip.
    outcome = recorder.tap("4H", "QD")["outcome"]
    assert "board" not in recorder.entries[-1]["data"]
    assert outcome["trick"]["chip"] == "white"
    assert outcome["round"]["score"]["red"]["offensive"] == {"name": "backgammon", "points": 12}
    assert (outcome["round"]["score"]["red"]["defensive"]["name"], outcome["running"]) == ("chip", [13, 0])

    asked = recorder.asked
    assert (asked["ask"], asked["round"], asked["running"]) == ("dice", 2, {"red": 13, "white": 0})
    assert (asked["closing"], asked["last"]["ovals"]) == ({"round": 1, "unplayed": 2}, {"red": [6], "white": [2, 1, 0]})
    recorder.draft = recorder.flow("beginClose", recorder.record, 1, "unplayed")
    recorder.tap("4S", "3C")
    assert (recorder.asked["side"], recorder.asked["left"], recorder.asked["skippable"]) == ("white", 2, True)
    recorder.tap("QS", "4S")

    assert [entry["kind"] for entry in recorder.entries] == ["round", *["trick"] * 4, "close_round"]
    assert recorder.record["rounds"] == [
        {
            "setup": SETUP,
            "exposed": ["3S"],
            "tricks": [
                {"leader": "white", "lead": "AS", "reply": "6D", "board": [0, 1, 1, 1, 1, 0]},
                {"leader": "white", "withdrawn": "QD", "lead": "QH", "reply": "6C", "board": [0, 1, 1, 1, 0, 0]},
                {"leader": "white", "lead": "5H", "reply": "5H", "extra": "2C", "board": [0] * 6},
                {"leader": "red", "lead": "4H", "reply": "QD"},
            ],
            "unplayed": {"red": ["4S", "3C"], "white": ["QS", "4S"]},
        }
    ]


def test_the_last_man_off_by_the_tricks_numbers_alone_needs_no_extra_card(page: Page):
    for answer, written in (
        ("none", {}),
        ("disregarded", {"extra_disregarded": True}),
        ("6S", {"extra": "6S"}),
    ):
        recorder = dealt(page, [1] * 6, [2] * 6)
        recorder.tap("2C", "2C")
        assert recorder.asked["extras"] == {"none": True, "disregarded": True}
        data = recorder.tap(answer)["entry"]["data"]
        head = {"round": 1, "trick": 1, "leader": "red", "lead": "2C", "reply": "2C"}
        assert data == {**head, **written, "board": [0] * 6}
    recorder = dealt(page, [1] * 6, [3] * 6)
    recorder.tap("2C", "4C")
    assert recorder.asked["extras"] == {"none": False, "disregarded": True}
    with pytest.raises(Error, match="RangeError"):
        recorder.tap("none")
    data = recorder.tap("disregarded")["entry"]["data"]
    assert (data["extra_disregarded"], data["board"]) == (True, [1, 0, 4, 0, 0, 0])


def test_what_cannot_be_is_refused_at_the_tap_and_the_draft_stays(page: Page):
    recorder = Recorder(page)
    came = recorder.tap(1, 2, 3, 4, 5, 6, 6, 5, 4, 3, 2, 1)
    assert (came["refusal"]["code"], came["draft"]["taps"]) == ("identical_setups", [])
    recorder.tap(*dice(MIXED))
    assert recorder.tap("9X")["refusal"]["code"] == "unknown_card"
    recorder.tap("QC")
    came = recorder.tap("QC")
    assert (came["refusal"]["code"], came["refusal"]["path"]) == ("too_many_copies", "/rounds/0/tricks/0/reply")
    assert came["refusal"]["params"]["earlier"] == ["/rounds/0/tricks/0/lead"]
    assert recorder.asked["ask"] == "reply"
    recorder.tap("3H")
    assert recorder.tap([6, 0, 0, 0, 0, 0])["refusal"]["code"] == "unreachable_board"
    before = recorder.draft

    # Tap by tap back, as it came; then nothing is left to take back.
    asks = []
    while recorder.draft:
        asks.append(recorder.asked["ask"])
        recorder.draft = recorder.flow("untap", recorder.draft)
    assert asks == ["board", "reply", "lead"]

    # Another tablet has entered the trick meanwhile.
    recorder.draft = recorder.flow("begin", recorder.record)
    recorder.tap("QC", "3H", [0, 2, 0, 1, 1, 1])
    assert recorder.flow("question", recorder.record, before)["stale"]


def test_a_ruling_says_who_led_who_won_and_where_the_men_stand(page: Page):
    recorder = dealt(page, *MIXED.values())
    assert recorder.unusually("ruling", {"note": " "})["refusal"]["code"] == "ruling_without_note"
    recorder.unusually("ruling", {"note": NOTE, "leader": "white"})
    assert (recorder.asked["side"], recorder.asked["leads"]["because"]) == ("white", "ruling")
    recorder.tap("4S", "3H", [0, 2, 0, 0, 1, 1])
    assert recorder.entries[-1]["data"]["ruling"] == {"note": NOTE, "leader": "white"}

    # "None of these", when the boards are there already: the ruling is the last answer.
    recorder.tap("4C", "3S")
    assert (recorder.asked["ask"], recorder.asked["side"]) == ("board", "white")
    back = [0, 0, 0, 0, 2, 2]  # men moved back, and no more of them than before
    came = recorder.unusually("ruling", {"note": "put back after the next card", "board": back})
    assert "board" not in came["entry"]["data"]
    assert came["outcome"]["trick"]["board"]["white"] == back

    # Under a ruling an extra card may be given whatever the trick, and need not be.
    recorder.unusually("ruling", {"note": "drew by mistake", "winner": "red", "extra": True})
    recorder.tap("AC", "5D")
    assert recorder.asked["extras"] == {"none": True, "disregarded": True}
    recorder.tap("6H")
    recorder.tap(recorder.asked["choices"][0]["board"])
    assert recorder.entries[-1]["data"]["extra"] == "6H"


def test_a_hurried_table_writes_down_a_whole_round(page: Page):
    recorder = Recorder(page)
    recorder.draft = recorder.flow("beginWhole", recorder.record, "ovals")
    recorder.tap(2, 2, 1, 0, 1)
    asked = recorder.asked
    assert (asked["ask"], asked["side"], asked["turn"], asked["range"]["most"]) == ("oval", "white", 3, 5)
    recorder.tap(1)
    assert (recorder.asked["ask"], recorder.asked["range"]) == ("pips", {"least": 1, "most": 6, "values": None})
    assert recorder.tap(7)["refusal"]["code"] == "impossible_ovals"
    recorder.tap(4, 9)
    recorder.draft = recorder.flow("beginWhole", recorder.record, "ovals")
    recorder.tap(6, 0, 1, 0)  # Red is off: no pips are asked

    recorder.draft = recorder.flow("beginWhole", recorder.record, "points")
    assert recorder.tap(8)["refusal"]["code"] == "impossible_points"
    recorder.tap(2)
    assert recorder.asked["range"]["values"] == [0, 1, 4, 6, 9, 18]
    assert recorder.tap(2)["refusal"]["code"] == "impossible_points"
    recorder.tap(1)
    recorder.draft = recorder.flow("beginWhole", recorder.record, "points")
    recorder.unusually("ruling", {"note": "the pad says so"})
    recorder.tap(2, 2)
    assert recorder.record["rounds"] == [
        {"ovals": {"red": [2, 2, 1], "white": [0, 1, 1]}, "pips": {"red": 4, "white": 9}},
        {"ovals": {"red": [6], "white": [0, 1, 0]}},
        {"points": {"red": 2, "white": 1}},
        {"points": {"red": 2, "white": 2}, "ruling": {"note": "the pad says so"}},
    ]

    # A correction of the first round tells how the match stands after the last.
    before = replay(recorder.record)["totals"]
    recorder.correct(1, "points")
    recorder.tap(13, 0)
    outcome = recorder.tap("misread")["outcome"]
    assert recorder.record["rounds"][0] == {"points": {"red": 13, "white": 0}}
    after = replay(recorder.record)["totals"]
    assert (outcome["running"], outcome["running"] != [13, 0]) == ([after["red"], after["white"]], True)
    assert after != before


# -- corrections --------------------------------------------------------------------------------------------------


def test_a_later_trick_stays_while_it_can_and_its_cards_stay_where_only_its_board_cannot(page: Page):
    recorder = first_round(page)
    recorder.correct(1, 1)
    assert (recorder.asked["ask"], recorder.asked["correcting"]["was"]["reply"]) == ("lead", "6D")
    recorder.tap("AS", "6D", [2, 0, 1, 1, 1, 0])
    # The second trick's only legal board follows from the first's; the others are played on Red's.
    asked = recorder.asked
    assert (asked["ask"], asked["correcting"]["dropped"]) == ("reason", [])
    assert asked["correcting"]["changed"] == ["/rounds/0/tricks/0", "/rounds/0/tricks/1"]
    entry = recorder.tap("his man moved down")["entry"]
    assert (entry["kind"], entry["reason"]) == ("amend", "his man moved down")
    first, second, third, _ = recorder.record["rounds"][0]["tricks"]
    assert (first["board"], second["board"]) == ([2, 0, 1, 1, 1, 0], [2, 0, 1, 1, 0, 0])
    assert (second["withdrawn"], third["extra"]) == ("QD", "2C")


def test_a_trick_led_by_another_is_asked_anew_and_untap_goes_back_into_the_cards_taken_over(page: Page):
    recorder = first_round(page)
    before = recorder.record
    recorder.correct(1, 1)
    # Spades were played, not Diamonds: a suit-match, Red wins and leads to the second trick.
    recorder.tap("AS", "6S", "4D")
    recorder.tap(recorder.asked["choices"][0]["board"])
    asked = recorder.asked
    assert (asked["ask"], asked["side"], asked["trick"]) == ("lead", "red", 2)
    assert asked["correcting"]["refusal"]["code"] == "wrong_leader"
    assert asked["correcting"]["was"]["lead"] == "QH"
    recorder.draft = recorder.flow("untap", recorder.draft)
    assert (recorder.asked["ask"], recorder.asked["trick"]) == ("board", 1)

    # A Four of White's was a Three: his boards are others, and the cards of each trick are taken over.
    recorder.correct(1, "setup")
    recorder.tap(6, 1, 2, 6, 4, 5, 3, 5, 6, 1, 3, 2)
    asked = recorder.asked
    assert (asked["ask"], asked["trick"], asked["correcting"]["filled"]) == ("board", 1, True)
    assert asked["sofar"]["reply"] == "6D"
    recorder.draft = recorder.flow("untap", recorder.draft)
    assert (recorder.asked["ask"], recorder.asked["correcting"]["filled"]) == ("lead", False)
    recorder.draft = recorder.flow("untap", recorder.draft)
    assert (recorder.asked["ask"], recorder.asked["left"]) == ("dice", 1)
    assert recorder.record == before


def test_tricks_after_a_rounds_new_end_fall_away_and_those_it_lacks_are_asked(page: Page):
    recorder = first_round(page)
    recorder.draft = recorder.flow("beginClose", recorder.record, 1, "unplayed")
    recorder.tap("4S", "3C", "QS", "4S")
    recorder.correct(1, 3)
    # Red played a Four of Diamonds: White takes his third turn, and each trick that he wins then is a chip for Red.
    recorder.tap("5H", "4D")
    recorder.tap(*finding(recorder, "board"))
    assert (recorder.asked["trick"], recorder.asked["correcting"]["refusal"]["code"]) == (4, "wrong_leader")
    recorder.tap("3S", "3H")
    assert (recorder.asked["trick"], recorder.asked["correcting"]["refusal"]["code"]) == (5, "round_incomplete")
    recorder.tap("2S", "4H", "AS", "AD")
    # Now White has played six cards, and the one that he took back is not among them.
    assert (recorder.asked["ask"], recorder.asked["correcting"]["refusal"]["path"]) == (
        "amiss",
        "/rounds/0/tricks/1/withdrawn",
    )
    recorder.tap("drop")
    dropped = ["/rounds/0/unplayed/red", "/rounds/0/unplayed/white"]
    assert (recorder.asked["ask"], recorder.asked["correcting"]["dropped"]) == ("reason", dropped)
    recorder.tap("Diamonds, not Hearts")
    assert replay(recorder.record)["rounds"][0]["ovals"]["red"] == [0, 0, 0]

    recorder.correct(1, 3)
    recorder.tap("5H", "5H", "2C")
    assert (recorder.asked["ask"], recorder.asked["side"], recorder.asked["trick"]) == ("lead", "red", 4)
    recorder.tap("4H", "QD")
    dropped = ["/rounds/0/tricks/4", "/rounds/0/tricks/5"]
    assert (recorder.asked["ask"], recorder.asked["correcting"]["dropped"]) == ("reason", dropped)
    recorder.tap("Hearts after all")
    assert len(recorder.record["rounds"][0]["tricks"]) == 4


def finding(recorder: Recorder, ask: str) -> list[Any]:
    """The likeliest board, where one is asked for."""
    return [recorder.asked["choices"][0][ask]] if recorder.asked["ask"] == ask else []


def test_a_round_becomes_another_grade_and_a_note_is_added_later(page: Page):
    recorder = first_round(page)
    recorder.correct(1, "points")
    recorder.tap(13, 0)
    assert recorder.asked["correcting"]["dropped"] == ["/rounds/0/tricks"]
    assert recorder.asked["correcting"]["effect"]["after"]["totals"] == {"red": 13, "white": 0}
    recorder.tap("the cards were not those")
    assert recorder.record["rounds"] == [{"setup": SETUP, "exposed": ["3S"], "points": {"red": 13, "white": 0}}]
    recorder.correct(1, "note")
    recorder.tap("coffee after this one", "remembered")
    recorder.correct(1, "ruling")
    recorder.tap({"note": "agreed", "points": {"red": 12, "white": 0}}, "agreed")
    assert replay(recorder.record)["totals"] == {"red": 12, "white": 0}

    # A ruling that names no points leaves them as they were counted.
    recorder = first_round(page)
    recorder.draft = recorder.flow("beginClose", recorder.record, 1, "ruling")
    data = recorder.tap({"note": "played on with a cocked die"})["entry"]["data"]
    assert data["ruling"] == {"note": "played on with a cocked die", "points": {"red": 13, "white": 0}}


def test_whatever_is_tapped_a_correction_ends_in_a_record_that_the_engine_accepts(page: Page):
    rng = random.Random(12)
    longest = 0
    for seed in range(8):
        habits = generator.Habits(boards=1.0)
        record = generator.match(random.Random(seed), habits=habits, options={"pack": PACKS[seed % 2]})
        for _ in range(3):
            number = rng.randrange(12)
            what = rng.choice(["setup", 1, 1 + rng.randrange(len(record["rounds"][number]["tricks"]))])
            given = [record, number + 1, what, rng.randrange(10**6)]
            came = ask(page, "playing.correct(...given.slice(0, 3), playing.chances(given[3]))", *given)
            longest = max(longest, len(came["asked"]))
            amended = patched({"id": ID, **record}, checked(came["entry"]["data"]["patch"])).record
            assert {**came["record"], "id": ID} == amended
            assert replay(amended)["complete"]
            # What stood before the place of the correction stands still.
            assert amended["rounds"][:number] == record["rounds"][:number]
            assert json.dumps(amended) != json.dumps(record)
    assert longest > 3
