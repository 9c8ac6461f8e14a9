"""Organisers who reach for one name, or send one wish twice, at the same moment."""

from collections import Counter
from collections.abc import Callable
from datetime import timedelta
from functools import partial

import pytest
from django.contrib.auth.models import Permission

from accounts.models import User
from tests.concurrency.together import failures, together
from tests.factories import a_user
from tournaments.models import Series, Tournament
from tournaments.services import private_event_cancel, private_event_create
from wire.errors import Refused
from wire.time import now

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.race]

AT_ONCE = 6


def an_organiser() -> User:
    """A member whom staff have let make private events."""
    user = a_user()
    user.user_permissions.add(Permission.objects.get(codename="organise_event"))
    return User.objects.get(pk=user.pk)


def evening(organiser: User, name: str = "Club evening") -> Callable[[], Tournament]:
    """A wish for an event in two hours."""
    return partial(
        private_event_create,
        organiser=organiser,
        name=name,
        starts_at=now() + timedelta(hours=2),
        time_zone="UTC",
        with_code=False,
        invited=(),
        settings={"seats": 8},
    )


def codes(answers: list[Tournament | Exception]) -> Counter[str]:
    """How often each refusal came; any other error fails the test here."""
    errors = failures(answers)
    assert all(isinstance(error, Refused) for error in errors), errors
    return Counter(error.code for error in errors if isinstance(error, Refused))


def test_one_name_goes_to_one_of_many_organisers() -> None:
    answers = together([evening(an_organiser()) for _ in range(AT_ONCE)])
    assert codes(answers) == {"organiser.name_taken": AT_ONCE - 1}
    assert (Series.objects.count(), Tournament.objects.count()) == (1, 1)


def test_one_wish_sent_many_times_at_once_makes_one_event() -> None:
    organiser = an_organiser()
    answers = together([evening(organiser)] * AT_ONCE)
    assert codes(answers) == {"organiser.name_taken": AT_ONCE - 1}
    assert Tournament.objects.count() == 1


def test_nobody_passes_the_limit_by_asking_for_much_at_once() -> None:
    organiser = an_organiser()
    for number in range(8):
        evening(organiser, f"Evening {number}")()
    answers = together([evening(organiser, f"At once {number}") for number in range(AT_ONCE)])
    assert codes(answers) == {"organiser.too_many": AT_ONCE - 2}
    assert Tournament.objects.count() == 10


def test_calling_off_many_times_at_once_calls_off_once() -> None:
    organiser = an_organiser()
    event = evening(organiser)()
    cancel = partial(private_event_cancel, event_id=event.public_id, organiser=organiser)
    answers = together([cancel] * AT_ONCE)
    assert failures(answers) == []
    assert Tournament.objects.get(pk=event.pk).state == "cancelled"
