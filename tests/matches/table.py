"""Both players at one board, and positions put before them one after the other."""

from collections.abc import Callable
from typing import Any

from channels.db import database_sync_to_async as in_database

from backgammon import MatchState, Side
from matches.models import Match, MatchEvent
from tests.matches.builders import put, state_of
from tests.matches.sockets import Player

_APART = 100  # numbers between one position and the next: room for what is played from it


class Table:
    """The sockets of White and Black. `number` is that of the position last shown."""

    def __init__(self, match: Match, white: Player, black: Player) -> None:
        self.match = match
        self.white = white
        self.black = black
        self.number = 0

    def player(self, side: Side) -> Player:
        """The socket of a side."""
        return self.white if side is Side.WHITE else self.black

    async def show(
        self, arrange: Callable[..., MatchState], side: Side, *how: Any, **more: Any
    ) -> tuple[Player, Player]:
        """Both look at a fresh position; the player of `side`, and the other.

        What they heard before is forgotten.
        """
        self.number += _APART
        state = await in_database(arrange)(self.match, side, *how, **more)
        await in_database(put)(self.match, state, seq=self.number)
        for player in (self.white, self.black):
            await player.refresh()
            player.heard.clear()
            player.events.clear()
        return self.player(side), self.player(side.other)

    async def stored(self) -> MatchState:
        """The state in the database."""
        return await in_database(state_of)(self.match)

    async def new_events(self) -> list[str]:
        """The kinds of the events that followed the position last shown."""
        events = MatchEvent.objects.filter(match=self.match, seq__gt=self.number)
        return await in_database(list)(events.values_list("kind", flat=True))

    async def agree(self) -> MatchState:
        """Both screens show what is stored, after both have heard all of it."""
        seq = max(self.white.seq, self.black.seq)
        await self.white.hear_up_to(seq)
        await self.black.hear_up_to(seq)
        state = await self.stored()
        assert self.white.state == self.black.state == state
        return state
