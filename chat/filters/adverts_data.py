"""What adverts are made of, read from `data/adverts.txt` once; and what ordinary words are."""

import re
from collections import defaultdict
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

from chat.filters.folding import folded

_DATA: Final = Path(__file__).parent / "data"
_LISTS: Final = ("common", "rare", "chat", "names", "names_scowl")
_LONG_RUN: Final = re.compile(r"(.)\1+")


def _sections() -> Mapping[str, list[str]]:
    sections: dict[str, list[str]] = defaultdict(list)
    section = ""
    for line in (_DATA / "adverts.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("[") and line.endswith("]"):
            section = line.strip("[]")
        elif line and not line.startswith("#"):
            sections[section].append(line)
    return sections


def _words(section: str) -> tuple[str, ...]:
    """The entries of a section, the longest first, so that "com" does not hide "com.tr"."""
    words = {folded(word) for line in _SECTIONS[section] for word in line.split()}
    return tuple(sorted(words, key=lambda word: (-len(word), word)))


_SECTIONS: Final = _sections()

DOUBTFUL: Final = _words("doubtful")
ENDINGS: Final = _words("endings")
SERVICES: Final = _words("services")
SERVICE_NAMES: Final = _words("names")
PROVIDERS: Final = _words("providers")
REACH: Final = _words("reach")
DOWN: Final = _words("down")
PHONES: Final = _words("phones")
FIGURES: Final = dict(line.split() for line in _SECTIONS["figures"])
TRIGGERS: Final = _words("triggers")
PROMOTION: Final = tuple(re.compile(line) for line in _SECTIONS["promotion"])


def any_of(words: tuple[str, ...]) -> str:
    """A pattern that matches one of these words."""
    return f"(?:{'|'.join(map(re.escape, words))})"


@cache
def _ordinary() -> frozenset[str]:
    """The English words and the names that the language stage knows."""
    paths = (_DATA / "english" / f"{name}.txt" for name in _LISTS)
    return frozenset(word for path in paths for word in path.read_text("utf-8").lower().split())


def is_ordinary(word: str) -> bool:
    """Whether the word is one of English, of chat, or a name; "niceee" is "nice"."""
    known = _ordinary()
    return (
        word in known
        or _LONG_RUN.sub(r"\1", word) in known
        or _LONG_RUN.sub(r"\1\1", word) in known
        or (word.endswith("s") and word[:-1] in known)
    )
