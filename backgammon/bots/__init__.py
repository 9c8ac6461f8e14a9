"""Players without a user. They think here; others carry out what they choose.

Source: docs/rules.md, "The house bot".
"""

import random
from collections.abc import Callable, Mapping

from backgammon.bots.base import Bot
from backgammon.bots.positional import HouseBot
from backgammon.bots.simple import RandomBot
from backgammon.errors import Fault, NotationError

BOTS: Mapping[str, Callable[[random.Random], Bot]] = {
    "house": lambda _chance: HouseBot(),
    "random": RandomBot,
}
"""Every bot by its key, made with the chance it may use."""


def find_bot(key: str, chance: random.Random) -> Bot:
    """The bot of that key. Raises NotationError(UNKNOWN_BOT)."""
    make = BOTS.get(key)
    if make is None:
        raise NotationError(Fault.UNKNOWN_BOT, key=key)
    return make(chance)


__all__ = ["BOTS", "Bot", "HouseBot", "RandomBot", "find_bot"]
