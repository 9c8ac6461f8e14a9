"""What may be a name, and which names would be taken for one another.

Pure: the database holds the same rule as an index over `folded`, built from the
same table, so a look-alike is refused whichever door it comes through.
"""

import re
from itertools import pairwise
from typing import Final

NAME_PATTERN: Final = re.compile(r"[A-Za-z0-9_-]{3,20}")
NAME_LENGTH: Final = 20

GUEST_PREFIX: Final = "Guest-"

#: Pairs that look the same in some typeface, in the order they are folded after lower case.
LOOK_ALIKES: Final = (
    ("i", "l"),
    ("1", "l"),
    ("0", "o"),
    ("rn", "m"),
    ("vv", "w"),
    ("-", "_"),
)

#: Words that would speak for the house, wherever in a name they stand as a word of their own.
RESERVED_WORDS: Final = (
    "admin",
    "administrator",
    "arbiter",
    "closed",
    "director",
    "guest",
    "helpdesk",
    "house",
    "mint",
    "mod",
    "moderation",
    "moderator",
    "official",
    "operator",
    "referee",
    "staff",
    "support",
    "sysop",
    "system",
    "webmaster",
)

#: What may stand around a reserved word written as one with it: themoderator, supportteam.
_COMPANIONS: Final = (
    *("a", "backgammon", "bg", "center", "centre", "chat", "chief", "desk", "game", "global"),
    *("head", "help", "iam", "main", "my", "of", "real", "service", "site", "super", "team"),
    *("the", "tournament", "your"),
)

_WORDS: Final = re.compile(r"[A-Z]?[a-z0-9]+|[A-Z0-9]+")
_DIGITS: Final = "0123456789"


def folded(name: str) -> str:
    """The name as a hasty reader sees it. Names that fold alike cannot both exist."""
    seen = name.lower()
    for sign, reading in LOOK_ALIKES:
        seen = seen.replace(sign, reading)
    return seen


def bare(name: str) -> str:
    """The folded name without what people add to a taken one: signs, and digits at its ends."""
    return folded(re.sub(r"[-_]", "", name).strip(_DIGITS))


_RESERVED: Final = frozenset(folded(word) for word in RESERVED_WORDS)
_BESIDE: Final = f"(?:{'|'.join(map(folded, _COMPANIONS))})*"
_WITH_COMPANIONS: Final = re.compile(f"{_BESIDE}(?:{'|'.join(_RESERVED)})s?{_BESIDE}")


def is_reserved(name: str) -> bool:
    """Whether the name would speak for the house or say that its bearer is a guest.

    A reserved word counts alone, between signs or capitals, with digits around it, and
    pulled apart: admin, Adm1n, official-liis, HouseBot, staff2, ad-min; and together with words
    of office: themoderator, supportteam.
    """
    words = _WORDS.findall(name)
    pairs = (one + other for one, other in pairwise(words))
    readings = {bare(reading) for reading in (*words, *pairs, name)}
    readings |= {folded(word) for word in words}
    if not _RESERVED.isdisjoint(readings):
        return True
    return _WITH_COMPANIONS.fullmatch(bare(name)) is not None
