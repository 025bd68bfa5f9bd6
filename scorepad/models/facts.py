"""What is derived of many matches: facts of each seat, totals of each player, and what of both is stale.

None of these tables is anybody's word: each can be emptied and rebuilt (`manage.py rebuild_statistics`). None has a
foreign key in the database, for its check would lock a match's row, or a player's, for which recorders would wait.
Columns of facts follow from the game's own declaration: a column each, since PostgreSQL adds up an array or an object
of JSON tens of times slower; all of a fixed width and none of them null, so that each is found without a walk over
those before it.
"""

from collections.abc import Iterable
from typing import Any

from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from engine.facts import Fact
from scorepad.models.clubs import Club
from scorepad.models.matches import Match, Seat
from scorepad.models.players import Player


def _of(model: type[models.Model], *, null: bool = False) -> "models.ForeignKey[Any, Any]":
    return models.ForeignKey(model, models.DO_NOTHING, db_constraint=False, db_index=False, related_name="+", null=null)


class SeatFacts(models.Model):
    """The facts of one seat of a match that counts, with what they are asked for by: who sat there and across from
    whom, in which club, when, and the match's grade by its place among the game's grades, the lowest first.

    `version` is that of the rules of counting. Whoever was merged since is still the player who was seated: reads group
    by the root.
    """

    seat = models.OneToOneField(Seat, models.DO_NOTHING, primary_key=True, db_constraint=False, related_name="+")
    match = _of(Match)
    club = _of(Club)
    player = _of(Player)
    opponent = _of(Player)
    played_at = models.DateTimeField()
    played_on = models.DateField()
    grade = models.PositiveSmallIntegerField()
    version = models.PositiveSmallIntegerField()

    class Meta:
        abstract = True
        indexes = [
            models.Index(fields=["match"], name="%(class)s_match"),
            models.Index(fields=["club"], name="%(class)s_club"),
            models.Index(fields=["player", "played_at"], name="%(class)s_player"),
        ]

    def __str__(self) -> str:
        return f"facts of seat {self.seat_id}"


class PlayerTotals(models.Model):
    """The facts of all seats of one person, under whichever of his players, added up; `player` is the root."""

    player = models.OneToOneField(Player, models.DO_NOTHING, primary_key=True, db_constraint=False, related_name="+")
    club = _of(Club)
    version = models.PositiveSmallIntegerField()

    class Meta:
        abstract = True
        indexes = [models.Index(fields=["club"], name="%(class)s_club")]

    def __str__(self) -> str:
        return f"totals of {self.player_id}"


class Stale(models.Model):
    """A match whose facts, or a player whose totals, may not be what they should be.

    Inserted by whoever changed something, in his own transaction; deleted by the job that has read it. Never updated,
    so nobody waits for anybody.
    """

    club = models.ForeignKey(Club, models.DO_NOTHING, db_constraint=False, related_name="+")
    match = _of(Match, null=True)
    player = _of(Player, null=True)
    since = models.DateTimeField(db_default=Now())

    class Meta:
        verbose_name_plural = "stale"
        constraints = [
            models.CheckConstraint(
                condition=Q(match__isnull=False, player__isnull=True) | Q(match__isnull=True, player__isnull=False),
                name="stale_match_or_player",
            )
        ]

    def __str__(self) -> str:
        return f"match {self.match_id}" if self.match_id else f"player {self.player_id}"


def with_columns(model: type[models.Model], declared: Iterable[Fact], *, summed: bool) -> None:
    """Give the model a column for each fact: small, but where one match may say more; wide where many are summed."""
    for fact in declared:
        column: models.Field[Any, Any]
        if summed:
            column = models.BigIntegerField()
        else:
            column = models.IntegerField() if fact.wide else models.SmallIntegerField()
        model.add_to_class(fact.key, column)
