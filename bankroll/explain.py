"""How the chips of a line in a statement come about, step by step.

What a table or an event paid is explained by whoever keeps it, by registration: keepers
register an explainer in their `AppConfig.ready()`, for the places they name in
`bankroll.places`. What the house itself gives or takes is explained here.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from django.conf import settings
from django.utils.translation import gettext as _

from bankroll.kinds import TransferKind

if TYPE_CHECKING:
    from accounts.models import User
    from bankroll.selectors import StatementLine


@dataclass(frozen=True, slots=True)
class Step:
    """One step of an explanation, in the reader's language.

    chips: what the step adds, or takes where negative; None for a step that only says
    something. is_sum: `chips` is what the steps since the last sum come to.
    """

    text: str
    chips: int | None = None
    is_sum: bool = False


class Explainer(Protocol):
    """Explains the lines of one kind of place."""

    def __call__(self, user: "User", line: "StatementLine", /) -> Sequence[Step]:
        """The steps that lead to the line's chips; none where there is nothing to add."""


_explainers: dict[str, Explainer] = {}


def register_explainer(kind: str, explainer: Explainer) -> None:
    """Have `explainer` explain the lines of places called `<kind>:<id>`."""
    _explainers[kind] = explainer


def steps_of(user: "User", line: "StatementLine") -> tuple[Step, ...]:
    """Every step that leads to the chips of a line, as its keeper or the house explains it."""
    explainer = _explainers.get(line.place.partition(":")[0])
    steps = tuple(explainer(user, line)) if explainer is not None else ()
    return steps or _house_steps(line)


def _house_steps(line: "StatementLine") -> tuple[Step, ...]:
    if line.kind == TransferKind.REFILL:
        return (
            Step(
                _(
                    "Whoever has fewer than {below_chips} chips, in play and not, may be brought"
                    " up to {upto_chips}."
                ).format(
                    below_chips=settings.HOUSE_REFILL_BELOW_CHIPS,
                    upto_chips=settings.HOUSE_REFILL_CHIPS,
                )
            ),
        )
    texts = {
        TransferKind.GRANT: _("Given by the house."),
        TransferKind.CORRECTION: _("Put right by staff, for the reason above."),
        TransferKind.CLOSE: _("The account was closed: what was left went back to the house."),
    }
    text = texts.get(line.kind)
    return (Step(text),) if text else ()
