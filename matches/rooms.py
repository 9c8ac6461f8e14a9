"""Who may speak at a table: its two players, unless one has blocked the other."""

from typing import Final

from django.contrib.auth.models import AbstractUser

from accounts.selectors import has_block
from chat.rooms import NO_PLACE
from matches.models import Seat
from wire.refusals import Refusal


def _(text: str) -> str:
    """Marks a sentence for translation; `wire.texts` translates it when it leaves."""
    return text


_BLOCKED: Final = _("You and {name} do not talk here: one of you has blocked the other.")


class TableRooms:
    """The rooms `match:<id>`."""

    kind = "match"

    def speak_refusal(self, ref: str, user: AbstractUser) -> Refusal | None:
        """Only who holds a seat in the match may speak, and only to somebody who will hear it."""
        seats = Seat.objects.filter(match__public_id=ref).select_related("user")
        players = {seat.user_id: seat.user for seat in seats}
        if players.pop(user.pk, None) is None:
            return NO_PLACE
        blocked = next((other for other in players.values() if has_block(user, other)), None)
        if blocked is None:
            return None
        return Refusal("chat.blocked", _BLOCKED, {"name": blocked.username})
