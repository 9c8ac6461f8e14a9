"""Rulings on results: declared, reversed, upheld; seen first, confirmed second, kept for ever."""

from typing import Any

import pytest

from accounts.models import StaffAction, User
from backgammon import Side
from bankroll.audit import books_check
from bankroll.models import Transfer
from bankroll.selectors import balance_of
from matches.models import Match
from tests.factories import a_user
from tests.tournaments.builders import (
    a_sit_and_go,
    a_started_event,
    assert_settled,
    come,
    finish,
    fresh,
    give_up,
    live_boards,
    state_of,
)
from tests.tournaments.ruled import (
    a_director,
    eight_after_the_first_round,
    lines_of,
    loser_of,
    match_at,
    names_at,
    pairing_at,
    play_round,
    rule,
    white_at,
    winner_of,
)
from tournaments.director import tournament_advance
from tournaments.models import PairingResult, Reminder, Ruling, Tournament
from tournaments.orders import Declare, Pause, Reverse, Stop
from tournaments.services import ruling_make, ruling_preview
from wire.errors import Conflict, Forbidden, Malformed, NotFound, PlatformError, Refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def dora() -> User:
    return a_director("dora")


def reversal(event: Tournament, **changes: Any) -> Reverse:
    """The first quarter-final to its loser."""
    return Reverse(1, 1, loser_of(event, 1, 1).number, **changes)


def refused(event: Tournament, order: Any, actor: User) -> str:
    """The code with which an order is refused, and nothing has changed."""
    before = (Ruling.objects.count(), Transfer.objects.count(), Match.objects.count())
    with pytest.raises(PlatformError) as error:
        rule(event, order, actor)
    assert before == (Ruling.objects.count(), Transfer.objects.count(), Match.objects.count())
    assert books_check() == ()
    return error.value.code


class TestDeclare:
    def test_the_winner_goes_on_and_the_running_match_is_ended(self, dora) -> None:
        event = a_started_event(seats=4, pause_s=60)
        board = live_boards(event)[0]
        come(board)
        winner = board.pairing.entries[1]
        rule(event, Declare(1, board.pairing.slot, winner.number), dora)
        assert winner_of(event, 1, board.pairing.slot) == winner
        assert Match.objects.get(public_id=board.match_id).status == "annulled"
        assert fresh_state(board.pairing.entries[0]) == "out"

    def test_a_match_that_was_never_played_is_a_walkover(self, dora) -> None:
        event = eight_after_the_first_round()
        semifinal = pairing_at(event, 2, 1)
        rule(event, Declare(2, 1, semifinal.entries[0].number), dora)
        assert pairing_at(event, 2, 1).result.outcome == "walkover"
        assert not semifinal.match

    def test_nobody_goes_on_where_both_are_out(self, dora) -> None:
        event = eight_after_the_first_round()
        rule(event, Declare(2, 1, 0), dora)
        rule(event, Declare(2, 2, white_at(event, 2, 2).number), dora)
        assert state_of(event) == "finished"
        assert_settled(event)

    def test_the_final_declared_pays_the_prizes_that_were_shown(self, dora) -> None:
        event = a_started_event(seats=2, buy_in_chips=50, fee_chips=5)
        alice = white_at(event, 1, 1)
        order = Declare(1, 1, alice.number)
        lines = lines_of(event, order, dora)
        assert f"{alice.user.username} gets 100 chips." in lines
        assert "The event is now: finished." in lines
        assert state_of(event) == "playing"
        rule(event, order, dora)
        assert (state_of(event), balance_of(alice.user)) == ("finished", 100)
        assert_settled(event)

    def test_only_one_of_the_two_can_have_won(self, dora) -> None:
        event = eight_after_the_first_round()
        with pytest.raises(Malformed):
            rule(event, Declare(2, 1, winner_of(event, 1, 4).number), dora)

    def test_a_result_that_stands_is_reversed_not_declared(self, dora) -> None:
        event = eight_after_the_first_round()
        order = Declare(1, 1, loser_of(event, 1, 1).number)
        assert refused(event, order, dora) == "ruling.has_result"

    def test_there_must_be_such_a_pairing(self, dora) -> None:
        event = eight_after_the_first_round()
        assert refused(event, Declare(3, 1, 1), dora) == "tournament.no_such_pairing"


