"""What people call themselves and their events, and what they write where everybody reads it.

The stages for adverts and offensive words judge it, as they judge a line of talk; a name of one
word is read without its separators too, and inside: "xX_f_u_c_k_Xx", "DickHead99", "Sh1tLord". No
language is asked for here: a name has none. What is private (a token's name, an appeal against a
sanction) is not judged at all.
"""

import re
from typing import Final

from accounts.names import RESERVED_WORDS, bare
from chat.filters.adverts import advert_in
from chat.filters.cleanup import clean
from chat.filters.words import hidden_in, offence_in, offence_in_name
from wire.refusals import Refusal


def _(text: str) -> str:
    """Mark an English template for the catalogue; `wire.texts` translates it."""
    return text


_OFFENDS: Final = Refusal(
    "words.offensive", _("These words could offend somebody. Please choose others.")
)
_ADVERTISES: Final = Refusal(
    "words.advert", _("Links, addresses, phone numbers and adverts cannot stand here.")
)
OF_HOUSE: Final = Refusal(
    "words.of_house",
    _("This sounds as if the house itself had said it. Please choose other words."),
)

_SEPARATORS: Final = re.compile(r"[-_]+")
_WORD: Final = re.compile(r"[^\W_]+")
#: Words that are kept for the house in names, and mean nothing of the kind in a title.
_FREE_IN_TITLES: Final = frozenset({"closed", "guest", "house", "mint", "mod", "referee", "system"})
_SPEAKS_FOR_HOUSE: Final = frozenset(
    bare(word) for word in RESERVED_WORDS if word not in _FREE_IN_TITLES
)


def words_refusal(text: str) -> Refusal | None:
    """Why a name, or a text about somebody, must not stand where everybody reads it; or None."""
    return text_refusal(text) if " " in text.strip() else name_refusal(text)


def name_refusal(name: str) -> Refusal | None:
    """Why a name of one word must not be had, or None. Who has it already is not asked here."""
    if offence_in_name(name):
        return _OFFENDS
    if advert_in(name) or advert_in(_SEPARATORS.sub(" ", name)):
        return _ADVERTISES
    return None


def text_refusal(text: str) -> Refusal | None:
    """Why a longer text must not stand where everybody reads it, or None."""
    line = clean(text)
    if advert_in(line):
        return _ADVERTISES
    return _OFFENDS if offence_in(line) or any(map(hidden_in, line.split())) else None


def is_of_house(title: str) -> bool:
    """Whether the title of a player's event would speak for the house."""
    words = (bare(word) for word in _WORD.findall(clean(title)))
    return any(word.removesuffix("s") in _SPEAKS_FOR_HOUSE for word in words)
