"""Appealing once and being answered once, by somebody who did not impose it."""

from datetime import timedelta
from smtplib import SMTPException
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail

from accounts.models import StaffAction, User
from moderation.models import Appeal, Sanction
from moderation.sanctions import SanctionKind
from moderation.selectors import mute_refusal, open_appeals
from moderation.services import appeal_decide, appeal_make, sanction_lift
from moderation.services.mails import mails_send
from tests.moderation.desk import staff
from tests.moderation.test_sanctions import fresh, impose, refused
from tests.support.clock import StoppedClock

pytestmark = pytest.mark.django_db

TEXT = "I was quoting what was said to me."
ANSWER = "You are right: the line was a quotation."


@pytest.fixture
def mod(db: None) -> User:
    return staff("mona")


@pytest.fixture
def judge(db: None) -> User:
    return staff("dirk", "director")


@pytest.fixture
def mute(mod: User, eve: User) -> Sanction:
    return impose(mod, eve)


def appeal(user: User, sanction: Sanction, text: str = TEXT) -> Appeal:
    return appeal_make(user=user, sanction_id=sanction.public_id, text=text)


def decide(actor: User, sanction: Sanction, *, is_lifted: bool = True, **changes: Any) -> Appeal:
    said: dict[str, Any] = {"answer": ANSWER, "reason": "Read the lines around it."}
    return appeal_decide(
        actor=actor, sanction_id=sanction.public_id, is_lifted=is_lifted, **said | changes
    )


def test_an_appeal_waits_for_staff_and_the_sanction_holds(mute: Sanction, eve: User) -> None:
    made = appeal(eve, mute)
    assert list(open_appeals()) == [made]
    assert mute_refusal(eve) is not None


def test_one_appeals_once_against_ones_own_and_says_why(
    mute: Sanction, eve: User, bob: User
) -> None:
    assert refused(appeal, bob, mute) == "sanction.not_found"
    assert refused(appeal, eve, mute, "   ") == "appeal.text"
    assert refused(appeal, eve, mute, "x" * 1001) == "appeal.text"
    assert refused(appeal, eve, mute, "Write to me: eve@example.org") == "words.advert"
    appeal(eve, mute)
    assert refused(appeal, eve, mute) == "appeal.twice"


def test_there_is_no_appeal_against_what_was_lifted(mute: Sanction, eve: User, mod: User) -> None:
    sanction_lift(actor=mod, sanction_id=mute.public_id, text="Sorry.", reason="Mistake.")
    assert refused(appeal, eve, mute) == "appeal.lifted"


def test_a_warning_and_what_has_run_out_can_be_appealed(
    clock: StoppedClock, mod: User, judge: User, eve: User
) -> None:
    warning = impose(mod, eve, kind=SanctionKind.WARN)
    mute = impose(mod, eve, lasts=timedelta(minutes=15))
    clock.pass_s(3600)
    for sanction in (warning, mute):
        appeal(eve, sanction)
        assert decide(judge, sanction).sanction.state == "lifted"


def test_a_lifted_appeal_lifts_the_sanction_at_once(
    mod: User, judge: User, eve: User, commits: Any
) -> None:
    bar = impose(mod, eve, kind=SanctionKind.SUSPEND)
    appeal(eve, bar)
    assert fresh(eve).is_barred
    with commits() as published:
        decided = decide(judge, bar)
    assert (decided.state, decided.answer, decided.decided_by) == ("lifted", ANSWER, judge)
    assert not fresh(eve).is_barred
    assert published.types() == ["sanction"]
    acts = StaffAction.objects.filter(actor=judge).order_by("pk").values_list("act", flat=True)
    assert list(acts) == ["sanction.lift", "appeal.decide"]
    assert not open_appeals()


def test_an_appeal_that_is_not_upheld_leaves_everything_as_it_is(
    mute: Sanction, judge: User, eve: User
) -> None:
    appeal(eve, mute)
    decided = decide(judge, mute, is_lifted=False, answer="It was no quotation.")
    assert (decided.state, decided.answer) == ("upheld", "It was no quotation.")
    assert mute_refusal(eve) is not None
    logged = StaffAction.objects.get(act="appeal.decide")
    assert logged.details["before"] == {"state": "open", "text": TEXT}
    assert logged.details["after"]["state"] == "upheld"


def test_the_same_decision_again_changes_nothing_and_another_is_too_late(
    mute: Sanction, judge: User, eve: User
) -> None:
    appeal(eve, mute)
    decide(judge, mute)
    assert decide(judge, mute, answer="Once more.").answer == ANSWER
    assert refused(decide, judge, mute, is_lifted=False) == "appeal.decided"
    assert StaffAction.objects.filter(act="appeal.decide").count() == 1


