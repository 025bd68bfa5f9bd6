"""What was written down of a round of Marrakesh (1978): its setup and end, and its tricks.

Null is "not written down" everywhere, and an empty array is not null: the record comes back exactly as it went in.
Boards are men on the points 1 to 6, plays are `from/to` or `from/off`, cards a rank and a suit with Q for the Null.
"""

from typing import Any

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q

from engine.marrakesh.bearing_off import PIPS_ON, PLAY_NAMES
from engine.marrakesh.cards import BEATS, NUMBERS
from engine.marrakesh.record import RULED_POINTS, SIDES
from scorepad.models.matches import Round

# In the order in which migration 0001 has them.
CARDS = [rank + suit for rank in NUMBERS for suit in BEATS]
PLAYS = sorted(PLAY_NAMES, key=lambda play: play.replace("off", "0"), reverse=True)
MOST_PIPS = max(PIPS_ON.values())


def _cards() -> "ArrayField[Any, Any]":
    return ArrayField(models.CharField(max_length=2), null=True)


def _numbers(size: int | None = None) -> "ArrayField[Any, Any]":
    return ArrayField(models.PositiveSmallIntegerField(), size=size, null=True)


def _only(field: str, allowed: list[str] | list[int], table: str) -> models.CheckConstraint:
    """Every element is one of these; `<@` also refuses a null among them."""
    return models.CheckConstraint(condition=Q(**{f"{field}__contained_by": allowed}), name=f"{table}_{field}_known")


def _among(field: str, allowed: tuple[str, ...] | list[str], table: str) -> models.CheckConstraint:
    return models.CheckConstraint(condition=Q(**{f"{field}__in": allowed}), name=f"{table}_{field}_known")


def _between(field: str, least: int, most: int, table: str) -> models.CheckConstraint:
    return models.CheckConstraint(condition=Q(**{f"{field}__range": (least, most)}), name=f"{table}_{field}_range")


def _sized(field: str, least: int, most: int, table: str) -> models.CheckConstraint:
    return models.CheckConstraint(condition=Q(**{f"{field}__len__range": (least, most)}), name=f"{table}_{field}_size")


class Setup(models.Model):
    """All that was written down of a round but its note and its tricks: how it was set up, and how it ended.

    Ovals or points stand in place of tricks, at the grades of an old score pad; points have no range, since with a
    ruling the pad stands unchecked. `ruled_red` and `ruled_white` are the score that stood although the rules say
    otherwise, `ruling_note` why. `turned_up` says that unplayed cards were spoken of at all, were it of neither side.
    """

    round = models.OneToOneField(Round, models.CASCADE, primary_key=True, related_name="setup")
    red_dice = _numbers(6)
    white_dice = _numbers(6)
    reshuffled = models.BooleanField(null=True)
    exposed = _cards()
    turned_up = models.BooleanField(default=False)
    red_unplayed = _cards()
    white_unplayed = _cards()
    red_ovals = _numbers()
    white_ovals = _numbers()
    red_pips = models.PositiveSmallIntegerField(null=True)
    white_pips = models.PositiveSmallIntegerField(null=True)
    red_points = models.IntegerField(null=True)
    white_points = models.IntegerField(null=True)
    ruled_red = models.PositiveSmallIntegerField(null=True)
    ruled_white = models.PositiveSmallIntegerField(null=True)
    ruling_note = models.TextField(null=True)

    class Meta:
        constraints = [
            *(_only(f"{side}_dice", [1, 2, 3, 4, 5, 6], "setup") for side in SIDES),
            *(_sized(f"{side}_dice", 6, 6, "setup") for side in SIDES),
            *(_only(f"{side}_unplayed", CARDS, "setup") for side in SIDES),
            *(_only(f"{side}_ovals", [0, 1, 2, 3, 4, 5, 6], "setup") for side in SIDES),
            *(_sized(f"{side}_ovals", 1, 3, "setup") for side in SIDES),
            *(_between(f"{side}_pips", 0, MOST_PIPS, "setup") for side in SIDES),
            *(_between(f"ruled_{side}", RULED_POINTS[0], RULED_POINTS[-1], "setup") for side in SIDES),
            _only("exposed", CARDS, "setup"),
            models.CheckConstraint(
                condition=Q(turned_up=True) | Q(red_unplayed__isnull=True, white_unplayed__isnull=True),
                name="setup_unplayed_turned_up",
            ),
            models.CheckConstraint(
                condition=Q(red_ovals__isnull=True) | Q(red_points__isnull=True), name="setup_one_grade"
            ),
            *(
                models.CheckConstraint(
                    condition=Q(**{f"{red}__isnull": True, f"{white}__isnull": True})
                    | Q(**{f"{red}__isnull": False, f"{white}__isnull": False}),
                    name=f"setup_{what}_of_both",
                )
                for what, red, white in [
                    ("dice", "red_dice", "white_dice"),
                    ("ovals", "red_ovals", "white_ovals"),
                    ("pips", "red_pips", "white_pips"),
                    ("points", "red_points", "white_points"),
                    ("ruled", "ruled_red", "ruled_white"),
                ]
            ),
            models.CheckConstraint(
                condition=Q(ruled_red__isnull=True) | Q(ruling_note__isnull=False), name="setup_ruling_has_note"
            ),
        ]

    def __str__(self) -> str:
        return f"setup of {self.round_id}"


