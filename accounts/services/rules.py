"""Accepting the house rules, version by version."""

from django.db import transaction

from accounts.models import RulesAcceptance, User
from accounts.rules import RULES_VERSION
from wire.errors import Conflict


@transaction.atomic
def rules_accept(*, user: User, version: int) -> User:
    """Note that the user accepts this version of the house rules. A second time changes nothing.

    Raises Conflict `rules.version` where it is not the version in force: he has read another.
    """
    if version != RULES_VERSION:
        raise Conflict(
            "rules.version", _("The house rules have changed meanwhile. Please read them again.")
        )
    user = User.objects.select_for_update(no_key=True).get(pk=user.pk)
    RulesAcceptance.objects.get_or_create(user=user, version=version)
    if user.rules_version < version:
        user.rules_version = version
        user.save(update_fields=["rules_version"])
    return user


def _(text: str) -> str:
    """Mark an English template for the catalogue; `wire.texts` translates it."""
    return text