def test_lifting_answers_the_appeal_that_waits(mute: Sanction, mod: User, eve: User) -> None:
    appeal(eve, mute)
    sanction_lift(actor=mod, sanction_id=mute.public_id, text="We were wrong.", reason="Seen.")
    answered = Appeal.objects.get()
    assert (answered.state, answered.answer, answered.decided_by) == (
        "lifted",
        "We were wrong.",
        mod,
    )


def test_moderators_juniors_and_the_one_concerned_decide_nothing(
    mod: User, judge: User, eve: User, mute: Sanction, caplog: pytest.LogCaptureFixture
) -> None:
    appeal(eve, mute)
    assert refused(decide, mod, mute) == "auth.forbidden"
    assert "appeal.decide by mona on eve was refused: auth.forbidden" in caplog.text
    operator = staff("olga", "operator")
    high = impose(operator, eve)
    appeal(eve, high)
    assert refused(decide, judge, high) == "staff.senior"
    on_judge = impose(operator, judge)
    appeal(judge, on_judge)
    assert refused(decide, judge, on_judge) == "staff.self"
    assert refused(decide, operator, mute, answer=" ") == "sanction.text"
    assert refused(decide, operator, mute, reason=" ") == "staff.reason"
    assert refused(decide, operator, impose(mod, eve)) == "appeal.not_found"


def test_who_imposed_it_decides_only_where_nobody_else_may(judge: User, eve: User) -> None:
    own = impose(judge, eve)
    appeal(eve, own)
    other = staff("dora", "director")
    assert refused(decide, judge, own) == "appeal.own"
    other.is_active = False
    other.save()
    assert decide(judge, own).state == "lifted"


# --- mail --------------------------------------------------------------------------------------


@pytest.fixture
def reachable(eve: User) -> User:
    """Eve, who has confirmed an address."""
    EmailAddress.objects.create(user=eve, email="eve@example.org", verified=True, primary=True)
    return eve


def test_who_is_barred_reads_by_mail_why_and_until_when(
    clock: StoppedClock, mod: User, reachable: User
) -> None:
    impose(mod, reachable, kind=SanctionKind.SUSPEND)
    assert mails_send() == 1
    assert mails_send() == 0
    message = mail.outbox[0]
    assert message.to == ["eve@example.org"]
    assert (
        "Your account is suspended until 29 May 2026, 20:26 UTC."
        " The reason: You called Bob names, twice." in message.body
    )
    assert "you can appeal there once" in message.body


@pytest.mark.parametrize("kind", [SanctionKind.WARN, SanctionKind.MUTE, SanctionKind.EVENT_BAN])
def test_what_can_be_read_in_the_house_is_not_mailed(
    mod: User, reachable: User, kind: SanctionKind
) -> None:
    impose(mod, reachable, kind=kind)
    assert mails_send() == 0


@pytest.mark.parametrize(
    ("is_lifted", "sentence"), [(True, "the mute is lifted"), (False, "the mute stands")]
)
def test_the_answer_to_an_appeal_is_mailed(
    mod: User, judge: User, reachable: User, *, is_lifted: bool, sentence: str
) -> None:
    mute = impose(mod, reachable)
    appeal(reachable, mute)
    decide(judge, mute, is_lifted=is_lifted)
    assert mails_send() == 1
    assert sentence in mail.outbox[0].body
    assert ANSWER in mail.outbox[0].body


def test_nobody_is_mailed_at_an_address_he_has_not_confirmed(mod: User, eve: User) -> None:
    EmailAddress.objects.create(user=eve, email="eve@example.org", verified=False, primary=True)
    impose(mod, eve, kind=SanctionKind.SUSPEND)
    assert mails_send() == 0
    assert not Sanction.objects.filter(is_mail_due=True).exists()
    assert mail.outbox == []


def test_mail_waits_for_the_server_and_is_given_up_after_six_hours(
    clock: StoppedClock, mod: User, reachable: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    impose(mod, reachable, kind=SanctionKind.SUSPEND)
    with monkeypatch.context() as patch:

        def down(*arguments: object) -> None:
            raise SMTPException

        patch.setattr("moderation.services.mails.send_mail", down)
        assert mails_send() == 0
    assert Sanction.objects.get().is_mail_due
    clock.pass_s(6 * 3600 + 1)
    assert mails_send() == 0
    assert not Sanction.objects.get().is_mail_due
