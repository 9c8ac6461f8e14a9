"""D-CHT-05, at the desk: whatever people write is shown as they wrote it, and is never more.

Every hostile text is put wherever a table can hold it, behind the backs of the services that
would refuse most of it, and every page of the desk that shows the row is read.
"""

import re
from html.parser import HTMLParser
from typing import Any, Final

import pytest
from django.contrib.auth.models import Permission
from django.core import mail
from django.test import Client
from django.utils.html import escape

from accounts.models import StaffAction, User
from accounts.services import staff_action_record
from bankroll.csvfile import safe_cell
from chat.models import Message, RefusedLine
from lobby.models import Table
from moderation.cases import CaseKind
from moderation.models import Appeal as SanctionAppeal
from moderation.models import Case, Sanction, StaffNote
from moderation.services.mails import mails_send
from tests.factories import a_user
from tests.lobby.builders import a_table
from tests.tournaments.builders import a_sit_and_go
from tournaments.models import Series, Tournament
from wire.plain import visible

pytestmark = pytest.mark.django_db

MARKUP: Final = '<img src=x onerror="alert(1)">'
SCRIPT: Final = "</td><script>alert(2)</script>"
BREAKOUT: Final = "\" onmouseover='alert(3)' x=\""
LINK: Final = '<a href="javascript:alert(4)">free chips</a>'
TEMPLATE: Final = "{{ request.user }}{% csrf_token %}"
HOSTILE: Final = (MARKUP, SCRIPT, BREAKOUT, LINK, TEMPLATE)

#: Turns the rest of the line around; ends it.
OVERRIDE: Final = "evil\u202egnp.exe"
NEWLINES: Final = "first\nsecond\r\nBcc: everybody@example.org"


class Living(HTMLParser):
    """What of a page would do something that a text told it to."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            is_link = (value or "").startswith("javascript:")
            if name.startswith("on") or is_link or (name, value) == ("src", "x"):
                self.found.append(f"{tag} {name}={value}")

    def handle_data(self, data: str) -> None:
        if self.get_starttag_text() == "<script>":
            self.found.append(data)


def alive(page: str) -> list[str]:
    """Nothing, on a page that shows texts as texts."""
    return [*Living(page).found, *re.findall("[\u202e\x00]", page)]


@pytest.fixture
def dora(db: None) -> User:
    return User.objects.create_superuser("dora")


@pytest.fixture
def desk(client: Client, dora: User) -> Client:
    """Dora's browser."""
    client.force_login(dora)
    return client


@pytest.fixture
def alice(db: None) -> User:
    return a_user("alice")


def shown(desk: Client, address: str, text: str) -> str:
    """The page, which shows the text literally and nothing that is alive."""
    answer: Any = desk.get(address, follow=True)
    assert answer.status_code == 200, address
    page = str(answer.content.decode())
    assert alive(page) == [], address
    assert escape(visible(text)) in page or escape(text) in page, address
    return page


@pytest.mark.parametrize("text", [*HOSTILE, OVERRIDE, NEWLINES])
def test_a_line_is_text_in_every_list_room_and_search(desk, alice, text) -> None:
    line = Message.objects.create(user=alice, room="lobby:main", text=text, original=text, at_ms=1)
    base = "/admin/chat/message"
    shown(desk, f"{base}/", text)
    shown(desk, f"{base}/{line.pk}/change/", text)
    shown(desk, f"{base}/room/lobby:main/", text)
    shown(desk, f"{base}/search/?person=alice", text)
    shown(desk, f"{base}/hide/?line={line.pk}", text)
    shown(desk, "/admin/moderation/case/player/alice/", text)


@pytest.mark.parametrize("text", [*HOSTILE, OVERRIDE, NEWLINES])
def test_a_refused_line_and_what_was_found_in_it_are_text(desk, alice, text) -> None:
    line = RefusedLine.objects.create(
        user=alice, room="lobby:main", text=text, evidence=text, code="chat.not_english", at_ms=1
    )
    shown(desk, "/admin/chat/refusedline/", text)
    shown(desk, f"/admin/chat/refusedline/{line.pk}/change/", text)
    shown(desk, "/admin/chat/message/room/lobby:main/", text)


@pytest.mark.parametrize("text", [*HOSTILE, OVERRIDE, NEWLINES])
def test_reports_notes_and_appeals_are_text(desk, alice, dora, text) -> None:
    line = {"id": 1, "name": "alice", "text": text, "at_ms": 1}
    case = Case.objects.create(
        kind=CaseKind.LINE,
        subject="line:1",
        about=alice,
        room="lobby:main",
        context={"lines": [line]},
    )
    case.reports.create(reporter=a_user("bob"), reason="other", note=text)
    shown(desk, f"/admin/moderation/case/at/{case.public_id}/", text)
    shown(desk, "/admin/moderation/case/queue/", case.about.username)
    StaffNote.objects.create(about=alice, author=dora, text=text)
    shown(desk, "/admin/moderation/case/player/alice/", text)
    sanction = Sanction.objects.create(
        user=alice, kind="mute", offence="other", text=text, imposed_by=dora, key="k"
    )
    SanctionAppeal.objects.create(sanction=sanction, text=text)
    shown(desk, f"/admin/moderation/sanction/appeal/{sanction.public_id}/", text)
    shown(desk, "/admin/moderation/case/player/alice/", text)


