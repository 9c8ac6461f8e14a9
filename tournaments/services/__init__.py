"""The writes of events, by phase of their life. Other apps call what is named here."""

from tournaments.services.announcing import schedule_of, scheduled_open, series_announce
from tournaments.services.appeals import appeal_open
from tournaments.services.attendance import attendance_clear, attendance_miss
from tournaments.services.awards import awards_pay
from tournaments.services.barring import coming_entries_give_up, entries_give_up
from tournaments.services.card_changes import FIXED, card_change, card_planned, planned_series
from tournaments.services.card_columns import columns_of
from tournaments.services.cards import card_of
from tournaments.services.drawing import tournament_draw
from tournaments.services.finishing import tournament_finish
from tournaments.services.late import buy_back, late_enter
from tournaments.services.leaving import entrant_remove, entry_leave
from tournaments.services.muting import organiser_mute, organiser_unmute
from tournaments.services.organising import (
    may_organise,
    private_event_cancel,
    private_event_create,
)
from tournaments.services.planning import (
    entries_give_back,
    tournament_call_off,
)
from tournaments.services.registering import (
    entry_check_in,
    entry_register,
    entry_withdraw,
    standby_move_up,
    tournament_open,
)
from tournaments.services.reminders import (
    Mail,
    ReminderKind,
    entrants_remind,
    reminder_send,
    reminders_mail,
    reminders_send,
)
from tournaments.services.results import result_record
from tournaments.services.rounds import OWNER, matches_start, round_start
from tournaments.services.rulings import RULE, Preview, ruling_make, ruling_preview
from tournaments.services.satellites import satellite_close
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
from tournaments.services.starting import event_start
from tournaments.services.stopping import stopped_matches_end, tournament_stop
from tournaments.services.ticket_desk import ticket_extend, ticket_give, ticket_void
from tournaments.services.ticket_entries import ticket_use, tickets_enter
from tournaments.services.ticket_reminders import tickets_remind
from tournaments.services.tickets import (
    ticket_check,
    ticket_issue,
    ticket_reserve,
    ticket_return,
    tickets_close,
    tickets_expire,
    tickets_free,
    tickets_use,
)

__all__ = [
    "FIXED",
    "OWNER",
    "RULE",
    "Mail",
    "Preview",
    "ReminderKind",
    "absent_seats_free",
    "appeal_open",
    "attendance_clear",
    "attendance_miss",
    "awards_pay",
    "buy_back",
    "card_change",
    "card_of",
    "card_planned",
    "columns_of",
    "coming_entries_give_up",
    "entrant_remove",
    "entrants_remind",
    "entries_give_back",
    "entries_give_up",
    "entry_check_in",
    "entry_leave",
    "entry_register",
    "entry_withdraw",
    "event_start",
    "house_bot_seat",
    "late_enter",
    "matches_start",
    "may_organise",
    "organiser_mute",
    "organiser_unmute",
    "planned_series",
    "private_event_cancel",
    "private_event_create",
    "reminder_send",
    "reminders_mail",
    "reminders_send",
    "result_record",
    "round_start",
    "ruling_make",
    "ruling_preview",
    "satellite_close",
    "schedule_of",
    "scheduled_open",
    "series_announce",
    "series_ensure",
    "series_keep_open",
    "series_store",
    "sit_and_go_join",
    "sit_and_go_leave",
    "sit_and_go_open",
    "standby_move_up",
    "stopped_matches_end",
    "ticket_check",
    "ticket_extend",
    "ticket_give",
    "ticket_issue",
    "ticket_reserve",
    "ticket_return",
    "ticket_use",
    "ticket_void",
    "tickets_close",
    "tickets_enter",
    "tickets_expire",
    "tickets_free",
    "tickets_remind",
    "tickets_use",
    "tournament_call_off",
    "tournament_draw",
    "tournament_finish",
    "tournament_open",
    "tournament_stop",
]
