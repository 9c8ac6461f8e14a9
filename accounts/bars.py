"""Whether somebody may be in the house at all, and what he is told if not."""

from typing import TYPE_CHECKING

from accounts.gates import Door, gate_refusal
from wire.errors import Forbidden
from wire.refusals import Refusal
from wire.signout import BARRED

if TYPE_CHECKING:
    from accounts.models import User


def bar_refusal(user: "User") -> Refusal | None:
    """Why the user may not be here now, as the gates say it; None where he may.

    Costs nothing for whoever is not barred: that stands in the user's own row.
    """
    if not user.is_barred:
        return None
    plain = Refusal(BARRED, _("You are kept out of the house for now."))
    return gate_refusal(user, Door.SIGN_IN) or plain


def bar_check(user: "User") -> None:
    """Raise Forbidden, `account.barred` with reason and end, for whoever is barred."""
    no = bar_refusal(user)
    if no is not None:
        raise Forbidden(no.code, no.text, **no.facts)


def _(text: str) -> str:
    """Mark an English template for the catalogue; `wire.texts` translates it."""
    return text
