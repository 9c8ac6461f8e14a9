"""Sealing of secrets that rest in the database: a match's dice, an event's draw.

The keys come from the environment (`DICE_KEYS`, newest first), so a stolen
database alone tells nobody a future roll.
"""

import hashlib
import secrets
from functools import lru_cache

from cryptography.fernet import Fernet, MultiFernet
from django.conf import settings

SECRET_BYTES = 32


@lru_cache(maxsize=4)
def _box(keys: tuple[str, ...]) -> MultiFernet:
    return MultiFernet([Fernet(key.encode()) for key in keys])


def new_secret() -> bytes:
    """32 bytes nobody can predict."""
    return secrets.token_bytes(SECRET_BYTES)


def commitment_of(secret: bytes) -> str:
    """The SHA-256 of a secret in hex: shown first, so that the secret cannot be changed later."""
    return hashlib.sha256(secret).hexdigest()


def seal(secret: bytes) -> bytes:
    """The secret as it may rest in the database."""
    return _box(tuple(settings.DICE_KEYS)).encrypt(secret)


def unseal(sealed: bytes) -> bytes:
    """The secret again. Raises `cryptography.fernet.InvalidToken` when no key fits."""
    return _box(tuple(settings.DICE_KEYS)).decrypt(bytes(sealed))
