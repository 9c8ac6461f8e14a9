"""The REST interface of events, one module a subject. `config.api` gives them addresses."""

from tournaments.api.entries import CheckIn, Entries
from tournaments.api.events import Draw, Event, Events, Rounds, Rules, Standings, UpcomingSeries
from tournaments.api.organised import OneOrganised, Organised
from tournaments.api.sit_and_gos import Seat, SitAndGos
from tournaments.api.tickets import Tickets

__all__ = [
    "CheckIn",
    "Draw",
    "Entries",
    "Event",
    "Events",
    "OneOrganised",
    "Organised",
    "Rounds",
    "Rules",
    "Seat",
    "SitAndGos",
    "Standings",
    "Tickets",
    "UpcomingSeries",
]
