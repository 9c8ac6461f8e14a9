"""Who may speak at a table: its two players."""

from django.contrib.auth.models import AbstractUser

from matches.models import Seat


class TableRooms:
    """The rooms `match:<id>`."""

    kind = "match"

    def may_speak(self, ref: str, user: AbstractUser) -> bool:
        """Only who holds a seat in the match."""
        return Seat.objects.filter(match__public_id=ref, user_id=user.pk).exists()
