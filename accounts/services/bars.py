"""Keeping somebody out of the house, and letting him in again."""

from datetime import datetime

from django.db import transaction

from accounts.models import NEVER_BARRED, User
from accounts.services.sessions import sessions_end
from wire.signout import shut_out_on_commit


@transaction.atomic
def user_bar(*, user: User, until: datetime | None) -> User:
    """Keep the user out until then: no session, socket or token of his is let in before.

    Whatever was open of his ends at once. None lets him in again; he signs in anew.
    """
    user = User.objects.select_for_update(no_key=True).get(pk=user.pk)
    user.barred_until = until or NEVER_BARRED
    user.save(update_fields=["barred_until"])
    if user.is_barred:
        shut_out_on_commit(user.pk)
        sessions_end(user=user)
    return user
