"""Whose word it looks like, by its letters: for words that nobody has listed.

The model counts triples of letters in the lists of the lexicon and needs no data of its own.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from chat.filters.english_lexicon import Languages, Lexicon

ENGLISH: Final = "en"

#: How much a pair weighs against its triples, and a letter against its pairs, in occurrences.
_PAIR_WEIGHT: Final = 2.0
_LETTER_WEIGHT: Final = 5.0
_LETTER_FLOOR: Final = 0.3
_ALPHABET: Final = 40

#: Costs are kept in one byte a language: sixteenths of a nat.
_SCALE: Final = 16
_HIGHEST: Final = 255

#: A triple that no language has as often is judged by its pair.
_TELLING_COUNT: Final = 3

_STEM_CHARS: Final = 5


@dataclass(frozen=True, slots=True)
class Letters:
    """The model. costs: by triple, or by pair where it has not met the triple, one byte each for
    English and for every language. stems: the languages of beginnings that English has not."""

    languages: Languages
    costs: Mapping[str, bytes]
    stems: Mapping[str, Languages]

    def odds(self, word: str) -> dict[str, float]:
        """By language, how much rather it would write the word than English, in nats."""
        sums = [0] * (1 + len(self.languages))
        for triple in _triples(word):
            costs = self.costs.get(triple) or self.costs.get(triple[1:], b"")
            for at, cost in enumerate(costs):
                sums[at] += cost
        english, *others = sums
        pairs = zip(self.languages, others, strict=True)
        return {language: (english - cost) / _SCALE for language, cost in pairs}

    def languages_of_stem(self, word: str) -> Languages:
        """The languages with a listed word that begins like this one, and like none in English."""
        return self.stems.get(word[:_STEM_CHARS], ()) if len(word) > _STEM_CHARS else ()


def learn_letters(known: Lexicon) -> Letters:
    """The model of these lists."""
    words = _by_language(known)
    counts = [_Counts((*known.common, *known.rare)), *map(_Counts, words.values())]
    pairs = {pair for each in counts for pair in each.pairs}
    triples = {
        triple for each in counts for triple, n in each.triples.items() if n >= _TELLING_COUNT
    }
    columns = [each.costs((*pairs, *triples)) for each in counts]
    rows = zip((*pairs, *triples), zip(*columns, strict=True), strict=True)
    return Letters(
        languages=tuple(words),
        costs={key: bytes(costs) for key, costs in rows},
        stems=_stems(known),
    )


def _by_language(known: Lexicon) -> dict[str, list[str]]:
    words: dict[str, list[str]] = defaultdict(list)
    for listed in (known.everyday, known.plain, known.written):
        for word, languages in listed.items():
            for language in languages if " " not in word else ():
                words[language].append(word)
    return dict(words)


def _stems(known: Lexicon) -> dict[str, Languages]:
    english = {word[:_STEM_CHARS] for word in known.common | known.rare}
    stems: dict[str, set[str]] = defaultdict(set)
    for listed in (known.everyday, known.plain, known.written):
        for word, languages in listed.items():
            stem = word[:_STEM_CHARS]
            if len(word) > _STEM_CHARS and " " not in stem and stem not in english:
                stems[stem].update(languages)
    return {stem: tuple(sorted(languages)) for stem, languages in stems.items()}


def _triples(word: str) -> Iterator[str]:
    padded = f"^{word}$"
    return (padded[at : at + 3] for at in range(len(padded) - 2))


class _Counts:
    """How often one language has three letters in a row, the last two, and the last."""

    def __init__(self, words: Iterable[str]) -> None:
        self.triples = Counter(triple for word in words for triple in _triples(word))
        self.pairs: Counter[str] = Counter()
        self._befores: Counter[str] = Counter()
        self._middles: Counter[str] = Counter()
        self._letters: Counter[str] = Counter()
        for triple, count in self.triples.items():
            self.pairs[triple[1:]] += count
            self._befores[triple[:2]] += count
            self._middles[triple[1]] += count
            self._letters[triple[2]] += count
        self._total = self.triples.total()

    def costs(self, keys: Iterable[str]) -> Iterator[int]:
        """What the last letter of each pair or triple costs after those before it, scaled."""
        alone = {pair: math.log(self._pair_chance(pair)) for pair in self.pairs}
        ahead = {
            pair: math.log(_PAIR_WEIGHT / (count + _PAIR_WEIGHT))
            for pair, count in self._befores.items()
        }
        for key in keys:
            pair = key[-2:]
            if count := self.triples.get(key, 0):
                chance = (count + _PAIR_WEIGHT * math.exp(alone[pair])) / (
                    self._befores[key[:2]] + _PAIR_WEIGHT
                )
                cost = math.log(chance)
            else:
                if pair not in alone:
                    alone[pair] = math.log(self._pair_chance(pair))
                cost = alone[pair] + (ahead.get(key[:2], 0.0) if len(key) > 2 else 0.0)
            yield min(_HIGHEST, round(-_SCALE * cost))

    def _pair_chance(self, pair: str) -> float:
        letter = (self._letters[pair[1]] + _LETTER_FLOOR) / (
            self._total + _LETTER_FLOOR * _ALPHABET
        )
        before = self._middles[pair[0]] + _LETTER_WEIGHT
        return (self.pairs[pair] + _LETTER_WEIGHT * letter) / before
