"""Matches of any game: who sat where, what was written down of all of them alike, and what the engine makes of it.

A match has two or more seats and rounds without a bound; what a round holds is the game's own (`scorepad.games`).
"""

from typing import Any

from django.contrib.postgres.fields import ArrayField
from django.core.validators import MinValueValidator
from django.db import models
from django.db.models import Q

from scorepad.models.clubs import Club
from scorepad.models.fields import WrittenJSONField
from scorepad.models.players import Player


class Match(models.Model):
    """One match and, with its rounds and the game's rows, the fold of its journal.

    `version` counts the entries journalled; this row is the lock under which they are ordered. `rules_version` is what
    the match was last accepted under. Derived: `played_on` (the club's own date when it began), `status`, `grade`,
    `summary` (the replay without its rounds), `awaiting` (what comes next), and `objection`, what today's engine has
    against it: such a match keeps the values it had. `updated_at` moves with every write of derived values too.

    Folded from the journal beside the record: `rated` and `table`, `forfeited_by` (the key of the seat that gave up),
    `void` (it no longer counts, whatever its status) and `duplicate_of`, the match that it was a second recording of.
    """

    class Status(models.TextChoices):
        OPEN = "open"
        COMPLETE = "complete"
        FORFEITED = "forfeited"
        ABANDONED = "abandoned"

    DECIDED = (Status.COMPLETE, Status.FORFEITED)

    id = models.UUIDField(primary_key=True)
    club = models.ForeignKey(Club, models.PROTECT, related_name="matches")
    game = models.CharField(max_length=32)
    options = models.JSONField(null=True)
    played_at = models.DateTimeField()
    played_at_written = models.TextField()
    rated = models.BooleanField(default=True)
    table = models.CharField(max_length=40, blank=True)
    note = models.TextField(null=True)
    ext = WrittenJSONField(null=True)
    forfeited_by = models.CharField(max_length=16, null=True)
    void = models.BooleanField(default=False, db_default=False)
    duplicate_of = models.ForeignKey("self", models.PROTECT, null=True, related_name="duplicates")
    version = models.PositiveIntegerField()
    rules_version = models.CharField(max_length=64)
    created_at = models.DateTimeField(auto_now_add=True)
    # derived
    played_on = models.DateField()
    status = models.CharField(max_length=9, choices=Status)
    grade = models.CharField(max_length=16)
    summary = models.JSONField()
    awaiting = models.JSONField(null=True)
    objection = models.JSONField(null=True)
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name_plural = "matches"
        constraints = [
            models.UniqueConstraint(fields=["id", "club"], name="match_of_club"),
            models.CheckConstraint(condition=Q(version__gte=1), name="match_version_from_one"),
            models.CheckConstraint(
                condition=Q(status__in=["open", "complete", "forfeited", "abandoned"]), name="match_status_known"
            ),
            models.CheckConstraint(
                condition=Q(status="forfeited", forfeited_by__isnull=False)
                | (~Q(status="forfeited") & Q(forfeited_by__isnull=True)),
                name="match_forfeited_by_somebody",
            ),
            models.CheckConstraint(
                condition=Q(duplicate_of__isnull=True) | (Q(void=True) & ~Q(duplicate_of=models.F("id"))),
                name="match_duplicate_is_void",
            ),
        ]
        indexes = [models.Index(fields=["club", "-played_at", "-id"], name="match_by_evening")]

    def __str__(self) -> str:
        return str(self.id)

    @classmethod
    def counted(cls) -> Q:
        """The matches that count as results, as `counts` says of one."""
        return Q(void=False, status__in=cls.DECIDED)

    @property
    def result(self) -> dict[str, Any] | None:
        result: dict[str, Any] | None = self.summary["result"]
        return result

    @property
    def counts(self) -> dict[str, bool]:
        """What the match is good for: whether it was played to its end, is rated by ladders, and counts as a result."""
        played = self.status == self.Status.COMPLETE and not self.void
        counted = self.status in self.DECIDED and not self.void
        return {"played": played, "rated": played and self.rated, "counted": counted}

    @property
    def running(self) -> list[list[int]]:
        running: list[list[int]] = self.summary["running"]
        return running


class Seat(models.Model):
    """Who sat where. `club` is the match's and the player's: composite foreign keys let neither come from another.

    Derived: `score`, and `place` once the match is complete; places may be shared.
    """

    match = models.ForeignKey(Match, models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField(validators=[MinValueValidator(1)])
    key = models.CharField(max_length=16)
    player = models.ForeignKey(Player, models.PROTECT, related_name="seats")
    club = models.ForeignKey(Club, models.PROTECT, related_name="+")
    # derived
    score = models.BigIntegerField(default=0)
    place = models.PositiveSmallIntegerField(null=True)

    class Meta:
        ordering = ["match", "number"]
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="seat_number_once"),
            models.UniqueConstraint(fields=["match", "key"], name="seat_key_once"),
            # Deferred, since two players may change places.
            models.UniqueConstraint(
                fields=["match", "player"], deferrable=models.Deferrable.DEFERRED, name="seat_player_once"
            ),
            models.CheckConstraint(condition=Q(number__gte=1), name="seat_number_from_one"),
            models.CheckConstraint(condition=Q(place__gte=1), name="seat_place_from_one"),
        ]

    def __str__(self) -> str:
        return self.key


class Round(models.Model):
    """A round of a match: its note, and the game's own rows that hang on it.

    Derived: `complete`, `grade`, `irregular`, `scores` in the order of the seats (empty until complete), and `replay`,
    the engine's whole word on it.
    """

    match = models.ForeignKey(Match, models.CASCADE, related_name="rounds")
    number = models.PositiveIntegerField(validators=[MinValueValidator(1)])
    note = models.TextField(null=True)
    # derived
    complete = models.BooleanField()
    grade = models.CharField(max_length=16)
    irregular = models.BooleanField()
    scores = ArrayField(models.BigIntegerField())
    replay = models.JSONField()

    class Meta:
        ordering = ["match", "number"]
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="round_number_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="round_number_from_one"),
        ]

    def __str__(self) -> str:
        return f"round {self.number}"
