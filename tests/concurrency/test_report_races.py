"""Many report the same at once, and staff decide at once: one case, one report each, one decision.

Under real threads on PostgreSQL.
"""

from collections.abc import Callable
from functools import partial

import pytest

from accounts.models import StaffAction, User
from moderation.cases import CaseOutcome, CaseState
from moderation.decisions import Decision
from moderation.models import Case, Report, Sanction
from moderation.policy import Step
from moderation.sanctions import MUTE_STEPS, Offence, SanctionKind
from moderation.services import case_hold, decision_make, report_open
from tests.concurrency.together import failures, together
from tests.factories import a_user
from tests.moderation.barring import a_chief
from tests.moderation.desk import REASON, ROOM, a_line
from wire.errors import Conflict
from wire.time import now_ms

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.race]


@pytest.fixture
def eve(transactional_db: None) -> User:
    return a_user("eve")


def report(line_pk: int, reporter: User) -> Report:
    return report_open(reporter=reporter, subject=f"line:{line_pk}", reason="offensive")


def muting(case: Case, actor: User, user: User, key: str) -> None:
    """One of the staff mutes from the case."""
    decision_make(
        actor=actor,
        user=user,
        decision=Decision(
            step=Step(SanctionKind.MUTE, MUTE_STEPS[0]),
            offence=Offence.OFFENSIVE,
            text="You insulted another player.",
            outcome=CaseOutcome.ACTED,
        ),
        reason=REASON,
        key=key,
        case_id=case.public_id,
    )


def test_eight_report_a_line_at_once_and_make_one_case(eve: User) -> None:
    line = a_line(eve)
    reporters = [a_user() for _ in range(8)]
    outcomes = together([partial(report, line.pk, each) for each in reporters])
    assert failures(outcomes) == []
    case = Case.objects.get()
    assert case.reports_count == case.reports.count() == 8


def test_one_person_in_eight_windows_reports_once(eve: User) -> None:
    line, alice = a_line(eve), a_user("alice")
    outcomes = together([partial(report, line.pk, alice) for _ in range(8)])
    assert [type(each) for each in failures(outcomes)] == [Conflict] * 7
    assert Report.objects.count() == Case.objects.get().reports_count == 1


def test_two_of_the_staff_decide_at_once_and_one_of_them_does(eve: User) -> None:
    case = report(a_line(eve).pk, a_user()).case
    staff = [a_chief(), a_chief()]
    acts = [partial(muting, case, each, eve, f"form-{n}") for n, each in enumerate(staff)]
    outcomes = together(acts)
    (late,) = failures(outcomes)
    assert isinstance(late, Conflict)
    assert Sanction.objects.count() == 1
    assert StaffAction.objects.filter(act="case.decide").count() == 1


def test_a_form_sent_four_times_at_once_mutes_once(eve: User) -> None:
    case, chief = report(a_line(eve).pk, a_user()).case, a_chief()
    outcomes = together([partial(muting, case, chief, eve, "form") for _ in range(4)])
    assert failures(outcomes) == []
    assert Sanction.objects.count() == 1


def test_a_report_in_the_moment_of_the_decision_is_told_that_or_belongs_to_it(eve: User) -> None:
    line = a_line(eve)
    case = report(line.pk, a_user()).case
    chief, late = a_chief(), a_user()
    acts: list[Callable[[], object]] = [
        partial(muting, case, chief, eve, "form"),
        partial(report, line.pk, late),
    ]
    outcomes = together(acts)
    case.refresh_from_db()
    assert case.state == CaseState.DECIDED
    refused = [each.code for each in failures(outcomes) if isinstance(each, Conflict)]
    assert refused == ([] if case.reports_count == 2 else ["report.decided"])


def test_lines_that_are_held_at_once_make_one_case(eve: User) -> None:
    def hold(number: int) -> Case:
        line = {"text": f"line {number}", "code": "chat.advert", "at_ms": now_ms(), "room": ROOM}
        return case_hold(user=eve, room=ROOM, lines=[line])

    outcomes = together([partial(hold, number) for number in range(6)])
    assert failures(outcomes) == []
    case = Case.objects.get()
    assert sorted(line["text"] for line in case.context["lines"]) == [
        f"line {number}" for number in range(6)
    ]
