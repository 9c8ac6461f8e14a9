"""The rules of a match in sentences, for every rules card of the house.

An option is named and explained here once; the floors above add what is theirs: entry, prizes,
stacks. Nothing here is stored, everything is in the reader's language.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.utils import translation
from django.utils.functional import Promise, lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from backgammon import (
    VARIANTS,
    CubeRules,
    FirstMove,
    FixedGames,
    Holland,
    PointMatch,
    Rules,
    TieBreak,
    Variant,
    find_variant,
)
from wire.numbers import number_text

Text = str | Promise

#: What stands between the names of house rules that are joined (`backgammon.variants`).
JOINED: Final = " + "


@dataclass(frozen=True, slots=True)
class Term:
    """A part of a line that is explained by itself, under a topic of `wire/learning.py`."""

    text: str
    topic: str


@dataclass(frozen=True, slots=True)
class Fact:
    """One line of a rules card. `topic` names what explains it in `/learn/`, "" for nothing;
    where its parts are explained each by itself, `terms` are these parts."""

    label: str
    value: str
    topic: str = ""
    terms: tuple[Term, ...] = ()
    separator: str = ", "

    @classmethod
    def of_terms(cls, label: str, terms: Iterable[Term], separator: str = ", ") -> "Fact":
        """A line that consists of its parts."""
        terms = tuple(terms)
        value = separator.join(term.text for term in terms)
        return cls(label, value, terms=terms, separator=separator)


@dataclass(frozen=True, slots=True)
class OptionWords:
    """An option of docs/rules.md for people: its name, and what each of its values means."""

    label: Text
    values: Mapping[Any, Text]


#: Options that a variant or its first move brings, by key, the default first.
GAME_OPTIONS: Mapping[str, OptionWords] = {
    "end_setting": OptionWords(
        gettext_lazy("Winning"),
        {
            "mars": gettext_lazy("Mars counts 2: a win before the other side has borne off"),
            "oin": gettext_lazy("Every win counts 1"),
        },
    ),
    "first_move": OptionWords(
        gettext_lazy("Later games"),
        {
            FirstMove.ALTERNATE.value: gettext_lazy("Begun in turn"),
            FirstMove.LOSER.value: gettext_lazy("Begun by who lost the game before"),
        },
    ),
    "opening_double_exception": OptionWords(
        gettext_lazy("First double"),
        {
            "white": gettext_lazy("3-3, 4-4 or 6-6 takes two from the head, for who begins"),
            "both": gettext_lazy("3-3, 4-4 or 6-6 takes two from the head, for both"),
        },
    ),
    "last_roll": OptionWords(
        gettext_lazy("Last roll"),
        {
            False: gettext_lazy("Who finishes first has won"),
            True: gettext_lazy("Who began may be answered with one last roll, for a draw"),
        },
    ),
}


def game_name(variant: Variant) -> str:
    """What a game is called; house rules that are joined, by each of them."""
    return _game_name(variant.name)


def _game_name(name: str) -> str:
    return JOINED.join(_(part) for part in name.split(JOINED))


def title_of(rules: Rules) -> str:
    """A match in a few words: its game and what is played for."""
    return f"{game_name(rules.variant)}, {_short_length(rules)}"


def kept_title_of(rules: Rules) -> str:
    """The title as it is kept with a table or a match: in English, whoever opened it reads what."""
    with translation.override("en"):
        return title_of(rules)


def title_shown(kept: str) -> str:
    """A kept title in the reader's language; what an event is called stays as it is."""
    game, _comma, length = kept.partition(", ")
    if not _GAMES.issuperset(game.split(JOINED)):
        return kept
    for pattern, text_of in _LENGTHS.items():
        if found := pattern.fullmatch(length):
            return f"{_game_name(game)}, {text_of(int(found[1]))}"
    return kept


#: The same, said only when it is shown.
lazy_name = lazy(game_name, str)
lazy_title = lazy(title_shown, str)


def _short_length(rules: Rules) -> str:
    length = rules.length
    if isinstance(length, PointMatch):
        return _points_text(length.points)
    if isinstance(length, FixedGames):
        return _games_text(length.games)
    return _stake_text(length.stake)


def _points_text(points: int) -> str:
    text = ngettext("to %(points)d point", "to %(points)d points", points)
    return text % {"points": points}


def _games_text(games: int) -> str:
    return ngettext("%(games)d game", "%(games)d games", games) % {"games": games}


def _stake_text(chips: int) -> str:
    text = ngettext("table stakes, %(n)s chip a point", "table stakes, %(n)s chips a point", chips)
    return text % {"n": number_text(chips)}


