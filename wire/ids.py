"""Names for rows that people see in addresses: they say nothing, and nobody guesses them."""

import secrets


def new_public_id() -> str:
    """Twelve hexadecimal digits; all that guards what only its address leads to."""
    return secrets.token_hex(6)
