"""Sanctions at the doors of the house, as `accounts.gates` asks for them."""

from typing import TYPE_CHECKING

from accounts.gates import Door
from moderation.selectors.sanctions import door_sanction
from moderation.texts import door_refusal
from wire.refusals import Refusal

if TYPE_CHECKING:
    from accounts.models import User


def sanction_gate(user: "User", door: Door) -> Refusal | None:
    """What is in force against him and closes this door, with its reason and its end; or None."""
    sanction = door_sanction(user, door)
    return door_refusal(sanction) if sanction is not None else None
