"""Schedules: the wall clock of a named zone, across every change of its clocks."""

from datetime import UTC, date, datetime, time, timedelta
from time import perf_counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.calendar import CalendarError, Schedule, Shift, resolve
from wire.zones import NO_ZONES

#: Parts of rules, which hypothesis puts together as it likes.
PARTS = (
    *("FREQ=DAILY", "FREQ=WEEKLY", "FREQ=MONTHLY", "FREQ=YEARLY", "INTERVAL=3", "COUNT=9"),
    *("WKST=SU", "BYDAY=MO,SU", "BYDAY=-5FR", "BYDAY=5SA", "BYMONTH=2,12", "BYMONTHDAY=-31,30"),
    *("BYYEARDAY=366", "BYWEEKNO=53,-1", "BYSETPOS=-1,366", "UNTIL=20300101"),
)
TALLINN = "Europe/Tallinn"


def a_schedule(rule: str = "", *, day: str = "2026-03-25", at: str = "20:00") -> Schedule:
    return Schedule(date.fromisoformat(day), time.fromisoformat(at), TALLINN, rule)


def utc(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def starts(schedule: Schedule, after: str, most: int) -> list[str]:
    return [f"{each.starts_at:%m-%d %H:%MZ}" for each in schedule.after(utc(after), most=most)]


class TestSummerTime:
    """D-TRN-06."""

    def test_a_daily_event_keeps_its_wall_clock_when_summer_time_begins(self) -> None:
        daily = a_schedule("FREQ=DAILY")
        assert starts(daily, "2026-03-28", 3) == ["03-28 18:00Z", "03-29 17:00Z", "03-30 17:00Z"]

    def test_a_daily_event_keeps_its_wall_clock_when_summer_time_ends(self) -> None:
        daily = a_schedule("FREQ=DAILY")
        assert starts(daily, "2026-10-24", 3) == ["10-24 17:00Z", "10-25 18:00Z", "10-26 18:00Z"]

    def test_each_start_has_the_offset_of_its_own_day(self) -> None:
        found = a_schedule("FREQ=DAILY").between(utc("2026-03-27 12:00"), utc("2026-03-30 20:00"))
        assert [each.local.isoformat() for each in found] == [
            "2026-03-27T20:00:00+02:00",
            "2026-03-28T20:00:00+02:00",
            "2026-03-29T20:00:00+03:00",
            "2026-03-30T20:00:00+03:00",
        ]

    def test_an_hour_that_does_not_exist_is_moved_forward_and_said(self) -> None:
        found = resolve(datetime(2026, 3, 29, 3, 30), TALLINN)
        assert found.shift is Shift.MISSING
        assert found.local.isoformat() == "2026-03-29T04:30:00+03:00"

    def test_of_an_hour_that_comes_twice_the_first_is_meant_and_it_is_said(self) -> None:
        found = resolve(datetime(2026, 10, 25, 3, 30), TALLINN)
        assert found.shift is Shift.TWICE
        assert found.local.isoformat() == "2026-10-25T03:30:00+03:00"

    def test_the_hours_beside_a_change_are_as_they_are(self) -> None:
        for hour in (2, 4, 20):
            assert resolve(datetime(2026, 3, 29, hour), TALLINN).shift is Shift.NONE

    def test_a_day_that_a_zone_skipped_falls_together_with_the_next(self) -> None:
        apia = Schedule(date(2011, 12, 29), time(20), "Pacific/Apia", "FREQ=DAILY;COUNT=4")
        found = apia.after(utc("2011-12-28"), most=9)
        assert [f"{each.local:%d %H:%M}" for each in found] == ["29 20:00", "31 20:00", "01 20:00"]
        assert found[1].shift is Shift.MISSING

    @given(
        day=st.dates(date(2000, 1, 1), date(2098, 1, 1)),
        at=st.times(),
        zone=st.sampled_from((TALLINN, "America/New_York", "Australia/Lord_Howe", "UTC")),
    )
    def test_a_week_of_days_has_seven_starts_at_the_promised_wall_clock(
        self, day: date, at: time, zone: str
    ) -> None:
        week = Schedule(day, at, zone, "FREQ=DAILY;COUNT=7")
        found = week.after(datetime(1999, 1, 1, tzinfo=UTC), most=9)
        assert len(found) == 7
        for each in found:
            is_kept = each.local.replace(tzinfo=None) == each.wall
            assert is_kept == (each.shift is not Shift.MISSING)
            assert each.starts_at.utcoffset() == timedelta(0)


class TestRules:
    def test_without_a_rule_there_is_one_start(self) -> None:
        assert starts(a_schedule(), "2026-01-01", 5) == ["03-25 18:00Z"]

    @pytest.mark.parametrize(
        ("rule", "expected"),
        [
            ("FREQ=WEEKLY;BYDAY=MO,TH", ["03-26 18:00Z", "03-30 17:00Z", "04-02 17:00Z"]),
            ("RRULE:FREQ=WEEKLY;INTERVAL=2", ["03-25 18:00Z", "04-08 17:00Z", "04-22 17:00Z"]),
            ("freq=monthly;byday=-1fr", ["03-27 18:00Z", "04-24 17:00Z", "05-29 17:00Z"]),
            ("FREQ=MONTHLY;BYMONTHDAY=31", ["03-31 17:00Z", "05-31 17:00Z", "07-31 17:00Z"]),
            ("FREQ=DAILY;COUNT=2;", ["03-25 18:00Z", "03-26 18:00Z"]),
            ("FREQ=DAILY;UNTIL=20260326", ["03-25 18:00Z", "03-26 18:00Z"]),
            ("FREQ=DAILY;UNTIL=20260326T180000Z", ["03-25 18:00Z", "03-26 18:00Z"]),
            ("FREQ=DAILY;UNTIL=20260326T175959Z", ["03-25 18:00Z"]),
            ("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29", ["02-29 18:00Z"] * 3),
        ],
    )
    def test_a_rule_is_followed_from_the_first_day(self, rule: str, expected: list[str]) -> None:
        assert starts(a_schedule(rule), "2026-01-01", 3) == expected

    @pytest.mark.parametrize(
        ("rule", "code"),
        [
            ("every day", "rule"),
            ("FREQ=FORTNIGHTLY", "rule"),
            ("BYDAY=MO", "rule"),
            ("FREQ=DAILY;FREQ=WEEKLY", "rule"),
            ("FREQ=DAILY;BYDAY=", "rule"),
            ("FREQ=WEEKLY;BYDAY=XX", "rule"),
            ("FREQ=WEEKLY;BYDAY=2MO", "rule"),
            ("FREQ=MONTHLY;BYDAY=99MO", "rule"),
            ("FREQ=MONTHLY;BYMONTHDAY=32", "rule"),
            ("FREQ=DAILY;BYSETPOS=0", "rule"),
            ("FREQ=DAILY;BYEASTER=0", "rule"),
            ("FREQ=DAILY;INTERVAL=0", "rule"),
            ("FREQ=DAILY;INTERVAL=999999999999", "rule"),
            ("FREQ=DAILY;COUNT=99999999", "rule"),
            ("FREQ=DAILY;COUNT=٣", "rule"),
            ("FREQ=DAILY;COUNT=2;UNTIL=20270101", "rule"),
            ("FREQ=DAILY;UNTIL=tomorrow", "rule"),
            ("FREQ=DAILY;UNTIL=20261332", "rule"),
            ("FREQ=DAILY;UNTIL=99991231", "rule"),
            ("FREQ=DAILY\nDTSTART:19700101T000000", "rule"),
            ("FREQ=DAILY;BYMONTHDAY=" + ",".join("1" * 99), "rule"),
            ("FREQ=SECONDLY", "too_fine"),
            ("FREQ=HOURLY;COUNT=2", "too_fine"),
            ("FREQ=DAILY;BYMINUTE=0,1,2,3", "too_fine"),
        ],
    )
    def test_a_rule_that_cannot_be_followed_is_refused(self, rule: str, code: str) -> None:
        with pytest.raises(CalendarError) as refused:
            a_schedule(rule)
        assert refused.value.code == code

    @pytest.mark.parametrize(
        "rule",
        [
            "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30",
            "FREQ=DAILY;INTERVAL=7;BYDAY=TU",
            "FREQ=MONTHLY;BYDAY=MO;BYSETPOS=9",
            "FREQ=YEARLY;INTERVAL=1000;BYMONTH=2;BYMONTHDAY=30",
        ],
    )
    def test_a_rule_that_never_comes_true_is_given_up_soon(self, rule: str) -> None:
        began = perf_counter()
        assert a_schedule(rule).after(utc("2026-01-01"), most=1) == ()
        assert perf_counter() - began < 2

    @given(words=st.lists(st.sampled_from(PARTS), max_size=6))
    def test_any_rule_is_either_refused_or_followed(self, words: list[str]) -> None:
        try:
            schedule = a_schedule(";".join(words))
        except CalendarError:
            return
        found = [each.starts_at for each in schedule.after(utc("2026-01-01"), most=5)]
        assert found == sorted(set(found))


class TestBounds:
    @pytest.mark.parametrize(
        "zone", [*sorted(NO_ZONES), "", "Tallinn", "Europe", "../../etc/passwd", "posix/UTC"]
    )
    def test_a_zone_that_does_not_exist_is_refused(self, zone: str) -> None:
        with pytest.raises(CalendarError) as refused:
            Schedule(date(2026, 3, 25), time(20), zone)
        assert refused.value.code == "zone"

    @pytest.mark.parametrize("day", ["0001-01-01", "1999-12-31", "2100-01-01", "9999-12-31"])
    def test_a_first_day_out_of_this_century_is_refused(self, day: str) -> None:
        with pytest.raises(CalendarError) as refused:
            a_schedule("FREQ=DAILY", day=day)
        assert refused.value.code == "first_day"

    def test_the_calendar_ends_with_the_century(self) -> None:
        last = a_schedule("FREQ=DAILY", day="2099-12-30")
        assert starts(last, "2099-01-01", 9) == ["12-30 18:00Z", "12-31 18:00Z"]

    def test_a_schedule_knows_its_own_starts(self) -> None:
        daily = a_schedule("FREQ=DAILY")
        assert daily.has(utc("2026-03-29 17:00"))
        assert not daily.has(utc("2026-03-29 18:00"))
