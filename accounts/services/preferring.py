"""What a user has chosen for himself, kept with his account."""

from collections.abc import Mapping

from django.conf import settings
from django.db import transaction
from django.utils.translation import get_language

from accounts.models import User
from accounts.preferences import Preferences


@transaction.atomic
def preferences_set(*, user: User, changes: Mapping[str, str]) -> Preferences:
    """Choose anew what `changes` names and leave the rest; defaults are not kept.

    Raises Refused `preferences.unknown` or `preferences.no_such_choice`, and keeps nothing then.
    """
    row = User.objects.select_for_update(no_key=True).get(pk=user.pk)
    chosen = Preferences(row.preferences).with_changes(changes)
    if row.preferences != chosen.chosen:
        row.preferences = chosen.chosen
        row.save(update_fields=["preferences"])
    user.preferences = row.preferences
    return chosen


@transaction.atomic
def preferences_take_along(*, user: User, chosen: Preferences) -> None:
    """Give somebody new what he chose as a visitor, and keep the language he came in."""
    if chosen.chosen:
        preferences_set(user=user, changes=chosen.chosen)
    language_keep(user=user)


def language_keep(*, user: User) -> None:
    """Speak to somebody new, in mails too, the language he came in; unless he has chosen one."""
    if not Preferences(user.preferences)["language"]:
        preferences_set(user=user, changes={"language": get_language() or settings.LANGUAGE_CODE})