#: What stands at the beginning of kept titles.
_GAMES: Final = frozenset(variant.name for variant in VARIANTS)

#: The ends of kept titles, as `kept_title_of` writes them, and how they are shown.
_LENGTHS: Final[Mapping[re.Pattern[str], Callable[[int], str]]] = {
    re.compile(r"to (\d+) points?"): _points_text,
    re.compile(r"(\d+) games?"): _games_text,
    re.compile(r"table stakes, (\d+) chips? a point"): _stake_text,
}


def length_topic(rules: Rules) -> str:
    """Under which topic it is explained what is played for."""
    length = rules.length
    if isinstance(length, FixedGames):
        return "tie_break" if length.tie_break is TieBreak.ONE_MORE_GAME else "games"
    return "points" if isinstance(length, PointMatch) else "stakes"


def length_text(rules: Rules) -> str:
    """What is played for, in full."""
    length = rules.length
    if isinstance(length, FixedGames) and length.tie_break is TieBreak.ONE_MORE_GAME:
        return _("%(games)s; when level, one more") % {"games": _short_length(rules)}
    return _short_length(rules)


def cube_fact(rules: Rules) -> Fact:
    """The cube and every option of it that holds."""
    return Fact.of_terms(_("Cube"), _cube_terms(rules.cube))


def _cube_terms(cube: CubeRules) -> Iterator[Term]:
    if not cube.enabled:
        yield Term(_("No doubling cube"), "cube")
        return
    yield Term(_("Doubling cube"), "cube")
    if cube.crawford:
        yield Term(_("Crawford rule"), "crawford")
    if cube.jacoby:
        yield Term(_("Jacoby rule"), "jacoby")
    if cube.beavers:
        yield Term(_("beavers"), "beavers")
    if cube.raccoons:
        yield Term(_("raccoons"), "raccoons")
    if cube.automatic_doubles != 0:
        yield Term(_automatic_doubles_text(cube.automatic_doubles), "automatic_doubles")
    if cube.holland is Holland.ALL_GAMES:
        yield Term(_("no double before both have rolled twice"), "holland")
    if cube.holland is Holland.POST_CRAWFORD:
        text = _("after the Crawford game no double before both have rolled twice")
        yield Term(text, "holland")
    if cube.cap is not None:
        yield Term(_("no higher than %(cap)s") % {"cap": cube.cap}, "cube_cap")


def _automatic_doubles_text(most: int | None) -> str:
    if most is None:
        return _("automatic doubles")
    text = ngettext("%(n)d automatic double", "up to %(n)d automatic doubles", most)
    return text % {"n": most}


def clock_text(rules: Rules) -> str:
    """The time each side has."""
    clock = rules.clock
    if clock is None:
        return _("No clock")
    text = _("%(delay)s free at each turn, then %(reserve)s for the whole match")
    if clock.renews_each_game:
        text = _("%(delay)s free at each turn, then %(reserve)s for each game")
    return text % {
        "delay": seconds_text(clock.delay_ms // 1000),
        "reserve": seconds_text(clock.reserve_ms // 1000),
    }


def seconds_text(seconds: int) -> str:
    """A length of time: whole minutes as minutes, from two up."""
    minutes, rest = divmod(seconds, 60)
    if minutes > 1 and not rest:
        return ngettext("%(n)d minute", "%(n)d minutes", minutes) % {"n": minutes}
    return ngettext("%(n)d second", "%(n)d seconds", seconds) % {"n": seconds}


def rules_facts(rules: Rules) -> tuple[Fact, ...]:
    """Everything two players agree on, line by line."""
    chosen = {**dict(rules.variant.options), "first_move": rules.first_move.value}
    of_the_game = [
        Fact(str(words.label), str(words.values[chosen.get(key, next(iter(words.values)))]), key)
        for key, words in GAME_OPTIONS.items()
        if key in rules.variant.offers or (key == "first_move" and _has_first_move(rules))
    ]
    return (
        Fact.of_terms(_("Game"), _game_terms(rules.variant), " + "),
        Fact(_("Played for"), _capital(length_text(rules)), length_topic(rules)),
        cube_fact(rules),
        *of_the_game,
        Fact(_("Clock"), clock_text(rules), "clock"),
    )


def _game_terms(variant: Variant) -> Iterator[Term]:
    """A game; house rules that are joined one by one."""
    for key in variant.key.split("+"):
        yield Term(_(find_variant(key).name), key)


def _has_first_move(rules: Rules) -> bool:
    return rules.first_move is not FirstMove.ROLL


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
