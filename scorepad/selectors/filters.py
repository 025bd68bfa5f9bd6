"""Which matches statistics are asked of: conditions on the rows of facts, in SQL.

Every filter parts the matches: by evening, by opponent, by the match's grade, by whether they count for a ladder. So
what is counted under each part adds up to what is counted of all. A role leaves no match out; it says which figures are
told.
"""

from dataclasses import dataclass, replace
from datetime import date
from uuid import UUID

from scorepad.games import GameHere
from scorepad.models import Ladder, Match, Player
from scorepad.selectors.rated import rated_by

Parameter = UUID | date | int | str


@dataclass(frozen=True, slots=True)
class Condition:
    """SQL on rows of facts, which are called `facts`, and its parameters."""

    sql: str = "TRUE"
    parameters: tuple[Parameter, ...] = ()

    def __and__(self, other: "Condition") -> "Condition":
        return Condition(f"{self.sql} AND {other.sql}", (*self.parameters, *other.parameters))

    def __or__(self, other: "Condition") -> "Condition":
        return Condition(f"(({self.sql}) OR ({other.sql}))", (*self.parameters, *other.parameters))


@dataclass(frozen=True, slots=True)
class Filters:
    """From the evening `start` to the evening `end`, both included, by the club's own dates; against `opponent`, the
    root of all players that are one person; recorded at this grade; counting for this `ladder`, of which `counts` is
    the condition once it is known; and in which role."""

    start: date | None = None
    end: date | None = None
    opponent: UUID | None = None
    role: str | None = None
    grade: str | None = None
    ladder: UUID | None = None
    counts: Condition | None = None

    @property
    def leaves_out(self) -> bool:
        """Whether there may be a match that is not asked for."""
        return any(each is not None for each in (self.start, self.end, self.opponent, self.grade, self.ladder))

    def against(self, person: UUID) -> "Filters":
        return replace(self, opponent=person)

    def counting_for(self, ladder: Ladder) -> "Filters":
        return replace(self, ladder=ladder.pk, counts=on_ladder(ladder))

    def condition(self, game: GameHere) -> Condition:
        found = Condition()
        if self.start is not None:
            found &= Condition("facts.played_on >= %s", (self.start,))
        if self.end is not None:
            found &= Condition("facts.played_on <= %s", (self.end,))
        if self.opponent is not None:
            found &= against(self.opponent)
        if self.grade is not None:
            found &= Condition("facts.grade = %s", (game.grades.index(self.grade),))
        return found if self.counts is None else found & self.counts


def on_ladder(ladder: Ladder) -> Condition:
    """The match counts for this ladder."""
    sql, parameters = Match.objects.filter(rated_by(ladder)).values("pk").query.sql_with_params()
    return Condition(f"facts.match_id IN ({sql})", tuple(parameters))


def of_club(club_id: UUID) -> Condition:
    return Condition("facts.club_id = %s", (club_id,))


def seated(person: UUID) -> Condition:
    """The person was seated, under whichever of his players."""
    return _one_of("player_id", person)


def against(person: UUID) -> Condition:
    return _one_of("opponent_id", person)


def _one_of(column: str, person: UUID) -> Condition:
    cluster = f"SELECT id FROM {Player._meta.db_table} WHERE id = %s OR root_id = %s"  # noqa: S608
    return Condition(f"facts.{column} IN ({cluster})", (person, person))
