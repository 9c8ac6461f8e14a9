"""Sealing of secrets that rest in the database: a match's dice, an event's draw.

The key comes from the environment (`DICE_KEY`), so a stolen database alone
tells nobody a future roll. Several keys may stand there, parted by commas, the
newest first: the first seals, all of them unseal.
"""

import base64
import hashlib
import secrets
from functools import lru_cache

from cryptography.fernet import Fernet, MultiFernet
from django.conf import settings

SECRET_BYTES = 32


@lru_cache(maxsize=4)
def _box(keys: str) -> MultiFernet:
    return MultiFernet([Fernet(_fernet_key(key.strip())) for key in keys.split(",")])


def _fernet_key(key: str) -> bytes:
    return base64.urlsafe_b64encode(hashlib.sha256(key.encode()).digest())


def new_secret() -> bytes:
    """32 bytes nobody can predict."""
    return secrets.token_bytes(SECRET_BYTES)


def commitment_of(secret: bytes) -> str:
    """The SHA-256 of a secret in hex: shown first, so that the secret cannot be changed later."""
    return hashlib.sha256(secret).hexdigest()


def seal(secret: bytes) -> bytes:
    """The secret as it may rest in the database."""
    return _box(settings.DICE_KEY).encrypt(secret)


def unseal(sealed: bytes | memoryview) -> bytes:
    """The secret again. Raises `cryptography.fernet.InvalidToken` when no key fits."""
    return _box(settings.DICE_KEY).decrypt(bytes(sealed))
