"""Builders for events: a template, its open Sit&Go, people in it, and matches that end at once."""

from dataclasses import dataclass
from functools import cache
from itertools import count
from typing import Any

import redis
from django.conf import settings
from django.db import transaction

from accounts.models import User
from backgammon import Resign, Side, WinKind
from bankroll.audit import books_check
from bankroll.selectors import escrow_balance
from matches.judge import Request
from matches.models import Match
from matches.owners import MatchResult
from matches.services import match_act, match_present
from tests.factories import a_user
from tournaments.director import tournament_advance
from tournaments.models import Pairing, Series, Tournament
from tournaments.services import series_store, sit_and_go_join
from tournaments.services.locks import tournament_locked
from tournaments.services.planning import tournament_call_off
from wire.presence import ROLL_CALL, key_of
from wire.time import now_ms

_numbers = count(1)


def a_series(**changes: Any) -> Series:
    """A template of one-point events for four: 50 chips, no fee, no pause. Its first is open."""
    settings = {"seats": 4, "length_points": 1, "buy_in_chips": 50, "fee_chips": 0, "pause_s": 0}
    return series_store(
        series=Series(**{"name": f"Series {next(_numbers)}", **settings, **changes})
    )


def a_sit_and_go(**changes: Any) -> Tournament:
    """The event of a new series that takes entries."""
    return open_event(a_series(**changes))


def open_event(series: Series) -> Tournament:
    """The one event of a series that takes entries."""
    return series.tournaments.get(state="registering")


def players(number: int, *, chips: int = 100) -> list[User]:
    """Members with chips, none of them at a socket."""
    return [a_user(chips=chips) for _ in range(number)]


def seated(event: Tournament, *users: User) -> Tournament:
    """The event after these people have sat down, one by one."""
    for user in users:
        sit_and_go_join(event_id=event.public_id, user=user)
    return fresh(event)


def a_started_event(**changes: Any) -> Tournament:
    """An event whose last seat has just been taken by people."""
    event = a_sit_and_go(**changes)
    cost_chips = event.rules_card.cost_chips
    return seated(event, *players(event.seats, chips=max(1, cost_chips)))


def called_off(event: Tournament) -> None:
    """The event is called off, as a ruling does it, and its entries go back."""
    with transaction.atomic():
        tournament_call_off(tournament=tournament_locked(event.public_id))
    tournament_advance(tournament_id=event.public_id)


def fresh(event: Tournament) -> Tournament:
    """The event as the database has it now."""
    return Tournament.objects.get(pk=event.pk)


def state_of(event: Tournament) -> str:
    """The state the database has."""
    return fresh(event).state


def here(*users: User) -> None:
    """Open a socket for each of them, as far as presence is concerned.

    Their words lapse by the clock of the test alone: Valkey's own would go on while that stands.
    """
    for user in users:
        _valkey().hset(key_of(user.pk), "test", str(now_ms()))
        _valkey().zadd(ROLL_CALL, {str(user.pk): now_ms()})


def gone(*users: User) -> None:
    """Close their sockets."""
    for user in users:
        _valkey().delete(key_of(user.pk))
        _valkey().zrem(ROLL_CALL, user.pk)


@cache
def _valkey() -> redis.Redis:
    """Unlike the house, which gives Valkey a second, a test waits as long as it takes."""
    return redis.Redis.from_url(settings.REDIS_URL)


@dataclass(frozen=True, slots=True)
class Board:
    """A pairing that is being played, and its two people."""

    pairing: Pairing
    match_id: str
    white: User
    black: User


def live_boards(event: Tournament) -> list[Board]:
    """Every match of the event that is being played."""
    playing = event.pairings.filter(match__isnull=False, result__isnull=True)
    boards = []
    for pairing in playing.select_related("match", "white__user", "black__user"):
        assert pairing.match is not None
        white, black = pairing.entries
        boards.append(Board(pairing, pairing.match.public_id, white.user, black.user))
    return boards


def finish(board: Board, winner: Side = Side.WHITE) -> None:
    """End a match: both come, and one gives up all there is to lose."""
    come(board)
    give_up(board, winner.other)


def come(board: Board) -> None:
    """Both players sit down."""
    for user in (board.white, board.black):
        match_present(match_id=board.match_id, user_pk=user.pk, contribution="")


def give_up(board: Board, side: Side) -> None:
    """Resign the match at the highest price, which nobody can decline."""
    seq = Match.objects.get(public_id=board.match_id).seq
    request = Request(side, Resign(WinKind.BACKGAMMON), "resign", seq)
    match_act(match_id=board.match_id, request=request)


def result_of(board: Board, winner: Side = Side.WHITE) -> MatchResult:
    """What the finished match would tell its owner, one point to nil."""
    is_white = winner is Side.WHITE
    return MatchResult(
        match_id=board.match_id,
        owner_ref=str(board.pairing.pk),
        white_id=board.white.pk,
        black_id=board.black.pk,
        winner_id=(board.white if is_white else board.black).pk,
        loser_id=(board.black if is_white else board.white).pk,
        score=(1, 0) if is_white else (0, 1),
        reason="points",
    )


def play_through(event: Tournament, winner: Side = Side.WHITE) -> None:
    """Play match after match until none is left."""
    while boards := live_boards(event):
        for board in boards:
            finish(board, winner)
        tournament_advance(tournament_id=event.public_id)


def assert_settled(event: Tournament) -> None:
    """Nothing is left on the event's account and the books balance."""
    assert escrow_balance(event.escrow_ref) == 0
    assert books_check() == ()
