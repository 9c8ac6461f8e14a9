"""The start of a scheduled event: who plays, who gets what back, and when it is called off."""

from datetime import timedelta

import pytest

from bankroll.audit import books_check
from bankroll.models import Transfer
from bankroll.selectors import balance_of, escrow_balance
from tests.factories import a_bot, a_user
from tests.support.clock import StoppedClock
from tests.tournaments.builders import assert_settled, fresh, gone, here, state_of
from tests.tournaments.ruled import a_director, rule
from tests.tournaments.scheduled import a_scheduled_event, entered, entrants, start
from tournaments import selectors, tasks
from tournaments.card import SatelliteTerms
from tournaments.director import tournament_advance
from tournaments.models import Reminder, Tournament
from tournaments.orders import Pause, Resume
from tournaments.services import entry_check_in, entry_withdraw
from wire.time import now

pytestmark = pytest.mark.django_db


def reasons_of(event: Tournament) -> dict[str, int]:
    """How many entries were withdrawn for each reason."""
    counts: dict[str, int] = {}
    for entry in event.entries.filter(state="withdrawn"):
        counts[entry.reason] = counts.get(entry.reason, 0) + 1
    return counts


def is_due_after(seconds: float, clock: StoppedClock) -> bool:
    """Whether the sweep would look at the one event there is, so much later."""
    clock.pass_s(seconds)
    return bool(selectors.tournaments_due(now()))


class TestWhoPlays:
    def test_those_who_are_here_at_the_start_do(self, clock) -> None:
        event = a_scheduled_event()
        people = entrants(event, 4)
        event = start(clock, event, *people)
        assert event.state == "playing"
        assert event.draw["names"] == sorted(person.username for person in people)
        assert event.pairings.count() == 2
        assert escrow_balance(event.escrow_ref) == 200
        assert books_check() == ()

    def test_nothing_is_drawn_before_the_start(self, clock) -> None:
        event = a_scheduled_event()
        here(*entrants(event, 4))
        clock.pass_s(3599)
        tournament_advance(tournament_id=event.public_id)
        assert state_of(event) == "registering"

    def test_who_has_checked_in_counts_as_here_without_a_connection(self, clock) -> None:
        event = a_scheduled_event()
        people = entrants(event, 4)
        clock.pass_s(3600 - 900)
        entry_check_in(event_id=event.public_id, user=people[0])
        event = start(clock, event, *people[1:])
        assert event.entries.drawn().count() == 4

    def test_thirteen_registered_eleven_present_one_standby(self, clock) -> None:
        event = a_scheduled_event(seats=13)
        people = entrants(event, 14)
        standby = people[13]
        assert event.entries.standby().get().user == standby
        event = start(clock, event, *people[:11], standby)
        assert event.entries.drawn().count() == 12
        assert event.pairings.filter(round=1, black__isnull=True).count() == 4
        assert event.pairings.filter(round=1).count() == 8
        assert reasons_of(event) == {"seat_given": 1, "no_show": 1}
        assert [balance_of(people[11]), balance_of(people[12])] == [45, 100]
        assert selectors.pool_of(event) == 13 * 50
        assert escrow_balance(event.escrow_ref) == 13 * 50
        assert Transfer.objects.get(kind="fee").postings.get().chips == 13 * 5
        assert books_check() == ()

    def test_who_stood_by_and_is_not_seated_gets_everything_back(self, clock) -> None:
        event = a_scheduled_event(seats=4)
        people = entrants(event, 6)
        start(clock, event, *people)
        assert [balance_of(person) for person in people] == [45] * 4 + [100] * 2
        assert reasons_of(event) == {"not_seated": 2}
        assert books_check() == ()

    def test_while_presence_cannot_be_read_everybody_is_here(self, clock, monkeypatch) -> None:
        event = a_scheduled_event()
        entrants(event, 4)
        monkeypatch.setattr("tournaments.services.starting.users_online", lambda pks: set(pks))
        assert start(clock, event).state == "playing"

    def test_fees_go_to_the_house_in_one_transfer(self, clock) -> None:
        event = a_scheduled_event()
        start(clock, event, *entrants(event, 5))
        assert Transfer.objects.get(kind="fee").key == f"fee:{event.public_id}"
        assert books_check() == ()

    def test_entrants_are_told_that_it_starts(self, clock, commits) -> None:
        event = a_scheduled_event()
        people = entrants(event, 4)
        with commits() as heard:
            start(clock, event, *people)
        told = [each for each in heard.messages() if each["type"] == "reminder"]
        assert [each["kind"] for each in told] == ["starts"] * 4
        assert {each["event"] for each in told} == {event.public_id}


