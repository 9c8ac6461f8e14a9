"""Names that run from right to left, kept apart from the sentence around them."""

import unicodedata
from typing import Final

_ISOLATED: Final = "\N{FIRST STRONG ISOLATE}%s\N{POP DIRECTIONAL ISOLATE}"
_RIGHT_TO_LEFT: Final = frozenset({"R", "AL"})


def isolated(text: str) -> str:
    """A name as it may stand in a sentence, a title or a mail: its own order, and nobody else's.

    Only what has letters from right to left is wrapped, in signs that are not seen; elements of a
    page have `<bdi>` or `dir="auto"` instead.
    """
    if any(unicodedata.bidirectional(letter) in _RIGHT_TO_LEFT for letter in text):
        return _ISOLATED % text
    return text
