"""Somebody is barred in the very moment in which something of his begins or ends.

Under real threads on PostgreSQL. Whatever came first: in the end nothing of his goes on, everybody
else does, and the books are in order.
"""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest

from accounts.models import User
from backgammon import MakePlay, Rules, Side, legal_plays
from bankroll.audit import books_check
from bankroll.selectors import balance_of
from lobby.asks import USUAL
from lobby.selectors import open_seek_of, open_table_of
from lobby.services import seek_cancel, seek_post, seeks_pair, table_rematch, table_take
from matches.judge import Request
from matches.models import Match, MatchEvent
from matches.selectors import running_matches_of
from matches.services import match_act
from matches.store import load_live
from moderation.director import sanction_carry_out, sanctions_sweep
from moderation.models import Sanction
from moderation.sanctions import Offence, SanctionKind
from moderation.services import sanction_impose
from tests.concurrency.test_table_races import ONE_POINT, refusal_codes
from tests.concurrency.together import failures, together
from tests.factories import a_user
from tests.lobby.builders import a_table, an_old_table, finished, fresh, taken
from tests.lobby.sittings import Sitting, a_sitting, stakes
from tests.moderation.barring import REASON, a_chief, sanctioned
from tests.tournaments.builders import (
    a_sit_and_go,
    assert_settled,
    here,
    live_boards,
    play_through,
    players,
    seated,
    state_of,
)
from tests.tournaments.builders import fresh as event_now
from tests.tournaments.scheduled import a_scheduled_event, entered, entrants
from tests.tournaments.ticketed import a_target, a_ticket, again, assert_price_lies_with
from tournaments import tasks
from tournaments.director import tournament_advance
from tournaments.models import Tournament
from tournaments.selectors import live_entries_of
from tournaments.services import entry_register, entry_withdraw, sit_and_go_join

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.race]

WHITE, BLACK = Side.WHITE, Side.BLACK

#: Which of two threads is first is for the machine to say, so each race is run again and again.
TIMES = range(5)


@pytest.fixture(autouse=True)
def books(transactional_db: None) -> Iterator[None]:
    """The books are in order when the race is over."""
    yield
    assert books_check() == ()


@pytest.fixture
def chief(transactional_db: None) -> User:
    return a_chief()


def bar(user: User, chief: User, *, key: str = "") -> Callable[[], Any]:
    """Bar somebody and carry it out at once, as the page of staff and a worker do."""

    def barred() -> Sanction:
        sanction = sanction_impose(
            actor=chief,
            user=user,
            kind=SanctionKind.BAN,
            offence=Offence.THREAT,
            text=REASON,
            reason="Seen by staff.",
            lasts=None,
            key=key or f"bar {user.pk}",
        )
        sanction_carry_out(sanction_pk=sanction.pk)
        return sanction

    return barred


def has_nothing_going_on(user: User) -> bool:
    """Whether everything of his was ended."""
    return (
        not running_matches_of(user)
        and open_table_of(user) is None
        and open_seek_of(user) is None
        and not live_entries_of(user).exists()
    )


# --- the last move ----------------------------------------------------------------------


def last_play(sitting: Sitting, side: Side) -> Callable[[], Any]:
    """The play that bears the last checker of this side off."""
    plays = legal_plays(load_live(sitting.match_id).state)
    request = Request(side, MakePlay(next(iter(plays.values()))))
    return partial(match_act, match_id=sitting.match_id, request=request)


@pytest.mark.parametrize("barred", [WHITE, BLACK])
def test_the_last_move_and_a_bar_end_a_game_for_chips_once(chief, barred) -> None:
    for _again in TIMES:
        sitting = a_sitting(stakes(60, 60)).last_checker(WHITE, against="1:1 off:14")
        user = sitting.people[barred.value]
        answers = together([last_play(sitting, WHITE), bar(user, chief)])
        refusal_codes(answers)
        assert has_nothing_going_on(user)
        (receipt,) = sitting.receipts
        # White has borne off, or whoever was barred has walked out before.
        walked_out = MatchEvent.objects.filter(
            match__public_id=sitting.match_id, kind="forfeited"
        ).exists()
        assert receipt.winner_side == (barred.other if walked_out else WHITE).value
        assert receipt.moved_chips == 60
        assert sitting.now.state == "finished"


def test_the_last_move_of_a_match_to_points_and_a_bar_leave_one_result(chief) -> None:
    for _again in TIMES:
        sitting = a_sitting(ONE_POINT).last_checker(WHITE, against="1:1 off:14")
        together([last_play(sitting, WHITE), bar(sitting.people["black"], chief)])
        assert sitting.now.seats.get(is_winner=True).user == sitting.people["white"]
        ended = MatchEvent.objects.filter(match__public_id=sitting.match_id, kind="match_won")
        assert ended.count() == 1


