"""Templates, the frozen card of an event, and events that are called off."""

from functools import partial
from typing import Any

import pytest
from django.core.management import call_command

import tournaments.services.entry
from accounts.models import StaffAction, User
from accounts.selectors import house_bots
from backgammon import PointMatch
from bankroll.audit import books_check
from bankroll.models import Transfer
from bankroll.selectors import balance_of
from tests.factories import a_user
from tests.tournaments.builders import (
    a_series,
    a_sit_and_go,
    a_started_event,
    assert_settled,
    fresh,
    open_event,
    players,
    seated,
    state_of,
)
from tournaments import tasks
from tournaments.card import card_from_dict, card_to_dict
from tournaments.models import Series, Tournament
from tournaments.prizes import SharesError, default_shares
from tournaments.services import (
    card_of,
    series_keep_open,
    series_store,
    sit_and_go_leave,
    tournament_cancel,
)
from wire.errors import Conflict, Forbidden, Refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def dora() -> User:
    return a_user("dora", is_staff=True)


class TestCard:
    def test_a_stored_card_comes_back_as_it_was(self) -> None:
        card = card_of(a_series(seats=16, prize_shares="50 25 12.5 12.5"))
        assert card_from_dict(card_to_dict(card)) == card

    def test_an_event_keeps_the_card_it_opened_with(self) -> None:
        series = a_series(length_points=3, buy_in_chips=50)
        event = open_event(series)
        series.length_points, series.buy_in_chips = 7, 500
        series_store(series=series)
        card = fresh(event).rules_card
        assert (card.version, card.buy_in_chips) == (1, 50)
        assert card.rules_of(1).length == PointMatch(3)

    def test_the_next_event_has_the_new_card_with_a_new_version(self) -> None:
        series = a_series(seats=2)
        event = open_event(series)
        series.buy_in_chips = 20
        series_store(series=series)
        seated(event, *players(2))
        assert open_event(series).rules_card.buy_in_chips == 20
        assert open_event(series).rules_card.version == 2

    def test_the_last_rules_hold_for_all_later_rounds(self) -> None:
        card = card_of(a_series(length_points=5))
        assert card.rules_of(4) == card.rules_of(1)

    def test_the_reserve_grows_with_the_length_of_the_match(self) -> None:
        clock = card_of(a_series(length_points=3, reserve_s=120)).rules_of(1).clock
        assert clock is not None
        assert clock.reserve_ms == 360_000

    @pytest.mark.parametrize(("points", "step_s"), [(5, 60), (7, 300)])
    def test_long_matches_have_a_slower_no_show_ladder(self, points, step_s) -> None:
        assert card_of(a_series(length_points=points)).no_show_step_s == step_s

    def test_without_shares_of_its_own_an_event_pays_the_houses(self) -> None:
        assert card_of(a_series(seats=12, prize_shares=" ")).shares == default_shares(12)

    @pytest.mark.parametrize("shares", ["33 33 33", "50 20 10 10 10", "all"])
    def test_shares_that_cannot_be_paid_make_no_card(self, shares) -> None:
        with pytest.raises(SharesError):
            a_series(seats=4, prize_shares=shares)


class TestSeries:
    def test_one_event_is_open_however_often_it_is_asked_for(self) -> None:
        series = a_series()
        assert series_keep_open(series=series) is None
        assert series.tournaments.count() == 1

    def test_a_series_made_closed_opens_nothing(self) -> None:
        assert not a_series(is_open=False).tournaments.exists()

    def test_seeding_the_house_twice_makes_one_house(self) -> None:
        for _again in range(2):
            call_command("seed_house", verbosity=0)
        assert Series.objects.get().name == "Evening Four"
        assert Tournament.objects.filter(state="registering").count() == 1
        assert len(house_bots()) == 8
        assert books_check() == ()

    def test_seeding_keeps_what_staff_have_changed(self) -> None:
        call_command("seed_house")
        Series.objects.update(is_open=False, buy_in_chips=10)
        call_command("seed_house")
        assert Series.objects.get().buy_in_chips == 10


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
