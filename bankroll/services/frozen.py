"""A wallet out of which nothing goes: prizes and refunds still arrive in it."""

from typing import TYPE_CHECKING

from accounts.gates import Door, gate_refusal
from wire.refusals import Refusal, refuse_if_any

if TYPE_CHECKING:
    from accounts.models import User


def frozen_check(user: "User") -> None:
    """Raise Refused with what keeps this person from his chips, where something does.

    House bots play with what the house lends them.
    """
    refusal: Refusal | None = None if user.is_bot else gate_refusal(user, Door.CHIPS)
    refuse_if_any([refusal] if refusal is not None else [])
