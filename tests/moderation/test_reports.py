"""Reports: one case a subject, one report a person, an answer for everybody, and no punishment."""

from datetime import timedelta

import pytest
from django.test import Client

from accounts.lifecycle import records_of
from accounts.models import User
from chat.models import Message, RefusedLine
from moderation.cases import CaseKind, CaseOutcome, CaseState, ReportReason
from moderation.models import Case, Report, Sanction
from moderation.selectors import reports_of
from moderation.services import case_decide, report_open
from moderation.services.reports import MOST_A_DAY
from tests.factories import a_bot, a_guest, a_user
from tests.moderation.desk import ROOM, Desk, a_line, has, place, staff
from tests.support.clock import StoppedClock
from wire.errors import Conflict, Malformed, NotFound, PlatformError, Refused, TooFast
from wire.time import now_ms

pytestmark = pytest.mark.django_db


def test_a_report_makes_a_case_with_what_was_there_then(alice: User, eve: User) -> None:
    User.objects.filter(pk=eve.pk).update(about="I sell chips")
    report = report_open(
        reporter=alice, subject="user:eve", reason=ReportReason.SPAM, note=" he\u202e sells\nchips "
    )
    User.objects.filter(pk=eve.pk).update(about="")
    case = Case.objects.get()
    assert (case.kind, case.subject, case.about, case.state) == (
        CaseKind.PLAYER,
        "user:eve",
        eve,
        CaseState.OPEN,
    )
    assert case.context == {"name": "eve", "profile": "I sell chips", "lines": []}
    assert report.note == "he sells chips"


def test_what_a_player_said_last_is_frozen_when_he_is_reported_as_a_whole(
    alice: User, eve: User
) -> None:
    a_line(eve, "hello")
    line = a_line(eve, "I know where you live", room="match:abcdefabcdef")
    RefusedLine.objects.create(
        user=eve, room=ROOM, text="you loser", code="chat.offensive", at_ms=now_ms() + 1
    )
    case = report_open(reporter=alice, subject="user:eve", reason="threat").case
    Message.objects.filter(pk=line.pk).delete()
    shown = Desk(staff("mara")).page(place(case))
    for words in ("hello", "I know where you live", "Match abcdefabcdef", "you loser"):
        assert has(shown, words)
    # What was said in a room she may not read is for staff alone.
    assert "where you live" not in str(records_of(alice))
    client = Client()
    client.force_login(alice)
    assert "where you live" not in client.get("/reports/").content.decode()
    assert "where you live" not in Desk(staff("nils")).page("case/queue/")


def test_a_player_is_one_subject_however_his_name_is_written(alice: User, eve: User) -> None:
    report_open(reporter=alice, subject="user:EVE", reason="other")
    with pytest.raises(Conflict, match=r"report\.twice"):
        report_open(reporter=alice, subject="user:eve", reason="spam")


def test_one_cannot_report_oneself(alice: User) -> None:
    with pytest.raises(Refused, match=r"report\.self"):
        report_open(reporter=alice, subject="user:alice", reason="other")
    assert not Case.objects.exists()


@pytest.mark.parametrize(
    "subject", ["line:", "line:x", "board:1", "", "user:", "user:nobody", "user:a\0"]
)
def test_what_is_not_there_cannot_be_reported(alice: User, subject: str) -> None:
    with pytest.raises(NotFound):
        report_open(reporter=alice, subject=subject, reason="other")


def test_a_reason_of_ones_own_is_refused(alice: User, eve: User) -> None:
    with pytest.raises(Malformed, match=r"report\.reason"):
        report_open(reporter=alice, subject="user:eve", reason="ugly")


def test_a_house_bot_is_not_reported(alice: User) -> None:
    bot = a_bot("house-1")
    with pytest.raises(Refused, match=r"report\.bot"):
        report_open(reporter=alice, subject=f"user:{bot.username}", reason="unfair")


def test_a_guest_may_report(eve: User) -> None:
    assert report_open(reporter=a_guest(), subject="user:eve", reason="threat").pk


def test_twenty_reports_a_day_are_enough(alice: User, clock: StoppedClock) -> None:
    players = [a_user() for _ in range(MOST_A_DAY + 1)]
    for player in players[:-1]:
        report_open(reporter=alice, subject=f"user:{player.username}", reason="other")
    last = f"user:{players[-1].username}"
    with pytest.raises(TooFast, match=r"report\.too_many"):
        report_open(reporter=alice, subject=last, reason="other")
    clock.pass_s(timedelta(days=1, seconds=1).total_seconds())
    assert report_open(reporter=alice, subject=last, reason="other").pk


