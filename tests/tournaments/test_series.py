"""Templates: what they keep open, what is refused when one is stored, and the first ones."""

from collections.abc import Iterator
from datetime import date, time
from typing import Any

import pytest
from django.core.management import call_command

from accounts.selectors import house_bots
from bankroll.audit import books_check
from tests.support.clock import StoppedClock
from tests.tournaments.builders import a_series
from tests.tournaments.schedules import a_daily, set_clock
from tournaments.models import Series, Tournament
from tournaments.selectors import card_faults
from tournaments.services import series_keep_open, series_store
from wire.errors import Refused
from wire.time import now

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def in_march(clock: StoppedClock) -> Iterator[None]:
    set_clock(clock, "2026-03-25 12:00")
    return iter([None])


class TestSitAndGo:
    def test_one_event_is_open_however_often_it_is_asked_for(self) -> None:
        series = a_series()
        assert series_keep_open(series=series) is None
        assert series.tournaments.count() == 1

    def test_a_series_made_closed_opens_nothing(self) -> None:
        assert not a_series(is_open=False).tournaments.exists()


class TestFirstHouse:
    def test_seeding_the_house_twice_makes_one_house(self) -> None:
        for _again in range(2):
            call_command("seed_house", verbosity=0)
        names = ["Evening Cup", "Evening Four", "Sunday Open", "Ticket to Sunday"]
        assert [series.name for series in Series.objects.all()] == names
        assert Tournament.objects.filter(kind="sit_and_go", state="registering").count() == 2
        assert Tournament.objects.filter(kind="scheduled").count() == 14 + 2
        assert len(house_bots()) == 8
        assert books_check() == ()

    def test_the_first_satellite_leads_to_the_coming_sunday(self) -> None:
        call_command("seed_house")
        event = Tournament.objects.get(name="Ticket to Sunday")
        assert event.target is not None
        assert f"{event.target.starts_at:%m-%d %H:%MZ}" == "03-29 15:00Z"

    def test_no_first_series_has_a_fault(self) -> None:
        call_command("seed_house")
        for series in Series.objects.all():
            assert [each for each in card_faults(series, moment=now()) if not each.is_note] == []

    def test_seeding_keeps_what_staff_have_changed(self) -> None:
        call_command("seed_house")
        Series.objects.update(is_open=False, buy_in_chips=10)
        call_command("seed_house")
        assert set(Series.objects.values_list("buy_in_chips", flat=True)) == {10}


def codes(series: Series, *, notes: bool = False) -> list[str]:
    """What is the matter with a template, by code."""
    return [fault.code for fault in card_faults(series, moment=now()) if fault.is_note == notes]


def a_draft(**changes: Any) -> Series:
    """A template that could be stored, with these changes."""
    columns = {
        "name": "Draft",
        "kind": "scheduled",
        "seats": 16,
        "first_date": date(2026, 3, 25),
        "start_time": time(20),
        "recurrence": "FREQ=DAILY",
        "has_house_bots": False,
    }
    return Series(**{**columns, **changes})


class TestFaults:
    def test_a_template_that_works_has_none(self) -> None:
        assert card_faults(a_draft(), moment=now()) == ()

    @pytest.mark.parametrize(
        ("changes", "expected"),
        [
            ({"format": "ladder"}, ["card.unknown_format"]),
            ({"variant": "chess"}, ["card.unknown_game"]),
            ({"variant": "five_high"}, ["card.house_variant"]),
            ({"variant": "forced_bear_off+five_high"}, ["card.house_variant"]),
            ({"variant": "rearmost_bear_off", "is_private": True}, []),
            ({"variant": "nackgammon"}, []),
            ({"tie_breaks": "lots coin"}, ["card.unknown_tie_break"]),
            ({"min_entrants": 17}, ["card.fewest_above_seats"]),
            ({"format": "round_robin"}, ["card.field_too_large"]),
            ({"format": "groups", "min_entrants": 3}, ["card.field_too_small"]),
            ({"format": "swiss", "round_count": 4}, ["card.too_many_rounds"]),
            ({"round_lengths": "3 x"}, ["card.unreadable_lengths"]),
            ({"breaks": "3"}, ["card.unreadable_breaks"]),
            ({"apart": "alice"}, ["card.unreadable_pairs"]),
            ({"apart": "alice:Alice"}, ["card.unreadable_pairs"]),
            ({"apart": "alice:bob:carol"}, ["card.unreadable_pairs"]),
            ({"apart": "alice:bob"}, ["card.pairs_in_format"]),
            ({"format": "swing", "swing_stack": 1, "swing_rate": 2}, ["card.swing_stack"]),
            ({"format": "swing", "is_rated": True}, ["card.cannot_be_rated"]),
            ({"prize_shares": "60 50"}, ["card.shares"]),
            ({"prize_shares": "60 30"}, ["card.shares"]),
            ({"prize_shares": "1e99999999"}, ["card.shares"]),
            ({"guarantee_chips": 1_000_000_001}, ["card.guarantee_too_large"]),
            ({"name": "two\nlines"}, ["card.unprintable_name"]),
            ({"name": "turned \u202e round"}, ["card.unprintable_name"]),
            ({"prize_shares": "5 " * 20}, ["card.more_prizes_than_entrants"]),
            ({"guaranteed_tickets": 1}, ["card.tickets_to_nowhere"]),
            ({"format": "swing", "has_late_entry": True}, ["card.late_entry_in_format"]),
            ({"format": "swiss", "buy_back_min": 5}, ["card.buy_back_in_format"]),
            ({"rating_min": 1800, "rating_max": 1500}, ["card.rating_range"]),
            ({"first_date": None}, ["card.no_start"]),
            ({"first_date": None, "start_time": None}, ["card.no_start", "card.no_start"]),
            ({"first_date": date(2026, 3, 24), "recurrence": ""}, ["card.no_start_ahead"]),
            ({"start_time": time(13, 59), "recurrence": ""}, ["card.no_start_ahead"]),
            ({"recurrence": "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30"}, ["card.no_start_ahead"]),
            ({"first_date": date(1999, 1, 1)}, ["card.first_day"]),
            ({"time_zone": "Europe/Atlantis"}, ["card.zone"]),
            ({"recurrence": "every day"}, ["card.rule"]),
            ({"recurrence": "FREQ=SECONDLY"}, ["card.too_fine"]),
        ],
    )
    def test_what_cannot_work_is_named(self, changes, expected) -> None:
        assert codes(a_draft(**changes)) == expected

    @pytest.mark.parametrize(
        ("changes", "expected"),
        [
            ({"seats": 5}, ["card.sit_and_go_seats"]),
            ({"has_late_entry": True}, ["card.late_entry_in_sit_and_go"]),
            ({"buy_back_min": 5}, ["card.buy_back_in_sit_and_go"]),
        ],
    )
    def test_what_a_sit_and_go_cannot_have_is_named(self, changes, expected) -> None:
        assert codes(a_draft(**{"kind": "sit_and_go", "recurrence": "x", **changes})) == expected

    def test_a_closed_template_needs_no_start_ahead(self) -> None:
        assert codes(a_draft(first_date=date(2026, 1, 1), recurrence="", is_open=False)) == []

    def test_a_template_keeps_its_kind(self) -> None:
        series = a_daily()
        series.kind = "sit_and_go"
        assert "card.kind_is_fixed" in codes(series)

    def test_every_reason_stops_the_template_from_being_stored(self) -> None:
        draft = a_draft(prize_shares="60 50", breaks="x", time_zone="Mars")
        with pytest.raises(Refused) as refused:
            series_store(series=draft)
        reasons = [each["code"] for each in refused.value.facts["refusals"]]
        assert reasons == ["card.unreadable_breaks", "card.shares", "card.zone"]
        assert not Series.objects.exists()


