"""Who may read and speak in the lobby: anybody reads, whoever is signed in speaks."""

from typing import TYPE_CHECKING, Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from chat.rooms import no_room
from wire.refusals import Refusal

if TYPE_CHECKING:
    from accounts.models import User

#: The one room of the lobby.
MAIN: Final = "main"


class LobbyRooms:
    """The room `lobby:main`."""

    kind = "lobby"

    def title(self, ref: str) -> str | Promise:
        """The house's word for it."""
        _check(ref)
        return gettext_lazy("Lobby")

    def read_refusal(self, ref: str, user: "User | None") -> Refusal | None:
        """Nobody is kept from reading."""
        _check(ref)
        return None

    def speak_refusal(self, ref: str, user: "User") -> Refusal | None:
        """Nobody who is signed in is kept from speaking."""
        _check(ref)
        return None

    def organiser_pks(self, ref: str) -> frozenset[int]:
        """The lobby is the house's."""
        return frozenset()

    def mute_scope(self, ref: str) -> str:
        """Only the house mutes here."""
        return ""


def _check(ref: str) -> None:
    if ref != MAIN:
        raise no_room()
