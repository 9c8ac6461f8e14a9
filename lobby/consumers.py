"""The socket of every page without one of its own, with live rows; and that of a table's page."""

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar
from weakref import WeakSet

from lobby.protocol import Hello
from lobby.selectors import ONLINE, lobby_snapshot, row_values, table_by_id
from lobby.streams import table_stream
from tournaments import handlers
from tournaments.streams import LOBBY
from wire.consumer import BaseConsumer, welcome
from wire.hub import CHANGED, Parcel, hub
from wire.offload import offload

HEADCOUNT_S = 5.0


class LobbyConsumer(BaseConsumer):
    """One visitor on any page but a board or an event, signed in or not."""

    login_required = False
    _counting: ClassVar[WeakSet[asyncio.AbstractEventLoop]] = WeakSet()

    async def closing(self) -> None:
        """One fewer."""
        self._count_heads_soon()

    def stream_seq(self) -> int:
        """The number of the last change of the lobby."""
        return hub().coalescer.mark(LOBBY)[1]

    async def hello(self, message: Hello) -> None:
        """Subscribe first, then read: nothing that happens in between is missed."""
        await self.follow(LOBBY)
        epoch, seq = hub().coalescer.mark(LOBBY)
        rows = await offload(lobby_snapshot)
        snapshot = {"type": "lobby.snapshot", "seq": seq, "epoch": epoch, **rows}
        name = self.user.get_username() if self.user is not None else ""
        self.put(welcome(you={"name": name}, seq=seq, snapshot=snapshot))
        self._count_heads_soon()
        await handlers.repeat_summonses(self)

    HANDLERS: ClassVar = {Hello: hello, **handlers.HANDLERS}

    @classmethod
    def _count_heads_soon(cls) -> None:
        """Say how many are here, at most once in `HEADCOUNT_S` whatever the coming and going."""
        loop = asyncio.get_running_loop()
        if loop not in cls._counting:
            cls._counting.add(loop)
            loop.call_later(HEADCOUNT_S, cls._count_heads, loop)

    @classmethod
    def _count_heads(cls, loop: asyncio.AbstractEventLoop) -> None:
        cls._counting.discard(loop)
        hub().publish(Parcel(LOBBY, CHANGED, ONLINE))


class TableConsumer(BaseConsumer):
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
        await handlers.repeat_summonses(self)

    HANDLERS: ClassVar = {Hello: hello}


async def read_rows(stream: str, rows: Sequence[str]) -> Mapping[str, Any]:
    """For the coalescer: the present values of rows that changed."""
    return await offload(row_values, rows)


async def read_parts(stream: str, rows: Sequence[str]) -> Mapping[str, Any]:
    """For the coalescer: the parts of a table's page carry no values, the page fetches them."""
    return dict.fromkeys(rows, True)
