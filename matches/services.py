"""What can happen to a match, as transactions. Sockets, workers, bots and staff all end up here.

Every service locks the match's row first, judges second and writes third.
"""

from typing import TYPE_CHECKING

from django.contrib.auth.models import AbstractUser
from django.db import transaction

from accounts.services import people_lock
from backgammon import (
    Annul,
    ClaimFlag,
    Forfeit,
    OpenGame,
    PenaltyPoint,
    Phase,
    PointMatch,
    Rules,
    ShiftClock,
    Side,
    TableStakes,
    TopUp,
    ladder_points_to_win,
)
from matches.acting import house_pace, match_stream, requests_do
from matches.creation import MatchSpec, matches_create
from matches.deadlines import MONEY_LADDER_STEPS, bots_to_act
from matches.facts import LiveMatch
from matches.judge import Request
from matches.models import NEVER_MS, Match, Seat
from matches.players import bot_action
from matches.selectors import running_matches_of
from matches.store import load_live, stored_answer
from wire.errors import Forbidden
from wire.time import now_ms

if TYPE_CHECKING:
    from accounts.models import User

__all__ = [
    "MatchSpec",
    "house_pace",
    "match_act",
    "match_annul",
    "match_bot_turn",
    "match_create",
    "match_forfeit",
    "match_present",
    "match_shift",
    "match_stream",
    "match_tick",
    "match_top_up",
    "matches_create",
    "matches_give_up",
]

ABANDONED = "abandoned"
#: Both players read it, so it says what happened at the board and never why.
LEFT = "left"


@transaction.atomic
def match_create(
    *,
    rules: Rules,
    white: AbstractUser,
    black: AbstractUser,
    owner: str,
    owner_ref: str,
    title: str,
    step_ms: int = 60_000,
    is_rated: bool = False,
    is_public: bool = True,
) -> Match:
    """A new match between two different people, and a summons to each.

    As `matches_create` does for many; what the arguments mean stands at `MatchSpec`.
    """
    spec = MatchSpec(
        rules=rules,
        white=white,
        black=black,
        owner=owner,
        owner_ref=owner_ref,
        title=title,
        step_ms=step_ms,
        is_rated=is_rated,
        is_public=is_public,
    )
    return matches_create([spec])[0]


@transaction.atomic
def match_act(*, match_id: str, request: Request) -> int:
    """Do what a player asks; the number of the last event it caused.

    The same request again is answered as the first time, with nothing done.
    Raises Conflict or Refused as `judge` does.
    """
    live = load_live(match_id, lock=True)
    if (answer := stored_answer(live.facts.pk, request)) is not None:
        return answer
    return _do(live, request)


@transaction.atomic
def match_present(*, match_id: str, user_pk: int, contribution: str) -> None:
    """A player has come to the board. The second to come opens the first game.

    `contribution` is his part of the dice, 32 hex digits or "", and counts
    only once, at his first coming, which is before the first roll.
    """
    live = load_live(match_id, lock=True)
    _side_of(live, user_pk)
    came = Seat.objects.filter(match_id=live.facts.pk, user_id=user_pk, has_come=False).update(
        has_come=True, contribution=contribution
    )
    if not came or live.state.outcome is not None:
        return
    if not Seat.objects.filter(match_id=live.facts.pk, has_come=False).exists():
        _do(load_live(match_id, lock=True), Request(None, OpenGame()))


@transaction.atomic
def match_tick(*, match_id: str) -> None:
    """Do whatever the passing of time asks of this match, if anything. Safe to repeat."""
    live = load_live(match_id, lock=True)
    if live.state.outcome is not None or live.deadline_ms > now_ms():
        return
    if live.state.phase is not Phase.BETWEEN_GAMES:
        _fall(live)
    elif live.state.game_number > 0:
        _do(live, Request(None, OpenGame()))
    else:
        _climb_ladder(live)


def _fall(live: LiveMatch) -> None:
    """The running clock is out, or nobody has touched an untimed match for two days.

    Chips lie on a table, and whoever is to act lets the other wait: he loses the game.
    """
    clock, to_act = live.state.clock, live.state.to_act
    if clock is not None and clock.running is not None:
        _do(live, Request(clock.running.other, ClaimFlag()))
    elif to_act is not None and isinstance(live.facts.rules.length, TableStakes):
        _do(live, Request(None, Forfeit(to_act, ABANDONED)))
    else:
        _do(live, Request(None, Annul(ABANDONED)))


