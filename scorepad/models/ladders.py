"""Ladders: who is how strong, by the matches of a club that count for it.

A ladder's rules are its club's word. Ratings are derived from the matches and can be thrown away and rebuilt
(`manage.py rebuild_ladders`); as with statistics, their tables have no foreign keys for which recorders would wait.
"""

import uuid

from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Now

from scorepad.models.clubs import Club
from scorepad.models.fields import KeyField
from scorepad.models.players import Player


class Ladder(models.Model):
    """Which matches count (`season_start` to `season_end`, both included, without bounds where null; forfeits by
    choice), and how they are rated: `parameters` are all those of its system.

    Matches of one `period` are rated together. The gates mark whoever has too few matches, is rated too unsurely, or
    has not played for so many days. `table` are the rules of its season's table (`selectors.season_tables`), by default
    where they say nothing. `version` counts the changes of these rules.
    """

    class System(models.TextChoices):
        GLICKO2 = "glicko2"
        ELO = "elo"

    class Period(models.TextChoices):
        DAY = "day"
        WEEK = "week"
        MONTH = "month"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4)
    club = models.ForeignKey(Club, models.PROTECT, related_name="ladders")
    game = models.CharField(max_length=32)
    name = models.CharField(max_length=80)
    name_key = KeyField(max_length=240, editable=False)
    season_start = models.DateField(null=True)
    season_end = models.DateField(null=True)
    system = models.CharField(max_length=8, choices=System)
    parameters = models.JSONField()
    period = models.CharField(max_length=5, choices=Period, default=Period.WEEK)
    least_matches = models.PositiveIntegerField(default=0)
    largest_deviation = models.FloatField(null=True)
    active_within = models.PositiveIntegerField(null=True)
    forfeits = models.BooleanField(default=False)
    table = models.JSONField(default=dict)
    version = models.PositiveIntegerField(default=1)
    created_at = models.DateTimeField(db_default=Now())

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "name_key"], name="ladder_name_taken"),
            models.CheckConstraint(condition=Q(system__in=["glicko2", "elo"]), name="ladder_system_known"),
            models.CheckConstraint(condition=Q(period__in=["day", "week", "month"]), name="ladder_period_known"),
            models.CheckConstraint(
                condition=Q(season_start__isnull=True)
                | Q(season_end__isnull=True)
                | Q(season_end__gte=F("season_start")),
                name="ladder_season_in_order",
            ),
        ]

    def __str__(self) -> str:
        return self.name


class LadderRating(models.Model):
    """What a period in which he played made of a player's rating, who is a root. `period` is its first day.

    `matches`, `won`, `drawn` and `lost` count from the beginning of the ladder.
    """

    ladder = models.ForeignKey(Ladder, models.DO_NOTHING, db_constraint=False, db_index=False, related_name="+")
    player = models.ForeignKey(Player, models.DO_NOTHING, db_constraint=False, db_index=False, related_name="+")
    period = models.DateField()
    rating = models.FloatField()
    deviation = models.FloatField(null=True)
    volatility = models.FloatField(null=True)
    matches = models.PositiveIntegerField()
    won = models.PositiveIntegerField()
    drawn = models.PositiveIntegerField()
    lost = models.PositiveIntegerField()
    last_played = models.DateField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["ladder", "player", "period"], name="ladder_rating_once"),
        ]
        indexes = [models.Index(fields=["ladder", "period"], name="ladder_rating_by_period")]

    def __str__(self) -> str:
        return f"{self.rating:.0f}"


class StaleEvening(models.Model):
    """From this evening on the ratings of a club may not be what they should be: of this ladder, or of all of them;
    from the beginning when `since` is null.

    Inserted by whoever changed something, who looks up no ladder; deleted by the job that has read it.
    """

    club = models.ForeignKey(Club, models.DO_NOTHING, db_constraint=False, related_name="+")
    ladder = models.ForeignKey(
        Ladder, models.DO_NOTHING, db_constraint=False, db_index=False, related_name="+", null=True
    )
    game = models.CharField(max_length=32)
    since = models.DateField(null=True)
    marked_at = models.DateTimeField(db_default=Now())

    def __str__(self) -> str:
        return f"since {self.since}"
