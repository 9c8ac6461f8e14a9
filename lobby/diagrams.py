"""The positions that are drawn on the pages of `/learn/`, once for all languages. Pure.

A diagram is a moment as text (docs/rules.md) and perhaps what is played in it. What follows from
that is worked out by the rules: nothing is drawn that the rules do not give.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from backgammon import (
    Double,
    Fault,
    GivenDice,
    MakePlay,
    MatchState,
    Play,
    PlayerAction,
    Rules,
    decide,
    evolve,
    explain_play,
    set_up,
)
from backgammon.notation import format_play, parse_play
from backgammon.notation.codec import rules_to_dict, state_to_dict
from backgammon.notation.moment import parse_moment
from backgammon.state import PerSide

Plain = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Diagram:
    """A moment, and what is played in it; `forbidden` is a play that a rule refuses there.

    is_first_turn: nobody has played before, which matters where a first turn has rules of its own.
    """

    moment: str
    play: str = ""
    forbidden: str = ""
    is_first_turn: bool = False


@dataclass(frozen=True, slots=True)
class Scene:
    """A diagram worked out: the state before, and where a play is shown the play and the state
    after it. `fault` is why the forbidden play is refused."""

    rules: Rules
    before: MatchState
    play: Play | None = None
    play_text: str = ""
    after: MatchState | None = None
    fault: Fault | None = None

    def to_dict(self) -> Plain:
        """What static/js/learn.js draws."""
        after = None if self.after is None else state_to_dict(self.after)
        game, side = self.before.running_game, self.before.running_game.on_roll
        moves = () if self.play is None else self.play
        return {
            "rules": rules_to_dict(self.rules),
            "before": state_to_dict(self.before),
            "after": after,
            "moves": {
                "side": side.value,
                "dice": None if game.dice is None else [game.dice.first, game.dice.second],
                "steps": [[move.source, move.die] for move in moves],
            },
        }


#: More than one, so that no diagram ends the match.
_GAMES = 3

_START = "white 24:2 13:5 8:3 6:5; black 24:2 13:5 8:3 6:5"
_WALL = "black 24:2 13:4 8:2 6:3 5:2 4:2"
_HOME = "black 6:3 5:3 4:3 3:2 2:2 off:2"
_LAST_PAIR = "white 6:2 4:2 3:1 2:1 off:9; black 24:1 6:3 5:3 4:3 3:3 2:2"

DIAGRAMS: Mapping[str, Diagram] = {
    "start": Diagram(f"{_START}; white to roll"),
    "move": Diagram(f"{_START}; white to play 6-1", "13/7 8/7"),
    "hit": Diagram(
        "white 24:2 13:5 8:3 6:5; black 24:1 21:1 13:5 8:3 6:5; white to play 4-2", "8/4* 6/4"
    ),
    "enter": Diagram(f"white bar:1 24:1 13:5 8:3 6:5; {_WALL}; white to play 6-2", "bar/23 13/7"),
    "half_in": Diagram(f"white bar:2 13:5 8:3 6:5; {_WALL}; white to play 6-2", "bar/23"),
    "order": Diagram(
        "white 10:1 5:2 3:2 off:10; black 21:2 6:3 5:3 4:3 3:2 2:2; white to play 6-2",
        "10/8 8/2",
        "5/3",
    ),
    "larger": Diagram(
        "white 10:1 1:4 off:10; black 23:2 6:3 5:3 4:3 3:2 2:2; white to play 6-2", "10/4", "10/8"
    ),
    "double": Diagram(f"{_START}; white to play 3-3", "8/5(2) 6/3(2)"),
    "bear_off": Diagram(
        f"white 6:2 5:2 4:3 3:2 2:1 1:1 off:4; {_HOME}; white to play 6-3", "6/off 3/off"
    ),
    "gap": Diagram(f"white 6:2 4:3 2:2 off:8; {_HOME}; white to play 5-3", "6/1 6/3", "6/1 2/off"),
    "highest": Diagram(f"white 3:2 2:1 1:2 off:10; {_HOME}; white to play 6-5", "3/off(2)"),
    "gammon": Diagram(
        "white 2:1 1:1 off:13; black 12:1 6:5 5:4 4:3 3:2; white to play 6-5", "2/off 1/off"
    ),
    "backgammon": Diagram(
        "white 2:1 1:1 off:13; black 20:1 6:5 5:4 4:3 3:2; white to play 6-5", "2/off 1/off"
    ),
    "offer": Diagram(
        "white 13:2 8:3 6:4 5:3 4:2 3:1; black 24:1 18:1 13:3 8:3 6:4 5:2 4:1; white doubles"
    ),
    "owner": Diagram(
        "white 13:2 8:3 6:4 5:3 4:2 3:1; black 24:1 18:1 13:3 8:3 6:4 5:2 4:1; white to roll;"
        " cube 2 black"
    ),
    "last_roll_cube": Diagram("white 5:1 2:1 off:13; black 1:1 off:14; white to roll"),
    "open_31": Diagram(f"{_START}; white to play 3-1", "8/5 6/5"),
    "open_42": Diagram(f"{_START}; white to play 4-2", "8/4 6/4"),
    "open_65": Diagram(f"{_START}; white to play 6-5", "24/18 18/13"),
    "prime": Diagram("white 13:3 8:2 7:2 6:3 5:3 4:2; black 24:2 13:3 8:4 6:4 5:2; white to roll"),
    "anchor": Diagram(
        "white 20:2 13:4 8:3 6:4 3:2; black 24:2 13:3 8:3 7:1 6:4 4:2; white to roll"
    ),
    "race": Diagram("white 8:2 6:4 5:3 4:3 3:2 2:1; black 9:3 7:2 6:4 5:2 4:2 3:2; white to roll"),
    "nardy_start": Diagram("long_nardy; white 24:15; black 24:15; white to roll"),
    "nardy_head": Diagram(
        "long_nardy; white 24:15; black 24:15; white to play 5-2", "24/17", "24/19 24/22"
    ),
    "nardy_six_six": Diagram(
        "long_nardy; white 24:15; black 24:15; white to play 6-6",
        "24/18(2)",
        is_first_turn=True,
    ),
    "nardy_closed": Diagram(
        "long_nardy; white 24:12 20:2 14:1; black 24:13 5:1 1:1; white to play 3-1",
        "24/21 20/19",
        "20/17 20/19",
    ),
    "nardy_block": Diagram(
        "long_nardy; white 24:8 11:1 10:2 9:1 8:2 7:1; black 24:15; white to play 4-1",
        forbidden="10/6 24/23",
    ),
    "nardy_beyond": Diagram(
        "long_nardy; white 24:8 11:1 10:2 9:1 8:2 7:1; black 24:14 9:1; white to play 4-1",
        "10/6 24/23",
    ),
    "nackgammon": Diagram(
        "nackgammon; white 24:2 23:2 13:4 8:3 6:4; black 24:2 23:2 13:4 8:3 6:4; white to roll"
    ),
    "hypergammon": Diagram(
        "hypergammon; white 24:1 23:1 22:1; black 24:1 23:1 22:1; white to roll"
    ),
    "forced_bear_off": Diagram(
        f"forced_bear_off; {_LAST_PAIR}; white to play 4-3", "4/off 3/off", "6/2 6/3"
    ),
    "rearmost_bear_off": Diagram(
        f"rearmost_bear_off; {_LAST_PAIR}; white to play 4-3", "6/2 6/3", "4/off 3/off"
    ),
    "five_high": Diagram(f"five_high; {_START}; white to play 2-1", "13/11 6/5", "8/6 24/23"),
}


@cache
def scene_of(key: str) -> Scene:
    """A diagram worked out.

    Raises KeyError for one that there is not, IllegalPlay where its play is not legal, ValueError
    where its forbidden play is.
    """
    diagram = DIAGRAMS[key]
    moment = parse_moment(diagram.moment)
    rules = Rules.fixed(_GAMES, variant=moment.variant)
    state = set_up(rules, moment.position, moment.on_roll, dice=moment.dice, cube=moment.cube)
    if diagram.is_first_turn:
        state = replace(state, game=replace(state.running_game, rolls=PerSide(1, 0)))
    if moment.is_doubled:
        state = _after(state, Double())
    scene = Scene(rules, state)
    if diagram.forbidden:
        scene = replace(scene, fault=_fault_of(state, diagram.forbidden))
    if not diagram.play:
        return scene
    turn = state.running_game.turn(rules.variant)
    play = parse_play(diagram.play, rules.variant, turn)
    after = _after(state, MakePlay(play))
    return replace(scene, play=play, play_text=format_play(play, turn), after=after)


def _fault_of(state: MatchState, text: str) -> Fault:
    variant = state.rules.variant
    fault = explain_play(state, parse_play(text, variant, state.running_game.turn(variant)))
    if fault is None:
        raise ValueError(f"{text} is not forbidden")
    return fault


def _after(state: MatchState, action: PlayerAction) -> MatchState:
    """The state as the action leaves it, without what the other side throws then."""
    for event in decide(state, state.to_act, action, dice=GivenDice([]), now_ms=0):
        state = evolve(state, event)
    return state
