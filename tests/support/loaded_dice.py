"""Dice that fall as a story needs them, in a private house.

An app of `tests.support.story_settings`. LOADED_DICE names one of the functions here; a match
it has nothing to say about is thrown with the dice of the house.
"""

import os

from django.apps import AppConfig
from django.utils.module_loading import import_string

from backgammon import DiceSource, GivenDice, Phase, Side
from matches.facts import LiveMatch


class LoadedDice(AppConfig):
    """Stands between the judge and the dice of the house."""

    name = "tests.support.loaded_dice"

    def ready(self) -> None:
        chosen = os.environ.get("LOADED_DICE")
        if not chosen:
            return
        from matches import judge  # its tables are known only now

        loaded = import_string(f"{__name__}.{chosen}")
        honest = judge.dice_for

        def dice_for(live: LiveMatch) -> DiceSource:
            return loaded(live) or honest(live)

        judge.dice_for = dice_for  # type: ignore[assignment]


def luck_for_people(live: LiveMatch) -> DiceSource | None:
    """Whoever plays against a house bot starts every game and throws high doubles, the bot 2-1."""
    if len(live.facts.house_sides) != 1:
        return None
    (bot,) = live.facts.house_sides
    if live.state.phase is Phase.BETWEEN_GAMES:
        return GivenDice([(1, 6) if bot is Side.WHITE else (6, 1)])
    if live.state.to_act is bot:
        return GivenDice([(2, 1)])
    throws = live.state.running_game.throws
    return GivenDice([((6, 6), (5, 5), (4, 4))[throws // 2 % 3]])
