"""The usual step for an offence, and what a step would bring, said before it is taken."""

from datetime import timedelta
from itertools import pairwise

import pytest

from accounts.models import User
from moderation.policy import LADDERS, Step, step_after
from moderation.sanctions import MUTE_STEPS, Offence, SanctionKind
from moderation.selectors import lifting_consequences, next_step, sanction_consequences
from tests.moderation.desk import staff
from tests.moderation.test_sanctions import DAY, impose, lift
from tests.support.clock import StoppedClock

pytestmark = pytest.mark.django_db


@pytest.fixture
def mod(db: None) -> User:
    return staff("mona")


@pytest.fixture
def director(db: None) -> User:
    return staff("dirk", "director")


# --- the usual step ----------------------------------------------------------------------------


def test_the_ladder_of_mutes_goes_from_fifteen_minutes_to_a_review(mod: User, eve: User) -> None:
    steps = []
    for _time in range(5):
        step = next_step(eve, Offence.OFFENSIVE)
        steps.append(step)
        impose(mod, eve, kind=step.kind, lasts=step.lasts)
    assert [step.lasts for step in steps] == [*MUTE_STEPS, None]
    assert next_step(eve, Offence.LANGUAGE) == Step(SanctionKind.WARN)


def test_what_was_lifted_or_is_older_than_a_year_or_an_organisers_does_not_count(
    clock: StoppedClock, mod: User, alice: User, eve: User
) -> None:
    impose(mod, eve)
    clock.pass_s(366 * 24 * 3600)
    lift(mod, impose(mod, eve))
    impose(alice, eve, scope="event:e1", is_organiser=True)
    assert next_step(eve, Offence.OFFENSIVE) == Step(SanctionKind.MUTE, timedelta(minutes=15))


@pytest.mark.parametrize("offence", Offence)
def test_every_offence_has_a_ladder_that_never_grows_milder(offence: Offence) -> None:
    order = list(SanctionKind)
    ladder = LADDERS[offence]
    for lower, higher in pairwise(ladder):
        assert (order.index(lower.kind), lower.lasts or 9999 * DAY) < (
            order.index(higher.kind),
            higher.lasts or 9999 * DAY,
        ) or lower.kind == SanctionKind.WARN
    assert step_after(offence, 99) == ladder[-1]


# --- what it would bring -----------------------------------------------------------------------


def test_a_preview_says_what_will_happen(clock: StoppedClock, mod: User, eve: User) -> None:
    impose(mod, eve)
    lines = sanction_consequences(user=eve, kind=SanctionKind.SUSPEND, lasts=7 * DAY)
    assert lines[0] == "eve cannot be in the house until 4 Jun 2026, 20:26 UTC."
    assert "Running matches are lost by leaving, and their stakes settled." in lines
    assert lines[-1] == "In force already: mute, until 29 May 2026, 20:26 UTC."
    warning = sanction_consequences(user=eve, kind=SanctionKind.WARN, lasts=None)
    assert warning[0] == "eve reads the warning on every page until it is marked as read."
    scoped = sanction_consequences(user=eve, kind=SanctionKind.MUTE, lasts=DAY, scope="event:e1")
    assert "This holds in one event alone; everywhere else nothing changes." in scoped
    entering = sanction_consequences(user=eve, kind=SanctionKind.EVENT_BAN, lasts=None)
    assert entering[0] == "eve cannot enter events until staff lift this."


def test_a_preview_of_a_lifting_says_whether_he_is_free(
    clock: StoppedClock, mod: User, director: User, eve: User
) -> None:
    week = impose(mod, eve, kind=SanctionKind.SUSPEND, lasts=7 * DAY)
    assert lifting_consequences(week)[0] == "eve is free of it at once."
    month = impose(mod, eve, kind=SanctionKind.SUSPEND, lasts=30 * DAY)
    assert lifting_consequences(week)[0] == (
        "Another sanction keeps eve out of the same until 27 Jun 2026, 20:26 UTC."
    )
    impose(director, eve, kind=SanctionKind.BAN, lasts=None)
    assert "without an end" in lifting_consequences(month)[0]
    clock.pass_s(31 * 24 * 3600)
    assert lifting_consequences(month)[0] == "It does not count for the next step any more."
