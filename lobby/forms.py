"""The form that opens a table: what it offers follows from the game and what is played for.

The browser asks for it again whenever a choice changes; every decision is made here, from data.
"""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from backgammon import Rules
from bankroll.shortage import short_refusal
from lobby.choice import Choice, Problem
from lobby.games import GAMES, Game
from lobby.lengths import CLOCKS, KINDS, Clock, Kind, Number
from lobby.models import Access
from lobby.options import OPTIONS, TERMS, Offered, offered
from lobby.pages import table_facts
from lobby.stakes import unclocked_refusal
from matches.wording import Fact, seconds_text
from wire.texts import sentence

OPPONENTS: Mapping[str, tuple[str | Promise, str | Promise]] = {
    Access.LOBBY.value: (
        gettext_lazy("Anybody"),
        gettext_lazy("The table stands in the lobby until somebody sits down."),
    ),
    Access.LINK.value: (
        gettext_lazy("A friend"),
        gettext_lazy("You get a private link to send. Your friend needs no account."),
    ),
    Access.BOT.value: (
        gettext_lazy("A house bot"),
        gettext_lazy("A program of the house. The match begins at once."),
    ),
}


@dataclass(frozen=True, slots=True)
class Opener:
    """What the form must know of whoever opens a table."""

    is_guest: bool
    available_chips: int


@dataclass(frozen=True, slots=True)
class Radio:
    """One of several things to choose from."""

    key: str
    name: str
    about: str
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class NumberLine:
    """A number to fill in, and what is wrong with it."""

    number: Number
    value: str
    errors: list[str]


@dataclass(frozen=True, slots=True)
class OptionLine:
    """An option to set, and what is wrong with it."""

    offer: Offered
    errors: list[str]


#: What there is to choose from, by field; the first of each is what is usual.
CHOICES: Mapping[str, Mapping[str, Any]] = {
    "game": GAMES,
    "kind": KINDS,
    "clock": CLOCKS,
    "access": OPPONENTS,
}


def _one_of(field: str) -> forms.ChoiceField:
    return forms.ChoiceField(choices=[(key, key) for key in CHOICES[field]])


