"""Entering a scheduled event, standing by, giving the entry back, and saying one will be there."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction

from bankroll.audit import books_check
from bankroll.selectors import balance_of, escrow_balance
from tests.factories import a_guest, a_user
from tests.tournaments.builders import a_sit_and_go, assert_settled, fresh, players, state_of
from tests.tournaments.scheduled import a_scheduled_event, entered, entrants, start
from tournaments import selectors
from tournaments.card import EntryTerms
from tournaments.director import tournament_advance
from tournaments.models import Attendance, CardVersion, Entry
from tournaments.services import entry_check_in, entry_register, entry_withdraw, tournament_open
from wire.errors import Conflict, NotFound, Refused
from wire.time import now

pytestmark = pytest.mark.django_db


def refusal_codes(refused: pytest.ExceptionInfo[Refused]) -> list[str]:
    return [reason["code"] for reason in refused.value.facts["refusals"]]


class TestOpening:
    def test_entries_open_at_the_announced_time_and_not_before(self, clock) -> None:
        event = a_scheduled_event(opens_in_s=60)
        assert not tournament_open(tournament_id=event.public_id)
        clock.pass_s(60)
        assert tournament_open(tournament_id=event.public_id)
        assert not tournament_open(tournament_id=event.public_id)
        assert state_of(event) == "registering"

    def test_the_director_opens_it(self, clock) -> None:
        event = a_scheduled_event(opens_in_s=60)
        clock.pass_s(60)
        tournament_advance(tournament_id=event.public_id)
        assert state_of(event) == "registering"

    def test_who_comes_earlier_is_told_when(self, clock) -> None:
        event = a_scheduled_event(opens_in_s=60)
        with pytest.raises(Refused) as refused:
            entered(event, a_user(chips=100))
        assert refusal_codes(refused) == ["tournament.not_open"]
        assert refused.value.facts["opens_at"] == event.opens_at


class TestEntering:
    def test_entry_and_fee_are_held_for_the_event(self) -> None:
        event, alice = a_scheduled_event(), a_user("alice", chips=100)
        entry = entry_register(event_id=event.public_id, user=alice)
        assert (entry.state, entry.buy_in_chips, entry.fee_chips) == ("active", 50, 5)
        assert (balance_of(alice), escrow_balance(event.escrow_ref)) == (45, 55)
        assert fresh(event).taken_seats == 1
        assert books_check() == ()

    def test_a_scheduled_entry_holds_nobody_elsewhere(self) -> None:
        alice = a_user("alice", chips=300)
        entered(a_scheduled_event(), alice)
        entered(a_scheduled_event(), alice)
        assert selectors.live_event_of(alice) == ""
        assert selectors.people_seated([alice.pk]) == set()
        assert selectors.live_entries_of(alice).count() == 2

    def test_d_trn_04_a_second_entry_is_told_of_the_first_and_pays_nothing(self) -> None:
        event, alice = a_scheduled_event(), a_user("alice", chips=200)
        entered(event, alice)
        with pytest.raises(Refused) as refused:
            entered(event, alice)
        assert refusal_codes(refused) == ["tournament.already_entered"]
        assert balance_of(alice) == 145
        with pytest.raises(IntegrityError), transaction.atomic():
            Entry.objects.create(tournament=event, user=alice, number=2, is_exclusive=False)

    def test_nobody_enters_an_event_that_is_drawn(self, clock) -> None:
        event = a_scheduled_event()
        start(clock, event, *entrants(event, 4))
        with pytest.raises(Refused) as refused:
            entered(event, a_user(chips=100))
        assert refusal_codes(refused) == ["tournament.closed"]

    def test_a_sit_and_go_is_no_scheduled_event(self) -> None:
        with pytest.raises(NotFound):
            entry_register(event_id=a_sit_and_go().public_id, user=a_user("alice"))


class TestWhoMayEnter:
    def test_every_reason_is_given_at_once_with_what_would_help(self, clock) -> None:
        terms = EntryTerms(
            rating_min=1600,
            min_matches=10,
            min_account_days=30,
            needs_invitation=True,
            is_for_invited=True,
            needs_ticket=True,
        )
        event = a_scheduled_event(
            entry=terms, is_rated=True, invitation_code="club", allowed_names=("bob",)
        )
        reasons = selectors.entry_refusals(event_id=event.public_id, user=a_guest())
        assert [reason.code for reason in reasons] == [
            "tournament.members_only",
            "tournament.rating_low",
            "tournament.few_matches",
            "tournament.young_account",
            "tournament.invitation",
            "tournament.not_invited",
            "tournament.ticket_only",
        ]
        texts = [reason.text.format(**reason.facts) for reason in reasons]
        assert texts[1] == "Your rating is 1500; this event takes 1600 and above."
        assert texts[2] == "You have played 0 matches; this takes 10. Play 10 more."

    def test_a_rating_can_be_too_high(self) -> None:
        event = a_scheduled_event(entry=EntryTerms(rating_max=1400))
        reasons = selectors.entry_refusals(event_id=event.public_id, user=a_user(chips=100))
        assert [reason.code for reason in reasons] == ["tournament.rating_high"]

    @pytest.mark.parametrize("given", ["Club Night", " club night "])
    def test_an_invitation_code_opens_the_door_in_any_case(self, given) -> None:
        terms = EntryTerms(needs_invitation=True)
        event = a_scheduled_event(entry=terms, invitation_code="club night")
        entry_register(event_id=event.public_id, user=a_user(chips=100), invitation=given)
        assert fresh(event).taken_seats == 1

    def test_whoever_is_in_is_not_asked_for_the_code_again(self) -> None:
        terms = EntryTerms(needs_invitation=True)
        event, alice = a_scheduled_event(entry=terms, invitation_code="club"), a_user(chips=200)
        entry_register(event_id=event.public_id, user=alice, invitation="club")
        with pytest.raises(Refused) as refused:
            entry_register(event_id=event.public_id, user=alice)
        assert refusal_codes(refused) == ["tournament.already_entered"]

    def test_a_wrong_invitation_code_does_not(self) -> None:
        terms = EntryTerms(needs_invitation=True)
        event = a_scheduled_event(entry=terms, invitation_code="club night")
        with pytest.raises(Refused) as refused:
            entry_register(event_id=event.public_id, user=a_user(chips=100), invitation="pub")
        assert refusal_codes(refused) == ["tournament.invitation"]

    def test_names_on_the_list_are_let_in(self) -> None:
        event = a_scheduled_event(entry=EntryTerms(is_for_invited=True), allowed_names=("Alice",))
        entered(event, a_user("alice", chips=100))
        assert fresh(event).taken_seats == 1

    def test_missing_chips_are_named(self) -> None:
        poor = a_user(chips=54)
        with pytest.raises(Refused) as refused:
            entered(a_scheduled_event(), poor)
        assert refused.value.code == "bankroll.short"
        assert refused.value.facts["needed_chips"] == 55
        assert balance_of(poor) == 54

    def test_guests_may_play_where_nothing_speaks_against_it(self) -> None:
        event = a_scheduled_event()
        entered(event, a_guest(chips=100))
        assert fresh(event).taken_seats == 1

    def test_a_barred_player_is_told_why_and_until_when(self, clock) -> None:
        event, eve = a_scheduled_event(), a_user("eve", chips=100)
        until = now() + timedelta(hours=24)
        Attendance.objects.create(user=eve, missed_in_row=2, last_missed=event, barred_until=until)
        with pytest.raises(Refused) as refused:
            entered(event, eve)
        assert refusal_codes(refused) == ["tournament.barred"]
        assert refused.value.facts["missed"] == 2
        bar = selectors.bar_of(eve)
        assert bar is not None
        assert (bar.until, bar.last_missed) == (until, event.name)


class TestStandby:
    def test_who_comes_to_a_full_event_pays_and_stands_by(self) -> None:
        event = a_scheduled_event(seats=4)
        entrants(event, 4)
        alice = a_user("alice", chips=100)
        entry = entry_register(event_id=event.public_id, user=alice)
        assert entry.state == "standby"
        assert balance_of(alice) == 45
        assert fresh(event).taken_seats == 4
        assert books_check() == ()

    def test_the_first_moves_up_when_a_seat_is_given_back_and_is_told(self, commits) -> None:
        event = a_scheduled_event(seats=4)
        people = entrants(event, 6)
        with commits() as heard:
            entry_withdraw(event_id=event.public_id, user=people[0])
        assert [entry.user for entry in event.entries.active()] == people[1:5]
        assert heard.streams("reminder") == [f"user:{people[4].pk}"]
        assert fresh(event).taken_seats == 4

    def test_nobody_gets_past_those_who_stand_by(self) -> None:
        event = a_scheduled_event(seats=4)
        people = entrants(event, 5)
        entry_withdraw(event_id=event.public_id, user=people[4])
        entry_withdraw(event_id=event.public_id, user=people[0])
        assert entered(event, a_user(chips=100)).taken_seats == 4

    def test_who_stands_by_may_leave_until_the_start(self, clock) -> None:
        event = a_scheduled_event(seats=4)
        people = entrants(event, 5)
        clock.pass_s(3599)
        entry_withdraw(event_id=event.public_id, user=people[4])
        assert balance_of(people[4]) == 100


class TestLeaving:
    def test_everything_comes_back_until_five_minutes_before_the_start(self, clock) -> None:
        event = a_scheduled_event()
        alice, bob = entrants(event, 2)
        clock.pass_s(3300)
        entry_withdraw(event_id=event.public_id, user=alice)
        assert balance_of(alice) == 100
        clock.pass_s(1)
        with pytest.raises(Conflict) as refused:
            entry_withdraw(event_id=event.public_id, user=bob)
        assert refused.value.code == "tournament.too_late"
        assert balance_of(bob) == 45
        assert books_check() == ()

    def test_after_a_change_of_the_card_leaving_is_free_until_the_start(self, clock) -> None:
        event = a_scheduled_event()
        (alice,) = entrants(event, 1)
        clock.pass_s(60)
        CardVersion.objects.create(tournament=event, version=2, card=event.card)
        clock.pass_s(3500)
        (bob,) = entrants(event, 1)
        entry_withdraw(event_id=event.public_id, user=alice)
        with pytest.raises(Conflict):
            entry_withdraw(event_id=event.public_id, user=bob)

    def test_a_second_withdrawal_finds_no_entry(self) -> None:
        event = a_scheduled_event()
        (alice,) = entrants(event, 1)
        entry_withdraw(event_id=event.public_id, user=alice)
        with pytest.raises(NotFound) as missing:
            entry_withdraw(event_id=event.public_id, user=alice)
        assert missing.value.code == "tournament.not_entered"
        assert_settled(event)

    def test_coming_back_is_a_new_entry_paid_anew(self) -> None:
        event = a_scheduled_event()
        (alice,) = entrants(event, 1)
        entry_withdraw(event_id=event.public_id, user=alice)
        assert entry_register(event_id=event.public_id, user=alice).number == 2
        assert balance_of(alice) == 45

    def test_between_draw_and_first_match_nobody_leaves(self, clock) -> None:
        event = a_scheduled_event()
        people = entrants(event, 4)
        start(clock, event, *people)
        with pytest.raises(Conflict) as refused:
            entry_withdraw(event_id=event.public_id, user=people[0])
        assert refused.value.code == "tournament.started"


class TestCheckIn:
    def test_it_opens_a_quarter_of_an_hour_before_the_start(self, clock) -> None:
        event = a_scheduled_event()
        (alice,) = entrants(event, 1)
        clock.pass_s(2699)
        with pytest.raises(Refused) as refused:
            entry_check_in(event_id=event.public_id, user=alice)
        assert refused.value.code == "tournament.check_in_early"
        clock.pass_s(1)
        for _again in range(2):
            assert entry_check_in(event_id=event.public_id, user=alice).is_checked_in

    def test_it_is_for_entrants(self, clock) -> None:
        event = a_scheduled_event()
        clock.pass_s(3000)
        with pytest.raises(NotFound):
            entry_check_in(event_id=event.public_id, user=a_user("eve"))

    def test_the_page_hears_of_it_once(self, clock, commits) -> None:
        event = a_scheduled_event()
        (alice,) = entrants(event, 1)
        clock.pass_s(3000)
        with commits() as heard:
            for _again in range(2):
                entry_check_in(event_id=event.public_id, user=alice)
        assert heard.rows(f"tournament:{event.public_id}") == ["entrants"]


class TestOverlaps:
    def test_events_at_the_same_time_are_named(self, clock) -> None:
        (alice,) = players(1, chips=500)
        first = a_scheduled_event(name="First", starts_in_s=3600)
        second = a_scheduled_event(name="Second", starts_in_s=3700)
        far = a_scheduled_event(name="Tomorrow", starts_in_s=90_000)
        for event in (first, far):
            entered(event, alice)
        assert selectors.overlapping_events(alice, second) == [first]
        assert selectors.overlapping_events(alice, first) == []
