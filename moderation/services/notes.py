"""What staff tell one another about somebody."""

from typing import TYPE_CHECKING, Final

from django.db import transaction
from django.utils.translation import gettext_noop as _

from moderation.models import StaffNote
from wire.errors import Forbidden, Refused
from wire.plain import plain_row

if TYPE_CHECKING:
    from accounts.models import User

#: Whoever holds it may add a note; who may look at the desk may read them.
IMPOSE: Final = "moderation.impose_sanction"

LONGEST_NOTE: Final = 1000


@transaction.atomic
def note_write(*, actor: "User", user: "User", text: str) -> StaffNote:
    """A note about somebody, for the rest of the staff. The same as the last one adds nothing.

    Raises Forbidden `auth.forbidden` without the permission, Refused `note.empty`.
    """
    if not (actor.is_staff and actor.has_perm(IMPOSE)):
        raise Forbidden("auth.forbidden")
    row = plain_row(text, most=LONGEST_NOTE)
    if not row:
        raise Refused("note.empty", _("There is nothing in the note."))
    last = StaffNote.objects.filter(about=user).order_by("-pk").first()
    if last is not None and last.author_id == actor.pk and last.text == row:
        return last
    return StaffNote.objects.create(about=user, author=actor, text=row)
