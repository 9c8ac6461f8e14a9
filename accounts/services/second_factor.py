"""Secrets of the second factor, where they rest."""

from typing import Final

from allauth.mfa.models import Authenticator
from django.db import transaction

from wire.secrets import seal, unseal

#: The fields of an authenticator's data that `SecondFactorAdapter.encrypt` has written.
_SEALED: Final = ("secret", "seed")


@transaction.atomic
def authenticators_reseal() -> int:
    """Seal every authenticator under the newest key; how many there are.

    Raises `cryptography.fernet.InvalidToken`, and changes nothing, where no key fits one.
    """
    authenticators = list(Authenticator.objects.select_for_update().order_by("pk"))
    for authenticator in authenticators:
        for field in _SEALED:
            if field in authenticator.data:
                secret = unseal(authenticator.data[field].encode())
                authenticator.data[field] = seal(secret).decode()
        authenticator.save(update_fields=["data"])
    return len(authenticators)
