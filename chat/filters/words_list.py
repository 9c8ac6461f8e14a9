"""The house's list of offensive words, read from `data/offensive.txt` once, made for looking up.

An entry is found where each of its letters stands in order, as often or oftener: "fuck" finds
"fuuuck" and not "fuk", which is an entry of its own.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from pathlib import Path
from typing import Final

from chat.filters.adverts_data import is_ordinary
from chat.filters.folding import plain

_DATA: Final = Path(__file__).parent / "data" / "offensive.txt"

#: Endings under which a masked word is looked for, too: f*cking, b*tches.
_ENDINGS: Final = ("", "s", "es", "er", "ers", "ed", "in", "ing", "y", "ty", "head", "face")

_RUN: Final = re.compile(r"(.)\1{3,}")

#: Longer words are looked at so far.
LONGEST_WORD: Final = 60


@dataclass(frozen=True, slots=True)
class Finder:
    """Entries of one section: those that begin a word, by its first letter, and the inner ones."""

    beginning: Mapping[str, re.Pattern[str]]
    inner: re.Pattern[str] | None

    def find(self, word: str) -> str:
        """What of the word is on the list, or ""."""
        rule = self.beginning.get(word[0])
        if rule is not None and (found := rule.match(word)) is not None:
            return found[0]
        if self.inner is not None and (found := self.inner.search(word)) is not None:
            return found[0]
        return ""


def _lines() -> Mapping[str, list[str]]:
    """The lines of the file by section."""
    sections: dict[str, list[str]] = defaultdict(list)
    section = ""
    for line in _DATA.read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            section = line.strip("[]")
        elif line and not line.startswith("#"):
            sections[section].append(line if section == "spelled" else plain(line))
    return sections


def _letters(entry: str) -> str:
    """Each letter of the entry at least as often in a row as it stands there."""
    rule = ""
    for letter, run in groupby(entry):
        times = len(list(run))
        rule += re.escape(letter) + ("+" if times == 1 else f"{{{times},}}")
    return rule


def _rule(entry: str) -> str:
    if entry.endswith("*"):
        return _letters(entry.strip("*"))
    if entry.endswith("_"):
        return _letters(entry.strip("_")) + r"\Z"
    plural = "(?:es)?" if entry.endswith(("s", "x", "z", "h")) else "[sz]?"
    return _letters(entry.strip("*")) + plural + r"\Z"


def _finder(entries: Iterable[str]) -> Finder:
    beginning: dict[str, list[str]] = defaultdict(list)
    inner: dict[str, list[str]] = defaultdict(list)
    for entry in entries:
        place = inner if entry.startswith("*") else beginning
        place[entry.strip("*_")[0]].append(_rule(entry))
    return Finder(
        {first: re.compile("|".join(rules)) for first, rules in beginning.items()},
        re.compile("|".join(rule for rules in inner.values() for rule in rules)) if inner else None,
    )


_LINES: Final = _lines()
_SECTIONS: Final = {
    name: tuple(entry for line in lines for entry in line.split()) for name, lines in _LINES.items()
}
ALWAYS: Final = _finder(_SECTIONS["always"])
INSULT: Final = _finder(_SECTIONS["insult"])
DISGUISED: Final = _finder(_SECTIONS["disguised"])
INNOCENT: Final = _finder(_SECTIONS["innocent"])
#: Small words of English that neighbours may be without being one word in pieces.
ORDINARY: Final = frozenset(_SECTIONS["ordinary"])
SPELLED: Final = frozenset(_SECTIONS["spelled"])

#: Every entry of four letters and more as a plain word, for words in pieces.
WHOLE: Final = frozenset(
    entry.strip("*_")
    for section in ("always", "insult", "disguised")
    for entry in _SECTIONS[section]
    if len(entry.strip("*_")) > 3
)
#: What people mask, and hide inside longer strings of letters: by the words that are unmistakable.
CORE: Final = _SECTIONS["core"]
INSIDE: Final = _SECTIONS["inside"]
#: Masked words by first letter and length.
MASKABLE: Final = {
    key: tuple(word for _, word in words)
    for key, words in groupby(
        sorted({((w[0], len(w)), w) for core in CORE for end in _ENDINGS for w in (core + end,)}),
        key=lambda keyed: keyed[0],
    )
}


def _once(word: str) -> set[str]:
    """The word with one of its sounds spelt in another way."""
    return {
        word[:at] + other + word[at + len(usual) :]
        for usual, *others in map(str.split, _LINES["respelt"])
        for at in range(len(word))
        if word.startswith(usual, at)
        for other in (letters.replace("-", "") for letters in others)
    }


def _respelt() -> Mapping[str, str]:
    """What sounds like a word that is respelt, and is no word itself, with that word."""
    found: dict[str, str] = {}
    for word in _SECTIONS["respell"]:
        for once in _once(word):
            for spelt in {once} | _once(once):
                if len(spelt) >= _SHORTEST_RESPELT and not is_ordinary(spelt):
                    found.setdefault(spelt, word)
    return found


_SHORTEST_RESPELT: Final = 5
RESPELT: Final = _respelt()


@dataclass(frozen=True, slots=True)
class Found:
    """A word of the list in a line. `is_mild`: one may say it of oneself, or of the dice."""

    word: str
    is_mild: bool = False


def _short(word: str) -> str:
    """The word as far as it is looked at, with no letter more than three times in a row."""
    return _RUN.sub(r"\1\1\1", word)[:LONGEST_WORD]


@lru_cache(maxsize=8192)
def word_found(word: str) -> Found | None:
    """What is offensive about one folded word that nobody has disguised, or None."""
    word = _short(word)
    if not word or INNOCENT.find(word):
        return None
    if found := ALWAYS.find(word):
        return Found(found)
    if found := INSULT.find(word):
        return Found(found, is_mild=True)
    if (meant := RESPELT.get(word.removesuffix("s"))) is not None:
        return Found(word, is_mild=not ALWAYS.find(meant))
    return None


@lru_cache(maxsize=8192)
def disguised_found(word: str) -> Found | None:
    """What is offensive about a word that was in disguise: more than in the plain word."""
    word = _short(word)
    if not word or INNOCENT.find(word):
        return None
    if found := DISGUISED.find(word):
        return Found(found)
    return word_found(word)
