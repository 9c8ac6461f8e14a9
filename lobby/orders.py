"""A table as a program orders it: flat words and JSON values in, rules and terms out.

What is not said is as usual. What is said and cannot be had is refused by its name, so that
nobody plays by other rules than he ordered. Pure: no database.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from backgammon import Rules
from lobby.choice import Choice, Problem
from lobby.games import GAMES, Game
from lobby.lengths import CLOCKS, KINDS, Kind
from lobby.models import Access
from lobby.options import OPTIONS, TERMS, Offered, Option, offered
from wire.refusals import Refusal


def _(text: str) -> str:
    """Mark an English template for the catalogue; `wire.texts` translates it."""
    return text


@dataclass(frozen=True)
class Order:
    """A table as somebody wants it. `said` holds what he said of numbers, options and terms, by
    key: a number, true or false for a switch, the value of a choice."""

    game: Game
    kind: Kind
    clock: str
    access: Access
    is_guest: bool
    said: Mapping[str, Any]

    @classmethod
    def of(cls, words: Mapping[str, Any], *, is_guest: bool) -> "Order":
        """The order behind the words of a request, whose keys and types are known to be right."""
        named = ("game", "kind", "clock", "access")
        return cls(
            game=GAMES[words["game"]],
            kind=KINDS[words["kind"]],
            clock=words["clock"],
            access=Access(words["access"]),
            is_guest=is_guest,
            said={key: value for key, value in words.items() if key not in named},
        )

    @property
    def rules(self) -> Rules:
        """The rules; sound where there are no refusals."""
        return self._rules[0]

    @property
    def is_rated(self) -> bool:
        """Whether the result shall count for ratings."""
        return self._has_term("is_rated")

    @property
    def has_different_sums(self) -> bool:
        """Whether the other may bring another sum."""
        return self._has_term("has_different_sums")

    def refusals(self) -> tuple[Refusal, ...]:
        """Everything that speaks against the order, each with the `field` it is about."""
        return (
            *self._numbers_of_other_kinds(),
            *_not_to_be_had(OPTIONS, self._options, self.said),
            *_not_to_be_had(TERMS, self._terms, self.said),
            *map(_named, self._rules[1]),
        )

    @cached_property
    def _options(self) -> tuple[Offered, ...]:
        """The options of the game: as said, or else as usual."""
        usual = offered(self.game, self.kind, None)
        sent = {each.option.key: each.sent for each in usual if each.is_available}
        return offered(self.game, self.kind, sent | _sent(OPTIONS, self.said))

    @cached_property
    def _terms(self) -> tuple[Offered, ...]:
        """What the table says beside the rules."""
        words = {"people"} if self.access != Access.BOT else set()
        words |= set() if self.is_guest else {"member"}
        words |= CLOCKS[self.clock].gives
        sent = _sent(TERMS, self.said)
        return offered(self.game, self.kind, sent, options=TERMS, also=frozenset(words))

    @cached_property
    def _rules(self) -> tuple[Rules, tuple[Problem, ...]]:
        usual = {number.key: number.default for number in self.kind.numbers}
        choice = Choice(
            game=self.game,
            kind=self.kind,
            clock=CLOCKS[self.clock],
            numbers={key: self.said.get(key, default) for key, default in usual.items()},
            options={each.option.key: each.sent for each in self._options if each.is_available},
        )
        return choice.rules()

    def _has_term(self, key: str) -> bool:
        return any(each.option.key == key and bool(each.sent) for each in self._terms)

    def _numbers_of_other_kinds(self) -> Iterable[Refusal]:
        own = {number.key for number in self.kind.numbers}
        for kind in KINDS.values():
            for number in kind.numbers:
                if number.key in self.said and number.key not in own:
                    text = _("{name} does not belong to: {kind}.")
                    facts = {"name": str(number.label), "kind": str(self.kind.name)}
                    yield Refusal("table.not_here", text, {**facts, "field": number.key})


def _sent(options: Iterable[Option], said: Mapping[str, Any]) -> dict[str, str]:
    """By key: what a form would send for what was said."""
    return {option.key: _word(option, said[option.key]) for option in options if option.key in said}


def _word(option: Option, value: Any) -> str:
    if not option.choices:
        return "on" if value else ""
    return next((each.key for each in option.choices if each.value == value), "")


def _not_to_be_had(
    options: Iterable[Option], lines: Iterable[Offered], said: Mapping[str, Any]
) -> Iterable[Refusal]:
    """What was said of options and cannot be had; a switch that is said to be off always can."""
    by_key = {line.option.key: line for line in lines}
    for option in options:
        word = _word(option, said[option.key]) if option.key in said else ""
        if not word or word == option.default(frozenset()):
            continue
        line = by_key.get(option.key)
        facts = {"name": str(option.label), "field": option.key}
        if line is None:
            text = _("{name} does not belong to this game.")
            yield Refusal("table.not_here", text, facts)
        elif not line.is_available:
            text = _("{name} cannot be had. {why}")
            yield Refusal("table.not_here", text, {**facts, "why": str(line.why_not)})
        elif line.sent != word:
            text = _("{name}: this choice does not go with the rest of your order.")
            yield Refusal("table.not_here", text, facts)


def _named(problem: Problem) -> Refusal:
    """A problem as a refusal that names its field."""
    refusal = problem.refusal
    return Refusal(refusal.code, refusal.text, {**refusal.facts, "field": problem.field})
