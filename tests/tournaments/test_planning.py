"""Templates, the frozen card of an event, and events that are called off."""

from functools import partial
from typing import Any

import pytest

import tournaments.services.entry
from accounts.models import StaffAction, User
from bankroll.audit import books_check
from bankroll.models import Transfer
from bankroll.selectors import balance_of
from tests.factories import a_user
from tests.tournaments.builders import (
    a_sit_and_go,
    a_started_event,
    assert_settled,
    players,
    seated,
    state_of,
)
from tournaments import tasks
from tournaments.services import (
    series_keep_open,
    sit_and_go_leave,
    tournament_cancel,
)
from wire.errors import Conflict, Forbidden, Refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def dora() -> User:
    return a_user("dora", is_staff=True)


class TestCancel:
    def test_every_entry_goes_back_fee_included(self, dora) -> None:
        event = a_sit_and_go(fee_chips=5)
        people = players(3)
        seated(event, *people)
        tournament_cancel(tournament_id=event.public_id, actor=dora, reason="Power cut.")
        assert state_of(event) == "cancelled"
        assert [balance_of(person) for person in people] == [100, 100, 100]
        assert StaffAction.objects.get().reason == "Power cut."
        assert_settled(event)

    def test_d_mon_02_the_second_cancel_is_told_and_refunds_nothing(self, dora) -> None:
        event = a_sit_and_go()
        (alice,) = players(1)
        seated(event, alice)
        cancel = partial(tournament_cancel, tournament_id=event.public_id, actor=dora, reason="x")
        cancel()
        with pytest.raises(Conflict) as refused:
            cancel()
        assert refused.value.code == "tournament.wrong_state"
        assert balance_of(alice) == 100
        assert StaffAction.objects.count() == 1

    @pytest.mark.django_db(transaction=True)
    def test_d_mon_02_a_cancel_that_dies_half_way_is_finished_by_the_director(
        self, dora, monkeypatch
    ) -> None:
        event = a_sit_and_go(seats=12)
        people = players(11)
        seated(event, *people)
        real, calls = tournaments.services.entry.release, []

        def dying(**arguments: Any) -> Transfer:
            calls.append(arguments)
            if len(calls) == 7:
                raise SystemExit
            return real(**arguments)

        cancel = partial(tournament_cancel, tournament_id=event.public_id, actor=dora, reason="x")
        with monkeypatch.context() as patch:
            patch.setattr(tournaments.services.entry, "release", dying)
            with pytest.raises(SystemExit):
                cancel()
        assert state_of(event) == "cancelled"
        tasks.sweep_tournaments()
        assert {balance_of(person) for person in people} == {100}
        assert Transfer.objects.filter(kind="release").count() == 11
        assert_settled(event)

    def test_d_mon_02_who_leaves_first_is_refunded_by_that_alone(self, dora) -> None:
        event = a_sit_and_go()
        alice, bob = players(2)
        seated(event, alice, bob)
        sit_and_go_leave(event_id=event.public_id, user=alice)
        tournament_cancel(tournament_id=event.public_id, actor=dora, reason="x")
        assert [balance_of(alice), balance_of(bob)] == [100, 100]
        assert_settled(event)

    def test_an_event_that_has_begun_is_not_cancelled(self, dora) -> None:
        event = a_started_event()
        with pytest.raises(Conflict):
            tournament_cancel(tournament_id=event.public_id, actor=dora, reason="x")
        assert books_check() == ()

    def test_a_cancel_needs_a_reason_and_a_member_of_staff(self, dora) -> None:
        event = a_sit_and_go()
        with pytest.raises(Refused):
            tournament_cancel(tournament_id=event.public_id, actor=dora, reason=" ")
        with pytest.raises(Forbidden):
            tournament_cancel(tournament_id=event.public_id, actor=a_user("eve"), reason="x")
        assert state_of(event) == "registering"

    def test_the_series_opens_another_event_after_a_cancelled_one(self, dora) -> None:
        event = a_sit_and_go()
        tournament_cancel(tournament_id=event.public_id, actor=dora, reason="x")
        assert series_keep_open(series=event.series) is not None
