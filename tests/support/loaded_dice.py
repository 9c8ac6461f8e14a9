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


_HIGH_DOUBLES = ((6, 6), (5, 5), (4, 4))


def luck_for_people(live: LiveMatch) -> DiceSource | None:
    """Against a house bot people begin every game and throw high doubles, the bot 1-1."""
    if len(live.facts.house_sides) != 1:
        return None
    (bot,) = live.facts.house_sides
    if live.state.phase is Phase.BETWEEN_GAMES:
        return GivenDice([(1, 6) if bot is Side.WHITE else (6, 1)])
    return _gift(live, to=bot.other, others=(1, 1))


def luck_for_white(live: LiveMatch) -> DiceSource | None:
    """White begins the first game with 3-1, and Black answers with 6-4; then 5-2 and 4-3 come.

    Black begins the second with 2-1, and White throws high doubles against his 4-3.
    """
    state = live.state
    if state.phase is Phase.BETWEEN_GAMES:
        return GivenDice([(3, 1) if state.game_number == 0 else (1, 2)])
    if state.game_number == 1:
        return GivenDice([((6, 4), (5, 2), (4, 3))[(state.running_game.throws - 1) % 3]])
    return _gift(live, to=Side.WHITE, others=(4, 3))


def _gift(live: LiveMatch, *, to: Side, others: tuple[int, int]) -> DiceSource:
    """High doubles in turn for one side; the other always throws the same."""
    if live.state.to_act is not to:
        return GivenDice([others])
    return GivenDice([_HIGH_DOUBLES[live.state.running_game.rolls.of(to) % 3]])
