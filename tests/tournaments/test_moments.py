"""Moments and countdowns as the server writes them; the browser adds the reader's own."""

from datetime import UTC, datetime, timedelta

import pytest

from tournaments.templatetags.moments import countdown, left_text, moment

WINTER = datetime(2026, 1, 15, 18, 0, tzinfo=UTC)
SUMMER = datetime(2026, 7, 15, 17, 0, tzinfo=UTC)


def words(html: str) -> str:
    """What is read of some HTML."""
    text, is_tag = "", False
    for letter in html:
        is_tag = letter == "<" or (is_tag and letter != ">")
        text += "" if is_tag or letter == ">" else letter
    return " ".join(text.split())


@pytest.mark.parametrize(("when", "offset"), [(WINTER, "UTC+2"), (SUMMER, "UTC+3")])
def test_d_trn_06_the_same_wall_clock_has_the_offset_of_its_day(clock, when, offset) -> None:
    clock.moment_ms = int(WINTER.timestamp() * 1000)
    assert words(moment(when, "Europe/Tallinn")).endswith(f"20:00 Tallinn, {offset}")


@pytest.mark.parametrize(
    ("zone", "text"),
    [
        ("", "18:00 UTC"),
        ("America/New_York", "13:00 New York, UTC−5"),
        ("Asia/Kathmandu", "23:45 Kathmandu, UTC+5:45"),
    ],
)
def test_zones_are_named_by_their_city(zone, text) -> None:
    assert words(moment(WINTER, zone, style="time")) == text


def test_a_moment_can_be_milliseconds_and_names_another_year() -> None:
    assert "15 Jan 2001" in moment(979_581_600_000)


def test_a_zone_with_markup_in_it_stays_text() -> None:
    assert "<b>" not in countdown(WINTER, "<b>{time}</b>")


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0, "0:00"), (249, "4:09"), (3600, "1 h 00 min"), (93_784, "1 d 2 h")],
)
def test_how_long_it_is_in_words_that_need_no_translation(seconds, text) -> None:
    assert left_text(seconds) == text


def test_a_countdown_ends_at_nothing(clock) -> None:
    soon = datetime.fromtimestamp(clock() / 1000, tz=UTC) + timedelta(seconds=61)
    assert words(countdown(soon, "in {time}")) == "in 1:01"
    clock.pass_s(100)
    assert words(countdown(soon, "in {time}")) == "in 0:00"
