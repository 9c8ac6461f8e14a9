"""Figures of talk and moderation: counted from the rows, shown, drawn and written out."""

import csv
from datetime import UTC, date, datetime, timedelta
from io import StringIO
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.test import Client

from accounts.models import User
from chat.admin.figures import HEIGHT, bars, figures
from chat.models import Message, RefusedLine, Review
from moderation.cases import CaseKind, CaseOutcome, CaseState, ReportReason
from moderation.models import Case, Sanction
from moderation.sanctions import SanctionKind
from moderation.selectors.statistics import AnswerTimes, answer_times
from tests.clock import FrozenClock
from tests.factories import a_user

PAGE = "/admin/chat/message/statistics/"
FILE = "/admin/chat/message/statistics.csv"

#: A Wednesday.
TODAY = date(2026, 3, 18)
DAY_MS = 86_400_000


@pytest.fixture(autouse=True)
def _wednesday(clock: FrozenClock) -> None:
    clock.now_ms = int(datetime(2026, 3, 18, 12, tzinfo=UTC).timestamp() * 1000)


@pytest.fixture
def desk(client: Client, dora: User) -> Client:
    """Dora's browser."""
    dora.user_permissions.add(Permission.objects.get(codename="view_message"))
    client.force_login(dora)
    return client


def ago(days: float) -> int:
    """A moment so many days before noon."""
    return int(datetime(2026, 3, 18, 12, tzinfo=UTC).timestamp() * 1000 - days * DAY_MS)


def said(user: User, days: float) -> None:
    Message.objects.create(user=user, room="lobby:main", text="hello", at_ms=ago(days))


def refused(user: User, days: float, code: str, found: str, review: Review = Review.NEW) -> None:
    RefusedLine.objects.create(
        user=user,
        room="lobby:main",
        text="tere",
        code=code,
        evidence=found,
        at_ms=ago(days),
        review=review,
    )


def test_lines_are_counted_by_day_and_by_week_of_utc(alice) -> None:
    for days in (0, 0.4, 0.6, 1, 8):
        said(alice, days)
    daily = {span.first: span.lines for span in figures(is_weekly=False).spans}
    assert daily[TODAY] == 2
    assert daily[TODAY - timedelta(days=1)] == 2
    assert daily[TODAY - timedelta(days=8)] == 1
    assert (len(daily), sum(daily.values())) == (30, 5)
    weekly = {span.first: span.lines for span in figures(is_weekly=True).spans}
    assert (weekly[date(2026, 3, 16)], weekly[date(2026, 3, 9)]) == (4, 1)
    assert len(weekly) == 26


def test_refusals_are_counted_by_reason_and_language_with_those_marked_wrong(alice) -> None:
    refused(alice, 0, "chat.not_english", "et", Review.WRONG)
    refused(alice, 1, "chat.not_english", "et", Review.RIGHT)
    refused(alice, 1, "chat.not_english", "et")
    refused(alice, 2, "chat.not_english", "fi")
    refused(alice, 2, "chat.offensive", "some word")
    refused(alice, 40, "chat.offensive", "another word")
    shown = figures(is_weekly=False)
    assert [(each.name, each.count, each.looked, each.wrong) for each in shown.codes] == [
        ("chat.not_english", 4, 2, 1),
        ("chat.offensive", 1, 0, 0),
    ]
    assert [(each.name, each.count, each.wrong_percent) for each in shown.languages] == [
        ("et", 3, "50.0"),
        ("fi", 1, "–"),
    ]
    assert shown.spans[-1].refused_percent == "100.0"


def test_answers_are_timed_from_the_first_report_to_the_decision(alice) -> None:
    for hours in (1, 2, 3, 4, 5, 6, 7, 8, 9, 30):
        opened = datetime(2026, 3, 17, tzinfo=UTC)
        Case.objects.create(
            kind=CaseKind.PLAYER,
            subject=f"user:{hours}",
            about=alice,
            state=CaseState.DECIDED,
            outcome=CaseOutcome.ACTED,
            opened_at=opened,
            decided_at=opened + timedelta(hours=hours),
        )
    found = answer_times(TODAY - timedelta(days=1), TODAY)
    assert found == AnswerTimes(10, timedelta(hours=5), timedelta(hours=9))
    assert figures(is_weekly=False).answers == found


def test_reports_and_sanctions_are_counted_by_day_and_kind(alice, bob, dora) -> None:
    moment = datetime(2026, 3, 17, 23, 59, tzinfo=UTC)
    case = Case.objects.create(kind=CaseKind.PLAYER, subject="user:alice", about=alice)
    case.reports.create(reporter=bob, reason=ReportReason.SPAM, created_at=moment)
    for number, kind in enumerate((SanctionKind.MUTE, SanctionKind.MUTE, SanctionKind.WARN)):
        Sanction.objects.create(
            user=alice,
            kind=kind,
            offence="spam",
            text="Spam.",
            imposed_by=dora,
            key=f"k{number}",
            starts_at=moment,
        )
    shown = figures(is_weekly=False)
    yesterday = shown.spans[-2]
    assert (yesterday.reports, yesterday.sanctions) == (1, 3)
    assert shown.sanctions == [("mute", 2), ("warn", 1)]


def test_an_empty_house_has_figures_too(desk) -> None:
    assert answer_times(TODAY, TODAY).count == 0
    assert "Nothing was refused." in desk.get(PAGE).content.decode()
    assert desk.get(FILE).status_code == 200


def test_bars_are_as_high_as_their_days() -> None:
    drawn = bars([("a", 0), ("b", 5), ("c", 10)])
    assert [bar.height for bar in drawn] == [0, HEIGHT // 2, HEIGHT]
    assert all(bar.y + bar.height == HEIGHT for bar in drawn)
    assert [bar.text for bar in drawn] == ["a: 0", "b: 5", "c: 10"]
    assert bars([]) == []


def test_the_page_draws_and_tells_the_same(desk, alice) -> None:
    for days in (0, 1, 1):
        said(alice, days)
    page = desk.get(PAGE).content.decode()
    assert "<title>2026-03-17: 2</title>" in page
    assert '<th scope="row">2026-03-17</th><td class="num">2</td>' in page
    assert "By week" in page
    assert "<title>2026-03-16: 3</title>" in desk.get(PAGE, {"by": "week"}).content.decode()


def test_the_file_has_every_figure_and_no_formula(desk, alice) -> None:
    said(alice, 0)
    refused(alice, 0, "chat.not_english", '=HYPERLINK("http://evil.example")')
    answer: Any = desk.get(FILE)
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    rows = list(csv.reader(StringIO(answer.content.decode("utf-8-sig"))))
    assert ["2026-03-18", "lines", "", "1"] in rows
    assert [row[2] for row in rows if row[1] == "refused by language"] == [
        '\'=HYPERLINK("http://evil.example")'
    ]


def test_the_figures_are_for_who_may_read_the_lines(client, db) -> None:
    client.force_login(a_user("rita", is_staff=True))
    assert client.get(PAGE).status_code == 403
    assert client.get(FILE).status_code == 403
