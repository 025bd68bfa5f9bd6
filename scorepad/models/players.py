"""The people of a club, by name.

A player's name stands here and nowhere else; matches and the journal know him by id. Names and aliases of a club share
one space of keys (`NameKey`), so that no spelling can mean two people.
"""

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q

from scorepad.models.clubs import Club


class Player(models.Model):
    """One person of one club. `(club, id, name_key)` refers to the row of `NameKey` that keeps the name from others.

    A merged player points at the one he became (`merged_into`), who may have become another in turn; `root`, derived,
    is who stands at the end of that line. Both are null for whoever is himself. Matches are never rewritten: reads
    group by the root. A `hidden` player is left out of lists to choose from.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4)
    club = models.ForeignKey(Club, models.PROTECT, related_name="players")
    name = models.CharField(max_length=80)
    name_key = models.CharField(max_length=240)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="players")
    hidden = models.BooleanField(default=False)
    anonymised_at = models.DateTimeField(null=True)
    merged_into = models.ForeignKey("self", models.PROTECT, null=True, related_name="merged")
    created_at = models.DateTimeField(auto_now_add=True)
    # derived
    root = models.ForeignKey("self", models.PROTECT, null=True, related_name="cluster")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["id", "club"], name="player_of_club"),
            models.CheckConstraint(
                condition=Q(merged_into__isnull=True, root__isnull=True)
                | Q(merged_into__isnull=False, root__isnull=False),
                name="player_root_when_merged",
            ),
            models.CheckConstraint(
                condition=~Q(merged_into=models.F("id")) & ~Q(root=models.F("id")), name="player_not_own_root"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def aliases(self) -> list[str]:
        """Other spellings he is known by, in the order of their keys; prefetch `name_keys` for a list of players."""
        return [row.alias for row in sorted(self.name_keys.all(), key=lambda row: row.key) if row.alias is not None]


class NameKey(models.Model):
    """A spelling taken in a club: casefolded, invisible characters dropped. `alias` is null for the name itself."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="+")
    player = models.ForeignKey(Player, models.CASCADE, related_name="name_keys")
    key = models.CharField(max_length=240)
    alias = models.CharField(max_length=80, null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "key"], name="name_key_taken"),
            models.UniqueConstraint(fields=["player"], condition=Q(alias__isnull=True), name="name_key_one_name"),
            models.UniqueConstraint(fields=["club", "player", "key"], name="name_key_of_player"),
        ]

    def __str__(self) -> str:
        return self.key
