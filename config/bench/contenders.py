"""What is measured. A contender starts its own server, measures, and leaves nothing behind."""

import asyncio
import random
import tempfile
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import msgspec
import uvloop

from config.bench.figures import percentile
from config.bench.furnishing import Furniture, Invitation
from config.bench.load import EchoLoad, FullLoad, PacedLoad, Spent, alarm, spent_in
from config.bench.process import Server, environment, output_of, serving
from config.bench.rules import Contestant, positions_per_core, self_play_rows
from config.bench.table import Table, handshake
from config.bench.websocket import WebSocket, connect, report_closing

Figures = dict[str, float]
DatabaseUrl = Callable[[], AbstractContextManager[str]]
Arrival = Callable[[], Awaitable[None]]

# As long as a usual roll or play, so that an echo carries what an action carries.
_ECHOED = b'{"type":"match.play","id":"1234","seen":1234,"moves":[[13,5],[8,2]]}'
_HELLO = b'{"type":"hello","since":null}'

_WARM_UP_S = 1.0
_SETTLE_S = 0.5
_AT_ONCE = 16  # sockets that shake hands at a time


@dataclass(frozen=True)
class Plan:
    """How large the run is. Two sockets a match; `rate` is the fixed load in actions a second."""

    matches: int = 200
    seconds: float = 5.0
    rate: float = 200.0

    @property
    def sockets(self) -> int:
        """How many sockets every server holds."""
        return 2 * self.matches

    @property
    def warm_up_s(self) -> float:
        """How long a load runs before it is measured."""
        return min(_WARM_UP_S, self.seconds / 2)

    @property
    def limit_s(self) -> float:
        """The end of all patience: twice what is measured, and time for everybody to come."""
        return 60 + 2 * self.seconds + self.sockets / 20


class Contender(ABC):
    """Something that can be measured, once a round. `facts` belong beside its figures."""

    key: str
    title: str
    facts: Mapping[str, object] = {}

    @abstractmethod
    def measure(self, plan: Plan) -> Figures:
        """The figures of one round, by the names in `figures.QUANTITIES`."""


@contextmanager
def bench_folder() -> Iterator[Path]:
    """A folder for everything a server keeps, gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="house-bench-") as name:
        yield Path(name)


class Echo(Contender):
    """A JSON echo on the house's server: what any message costs before anybody thinks about it."""

    def __init__(self, key: str, title: str) -> None:
        self.key, self.title = key, title

    def measure(self, plan: Plan) -> Figures:
        """Round trips with one message a socket always on its way."""
        with (
            bench_folder() as folder,
            serving(["echo", self.key], environment(folder, {})) as server,
        ):
            spent = uvloop.run(self._load(server, plan))
        return {
            "trips_per_core": spent.per_core,
            "trips_per_s": spent.per_s,
            "trip_us": spent.each_us,
            "busy": spent.busy,
        }

    async def _load(self, server: Server, plan: Plan) -> Spent:
        load = EchoLoad(_ECHOED)
        async with alarm(plan.limit_s) as on_trouble:
            for _ in range(plan.sockets):
                socket = await connect(server.port, "/")
                report_closing(socket, "an echoing socket", on_trouble)
                load.join(socket)
            await asyncio.sleep(plan.warm_up_s)
            spent = await spent_in(plan.seconds, server, lambda: load.count)
            await load.stop()
        return spent


class House(Contender):
    """The house itself with live matches: memory, then as much as it takes, then the fixed load."""

    def __init__(
        self,
        key: str,
        title: str,
        *,
        database_url: DatabaseUrl = lambda: nullcontext(""),
        options: Sequence[str] = (),
        helpers: Sequence[int] = (),
        facts: Mapping[str, object] | None = None,
    ) -> None:
        """An empty address stands for the embedded SQLite; `options` are those of `serve`."""
        self.key, self.title, self.facts = key, title, facts or {}
        self._database_url = database_url
        self._options = options
        self._helpers = helpers

    def measure(self, plan: Plan) -> Figures:
        """Everything about matches, on one new server."""
        with bench_folder() as folder, self._database_url() as url:
            variables = environment(folder, {"DATABASE_URL": url} if url else {})
            with serving(["house", *self._options], variables, self._helpers) as server:
                furniture = furnished(variables, matches=plan.matches)
                return uvloop.run(self._load(server, furniture.matches, plan))

    async def _load(self, server: Server, invitations: Sequence[Invitation], plan: Plan) -> Figures:
        async with alarm(plan.limit_s) as on_trouble:
            chance = random.Random(plan.matches)  # noqa: S311
            tables = [Table(chance, on_trouble) for _ in invitations]
            seatings = [
                partial(table.seat, server.port, invitation)
                for table, invitation in zip(tables, invitations, strict=True)
            ]
            figures = {"kb_per_socket": await growth_kb(server, seatings) / 2}
            figures |= await _at_full_load(server, tables, plan)
            figures |= await _at_fixed_load(server, tables, plan)
            for table in tables:
                await table.leave()
        return figures


