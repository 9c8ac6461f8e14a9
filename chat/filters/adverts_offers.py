"""Offers, by the kinds of words that meet in a line: read from `data/offers.txt` once.

"cheap" is an offer beside "chips", and none beside "shot". The kinds of a word are bits of a
number, so a line is looked through once whatever the number of rules.
"""

import re
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

from chat.filters.folding import plain
from chat.filters.words_readings import leet_readings

_DATA: Final = Path(__file__).parent / "data" / "offers.txt"
_RULES: Final = "rules"
_WORD: Final = re.compile(r"[^\W_]+|[$€£?]")


#: Latin letters that have no plain one inside, and that people leave out.
_PLAIN_LATIN: Final = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ı": "i", "æ": "ae"})


def _bare(text: str) -> str:
    return plain(text).translate(_PLAIN_LATIN)


@dataclass(frozen=True, slots=True)
class _Rule:
    """Kinds of words that all have to be there, and such as must not."""

    wanted: int
    unwanted: int


def _sections() -> Mapping[str, list[str]]:
    sections: dict[str, list[str]] = defaultdict(list)
    section = ""
    for line in _DATA.read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            section = line.strip("[]")
        elif line and not line.startswith("#"):
            sections[section] += [line] if section == _RULES else line.split()
    return sections


_SECTIONS: Final = _sections()
_BITS: Final = {name: 1 << at for at, name in enumerate(_SECTIONS) if name != _RULES}


def _kinds() -> Mapping[str, int]:
    """The kinds of each entry, as bits. A stem keeps its star."""
    kinds: dict[str, int] = defaultdict(int)
    for name, bit in _BITS.items():
        for entry in _SECTIONS[name]:
            kinds[_bare(entry)] |= bit
    return dict(kinds)


def _rule(line: str) -> _Rule:
    names = line.split()
    wanted = {_BITS[name] for name in names if not name.startswith("!")}
    unwanted = {_BITS[name[1:]] for name in names if name.startswith("!")}
    return _Rule(sum(wanted), sum(unwanted))


_KINDS: Final = _kinds()
_STEM_LENGTHS: Final = sorted({len(entry) - 1 for entry in _KINDS if entry.endswith("*")})
_LONGEST: Final = max(entry.count("_") for entry in _KINDS) + 1
_OFFERS: Final = tuple(map(_rule, _SECTIONS[_RULES]))


@lru_cache(maxsize=8192)
def _kinds_of(word: str) -> int:
    """What a word is, as it stands, by its stem, or with letters for its digits."""
    kinds = _KINDS.get(word, 0)
    for length in _STEM_LENGTHS:
        kinds |= _KINDS.get(f"{word[:length]}*", 0) if length <= len(word) else 0
    if not kinds and not word.isalpha() and not word.isdigit():
        for letters in leet_readings(word):
            kinds |= _kinds_of(letters)
    return kinds


def offer_in(text: str) -> str:
    """The words of a line that make an offer, or ""."""
    words = _WORD.findall(_bare(text))
    kinds, telling = 0, []
    for at, word in enumerate(words):
        found = _kinds_of(word)
        for upto in range(at + 2, min(at + _LONGEST, len(words)) + 1):
            found |= _KINDS.get("_".join(words[at:upto]), 0)
        if found:
            kinds |= found
            telling.append(word)
    for offer in _OFFERS:
        if kinds & offer.wanted == offer.wanted and not kinds & offer.unwanted:
            return " ".join(telling)
    return ""
