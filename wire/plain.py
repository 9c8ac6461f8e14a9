"""What people write, as one row of visible characters."""

import unicodedata
from typing import Final

#: Characters that turn the direction of the text around them; joiners stay, emoji need them.
_DIRECTIONS: Final = frozenset(
    "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
)
_UNSEEN: Final = frozenset({"Cc", "Cs", "Co", "Cn", "Zl", "Zp"})


def plain_row(text: str, *, most: int) -> str:
    """The text in one row, at most so many characters: none that cannot be seen, spaces single."""
    row = (" " if char.isspace() else char for char in unicodedata.normalize("NFC", text))
    kept = (
        char
        for char in row
        if unicodedata.category(char) not in _UNSEEN and char not in _DIRECTIONS
    )
    return " ".join("".join(kept).split())[:most].rstrip()
