"""The position beside the choices of the board: it shows what they change. Pure."""

from functools import cache
from json import dumps

from backgammon import Rules, set_up
from backgammon.notation.codec import rules_to_dict, state_to_dict
from backgammon.notation.moment import parse_moment

#: White has thrown and owns the cube; both sides have checkers home, and one of Black's is hit.
_MOMENT = (
    "white 13:4 8:3 6:4 5:2 off:2; black bar:1 24:1 13:4 8:3 6:4 4:2;"
    " white to play 6-3; cube 2 white"
)


@cache
def preview_scene() -> str:
    """JSON: `state` and `rules`, as a board shows them."""
    moment = parse_moment(_MOMENT)
    rules = Rules.match(5, variant=moment.variant)
    state = set_up(rules, moment.position, moment.on_roll, dice=moment.dice, cube=moment.cube)
    return dumps({"state": state_to_dict(state), "rules": rules_to_dict(rules)})
