"""Sanctions under real threads on PostgreSQL: one row a key, one bar, one answer."""

from collections import Counter
from datetime import timedelta
from functools import partial
from threading import Event
from typing import Any

import pytest

from accounts.models import NEVER_BARRED, RulesAcceptance, StaffAction, User
from accounts.rules import RULES_VERSION
from accounts.services import rules_accept
from moderation.director import sanction_carry_out
from moderation.effects import on_sanction
from moderation.models import Appeal, DeviceUse, Notice, Sanction
from moderation.sanctions import FOR_EVER, Offence, SanctionKind
from moderation.selectors.sanctions import barred_until
from moderation.services import appeal_decide, appeal_make, sanction_impose, sanction_lift
from moderation.services.devices import device_note
from tests.concurrency.together import failures, together
from tests.factories import a_user
from wire.errors import PlatformError

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.race]

DAY = timedelta(days=1)
TIMES = 5


def a_chief() -> User:
    """Somebody who stands above everybody."""
    chief = a_user(is_staff=True)
    chief.is_superuser = True
    chief.save(update_fields=["is_superuser"])
    return chief


def impose(actor: User, user: User, key: str, **changes: Any) -> Any:
    """A call that suspends somebody for a day, with what the test changes."""
    wish: dict[str, Any] = {
        "kind": SanctionKind.SUSPEND,
        "offence": Offence.THREAT,
        "text": "Threats in the lobby.",
        "reason": "Seen.",
        "lasts": DAY,
    }
    return partial(sanction_impose, actor=actor, user=user, key=key, **wish | changes)


def lift(actor: User, sanction: Sanction) -> Any:
    return partial(
        sanction_lift, actor=actor, sanction_id=sanction.public_id, text="Sorry.", reason="Mistake."
    )


def codes(answers: list[Any]) -> Counter[str]:
    """How often each coded refusal came; any other error fails the test here."""
    errors = failures(answers)
    assert all(isinstance(error, PlatformError) for error in errors), errors
    return Counter(error.code for error in errors if isinstance(error, PlatformError))


def bar_of(user: User) -> Any:
    return User.objects.get(pk=user.pk).barred_until


def test_the_same_form_sent_twice_at_once_imposes_once() -> None:
    for number in range(TIMES):
        chief, eve = a_chief(), a_user()
        answers = together([impose(chief, eve, f"form-{number}")] * 3)
        assert codes(answers) == {}
        assert len({answer.pk for answer in answers}) == 1  # type: ignore[union-attr]
        assert Sanction.objects.filter(user=eve).count() == 1
        assert StaffAction.objects.filter(actor=chief).count() == 1


def test_one_key_for_two_people_at_once_is_the_first_ones() -> None:
    for number in range(TIMES):
        chief, people = a_chief(), [a_user(), a_user()]
        answers = together([impose(chief, person, f"key-{number}") for person in people])
        assert codes(answers) == {"sanction.key_used": 1}
        assert sum(bar_of(person) != NEVER_BARRED for person in people) == 1


def test_two_of_the_staff_imposing_at_once_both_count_and_the_longer_bars() -> None:
    for number in range(TIMES):
        eve = a_user()
        week = impose(a_chief(), eve, f"week-{number}", lasts=7 * DAY)
        ban = impose(a_chief(), eve, f"ban-{number}", kind=SanctionKind.BAN, lasts=None)
        assert codes(together([week, ban])) == {}
        assert Sanction.objects.filter(user=eve).count() == 2
        assert bar_of(eve) == FOR_EVER


def test_imposing_and_lifting_at_once_leaves_the_bar_that_is_in_force() -> None:
    for number in range(TIMES):
        chief, eve = a_chief(), a_user()
        old = impose(chief, eve, f"old-{number}", lasts=9 * DAY)()
        calls = [lift(a_chief(), old), impose(a_chief(), eve, f"new-{number}", lasts=DAY)]
        assert codes(together(calls)) == {}
        assert bar_of(eve) == barred_until(eve)
        assert bar_of(eve) == Sanction.objects.get(key=f"new-{number}").ends_at


