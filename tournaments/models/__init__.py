"""The tables of events, by what they are about.

What must never happen is refused here by the database as well: two live
entries of one player, a seat too many, a second match, result, ticket or award.
`tournaments.services` is the only writer.
"""

from tournaments.models.awards import (
    Award,
    Ticket,
    TicketEvent,
    TicketKind,
    TicketState,
)
from tournaments.models.desk import Appeal, AppealState, Ruling, RulingKind
from tournaments.models.entries import (
    LIVE,
    Arrival,
    Attendance,
    Entry,
    EntryQuerySet,
    EntryState,
    Reminder,
    WithdrawReason,
)
from tournaments.models.pairings import Pairing, PairingResult, Round
from tournaments.models.series import (
    MOST_ENTRANTS,
    MOST_ENTRY_CHIPS,
    SEAT_COUNTS,
    Kind,
    RemainderRule,
    SecondTicketRule,
    Series,
)
from tournaments.models.tournament import CardVersion, Tournament, new_public_id

__all__ = [
    "LIVE",
    "MOST_ENTRANTS",
    "MOST_ENTRY_CHIPS",
    "SEAT_COUNTS",
    "Appeal",
    "AppealState",
    "Arrival",
    "Attendance",
    "Award",
    "CardVersion",
    "Entry",
    "EntryQuerySet",
    "EntryState",
    "Kind",
    "Pairing",
    "PairingResult",
    "RemainderRule",
    "Reminder",
    "Round",
    "Ruling",
    "RulingKind",
    "SecondTicketRule",
    "Series",
    "Ticket",
    "TicketEvent",
    "TicketKind",
    "TicketState",
    "Tournament",
    "WithdrawReason",
    "new_public_id",
]
