"""Taking a seat, giving it back, losing it, and the last one that begins the event."""

import pytest
from django.db import IntegrityError, transaction

from backgammon import Rules
from bankroll.audit import books_check
from bankroll.selectors import balance_of, escrow_balance
from tests.factories import a_bot, a_guest, a_user
from tests.matches.builders import a_match, a_noting_owner
from tests.tournaments.builders import (
    a_series,
    a_sit_and_go,
    a_started_event,
    assert_settled,
    called_off,
    finish,
    fresh,
    gone,
    here,
    live_boards,
    open_event,
    players,
    seated,
    state_of,
)
from tests.tournaments.scheduled import a_scheduled_event, entered
from tournaments.director import tournament_advance
from tournaments.models import Entry, Tournament
from tournaments.services import sit_and_go_join, sit_and_go_leave
from wire.errors import Conflict, NotFound, Refused

pytestmark = pytest.mark.django_db


def refusal_codes(refused: pytest.ExceptionInfo[Refused]) -> list[str]:
    return [reason["code"] for reason in refused.value.facts["refusals"]]


def test_a_seat_costs_entry_and_fee_once_and_holds_them_for_the_event() -> None:
    event = a_sit_and_go(buy_in_chips=50, fee_chips=5)
    alice = a_user("alice", chips=100)
    seated(event, alice)
    assert balance_of(alice) == 45
    assert escrow_balance(event.escrow_ref) == 55
    assert fresh(event).taken_seats == 1
    assert books_check() == ()


def test_a_free_event_moves_no_chips() -> None:
    event = a_sit_and_go(seats=2, buy_in_chips=0)
    seated(event, a_user("alice"), a_user("bob"))
    assert state_of(event) == "playing"
    assert books_check() == ()


def test_the_last_seat_begins_the_event_and_says_so(commits) -> None:
    event = a_sit_and_go(seats=2)
    alice, bob = players(2)
    seated(event, alice)
    with commits() as heard:
        sit_and_go_join(event_id=event.public_id, user=bob)
    assert state_of(event) == "playing"
    assert set(heard.types()) == {"tournament.changed", "lobby.changed", "summons"}
    assert sorted(heard.streams("summons")) == sorted([f"user:{alice.pk}", f"user:{bob.pk}"])
    assert books_check() == ()


def test_a_guest_may_play() -> None:
    event = a_sit_and_go()
    seated(event, a_guest(chips=200))
    assert fresh(event).taken_seats == 1


def test_the_next_event_of_the_series_opens_when_one_begins() -> None:
    event = a_started_event()
    following = open_event(event.series)
    assert following.pk != event.pk
    assert following.taken_seats == 0
    assert following.commitment != event.commitment


def test_a_closed_series_opens_no_further_event() -> None:
    series = a_series(seats=2)
    event = open_event(series)
    series.is_open = False
    series.save()
    seated(event, *players(2))
    assert not series.tournaments.filter(state="registering").exists()


def test_leaving_gives_entry_and_fee_back() -> None:
    event = a_sit_and_go(buy_in_chips=50, fee_chips=5)
    alice = a_user("alice", chips=100)
    seated(event, alice)
    sit_and_go_leave(event_id=event.public_id, user=alice)
    assert balance_of(alice) == 100
    assert fresh(event).taken_seats == 0
    assert_settled(event)


def test_a_second_leave_finds_no_seat() -> None:
    event = a_sit_and_go()
    alice = a_user("alice", chips=100)
    seated(event, alice)
    sit_and_go_leave(event_id=event.public_id, user=alice)
    with pytest.raises(NotFound) as missing:
        sit_and_go_leave(event_id=event.public_id, user=alice)
    assert missing.value.code == "tournament.not_entered"
    assert balance_of(alice) == 100
    assert_settled(event)


