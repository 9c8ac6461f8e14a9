"""Stuck is impossible: every wait is put up, the house looks away, then it looks again.

A case prepares one wait of the table, lets time pass with nobody doing anything, says what the
director's queue must hold by then, and what the house makes of it once it works again.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from django.db import transaction

from backgammon import Resign, Side, WinKind
from bankroll.audit import books_check
from config.environment import ROOT
from matches.judge import Request
from matches.models import Match
from matches.services import match_act, match_annul, match_tick
from tests.tournaments.builders import (
    Board,
    a_sit_and_go,
    a_started_event,
    come,
    finish,
    fresh,
    here,
    live_boards,
    players,
    seated,
    state_of,
)
from tests.tournaments.ruled import a_director, eight_after_the_first_round, loser_of, rule
from tests.tournaments.scheduled import a_scheduled_event, entrants, start
from tournaments import tasks
from tournaments.deadlines import DEADLINES
from tournaments.models import Tournament
from tournaments.orders import Pause
from tournaments.selectors.desk import ProblemKind, desk_queue
from tournaments.services import appeal_open, tournament_draw, tournament_stop
from tournaments.services.entry import entry_create
from tournaments.services.locks import tournament_locked
from tournaments.services.planning import tournament_call_off
from wire.time import now

pytestmark = pytest.mark.django_db

DOCS = Path(ROOT) / "docs" / "tournaments.md"

Clock = Any


@dataclass(frozen=True, slots=True)
class Wait:
    """queued: what the queue holds; None for nothing. moved: whether the house has moved it on."""

    queued: ProblemKind | None
    moved: Callable[[], bool]


CASES: dict[str, Callable[[Clock], Wait]] = {}


def case(waits: str) -> Callable[[Callable[[Clock], Wait]], Callable[[Clock], Wait]]:
    """The case of a row of the table."""

    def named(make: Callable[[Clock], Wait]) -> Callable[[Clock], Wait]:
        CASES[waits] = make
        return make

    return named


def only_board(event: Tournament) -> Board:
    (board,) = live_boards(event)
    return board


def tick(event: Tournament) -> None:
    """What the sweep of matches does."""
    for board in live_boards(event):
        match_tick(match_id=board.match_id)


@case("an announced event")
def announced(clock: Clock) -> Wait:
    event = a_scheduled_event(opens_in_s=60)
    clock.pass_s(120)
    return Wait(ProblemKind.OVERDUE, lambda: state_of(event) == "registering")


@case("a scheduled event that takes entries")
def scheduled(clock: Clock) -> Wait:
    event = a_scheduled_event(starts_in_s=60)
    entrants(event, 2)
    clock.pass_s(60 + 300 + 60)
    return Wait(ProblemKind.OVERDUE, lambda: state_of(event) == "cancelled")


@case("a Sit&Go that takes entries")
def sit_and_go(clock: Clock) -> Wait:
    event = seated(a_sit_and_go(has_house_bots=False), *players(2))
    clock.pass_s(31)
    return Wait(None, lambda: fresh(event).taken_seats == 0)


@case("an event whose seats are drawn")
def drawn(clock: Clock) -> Wait:
    event = seated(a_sit_and_go(seats=2), *players(1))
    with transaction.atomic():
        entry_create(tournament=tournament_locked(event.public_id), user=players(1)[0])
    tournament_draw(tournament_id=event.public_id)
    assert state_of(event) == "seated"
    clock.pass_s(60)
    return Wait(ProblemKind.OVERDUE, lambda: state_of(event) == "playing")


@case("a pairing whose two players are known")
def pairing(clock: Clock) -> Wait:
    event = eight_after_the_first_round(pause_s=60)
    clock.pass_s(60 + 60)
    return Wait(ProblemKind.OVERDUE, lambda: len(live_boards(event)) == 2)


@case("a match to which somebody has not come")
def absent(clock: Clock) -> Wait:
    event = a_started_event(seats=2, length_points=1)
    clock.pass_s(60)

    def moved() -> bool:
        tick(event)
        tasks.sweep_tournaments()
        return state_of(event) == "finished"

    return Wait(ProblemKind.ABSENT, moved)


@case("a running game with a clock")
def clocked(clock: Clock) -> Wait:
    event = a_started_event(seats=2)
    come(only_board(event))
    clock.pass_s(3600)

    def moved() -> bool:
        tick(event)
        tasks.sweep_tournaments()
        return state_of(event) == "finished"

    return Wait(ProblemKind.STUCK, moved)


@case("a player who is gone from his match")
def gone_from_it(clock: Clock) -> Wait:
    event = a_started_event(seats=2, length_points=3)
    board = only_board(event)
    come(board)
    clock.pass_s(100)
    here(board.white)

    def moved() -> bool:
        clock.pass_s(3600)
        tick(event)
        tasks.sweep_tournaments()
        return state_of(event) == "finished"

    return Wait(ProblemKind.DISCONNECTED, moved)


@case("a match between two games")
def between_games(clock: Clock) -> Wait:
    event = a_started_event(seats=2, length_points=7)
    board = only_board(event)
    come(board)
    seq = Match.objects.get(public_id=board.match_id).seq
    request = Request(Side.WHITE, Resign(WinKind.BACKGAMMON), "r", seq)
    match_act(match_id=board.match_id, request=request)
    ended = Match.objects.get(public_id=board.match_id).seq
    clock.pass_s(15 + 60)

    def moved() -> bool:
        tick(event)
        return Match.objects.get(public_id=board.match_id).seq > ended

    return Wait(ProblemKind.STUCK, moved)


@case("a running game without a clock")
def untimed(clock: Clock) -> Wait:
    event = a_scheduled_event(starts_in_s=60, min_entrants=2)
    event = start(clock, event, *entrants(event, 2))
    board = only_board(event)
    come(board)
    clock.pass_s(600)

    def moved() -> bool:
        clock.pass_s(48 * 3600)
        tick(event)
        tasks.sweep_tournaments()
        return only_board(event).match_id != board.match_id

    return Wait(ProblemKind.STUCK, moved)


@case("a match that ended without a result")
def without_result(clock: Clock) -> Wait:
    event = a_started_event(seats=2)
    for _time in range(2):
        match_annul(match_id=only_board(event).match_id, reason="abandoned")
        tasks.sweep_tournaments()
    return Wait(ProblemKind.NO_RESULT, lambda: len(live_boards(event)) == 1)


@case("a result")
def result(clock: Clock) -> Wait:
    event = a_started_event(seats=4)
    for board in live_boards(event):
        finish(board)
    clock.pass_s(60)
    return Wait(ProblemKind.OVERDUE, lambda: event.pairings.filter(round=2).exists())


@case("an event whose last result is in")
def last_result(clock: Clock) -> Wait:
    event = a_started_event(seats=2)
    finish(only_board(event))
    clock.pass_s(60)
    return Wait(ProblemKind.OVERDUE, lambda: state_of(event) == "finished")


@case("a cancelled event with entries")
def cancelled(clock: Clock) -> Wait:
    event = seated(a_sit_and_go(), *players(3))
    with transaction.atomic():
        tournament_call_off(tournament=tournament_locked(event.public_id))
    clock.pass_s(60)
    return Wait(ProblemKind.OVERDUE, lambda: not event.entries.live().exists())


@case("a stopped event with matches")
def stopped(clock: Clock) -> Wait:
    event = a_started_event(seats=4)
    tournament_stop(tournament_id=event.public_id)
    clock.pass_s(60)
    return Wait(ProblemKind.OVERDUE, lambda: not Match.objects.filter(status="playing").exists())


@case("an event that staff hold")
def held(clock: Clock) -> Wait:
    event = eight_after_the_first_round()
    rule(event, Pause(), a_director())
    return Wait(ProblemKind.HELD, lambda: fresh(event).is_paused)


@case("an appeal")
def appeal(clock: Clock) -> Wait:
    event = eight_after_the_first_round()
    user = loser_of(event, 1, 1).user
    opened = appeal_open(
        event_id=event.public_id, user=user, round_number=1, slot=1, text="Look at it."
    )
    return Wait(ProblemKind.APPEAL, lambda: opened.state == "open")


def test_every_row_of_the_table_has_a_case() -> None:
    assert [deadline.waits for deadline in DEADLINES] == list(CASES)


@pytest.mark.parametrize("waits", CASES)
def test_what_waits_is_queued_or_moves_by_itself_or_both(waits, clock) -> None:
    wait = CASES[waits](clock)
    queued = {problem.kind for problem in desk_queue(now()).problems}
    assert wait.queued in queued if wait.queued else not queued
    tasks.sweep_tournaments()
    assert wait.moved()
    assert books_check() == ()


def test_the_docs_print_the_table() -> None:
    rows = [f"| {each.waits} | {each.until} | {each.then} | {each.queued} |" for each in DEADLINES]
    assert "\n".join(rows) in DOCS.read_text()
