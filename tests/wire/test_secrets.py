"""Secrets that rest in the database."""

import hashlib

import pytest
from cryptography.fernet import InvalidToken

from wire.secrets import commitment_of, new_secret, seal, unseal


def test_a_sealed_secret_comes_back_and_does_not_show() -> None:
    secret = new_secret()
    assert unseal(seal(secret)) == secret
    assert secret not in seal(secret)


def test_an_older_key_still_opens_and_a_foreign_key_does_not(settings) -> None:
    secret = new_secret()
    settings.DICE_KEY = "old"
    sealed = seal(secret)
    settings.DICE_KEY = "new, old"
    assert unseal(sealed) == secret
    settings.DICE_KEY = "foreign"
    with pytest.raises(InvalidToken):
        unseal(sealed)


def test_the_commitment_is_the_hash_of_the_secret() -> None:
    assert commitment_of(b"x" * 32) == hashlib.sha256(b"x" * 32).hexdigest()
