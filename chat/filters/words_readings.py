"""How a line may be read: word by word, through digits and signs, through gaps and masks.

Pure reading; what is offensive is the business of `chat.filters.words_list`.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from chat.filters.words_list import ORDINARY

#: Digits and signs that stand for letters. 1, ! and | are an i or an l: both are tried.
_LEET: Final = str.maketrans("0134578@$!|+(9", "oieastbasiitcg")
_LEET_L: Final = str.maketrans("0134578@$!|+(9", "oleastbaslltcg")
_SIGN_OF_LEET: Final = re.compile(r"[0-9@$!|+(]")
_LETTER: Final = re.compile(r"[^\W\d_]")
_WORDS: Final = re.compile(r"[^\W\d_]+")
#: Around a word, and no part of it. A sign at the front may be a letter: @ss, $hit.
_AROUND_LEFT: Final = ".,;:?!'\"()[]{}<>*#%&/\\-_=~^`|+"
_AROUND_RIGHT: Final = ".,;:?'\"()[]{}<>#%&/\\-_=~^`|"
_MASKS: Final = frozenset("*#_.%-?&~^+$@!")
_STARS: Final = frozenset("*#%_-.")
#: The longest word that is looked for in pieces.
_LONGEST_JOINED: Final = 14
_QUOTES: Final = ".,;:?!'\"()_-~"
#: The one word that can be written without a letter.
_ASS: Final = "@$$"
#: An amount with its unit, and no word in disguise: 45s, 20c.
_AMOUNT: Final = re.compile(r"\d[\d-]*\d[a-z]{1,2}")
_LONG_RUN: Final = re.compile(r"([^\W\d_])\1{2,}")


@dataclass(frozen=True, slots=True)
class Reading:
    """A line taken apart. words: what stands there, in order, as letters.

    parts: of words with a hyphen. disguised: what only comes out through digits, signs or
    separators within a word. masked: words some of whose letters are hidden, as they stand.
    """

    words: tuple[str, ...]
    parts: tuple[str, ...]
    disguised: tuple[str, ...]
    masked: tuple[str, ...]


def reading_of(line: str) -> Reading:
    """The words of a folded line, and what they might be in disguise."""
    words: list[str] = []
    parts: list[str] = []
    disguised: list[str] = []
    masked: list[str] = []
    for chunk in line.split():
        if chunk.isalpha():
            words.append(chunk)
            continue
        core = chunk.lstrip(_AROUND_LEFT).rstrip(_AROUND_RIGHT)
        bare = core.rstrip("!*+")
        if len(core) - len(bare) != 1 or not bare.isalpha():
            masked.append(chunk.strip(_QUOTES))
        bare = bare.replace("'", "")
        if bare.isalpha() or _LETTER.search(chunk) is None or _AMOUNT.fullmatch(bare):
            words.append(bare)
            if _ASS in core:
                disguised.append("ass")
            continue
        found = _WORDS.findall(bare)
        joined = "".join(found)
        if _SIGN_OF_LEET.search(bare):
            readings = leet_readings(bare)
            disguised += (reading for reading in readings if reading != found[0])
            parts += found
            words.append(readings[-1])
        else:
            disguised.append(joined)
            if len(found) == 2 and "-" in bare:
                words.append(joined)
                parts += found
            else:
                words += found
    return Reading(tuple(words), tuple(parts), tuple(disguised), tuple(masked))


def leet_readings(word: str) -> tuple[str, ...]:
    """The word with letters for its digits and signs; the likeliest reading stands last."""
    as_i = "".join(_WORDS.findall(word.translate(_LEET)))
    as_l = "".join(_WORDS.findall(word.translate(_LEET_L)))
    bare = "".join(_WORDS.findall(word))
    return tuple(dict.fromkeys((bare, as_l, as_i)))


def mask_fits(masked: str, word: str) -> bool:
    """Whether the word is what was masked: as long, with the letters that are left."""
    seen = sum(1 for char in masked if char not in _MASKS)
    hidden = len(masked) - seen
    if not hidden or any(
        char != letter and char not in _MASKS for char, letter in zip(masked, word, strict=True)
    ):
        return False
    stars = sum(1 for char in masked if char in _STARS)
    return seen >= 3 or (seen >= 2 and len(word) <= 5) or (seen >= 1 and stars >= 2 == hidden - 1)


def spelt_out(words: Sequence[str], since: int = 0) -> Iterator[str]:
    """Runs of three and more single letters and digits as one word: "n i c e", "f 4 n".

    Only such as end at index `since` or later.
    """
    run = ""
    for at, word in enumerate([*words, "·"]):
        if len(word) == 1 and word.isalnum():
            run += word
            continue
        if at > since and len(run) > 2 and sum(map(str.isalpha, run)) > 1:
            yield run
        run = ""


def pieces(words: Sequence[str], since: int = 0) -> Iterator[str]:
    """Neighbouring words as one, where they may be pieces of it: not all are words themselves.

    Only such as end at index `since` or later.
    """
    for first, joined in enumerate(words):
        is_ordinary = joined in ORDINARY
        for last in range(first + 1, len(words)):
            joined += words[last]
            if len(joined) > _LONGEST_JOINED:
                break
            is_ordinary = is_ordinary and words[last] in ORDINARY
            if last >= since and not is_ordinary:
                yield joined


def in_row(words: Sequence[str]) -> str:
    """The words with one space around each."""
    return f" {' '.join(words)} "


def shortened(row: str) -> str:
    """The row with no letter more than twice in a row: sooo is so."""
    return _LONG_RUN.sub(r"\1", row)
