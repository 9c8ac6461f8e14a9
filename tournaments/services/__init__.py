"""The writes of events, by phase of their life. Other apps call what is named here."""

from tournaments.services.announcing import scheduled_open, series_announce
from tournaments.services.awards import awards_pay
from tournaments.services.cards import card_of
from tournaments.services.drawing import tournament_draw
from tournaments.services.finishing import tournament_finish
from tournaments.services.planning import tournament_cancel
from tournaments.services.results import result_record
from tournaments.services.rounds import OWNER, matches_start, round_start
from tournaments.services.series import (
    series_ensure,
    series_keep_open,
    series_store,
    sit_and_go_open,
)
from tournaments.services.sit_and_go import (
    absent_seats_free,
    house_bot_seat,
    sit_and_go_join,
    sit_and_go_leave,
)
from tournaments.services.stopping import stopped_matches_end, tournament_stop
from tournaments.services.ticket_desk import ticket_extend, ticket_give, ticket_void
from tournaments.services.tickets import (
    ticket_issue,
    ticket_reserve,
    ticket_return,
    tickets_expire,
    tickets_free,
    tickets_use,
)

__all__ = [
    "OWNER",
    "absent_seats_free",
    "awards_pay",
    "card_of",
    "house_bot_seat",
    "matches_start",
    "result_record",
    "round_start",
    "scheduled_open",
    "series_announce",
    "series_ensure",
    "series_keep_open",
    "series_store",
    "sit_and_go_join",
    "sit_and_go_leave",
    "sit_and_go_open",
    "stopped_matches_end",
    "ticket_extend",
    "ticket_give",
    "ticket_issue",
    "ticket_reserve",
    "ticket_return",
    "ticket_void",
    "tickets_expire",
    "tickets_free",
    "tickets_use",
    "tournament_cancel",
    "tournament_draw",
    "tournament_finish",
    "tournament_stop",
]
