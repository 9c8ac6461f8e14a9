"""The reads of events, by who asks. Other apps call what is named here."""

from tournaments.selectors.draws import draw_document
from tournaments.selectors.due import pairings_to_start, series_to_open, tournaments_due
from tournaments.selectors.events import (
    history_of,
    lots_of,
    pool_of,
    revealed_secret,
    secret_of,
    state_of,
    tournament_by_id,
    tournament_id_of,
)
from tournaments.selectors.lobby import person, sit_and_go_rows, tournament_rows
from tournaments.selectors.own import (
    OwnEvent,
    entered_ids,
    events_after,
    events_before,
    events_during,
)
from tournaments.selectors.people import (
    live_entry_counts,
    live_entry_of,
    live_event_of,
    seat_lost_by,
)
from tournaments.selectors.satellites import (
    SatelliteOutlook,
    places_held,
    satellite_entry_refusals,
    satellite_outlook,
    satellite_refusal,
    satellites_to,
    tickets_of_event,
)
from tournaments.selectors.series import series_to_announce, starts_promised, target_for
from tournaments.selectors.tickets import (
    holds_ticket_to,
    ticket_for,
    tickets_of,
    tickets_to_enter,
    tickets_to_expire,
    usable_tickets,
)

__all__ = [
    "OwnEvent",
    "SatelliteOutlook",
    "draw_document",
    "entered_ids",
    "events_after",
    "events_before",
    "events_during",
    "history_of",
    "holds_ticket_to",
    "live_entry_counts",
    "live_entry_of",
    "live_event_of",
    "lots_of",
    "pairings_to_start",
    "person",
    "places_held",
    "pool_of",
    "revealed_secret",
    "satellite_entry_refusals",
    "satellite_outlook",
    "satellite_refusal",
    "satellites_to",
    "seat_lost_by",
    "secret_of",
    "series_to_announce",
    "series_to_open",
    "sit_and_go_rows",
    "starts_promised",
    "state_of",
    "target_for",
    "ticket_for",
    "tickets_of",
    "tickets_of_event",
    "tickets_to_enter",
    "tickets_to_expire",
    "tournament_by_id",
    "tournament_id_of",
    "tournament_rows",
    "tournaments_due",
    "usable_tickets",
]
