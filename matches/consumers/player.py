"""The socket of a player at his board."""

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from backgammon import (
    AcceptResignation,
    Action,
    Beaver,
    ClaimFlag,
    DeclineResignation,
    Double,
    Drop,
    Leave,
    MakePlay,
    Move,
    Raccoon,
    Resign,
    Roll,
    Side,
    StartGame,
    Take,
    WinKind,
)
from matches import protocol
from matches.consumers.stream import MatchStream
from matches.facts import LiveMatch
from matches.fast import road
from matches.judge import Request
from matches.places import board_place
from matches.selectors import match_about
from matches.services import match_present
from wire.codec import encode
from wire.errors import Conflict, Forbidden
from wire.hub import FRAME, Parcel, hub
from wire.offload import offload

ACTIONS: Mapping[type[protocol.Act], Callable[[Any], Action]] = {
    protocol.Start: lambda message: StartGame(),
    protocol.Roll: lambda message: Roll(),
    protocol.Double: lambda message: Double(),
    protocol.Beaver: lambda message: Beaver(),
    protocol.Raccoon: lambda message: Raccoon(),
    protocol.Take: lambda message: Take(),
    protocol.Drop: lambda message: Drop(),
    protocol.Play: lambda message: MakePlay(tuple(Move(*step) for step in message.moves)),
    protocol.Resign: lambda message: Resign(WinKind[message.level.upper()]),
    protocol.ResignAccept: lambda message: AcceptResignation(),
    protocol.ResignDecline: lambda message: DeclineResignation(),
    protocol.Leave: lambda message: Leave(),
    protocol.FlagClaim: lambda message: ClaimFlag(),
}


class MatchConsumer(MatchStream):
    """Speaks for one player of one match."""

    side: Side
    place: str = ""  # where he sits; "" before his first hello

    def admit(self, live: LiveMatch) -> None:
        """Only the two players sit here."""
        if self.user.pk not in live.facts.sides:
            raise Forbidden("auth.forbidden", _("Only its players may sit at this board."))
        self.side = live.facts.sides[self.user.pk]

    async def arrive(self, message: protocol.Hello) -> None:
        """The other player sees that this one is here, and who looks at the match later too."""
        await super().arrive(message)
        await offload(
            match_present,
            match_id=self.live.facts.match_id,
            user_pk=self.user.pk,
            contribution=message.contribution,
        )
        if not self.place:
            self.place = board_place(self.live.facts.match_id, self.side.value)
            await hub().headcount.came(self.place)
        self._tell(self._presence(online=True))

    async def closing(self) -> None:
        """The other player sees that this one is gone."""
        await super().closing()
        if self.place:
            await hub().headcount.went(self.place)
        if self.stream and not self._sits_in_another_tab():
            self._tell(self._presence(online=False))

    def about(self) -> dict[str, Any]:
        """The public part, and what is for players."""
        return match_about(self.live.facts.match_id)

    def greeting(self) -> dict[str, Any]:
        """His seat."""
        return {
            **super().greeting(),
            "you": {"name": self.user.username, "side": self.side.value},
        }

    # --- messages ---------------------------------------------------------------

    async def act(self, message: protocol.Act) -> None:
        """Any action at the board. Whoever is behind is told so and gets the position as it is."""
        self.require_hello()
        request = Request(
            side=self.side,
            action=ACTIONS[type(message)](message),
            request_id=message.id,
            seen=message.seen,
        )
        try:
            seq = await road.act(self.live, request)
        except Conflict as conflict:
            self.put_error(conflict, message.id)
            await self.put_position()
        else:
            self.put({"type": "ack", "re": message.id, "seq": seq})

    HANDLERS: ClassVar = {**MatchStream.HANDLERS, **dict.fromkeys(ACTIONS, act)}

    # --- presence ---------------------------------------------------------------

    def receive_unnumbered(self, parcel: Parcel) -> None:
        """Presence, talk and the rest; a tab of his own that closed is answered by this one."""
        if parcel.stream == self.stream and parcel.body == self._presence(online=False):
            # Another tab of this player closed, in this process or elsewhere; he is still here.
            self._tell(self._presence(online=True))
        else:
            super().receive_unnumbered(parcel)

    def _sits_in_another_tab(self) -> bool:
        others = hub().followers_of(self.stream)
        return any(isinstance(other, MatchConsumer) and other.user == self.user for other in others)

    def _presence(self, *, online: bool) -> str:
        side = self.side.value
        return encode({"type": "match.presence", "side": side, "online": online}).decode()

    def _tell(self, text: str) -> None:
        hub().publish(Parcel(self.stream, FRAME, text))


def _(text: str) -> str:
    """Mark an English template for the catalogue; `wire.texts` translates it."""
    return text
