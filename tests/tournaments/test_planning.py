"""Templates, the frozen card of an event, and events that are called off."""

from typing import Any

import pytest

import tournaments.services.entry
from bankroll.audit import books_check
from bankroll.models import Transfer
from bankroll.selectors import balance_of
from tests.tournaments.builders import (
    a_sit_and_go,
    a_started_event,
    assert_settled,
    called_off,
    players,
    seated,
    state_of,
)
from tournaments import tasks
from tournaments.services import (
    series_keep_open,
    sit_and_go_leave,
)
from wire.errors import Conflict

pytestmark = pytest.mark.django_db


class TestCancel:
    def test_every_entry_goes_back_fee_included(self) -> None:
        event = a_sit_and_go(fee_chips=5)
        people = players(3)
        seated(event, *people)
        called_off(event)
        assert state_of(event) == "cancelled"
        assert [balance_of(person) for person in people] == [100, 100, 100]
        assert_settled(event)

    def test_d_mon_02_the_second_cancel_is_told_and_refunds_nothing(self) -> None:
        event = a_sit_and_go()
        (alice,) = players(1)
        seated(event, alice)
        called_off(event)
        with pytest.raises(Conflict) as refused:
            called_off(event)
        assert refused.value.code == "tournament.wrong_state"
        assert balance_of(alice) == 100

    @pytest.mark.django_db(transaction=True)
    def test_d_mon_02_a_cancel_that_dies_half_way_is_finished_by_the_director(
        self, monkeypatch
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

        with monkeypatch.context() as patch:
            patch.setattr(tournaments.services.entry, "release", dying)
            with pytest.raises(SystemExit):
                called_off(event)
        assert state_of(event) == "cancelled"
        tasks.sweep_tournaments()
        assert {balance_of(person) for person in people} == {100}
        assert Transfer.objects.filter(kind="release").count() == 11
        assert_settled(event)

    def test_d_mon_02_who_leaves_first_is_refunded_by_that_alone(self) -> None:
        event = a_sit_and_go()
        alice, bob = players(2)
        seated(event, alice, bob)
        sit_and_go_leave(event_id=event.public_id, user=alice)
        called_off(event)
        assert [balance_of(alice), balance_of(bob)] == [100, 100]
        assert_settled(event)

    def test_an_event_that_has_begun_is_not_cancelled(self) -> None:
        event = a_started_event()
        with pytest.raises(Conflict):
            called_off(event)
        assert books_check() == ()

    def test_the_series_opens_another_event_after_a_cancelled_one(self) -> None:
        event = a_sit_and_go()
        called_off(event)
        assert series_keep_open(series=event.series) is not None
