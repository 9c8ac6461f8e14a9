"""Scheduled events are announced two weeks ahead, once, whoever asks and however often."""

from collections.abc import Iterator
from datetime import date, time, timedelta

import pytest

from accounts.models import User
from tests.factories import a_user
from tests.support.clock import StoppedClock
from tests.tournaments.builders import called_off, fresh, state_of
from tests.tournaments.schedules import a_daily, first_event, set_clock, starts
from tournaments import tasks
from tournaments.models import Series, Tournament
from tournaments.services import (
    card_change,
    series_announce,
    series_store,
)
from wire.time import now

pytestmark = pytest.mark.django_db

DAY_S = 24 * 3600


@pytest.fixture(autouse=True)
def in_march(clock: StoppedClock) -> Iterator[None]:
    set_clock(clock, "2026-03-25 12:00")
    return iter([None])


@pytest.fixture
def dora() -> User:
    return a_user("dora", is_staff=True)


class TestAnnouncing:
    def test_two_weeks_are_announced_at_once_and_each_day_one_more(self, clock) -> None:
        series = a_daily()
        assert series.tournaments.count() == 14
        clock.pass_s(DAY_S)
        (new,) = series_announce(series=series)
        assert f"{new.starts_at:%m-%d %H:%MZ}" == "04-08 17:00Z"

    def test_the_wall_clock_is_kept_across_the_change_to_summer_time(self) -> None:
        """D-TRN-06."""
        found = starts(a_daily())
        assert found[3:6] == ["03-28 18:00Z", "03-29 17:00Z", "03-30 17:00Z"]

    def test_the_wall_clock_is_kept_across_the_change_to_winter_time(self, clock) -> None:
        """D-TRN-06."""
        set_clock(clock, "2026-10-20 12:00")
        found = starts(a_daily())
        assert found[4:7] == ["10-24 17:00Z", "10-25 18:00Z", "10-26 18:00Z"]

    def test_the_page_shows_the_offset_of_the_day_of_the_event(self, clock, client) -> None:
        """D-TRN-06."""
        series = a_daily()
        set_clock(clock, "2026-03-27 12:00")
        event = series.tournaments.get(starts_at="2026-03-30T17:00Z")
        page = client.get(f"/event/{event.public_id}/").content.decode()
        assert 'datetime="2026-03-30T20:00:00+03:00"' in page
        assert "Monday 30 March 2026, 20:00" in page
        assert "Tallinn, UTC+3" in page

    def test_asking_again_announces_nothing(self) -> None:
        series = a_daily()
        assert series_announce(series=series) == ()
        tasks.announce_series()
        assert series.tournaments.count() == 14

    def test_the_task_announces_for_every_open_series(self, clock: StoppedClock) -> None:
        series = [a_daily(), a_daily(recurrence="FREQ=WEEKLY")]
        clock.pass_s(7 * DAY_S)
        tasks.announce_series()
        assert [each.tournaments.count() for each in series] == [21, 3]

    def test_a_series_that_fails_keeps_no_other_waiting(self, clock: StoppedClock, caplog) -> None:
        broken, sound = a_daily(), a_daily()
        Series.objects.filter(pk=broken.pk).update(time_zone="Europe/Atlantis")
        clock.pass_s(DAY_S)
        tasks.announce_series()
        assert sound.tournaments.count() == 15
        assert f"series {broken.pk} could not be announced" in caplog.text

    def test_an_event_is_announced_with_its_card_and_a_commitment(self) -> None:
        event = first_event(a_daily(opens_before_h=1))
        assert event.state == "announced"
        assert event.opens_at == event.starts_at - timedelta(hours=1)
        assert len(event.commitment) == 64
        version = event.card_versions.get()
        assert (version.version, version.card) == (1, event.card)
        times = event.rules_card.times
        assert times is not None
        assert (times.starts_at, times.zone) == (event.starts_at, "Europe/Tallinn")

    def test_an_event_whose_entries_are_due_is_open_at_once(self) -> None:
        series = a_daily(opens_before_h=48)
        opened = series.tournaments.filter(opens_at__lte=now())
        assert {event.state for event in opened} == {"registering"}
        assert opened.count() + series.tournaments.filter(state="announced").count() == 14
        assert 0 < opened.count() <= 3

    def test_a_cancelled_event_is_not_announced_again(self) -> None:
        series = a_daily()
        event = first_event(series)
        called_off(event)
        assert series_announce(series=series) == ()

    def test_a_moved_event_is_not_announced_again_at_its_old_time(self, dora) -> None:
        series = a_daily()
        event = first_event(series)
        moved = {"start_time": time(21)}
        card_change(tournament_id=event.public_id, actor=dora, changes=moved, reason="Football.")
        assert series_announce(series=series) == ()

    def test_a_closed_series_announces_nothing_and_keeps_what_is_announced(self, clock) -> None:
        series = a_daily()
        series.is_open = False
        series_store(series=series)
        clock.pass_s(DAY_S)
        assert series_announce(series=series) == ()
        assert series.tournaments.exclude(state="cancelled").count() == 14

    def test_a_single_event_far_away_waits_until_two_weeks_before(self, clock) -> None:
        series = a_daily(first_date=date(2026, 5, 1), recurrence="")
        assert not series.tournaments.exists()
        set_clock(clock, "2026-04-17 17:00")
        assert len(series_announce(series=series)) == 1


