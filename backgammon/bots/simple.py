"""Bots without judgement: players for tests and the yardstick of better ones.

Source: docs/rules.md, "The house bot".
"""

import random
from dataclasses import dataclass

from backgammon.actions import (
    AcceptResignation,
    Drop,
    MakePlay,
    PlayerAction,
    Roll,
    StartGame,
    Take,
)
from backgammon.engine import legal_actions, legal_ways
from backgammon.sides import Side
from backgammon.state import MatchState


@dataclass(frozen=True, slots=True)
class RandomBot:
    """Plays any legal result with equal chance, never doubles, takes or drops by a coin."""

    chance: random.Random
    key: str = "random"

    def choose_action(self, state: MatchState, side: Side) -> PlayerAction | None:
        """Any legal play; otherwise whatever lets the game go on."""
        asked = legal_actions(state, side)
        if MakePlay in asked:
            return MakePlay(self.chance.choice(list(legal_ways(state).values())))
        if Take in asked:
            return self.chance.choice((Take(), Drop()))
        plain: tuple[PlayerAction, ...] = (AcceptResignation(), Roll(), StartGame())
        return next((action for action in plain if type(action) in asked), None)
