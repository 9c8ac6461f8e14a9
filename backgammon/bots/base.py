"""What a bot is: a player without a user, who is asked what to do and nothing else.

Source: docs/rules.md, "The house bot".
"""

from typing import Protocol

from backgammon.actions import PlayerAction
from backgammon.sides import Side
from backgammon.state import MatchState


class Bot(Protocol):
    """A player. It keeps no state of its own; chance, if it needs any, is given when made."""

    @property
    def key(self) -> str:
        """The stable word it is found by."""
        ...

    def choose_action(self, state: MatchState, side: Side) -> PlayerAction | None:
        """The next action of the side, always a legal one; None when nothing is asked of it."""
        ...
