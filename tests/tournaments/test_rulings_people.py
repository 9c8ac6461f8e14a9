"""Rulings on people: disqualified before and after the draw, another in the seat."""

import pytest

from accounts.models import User
from bankroll.audit import books_check
from bankroll.selectors import balance_of
from matches.models import Match
from tests.factories import a_user
from tests.tournaments.builders import (
    a_sit_and_go,
    a_started_event,
    assert_settled,
    come,
    fresh,
    live_boards,
    play_through,
    players,
    seated,
    state_of,
)
from tests.tournaments.ruled import (
    a_director,
    eight_after_the_first_round,
    lines_of,
    names_at,
    rule,
    white_at,
    winner_of,
)
from tests.tournaments.scheduled import a_scheduled_event, entered, start
from tests.tournaments.ticketed import a_flexible_ticket
from tournaments.models import Entry, EntryState, Ticket, Tournament, WithdrawReason
from tournaments.orders import Disqualify, Replace
from wire.errors import Refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def dora() -> User:
    return a_director("dora")


def six_of_whom_two_wait(**changes: object) -> tuple[Tournament, Entry]:
    """Six drawn, two with byes, and the entry of one of the two: he has played nobody yet."""
    event = a_started_event(**{"seats": 6, "buy_in_chips": 50, "fee_chips": 5, **changes})
    bye = event.pairings.filter(black__isnull=True).select_related("white__user").first()
    assert bye is not None
    assert bye.white is not None
    return event, bye.white


class TestDisqualify:
    def test_the_opponent_goes_on_and_nothing_comes_back(self, dora) -> None:
        event = a_started_event(seats=4, buy_in_chips=50, pause_s=60)
        board = live_boards(event)[0]
        come(board)
        rule(event, Disqualify(board.pairing.entries[0].number), dora)
        out = event.entries.get(user=board.white)
        assert (out.state, out.reason) == ("out", "disqualified")
        assert winner_of(event, 1, board.pairing.slot) == board.pairing.entries[1]
        assert balance_of(board.white) == 0
        assert books_check() == ()

    def test_the_preview_says_so_and_ends_no_match(self, dora) -> None:
        event = a_started_event(seats=4, buy_in_chips=50, pause_s=60)
        board = live_boards(event)[0]
        lines = lines_of(event, Disqualify(board.pairing.entries[0].number), dora)
        assert f"{board.white.username} plays no more in it." in lines
        assert any(f"the winner is {board.black.username}." in line for line in lines)
        assert Match.objects.get(public_id=board.match_id).status == "playing"

    def test_before_the_draw_he_has_everything_back(self, dora) -> None:
        alice, bob = players(2)
        event = seated(a_sit_and_go(fee_chips=5), alice, bob)
        rule(event, Disqualify(event.entries.get(user=alice).number), dora)
        entry = event.entries.get(user=alice)
        assert (entry.state, entry.reason) == ("withdrawn", "disqualified")
        assert (balance_of(alice), fresh(event).taken_seats) == (100, 1)

    def test_who_is_out_already_is_not_disqualified(self, dora) -> None:
        event = eight_after_the_first_round()
        out = event.entries.filter(state=EntryState.OUT)[0]
        with pytest.raises(Refused) as error:
            rule(event, Disqualify(out.number), dora)
        assert error.value.code == "ruling.not_in_event"


class TestReplace:
    def test_the_newcomer_pays_and_the_other_has_it_back(self, dora) -> None:
        event, old = six_of_whom_two_wait()
        carol = a_user("carol", chips=100)
        order = Replace(old.number, "carol")
        lines = lines_of(event, order, dora)
        assert "carol pays 55 chips." in lines
        assert f"{old.user.username} gets 55 chips." in lines
        rule(event, order, dora)
        assert (balance_of(carol), balance_of(old.user)) == (45, 55)
        new = event.entries.get(user=carol)
        assert (new.seat, new.arrival, new.state) == (old.seat, "replacement", "active")
        old.refresh_from_db()
        assert (old.state, old.reason) == (EntryState.WITHDRAWN, WithdrawReason.REPLACED)
        assert fresh(event).taken_seats == 6
        assert books_check() == ()

    def test_the_newcomer_stands_where_the_other_stood_and_plays_on(self, dora) -> None:
        event, old = six_of_whom_two_wait()
        pairing = event.pairings.get(white=old)
        a_user("carol", chips=100)
        rule(event, Replace(old.number, "carol"), dora)
        assert names_at(event, 1, pairing.slot) == {"carol"}
        assert winner_of(event, 1, pairing.slot).user.username == "carol"
        play_through(event)
        assert state_of(event) == "finished"
        assert_settled(event)

    def test_a_ticket_comes_back_as_a_ticket(self, dora, clock) -> None:
        event = a_scheduled_event(buy_in_chips=50, fee_chips=5)
        people = players(6)
        tickets = [a_flexible_ticket(each, 55).pk for each in people]
        event = start(clock, entered(event, *people), *people)
        old = event.pairings.filter(black__isnull=True)[0].entries[0]
        a_user("carol", chips=100)
        rule(event, Replace(old.number, "carol"), dora)
        new = Ticket.objects.exclude(pk__in=tickets).get()
        assert (new.holder, new.value_chips, new.state) == (old.user, 55, "issued")
        assert (new.kind, balance_of(old.user)) == ("flexible", 100)
        assert books_check() == ()

    def test_who_does_not_come_to_his_first_match_gives_the_seat_to_somebody_who_does(
        self, dora
    ) -> None:
        event = a_started_event(seats=4, buy_in_chips=50)
        called = live_boards(event)[0]
        carol = a_user("carol", chips=50)
        rule(event, Replace(called.pairing.entries[0].number, "carol"), dora)
        assert Match.objects.get(public_id=called.match_id).status == "annulled"
        again = next(each for each in live_boards(event) if each.pairing == called.pairing)
        assert {again.white, again.black} == {carol, called.black}
        play_through(event)
        assert_settled(event)

    def test_whose_match_has_begun_keeps_the_seat(self, dora) -> None:
        event = a_started_event(seats=4)
        come(next(each for each in live_boards(event) if each.pairing.slot == 1))
        a_user("carol", chips=100)
        with pytest.raises(Refused) as error:
            rule(event, Replace(white_at(event, 1, 1).number, "carol"), dora)
        assert error.value.code == "ruling.has_played"

    def test_who_is_in_already_takes_no_second_seat(self, dora) -> None:
        event, old = six_of_whom_two_wait()
        other = event.entries.exclude(pk=old.pk)[0].user
        with pytest.raises(Refused) as error:
            rule(event, Replace(old.number, other.username), dora)
        assert error.value.code == "ruling.is_entered"

    def test_who_cannot_pay_takes_no_seat_and_nothing_has_moved(self, dora) -> None:
        event, old = six_of_whom_two_wait()
        a_user("carol", chips=10)
        with pytest.raises(Refused) as error:
            rule(event, Replace(old.number, "carol"), dora)
        assert error.value.code == "bankroll.short"
        old.refresh_from_db()
        assert (old.state, balance_of(old.user)) == ("active", 0)
        assert books_check() == ()
