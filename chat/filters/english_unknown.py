"""Words nobody has listed: mistyped or built English, or somebody else's by their letters.

The model counts triples of letters in the lists of `english_lexicon`; it has no data of its own.
"""

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from chat.filters.english_lexicon import Lexicon, lexicon
from chat.filters.english_scripts import without_marks

ENGLISH: Final = "en"
_SMOOTHING: Final = 0.08
_TRIPLES: Final = 6000
_STEM: Final = 5
_LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"
_ENDINGS: Final = (
    "s", "'s", "es", "ed", "d", "ing", "er", "ers", "ly", "y", "ish", "less", "ness", "able", "in", "n't", "'ll", "'re", "'d", "'ve", "like", "wise", "est",
)
_BEGINNINGS: Final = ("re", "un", "mis", "over", "under", "non", "pre", "out", "super", "anti", "mega", "auto")


@dataclass(frozen=True, slots=True)
class Model:
    languages: tuple[str, ...]
    costs: Mapping[str, bytes]
    unseen: bytes
    stems: Mapping[str, tuple[str, ...]]

    def odds(self, word: str) -> dict[str, float]:
        """By language, how much rather it would write the word than English, in natural logs."""
        sums = [0] * len(self.languages)
        for triple in _triples(word):
            for at, cost in enumerate(self.costs.get(triple, self.unseen)):
                sums[at] += cost
        return {
            language: (sums[0] - total) / _SCALE
            for language, total in zip(self.languages[1:], sums[1:], strict=True)
        }


_SCALE: Final = 16


def _triples(word: str) -> Iterable[str]:
    padded = f"^{word}$"
    return (padded[at : at + 3] for at in range(len(padded) - 2))


@cache
def model() -> Model:
    known = lexicon()
    counted: dict[str, Counter[str]] = {ENGLISH: Counter()}
    for word in known.common:
        counted[ENGLISH].update(_triples(word))
    for word in known.rare:
        counted[ENGLISH].update(_triples(word))
    for words in (known.foreign, known.plain):
        for word, languages in words.items():
            if " " in word: continue
            for language in languages:
                counted.setdefault(language, Counter()).update(_triples(word))
    def cost(count, total): 
        return min(255, round(-_SCALE * math.log((count + _SMOOTHING) / (total + _SMOOTHING * _TRIPLES))))
    totals = {l: c.total() for l, c in counted.items()}
    languages = tuple(counted)
    triples = set().union(*counted.values())
    costs = {t: bytes(cost(counted[l][t], totals[l]) for l in languages) for t in triples}
    stems: dict[str, set] = {}
    english = {w[:_STEM] for w in known.common | known.rare}
    for words in (known.foreign, known.plain):
        for word, ls in words.items():
            if len(word) > _STEM and " " not in word and word[:_STEM] not in english:
                stems.setdefault(word[:_STEM], set()).update(ls)
    return Model(languages, costs, bytes(cost(0, totals[l]) for l in languages), {k: tuple(v) for k, v in stems.items()})


def is_built(word: str, known: Lexicon) -> bool:
    """Whether the word is made of English ones: by an ending, a beginning, or two together."""
    for ending in _ENDINGS:
        stem = word.removesuffix(ending)
        if len(stem) > 2 and stem != word:
            if known.is_english(stem) or known.is_english(stem + "e"): return True
            if len(stem) > 3 and stem[-1] == stem[-2] and known.is_english(stem[:-1]): return True
    for beginning in _BEGINNINGS:
        rest = word.removeprefix(beginning)
        if rest != word and len(rest) > 3 and known.is_english(rest): return True
    return any(word[:at] in known.common and word[at:] in known.common for at in range(3, len(word) - 2))


def is_mistyped(word: str, known: Lexicon) -> bool:
    """Whether one slip of the fingers makes the word from a common English one."""
    if not 4 < len(word) < 16 or not word.isascii():
        return False
    for at in range(len(word)):
        head, tail = word[:at], word[at:]
        if head + tail[1:] in known.common: return True
        if len(tail) > 1 and head + tail[1] + tail[0] + tail[2:] in known.common: return True
        for letter in _LETTERS:
            if head + letter + tail[1:] in known.common or head + letter + tail in known.common: return True
    return any(word + letter in known.common for letter in _LETTERS)
