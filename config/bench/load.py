"""Load on a server: as much as it takes, or so much a second. Everything is bounded in time."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from time import perf_counter

from config.bench import BenchFailed
from config.bench.process import Server
from config.bench.table import Table
from config.bench.websocket import OnTrouble, WebSocket, ignore

_RETRY_S = 0.01
_TICK_S = 0.01  # the system counts CPU in ticks of this length
_PATIENCE_S = 15.0


@dataclass(frozen=True, slots=True)
class Spent:
    """What was done in a stretch of time, and what it cost the server and its helpers."""

    count: int
    wall_s: float
    cpu_s: float
    helpers_s: float

    @property
    def per_s(self) -> float:
        """How many a second it was, as the clock on the wall has it."""
        return self.count / self.wall_s

    @property
    def per_core(self) -> float:
        """How many a second it would be if the server had a core to itself and used all of it."""
        return self.count / max(self.cpu_s, _TICK_S)

    @property
    def each_us(self) -> float:
        """Server CPU each of them took, in microseconds."""
        return self.cpu_s / self.count * 1e6 if self.count else 0.0

    @property
    def helpers_each_us(self) -> float:
        """CPU each of them took in Valkey and the database's server, in microseconds."""
        return self.helpers_s / self.count * 1e6 if self.count else 0.0

    @property
    def busy(self) -> float:
        """How many cores the server kept busy."""
        return self.cpu_s / self.wall_s


async def spent_in(seconds: float, server: Server, count: Callable[[], int]) -> Spent:
    """What happens within so many seconds from now; `count` tells how much so far."""
    before, counted, began_s = server.usage(), count(), perf_counter()
    await asyncio.sleep(seconds)
    after, wall_s = server.usage(), perf_counter() - began_s
    return Spent(
        count=count() - counted,
        wall_s=wall_s,
        cpu_s=after.cpu_s - before.cpu_s,
        helpers_s=after.helpers_s - before.helpers_s,
    )


@asynccontextmanager
async def alarm(limit_s: float) -> AsyncIterator[OnTrouble]:
    """A function for callbacks to call with trouble: the body ends there and raises it.

    Raises BenchFailed where the body takes longer than `limit_s`.
    """
    body = asyncio.current_task()
    assert body is not None
    is_over = False
    noted: list[Exception] = []

    def note(trouble: Exception) -> None:
        if not noted and not is_over:
            noted.append(trouble)
            body.cancel()

    try:
        async with asyncio.timeout(limit_s):
            yield note
    except TimeoutError:
        raise BenchFailed(f"the server did not answer within {limit_s:.0f} s") from None
    except asyncio.CancelledError:
        if not noted:
            raise
        body.uncancel()
        raise noted[0] from None
    finally:
        is_over = True


class EchoLoad:
    """One message a socket is always on its way."""

    def __init__(self, message: bytes) -> None:
        self.count = 0
        self._message = message
        self._sockets: list[WebSocket] = []

    def join(self, socket: WebSocket) -> None:
        """Let this socket take part, from now on."""

        def again(text: bytes) -> None:
            self.count += 1
            socket.send(self._message)

        self._sockets.append(socket)
        socket.on_text = again
        socket.send(self._message)

    async def stop(self) -> None:
        """Send nothing more and close the sockets."""
        for socket in self._sockets:
            socket.on_text = ignore
        for socket in self._sockets:
            await socket.close()


class FullLoad:
    """Every match acts again as soon as its last action is done.

    `postponed` counts actions that waited because a player may only say so much a second.
    """

    def __init__(self, tables: Sequence[Table]) -> None:
        self.count = 0
        self.postponed = 0
        self._tables = tables
        self._is_stopping = False

    def start(self) -> None:
        """Begin at every table."""
        for table in self._tables:
            table.on_done = self._done
            self._again(table)

    async def stop(self) -> None:
        """Return once nothing is under way."""
        self._is_stopping = True
        await nothing_under_way(self._tables)

    def _done(self, table: Table, latency_s: float) -> None:
        self.count += 1
        self._again(table)

    def _again(self, table: Table) -> None:
        if not self._is_stopping and not table.is_over and not table.act():
            self.postponed += 1
            asyncio.get_running_loop().call_later(_RETRY_S, self._again, table)


class PacedLoad:
    """So many actions a second, whatever the server makes of it, each at another table.

    An action that is due while every table is busy is left out, so compare `count` with
    what was asked for.
    """

    def __init__(self, tables: Sequence[Table]) -> None:
        self.latencies_s: list[float] = []
        self._tables = tables
        self._idle = deque(tables)

    @property
    def count(self) -> int:
        """Actions done so far."""
        return len(self.latencies_s)

    async def run(self, rate: float, seconds: float) -> None:
        """Act at a steady pace for so long, then wait until nothing is under way."""
        for table in self._tables:
            table.on_done = self._done
        began_s = perf_counter()
        for number in range(int(rate * seconds)):
            await asyncio.sleep(began_s + number / rate - perf_counter())
            self._act_somewhere()
        await nothing_under_way(self._tables)

    def _done(self, table: Table, latency_s: float) -> None:
        self.latencies_s.append(latency_s)
        self._idle.append(table)

    def _act_somewhere(self) -> None:
        for _ in range(len(self._idle)):
            table = self._idle.popleft()
            if not table.is_over and table.act():
                return
            self._idle.append(table)


async def nothing_under_way(tables: Sequence[Table]) -> None:
    """Wait until no table has an unanswered action."""
    deadline_s = perf_counter() + _PATIENCE_S
    while any(table.is_waiting for table in tables):
        if perf_counter() > deadline_s:
            raise BenchFailed("an action was neither refused nor done")
        await asyncio.sleep(_RETRY_S)