class TestTooFew:
    def test_it_waits_five_minutes_and_says_honestly_how_many_are_missing(self, clock) -> None:
        event = a_scheduled_event()
        people = entrants(event, 3)
        event = start(clock, event, *people)
        assert (event.state, event.missing_entrants) == ("registering", 1)
        assert selectors.cancels_at(event) - event.starts_at == timedelta(minutes=5)

    def test_who_enters_while_it_waits_makes_it_start(self, clock) -> None:
        event = a_scheduled_event()
        people = entrants(event, 3)
        start(clock, event, *people)
        late = a_user(chips=100)
        clock.pass_s(299)
        here(*people, late)
        entered(event, late)
        tournament_advance(tournament_id=event.public_id)
        assert (state_of(event), fresh(event).missing_entrants) == ("playing", 0)

    def test_the_counter_follows_who_is_here(self, clock) -> None:
        event = a_scheduled_event()
        people = entrants(event, 4)
        assert start(clock, event, *people[:2]).missing_entrants == 2
        gone(people[0])
        tournament_advance(tournament_id=event.public_id)
        assert fresh(event).missing_entrants == 3

    def test_after_five_minutes_it_is_cancelled_and_all_goes_back(self, clock) -> None:
        event = a_scheduled_event()
        people = entrants(event, 3)
        start(clock, event, *people)
        clock.pass_s(300)
        here(*people)
        tournament_advance(tournament_id=event.public_id)
        assert state_of(event) == "cancelled"
        assert [balance_of(person) for person in people] == [100] * 3
        assert reasons_of(event) == {"cancelled": 3}
        assert_settled(event)

    @pytest.mark.parametrize("number", [0, 1, 4], ids=["nobody", "one entrant", "all absent"])
    def test_an_event_without_people_is_cancelled(self, clock, number) -> None:
        event = a_scheduled_event()
        people = entrants(event, number)
        present = people if number == 1 else []
        start(clock, event, *present)
        clock.pass_s(300)
        here(*present)
        tournament_advance(tournament_id=event.public_id)
        assert state_of(event) == "cancelled"
        assert [balance_of(person) for person in people] == [100] * number
        assert not event.pairings.exists()
        assert_settled(event)

    def test_an_event_everybody_has_left_is_cancelled(self, clock) -> None:
        event = a_scheduled_event()
        for person in entrants(event, 4):
            entry_withdraw(event_id=event.public_id, user=person)
        start(clock, event)
        clock.pass_s(300)
        tournament_advance(tournament_id=event.public_id)
        assert state_of(event) == "cancelled"
        assert_settled(event)

    def test_absence_from_a_cancelled_event_is_held_against_nobody(self, clock) -> None:
        event = a_scheduled_event()
        (alice,) = entrants(event, 1)
        start(clock, event)
        clock.pass_s(300)
        tournament_advance(tournament_id=event.public_id)
        assert selectors.bar_of(alice) is None


class TestSatellites:
    def test_one_whose_pool_makes_no_ticket_is_cancelled_and_all_goes_back(self, clock) -> None:
        target = a_scheduled_event(starts_in_s=90_000, buy_in_chips=1_000, fee_chips=0)
        terms = SatelliteTerms(
            target_id=target.public_id,
            target_name=target.name,
            ticket_chips=1_000,
            again_chips=55,
        )
        event = a_scheduled_event(satellite=terms, target=target)
        people = entrants(event, 5)
        start(clock, event, *people[:4])
        assert state_of(event) == "cancelled"
        assert [balance_of(person) for person in people] == [100] * 5
        assert_settled(event)

    def test_one_that_makes_a_ticket_is_drawn_and_its_tickets_are_fixed(self, clock) -> None:
        target = a_scheduled_event(starts_in_s=90_000, buy_in_chips=100, fee_chips=0)
        terms = SatelliteTerms(
            target_id=target.public_id, target_name=target.name, ticket_chips=100, again_chips=55
        )
        event = a_scheduled_event(satellite=terms, target=target)
        event = start(clock, event, *entrants(event, 4))
        assert (event.state, event.draw["tickets"]) == ("playing", 2)


