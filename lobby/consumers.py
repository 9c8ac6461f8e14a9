"""The socket of every page without one of its own, with live rows; and that of a table's page."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from chat.consumers import TalkConsumer
from lobby.asks import Ask
from lobby.protocol import Hello, SeekCancel, SeekPost
from lobby.selectors import row_values, table_by_id
from lobby.services import seek_cancel, seek_post
from lobby.snapshots import snapshots
from lobby.streams import table_stream
from tournaments import handlers
from tournaments.streams import LOBBY
from wire.consumer import welcome
from wire.errors import LoginRequired
from wire.hub import hub
from wire.offload import offload


class LobbyConsumer(TalkConsumer):
    """One visitor on any page but a board or an event, signed in or not."""

    login_required = False

    def stream_seq(self) -> int:
        """The number of the last change of the lobby."""
        return hub().coalescer.mark(LOBBY)[1]

    async def hello(self, message: Hello) -> None:
        """Subscribe first, then read: nothing that happens in between is missed."""
        await self.follow(LOBBY)
        seq, snapshot = await snapshots().at_mark()
        name = self.user.get_username() if self.user is not None else ""
        self.put(welcome(you={"name": name}, seq=seq, snapshot=snapshot))
        await handlers.repeat_calls(self)

    async def post_seek(self, message: SeekPost) -> None:
        """Look for an opponent, or hear every reason against it."""
        ask = Ask(message.game, message.points, message.clock, message.is_rated)
        await self._do(message.id, seek_post, ask=ask)

    async def cancel_seek(self, message: SeekCancel) -> None:
        """Look for nobody any more."""
        await self._do(message.id, seek_cancel)

    async def _do(self, message_id: str, service: Any, **arguments: Any) -> None:
        if not self.is_signed_in:
            raise LoginRequired("auth.required")
        await offload(service, user=self.user, **arguments)
        self.put({"type": "ack", "re": message_id, "seq": self.stream_seq()})

    HANDLERS: ClassVar = {
        Hello: hello,
        SeekPost: post_seek,
        SeekCancel: cancel_seek,
        **handlers.HANDLERS,
        **TalkConsumer.HANDLERS,
    }


class TableConsumer(TalkConsumer):
    """One visitor of one table's page, signed in or not. A private table is heard of only here."""

    login_required = False
    stream: str = ""

    async def opened(self) -> None:
        """The table must exist."""
        self.table_id: str = self.scope["url_route"]["kwargs"]["table_id"]
        await offload(table_by_id, self.table_id)
        self.stream = table_stream(self.table_id)

    def stream_seq(self) -> int:
        """The number of the last change sent here."""
        return hub().coalescer.mark(self.stream)[1] if self.stream else 0

    async def hello(self, message: Hello) -> None:
        """Subscribe first, then read: nothing that happens in between is missed."""
        await self.follow(self.stream)
        epoch, seq = hub().coalescer.mark(self.stream)
        state = (await offload(table_by_id, self.table_id)).state
        snapshot = {"type": "table.snapshot", "seq": seq, "epoch": epoch, "state": state}
        name = self.user.get_username() if self.user is not None else ""
        self.put(welcome(you={"name": name}, seq=seq, snapshot=snapshot))
        await handlers.repeat_calls(self)

    HANDLERS: ClassVar = {Hello: hello, **TalkConsumer.HANDLERS}


async def read_rows(stream: str, rows: Sequence[str]) -> Mapping[str, Any]:
    """For the coalescer: the present values of rows that changed."""
    return await offload(row_values, rows)


async def read_parts(stream: str, rows: Sequence[str]) -> Mapping[str, Any]:
    """For the coalescer: the parts of a table's page carry no values, the page fetches them."""
    return dict.fromkeys(rows, True)
