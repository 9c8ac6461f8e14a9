"""Why an account cannot be closed now."""

from accounts.lifecycle import closing_checks
from accounts.models import User
from wire.refusals import Refusal, all_refusals


def closing_refusals(user: User) -> tuple[Refusal, ...]:
    """Every reason against closing this account now, from every floor; empty for none."""
    return all_refusals((_staff_refusal, *closing_checks()), user)


def _staff_refusal(user: User) -> Refusal | None:
    if not (user.is_staff or user.is_superuser):
        return None
    return Refusal(
        "account.is_staff", _("Staff give back their rights first: ask another member of staff.")
    )


def _(text: str) -> str:
    """Mark an English template for the catalogue; `wire.texts` translates it."""
    return text