class TestHouseBots:
    @pytest.fixture(autouse=True)
    def _bots(self) -> None:
        for name in ("Bot-Ada", "Bot-Ben", "Bot-Cleo", "Bot-Dan"):
            a_bot(name)

    def test_they_fill_up_to_the_fewest_entrants(self, clock) -> None:
        event = a_scheduled_event(has_house_bots=True)
        event = start(clock, event, *entrants(event, 2))
        assert event.state == "playing"
        drawn = [entry.user.is_bot for entry in event.entries.drawn()]
        assert sorted(drawn) == [False, False, True, True]
        assert books_check() == ()

    def test_one_that_cannot_pay_is_given_chips_by_the_mint(self, clock) -> None:
        event = a_scheduled_event(has_house_bots=True, buy_in_chips=5_000)
        event = start(clock, event, *entrants(event, 3, chips=6_000))
        assert event.state == "playing"
        assert escrow_balance(event.escrow_ref) == 20_000
        assert books_check() == ()

    def test_they_stay_out_where_the_card_does_not_let_them_in(self, clock) -> None:
        event = a_scheduled_event()
        assert start(clock, event, *entrants(event, 3)).missing_entrants == 1

    def test_enough_people_play_among_themselves(self, clock) -> None:
        event = a_scheduled_event(has_house_bots=True)
        event = start(clock, event, *entrants(event, 4))
        assert not event.entries.filter(user__is_bot=True).exists()


class TestHeldByStaff:
    def test_a_held_event_is_not_drawn_until_it_is_let_go(self, clock) -> None:
        event = a_scheduled_event()
        people = entrants(event, 4)
        Tournament.objects.filter(pk=event.pk).update(is_paused=True)
        assert start(clock, event, *people).state == "registering"
        assert selectors.tournaments_due(event.starts_at + timedelta(hours=1)) == []
        Tournament.objects.filter(pk=event.pk).update(is_paused=False)
        tournament_advance(tournament_id=event.public_id)
        assert state_of(event) == "playing"

    def test_a_small_field_is_waited_for_anew_once_the_event_is_let_go(self, clock) -> None:
        event = a_scheduled_event()
        people = entrants(event, 3)
        dora = a_director("dora")
        rule(event, Pause(), dora)
        start(clock, event, *people)
        clock.pass_s(900)
        rule(event, Resume(), dora)
        here(*people)
        tournament_advance(tournament_id=event.public_id)
        assert (state_of(event), fresh(event).missing_entrants) == ("registering", 1)
        assert selectors.cancels_at(fresh(event)) == now() + timedelta(minutes=5)


class TestTheSweep:
    def test_an_event_is_looked_at_when_something_is_due_and_not_before(self, clock) -> None:
        event = a_scheduled_event(opens_in_s=60)
        assert not is_due_after(0, clock)
        assert is_due_after(60, clock)
        tasks.sweep_tournaments()
        assert state_of(event) == "registering"
        entrants(event, 4)
        assert not is_due_after(600, clock)
        assert is_due_after(3600 - 660 - 900, clock)
        for _reminder in ("10 minutes before", "5 minutes before", "the start"):
            tasks.sweep_tournaments()
            assert not is_due_after(299, clock)
            assert is_due_after(1, clock)

    def test_d_trn_05_the_start_asked_for_again_and_again_happens_once(self, clock) -> None:
        event = a_scheduled_event()
        start(clock, event, *entrants(event, 6))
        for _again in range(3):
            tasks.advance_tournament(event.public_id)
            tasks.sweep_tournaments()
        assert sorted(event.entries.values_list("seat", flat=True)) == [1, 2, 3, 4, 5, 6]
        assert event.pairings.filter(match__isnull=False).count() == 2
        assert Transfer.objects.filter(kind="fee").count() == 1
        assert Reminder.objects.filter(key__startswith="now:").count() == 6
        assert books_check() == ()

    def test_d_ops_03_nobody_told_the_director_and_it_starts_all_the_same(self, clock) -> None:
        event = a_scheduled_event(starts_in_s=6 * 3600, opens_in_s=3600)
        clock.pass_s(3600)
        tasks.sweep_tournaments()
        people = entrants(event, 4)
        clock.pass_s(5 * 3600)
        here(*people)
        for _tick in range(4):
            tasks.sweep_tournaments()
        assert state_of(event) == "playing"
        assert event.pairings.filter(round=1).count() == 2
