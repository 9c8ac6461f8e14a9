"""A line in one row, as it will be shown: what cannot be seen or would turn the page is gone."""

import unicodedata
from typing import Final

from chat.filters.draft import Context, Draft, Stopped
from wire.refusals import Refusal

LONGEST_CHARS: Final = 300


def _(text: str) -> str:
    """Mark an English template for the catalogue; `wire.texts` translates it."""
    return text


#: Characters that turn the direction of the text around them; joiners stay, emoji need them.
_DIRECTIONS: Final = frozenset(
    "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
)
_UNSEEN: Final = frozenset({"Cc", "Cs", "Co", "Cn", "Zl", "Zp"})

_EMPTY: Final = Refusal("chat.empty", _("There is nothing to say."))
_TOO_LONG: Final = Refusal(
    "chat.too_long",
    _("That is too long: {limit} characters at most."),
    {"limit": LONGEST_CHARS},
)


def clean(text: str) -> str:
    """The line in one row: no control or direction characters, spaces single, NFC."""
    visible = (" " if char.isspace() else char for char in unicodedata.normalize("NFC", text))
    kept = (
        char
        for char in visible
        if unicodedata.category(char) not in _UNSEEN and char not in _DIRECTIONS
    )
    return " ".join("".join(kept).split())


def cleanup_stage(draft: Draft, context: Context) -> Draft | Stopped:
    """The draft cleaned; stopped where nothing is left, or too much."""
    line = clean(draft.text)
    if not line:
        return Stopped(_EMPTY)
    if len(line) > LONGEST_CHARS:
        return Stopped(_TOO_LONG)
    return Draft(draft.original, line)