class Trick(models.Model):
    """A trick as it was written down. `leader` is a cross-check that may be missing; `led_by` is who led.

    Derived: `led_by`, `winner`, `kind`, `off` (men borne off, null when the winner could no longer move), `chip` (the
    side in whose oval a null chip was placed), `irregular` (a ruling stood). Boards are in the round's `replay`.
    """

    round = models.ForeignKey(Round, models.CASCADE, related_name="tricks")
    number = models.PositiveSmallIntegerField()
    leader = models.CharField(max_length=5, null=True)
    withdrawn = models.CharField(max_length=2, null=True)
    lead = models.CharField(max_length=2)
    reply = models.CharField(max_length=2)
    extra = models.CharField(max_length=2, null=True)
    extra_disregarded = models.BooleanField(null=True)
    plays = ArrayField(models.CharField(max_length=5), null=True)
    board = _numbers(6)
    ruling_note = models.TextField(null=True)
    ruling_leader = models.CharField(max_length=5, null=True)
    ruling_winner = models.CharField(max_length=5, null=True)
    ruling_board = _numbers(6)
    note = models.TextField(null=True)
    # derived
    led_by = models.CharField(max_length=5)
    winner = models.CharField(max_length=5)
    kind = models.CharField(max_length=10)
    off = models.PositiveSmallIntegerField(null=True)
    chip = models.CharField(max_length=5, null=True)
    irregular = models.BooleanField()

    class Meta:
        ordering = ["round", "number"]
        constraints = [
            models.UniqueConstraint(fields=["round", "number"], name="trick_number_once"),
            _between("number", 1, 6, "trick"),
            *(_among(card, CARDS, "trick") for card in ("withdrawn", "lead", "reply", "extra")),
            *(_among(who, SIDES, "trick") for who in ("leader", "ruling_leader", "ruling_winner")),
            *(_among(who, SIDES, "trick") for who in ("led_by", "winner", "chip")),
            _among("kind", ("plain", "suit_match", "doubles", "triples"), "trick"),
            _between("off", 0, 6, "trick"),
            _only("plays", PLAYS, "trick"),
            *(_only(board, [0, 1, 2, 3, 4, 5, 6], "trick") for board in ("board", "ruling_board")),
            *(_sized(board, 6, 6, "trick") for board in ("board", "ruling_board")),
            models.CheckConstraint(
                condition=Q(ruling_note__isnull=False)
                | Q(ruling_leader__isnull=True, ruling_winner__isnull=True, ruling_board__isnull=True),
                name="trick_ruling_has_note",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.lead} {self.reply}"
