"""`manage.py seed_house`: a small living house. Run at every start; what is there stays."""

from datetime import date, time
from typing import Any

from django.core.management.base import BaseCommand

from accounts.services import bot_ensure
from tournaments.models import Kind
from tournaments.services import series_ensure

BOTS = (
    "Bot-Ada",
    "Bot-Basil",
    "Bot-Cleo",
    "Bot-Dexter",
    "Bot-Edda",
    "Bot-Felix",
    "Bot-Greta",
    "Bot-Hugo",
)

#: A pause long enough to look at the bracket, short enough for one evening.
EVENING_FOUR = {
    "seats": 4,
    "length_points": 3,
    "buy_in_chips": 50,
    "fee_chips": 0,
    "prize_shares": "60 40",
    "pause_s": 15,
}

#: Every evening; house bots make sure that whoever comes can play.
EVENING_CUP = {
    "kind": Kind.SCHEDULED,
    "seats": 32,
    "min_entrants": 4,
    "length_points": 3,
    "buy_in_chips": 50,
    "first_date": date(2026, 1, 1),
    "start_time": time(20),
    "recurrence": "FREQ=DAILY",
}

#: The event of the week, long enough to be one, with tickets to be won beforehand.
SUNDAY_OPEN = {
    "kind": Kind.SCHEDULED,
    "seats": 64,
    "min_entrants": 4,
    "length_points": 3,
    "round_lengths": "3 3 5 5 7",
    "breaks": "2:10",
    "buy_in_chips": 200,
    "has_late_entry": True,
    "first_date": date(2026, 1, 4),
    "start_time": time(18),
    "recurrence": "FREQ=WEEKLY;BYDAY=SU",
    "opens_before_h": 7 * 24,
}

#: Four players, one ticket, and nothing left over.
SUNDAY_TICKET = {
    "seats": 4,
    "length_points": 3,
    "buy_in_chips": 50,
    "pause_s": 15,
    "has_house_bots": False,
}


class Command(BaseCommand):
    """Makes sure of the house bots, a Sit&Go for four, a cup each evening and one each Sunday."""

    help = "Fills the house with its bots and first events; changes nothing that exists."

    def handle(self, *args: Any, **options: Any) -> None:
        for name in BOTS:
            bot_ensure(name)
        series_ensure(name="Evening Four", settings=EVENING_FOUR)
        series_ensure(name="Evening Cup", settings=EVENING_CUP)
        sunday = series_ensure(name="Sunday Open", settings=SUNDAY_OPEN)
        ticket = {**SUNDAY_TICKET, "target_series": sunday}
        series_ensure(name="Ticket to Sunday", settings=ticket)
        self.stdout.write("The house has its bots, its events and an open Sit&Go.")
