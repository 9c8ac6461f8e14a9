"""Appeals that wait, and who may decide them."""

from typing import TYPE_CHECKING, Final

from django.db.models import QuerySet

from accounts.ranks import rank_of
from accounts.selectors import staff_who_may
from moderation.cases import AppealState
from moderation.models import Appeal, Sanction

if TYPE_CHECKING:
    from accounts.models import User

#: Whoever holds it may decide appeals.
DECIDE_APPEAL: Final = "moderation.decide_appeal"


def open_appeals() -> QuerySet[Appeal]:
    """What waits for an answer, the oldest first, with the sanction and both people."""
    waiting = Appeal.objects.filter(state=AppealState.OPEN)
    return waiting.select_related("sanction__user", "sanction__imposed_by").order_by("pk")


def appeal_judges(sanction: Sanction, *, but_for: "User") -> "tuple[User, ...]":
    """Others of the staff who may decide an appeal against this sanction."""
    least = rank_of(sanction.imposed_by)
    return tuple(
        judge
        for judge in staff_who_may(DECIDE_APPEAL)
        if judge.pk not in {but_for.pk, sanction.user_id} and rank_of(judge) >= least
    )