class TestSatellites:
    def test_a_satellite_leads_to_the_next_event_it_can_reach_in_time(self) -> None:
        target = a_daily(buy_in_chips=200)
        satellite = a_daily(target_series=target, start_time=time(19, 30), recurrence="")
        event = first_event(satellite)
        assert event.target is not None
        assert f"{event.target.starts_at:%m-%d %H:%MZ}" == "03-26 18:00Z"
        terms = event.rules_card.satellite
        assert terms is not None
        assert (terms.target_id, terms.ticket_chips) == (event.target.public_id, 200)

    def test_without_an_announced_target_no_satellite_is_announced(self, clock) -> None:
        target = a_daily(buy_in_chips=200, first_date=date(2026, 4, 30), recurrence="")
        satellite = a_daily(target_series=target, start_time=time(18))
        assert not satellite.tournaments.exists()
        set_clock(clock, "2026-04-17 17:00")
        tasks.announce_series()
        tasks.announce_series()
        assert satellite.tournaments.count() == 13

    def test_a_sit_and_go_satellite_opens_when_its_target_is_announced(self, clock) -> None:
        target = a_daily(buy_in_chips=200, first_date=date(2026, 4, 30), recurrence="")
        satellite = a_daily(
            kind="sit_and_go", seats=8, target_series=target, first_date=None, start_time=None
        )
        assert not satellite.tournaments.exists()
        set_clock(clock, "2026-04-17 17:00")
        tasks.announce_series()
        tasks.sweep_tournaments()
        assert satellite.tournaments.get().target == first_event(target)

    def test_an_empty_satellite_makes_way_for_one_to_the_next_event(self, clock) -> None:
        target = a_daily(buy_in_chips=200)
        satellite = a_daily(
            kind="sit_and_go", seats=8, target_series=target, first_date=None, start_time=None
        )
        assert satellite.tournaments.get().target == first_event(target)
        clock.pass_s(5.5 * 3600)
        tasks.sweep_tournaments()
        tasks.sweep_tournaments()
        assert satellite.tournaments.filter(state="cancelled").count() == 1
        open_now = satellite.tournaments.get(state="registering")
        assert open_now.target is not None
        assert f"{open_now.target.starts_at:%m-%d %H:%MZ}" == "03-26 18:00Z"


class TestAfterAChange:
    def test_events_nobody_relies_on_get_the_new_card(self) -> None:
        series = a_daily()
        series.buy_in_chips = 70
        series_store(series=series)
        for event in series.tournaments.all():
            assert (event.rules_card.buy_in_chips, event.rules_card.version) == (70, 2)

    def test_storing_the_same_again_makes_no_version(self) -> None:
        series = a_daily()
        series_store(series=series)
        assert first_event(series).rules_card.version == 1

    def test_an_event_to_which_tickets_lead_keeps_its_card(self) -> None:
        series = a_daily(buy_in_chips=200)
        satellite = a_daily(target_series=series, start_time=time(19, 30), recurrence="")
        target = first_event(satellite).target
        assert target is not None
        series.buy_in_chips = 300
        series_store(series=series)
        assert fresh(target).rules_card.buy_in_chips == 200

    def test_an_event_that_staff_have_changed_keeps_its_card(self, dora) -> None:
        series = a_daily()
        event = first_event(series)
        seats = {"seats": 32}
        card_change(tournament_id=event.public_id, actor=dora, changes=seats, reason="Many come.")
        series.seats = 8
        series_store(series=series)
        assert fresh(event).seats == 32

    def test_a_new_time_takes_the_old_starts_out_and_may_be_taken_back(self) -> None:
        series = a_daily(recurrence="FREQ=DAILY;COUNT=3", opens_before_h=1)
        old = starts(series)
        series.start_time = time(21)
        series_store(series=series)
        assert starts(series, state="announced") == ["03-25 19:00Z", "03-26 19:00Z", "03-27 19:00Z"]
        assert starts(series, state="cancelled") == old
        series.start_time = time(20)
        series_store(series=series)
        assert starts(series, state="announced") == old

    def test_an_event_into_whose_pool_a_satellite_has_paid_is_not_dropped(self) -> None:
        series = a_daily()
        event = first_event(series)
        Tournament.objects.filter(pk=event.pk).update(added_chips=50)
        series.recurrence = "FREQ=WEEKLY;BYDAY=SU"
        series_store(series=series)
        assert state_of(event) == "registering"

    def test_a_dropped_event_is_over(self) -> None:
        series = a_daily()
        event = first_event(series)
        series.recurrence = "FREQ=WEEKLY;BYDAY=SU"
        series_store(series=series)
        assert state_of(event) == "cancelled"
        assert fresh(event).is_dropped
        assert starts(series, state="announced") == ["03-29 17:00Z", "04-05 17:00Z"]
