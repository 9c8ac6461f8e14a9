"""The socket of an event's page: it says which parts have changed; the page reads them again."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from chat.consumers import TalkConsumer
from tournaments import handlers
from tournaments.protocol import Hello
from tournaments.selectors import state_of
from tournaments.streams import tournament_stream
from wire.consumer import welcome
from wire.hub import hub
from wire.offload import offload


class TournamentConsumer(TalkConsumer):
    """One visitor of one event's page, signed in or not."""

    login_required = False
    stream: str = ""

    async def opened(self) -> None:
        """The event must exist."""
        self.event_id: str = self.scope["url_route"]["kwargs"]["event_id"]
        await offload(state_of, self.event_id)
        self.stream = tournament_stream(self.event_id)

    def stream_seq(self) -> int:
        """The number of the last change sent here."""
        return hub().coalescer.mark(self.stream)[1] if self.stream else 0

    async def hello(self, message: Hello) -> None:
        """Subscribe first, then read: nothing that happens in between is missed."""
        await self.follow(self.stream)
        epoch, seq = hub().coalescer.mark(self.stream)
        state = await offload(state_of, self.event_id)
        snapshot = {"type": "tournament.snapshot", "seq": seq, "epoch": epoch, "state": state.value}
        name = self.user.get_username() if self.user is not None else ""
        self.put(welcome(you={"name": name}, seq=seq, snapshot=snapshot))
        await handlers.repeat_calls(self)

    HANDLERS: ClassVar = {Hello: hello, **handlers.HANDLERS, **TalkConsumer.HANDLERS}


async def read_rows(stream: str, rows: Sequence[str]) -> Mapping[str, Any]:
    """For the coalescer: the parts of a page carry no values, the page fetches them."""
    return dict.fromkeys(rows, True)
