"""What a process remembers of a live match: its fixed facts, and how far it has come."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field

from backgammon import MatchState, Rules, Side
from matches.dice import DiceSeed


@dataclass(frozen=True, slots=True)
class MatchFacts:
    """The part of a match that is fixed once both players have come.

    `sides` maps user keys to seats; `house_sides` are the seats of bots.
    `is_public`: anybody may watch. `is_rated`: its result may count for ratings.
    """

    pk: int
    match_id: str
    owner: str
    owner_ref: str
    is_public: bool
    is_rated: bool
    rules: Rules
    sides: Mapping[int, Side]
    house_sides: frozenset[Side]
    seed: DiceSeed

    def user_of(self, side: Side) -> int:
        """The user key that holds a seat."""
        return next(user for user, seat in self.sides.items() if seat is side)


@dataclass(slots=True)
class LiveMatch:
    """A match at one number. Held as a cache only: the database fences every append.

    `requests` maps (actor, request id) to the number its answer carried, for
    the requests of the recent past.
    """

    facts: MatchFacts
    seq: int
    state: MatchState
    deadline_ms: int
    requests: dict[tuple[str, str], int] = field(default_factory=dict)
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    def adopt(self, read: "LiveMatch") -> None:
        """Take over what was just read, unless more is known here already."""
        if read.seq >= self.seq:
            self.facts, self.seq, self.state = read.facts, read.seq, read.state
            self.deadline_ms, self.requests = read.deadline_ms, read.requests
