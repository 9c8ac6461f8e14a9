"""From what somebody chose to the rules of a match, or everything that speaks against them.

The rules package judges; its faults come back with the field they belong to. Pure: no database.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from backgammon import Fault, NotationError, Rules, Variant, find_variant
from backgammon.notation.options import OPTIONS as SETTERS
from backgammon.variants import VARIANTS
from lobby.games import Game
from lobby.lengths import KINDS, Clock, Kind, Numbers
from lobby.options import OPTIONS, Option
from wire.refusals import Refusal

#: Options that are part of the variant itself.
_IN_VARIANT = frozenset(key for variant in VARIANTS for key in variant.offers)

#: Words that only kinds give: an option that needs them belongs to some kinds alone.
_KIND_WORDS = frozenset().union(*(kind.gives for kind in KINDS.values()))

#: The field a fault of whole rules belongs to; where several are named, those of the kind chosen.
FIELDS: Mapping[Fault, tuple[str, ...]] = {
    Fault.LENGTH_RANGE: ("points", "games"),
    Fault.STAKE_RANGE: ("stake",),
    Fault.CRAWFORD_NEEDS_MATCH: ("crawford",),
    Fault.JACOBY_IN_MATCH: ("jacoby",),
    Fault.BEAVERS_IN_MATCH: ("beavers",),
    Fault.RACCOONS_NEED_BEAVERS: ("raccoons",),
    Fault.AUTOMATIC_DOUBLES_IN_MATCH: ("automatic_doubles",),
    Fault.AUTOMATIC_DOUBLES_VALUE: ("automatic_doubles",),
    Fault.HOLLAND_NEEDS_MATCH: ("holland",),
    Fault.CUBE_CAP_IN_MATCH: ("cube_cap",),
    Fault.CUBE_CAP_VALUE: ("cube_cap",),
    Fault.VARIANT_HAS_NO_CUBE: ("cube",),
    Fault.FIRST_MOVE_IN_VARIANT: ("first_move",),
    Fault.CLOCK_RANGE: ("clock",),
}


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that does not fit; `field` is where to show it, "" for no field in particular."""

    field: str
    refusal: Refusal


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """What somebody wants to play. `options` holds what a form sent, by key; a switch that is off
    and a choice that was not offered are missing."""

    game: Game
    kind: Kind
    clock: Clock
    numbers: Numbers
    options: Mapping[str, str]

    def rules(self) -> tuple[Rules, tuple[Problem, ...]]:
        """The rules as chosen, and everything that speaks against them; they are sound if nothing
        does."""
        problems: list[Problem] = []
        rules = self.kind.make(self.numbers, self._variant(problems))
        for option in OPTIONS:
            sent = self.options.get(option.key, "")
            is_of_another_kind = bool(option.needs & _KIND_WORDS - self.kind.gives)
            says_nothing = not sent and (bool(option.choices) or is_of_another_kind)
            if option.key in _IN_VARIANT or says_nothing:
                continue
            value = option.value_of(sent)
            try:
                if not SETTERS[option.key].allows(value):
                    raise NotationError(Fault.BAD_OPTION, key=option.key, value=value)
                rules = SETTERS[option.key].put(rules, value)
            except NotationError as error:
                problems.append(_problem(option, error))
        if rules.length.problem() is None:
            rules = replace(rules, clock=self.clock.rules(self.kind, rules))
        own = self.kind.refusals(self.numbers)
        problems += [Problem(field, refusal) for field, refusal in own.items()]
        faults = faults_of(rules) if own else rules.problems()
        problems += [self._of_the_whole(fault) for fault in faults]
        return rules, tuple(problems)

    def _variant(self, problems: list[Problem]) -> Variant:
        """The game with its own options where they differ; one it does not know is a problem."""
        wanted: dict[str, Any] = {}
        for option in OPTIONS:
            sent = self.options.get(option.key, "")
            if option.key not in _IN_VARIANT or not sent:
                continue
            value = option.value_of(sent)
            try:
                find_variant(self.game.key, {option.key: value})
            except NotationError as error:
                problems.append(_problem(option, error))
            else:
                if sent != option.default(frozenset()):
                    wanted[option.key] = value
        return find_variant(self.game.key, wanted)

    def _of_the_whole(self, fault: Fault) -> Problem:
        fields = FIELDS.get(fault, ())
        own = [field for field in fields if field in {each.key for each in self.kind.numbers}]
        return Problem((own or [*fields, ""])[0], refusal_of(fault))


def faults_of(rules: Rules) -> tuple[Fault, ...]:
    """The faults of rules about whose chips the house has its say already (`lobby/stakes.py`)."""
    return tuple(fault for fault in rules.problems() if fault is not Fault.STAKE_RANGE)


def refusal_of(fault: Fault, params: Mapping[str, Any] | None = None) -> Refusal:
    """A fault of the rules as the house says it."""
    return Refusal(f"rules.{fault.code}", fault.template, dict(params or {}))


def _problem(option: Option, error: NotationError) -> Problem:
    """What is wrong with one option, which is called as the form calls it."""
    params = {**error.params, "key": str(option.label)}
    return Problem(option.key, refusal_of(error.fault, params))