async def _at_full_load(server: Server, tables: Sequence[Table], plan: Plan) -> Figures:
    load = FullLoad(tables)
    load.start()
    await asyncio.sleep(plan.warm_up_s)
    server.find_helpers()
    spent = await spent_in(plan.seconds, server, lambda: load.count)
    await load.stop()
    return {
        "actions_per_core": spent.per_core,
        "actions_per_s": spent.per_s,
        "action_us": spent.each_us,
        "helpers_us": spent.helpers_each_us,
        "busy": spent.busy,
        "postponed": float(load.postponed),
    }


async def _at_fixed_load(server: Server, tables: Sequence[Table], plan: Plan) -> Figures:
    load = PacedLoad(tables)
    running = asyncio.ensure_future(load.run(plan.rate, plan.seconds))
    spent = await spent_in(plan.seconds, server, lambda: load.count)
    await running
    return {
        "paced_per_s": spent.per_s,
        "paced_busy": spent.busy,
        "p50_ms": percentile(load.latencies_s, 50) * 1000,
        "p99_ms": percentile(load.latencies_s, 99) * 1000,
        "worst_ms": max(load.latencies_s) * 1000,
    }


class Lobby(Contender):
    """Guests who sit in the lobby and wait."""

    key = "lobby"
    title = "the lobby, as `make run` serves it"

    def measure(self, plan: Plan) -> Figures:
        """What one waiting socket weighs."""
        with bench_folder() as folder:
            variables = environment(folder, {})
            with serving(["house"], variables) as server:
                furniture = furnished(variables, guests=plan.sockets)
                return uvloop.run(self._load(server, furniture.guests, plan))

    async def _load(self, server: Server, sessions: Sequence[str], plan: Plan) -> Figures:
        async with alarm(plan.limit_s) as on_trouble:
            sockets: list[WebSocket] = []

            async def visit(session: str) -> None:
                socket = await in_the_lobby(server.port, session)
                report_closing(socket, "a guest's socket", on_trouble)
                sockets.append(socket)

            kb = await growth_kb(server, [partial(visit, session) for session in sessions])
            for socket in sockets:
                await socket.close()
        return {"kb_per_socket": kb}


async def in_the_lobby(port: int, session: str) -> WebSocket:
    """A socket of the lobby that has been welcomed."""
    welcomed = asyncio.Event()
    socket = await connect(
        port,
        "/ws/lobby/",
        on_text=lambda text: welcomed.set(),
        headers=handshake(port, session),
    )
    socket.send(_HELLO)
    await welcomed.wait()
    return socket


async def growth_kb(server: Server, arrivals: Sequence[Arrival]) -> float:
    """Memory of the server that each arrival adds, the first one, which warms it up, left out."""
    first, *others = arrivals
    await first()
    await asyncio.sleep(_SETTLE_S)
    before = server.usage().resident
    gate = asyncio.Semaphore(_AT_ONCE)

    async def arrive(arrival: Arrival) -> None:
        async with gate:
            await arrival()

    await asyncio.gather(*(arrive(arrival) for arrival in others))
    await asyncio.sleep(_SETTLE_S)
    return (server.usage().resident - before) / len(others) / 1024


class LegalPlays(Contender):
    """A rules package alone, without any server."""

    def __init__(self, contestant: Contestant) -> None:
        self.key, self.title = contestant.key, contestant.title
        rows = self_play_rows(variant=contestant.variant)
        doubles = sum(row.dice[0] == row.dice[1] for row in rows)
        what = f"rows of {contestant.variant.name.lower()}"
        self.facts = {what: f"{len(rows)} of random self-play, {doubles} with doubles"}
        self._jobs = [contestant.job(row) for row in rows]

    def measure(self, plan: Plan) -> Figures:
        """Positions a second on one core, in this process."""
        return {"positions_per_core": positions_per_core(self._jobs, plan.seconds)}


def furnished(variables: dict[str, str], *, matches: int = 0, guests: int = 0) -> Furniture:
    """Fill the house that runs with these variables."""
    printed = output_of(["furnish", str(matches), str(guests)], variables)
    return msgspec.json.decode(printed, type=Furniture)