def test_coming_back_after_leaving_is_a_new_entry_paid_anew() -> None:
    event = a_sit_and_go()
    alice = a_user("alice", chips=100)
    seated(event, alice)
    sit_and_go_leave(event_id=event.public_id, user=alice)
    entry = sit_and_go_join(event_id=event.public_id, user=alice)
    assert entry.number == 2
    assert balance_of(alice) == 50
    assert books_check() == ()


def test_nobody_leaves_once_the_seats_are_drawn() -> None:
    event = a_started_event()
    entry = event.entries.all()[0]
    with pytest.raises(Conflict) as refused:
        sit_and_go_leave(event_id=event.public_id, user=entry.user)
    assert refused.value.code == "tournament.started"
    assert books_check() == ()


def test_d_trn_04_a_second_join_is_told_of_the_first_and_pays_nothing() -> None:
    event = a_sit_and_go()
    alice = a_user("alice", chips=100)
    seated(event, alice)
    with pytest.raises(Refused) as refused:
        sit_and_go_join(event_id=event.public_id, user=alice)
    assert refusal_codes(refused) == ["tournament.already_entered"]
    assert balance_of(alice) == 50
    assert fresh(event).taken_seats == 1
    assert books_check() == ()


def test_d_trn_04_the_database_refuses_a_second_live_entry_of_one_player() -> None:
    event = a_sit_and_go()
    alice = a_user("alice", chips=100)
    seated(event, alice)
    with pytest.raises(IntegrityError), transaction.atomic():
        Entry.objects.create(tournament=event, user=alice, number=2, is_exclusive=False)


def test_the_database_refuses_more_entrants_than_seats() -> None:
    event = a_started_event()
    with pytest.raises(IntegrityError), transaction.atomic():
        Tournament.objects.filter(pk=event.pk).update(taken_seats=event.seats + 1)


def test_the_database_refuses_a_second_open_event_of_a_series() -> None:
    event = a_sit_and_go()
    with pytest.raises(IntegrityError), transaction.atomic():
        Tournament.objects.create(
            series=event.series, name="again", card=event.card, seats=4, sealed_secret=b"x"
        )


def test_whoever_comes_after_the_last_seat_is_told_full_and_keeps_his_chips() -> None:
    event = a_started_event()
    eve = a_user("eve", chips=100)
    with pytest.raises(Refused) as refused:
        sit_and_go_join(event_id=event.public_id, user=eve)
    assert refusal_codes(refused) == ["tournament.full"]
    assert balance_of(eve) == 100


def test_a_player_hears_every_reason_at_once() -> None:
    event = a_started_event()
    poor = a_user("poor", chips=10)
    seated(a_sit_and_go(buy_in_chips=0), poor)
    with pytest.raises(Refused) as refused:
        sit_and_go_join(event_id=event.public_id, user=poor)
    assert refusal_codes(refused) == [
        "tournament.full",
        "tournament.seated_elsewhere",
        "bankroll.short",
    ]


def test_one_live_seat_at_a_time() -> None:
    first, second = a_sit_and_go(name="First"), a_sit_and_go(name="Second")
    alice = a_user("alice", chips=100)
    seated(first, alice)
    with pytest.raises(Refused) as refused:
        sit_and_go_join(event_id=second.public_id, user=alice)
    assert refusal_codes(refused) == ["tournament.seated_elsewhere"]
    assert refused.value.facts["event"] == "First"
    assert balance_of(alice) == 50


def test_who_is_out_of_one_event_may_join_the_next_at_once() -> None:
    event = a_started_event()
    board = live_boards(event)[0]
    finish(board)
    loser = board.black
    following = open_event(event.series)
    with pytest.raises(Refused) as refused:
        sit_and_go_join(event_id=following.public_id, user=loser)
    assert refusal_codes(refused) == ["bankroll.short"]