def test_lifted_by_two_at_once_is_lifted_once() -> None:
    chief, eve = a_chief(), a_user()
    sanction = impose(chief, eve, "form")()
    assert codes(together([lift(chief, sanction), lift(a_chief(), sanction)])) == {}
    assert StaffAction.objects.filter(act="sanction.lift").count() == 1
    assert bar_of(eve) == NEVER_BARRED


def test_lifting_while_it_is_carried_out_stops_what_has_not_begun(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("moderation.effects._hooks", {})
    monkeypatch.setattr("moderation.effects.barred_hooks", lambda: ())
    chief, eve = a_chief(), a_user()
    has_begun, is_lifted, done = Event(), Event(), []

    def first(*, user: User) -> None:
        has_begun.set()
        assert is_lifted.wait(30)
        done.append("first")

    def second(*, user: User) -> None:
        done.append("second")

    on_sanction(SanctionKind.SUSPEND, first)
    on_sanction(SanctionKind.SUSPEND, second)
    sanction = impose(chief, eve, "form")()

    def take_back() -> None:
        assert has_begun.wait(30)
        lift(chief, sanction)()
        is_lifted.set()

    carry_out = partial(sanction_carry_out, sanction_pk=sanction.pk)
    assert failures(together([carry_out, take_back])) == []
    assert done == ["first"]
    assert Sanction.objects.get().is_carried_out
    assert bar_of(eve) == NEVER_BARRED


def test_two_workers_carrying_out_at_once_do_no_harm() -> None:
    chief, eve = a_chief(), a_user()
    sanction = impose(chief, eve, "form")()
    answers = together([partial(sanction_carry_out, sanction_pk=sanction.pk)] * 2)
    assert answers == [True, True]
    assert Sanction.objects.get().is_carried_out


def test_of_two_appeals_at_once_one_is_made() -> None:
    for number in range(TIMES):
        eve = a_user()
        sanction = impose(a_chief(), eve, f"form-{number}")()
        call = partial(appeal_make, user=eve, sanction_id=sanction.public_id, text="Not me.")
        assert codes(together([call, call])) == {"appeal.twice": 1}
        assert Appeal.objects.filter(sanction=sanction).count() == 1


def test_of_two_decisions_at_once_one_is_given() -> None:
    for number in range(TIMES):
        eve = a_user()
        sanction = impose(a_chief(), eve, f"form-{number}")()
        appeal_make(user=eve, sanction_id=sanction.public_id, text="Not me.")
        calls: list[Any] = [
            partial(
                appeal_decide,
                actor=a_chief(),
                sanction_id=sanction.public_id,
                is_lifted=is_lifted,
                answer="We have looked.",
                reason="Looked.",
            )
            for is_lifted in (True, False)
        ]
        assert codes(together(calls)) == {"appeal.decided": 1}
        is_barred = bar_of(eve) != NEVER_BARRED
        assert is_barred == (Appeal.objects.get(sanction=sanction).state == "upheld")


def test_one_browser_noted_twice_at_once_is_one_row_and_one_notice() -> None:
    for number in range(TIMES):
        device = f"device-{number}"
        eve, evelyn = a_user(), a_user()
        device_note(user=eve, device=device)
        impose(a_chief(), eve, f"form-{number}")()
        call = partial(device_note, user=evelyn, device=device)
        assert failures(together([call, call])) == []
        assert DeviceUse.objects.filter(device=device).count() == 2
    assert Notice.objects.count() == TIMES


def test_rules_accepted_twice_at_once_are_accepted_once() -> None:
    walter = User.objects.create_user("walter")
    call = partial(rules_accept, user=walter, version=RULES_VERSION)
    assert failures(together([call, call])) == []
    assert RulesAcceptance.objects.count() == 1