class TestSatelliteFaults:
    @pytest.fixture
    def target(self) -> Series:
        return a_daily(name="Target", buy_in_chips=200, fee_chips=20, seats=8)

    @pytest.mark.parametrize(
        ("changes", "expected"),
        [
            ({}, []),
            ({"buy_in_chips": 220}, ["card.target_not_dearer"]),
            ({"buy_in_chips": 200, "fee_chips": 20}, ["card.target_not_dearer"]),
            ({"buy_in_chips": 10}, ["card.no_ticket"]),
            ({"buy_in_chips": 10, "guaranteed_tickets": 1}, []),
            ({"guaranteed_tickets": 9}, ["card.more_tickets_than_places"]),
            ({"guaranteed_tickets": 17, "seats": 16}, ["card.more_tickets_than_entrants"]),
            ({"guarantee_chips": 500}, ["card.guarantee_in_satellite"]),
            ({"prize_shares": "60 40"}, ["card.shares_in_satellite"]),
            ({"has_late_entry": True}, ["card.late_entry_in_satellite"]),
            ({"buy_back_min": 5}, ["card.buy_back_in_satellite"]),
        ],
    )
    def test_what_a_satellite_cannot_have_is_named(self, target, changes, expected) -> None:
        assert codes(a_draft(target_series=target, **changes))[: len(expected) or None] == expected

    def test_a_target_without_an_event_to_come_leads_nowhere(self, target, clock) -> None:
        target.recurrence = "FREQ=DAILY;COUNT=2"
        assert codes(a_draft(target_series=target)) == []
        clock.pass_s(3 * 24 * 3600)
        assert codes(a_draft(target_series=target)) == ["card.target_without_event"]

    def test_a_closed_target_leads_nowhere(self, target) -> None:
        target.is_open = False
        assert codes(a_draft(target_series=target)) == ["card.target_without_event"]
        assert codes(a_draft(target_series=target, is_open=False)) == []

    def test_a_sit_and_go_is_no_target(self) -> None:
        target = a_series(name="Target", buy_in_chips=200)
        assert codes(a_draft(target_series=target)) == ["card.target_not_scheduled"]

    def test_tickets_do_not_lead_in_a_circle(self, target) -> None:
        step = a_daily(name="Step", target_series=target, buy_in_chips=100)
        target.target_series = step
        assert codes(target) == ["card.satellite_cycle"]
        target.target_series = target
        assert codes(target) == ["card.satellite_cycle"]

    def test_a_chain_of_satellites_is_no_circle(self, target) -> None:
        step = a_daily(name="Step", target_series=target, buy_in_chips=100)
        assert codes(a_draft(target_series=step)) == []


class TestNotes:
    def test_hours_that_are_missing_or_come_twice_are_notes(self) -> None:
        draft = a_draft(start_time=time(3, 30))
        assert codes(draft) == []
        assert codes(draft, notes=True) == ["card.missing_hour", "card.twice_hour"]
        notes = [fault.sentence for fault in card_faults(draft, moment=now())]
        assert notes == [
            "On 2026-03-29 the clocks in Europe/Tallinn skip 03:30; the event starts at 04:30"
            " (UTC+03:00).",
            "On 2026-10-25 it is 03:30 twice in Europe/Tallinn; the first is meant, UTC+03:00.",
        ]

    @pytest.mark.parametrize("serious", [{"is_rated": True}, {"guarantee_chips": 500}])
    def test_house_bots_where_something_is_at_stake_are_a_note(self, serious) -> None:
        assert codes(a_draft(has_house_bots=True, **serious), notes=True) == [
            "card.house_bots_play"
        ]
        assert codes(a_draft(**serious), notes=True) == []
