"""The REST interface of events, one module a subject. `config.api` gives them addresses."""

from tournaments.api.entries import BuyBack, CheckIn, Entries, LateEntry, WalkOut
from tournaments.api.events import Draw, Event, Events, Rounds, Rules, Standings, UpcomingSeries
from tournaments.api.organised import OneOrganised, Organised
from tournaments.api.results import OrganisedResults, Results
from tournaments.api.sit_and_gos import Seat, SitAndGos
from tournaments.api.tickets import Tickets

__all__ = [
    "BuyBack",
    "CheckIn",
    "Draw",
    "Entries",
    "Event",
    "Events",
    "LateEntry",
    "OneOrganised",
    "Organised",
    "OrganisedResults",
    "Results",
    "Rounds",
    "Rules",
    "Seat",
    "SitAndGos",
    "Standings",
    "Tickets",
    "UpcomingSeries",
    "WalkOut",
]
