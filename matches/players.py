"""House bots at a match: they see what a player sees and answer with an action, nothing more."""

import random

from backgammon import Side
from backgammon.actions import PlayerAction
from backgammon.bots import find_bot
from matches.facts import LiveMatch

_house_bot = find_bot("house", random.SystemRandom())


def bot_action(live: LiveMatch, side: Side) -> PlayerAction | None:
    """What the house bot on this side does now, or None when nothing is asked of it."""
    return _house_bot.choose_action(live.state, side)