def test_chips_that_are_missing_are_named() -> None:
    event = a_sit_and_go(buy_in_chips=50)
    poor = a_user("poor", chips=49)
    with pytest.raises(Refused) as refused:
        sit_and_go_join(event_id=event.public_id, user=poor)
    assert refused.value.code == "bankroll.short"
    assert refused.value.facts["available_chips"] == 49
    assert not event.entries.exists()


def test_a_cancelled_event_takes_no_entries() -> None:
    event = a_sit_and_go()
    called_off(event)
    with pytest.raises(Refused) as refused:
        sit_and_go_join(event_id=event.public_id, user=a_user("alice", chips=100))
    assert refusal_codes(refused) == ["tournament.closed"]


def test_whoever_plays_a_match_finishes_it_first() -> None:
    alice, bob = players(2)
    a_noting_owner()
    a_match(alice, bob)
    with pytest.raises(Refused) as refused:
        sit_and_go_join(event_id=a_sit_and_go().public_id, user=alice)
    assert refusal_codes(refused) == ["tournament.in_match"]
    assert balance_of(alice) == 100


def test_a_match_without_a_clock_keeps_nobody_from_an_event() -> None:
    alice, bob = players(2)
    a_noting_owner()
    a_match(alice, bob, Rules.match(3))
    sit_and_go_join(event_id=a_sit_and_go().public_id, user=alice)
    assert balance_of(alice) == 50


def test_an_unknown_event_is_not_found() -> None:
    with pytest.raises(NotFound):
        sit_and_go_join(event_id="nothing", user=a_user("alice"))


def test_a_scheduled_event_is_neither_entered_nor_left_by_this_door() -> None:
    event, (alice, bob) = a_scheduled_event(), players(2)
    entered(event, alice)
    for act, user in ((sit_and_go_join, bob), (sit_and_go_leave, alice)):
        with pytest.raises(NotFound) as refused:
            act(event_id=event.public_id, user=user)
        assert refused.value.code == "tournament.not_found"
    assert list(event.entries.live()) == [event.entries.get(user=alice)]
    assert balance_of(bob) == 100


def test_house_bots_stay_out_where_the_card_says_so() -> None:
    event = a_sit_and_go(has_house_bots=False)
    with pytest.raises(Refused) as refused:
        sit_and_go_join(event_id=event.public_id, user=a_bot())
    assert refusal_codes(refused) == ["tournament.no_house_bots"]


class TestSeatsOfTheAbsent:
    def test_a_seat_counts_for_thirty_seconds_without_a_connection(self, clock) -> None:
        event = a_sit_and_go(has_house_bots=False)
        alice = a_user("alice", chips=100)
        seated(event, alice)
        clock.pass_s(30)
        tournament_advance(tournament_id=event.public_id)
        assert fresh(event).taken_seats == 1
        clock.pass_s(1)
        tournament_advance(tournament_id=event.public_id)
        assert fresh(event).taken_seats == 0
        assert balance_of(alice) == 100
        assert event.entries.get().reason == "absent"
        assert_settled(event)

    def test_whoever_is_here_keeps_his_seat(self, clock) -> None:
        event = a_sit_and_go(has_house_bots=False)
        alice, bob = players(2)
        seated(event, alice, bob)
        for _second in range(90):
            clock.pass_s(1)
            here(alice)
            tournament_advance(tournament_id=event.public_id)
        assert [entry.user for entry in event.entries.active()] == [alice]

    def test_the_grace_begins_anew_with_each_connection(self, clock) -> None:
        event = a_sit_and_go(has_house_bots=False)
        alice = a_user("alice", chips=100)
        seated(event, alice)
        clock.pass_s(25)
        here(alice)
        tournament_advance(tournament_id=event.public_id)
        gone(alice)
        clock.pass_s(29)
        tournament_advance(tournament_id=event.public_id)
        assert fresh(event).taken_seats == 1

    def test_seats_that_are_drawn_are_kept_by_the_clock_of_the_match_alone(self, clock) -> None:
        event = a_started_event()
        clock.pass_s(31)
        tournament_advance(tournament_id=event.public_id)
        assert fresh(event).taken_seats == 4
        assert state_of(event) == "playing"


