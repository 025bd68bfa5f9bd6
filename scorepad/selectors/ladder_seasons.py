"""The season of a ladder as its page shows it: the table as it stands, and what was frozen of it."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Q

from scorepad.models import Club, Frozen, Ladder, Player
from scorepad.refusals import NotHere
from scorepad.selectors.access import Viewer, rights_in, visible_ladders
from scorepad.selectors.asking import Person
from scorepad.selectors.club_ladders import season_of
from scorepad.selectors.ladder_sheets import ladder_seen
from scorepad.selectors.rows import snapshot
from scorepad.selectors.season_tables import SeasonTable, season_table
from scorepad.selectors.standings import today_of


@dataclass(frozen=True, slots=True)
class LadderSeason:
    """`state` is whether it is to come, under way or over; see `club_ladders.season_of`."""

    table: SeasonTable
    state: str
    frozen: bool
    may_manage: bool

    @property
    def ladder(self) -> Ladder:
        return self.table.ladder

    @property
    def may_be_frozen(self) -> bool:
        return self.may_manage and self.state == "over" and not self.frozen


@dataclass(frozen=True, slots=True)
class SeasonAsFrozen:
    """The row, and those who are named in it under the names that these very players have today. `member` hears who
    froze it."""

    ladder: Ladder
    frozen: Frozen
    people: Mapping[UUID, Person]
    member: bool


def ladder_season(*, viewer: Viewer, ladder_id: UUID) -> LadderSeason:
    """Nine queries at most."""
    with snapshot():
        ladder = ladder_seen(viewer, ladder_id)
        return LadderSeason(
            table=season_table(ladder),
            state=season_of(ladder, today_of(ladder)),
            frozen=hasattr(ladder, "frozen"),
            may_manage="manage" in rights_in(viewer, ladder.club),
        )


def season_as_frozen(*, viewer: Viewer, ladder_id: UUID) -> SeasonAsFrozen:
    """As it was frozen, whatever has become known since; three queries."""
    with snapshot():
        ladder = visible_ladders(viewer).filter(pk=ladder_id).select_related("club", "frozen__frozen_by").first()
        if ladder is None or not hasattr(ladder, "frozen"):
            raise NotHere
        document = ladder.frozen.standings
        named = {row["player"] for row in (*document["standings"], *document["table"])}
        people = {each.pk: Person(each.pk, each.name) for each in Player.objects.filter(pk__in=named)}
        return SeasonAsFrozen(ladder, ladder.frozen, people, bool(rights_in(viewer, ladder.club)))


def may_have_byes(club: Club, others: Collection[UUID] = ()) -> list[tuple[UUID, str]]:
    """Everybody of a club who is nobody else and not hidden, by name; and these others, who have some."""
    people = Player.objects.filter(Q(root__isnull=True, hidden=False) | Q(pk__in=list(others)), club=club)
    return list(people.order_by("name", "pk").values_list("pk", "name"))
