"""Dates, clocks and numbers in the form of the language, and by the reader's clock."""

from datetime import UTC, datetime

import pytest
from django.http import HttpResponse
from django.test import RequestFactory
from django.utils import timezone, translation
from django.utils.formats import date_format, get_format
from django.utils.timezone import localtime

from accounts.reading import ReaderKnown
from accounts.services import preferences_set
from tests.factories import a_user
from tests.languages.clocks import MOMENT_MS, TOLD, ZONE
from tests.languages.marked import english_in, marked_language
from tournaments.templatetags.moments import left_text, moment

SPRING = datetime(2026, 5, 5, 17, 5, tzinfo=UTC)

#: By language: a date in full, a moment of this year, and two days and three hours.
WRITTEN = {
    "en": ("5 May 2026", "Tue 5 May, 20:05", "2 d 3 h"),
    "et": ("5. mai 2026", "teisip. 5. mai, 20:05", "2 p 3 t"),
    "lv": ("2026. gada 5. maijs", "ot, 5. mai, 20:05", "2 d 3 h"),
    "fi": ("5. toukokuuta 2026", "ti 5.5. klo 20.05", "2 pv 3 t"),
    "nb": ("5. mai 2026", "tir 5. mai kl. 20:05", "2 d 3 t"),
}


@pytest.mark.parametrize("code", WRITTEN)
def test_a_language_writes_dates_and_lengths_of_time_its_own_way(code: str, clock) -> None:
    clock.moment_ms = int(SPRING.timestamp() * 1000)
    date, told, left = WRITTEN[code]
    with translation.override(code), timezone.override("Europe/Tallinn"):
        assert date_format(localtime(SPRING), "DATE_FORMAT") == date
        assert told in moment(SPRING, "Europe/Tallinn")
        assert left_text((2 * 24 + 3) * 3600) == left


@pytest.mark.parametrize("code", TOLD)
def test_a_moment_of_another_year_says_which(code: str) -> None:
    with translation.override(code):
        assert f">{TOLD[code]} <" in moment(MOMENT_MS, ZONE)


@pytest.mark.parametrize("code", ["et", "lv", "fi", "nb"])
def test_a_language_of_the_house_has_a_decimal_comma_and_weeks_from_monday(code: str) -> None:
    with translation.override(code):
        assert get_format("DECIMAL_SEPARATOR") == ","
        assert get_format("FIRST_DAY_OF_WEEK") == 1


def test_the_readers_own_clock_stands_before_that_of_the_event(clock) -> None:
    with translation.override("en"), timezone.override("Europe/Oslo"):
        html = moment(SPRING, "Europe/Tallinn")
    assert html.index("19:05 your time") < html.index("Tue 5 May, 20:05")
    assert 'class="has-own"' in html


def test_a_reader_whose_zone_nobody_knows_sees_the_events_clock_alone() -> None:
    with timezone.override("UTC"):
        html = moment(SPRING, "Europe/Tallinn")
    assert "<span data-moment-own hidden></span>" in html


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("path", "zone"), [("/wallet/", "Asia/Tokyo"), ("/admin/moderation/", "UTC")]
)
def test_a_member_reads_by_the_clock_he_has_chosen_and_staff_by_one_for_all(
    rf: RequestFactory, path: str, zone: str
) -> None:
    request = rf.get(path)
    request.user = a_user("dora", is_staff=True)
    request.COOKIES["zone"] = "Europe%2FOslo"
    preferences_set(user=request.user, changes={"time_zone": "Asia/Tokyo"})
    said = ReaderKnown(lambda _request: HttpResponse(timezone.get_current_timezone_name()))
    assert said(request).content.decode() == zone


@pytest.mark.parametrize(
    ("cookie", "zone"), [("Europe%2FOslo", "Europe/Oslo"), ("Mars", "UTC"), ("", "UTC")]
)
def test_a_visitor_reads_by_the_clock_of_his_browser(
    rf: RequestFactory, cookie: str, zone: str
) -> None:
    request = rf.get("/")
    request.COOKIES["zone"] = cookie
    said = ReaderKnown(lambda _request: HttpResponse(timezone.get_current_timezone_name()))
    assert said(request).content.decode() == zone


def test_what_is_marked_is_read_and_what_is_not_is_found() -> None:
    """The test of tests: pages are searched for English by `english_in`."""
    with marked_language():
        page = f"<p title='Not this'>{date_format(SPRING, 'F')} and <b>this</b></p>"
    assert english_in(page, frozenset()) == ["Not this", "and", "this"]
    assert english_in("<p lang='en'>Deal <i>me</i> in</p><p>Out</p>", frozenset()) == ["Out"]
    assert english_in("<code>make it</code> 4k2m wallet:7 ⟦One ⟦two⟧⟧", frozenset()) == []
