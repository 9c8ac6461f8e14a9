"""The options of a table, as data: what each needs to make sense, and what it starts as.

A game, a kind of length and a switched-on option give words; an option or one of its choices can
be had where all the words it needs are given. Nothing here asks what a game is called.

Source: docs/rules.md, "Options and their defaults".
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from backgammon import Holland, TieBreak
from lobby.games import GAMES, Game
from lobby.lengths import Kind
from matches.wording import GAME_OPTIONS

#: Why an option cannot be had, by the word that is missing.
WHY_NOT: Mapping[str, Promise] = {
    "points": _("In matches to points only."),
    "games": _("Not in matches to points."),
    "set": _("For a number of games only."),
    "stakes": _("At table stakes only."),
    "people": _("Against people only."),
    "member": _("Guests have no rating: sign up first."),
    "clock": _("With a clock only."),
    "doubling": _("Only with the cube."),
    "beavers": _("Only with beavers."),
    "crawford": _("Only with the Crawford rule."),
}

#: Words that only games give: without them an option is not worth a line.
GAME_WORDS = frozenset().union(*(game.gives for game in GAMES.values()))


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """One value of an option; `key` is what a form sends."""

    key: str
    value: Any
    text: str | Promise
    needs: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """One option by its stored key. Without `choices` it is a switch.

    on_with: a switch starts on where one of these words is given. gives: the words of a switch
    that is on. The first choice is the default of the others.
    """

    key: str
    label: str | Promise
    about: str | Promise = ""
    needs: frozenset[str]
    choices: tuple[Choice, ...] = ()
    on_with: frozenset[str] = frozenset()
    gives: frozenset[str] = frozenset()

    def default(self, words: frozenset[str]) -> str:
        """What it starts as, as a form sends it: "on" or "" for a switch."""
        if self.choices:
            return self.choices[0].key
        return "on" if words & self.on_with else ""

    def value_of(self, sent: str) -> Any:
        """The value behind what a form sent; the text itself where there is no such choice."""
        if not self.choices:
            return bool(sent)
        return next((choice.value for choice in self.choices if choice.key == sent), sent)


def _words(*words: str) -> frozenset[str]:
    return frozenset(words)


def _of_the_game(key: str) -> Option:
    """An option that a game brings; it is worded where rules cards are."""
    words = GAME_OPTIONS[key]
    values = list(words.values.items())
    if values[0][0] is False:
        return Option(key=key, label=words.label, about=words.values[True], needs=_words(key))
    choices = tuple(Choice(key=str(value), value=value, text=text) for value, text in values)
    return Option(key=key, label=words.label, needs=_words(key), choices=choices)


def _limits(none: Promise, *values: int) -> tuple[Choice, ...]:
    numbers = (Choice(key=str(value), value=value, text=str(value)) for value in values)
    return (Choice(key="none", value=None, text=none), *numbers)


_MONEY = _words("cube", "doubling", "games")

OPTIONS: tuple[Option, ...] = (
    Option(
        key="cube",
        label=_("Doubling cube"),
        needs=_words("cube"),
        on_with=_words("cube"),
        gives=_words("doubling"),
    ),
    Option(
        key="crawford",
        label=_("Crawford rule"),
        about=_("No cube in the first game after a player comes within one point."),
        needs=_words("cube", "doubling", "points"),
        on_with=_words("points"),
        gives=_words("crawford"),
    ),
    Option(
        key="jacoby",
        label=_("Jacoby rule"),
        about=_("Gammons count only once the cube has been turned."),
        needs=_MONEY,
        on_with=_words("stakes"),
    ),
    Option(
        key="beavers",
        label=_("Beavers"),
        about=_("Who is doubled may turn the cube once more at once and keep it."),
        needs=_MONEY,
        on_with=_words("stakes"),
        gives=_words("beavers"),
    ),
    Option(
        key="raccoons",
        label=_("Raccoons"),
        about=_("Who is beavered may turn it yet again."),
        needs=_MONEY | _words("beavers"),
    ),
    Option(
        key="automatic_doubles",
        label=_("Automatic doubles"),
        about=_("Each tie of the opening throw turns the cube."),
        needs=_MONEY,
        choices=(
            Choice(key="0", value=0, text=_("none")),
            Choice(key="1", value=1, text=_("once")),
            Choice(key="2", value=2, text=_("twice at most")),
            Choice(key="3", value=3, text=_("three times at most")),
            Choice(key="none", value=None, text=_("every tie")),
        ),
    ),
    Option(
        key="holland",
        label=_("Holland rule"),
        about=_("No double before both sides have rolled twice."),
        needs=_words("cube", "doubling"),
        choices=(
            Choice(key="off", value=Holland.OFF.value, text=pgettext_lazy("a rule", "off")),
            Choice(
                key="post_crawford",
                value=Holland.POST_CRAWFORD.value,
                text=_("after the Crawford game"),
                needs=_words("points", "crawford"),
            ),
            Choice(key="all_games", value=Holland.ALL_GAMES.value, text=_("in all games")),
        ),
    ),
    Option(
        key="cube_cap",
        label=_("Highest cube"),
        needs=_MONEY,
        choices=_limits(_("no limit"), 2, 4, 8, 16, 32, 64, 128, 256),
    ),
    Option(
        key="tie_break",
        label=_("When level after the last game"),
        needs=_words("set"),
        choices=(
            Choice(key="draw", value=TieBreak.DRAW.value, text=_("a draw")),
            Choice(
                key="one_more_game", value=TieBreak.ONE_MORE_GAME.value, text=_("one more game")
            ),
        ),
    ),
    Option(
        key="leave_between_games",
        label=_("Leaving between games"),
        about=_("Either may get up after a game, with all that lies before him."),
        needs=_words("stakes"),
        on_with=_words("stakes"),
    ),
    Option(
        key="top_up",
        label=_("Topping up"),
        about=_("Between games either may add chips, up to what he first brought."),
        needs=_words("stakes"),
    ),
    *(_of_the_game(key) for key in GAME_OPTIONS),
)

#: What a table says beside the rules of its match; each is a field of `lobby.models.Table`.
TERMS: tuple[Option, ...] = (
    Option(
        key="is_rated",
        label=_("Rated"),
        about=_("The result changes the rating of both. Who sits down agrees."),
        needs=_words("points", "people", "member", "clock"),
    ),
    Option(
        key="has_different_sums",
        label=_("Different sums"),
        about=_("Your opponent may bring more or less than you. The smaller stack is the limit."),
        needs=_words("stakes"),
    ),
)


@dataclass(frozen=True, slots=True)
class Offered:
    """An option for one game and kind: what it is set to, as a form sends it, and whether it can
    be had; `why_not` if not. `choices` are those that can be had."""

    option: Option
    sent: str
    is_available: bool
    why_not: str | Promise
    choices: tuple[Choice, ...]


def offered(
    game: Game,
    kind: Kind,
    sent: Mapping[str, str] | None,
    *,
    options: tuple[Option, ...] = OPTIONS,
    also: frozenset[str] = frozenset(),
) -> tuple[Offered, ...]:
    """The options worth a line for this game and kind.

    `sent` is what was chosen so far, where a switch that is off is missing; None: the defaults.
    `also`: words that neither the game nor the kind gives.
    """
    words = game.gives | kind.gives | also
    lines = []
    for option in options:
        if option.needs & GAME_WORDS - game.gives:
            continue
        missing = next((word for word in WHY_NOT if word in option.needs - words), "")
        value = option.default(words) if sent is None else sent.get(option.key, "")
        choices = tuple(choice for choice in option.choices if choice.needs <= words)
        if option.choices and value not in {choice.key for choice in choices}:
            value = option.default(words)
        if missing:
            value = option.default(frozenset())
        elif value and not option.choices:
            words |= option.gives
        lines.append(Offered(option, value, not missing, WHY_NOT.get(missing, ""), choices))
    return tuple(lines)