class TableForm(forms.Form):
    """A table as somebody wants it. What is not said is as usual.

    `key` names the form, so that sent twice it opens one table.
    """

    game = _one_of("game")
    kind = _one_of("kind")
    clock = _one_of("clock")
    access = _one_of("access")
    key = forms.CharField(required=False, max_length=40)

    rules: Rules

    def __init__(self, said: Mapping[str, Any], *, opener: Opener, is_final: bool = False) -> None:
        """`is_final`: the table is to be opened, not only looked at."""
        chosen = {field: next(iter(known)) for field, known in CHOICES.items()}
        chosen |= {"key": secrets.token_hex(8)} | {key: said[key] for key in said}
        self._game: Game = GAMES.get(chosen["game"], next(iter(GAMES.values())))
        self._kind: Kind = KINDS.get(chosen["kind"], next(iter(KINDS.values())))
        self._clock: Clock = CLOCKS.get(chosen["clock"], next(iter(CLOCKS.values())))
        usual_numbers = {number.key: str(number.default) for number in self._kind.numbers}
        super().__init__(usual_numbers | chosen)
        for key in usual_numbers:
            self.fields[key] = forms.IntegerField()
        for option in (*OPTIONS, *TERMS):
            self.fields[option.key] = forms.CharField(required=False, max_length=20)
        self.opener = opener
        self._is_outdated = chosen.get("options_for", self.options_for) != self.options_for
        self._sent = self._options_of(chosen)
        self._is_final = is_final

    def _options_of(self, chosen: Mapping[str, Any]) -> dict[str, str]:
        """What was said of the options; where nothing was said for this choice, what is usual."""
        said = {option.key: chosen[option.key] for option in OPTIONS if option.key in chosen}
        if chosen.get("options_for") == self.options_for:
            return said
        offers = offered(self._game, self._kind, None)
        usual = {offer.option.key: offer.sent for offer in offers if offer.is_available}
        return usual if self._is_outdated else usual | said

    @property
    def options_for(self) -> str:
        """Names the choice that the options on the page belong to."""
        return f"{self._game.key}/{self._kind.key}"

    def clean(self) -> dict[str, Any]:
        """Everything the rules have against the choice, each at its field."""
        cleaned = super().clean() or {}
        if self._is_outdated and self._is_final:
            text = _(
                "The options have changed with your choice. Look at them, then open the table."
            )
            self.add_error(None, text)
        numbers = [number.key for number in self._kind.numbers]
        if any(field in self.errors for field in ("game", "kind", "clock", *numbers)):
            return cleaned
        self.rules, problems = self._choice({key: cleaned[key] for key in numbers}).rules()
        for problem in problems:
            self.add_error(problem.field or None, _text(problem))
        is_against_bot = cleaned.get("access") == Access.BOT
        brings_chips = cleaned.get("buy_in") or 0
        refused = {"buy_in": short_refusal(self.opener.available_chips, brings_chips)}
        if self.rules.length.problem() is None:  # only then rules have got their clock
            refused["clock"] = unclocked_refusal(self.rules, is_against_bot=is_against_bot)
        for field, refusal in refused.items():
            if refusal is not None and field not in self.errors:
                self.add_error(field, sentence(refusal.text, dict(refusal.facts)))
        return cleaned

    @property
    def access_chosen(self) -> Access:
        """Against whom, once the form is valid."""
        return Access(self.cleaned_data["access"])

    def term(self, key: str) -> bool:
        """Whether a term of the table (`lobby.options.TERMS`) is set, and can be had."""
        return any(
            line.offer.is_available and bool(line.offer.sent)
            for line in self.term_lines
            if line.offer.option.key == key
        )

    def _choice(self, numbers: Mapping[str, int]) -> Choice:
        return Choice(
            game=self._game,
            kind=self._kind,
            clock=self._clock,
            numbers=numbers,
            options=self._sent,
        )

    # --- for the page -----------------------------------------------------------

    def game_radios(self) -> list[Radio]:
        """Every game."""
        return [self._radio("game", each.key, each.name, each.about) for each in GAMES.values()]

    def kind_radios(self) -> list[Radio]:
        """Everything that can be played for."""
        return [self._radio("kind", each.key, each.name, each.about) for each in KINDS.values()]

    def clock_radios(self) -> list[Radio]:
        """Every clock."""
        return [
            self._radio("clock", each.key, each.name, _clock_text(each)) for each in CLOCKS.values()
        ]

    def opponent_radios(self) -> list[Radio]:
        """Everybody one can play against."""
        return [self._radio("access", key, *words) for key, words in OPPONENTS.items()]

    def number_lines(self) -> list[NumberLine]:
        """The numbers of what is played for."""
        return [
            NumberLine(number, str(self.data[number.key]), self._errors_at(number.key))
            for number in self._kind.numbers
        ]

    @cached_property
    def option_lines(self) -> list[OptionLine]:
        """The options of the game."""
        offers = offered(self._game, self._kind, self._sent)
        return [OptionLine(offer, self._errors_at(offer.option.key)) for offer in offers]

    @cached_property
    def term_lines(self) -> list[OptionLine]:
        """What the table says beside the rules."""
        words = set(self._clock.gives)
        if self.data["access"] != Access.BOT:
            words.add("people")
        if not self.opener.is_guest:
            words.add("member")
        sent = {term.key: str(self.data.get(term.key, "")) for term in TERMS}
        offers = offered(self._game, self._kind, sent, options=TERMS, also=frozenset(words))
        return [OptionLine(offer, self._errors_at(offer.option.key)) for offer in offers]

    def options_to_set(self) -> list[OptionLine]:
        """Those that can be had."""
        lines = [*self.term_lines, *self.option_lines]
        return [line for line in lines if line.offer.is_available]

    def options_out_of_reach(self) -> list[OptionLine]:
        """Those that cannot be had with the rest of the choice."""
        lines = [*self.term_lines, *self.option_lines]
        return [line for line in lines if not line.offer.is_available]

    @property
    def key_sent(self) -> str:
        """The name of this form."""
        return str(self.data["key"])

    def clock_errors(self) -> list[str]:
        """What is wrong with the clock."""
        return self._errors_at("clock")

    def other_errors(self) -> list[str]:
        """What is wrong and belongs to no line of the page."""
        shown = {line.offer.option.key for line in (*self.option_lines, *self.term_lines)}
        shown |= {"clock", *(number.key for number in self._kind.numbers)}
        hidden = [field for field in self.errors if field not in shown]
        return [error for field in hidden for error in self._errors_at(field)]

    @cached_property
    def facts(self) -> tuple[Fact, ...]:
        """The rules card of what is chosen; empty while it makes no sense."""
        if not self.is_valid():
            return ()
        return table_facts(
            self.rules,
            is_rated=self.term("is_rated"),
            has_different_sums=self.term("has_different_sums"),
        )

    def _errors_at(self, field: str) -> list[str]:
        return [str(error) for error in self.errors.get(field, [])]

    def _radio(self, field: str, key: str, name: object, about: object) -> Radio:
        return Radio(key, str(name), str(about), self.data[field] == key)


def _text(problem: Problem) -> str:
    return sentence(problem.refusal.text, dict(problem.refusal.facts))


def _clock_text(clock: Clock) -> str:
    if not clock.reserve_s:
        return _(
            "Take your time; for friendly games, neither rated nor for another player's chips."
        )
    text = _("%(delay)s at each turn, and %(reserve)s for each point or game.")
    return text % {
        "delay": seconds_text(clock.delay_s),
        "reserve": seconds_text(clock.reserve_s),
    }
