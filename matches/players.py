"""House bots at a match: they see what a player sees and answer with an action, nothing more."""

import random

from backgammon import Action, Phase, Side, StartGame
from backgammon.bots import find_bot
from matches.facts import LiveMatch

HOUSE_BOT = "positional"

_chance = random.SystemRandom()


def bot_action(live: LiveMatch, side: Side) -> Action:
    """What the house bot on this side does now."""
    if live.state.phase is Phase.BETWEEN_GAMES:
        return StartGame()
    return find_bot(HOUSE_BOT).choose_action(live.state, side, _chance)
