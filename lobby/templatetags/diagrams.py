"""Positions on the pages of `/learn/`: `{% diagram "hit" %}What it shows.{% enddiagram %}`.

The same words serve readers without scripts and those who cannot see a board.
"""

import json
from collections.abc import Iterator
from typing import Any

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from backgammon import MatchState, Side
from lobby.diagrams import Scene, scene_of

register = template.Library()

BAR = 25


@register.simple_block_tag
def diagram(content: str, key: str) -> SafeString:
    """A board, its caption, and the position in words. Raises KeyError for no diagram of ours."""
    scene = scene_of(key)
    context = {
        "key": key,
        "caption": content,
        "json": json.dumps(scene.to_dict(), separators=(",", ":")),
        "lines": tuple(_lines(scene)),
        "is_play_shown": scene.after is not None,
    }
    return render_to_string("learn/diagram.html", context)


def _lines(scene: Scene) -> Iterator[tuple[Any, str]]:
    """What is seen, as pairs of a label and what stands there."""
    game = scene.before.running_game
    yield _("White"), _checkers_text(scene.before, Side.WHITE)
    yield _("Black"), _checkers_text(scene.before, Side.BLACK)
    if game.dice is not None:
        yield _("Dice"), f"{game.dice.first}-{game.dice.second}"
    if scene.before.to_act is not game.on_roll:
        yield _("Cube"), _("White offers it at %(value)d") % {"value": 2 * game.cube.value}
    elif game.cube.owner is not None:
        owners = {
            Side.WHITE: _("White owns it at %(value)d"),
            Side.BLACK: _("Black owns it at %(value)d"),
        }
        yield _("Cube"), owners[game.cube.owner] % {"value": game.cube.value}
    if scene.play_text:
        yield _("White plays"), _in_words_of_the_reader(scene.play_text)


def _checkers_text(state: MatchState, side: Side) -> str:
    """Own points and how many checkers stand there, from the farthest: "24 (2), 13 (5)"."""
    cells = state.running_game.position.of(side)
    names = {BAR: _("bar"), 0: _off()}
    places = (*range(BAR, 0, -1), 0)
    return ", ".join(f"{names.get(at, at)} ({cells[at]})" for at in places if cells[at])


def _in_words_of_the_reader(play_text: str) -> str:
    return play_text.replace("bar", _("bar")).replace("off", _off())


def _off() -> str:
    return pgettext("checkers", "off")
