"""The queue of the director's desk: a problem is in it while it is there, with its evidence."""

from typing import Any

import pytest
import redis

from accounts.models import User
from bankroll.audit import books_check
from matches.services import match_annul
from tests.factories import a_bot
from tests.tournaments.builders import (
    a_sit_and_go,
    a_started_event,
    come,
    fresh,
    gone,
    here,
    live_boards,
    players,
    seated,
)
from tests.tournaments.ruled import (
    a_director,
    eight_after_the_first_round,
    loser_of,
    rule,
    winner_of,
)
from tests.tournaments.scheduled import a_scheduled_event, entrants
from tournaments.director import tournament_advance
from tournaments.models import Tournament
from tournaments.orders import Disqualify, Pause, Resume
from tournaments.selectors.desk import FITTING, Problem, ProblemKind, desk_queue
from tournaments.services import appeal_open
from wire.presence import LAST_CALL, last_seen_ms
from wire.redis import redis_client
from wire.time import now, now_ms

pytestmark = pytest.mark.django_db


@pytest.fixture
def dora() -> User:
    return a_director("dora")


@pytest.fixture(autouse=True)
def _stopped(clock: Any) -> None:
    """Every test moves the clock itself."""


def problems(kind: ProblemKind) -> list[Problem]:
    return [each for each in desk_queue(now()).problems if each.kind is kind]


def said(problem: Problem) -> list[str]:
    return [each.text.format(**each.facts) for each in problem.evidence]


def everybody_of(event: Tournament) -> list[User]:
    return [entry.user for entry in event.entries.select_related("user")]


class TestAbsent:
    def test_who_does_not_come_is_listed_after_half_a_minute(self, clock) -> None:
        event = a_started_event(seats=2, length_points=3)
        board = live_boards(event)[0]
        here(board.white, board.black)
        clock.pass_s(29)
        assert problems(ProblemKind.ABSENT) == []
        clock.pass_s(1)
        here(board.white, board.black)
        (problem,) = problems(ProblemKind.ABSENT)
        assert set(problem.names) == {board.white.username, board.black.username}
        assert (problem.event.event_id, problem.round, problem.slot) == (event.public_id, 1, 1)
        assert problem.match_id == board.match_id
        assert "On the site, but not at the board." in said(problem)

    def test_who_has_come_is_not_listed(self, clock) -> None:
        event = a_started_event(seats=2)
        board = live_boards(event)[0]
        come(board)
        clock.pass_s(40)
        here(board.white, board.black)
        assert problems(ProblemKind.ABSENT) == []
        assert problems(ProblemKind.DISCONNECTED) == []

    def test_house_bots_are_never_absent(self, clock) -> None:
        event = a_sit_and_go(seats=2)
        (alice,) = players(1)
        seated(event, alice, a_bot())
        clock.pass_s(40)
        here(alice)
        assert [each.names for each in problems(ProblemKind.ABSENT)] == [(alice.username,)]

    def test_it_leads_to_the_rulings_that_fit(self, clock) -> None:
        event = a_started_event(seats=2)
        clock.pass_s(40)
        (problem,) = problems(ProblemKind.ABSENT)
        assert problem.orders == ("give_time", "declare", "replace", "disqualify")
        assert problem.entry in {entry.number for entry in event.entries.all()}


class TestDisconnected:
    def begun(self, clock: Any) -> tuple[User, User]:
        board = live_boards(a_started_event(seats=2, length_points=3))[0]
        come(board)
        here(board.white, board.black)
        redis_client().zadd(LAST_CALL, {str(board.white.pk): now_ms()})
        return board.white, board.black

    def test_who_is_gone_for_a_minute_is_listed_with_when_he_was_last_seen(self, clock) -> None:
        alice, bob = self.begun(clock)
        gone(alice)
        clock.pass_s(60)
        here(bob)
        (problem,) = problems(ProblemKind.DISCONNECTED)
        assert problem.names == (alice.username,)
        assert problem.since is not None
        assert (now() - problem.since).total_seconds() == 60
        assert "The flag of whoever is to move falls." in said(problem)

    def test_a_page_that_is_loaded_again_is_no_problem(self, clock) -> None:
        alice, bob = self.begun(clock)
        gone(alice)
        clock.pass_s(20)
        here(bob)
        assert problems(ProblemKind.DISCONNECTED) == []

    def test_while_nobody_can_say_who_is_here_nobody_is_called_gone(
        self, clock, monkeypatch
    ) -> None:
        alice, bob = self.begun(clock)
        gone(alice, bob)
        clock.pass_s(300)
        nowhere = redis.Redis.from_url("unix:///nowhere/redis.sock")
        monkeypatch.setattr("wire.presence.redis_client", lambda: nowhere)
        queue = desk_queue(now())
        assert not queue.knows_presence
        assert ProblemKind.DISCONNECTED not in {each.kind for each in queue.problems}

    def test_when_somebody_was_last_here_is_not_known_while_nobody_can_say(
        self, monkeypatch
    ) -> None:
        assert last_seen_ms([]) == {}
        nowhere = redis.Redis.from_url("unix:///nowhere/redis.sock")
        monkeypatch.setattr("wire.presence.redis_client", lambda: nowhere)
        assert last_seen_ms([1]) == {}


