"""The socket of somebody who looks on: he hears what anybody may hear, and does nothing."""

from typing import Any, ClassVar

from matches import protocol
from matches.consumers.player import ACTIONS
from matches.consumers.stream import MatchStream
from matches.facts import LiveMatch
from matches.gallery import gallery
from wire.envelope import ClientMessage
from wire.errors import Forbidden, NotFound
from wire.hub import Parcel

#: The unnumbered messages of a match that watchers hear. What is not here stays at the table.
PUBLIC = ('{"type":"match.presence"', '{"type":"match.watchers"')


class WatchConsumer(MatchStream):
    """Follows one match for one visitor, signed in or not.

    A player may look on at his own match: here he is a watcher like all others, and
    his seat stays as empty as it was.
    """

    login_required: ClassVar[bool] = False
    is_counted: bool = False

    def admit(self, live: LiveMatch) -> None:
        """Anybody at a public match; of a private one only its players."""
        if not live.facts.is_public and (self.user is None or self.user.pk not in live.facts.sides):
            raise NotFound("match.not_found", _("There is no such match."))

    async def arrive(self, message: protocol.Hello) -> None:
        """One watcher more. His contribution to the dice, should he send one, is nobody's."""
        await super().arrive(message)
        if not self.is_counted:
            self.is_counted = True
            await gallery().came(self.live.facts.match_id)

    async def closing(self) -> None:
        """One watcher fewer."""
        await super().closing()
        if self.is_counted:
            await gallery().went(self.live.facts.match_id)

    def greeting(self) -> dict[str, Any]:
        """No seat."""
        return {**super().greeting(), "you": {"name": self._name(), "side": None}}

    def _name(self) -> str:
        return self.user.username if self.is_signed_in else ""

    async def refuse(self, message: ClientMessage) -> None:
        """Whatever would change the match."""
        raise Forbidden("auth.forbidden", _("You are watching. Only the two players may do that."))

    HANDLERS: ClassVar = {
        **MatchStream.HANDLERS,
        **dict.fromkeys(ACTIONS, refuse),
    }

    def receive_unnumbered(self, parcel: Parcel) -> None:
        """What is on the list, and what is for this person on any page."""
        if parcel.stream != self.stream or parcel.body.startswith(PUBLIC):
            super().receive_unnumbered(parcel)


def _(text: str) -> str:
    """Mark an English template for the catalogue; `wire.texts` translates it."""
    return text
