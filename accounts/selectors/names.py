"""Whether a name may be had."""

from accounts.lifecycle import words_refusal
from accounts.models import FormerName, User, folded_name
from accounts.names import bare, folded, is_reserved
from wire.refusals import Refusal


def is_name_free(name: str, *, but_for: User | None = None) -> bool:
    """Whether no other account has, or had, this name or one that looks like it.

    The names people have are looked at before the names they had: one that changes from
    the first to the second in between is seen in one of them.
    """
    seen = folded(name)
    own = {but_for.pk} if but_for is not None else set()
    now_had = User.objects.alias(folded=folded_name("username")).filter(folded=seen)
    if now_had.exclude(pk__in=own).exists():
        return False
    return not FormerName.objects.filter(folded=seen).exclude(user_id__in=own).exists()


def name_refusal(name: str, *, user: User | None = None, is_staff: bool = False) -> Refusal | None:
    """Why `user`, or a newcomer, may not have this well-formed name; or None.

    Staff may have names that speak for the house, and none that offend.
    """
    if not is_staff and is_reserved(name):
        return Refusal(
            "account.name_reserved", _("This name is kept for the house. Please choose another.")
        )
    if not is_name_free(name, but_for=user):
        return Refusal("account.name_alike", _("This name looks like one that is taken."))
    if not is_staff and _passes_for_staff(name):
        return Refusal(
            "account.name_of_staff",
            _("This name looks like one of our staff. Please choose another."),
        )
    return words_refusal(name)


def _passes_for_staff(name: str) -> bool:
    staff = User.objects.filter(is_staff=True, is_active=True)
    return bare(name) in {bare(taken) for taken in staff.values_list("username", flat=True)}


def _(text: str) -> str:
    """Mark an English template for the catalogue; `wire.texts` translates it."""
    return text
