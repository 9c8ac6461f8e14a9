"""`manage.py bench`: what this machine's house can do, beside bare echoes on the same server."""

from argparse import ArgumentParser
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from config.bench import BenchFailed
from config.bench.contenders import Contender, Echo, House, LegalPlays, Lobby, Plan
from config.bench.databases import Postgres, postgres
from config.bench.events import Events
from config.bench.ledger import Ledger
from config.bench.limits import between, whole
from config.bench.lobby import FullLobby
from config.bench.process import allow_many_sockets, stoppable
from config.bench.rounds import run
from config.bench.rules import HOUSE_RULES
from config.embedded.web import calm_the_collector

KEYS = (
    "asgi",
    "channels",
    "postgresql",
    "sqlite",
    Ledger.key,
    Events.key,
    "lobby",
    FullLobby.key,
    HOUSE_RULES.key,
)


class Command(BaseCommand):
    """Starts servers and clients of its own on loopback, and ends them all."""

    help = "Measures messages, durable actions, transfers, memory and legal plays on this machine."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--matches", type=whole(2, 2_000), default=Plan.matches, help="two sockets each"
        )
        parser.add_argument(
            "--seconds", type=between(0.2, 60), default=Plan.seconds, help="of each figure"
        )
        parser.add_argument("--repeats", type=whole(1, 9), default=3, help="rounds")
        parser.add_argument(
            "--rate",
            type=between(1, 5_000),
            default=Plan.rate,
            help="fixed load in actions a second",
        )
        parser.add_argument("--only", choices=KEYS, nargs="+", default=KEYS, help="contenders")
        parser.add_argument("--json", type=Path, help="also write JSON lines to this file")

    def handle(
        self,
        *args: Any,
        matches: int,
        seconds: float,
        repeats: int,
        rate: float,
        only: Sequence[str],
        json: Path | None,
        **options: Any,
    ) -> None:
        plan = Plan(matches, seconds, rate)
        size = f"{matches} matches, {plan.sockets} sockets, {seconds:g} s a figure, {rate:g}/s"
        allow_many_sockets()
        calm_the_collector()
        try:
            with stoppable(), ExitStack() as servers:
                run(
                    _contenders(servers, only),
                    plan,
                    repeats=repeats,
                    facts={"size": size},
                    say=self._say,
                    json=json,
                )
        except KeyboardInterrupt:
            raise CommandError("Stopped. Nothing was left running.") from None
        except (BenchFailed, OSError) as trouble:
            raise CommandError(str(trouble)) from None

    def _say(self, text: str) -> None:
        self.stdout.write(text)
        self.stdout.flush()


def _contenders(servers: ExitStack, only: Sequence[str]) -> list[Contender]:
    """Those that were asked for, in the order in which they are shown."""
    server = cache(lambda: servers.enter_context(postgres()))
    makers: Mapping[str, Callable[[], Contender]] = {
        "asgi": lambda: Echo("asgi", "a bare ASGI echo"),
        "channels": lambda: Echo("channels", "an echo as a stock Channels consumer"),
        "postgresql": lambda: _on_postgresql(server()),
        "sqlite": lambda: House("sqlite", "the house on SQLite, as `make run` serves it"),
        Ledger.key: lambda: Ledger(server().new_database, _facts_of(server())),
        Events.key: lambda: Events(server().new_database, _facts_of(server())),
        "lobby": Lobby,
        FullLobby.key: FullLobby,
        HOUSE_RULES.key: lambda: LegalPlays(HOUSE_RULES),
    }
    return [make() for key, make in makers.items() if key in only]


def _on_postgresql(server: Postgres) -> House:
    """A web process of a large house; its worker and beat would be processes of their own."""
    return House(
        "postgresql",
        "a web process of the house on PostgreSQL",
        database_url=server.new_database,
        options=["--web-only"],
        helpers=[server.pid] if server.pid else [],
        facts=_facts_of(server),
    )


def _facts_of(server: Postgres) -> Mapping[str, object]:
    """What belongs beside any figure that was taken on this server."""
    return {"postgresql": server.version, **server.settings}