def _climb_ladder(live: LiveMatch) -> None:
    """One step of the no-show ladder: whoever has come is never punished.

    Source: docs/rules.md, "The penalty ladder".
    """
    match = Match.objects.get(pk=live.facts.pk)
    match.ladder_steps += 1
    match.deadline_ms = now_ms() + match.ladder_step_ms
    match.save(update_fields=["ladder_steps", "deadline_ms"])
    live.deadline_ms = match.deadline_ms
    come = {Side(seat.side) for seat in match.seats.filter(has_come=True)}
    if len(come) == 2:
        _do(live, Request(None, OpenGame()))
    elif come and isinstance(live.facts.rules.length, PointMatch):
        _do(live, Request(None, PenaltyPoint(come.pop())))
    elif match.ladder_steps >= _ladder_length(live.facts.rules):
        _do(live, Request(None, Annul("no_show" if come else "both_absent")))


def _ladder_length(rules: Rules) -> int:
    """Steps after which an absent side has lost; money games have no points to lose by steps."""
    if isinstance(rules.length, PointMatch):
        return ladder_points_to_win(rules.length)
    return MONEY_LADDER_STEPS


@transaction.atomic
def match_bot_turn(*, match_id: str) -> bool:
    """One action of each bot the match waits for; False when it waits for none."""
    acted = False
    for side in Side:
        live = load_live(match_id, lock=True)
        if side not in bots_to_act(live.state, live.facts.house_sides):
            continue
        action = bot_action(live, side)
        if action is not None:
            _do(live, Request(side, action))
            acted = True
    return acted


@transaction.atomic
def match_shift(*, match_id: str, beat_ms: int, gap_ms: int) -> None:
    """Give back the time in which the house was down, once for each gap.

    `beat_ms` is the last heartbeat before the gap and names it. A clock that
    had run out before the gap is left to fall.
    """
    live = load_live(match_id, lock=True)
    match = Match.objects.get(pk=live.facts.pk)
    if live.state.outcome is not None or match.shifted_beat_ms >= beat_ms:
        return
    match.shifted_beat_ms = beat_ms
    if beat_ms < live.deadline_ms < NEVER_MS:
        match.deadline_ms = live.deadline_ms = live.deadline_ms + gap_ms
    match.save(update_fields=["shifted_beat_ms", "deadline_ms"])
    clock = live.state.clock
    if clock is not None and clock.running is not None and live.deadline_ms > beat_ms + gap_ms:
        _do(live, Request(None, ShiftClock(gap_ms)))


@transaction.atomic
def match_annul(*, match_id: str, reason: str) -> None:
    """End a match without a result. Its owner is told and decides what that means."""
    live = load_live(match_id, lock=True)
    if live.state.outcome is None:
        _do(live, Request(None, Annul(reason)))


@transaction.atomic
def match_forfeit(*, match_id: str, user_pk: int, reason: str) -> None:
    """Let a player lose: the match, or at a table the running game at the most it can cost.

    Does nothing after the end. Raises Forbidden for somebody who does not play in it.
    """
    live = load_live(match_id, lock=True)
    if live.state.outcome is None:
        _do(live, Request(None, Forfeit(_side_of(live, user_pk), reason)))


def matches_give_up(*, user: "User") -> None:
    """Let somebody who is kept out of the house lose whatever he plays, as by leaving.

    Each match by itself: its opponent, its maker and its chips hear of it as of anybody who
    walks out. One that ends by itself in the same moment keeps its own result.
    """
    with transaction.atomic():
        people_lock([user.pk])
        running = [match.public_id for match in running_matches_of(user)]
    for match_id in running:
        match_forfeit(match_id=match_id, user_pk=user.pk, reason=LEFT)


@transaction.atomic
def match_top_up(*, match_id: str, user_pk: int, chips: int, request_id: str = "") -> int:
    """Lay more chips before a player between two games; the number of the event.

    The caller moves the chips themselves, in the same transaction. The same request again is
    answered as the first time, with nothing done. Raises Forbidden for
    somebody who does not play in it, Conflict `match.over` after the end, Refused
    `rules.top_up_off`, `rules.top_up_mid_game` or `rules.top_up_range`.
    """
    live = load_live(match_id, lock=True)
    request = Request(None, TopUp(_side_of(live, user_pk), chips), request_id)
    if (answer := stored_answer(live.facts.pk, request)) is not None:
        return answer
    return _do(live, request)


def _side_of(live: LiveMatch, user_pk: int) -> Side:
    if user_pk not in live.facts.sides:
        raise Forbidden("auth.forbidden", _("Only its players may do this in a match."))
    return live.facts.sides[user_pk]


def _do(live: LiveMatch, request: Request) -> int:
    """Do one request; the number of the last event it caused."""
    return requests_do([(live, request)])[0]


def _(text: str) -> str:
    """Marks a sentence for translation; `wire.texts` translates it when it leaves."""
    return text
