"""Staff say whether a line was rightly refused: what the filters are measured by."""

from typing import TYPE_CHECKING

from django.db import transaction
from django.utils.translation import gettext

from accounts.services import staff_action_record
from chat.models import RefusedLine, Review
from chat.rooms import HIDE
from wire.errors import Forbidden, NotFound

if TYPE_CHECKING:
    from accounts.models import User


@transaction.atomic
def refused_review(*, actor: "User", line_pk: int, review: Review, reason: str = "") -> RefusedLine:
    """Mark a refused line as rightly or wrongly refused, or take the mark away.

    Nothing happens to the line or its author. What is marked so already is not marked again.

    Raises Forbidden `auth.forbidden`, NotFound `chat.no_line`.
    """
    if not (actor.is_staff and actor.has_perm(HIDE)):
        raise Forbidden("auth.forbidden")
    lines = RefusedLine.objects.select_for_update(of=("self",)).select_related("user")
    line = lines.filter(pk=line_pk).first()
    if line is None:
        raise NotFound("chat.no_line", _("That line is not here any more."))
    if line.review == review:
        return line
    staff_action_record(
        actor=actor,
        act="refused.review",
        subject=f"user:{line.user.username}",
        reason=reason.strip() or gettext("Looked at."),
        details={
            "before": {"review": str(line.review)},
            "after": {"review": str(review)},
            "code": line.code,
            "found": line.evidence,
            "text": line.text,
        },
    )
    line.review = review
    line.save(update_fields=["review"])
    return line


def _(text: str) -> str:
    """Marks a sentence for translation; `wire.texts` translates it when it leaves."""
    return text
