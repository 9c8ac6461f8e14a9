"""`manage.py seed_house`: a small living house. Run at every start; what is there stays."""

from typing import Any

from django.core.management.base import BaseCommand

from accounts.services import bot_ensure
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


class Command(BaseCommand):
    """Makes sure of the house bots and of an open Sit&Go for four."""

    help = "Fills the house with its bots and an open Sit&Go; changes nothing that exists."

    def handle(self, *args: Any, **options: Any) -> None:
        for name in BOTS:
            bot_ensure(name)
        series_ensure(name="Evening Four", settings=EVENING_FOUR)
        self.stdout.write("The house has its bots and an open Sit&Go.")
