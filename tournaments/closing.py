"""What an event has to say when an account is to be closed."""

from typing import TYPE_CHECKING

from tournaments.selectors import live_entries_of
from wire.refusals import Refusal

if TYPE_CHECKING:
    from accounts.models import User


def event_refusal(user: "User") -> Refusal | None:
    """An entry binds its player until he withdraws it, is out, or the event is over."""
    entry = live_entries_of(user).first()
    if entry is None:
        return None
    return Refusal(
        "tournament.entered",
        _("You are in {event}: leave it, or play it to its end."),
        {"event": entry.tournament.name},
    )


def _(text: str) -> str:
    """Marks a sentence for translation; `wire.texts` translates it when it leaves."""
    return text
