"""Who may read and speak in the room of an event: whoever may open its page."""

from typing import TYPE_CHECKING

from django.utils.functional import Promise

from chat.rooms import no_room
from tournaments.models import Tournament
from wire.refusals import Refusal

if TYPE_CHECKING:
    from accounts.models import User


class EventRooms:
    """The rooms `event:<id>`. A private one is found by whoever has its address, as its page."""

    kind = "event"

    def title(self, ref: str) -> str | Promise:
        """The name of the event."""
        return _event(ref).name

    def read_refusal(self, ref: str, user: "User | None") -> Refusal | None:
        """Nobody is kept from reading."""
        _event(ref)
        return None

    def speak_refusal(self, ref: str, user: "User") -> Refusal | None:
        """Nobody who is signed in is kept from speaking."""
        _event(ref)
        return None

    def organiser_pks(self, ref: str) -> frozenset[int]:
        """Who organises it; nobody for an event of the house."""
        organiser_pk = _event(ref).organiser_id
        return frozenset() if organiser_pk is None else frozenset({organiser_pk})

    def mute_scope(self, ref: str) -> str:
        """Its organiser mutes in the event: here, and at its tables."""
        return f"event:{ref}"


def _event(ref: str) -> Tournament:
    event = Tournament.objects.only("name", "organiser_id").filter(public_id=ref).first()
    if event is None:
        raise no_room()
    return event
