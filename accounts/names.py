"""What may be a name, and which names would be taken for one another.

Pure: the database holds the same rule as an index over `folded`, built from the
same table, so a look-alike is refused whichever door it comes through.
"""

import re
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

#: Names that would speak for the house.
RESERVED_NAMES: Final = (
    "admin",
    "administrator",
    "guest",
    "house",
    "mint",
    "moderator",
    "staff",
    "support",
    "system",
)


def folded(name: str) -> str:
    """The name as a hasty reader sees it. Names that fold alike cannot both exist."""
    seen = name.lower()
    for sign, reading in LOOK_ALIKES:
        seen = seen.replace(sign, reading)
    return seen


_RESERVED_FOLDED: Final = frozenset(folded(name) for name in RESERVED_NAMES)
_GUEST_FOLDED: Final = folded(GUEST_PREFIX)


def is_reserved(name: str) -> bool:
    """Whether the name is kept for the house, or says that its bearer is a guest."""
    seen = folded(name)
    return seen in _RESERVED_FOLDED or seen.startswith(_GUEST_FOLDED)
