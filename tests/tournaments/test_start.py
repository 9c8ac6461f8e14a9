"""The start of a scheduled event: who plays, who gets what back, and when it is called off."""

import pytest

from bankroll.audit import books_check
from bankroll.selectors import escrow_balance
from tests.tournaments.scheduled import a_scheduled_event, entrants, start

pytestmark = pytest.mark.django_db


def test_those_who_are_here_at_the_start_play(clock) -> None:
    event = a_scheduled_event()
    people = entrants(event, 4)
    event = start(clock, event, *people)
    assert event.state == "playing"
    assert sorted(event.draw["names"]) == sorted(person.username for person in people)
    assert event.pairings.count() == 2
    assert escrow_balance(event.escrow_ref) == 200
    assert books_check() == ()