class TestStuck:
    def test_a_flag_that_does_not_fall_is_the_house_s_failure(self, clock) -> None:
        board = live_boards(a_started_event(seats=2))[0]
        come(board)
        clock.pass_s(3600)
        (problem,) = problems(ProblemKind.STUCK)
        assert said(problem) == ["The house should have moved it on."]

    def test_an_untimed_match_nobody_moves_is_listed_after_ten_minutes(self, clock) -> None:
        event = a_scheduled_event(starts_in_s=60)
        people = entrants(event, 4)
        clock.pass_s(60)
        here(*people)
        tournament_advance(tournament_id=event.public_id)
        for board in live_boards(event):
            come(board)
        clock.pass_s(599)
        assert problems(ProblemKind.STUCK) == []
        clock.pass_s(1)
        assert len(problems(ProblemKind.STUCK)) == 2

    def test_a_match_that_ends_without_a_winner_again_and_again_is_listed(self) -> None:
        event = a_started_event(seats=2)
        assert problems(ProblemKind.NO_RESULT) == []
        for _time in range(2):
            match_annul(match_id=live_boards(event)[0].match_id, reason="abandoned")
            tournament_advance(tournament_id=event.public_id)
        (problem,) = problems(ProblemKind.NO_RESULT)
        assert said(problem) == ["Ended without a result before: 2."]


class TestAppeals:
    def test_it_is_listed_until_it_is_answered(self, dora) -> None:
        event = eight_after_the_first_round()
        loser = loser_of(event, 1, 1)
        appeal_open(
            event_id=event.public_id, user=loser.user, round_number=1, slot=1, text="Look at it."
        )
        (problem,) = problems(ProblemKind.APPEAL)
        assert (problem.names, said(problem)) == ((loser.user.username,), ["“Look at it.”"])
        assert problem.orders == ("uphold", "reverse")
        rule(event, Disqualify(winner_of(event, 1, 1).number), dora)
        assert problems(ProblemKind.APPEAL) == []


class TestEvents:
    def test_an_event_with_too_few_entrants_is_at_risk_a_quarter_of_an_hour_before(
        self, clock
    ) -> None:
        event = a_scheduled_event(starts_in_s=3600, min_entrants=4)
        entrants(event, 3)
        clock.pass_s(2699)
        assert problems(ProblemKind.AT_RISK) == []
        clock.pass_s(1)
        (problem,) = problems(ProblemKind.AT_RISK)
        assert said(problem)[0] == "Entered: 3; it takes at least 4."
        entrants(event, 1)
        assert problems(ProblemKind.AT_RISK) == []

    def test_a_held_event_is_listed_until_it_goes_on(self, dora) -> None:
        event = eight_after_the_first_round()
        rule(event, Pause(), dora)
        (problem,) = problems(ProblemKind.HELD)
        assert problem.event.event_id == event.public_id
        rule(event, Resume(), dora)
        assert problems(ProblemKind.HELD) == []

    def test_a_start_that_does_not_come_is_overdue(self, clock) -> None:
        event = a_scheduled_event(starts_in_s=60)
        clock.pass_s(60 + 300 + 59)
        assert problems(ProblemKind.OVERDUE) == []
        clock.pass_s(1)
        (problem,) = problems(ProblemKind.OVERDUE)
        assert problem.event.event_id == event.public_id
        tournament_advance(tournament_id=event.public_id)
        assert problems(ProblemKind.OVERDUE) == []

    def test_what_is_held_is_not_overdue(self, clock, dora) -> None:
        event = eight_after_the_first_round()
        rule(event, Pause(), dora)
        clock.pass_s(3600)
        assert problems(ProblemKind.OVERDUE) == []


class TestQueue:
    def test_the_most_urgent_kind_comes_first_then_the_oldest(self, clock, dora) -> None:
        held = eight_after_the_first_round()
        rule(held, Pause(), dora)
        first = a_started_event(seats=2)
        clock.pass_s(10)
        second = a_started_event(seats=2)
        clock.pass_s(40)
        listed = [(each.kind.value, each.event.event_id) for each in desk_queue(now()).problems]
        assert listed == [
            ("absent", first.public_id),
            ("absent", second.public_id),
            ("held", held.public_id),
        ]

    def test_it_says_how_many_more_there_are(self, clock, monkeypatch) -> None:
        monkeypatch.setattr("tournaments.selectors.desk.MOST_SHOWN", 3)
        a_started_event(seats=16, buy_in_chips=0)
        clock.pass_s(40)
        queue = desk_queue(now())
        assert (len(queue.problems), queue.more) == (3, 5)

    def test_it_takes_the_same_few_queries_for_any_number(
        self, clock, django_assert_max_num_queries
    ) -> None:
        for _event in range(4):
            a_started_event(seats=4, buy_in_chips=0)
        clock.pass_s(40)
        with django_assert_max_num_queries(9):
            assert len(desk_queue(now()).problems) == 8

    def test_an_empty_house_has_no_problems(self) -> None:
        queue = desk_queue(now())
        assert (queue.problems, queue.more, queue.knows_presence) == ((), 0, True)

    def test_every_kind_of_problem_leads_to_some_ruling(self) -> None:
        assert FITTING.keys() == set(ProblemKind)
        assert all(FITTING.values())

    def test_looking_changes_nothing(self, clock) -> None:
        event = a_started_event(seats=4)
        before = fresh(event).state_since
        clock.pass_s(90)
        desk_queue(now())
        assert fresh(event).state_since == before
        assert len(everybody_of(event)) == 4
        assert books_check() == ()
