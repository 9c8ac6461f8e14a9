"""A moment in a sentence: in the form of the language, by the reader's clock and the event's."""

import re
from datetime import UTC, datetime
from pathlib import Path

import pytest
from django.conf import settings
from django.utils import timezone, translation

from accounts.notices import notice_text
from tests.languages.collecting import sources
from tournaments.card import Times
from tournaments.notices import SENTENCES
from tournaments.pages.card_diff import start_text
from wire.moments import in_zone, moment_text, near_text

AUTUMN = datetime(2026, 11, 30, 18, 36, tzinfo=UTC)
TALLINN, OSLO, TOKYO = "Europe/Tallinn", "Europe/Oslo", "Asia/Tokyo"

#: By language: 30 November this year, with the year, and with both.
WRITTEN = {
    "en": ("Mon 30 Nov, 20:36", "30 Nov 2026, 20:36", "Mon 30 Nov 2026, 20:36"),
    "et": ("esmasp. 30. nov, 20:36", "30. nov 2026, 20:36", "esmasp. 30. nov 2026, 20:36"),
    "lv": ("pr, 30. nov, 20:36", "30.11.2026, 20:36", "pr 30.11.2026, 20:36"),
    "fi": ("ma 30.11. klo 20.36", "30.11.2026 klo 20.36", "ma 30.11.2026 klo 20.36"),
    "nb": ("man 30. nov kl. 20:36", "30. nov 2026 kl. 20:36", "man 30. nov 2026 kl. 20:36"),
}


@pytest.fixture(autouse=True)
def _today(clock) -> None:
    clock.moment_ms = int(AUTUMN.timestamp() * 1000)


@pytest.mark.parametrize("code", WRITTEN)
class TestEveryLanguage:
    def test_a_notice_writes_the_day_as_the_language_does(self, code: str) -> None:
        with translation.override(code), timezone.override(TALLINN):
            text = notice_text("soon", {"name": "Daily", "at_ms": AUTUMN.timestamp() * 1000})
            assert WRITTEN[code][0] in text

    def test_a_mail_writes_it_with_the_year(self, code: str) -> None:
        with translation.override(code), timezone.override(TALLINN):
            assert moment_text(AUTUMN) == WRITTEN[code][1]

    def test_so_does_a_card(self, code: str) -> None:
        with translation.override(code):
            told = start_text(Times(starts_at=AUTUMN, zone=TALLINN))
        assert told == f"{WRITTEN[code][2]} ({TALLINN}, UTC+02:00)"


class TestTwoClocks:
    """An event in Tallinn, and readers elsewhere."""

    @pytest.mark.parametrize(
        ("zone", "told"),
        [
            (OSLO, "Mon 30 Nov, 19:36 your time (20:36 Tallinn, UTC+2)"),
            (TOKYO, "Tue 1 Dec, 03:36 your time (Mon 30 Nov, 20:36 Tallinn, UTC+2)"),
            ("Europe/Helsinki", "Mon 30 Nov, 20:36 (Tallinn, UTC+2)"),
            ("UTC", "Mon 30 Nov, 20:36 (Tallinn, UTC+2)"),
        ],
    )
    def test_the_events_clock_stands_beside_the_readers_where_they_differ(
        self, zone: str, told: str
    ) -> None:
        facts = {"name": "Daily", "at_ms": AUTUMN.timestamp() * 1000, "zone": TALLINN}
        with timezone.override(zone):
            assert notice_text("soon", facts) == SENTENCES["soon"].format(name="Daily", at=told)

    def test_a_mail_about_an_event_says_it_too(self) -> None:
        with timezone.override(OSLO):
            told = moment_text(in_zone(AUTUMN, TALLINN))
        assert told == "30 Nov 2026, 19:36 your time (20:36 Tallinn, UTC+2)"

    def test_who_has_chosen_no_zone_is_told_that_a_moment_is_in_utc(self) -> None:
        assert near_text(AUTUMN) == "Mon 30 Nov, 18:36 UTC"
        assert near_text(in_zone(AUTUMN, "")) == "Mon 30 Nov, 18:36 UTC"


#: `date_format(x, "D j")`, `{{ x|date:"D j" }}`: letters instead of the name of a format.
_IN_CODE = re.compile(r'_format\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*,\s*"(?![A-Z_]+")')
_IN_TEMPLATE = re.compile(r"""\|(?:date|time):["'](?![A-Z_]+["']|c["'])""")


def test_no_page_or_sentence_writes_a_moment_by_letters() -> None:
    """Only the desk does, which has ISO dates."""
    written = (("*.py", _IN_CODE), ("*.html", _IN_TEMPLATE), ("*.txt", _IN_TEMPLATE))
    found = [
        _name(path)
        for pattern, letters in written
        for path in sources(pattern)
        if letters.search(path.read_text())
    ]
    assert [name for name in found if "/admin/" not in name] == []


def _name(path: Path) -> str:
    return path.relative_to(settings.BASE_DIR).as_posix()