class TestReverse:
    def test_d_trn_09_a_the_semifinal_gets_exactly_the_new_winner(self, dora, commits) -> None:
        event = eight_after_the_first_round()
        old, new = winner_of(event, 1, 1), loser_of(event, 1, 1)
        other = winner_of(event, 1, 2)
        with commits() as heard:
            rule(event, reversal(event), dora)
        assert names_at(event, 2, 1) == {new.user.username, other.user.username}
        assert [fresh_state(each) for each in (old, new, other)] == ["out", "active", "active"]
        assert event.pairings.filter(round=2).count() == 2
        told = {f"user:{each.user.pk}" for each in (old, new, other)}
        assert told <= set(heard.streams("reminder"))
        assert "log" in heard.rows(f"tournament:{event.public_id}")

    def test_the_preview_says_who_advances_and_changes_nothing(self, dora) -> None:
        event = eight_after_the_first_round()
        old, new = winner_of(event, 1, 1).user, loser_of(event, 1, 1).user
        before = names_at(event, 2, 1)
        lines = lines_of(event, reversal(event), dora)
        assert f"Round 1, match 1: the winner is {new.username} instead of {old.username}." in lines
        assert f"{old.username} plays no more in it." in lines
        assert f"{new.username} is in the event again." in lines
        assert any(line.startswith("Round 2, match 1: ") for line in lines)
        assert names_at(event, 2, 1) == before
        assert not Ruling.objects.exists()
        assert not Reminder.objects.exists()

    def test_the_new_winner_may_go_on_to_win(self, dora) -> None:
        event = eight_after_the_first_round(pause_s=0)
        order = reversal(event, voids_next=True)
        rule(event, order, dora)
        while live_boards(event):
            play_round(event)
        assert state_of(event) == "finished"
        assert_settled(event)

    def test_d_trn_09_b_while_the_semifinal_is_played_it_is_refused(self, dora) -> None:
        event = eight_after_the_first_round(pause_s=0)
        assert refused(event, reversal(event), dora) == "ruling.next_running"

    def test_d_trn_09_b_the_semifinal_may_be_voided_explicitly(self, dora) -> None:
        event = eight_after_the_first_round(pause_s=0)
        voided = match_at(event, 2, 1)
        new = loser_of(event, 1, 1).user.username
        lines = lines_of(event, reversal(event, voids_next=True), dora)
        assert any("the running match of" in line for line in lines)
        ruling = rule(event, reversal(event, voids_next=True), dora)
        voided.refresh_from_db()
        assert voided.status == "annulled"
        assert new in names_at(event, 2, 1)
        assert match_at(event, 2, 1) != voided
        assert ruling.details["voided"][0]["match"] == voided.public_id

    def test_a_played_semifinal_keeps_the_quarterfinal_as_it_is(self, dora) -> None:
        event = eight_after_the_first_round(pause_s=0)
        play_round(event)
        assert refused(event, reversal(event), dora) == "ruling.next_played"

    def test_d_trn_09_c_after_the_prizes_nothing_is_reversed(self, dora) -> None:
        event = a_started_event(seats=2)
        finish(live_boards(event)[0])
        tournament_advance(tournament_id=event.public_id)
        assert refused(event, reversal(event), dora) == "ruling.over"
        assert refused(event, Stop(), dora) == "ruling.over"

    def test_the_old_result_is_kept_with_the_ruling(self, dora) -> None:
        event = eight_after_the_first_round()
        old = winner_of(event, 1, 1)
        ruling = rule(event, reversal(event), dora)
        assert ruling.details["was"]["winner"] == old.number
        assert ruling.details["was"]["outcome"] == "played"

    def test_a_result_may_be_taken_from_both(self, dora) -> None:
        event = eight_after_the_first_round()
        other = winner_of(event, 1, 2).user.username
        rule(event, Reverse(1, 1, 0), dora)
        assert names_at(event, 2, 1) == {other}
        assert pairing_at(event, 2, 1).result.outcome == "walkover"

    def test_who_has_left_is_not_brought_back(self, dora) -> None:
        event = eight_after_the_first_round()
        loser = loser_of(event, 1, 1)
        loser.reason = "left"
        loser.save(update_fields=["reason"])
        assert refused(event, reversal(event), dora) == "ruling.has_left"

    def test_who_plays_elsewhere_by_now_is_not_brought_back(self, dora) -> None:
        event = eight_after_the_first_round()
        loser = loser_of(event, 1, 1)
        elsewhere = a_sit_and_go(buy_in_chips=0)
        elsewhere.entries.create(user=loser.user, number=1, is_exclusive=True)
        assert refused(event, reversal(event), dora) == "ruling.seated_elsewhere"

    def test_who_has_bought_back_is_not_brought_back_as_well(self, dora) -> None:
        """He would sit in the event twice."""
        event = eight_after_the_first_round()
        loser = loser_of(event, 1, 1)
        again = event.entries.create(user=loser.user, number=99, arrival="buy_back")
        assert refused(event, reversal(event), dora) == "ruling.bought_back"
        again.state = "out"
        again.save(update_fields=["state"])
        assert rule(event, reversal(event), dora).entry == loser

    def test_what_is_the_result_already_and_what_has_none_are_refused(self, dora) -> None:
        event = eight_after_the_first_round()
        same = Reverse(1, 1, winner_of(event, 1, 1).number)
        assert refused(event, same, dora) == "ruling.same_result"
        open_one = Reverse(2, 1, white_at(event, 2, 1).number)
        assert refused(event, open_one, dora) == "ruling.no_result"

    def test_a_bye_is_not_reversed(self, dora) -> None:
        event = a_started_event(seats=6, pause_s=60)
        bye = event.pairings.filter(black__isnull=True)[0]
        assert refused(event, Reverse(1, bye.slot, 0), dora) == "ruling.nobody_met"


