"""Cases: one for all who report the same, decided once, told to each; and lines that are held."""

import json
from collections.abc import Callable
from contextlib import AbstractContextManager

import pytest
from django.db import IntegrityError, transaction
from django.test import Client

from accounts.lifecycle import records_of
from accounts.models import StaffAction, User
from moderation.cases import CaseKind, CaseOutcome, CaseState
from moderation.models import Case, Report, Sanction
from moderation.selectors import reports_of
from moderation.services import case_decide, case_hold, note_write, report_open
from moderation.services.cases import case_digest
from tests.factories import a_user
from tests.moderation.desk import REASON, ROOM, Desk, a_line, place, reported, staff
from tests.support.clock import StoppedClock
from tests.tournaments.conftest import Heard
from wire.errors import Conflict, Forbidden, Malformed, NotFound, Refused

pytestmark = pytest.mark.django_db

Commits = Callable[[], AbstractContextManager[Heard]]


@pytest.fixture
def mara(db: None) -> User:
    """A moderator of the evening."""
    return staff("mara")


def decided(case: Case, actor: User, outcome: CaseOutcome = CaseOutcome.HIDDEN) -> Case:
    """Somebody of the staff decides."""
    return case_decide(
        actor=actor, case_id=case.public_id, outcome=outcome, answer="Thank you.", reason=REASON
    )


# --- D-CHT-06 -----------------------------------------------------------------------------


def test_d_cht_06_twelve_reports_of_one_line_are_one_case(eve: User) -> None:
    line = a_line(eve)
    reporters = [a_user() for _ in range(12)]
    cases = {reported(line, reporter).case_id for reporter in reporters}
    assert len(cases) == 1
    case = Case.objects.get()
    assert case.reports_count == 12
    assert set(case.reports.values_list("reporter_id", flat=True)) == {r.pk for r in reporters}


def test_d_cht_06_one_person_reports_a_line_once_however_often_he_tries(
    alice: User, eve: User
) -> None:
    line = a_line(eve)
    reported(line, alice)
    for _ in range(4):
        with pytest.raises(Conflict, match=r"report\.twice"):
            reported(line, alice)
    assert Report.objects.count() == 1
    assert Case.objects.get().reports_count == 1


def test_d_cht_06_one_decision_closes_it_for_all_and_each_is_told(
    eve: User, mara: User, commits: Commits
) -> None:
    line = a_line(eve)
    reporters = [a_user() for _ in range(12)]
    for reporter in reporters:
        reported(line, reporter)
    with commits() as heard:
        decided(Case.objects.get(), mara)
    assert sorted(heard.streams("report")) == sorted(f"user:{each.pk}" for each in reporters)
    for reporter in reporters:
        (own,) = reports_of(reporter)
        assert (own.outcome, own.answer) == (CaseOutcome.HIDDEN, "Thank you.")
    assert StaffAction.objects.filter(act="case.decide").count() == 1


def test_d_cht_06_a_line_that_is_decided_is_not_reported_again(
    alice: User, bob: User, eve: User, mara: User
) -> None:
    line = a_line(eve)
    decided(reported(line, alice).case, mara, CaseOutcome.NO_BREACH)
    for reporter in (alice, bob):
        with pytest.raises(Conflict, match=r"report\.decided"):
            reported(line, reporter)


def test_d_cht_06_whoever_is_reported_never_learns_by_whom(eve: User, mara: User) -> None:
    zoe = a_user("zoe-the-reporter")
    line = a_line(eve)
    case = reported(line, zoe, note="I am zoe-the-reporter").case
    decided(case, mara)
    client = Client()
    client.force_login(eve)
    pages = ["/", "/reports/", "/players/eve/", "/account/", "/account/download/"]
    pages += ["/api/v1/me/", "/api/v1/reports/", "/api/v1/players/eve/"]
    for address in pages:
        assert "zoe-the-reporter" not in client.get(address).content.decode(), address
    assert "zoe-the-reporter" not in json.dumps(records_of(eve), default=str)


# --- deciding -----------------------------------------------------------------------------


def test_the_context_is_frozen_with_the_case(alice: User, bob: User, eve: User) -> None:
    a_line(bob, "good luck")
    line = a_line(eve, "go home, loser")
    case = reported(line, alice).case
    line.text = "something nice"
    line.save(update_fields=["text"])
    reported(line, bob)
    case.refresh_from_db()
    assert [each["text"] for each in case.context["lines"]] == ["good luck", "go home, loser"]
    assert case.context["line"] == line.pk


def test_a_decision_is_in_the_staff_log_with_before_and_after(
    alice: User, eve: User, mara: User
) -> None:
    case = decided(reported(a_line(eve), alice).case, mara)
    act = StaffAction.objects.get(act="case.decide")
    assert act.actor == mara
    assert act.reason == REASON
    assert act.details["before"]["state"] == CaseState.OPEN
    assert act.details["after"]["outcome"] == case.outcome


def test_the_same_decision_again_changes_nothing(
    alice: User, eve: User, mara: User, commits: Commits
) -> None:
    case = reported(a_line(eve), alice).case
    decided(case, mara)
    with commits() as heard:
        decided(case, mara)
    assert heard.parcels == []
    assert StaffAction.objects.filter(act="case.decide").count() == 1


def test_another_decision_comes_too_late(alice: User, eve: User, mara: User) -> None:
    case = reported(a_line(eve), alice).case
    decided(case, mara)
    with pytest.raises(Conflict, match=r"case\.decided"):
        decided(case, staff("maik"), CaseOutcome.NO_BREACH)