@pytest.mark.parametrize("text", [*HOSTILE, OVERRIDE])
def test_names_of_events_and_tables_are_text(desk, alice, text) -> None:
    event, table = a_sit_and_go(), a_table(alice)
    Series.objects.filter(pk=event.series_id).update(name=text)
    Tournament.objects.filter(pk=event.pk).update(name=text)
    Table.objects.filter(pk=table.pk).update(title=text)
    for address in (
        "/admin/tournaments/series/",
        "/admin/tournaments/tournament/",
        f"/admin/tournaments/tournament/{event.pk}/change/",
        f"/admin/tournaments/tournament/direct/{event.public_id}/",
        "/admin/lobby/table/",
        f"/admin/lobby/table/{table.pk}/change/",
    ):
        page = desk.get(address).content.decode()
        if text is OVERRIDE:
            continue
        assert alive(page) == [], address
        assert escape(text) in page, address


@pytest.mark.parametrize("text", [*HOSTILE, OVERRIDE, NEWLINES])
def test_the_staff_log_is_text_reasons_and_details_too(desk, alice, dora, text) -> None:
    staff_action_record(
        actor=dora,
        act="test.act",
        subject="user:alice",
        reason=text,
        details={"before": {text: text}, "after": {text: [text, "x"]}, text: {text: text}},
    )
    shown(desk, "/admin/accounts/staffaction/", text)
    action = StaffAction.objects.get()
    shown(desk, f"/admin/accounts/staffaction/{action.pk}/change/", text)


@pytest.mark.parametrize("text", HOSTILE)
def test_what_a_profile_says_is_text(desk, alice, text) -> None:
    User.objects.filter(pk=alice.pk).update(about=text)
    for address in ("/admin/moderation/case/player/alice/", f"/player/{alice.username}/"):
        answer = desk.get(address, follow=True)
        assert alive(answer.content.decode()) == []


def test_ten_thousand_characters_are_kept_short_and_shown_whole(desk, alice) -> None:
    long = "x" * 10_000
    RefusedLine.objects.create(
        user=alice, room="lobby:main", text=long[:1_000], code="chat.too_long", at_ms=1
    )
    page = shown(desk, "/admin/chat/message/room/lobby:main/", long[:1_000])
    assert long[:1_001] not in page
    assert desk.get("/admin/chat/message/search/", {"words": long}).status_code == 200
    assert desk.get("/admin/chat/message/", {"q": long}).status_code == 200


def test_a_nul_in_a_search_finds_nothing_and_breaks_nothing(desk, alice) -> None:
    Message.objects.create(user=alice, room="lobby:main", text="hello", at_ms=1)
    for address in (
        "/admin/chat/message/?q=%00",
        "/admin/chat/message/search/?words=a%00b",
        "/admin/chat/message/search/?person=%00",
        "/admin/chat/message/room/lobby:main%00/",
        "/admin/chat/refusedline/?language=%00",
        "/admin/accounts/user/?q=ali%00ce",
    ):
        assert desk.get(address).status_code in (200, 302, 404), address


def test_a_reason_with_a_nul_and_markup_is_kept_as_text(desk, alice) -> None:
    line = Message.objects.create(user=alice, room="lobby:main", text="hello", at_ms=1)
    desk.post("/admin/chat/message/hide/", {"line": line.pk, "reason": f"a\x00b {MARKUP}"})
    assert StaffAction.objects.get().reason == f"ab {MARKUP}"
    shown(desk, "/admin/accounts/staffaction/", f"ab {MARKUP}")


def test_a_mail_says_what_staff_wrote_and_has_no_more_headers(alice, dora) -> None:
    User.objects.filter(pk=alice.pk).update(email="alice@example.org")
    alice.emailaddress_set.create(email="alice@example.org", verified=True, primary=True)
    Sanction.objects.create(
        user=alice,
        kind="suspend",
        offence="other",
        text=f"{MARKUP} {NEWLINES}",
        imposed_by=dora,
        key="k",
        is_mail_due=True,
    )
    mails_send()
    (letter,) = mail.outbox
    assert letter.recipients() == ["alice@example.org"]
    assert letter.content_subtype == "plain"
    assert MARKUP in letter.body
    assert "\n" not in letter.subject


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", " =1", "\ufeff=1"])
def test_no_cell_of_a_file_is_a_formula(desk, alice, text) -> None:
    RefusedLine.objects.create(
        user=alice, room="lobby:main", text="x", evidence=text, code="chat.not_english", at_ms=1
    )
    assert safe_cell(text) == f"'{text}"
    answer = desk.get("/admin/chat/message/statistics.csv").content.decode()
    for row in answer.splitlines()[1:]:
        for cell in row.split(","):
            assert not cell.strip('"').startswith(("=", "+", "@", "\t")), row


def test_who_may_only_read_sees_the_same_text(client, alice) -> None:
    rita = a_user("rita", is_staff=True)
    rita.user_permissions.add(Permission.objects.get(codename="view_message"))
    client.force_login(rita)
    Message.objects.create(user=alice, room="lobby:main", text=SCRIPT, at_ms=1)
    shown(client, "/admin/chat/message/room/lobby:main/", SCRIPT)
