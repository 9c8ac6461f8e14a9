"""Nobody pays what he has not. Pure: no Django here, so the floors above may say it beforehand."""

from wire.plurals import counted
from wire.refusals import Refusal


def short_refusal(available_chips: int, needed_chips: int) -> Refusal | None:
    """Why somebody with so many chips at hand cannot pay so many; None where he can."""
    if needed_chips <= available_chips:
        return None
    text = counted(
        "You have {available_chips} chip; this takes {needed_chips}.",
        "You have {available_chips} chips; this takes {needed_chips}.",
        by="available_chips",
    )
    facts = {"available_chips": available_chips, "needed_chips": needed_chips}
    return Refusal("bankroll.short", text, facts)
