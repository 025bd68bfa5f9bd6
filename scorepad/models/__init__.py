"""What was written down, and what was derived from it.

Fields under the comment "derived" can be thrown away and rebuilt (`manage.py verify_journal --rebuild`); everything
else is somebody's word. Services write these rows, selectors read them, nobody else does either.
"""

from scorepad.models.changes import Change
from scorepad.models.clubs import Club, Invitation, Membership
from scorepad.models.facts import PlayerTotals, SeatFacts, Stale
from scorepad.models.imports import Import, ImportLine
from scorepad.models.installation import Installation
from scorepad.models.journal import Entry
from scorepad.models.ladders import Ladder, LadderRating, StaleEvening
from scorepad.models.ledger import LedgerCheck
from scorepad.models.marrakesh import Setup, Trick
from scorepad.models.marrakesh_facts import MarrakeshFacts, MarrakeshTotals
from scorepad.models.matches import Match, Round, Seat
from scorepad.models.players import NameKey, Player
from scorepad.models.previews import Preview
from scorepad.models.published import Frozen, Published
from scorepad.models.tokens import ApiToken, Pairing
from scorepad.models.users import User

__all__ = [
    "ApiToken",
    "Change",
    "Club",
    "Entry",
    "Frozen",
    "Import",
    "ImportLine",
    "Installation",
    "Invitation",
    "Ladder",
    "LadderRating",
    "LedgerCheck",
    "MarrakeshFacts",
    "MarrakeshTotals",
    "Match",
    "Membership",
    "NameKey",
    "Pairing",
    "Player",
    "PlayerTotals",
    "Preview",
    "Published",
    "Round",
    "Seat",
    "SeatFacts",
    "Setup",
    "Stale",
    "StaleEvening",
    "Trick",
    "User",
]
