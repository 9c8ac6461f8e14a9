"""The words of a line that can be judged: no notation, numbers, faces, names or quotations.

What stays out here is in no language, or says nothing about the language around it.
"""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from chat.filters.english_scripts import with_latin_look_alikes

#: Joiners and other characters nobody sees; Persian writes U+200C inside words.
_UNSEEN: Final = re.compile("[\u00ad\u034f\u200b-\u200f\u2060-\u2064\ufe00-\ufe0f\ufeff]")
_APOSTROPHES: Final = str.maketrans("’‘ʼ´`", "'''''")
_QUOTED: Final = re.compile(r'"([^"]+)"|“([^”]+)”|«([^»]+)»|„([^“”"]+)[“”"]')

_MENTION: Final = re.compile(r"@[\w.-]+")
_ID: Final = re.compile(r"(?i:xgid|gnuid)\S*|(?=\D*\d)[A-Za-z0-9+/=:_-]{14,}")
_FACE: Final = re.compile(
    r"(?i:[:;=8x]['o^-]?[dpos3cx()\[\]|/\\*]+|x+d+|[ot^>u][_.-]+[ot^<u]|\\o/|o/|<3|d:)(?=\s|$)"
)
_WORD: Final = re.compile(r"[^\W_]+(?:'[^\W_]+)*")
_SHORTEST_LAUGH: Final = 4
_LAUGHS: Final = tuple(map(frozenset, ("ha", "he", "hi", "ho", "ja", "je", "xa", "lo", "k")))

#: Digits that stand for letters of a language, where its players have no such keys.
_SPOKEN_DIGITS: Final = re.compile(r"[a-z]*[2468][a-z]+|[a-z]+[2468][a-z]*")


@dataclass(frozen=True, slots=True)
class Word:
    """One word of a line, in small letters. is_named: written as names are, inside a line."""

    text: str
    is_named: bool = False


def without_quotations(line: str) -> str:
    """The line without what it quotes, where enough is said around that."""
    rest = _QUOTED.sub(" ", line)
    quoted = len(_WORD.findall(line)) - len(_WORD.findall(rest))
    return rest if quoted <= 2 * len(_WORD.findall(rest)) else line


def words_of(line: str, names: frozenset[str] = frozenset()) -> tuple[Word, ...]:
    """The words of the line that say something of its language, in their order.

    `names` are people as they write themselves; nobody is judged by what he is called.
    """
    visible = unicodedata.normalize("NFKC", _UNSEEN.sub("", line)).translate(_APOSTROPHES)
    visible = " ".join(part for part in visible.split() if not _ID.fullmatch(part))
    for pattern in (_MENTION, _FACE):
        visible = pattern.sub(" ", visible)
    named = _names(names)
    found = tuple(_WORD.finditer(without_quotations(visible)))
    shouted = sum(match[0].isupper() for match in found) > len(found) / 2
    words = _joined(match[0] for match in found)
    return tuple(
        Word(plain, is_named=place > 0 and not shouted and _looks_named(raw))
        for place, raw in enumerate(words)
        if (plain := with_latin_look_alikes(raw.lower())) not in named and _is_judged(plain)
    )


@lru_cache(maxsize=64)
def _names(names: frozenset[str]) -> frozenset[str]:
    """The names and the words in them, in small letters."""
    return frozenset(part.lower() for name in names for part in (name, *_WORD.findall(name)))


def _joined(words: Iterator[str]) -> list[str]:
    """The words, with letters that were spelled out one by one put together again."""
    joined: list[str] = []
    letters: list[str] = []
    for word in (*words, ""):
        if len(word) == 1 and word.isalpha():
            letters.append(word)
            continue
        joined.extend(["".join(letters)] if len(letters) > 2 else letters)
        letters = []
        joined.append(word)
    return joined[:-1]


def _looks_named(raw: str) -> bool:
    """Begins large, or has a large letter inside."""
    return raw[:1].isupper() or not (raw.islower() or raw.isupper())


def _is_judged(word: str) -> bool:
    if len(word) < 2 or _is_laughter(word):
        return False
    if any(char.isdigit() for char in word):
        return _SPOKEN_DIGITS.fullmatch(word) is not None
    return True


def _is_laughter(word: str) -> bool:
    heard = set(word)
    return len(word) >= _SHORTEST_LAUGH and any(heard <= laugh for laugh in _LAUGHS)