class TestHouseBots:
    @pytest.fixture(autouse=True)
    def _bots(self) -> None:
        for name in ("Bot-Ada", "Bot-Ben", "Bot-Cleo", "Bot-Dan"):
            a_bot(name)

    def test_the_first_sits_down_after_ten_seconds_and_the_others_follow(self, clock) -> None:
        event = a_sit_and_go()
        alice = a_user("alice", chips=100)
        here(alice)
        seated(event, alice)
        counts = []
        for _second in range(15):
            tournament_advance(tournament_id=event.public_id)
            counts.append(fresh(event).taken_seats)
            clock.pass_s(1)
        assert counts[:10] == [1] * 10
        assert counts[10:] == [2, 2, 3, 3, 4]
        assert state_of(event) == "playing"
        assert books_check() == ()

    def test_the_wait_begins_anew_when_a_person_sits_down(self, clock) -> None:
        event = a_sit_and_go()
        alice, bob = players(2)
        seated(event, alice)
        clock.pass_s(9)
        here(alice, bob)
        seated(event, bob)
        clock.pass_s(9)
        tournament_advance(tournament_id=event.public_id)
        assert fresh(event).taken_seats == 2
        clock.pass_s(1)
        tournament_advance(tournament_id=event.public_id)
        assert fresh(event).taken_seats == 3

    def test_nobody_waits_in_an_empty_event(self, clock) -> None:
        event = a_sit_and_go()
        clock.pass_s(100)
        tournament_advance(tournament_id=event.public_id)
        assert fresh(event).taken_seats == 0

    def test_bots_get_up_when_the_last_person_has_left(self, clock) -> None:
        event = a_sit_and_go()
        alice = a_user("alice", chips=100)
        here(alice)
        seated(event, alice)
        clock.pass_s(10)
        tournament_advance(tournament_id=event.public_id)
        assert fresh(event).taken_seats == 2
        sit_and_go_leave(event_id=event.public_id, user=alice)
        tournament_advance(tournament_id=event.public_id)
        assert fresh(event).taken_seats == 0
        assert_settled(event)

    def test_a_bot_without_chips_is_given_some_and_the_books_show_it(self, clock) -> None:
        event = a_sit_and_go(seats=2, buy_in_chips=5_000)
        alice = a_user("alice", chips=5_000)
        here(alice)
        seated(event, alice)
        clock.pass_s(10)
        tournament_advance(tournament_id=event.public_id)
        assert state_of(event) == "playing"
        assert books_check() == ()

    def test_a_bot_may_sit_in_many_events(self, clock) -> None:
        events = [a_sit_and_go(seats=4) for _ in range(3)]
        people = players(3)
        here(*people)
        for event, person in zip(events, people, strict=True):
            seated(event, person)
        for _second in range(20):
            clock.pass_s(1)
            here(*people)
            for event in events:
                tournament_advance(tournament_id=event.public_id)
        assert [state_of(event) for event in events] == ["playing"] * 3
        assert books_check() == ()

    def test_a_seat_stays_free_when_no_bot_is_left(self, clock) -> None:
        event = a_sit_and_go(seats=8)
        alice = a_user("alice", chips=100)
        seated(event, alice)
        for _second in range(30):
            clock.pass_s(1)
            here(alice)
            tournament_advance(tournament_id=event.public_id)
        assert fresh(event).taken_seats == 5
        assert state_of(event) == "registering"

    def test_no_bot_sits_where_the_card_keeps_them_out(self, clock) -> None:
        event = a_sit_and_go(has_house_bots=False)
        alice = a_user("alice", chips=100)
        seated(event, alice)
        clock.pass_s(20)
        tournament_advance(tournament_id=event.public_id)
        assert fresh(event).taken_seats == 1
