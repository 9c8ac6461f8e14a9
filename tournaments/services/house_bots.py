"""House bots of an event: which of them are free, and the chips they enter with."""

from typing import TYPE_CHECKING

from accounts.selectors import house_bots
from bankroll.selectors import balance_of
from bankroll.services import grant
from tournaments import selectors
from tournaments.models import Tournament
from tournaments.services.locks import _

if TYPE_CHECKING:
    from accounts.models import User

#: A house bot that runs out of chips is given enough for this many entries.
BOT_ENTRIES = 20


def free_bots(tournament: Tournament) -> "list[User]":
    """The house bots that are not in the event, those with the least to do first.

    None where its card keeps them out.
    """
    if not tournament.rules_card.has_house_bots:
        return []
    inside = set(tournament.entries.live().values_list("user_id", flat=True))
    busy = selectors.live_entry_counts()
    free = [bot for bot in house_bots() if bot.pk not in inside]
    return sorted(free, key=lambda bot: (busy[bot.pk], bot.pk))


def bot_stake(bot: "User", tournament: Tournament) -> None:
    """Give a house bot chips when it cannot pay its entry; once for each event."""
    cost_chips = tournament.rules_card.cost_chips
    if balance_of(bot) < cost_chips:
        grant(
            user=bot,
            chips=cost_chips * BOT_ENTRIES,
            key=f"bot:{bot.pk}:{tournament.public_id}",
            note=_("For playing with people."),
        )
