"""Who may have his wallet refilled, and when. Pure conditions; `services` asks them under lock."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from wire.plurals import counted
from wire.refusals import Refusal


def _(text: str) -> str:
    """Mark an English template for the catalogue; `wire.texts` translates it."""
    return text


@dataclass(frozen=True, slots=True)
class RefillTerms:
    """What the house gives: up to `upto_chips`, to whoever has fewer than `below_chips`."""

    below_chips: int
    upto_chips: int
    pause: timedelta


@dataclass(frozen=True, slots=True)
class RefillFacts:
    """How somebody stands who asks for a refill.

    number: counts his refills; it is the number of the one he would get.
    total_chips: in the wallet and in play. last_at: of his last refill, None before the first.
    kept_out: why the house keeps him from his chips, or None.
    """

    terms: RefillTerms
    number: int
    total_chips: int
    last_at: datetime | None
    now: datetime
    kept_out: Refusal | None = None

    @property
    def chips(self) -> int:
        """What he would be given. Not above 0 for somebody who has enough."""
        return self.terms.upto_chips - self.total_chips

    @property
    def due_at(self) -> datetime:
        """From when on he may have one."""
        return self.now if self.last_at is None else self.last_at + self.terms.pause


def is_kept_out(facts: RefillFacts) -> Refusal | None:
    """A frozen wallet is not refilled; its owner is told why and for how long."""
    return facts.kept_out


def has_enough(facts: RefillFacts) -> Refusal | None:
    """A refill is for people who have next to nothing, in play or not."""
    if facts.total_chips < facts.terms.below_chips:
        return None
    return Refusal(
        "bankroll.refill_enough",
        counted(
            "You have {total_chips} chip, in play or not;"
            " the refill is for whoever has fewer than {below_chips}.",
            "You have {total_chips} chips, in play and not;"
            " the refill is for whoever has fewer than {below_chips}.",
            by="total_chips",
        ),
        {"total_chips": facts.total_chips, "below_chips": facts.terms.below_chips},
    )


def is_too_soon(facts: RefillFacts) -> Refusal | None:
    """There is a pause between two refills."""
    if facts.due_at <= facts.now:
        return None
    return Refusal(
        "bankroll.refill_too_soon",
        _("Your next refill is there on {due_at}."),
        {"due_at": facts.due_at},
    )


REFILL_CHECKS: Final = (is_kept_out, has_enough, is_too_soon)
