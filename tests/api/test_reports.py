"""Reports for programs: made once, answered for their owner alone."""

import pytest

from accounts.models import User
from accounts.scopes import Scope
from chat.models import Message
from moderation.cases import CaseOutcome
from moderation.models import Case, Report
from moderation.services import case_decide
from tests.api.callers import Program, program_of
from tests.factories import a_user
from wire.time import now_ms

pytestmark = pytest.mark.django_db


@pytest.fixture
def line(bob: User) -> Message:
    """Something Bob has said in the lobby."""
    return Message.objects.create(room="lobby:main", user=bob, text="go home", at_ms=now_ms())


def test_a_line_is_reported_and_its_answer_read(
    alice: User, as_alice: Program, line: Message
) -> None:
    asked = {"subject": f"line:{line.pk}", "reason": "offensive", "note": "Twice today"}
    made = as_alice.post("reports/", asked)
    assert made.status == 201
    case = Case.objects.get()
    assert made.body == {
        "id": case.public_id,
        "kind": "line",
        "name": "bob",
        "line": "go home",
        "reason": "offensive",
        "note": "Twice today",
        "reported_at": made.body["reported_at"],
        "outcome": "",
        "answer": "",
        "answered_at": None,
    }
    chief = User.objects.create_superuser("chief")
    case_decide(
        actor=chief, case_id=case.public_id, outcome=CaseOutcome.TALKED, answer="Hm", reason="x"
    )
    (own,) = as_alice.get("reports/").body
    assert (own["outcome"], own["answer"]) == ("talked", "Hm")
    assert own["answered_at"].endswith("Z")


def test_the_same_request_with_a_key_reports_once(as_alice: Program, line: Message) -> None:
    asked = {"subject": "user:bob", "reason": "other"}
    first = as_alice.post("reports/", asked, key="once")
    again = as_alice.post("reports/", asked, key="once")
    assert first.body == again.body
    assert Report.objects.count() == 1
    assert as_alice.post("reports/", asked).code == "report.twice"


def test_bob_sees_nothing_of_reports_about_him(
    as_alice: Program, as_bob: Program, line: Message
) -> None:
    as_alice.post("reports/", {"subject": f"line:{line.pk}", "reason": "offensive"})
    assert as_bob.get("reports/").body == []


@pytest.mark.parametrize(
    ("subject", "status", "code"),
    [
        ("user:alice", 422, "report.self"),
        ("user:nobody", 404, "account.not_found"),
        ("line:999999", 404, "chat.no_line"),
        ("board:1", 404, "report.unknown"),
    ],
)
def test_what_cannot_be_reported_is_refused_by_code(
    as_alice: Program, subject: str, status: int, code: str
) -> None:
    answer = as_alice.post("reports/", {"subject": subject, "reason": "other"})
    assert (answer.status, answer.code) == (status, code)


def test_a_line_in_a_room_one_may_not_read_is_refused(as_alice: Program) -> None:
    carol = a_user("carol")
    hidden = Message.objects.create(room="match:nothing", user=carol, text="x", at_ms=now_ms())
    answer = as_alice.post("reports/", {"subject": f"line:{hidden.pk}", "reason": "other"})
    assert answer.status in {403, 404}
    assert not Report.objects.exists()


def test_reasons_and_fields_are_those_there_are(as_alice: Program, bob: User) -> None:
    ugly = as_alice.post("reports/", {"subject": "user:bob", "reason": "ugly"})
    assert ugly.fields == {"reason"}
    more = as_alice.post("reports/", {"subject": "user:bob", "reason": "other", "case": 1})
    assert more.fields == {"case"}


def test_a_token_needs_the_scope_for_people(alice: User, bob: User, stranger: Program) -> None:
    reader = program_of(alice, Scope.READ)
    assert reader.get("reports/").status == 200
    asked = {"subject": "user:bob", "reason": "other"}
    assert reader.post("reports/", asked).code == "auth.scope"
    assert stranger.get("reports/").status == 401
