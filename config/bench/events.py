"""How long large events take: their start, a round of them, and a sweep in which nothing is due.

Entrants and results are rows that nobody made one by one, past the services, because that would
take longer than all that is measured; everything measured is the house's own code.
"""

import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from datetime import timedelta
from itertools import count
from pathlib import Path
from statistics import median
from typing import Any

import msgspec
from django.apps import apps
from django.contrib.auth import get_user_model

from config.bench.contenders import Contender, DatabaseUrl, Figures, Plan
from config.bench.process import environment, output_of

_PLAYERS = 5.12  # for each match of the plan: 1,024 for 200 matches
_TIMES_LARGER = 16
_RUNNING = 50  # matches in the house during a sweep, for each match of the plan
_MATCHES_AN_EVENT = 20
_SWEEPS = 5
_BUY_IN_CHIPS, _FEE_CHIPS = 10, 1


class Events(Contender):
    """Events alone, in a process of its own."""

    key = "events"
    title = "large events on PostgreSQL"

    def __init__(self, database_url: DatabaseUrl, facts: Mapping[str, object]) -> None:
        self._database_url, self.facts = database_url, facts

    def measure(self, plan: Plan) -> Figures:
        """Starts, a round and a sweep, in a new database."""
        with (
            tempfile.TemporaryDirectory(prefix="house-bench-") as folder,
            self._database_url() as url,
        ):
            variables = environment(Path(folder), {"DATABASE_URL": url})
            printed = output_of(["events", str(plan.matches)], variables)
        return msgspec.json.decode(printed, type=Figures)


def events_figures(matches: int) -> Figures:
    """The figures of one round. Django is set up; the database is empty and is filled."""
    from django.core.management import call_command

    from bankroll.audit import books_check

    call_command("migrate", verbosity=0)
    players = max(8, round(_PLAYERS * matches))
    with _valkey():
        people = _people(players * _TIMES_LARGER)
        figures = _started(people[:players])
        figures |= _start(_event(people)).named("start_large")
        figures |= _swept(people, matches * _RUNNING)
    assert books_check() == (), "a bench must not measure books that are wrong"
    return figures


@contextmanager
def _valkey() -> Iterator[None]:
    """Somebody to publish to, as in a real house."""
    from django.conf import settings

    from config import environment as env
    from config.embedded.valkey import EmbeddedValkey

    valkey = EmbeddedValkey(env.socket_path(settings.VAR_DIR), Path(settings.VAR_DIR, "valkey.log"))
    valkey.start()
    try:
        yield
    finally:
        valkey.stop()


@dataclass(frozen=True, slots=True)
class _Spent:
    """What one act took: by the clock, and of this process's CPU."""

    wall_s: float
    cpu_s: float

    def named(self, name: str) -> Figures:
        """Both as figures."""
        return {f"{name}_s": self.wall_s, f"{name}_cpu_s": self.cpu_s}


def _advanced(event: Any) -> _Spent:
    """The director does all that is due in an event."""
    from tournaments.director import tournament_advance

    began_s, cpu_s = time.perf_counter(), time.process_time()
    tournament_advance(tournament_id=event.public_id)
    return _Spent(time.perf_counter() - began_s, time.process_time() - cpu_s)


def _started(people: Sequence[Any]) -> Figures:
    """The start of an event, and its next round once every match of the first is decided.

    A small one goes before it: a process that has just begun is slower.
    """
    small = _event(people[:8])
    _start(small)
    _round(small)
    event = _event(people)
    return {**_start(event).named("start"), **_round(event).named("round")}


def _start(event: Any) -> _Spent:
    """From the moment of its start until every first match is made and its players are called."""
    spent = _advanced(event)
    assert event.pairings.filter(match__isnull=False).exists(), "the event has not begun"
    return spent


def _round(event: Any) -> _Spent:
    """From the last result of a round until the matches of the next are made."""
    from tournaments.formats.base import Outcome

    result = apps.get_model("tournaments", "PairingResult")
    result.objects.bulk_create(
        result(pairing=pairing, outcome=Outcome.PLAYED.value, winner=pairing.white, white_points=1)
        for pairing in event.pairings.filter(result__isnull=True).select_related("white")
    )
    return _advanced(event)


def _swept(people: Sequence[Any], running: int) -> Figures:
    """One sweep of the clocks and of the events of a busy house, in which nothing is due."""
    from django.db import connection

    from matches.tasks import sweep_clocks
    from tournaments.tasks import sweep_tournaments

    seats = 2 * _MATCHES_AN_EVENT
    for number in range(max(1, running // _MATCHES_AN_EVENT)):
        first = number * seats % max(1, len(people) - seats)
        _start(_event(people[first : first + seats]))
    with closing(connection.cursor()) as cursor:
        cursor.execute("ANALYZE")
    sweep_clocks()
    took_ms = []
    for _sweep in range(_SWEEPS):
        began_s = time.perf_counter()
        sweep_clocks()
        sweep_tournaments()
        took_ms.append((time.perf_counter() - began_s) * 1000)
    return {"sweep_ms": median(took_ms)}


def _people(number: int) -> list[Any]:
    """So many members, at once."""
    user = get_user_model()
    return user.objects.bulk_create(
        [user(username=f"bench-{each}") for each in range(number)], batch_size=1_000
    )


_names = count(1)


def _event(people: Sequence[Any]) -> Any:
    """A knock-out whose entrants have paid and checked in, and whose start has just come."""
    from bankroll.services import overlay_add
    from tournaments.card import SCHEDULED
    from tournaments.services.announcing import event_create
    from tournaments.services.cards import card_of
    from tournaments.states import TournamentState
    from wire.time import now

    starts_at = now() - timedelta(seconds=1)
    series = apps.get_model("tournaments", "Series").objects.create(
        name=f"Bench {next(_names)}",
        kind=SCHEDULED,
        is_open=False,
        seats=len(people),
        min_entrants=2,
        buy_in_chips=_BUY_IN_CHIPS,
        fee_chips=_FEE_CHIPS,
        pause_s=0,
        has_house_bots=False,
        first_date=starts_at.date(),
        start_time=starts_at.time(),
    )
    card = card_of(series, starts_at=starts_at)
    card = replace(card, no_show_step_s=24 * 3600, long_no_show_step_s=0)
    event = event_create(series=series, card=card)
    event.state, event.taken_seats = TournamentState.REGISTERING, len(people)
    event.save(update_fields=["state", "taken_seats"])
    entry = apps.get_model("tournaments", "Entry")
    entry.objects.bulk_create(
        (
            entry(
                tournament=event,
                user=person,
                number=number,
                buy_in_chips=_BUY_IN_CHIPS,
                fee_chips=_FEE_CHIPS,
                is_exclusive=False,
                is_checked_in=True,
            )
            for number, person in enumerate(people, start=1)
        ),
        batch_size=1_000,
    )
    overlay_add(
        escrow_ref=event.escrow_ref,
        chips=(_BUY_IN_CHIPS + _FEE_CHIPS) * len(people),
        key=f"bench:{event.public_id}",
    )
    return event
