"""English words that no list has: built from others, or mistyped."""

from collections.abc import Iterator
from typing import Final

from chat.filters.english_lexicon import Lexicon

_ENDINGS: Final = (
    "s", "'s", "es", "ed", "d", "ing", "in", "er", "ers", "est", "ly", "y", "ish", "less", "ness",
    "able", "like", "wise", "'d", "'ll", "'re", "'ve", "n't",
)  # fmt: skip
_BEGINNINGS: Final = (
    "re", "un", "mis", "over", "under", "non", "pre", "out", "super", "anti", "mega", "auto",
)  # fmt: skip
_SHORTEST_STEM: Final = 3
_LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"

#: Shorter words are one letter from too many others; longer ones are not worth the search.
_MISTYPED_CHARS: Final = range(5, 16)


def is_built(word: str, known: Lexicon) -> bool:
    """Whether the word is made of English ones: with an ending, a beginning, or two together."""
    if any(known.is_english(stem) for stem in _stems(word)):
        return True
    places = range(_SHORTEST_STEM, len(word) - _SHORTEST_STEM + 1)
    return any(word[:at] in known.common and word[at:] in known.common for at in places)


def _stems(word: str) -> Iterator[str]:
    for ending in _ENDINGS:
        stem = word.removesuffix(ending)
        if stem != word and len(stem) >= _SHORTEST_STEM:
            yield stem
            yield stem + "e"
            if stem[-1] == stem[-2]:
                yield stem[:-1]
    for beginning in _BEGINNINGS:
        rest = word.removeprefix(beginning)
        if rest != word and len(rest) > _SHORTEST_STEM:
            yield rest


def is_mistyped(word: str, known: Lexicon) -> bool:
    """Whether one slip of the fingers makes the word from a common English one."""
    if len(word) not in _MISTYPED_CHARS or not word.isascii():
        return False
    return any(meant in known.common for meant in _one_slip_away(word))


def _one_slip_away(word: str) -> Iterator[str]:
    for at in range(len(word) + 1):
        head, tail = word[:at], word[at:]
        yield from (head + letter + tail for letter in _LETTERS)
        if tail:
            yield head + tail[1:]
            yield from (head + letter + tail[1:] for letter in _LETTERS)
        if len(tail) > 1:
            yield head + tail[1] + tail[0] + tail[2:]
