"""A match as clients see it. Fields are listed one by one: what is not named here stays here.

Everything both players may know is public, so one text serves every socket.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from backgammon import Event, MatchState, Phase
from backgammon.notation.codec import (
    event_to_dict,
    legal_to_lists,
    rules_to_dict,
    state_to_dict,
)
from wire.codec import encode

_PLAYING = frozenset({Phase.TO_MOVE, Phase.LAST_ROLL})


def event_body(event: Event) -> str:
    """One event as it is stored and sent."""
    return encode(event_to_dict(event)).decode()


def snapshot_text(state: MatchState) -> str:
    """The state as it is stored."""
    return encode(state_to_dict(state)).decode()


def legal_moves(state: MatchState) -> list[list[list[int]]]:
    """One way, as [source, die] steps, to each legal result; empty unless a play is awaited."""
    return legal_to_lists(state) if state.phase in _PLAYING else []


def clock_view(state: MatchState, now_ms: int) -> dict[str, Any] | None:
    """Reserves at the last change, and what is left of the running delay, as of `at_ms`."""
    clock, rules = state.clock, state.rules.clock
    if clock is None or rules is None:
        return None
    return {
        "white_ms": clock.white_ms,
        "black_ms": clock.black_ms,
        "running": clock.running.value if clock.running else None,
        "since_ms": clock.since_ms,
        "delay_ms": rules.delay_ms,
        "at_ms": now_ms,
    }


def events_message(
    first: int, bodies: Sequence[str], state: MatchState, now_ms: int
) -> dict[str, Any]:
    """A run of events, the first of them numbered `first`, and what follows from the last."""
    return {
        "type": "match.events",
        "first": first,
        "events": [msgspec.Raw(body.encode()) for body in bodies],
        "clock": clock_view(state, now_ms),
        "legal": legal_moves(state),
    }


def snapshot_message(
    seq: int, state: MatchState, now_ms: int, about: Mapping[str, Any]
) -> dict[str, Any]:
    """All a client needs to draw the match from nothing. `about` comes from `match_about`."""
    return {
        "type": "match.snapshot",
        "seq": seq,
        "state": state_to_dict(state),
        "rules": rules_to_dict(state.rules),
        "clock": clock_view(state, now_ms),
        "legal": legal_moves(state),
        "match": about,
    }
