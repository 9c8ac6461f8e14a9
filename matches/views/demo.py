"""The board by itself: any position, any look, nothing played for and nothing kept."""

from dataclasses import dataclass, replace
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from accounts.preference_texts import SECTIONS
from backgammon import VARIANTS, Dice, NotationError, Rules, Variant, find_variant, set_up
from backgammon.notation.codec import legal_to_lists, rules_to_dict, state_to_dict
from backgammon.notation.convert import convert
from backgammon.notation.moment import Moment, parse_moment
from wire.texts import sentence

FACES = range(1, 7)
_FACE_OF = {str(face): face for face in FACES}
_LONGEST_TEXT = 400
_FIRST_DICE = (3, 1)
#: What of a board's look can be tried here; the others say nothing of the board.
_LOOKS = ("board_theme", "home_side", "own_checkers", "cube_place", "motion")
#: More than one game, so that no position is the last of its match.
_GAMES = 3


@dataclass(frozen=True, slots=True)
class Asked:
    """What the form asks for: the start of a game, or a position in any notation."""

    variant: Variant
    position: str
    dice: tuple[int, int]

    @property
    def moment(self) -> Moment:
        """Raises NotationError where the text is no position that can be played."""
        if self.position:
            moment = parse_moment(convert(self.position)["text"])
        else:
            moment = Moment(position=self.variant.opening_position, variant=self.variant)
        return replace(moment, dice=Dice(*self.dice)) if moment.dice is None else moment

    @property
    def scene(self) -> dict[str, Any]:
        """What static/js/demo.js shows: the side on roll may play, the others look on."""
        moment = self.moment
        rules = Rules.fixed(_GAMES, variant=moment.variant)
        dice, cube = moment.dice, moment.cube
        state = set_up(rules, moment.position, moment.on_roll, dice=dice, cube=cube)
        return {
            "state": state_to_dict(state),
            "rules": rules_to_dict(rules),
            "legal": legal_to_lists(state),
            "side": moment.on_roll.value,
        }


def demo(request: HttpRequest) -> HttpResponse:
    """The element with all its choices; for a text that is no position, why, and the start."""
    asked = _asked(request)
    try:
        scene, trouble = asked.scene, ""
    except NotationError as error:
        trouble = sentence(error.fault.template, error.params)
        scene = replace(asked, position="").scene
    looks = [explained for section in SECTIONS for explained in section.preferences]
    context = {
        "asked": asked,
        "games": [(variant.key, variant.name) for variant in VARIANTS],
        "faces": FACES,
        "looks": [
            {"key": look.key, "name": look.name, "choices": look.choices.items()}
            for look in looks
            if look.key in _LOOKS
        ],
        "scene": scene,
        "trouble": trouble,
    }
    return render(request, "matches/demo.html", context)


def _asked(request: HttpRequest) -> Asked:
    """What the address asks for; whatever is no choice of the form reads as the first one."""
    try:
        variant = find_variant(request.GET.get("game", VARIANTS[0].key))
    except NotationError:
        variant = VARIANTS[0]
    position = request.GET.get("position", "").strip()[:_LONGEST_TEXT]
    first, second = (_FACE_OF.get(request.GET.get(name, ""), 0) for name in ("first", "second"))
    return Asked(variant, position, (first, second) if first and second else _FIRST_DICE)