def test_both_players_of_a_match_are_barred_and_one_of_them_left_first(chief) -> None:
    for _again in TIMES:
        sitting = a_sitting(stakes(3, 60)).on_roll()
        people = list(sitting.people.values())
        assert failures(together([bar(user, chief) for user in people])) == []
        assert all(has_nothing_going_on(user) for user in people)
        assert len(sitting.receipts) == 1
        assert sum(balance_of(user) for user in people) == 2_000


def test_many_are_barred_who_play_one_another_and_nobody_waits_in_a_circle(chief) -> None:
    people = [a_user(chips=1_000) for _ in range(5)]
    for number, host in enumerate(people):
        for guest in people[number + 1 :]:
            rules = stakes(3, 60, clock=None)
            taken(an_old_table(host, rules=rules), guest)
    answers = together([bar(user, chief) for user in people])
    assert failures(answers) == []
    assert all(has_nothing_going_on(user) for user in people)
    assert not Match.objects.filter(status="playing").exists()
    assert sum(balance_of(user) for user in people) == 5_000


# --- tables -----------------------------------------------------------------------------


def test_a_table_is_taken_while_its_host_is_barred(chief) -> None:
    for _again in TIMES:
        host, guest = a_user(chips=100), a_user(chips=100)
        table = a_table(host, rules=stakes(1, 60))
        take = partial(table_take, table_id=table.public_id, user=guest)
        codes = refusal_codes(together([take, bar(host, chief)]))
        assert codes.keys() <= {"table.closed"}
        assert has_nothing_going_on(host)
        assert running_matches_of(guest) == []
        assert fresh(table).state == ("closed" if codes else "finished")
        assert balance_of(host) + balance_of(guest) == 200


def test_somebody_is_barred_while_he_sits_down(chief) -> None:
    for _again in TIMES:
        host, guest = a_user(chips=100), a_user(chips=100)
        table = a_table(host, rules=stakes(1, 60))
        take = partial(table_take, table_id=table.public_id, user=guest)
        codes = refusal_codes(together([take, bar(guest, chief)]))
        assert codes.keys() <= {"account.barred"}
        assert has_nothing_going_on(guest)
        assert fresh(table).state == ("open" if codes else "finished")


def test_nobody_is_paired_with_somebody_who_is_barred_in_that_moment(chief) -> None:
    for _again in TIMES:
        alice, bob = a_user(), a_user()
        here(alice, bob)
        for user in (alice, bob):
            seek_post(user=user, ask=USUAL)
        refusal_codes(together([seeks_pair, bar(alice, chief), seeks_pair]))
        assert has_nothing_going_on(alice)
        assert running_matches_of(bob) == []
        seek_cancel(user=bob)


def test_a_rematch_is_asked_of_both_while_one_of_them_is_barred(chief) -> None:
    for _again in TIMES:
        alice, bob = a_user(), a_user()
        table = finished(taken(a_table(alice, rules=Rules.match(1)), bob))
        ask = [partial(table_rematch, table_id=table.public_id, user=each) for each in (alice, bob)]
        codes = refusal_codes(together([*ask, bar(alice, chief)]))
        assert codes.keys() <= {"account.barred", "table.opponent_gone", "table.closed"}
        assert has_nothing_going_on(alice)
        assert running_matches_of(bob) == []


# --- events -----------------------------------------------------------------------------


def test_an_entry_and_a_bar_leave_no_entry_and_no_chip_behind(chief) -> None:
    for _again in TIMES:
        event, user = a_scheduled_event(), a_user(chips=100)
        enter = partial(entry_register, event_id=event.public_id, user=user)
        codes = refusal_codes(together([enter, bar(user, chief)]))
        assert codes.keys() <= {"account.barred"}
        assert has_nothing_going_on(user)
        assert (balance_of(user), event_now(event).taken_seats) == (100, 0)


def test_an_entry_is_given_back_once_by_its_player_and_by_a_bar(chief) -> None:
    for _again in TIMES:
        event, user = a_scheduled_event(), a_user(chips=100)
        entered(event, user)
        leave = partial(entry_withdraw, event_id=event.public_id, user=user)
        codes = refusal_codes(together([leave, bar(user, chief)]))
        assert codes.keys() <= {"tournament.not_entered"}
        assert (balance_of(user), event_now(event).taken_seats) == (100, 0)