def test_a_decision_on_what_has_changed_meanwhile_is_not_made(
    alice: User, bob: User, eve: User, mara: User
) -> None:
    line = a_line(eve)
    case = reported(line, alice).case
    seen = case_digest(case)
    reported(line, bob, "threat")
    with pytest.raises(Conflict, match=r"case\.changed"):
        case_decide(
            actor=mara,
            case_id=case.public_id,
            outcome=CaseOutcome.NO_BREACH,
            answer="",
            reason=REASON,
            seen=seen,
        )
    assert Case.objects.get().state == CaseState.OPEN


def test_only_staff_with_the_permission_decide(alice: User, bob: User, eve: User) -> None:
    case = reported(a_line(eve), alice).case
    for actor in (bob, a_user("gus", is_staff=True)):
        with pytest.raises(Forbidden, match=r"auth\.forbidden"):
            decided(case, actor)


def test_nobody_decides_about_a_senior_or_about_himself(alice: User, mara: User) -> None:
    boss = staff("boss", "director")
    about_boss = reported(a_line(boss), alice).case
    about_mara = reported(a_line(mara), alice).case
    with pytest.raises(Forbidden, match=r"staff\.senior"):
        decided(about_boss, mara)
    with pytest.raises(Forbidden, match=r"staff\.self"):
        decided(about_mara, mara)
    assert decided(about_mara, boss).state == CaseState.DECIDED


def test_chiefs_decide_about_one_another(alice: User) -> None:
    one, other = staff("one"), staff("other")
    User.objects.filter(pk__in=[one.pk, other.pk]).update(is_superuser=True)
    case = reported(a_line(one), alice).case
    for chief in (one, other):
        chief.refresh_from_db()
    with pytest.raises(Forbidden, match=r"staff\.self"):
        decided(case, one)
    assert decided(case, other).decided_by == other


def test_a_decision_says_what_came_of_it_and_why(alice: User, eve: User, mara: User) -> None:
    case = reported(a_line(eve), alice).case
    with pytest.raises(Malformed, match=r"case\.outcome"):
        decided(case, mara, CaseOutcome.NONE)
    with pytest.raises(Refused, match=r"staff\.reason"):
        case_decide(actor=mara, case_id=case.public_id, outcome="acted", answer="", reason="  ")
    with pytest.raises(NotFound, match=r"case\.not_found"):
        case_decide(actor=mara, case_id="nothing", outcome="acted", answer="", reason=REASON)


def test_the_database_keeps_one_open_case_a_subject(alice: User, eve: User) -> None:
    case = reported(a_line(eve), alice).case
    with pytest.raises(IntegrityError), transaction.atomic():
        Case.objects.create(kind=case.kind, subject=case.subject, about=eve)


def test_a_line_in_a_room_one_may_not_read_is_not_reported(alice: User, eve: User) -> None:
    line = a_line(eve, room="match:nothing")
    with pytest.raises((NotFound, Forbidden)):
        reported(line, alice)
    assert not Case.objects.exists()


# --- held lines ---------------------------------------------------------------------------


def held(text: str, at_ms: int) -> dict[str, object]:
    """A refused line as the floor above tells of it."""
    return {
        "text": text,
        "code": "chat.offensive",
        "evidence": "loser",
        "room": ROOM,
        "at_ms": at_ms,
    }


def test_held_lines_are_one_case_that_grows(eve: User, clock: StoppedClock) -> None:
    lines = [held(f"line {number}", clock() + number) for number in range(4)]
    first = case_hold(user=eve, room=ROOM, lines=lines[:3])
    again = case_hold(user=eve, room=ROOM, lines=lines)
    assert first.pk == again.pk
    assert (again.kind, again.about, again.reports_count) == (CaseKind.HELD, eve, 0)
    assert [line["text"] for line in again.context["lines"]] == [
        f"line {number}" for number in range(4)
    ]


def test_nobody_is_punished_for_what_is_held(eve: User, clock: StoppedClock) -> None:
    case_hold(user=eve, room=ROOM, lines=[held("x", clock())])
    assert not Sanction.objects.exists()


def test_after_a_decision_new_lines_make_a_new_case(
    eve: User, mara: User, clock: StoppedClock
) -> None:
    first = case_hold(user=eve, room=ROOM, lines=[held("x", clock())])
    decided(first, mara, CaseOutcome.NO_BREACH)
    second = case_hold(user=eve, room=ROOM, lines=[held("y", clock() + 1)])
    assert second.pk != first.pk


# --- notes --------------------------------------------------------------------------------


def test_a_note_is_written_once_and_stays(eve: User, mara: User) -> None:
    note = note_write(actor=mara, user=eve, text="Talked to him;\npromised to behave.")
    again = note_write(actor=mara, user=eve, text="Talked to him; promised to behave.")
    assert note.pk == again.pk
    assert note.text == "Talked to him; promised to behave."


def test_only_staff_write_notes_and_not_empty_ones(alice: User, eve: User, mara: User) -> None:
    with pytest.raises(Forbidden):
        note_write(actor=alice, user=eve, text="A bad man")
    with pytest.raises(Refused, match=r"note\.empty"):
        note_write(actor=mara, user=eve, text=" \u202e ")


def test_a_case_page_leads_to_everything(alice: User, eve: User, mara: User) -> None:
    case = reported(a_line(eve), alice).case
    page = Desk(mara).page(place(case))
    assert "go home, loser" in page
    assert report_open(reporter=alice, subject="user:eve", reason="other").case != case
