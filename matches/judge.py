"""Judging one request against a live match: the same for sockets, workers and bots.

Nothing is stored and nothing is published here. The verdict says what would
happen; `matches.store` makes it true or finds that the match has moved on.
"""

from dataclasses import dataclass

from backgammon import Action, Event, MatchState, Phase, RulesError, Side, decide, evolve
from backgammon.events import (
    Annulled,
    FlagFell,
    GameDrawn,
    GameWon,
    Left,
    MatchDrawn,
    MatchWon,
)
from matches.deadlines import next_bot_ms, next_deadline_ms
from matches.dice import HouseDice
from matches.facts import LiveMatch
from wire.errors import Conflict, Refused

HOUSE = "house"

_ENDINGS = GameWon | GameDrawn | MatchWon | MatchDrawn | FlagFell | Left | Annulled


@dataclass(frozen=True, slots=True)
class Request:
    """Somebody's wish. `side` is None for the house; `seen` is None where no number is known."""

    side: Side | None
    action: Action
    request_id: str = ""
    seen: int | None = None

    @property
    def actor(self) -> str:
        """The word stored with the events."""
        return HOUSE if self.side is None else self.side.value


@dataclass(frozen=True, slots=True)
class Pace:
    """The house's habits, in milliseconds."""

    next_game_ms: int
    bot_ms: int


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a request would cause, ready to be appended after number `previous`."""

    request: Request
    previous: int
    events: tuple[Event, ...]
    state: MatchState
    deadline_ms: int
    bot_due_ms: int

    @property
    def last(self) -> int:
        """The number of the last event."""
        return self.previous + len(self.events)

    @property
    def touches_others(self) -> bool:
        """Whether a game or the match ends, so that chips or an event may change with it."""
        return any(isinstance(event, _ENDINGS) for event in self.events)


def answered_before(live: LiveMatch, request: Request) -> int | None:
    """The number this very request was answered with, or None if it is new."""
    if not request.request_id:
        return None
    return live.requests.get((request.actor, request.request_id))


def judge(live: LiveMatch, request: Request, *, now_ms: int, pace: Pace) -> Verdict:
    """What the request causes.

    Raises Conflict `match.stale` where the sender has not seen the latest event,
    Conflict `match.over` after the end, Refused `rules.<fault>` where the rules
    say no. Nothing has changed in any case.
    """
    state = live.state
    if state.outcome is not None:
        raise Conflict("match.over", _("This match is over."), seq=live.seq)
    if request.seen is not None and request.seen != live.seq:
        raise Conflict(
            "match.stale", _("The position has changed. Look again, then decide."), seq=live.seq
        )
    events = _decide(live, request, now_ms)
    for event in events:
        state = evolve(state, event)
    return Verdict(
        request=request,
        previous=live.seq,
        events=events,
        state=state,
        deadline_ms=next_deadline_ms(
            state, events, before_ms=live.deadline_ms, next_game_ms=pace.next_game_ms
        ),
        bot_due_ms=next_bot_ms(state, live.facts, at_ms=now_ms, pace_ms=pace.bot_ms),
    )


def _decide(live: LiveMatch, request: Request, now_ms: int) -> tuple[Event, ...]:
    dice = dice_for(live)
    try:
        return decide(live.state, request.side, request.action, dice=dice, now_ms=now_ms)
    except RulesError as refusal:
        facts = {**refusal.params, "points": list(refusal.points)}
        raise Refused(f"rules.{refusal.fault.code}", refusal.template, **facts) from None


def dice_for(live: LiveMatch) -> HouseDice:
    """The dice that come next in the match, whoever throws them and however often he asks."""
    state = live.state
    if state.phase is Phase.BETWEEN_GAMES or state.game is None:
        return HouseDice(live.facts.seed, game=state.game_number + 1, throws=0)
    return HouseDice(live.facts.seed, game=state.game_number, throws=state.game.throws)


def _(text: str) -> str:
    """Marks a sentence for translation; `wire.texts` translates it when it leaves."""
    return text
