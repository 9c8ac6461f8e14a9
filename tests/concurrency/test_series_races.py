"""Templates under real threads on PostgreSQL: announced once, and changed while people enter."""

from collections import Counter
from functools import partial

import pytest

import wire.time
from bankroll.audit import books_check
from tests.concurrency.together import failures, together
from tests.factories import a_user
from tests.support.clock import StoppedClock
from tests.tournaments.builders import fresh, players
from tests.tournaments.schedules import a_daily, first_event, set_clock
from tournaments import tasks
from tournaments.models import Series, Tournament
from tournaments.services import (
    card_change,
    entry_register,
    series_announce,
    series_store,
    tournament_open,
)
from wire.errors import PlatformError

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.race]

WORKERS = 10


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> StoppedClock:
    """The clock of the house, stopped in March."""
    stopped = StoppedClock()
    set_clock(stopped, "2026-03-25 12:00")
    monkeypatch.setattr(wire.time, "source_ms", stopped)
    return stopped


def test_workers_that_announce_at_once_announce_each_start_once(clock: StoppedClock) -> None:
    series = a_daily()
    clock.pass_s(7 * 24 * 3600)
    calls = [partial(series_announce, series=series) for _ in range(WORKERS)]
    assert failures(together([*calls, tasks.announce_series])) == []
    starts = Counter(Tournament.objects.values_list("starts_at", flat=True))
    assert len(starts) == 21
    assert set(starts.values()) == {1}


def test_a_template_that_is_changed_while_people_enter_leaves_each_event_with_one_card() -> None:
    event = first_event(a_daily())
    tournament_open(tournament_id=event.public_id)
    series = Series.objects.get()
    series.buy_in_chips = 70
    people = players(WORKERS, chips=100)
    enter = [partial(entry_register, event_id=event.public_id, user=user) for user in people]
    assert failures(together([*enter, partial(series_store, series=series)])) == []
    paid = set(event.entries.values_list("buy_in_chips", flat=True))
    assert paid == {fresh(event).rules_card.buy_in_chips}
    assert books_check() == ()


def test_of_staff_who_change_a_card_at_once_each_change_is_a_version_of_its_own() -> None:
    event = first_event(a_daily())
    dora = a_user("dora", is_staff=True)
    changes = [
        partial(
            card_change,
            tournament_id=event.public_id,
            actor=dora,
            changes={"seats": seats},
            reason="More room.",
        )
        for seats in range(20, 20 + WORKERS)
    ]
    errors = failures(together(changes))
    assert all(isinstance(error, PlatformError) for error in errors), errors
    versions = list(event.card_versions.order_by("version").values_list("version", flat=True))
    assert versions == list(range(1, 2 + WORKERS))
    assert fresh(event).seats == event.card_versions.get(version=1 + WORKERS).card["seats"]