def test_a_player_may_be_reported_again_after_a_decision(
    alice: User, eve: User, dora: User
) -> None:
    first = report_open(reporter=alice, subject="user:eve", reason="other").case
    case_decide(
        actor=dora, case_id=first.public_id, outcome=CaseOutcome.NO_BREACH, answer="", reason="Fine"
    )
    second = report_open(reporter=alice, subject="user:eve", reason="other").case
    assert second.pk != first.pk


def test_however_many_report_somebody_nothing_happens_to_him(eve: User) -> None:
    for _ in range(30):
        report_open(reporter=a_user(), subject="user:eve", reason="threat")
    eve.refresh_from_db()
    assert eve.is_active
    assert not eve.is_barred
    assert not Sanction.objects.exists()


def test_the_reporter_reads_what_came_of_it(alice: User, eve: User, dora: User) -> None:
    case = report_open(reporter=alice, subject="user:eve", reason="spam", note="Adverts").case
    (waiting,) = reports_of(alice)
    assert (waiting.is_answered, waiting.outcome) == (False, CaseOutcome.NONE)
    case_decide(
        actor=dora,
        case_id=case.public_id,
        outcome=CaseOutcome.ACTED,
        answer="Thank you for telling us.",
        reason="Adverts in his profile",
    )
    (answered,) = reports_of(alice)
    assert answered.is_answered
    assert answered.answer == "Thank you for telling us."


# --- the pages ----------------------------------------------------------------------------


def test_a_player_is_reported_from_his_page(client: Client, alice: User, eve: User) -> None:
    client.force_login(alice)
    address = "/players/eve/report/"
    assert address in client.get("/players/eve/").content.decode()
    answer = client.post(address, {"reason": "unfair", "note": "Plays like a book"}, follow=True)
    page = answer.content.decode()
    assert answer.redirect_chain == [("/reports/", 302)]
    assert "Thank you. Staff will look at it" in page
    assert "Plays like a book" in page
    assert "Waiting for staff." in page


def test_no_way_to_report_stands_on_ones_own_page(client: Client, alice: User) -> None:
    client.force_login(alice)
    assert "/report/" not in client.get("/players/alice/").content.decode()


def test_the_page_explains_a_refusal(client: Client, alice: User, eve: User) -> None:
    client.force_login(alice)
    client.post("/players/eve/report/", {"reason": "other"})
    page = client.post("/players/eve/report/", {"reason": "other"}, follow=True).content.decode()
    assert "You have reported this already." in page


def test_a_report_without_a_reason_is_asked_for_one(client: Client, alice: User, eve: User) -> None:
    client.force_login(alice)
    answer = client.post("/players/eve/report/", {"note": "x"})
    assert answer.status_code == 200
    assert not Report.objects.exists()


def test_a_stranger_signs_in_first(client: Client, eve: User) -> None:
    for address in ("/reports/", "/players/eve/report/"):
        assert "login" in client.get(address)["Location"]


def test_nobody_is_reported_who_is_not_there(client: Client, alice: User) -> None:
    client.force_login(alice)
    assert client.get("/players/nobody/report/").status_code == 404


def test_markup_in_a_report_is_text(client: Client, alice: User, eve: User) -> None:
    client.force_login(alice)
    report_open(reporter=alice, subject="user:eve", reason="other", note="<img src=x onerror=y>")
    page = client.get("/reports/").content.decode()
    assert "&lt;img src=x onerror=y&gt;" in page
    assert "<img src=x" not in page


# --- who hears of it ----------------------------------------------------------------------


def test_the_download_of_ones_data_holds_the_reports_one_made_alone(alice: User, eve: User) -> None:
    report_open(reporter=alice, subject="user:eve", reason="spam", note="Adverts")
    (made,) = records_of(alice)["reports"]
    assert (made["about"], made["reason"], made["note"]) == ("eve", "spam", "Adverts")
    assert records_of(eve)["reports"] == []


def test_every_refusal_has_a_code_and_a_sentence(alice: User, eve: User) -> None:
    report_open(reporter=alice, subject="user:eve", reason="other")
    for subject in ("user:alice", "user:eve", "line:0", "nothing:1"):
        with pytest.raises(PlatformError) as refused:
            report_open(reporter=alice, subject=subject, reason="other")
        assert "." in refused.value.code
        assert refused.value.text
