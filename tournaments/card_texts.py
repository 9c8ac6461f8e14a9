"""What staff write into the text columns of a template, read as values. Pure; no Django.

Each reader takes what somebody typed and raises `Unreadable` where it means nothing.
"""

import re

_BREAK = re.compile(r"(\d{1,2}):(\d{1,3})", re.ASCII)
_NUMBER = re.compile(r"\d{1,3}", re.ASCII)

LONGEST_BREAK_MIN = 240
MOST_POINTS = 25


class Unreadable(ValueError):
    """A text of a template that cannot be read; `word` is the part that is the matter."""

    def __init__(self, word: str) -> None:
        super().__init__(word)
        self.word = word


def lengths_of(text: str) -> tuple[int, ...]:
    """Match lengths by round from "3 3 5 7" or "3-3-5-7"; empty for no text.

    Raises Unreadable for what is no number of 1 to 25 points.
    """
    words = text.replace("-", " ").replace(",", " ").split()
    for word in words:
        if not _NUMBER.fullmatch(word) or not 1 <= int(word) <= MOST_POINTS:
            raise Unreadable(word)
    return tuple(int(word) for word in words)


def breaks_of(text: str) -> tuple[tuple[int, int], ...]:
    """(round, seconds) from "3:10 6:20", ten minutes after round 3 and twenty after round 6.

    Raises Unreadable for what is no round and minutes (1 to 240), or a round named twice.
    """
    breaks: dict[int, int] = {}
    for word in text.replace(",", " ").split():
        found = _BREAK.fullmatch(word)
        after_round, minutes = (int(part) for part in found.groups()) if found else (0, 0)
        if not after_round or after_round in breaks or not 1 <= minutes <= LONGEST_BREAK_MIN:
            raise Unreadable(word)
        breaks[after_round] = minutes * 60
    return tuple(sorted(breaks.items()))


def pairs_of(text: str) -> tuple[tuple[str, str], ...]:
    """Pairs of names from "alice:bob carol:dave", each once, in their order.

    Raises Unreadable for what is no two different names.
    """
    pairs: dict[tuple[str, str], None] = {}
    for word in words_of(text):
        first, _colon, second = word.partition(":")
        if not first or not second or ":" in second or first.casefold() == second.casefold():
            raise Unreadable(word)
        pairs[first, second] = None
    return tuple(pairs)


def words_of(text: str) -> tuple[str, ...]:
    """Codes or names with spaces, commas or line breaks between, each once, in their order."""
    return tuple(dict.fromkeys(text.replace(",", " ").split()))