def test_the_last_seat_of_a_sit_and_go_is_taken_while_somebody_in_it_is_barred(chief) -> None:
    for _again in TIMES:
        event = a_sit_and_go()
        people = players(4)
        seated(event, *people[:3])
        last = partial(sit_and_go_join, event_id=event.public_id, user=people[3])
        assert failures(together([last, bar(people[0], chief)])) == []
        assert has_nothing_going_on(people[0])
        if state_of(event) == "registering":
            assert (balance_of(people[0]), event_now(event).taken_seats) == (100, 3)
            sit_and_go_join(event_id=event.public_id, user=a_user(chips=50))
        else:
            assert balance_of(people[0]) == 50
        play_through(event)
        assert_settled(event)


@pytest.mark.parametrize("kind", [SanctionKind.BAN, SanctionKind.EVENT_BAN])
def test_an_event_is_drawn_while_one_of_its_entrants_is_barred(chief, kind) -> None:
    for _again in TIMES:
        event = a_scheduled_event(starts_in_s=-1)
        people = entrants(event, 5)
        here(*people)
        sanction = sanctioned(people[0], kind)
        carry_out = partial(sanction_carry_out, sanction_pk=sanction.pk)
        draw = partial(tournament_advance, tournament_id=event.public_id)
        assert failures(together([draw, carry_out, draw, carry_out])) == []
        entry = event.entries.get(user=people[0])
        # Before the draw he has everything back; after it he is out, or plays on if he may.
        assert (entry.state, balance_of(people[0])) in {
            SanctionKind.BAN: [("withdrawn", 100), ("out", 45)],
            SanctionKind.EVENT_BAN: [("withdrawn", 100), ("active", 45)],
        }[kind]
        assert kind == SanctionKind.EVENT_BAN or has_nothing_going_on(people[0])
        finish_event(event)


def test_a_bar_in_the_middle_of_an_event_and_ten_workers_end_it_well(chief) -> None:
    event = a_scheduled_event(starts_in_s=-1)
    people = entrants(event, 8)
    here(*people)
    tournament_advance(tournament_id=event.public_id)
    boards = live_boards(event)
    acts: list[Callable[[], Any]] = [
        *(bar(board.white, chief) for board in boards[:3]),
        *[tasks.sweep_tournaments] * 4,
        *[sanctions_sweep] * 3,
    ]
    assert failures(together(acts)) == []
    assert all(has_nothing_going_on(board.white) for board in boards[:3])
    finish_event(event)


def test_a_ticket_enters_its_holder_or_stays_his_where_he_is_barred(chief) -> None:
    for _again in TIMES:
        target, user = a_target(), a_user()
        ticket = a_ticket(user, target)
        advance = partial(tournament_advance, tournament_id=target.public_id)
        assert failures(together([advance, bar(user, chief), advance])) == []
        assert has_nothing_going_on(user)
        assert again(ticket).state in ("issued", "returned")
        assert_price_lies_with(ticket)


def finish_event(event: Tournament) -> None:
    """The event is played to its end without whoever is out of it."""
    tournament_advance(tournament_id=event.public_id)
    play_through(event)
    assert state_of(event) == "finished"
    assert_settled(event)


# --- the same sanction ------------------------------------------------------------------


def test_one_form_sent_twice_bars_once(chief) -> None:
    for _again in TIMES:
        sitting = a_sitting(stakes(3, 60)).on_roll()
        user = sitting.people["white"]
        answers = together([bar(user, chief, key=f"form {user.pk}")] * 4)
        assert failures(answers) == []
        assert Sanction.objects.filter(user=user).count() == 1
        assert has_nothing_going_on(user)
        assert len(sitting.receipts) == 1


def test_two_of_the_staff_bar_him_at_once_and_what_he_has_ends_once(chief) -> None:
    sitting = a_sitting(stakes(3, 60)).on_roll()
    user = sitting.people["white"]
    answers = together([bar(user, a_chief(), key=f"form {number}") for number in range(4)])
    assert failures(answers) == []
    assert Sanction.objects.filter(user=user).count() == 4
    assert len(sitting.receipts) == 1
    assert has_nothing_going_on(user)


def test_ten_workers_carry_one_sanction_out_once(chief) -> None:
    sitting = a_sitting(stakes(3, 60)).on_roll()
    user = sitting.people["white"]
    entered(a_scheduled_event(), user)
    sanctioned(user)
    assert failures(together([sanctions_sweep] * 10)) == []
    assert has_nothing_going_on(user)
    assert len(sitting.receipts) == 1
    assert not Sanction.objects.filter(is_carried_out=False).exists()
