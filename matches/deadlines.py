"""When a match is due to move by itself. Pure: a state and a moment in, a moment out."""

from collections.abc import Collection, Sequence

from backgammon import Event, MatchState, Phase, Side
from backgammon.events import GameDrawn, GameWon
from matches.facts import MatchFacts
from matches.models import NEVER_MS

UNTIMED_MS = 48 * 3_600_000
#: Steps of absence after which a game for chips is lost: there are no points to lose one by one.
MONEY_LADDER_STEPS = 3


def next_deadline_ms(
    state: MatchState, events: Sequence[Event], *, before_ms: int, next_game_ms: int
) -> int:
    """The moment at which the house must look at the match again, after `events`.

    Between games that is the automatic start of the next one; while a game
    runs, the fall of a flag, or two days without an action in an untimed match.
    `before_ms` is the deadline so far; it stands where nothing new is due.
    """
    if state.phase is Phase.OVER:
        return NEVER_MS
    at_ms = events[-1].at_ms if events else 0
    if state.phase is Phase.BETWEEN_GAMES:
        ended = any(isinstance(event, GameWon | GameDrawn) for event in events)
        return at_ms + next_game_ms if ended else before_ms
    if state.clock is None or state.rules.clock is None:
        return at_ms + UNTIMED_MS
    flag_ms = state.clock.deadline_ms(state.rules.clock)
    return before_ms if flag_ms is None else flag_ms


def bots_to_act(state: MatchState, house_sides: Collection[Side]) -> tuple[Side, ...]:
    """The bot seats the match is waiting for."""
    return tuple(side for side in house_sides if _awaits(state, side))


def _awaits(state: MatchState, side: Side) -> bool:
    if state.phase is Phase.OVER:
        return False
    if state.phase is Phase.BETWEEN_GAMES:
        return state.game_number > 0 and side not in state.ready
    offer = state.game.offer if state.game is not None else None
    if offer is not None and offer.side is not side:
        return True
    return state.to_act is side


def next_bot_ms(state: MatchState, facts: MatchFacts, *, at_ms: int, pace_ms: int) -> int:
    """The moment at which a bot should act, at the pace of a person; NEVER_MS if none is awaited.

    Throwing the dice takes a person no thought, so it comes in half the time.
    """
    if not bots_to_act(state, facts.house_sides):
        return NEVER_MS
    return at_ms + (pace_ms // 2 if state.phase is Phase.TO_ROLL else pace_ms)