class TestConfirming:
    def test_once_for_the_key_of_the_form(self, dora) -> None:
        event = eight_after_the_first_round()
        first = rule(event, Pause(), dora, key="form")
        again = ruling_make(
            tournament_id=event.public_id,
            order=Pause(),
            actor=dora,
            reason="x",
            public_text="x",
            key="form",
            seen="whatever",
        )
        assert again == first
        assert StaffAction.objects.filter(act="ruling.pause").count() == 1

    def test_an_event_that_has_moved_on_is_looked_at_again(self, dora) -> None:
        event = eight_after_the_first_round()
        order = reversal(event)
        seen = ruling_preview(tournament_id=event.public_id, order=order, actor=dora).seen
        rule(event, Declare(2, 2, white_at(event, 2, 2).number), dora)
        rule(event, Reverse(1, 2, loser_of(event, 1, 2).number), dora)
        with pytest.raises(Conflict) as error:
            rule(event, order, dora, seen=seen)
        assert error.value.code == "ruling.moved_on"
        assert winner_of(event, 1, 1).number != order.winner
        rule(event, order, dora)
        assert winner_of(event, 1, 1).number == order.winner

    def test_what_happens_elsewhere_in_the_event_does_not_spoil_a_preview(self, dora) -> None:
        event = a_started_event(seats=4, pause_s=60)
        here, elsewhere = live_boards(event)
        order = Declare(1, here.pairing.slot, here.pairing.entries[0].number)
        seen = ruling_preview(tournament_id=event.public_id, order=order, actor=dora).seen
        come(elsewhere)
        rule(event, order, dora, seen=seen)
        assert winner_of(event, 1, here.pairing.slot) == here.pairing.entries[0]

    def test_a_match_that_ends_between_look_and_confirmation_keeps_its_result(self, dora) -> None:
        event = a_started_event(seats=4, pause_s=60)
        board = live_boards(event)[0]
        order = Declare(1, board.pairing.slot, board.pairing.entries[0].number)
        seen = ruling_preview(tournament_id=event.public_id, order=order, actor=dora).seen
        come(board)
        give_up(board, Side.WHITE)
        with pytest.raises(Conflict) as error:
            ruling_make(
                tournament_id=event.public_id,
                order=order,
                actor=dora,
                reason="x",
                public_text="x",
                key="k",
                seen=seen,
            )
        assert error.value.code == "ruling.has_result"
        assert winner_of(event, 1, board.pairing.slot) == board.pairing.entries[1]

    def test_the_reason_is_in_the_staff_log_and_the_line_is_for_everybody(self, dora) -> None:
        event = eight_after_the_first_round()
        ruling = rule(event, reversal(event), dora, reason=" Misread. ", public_text="Corrected.")
        assert (ruling.reason, ruling.public_text) == ("Misread.", "Corrected.")
        action = StaffAction.objects.get(act="ruling.reverse")
        assert (action.reason, action.actor) == ("Misread.", dora)
        assert action.subject == f"tournament:{event.public_id}"

    @pytest.mark.parametrize(
        ("changes", "code"),
        [
            ({"reason": "  "}, "staff.reason"),
            ({"public_text": ""}, "ruling.public_text"),
            ({"public_text": "x" * 301}, "ruling.public_text"),
            ({"public_text": "Bob is a moron."}, "words.offensive"),
        ],
    )
    def test_no_ruling_without_its_two_texts(self, dora, changes, code) -> None:
        event = eight_after_the_first_round()
        with pytest.raises(Refused) as error:
            rule(event, reversal(event), dora, **changes)
        assert error.value.code == code
        assert not Ruling.objects.exists()

    def test_staff_without_the_permission_and_players_neither_look_nor_rule(self) -> None:
        event = eight_after_the_first_round()
        for somebody in (a_user("eve"), a_user("frank", is_staff=True)):
            with pytest.raises(Forbidden):
                rule(event, Pause(), somebody)
            with pytest.raises(Forbidden):
                ruling_make(
                    tournament_id=event.public_id,
                    order=Pause(),
                    actor=somebody,
                    reason="x",
                    public_text="x",
                    key="k",
                    seen="",
                )
        assert not fresh(event).is_paused

    def test_an_event_nobody_knows(self, dora) -> None:
        with pytest.raises(NotFound):
            ruling_preview(tournament_id="nothing", order=Pause(), actor=dora)

    def test_a_ruling_is_never_edited(self, dora) -> None:
        event = eight_after_the_first_round()
        ruling = rule(event, Pause(), dora)
        ruling.public_text = "Something else."
        with pytest.raises(Exception, match="append-only"):
            ruling.save()


def fresh_state(entry: Any) -> str:
    entry.refresh_from_db()
    return str(entry.state)


def test_no_result_is_counted_twice(dora) -> None:
    event = eight_after_the_first_round()
    rule(event, reversal(event), dora)
    assert PairingResult.objects.filter(pairing__round=1).count() == 4
    assert not tournament_advance(tournament_id=event.public_id)
