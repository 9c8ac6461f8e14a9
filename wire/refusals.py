"""Lists of conditions: each check answers a `Refusal` or None; a player is told all of them."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from wire.errors import Refused

Facts = TypeVar("Facts")


@dataclass(frozen=True, slots=True)
class Refusal:
    """One reason for a no: a code, an English template, and what fills it."""

    code: str
    text: str
    facts: Mapping[str, Any] = field(default_factory=dict)


def all_refusals(
    checks: Iterable[Callable[[Facts], Refusal | None]], facts: Facts
) -> tuple[Refusal, ...]:
    """Every reason against, in the order of the checks. Empty means yes."""
    return tuple(refusal for check in checks if (refusal := check(facts)) is not None)


def first_refusal(
    checks: Iterable[Callable[[Facts], Refusal | None]], facts: Facts
) -> Refusal | None:
    """The first reason against, or None. For questions that need no explanation."""
    return next((no for check in checks if (no := check(facts)) is not None), None)


def refuse_if_any(refusals: Iterable[Refusal]) -> None:
    """Raise one `Refused` that carries every reason, coded by the first.

    `facts["refusals"]` lists them all as `{"code", "text", "facts"}`.
    """
    reasons = tuple(refusals)
    if reasons:
        first = reasons[0]
        listed = [{"code": r.code, "text": r.text, "facts": dict(r.facts)} for r in reasons]
        raise Refused(first.code, first.text, **first.facts, refusals=listed)
