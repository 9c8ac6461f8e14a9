"""Every word of a line votes: known English against another language, foreign words for theirs.

A vote is a logarithm of odds, so votes add up. What nobody knows votes by its letters.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from threading import Lock
from typing import Final

from chat.filters.english_letters import Letters, learn_letters
from chat.filters.english_lexicon import Languages, Lexicon, read_lexicon
from chat.filters.english_scripts import without_marks
from chat.filters.english_slips import is_built, is_mistyped
from chat.filters.english_words import Word

UNDECIDED: Final = "und"

#: English words: alone, and where another language has the word too.
COMMON: Final = -1.9
RARE: Final = -1.1
BUILT: Final = -0.6
COMMON_SHARED: Final = -0.2
RARE_SHARED: Final = 0.6
BORROWED: Final = 0.5

#: Words of a language; those that are names too; and what a word of one says of any other.
EVERYDAY: Final = 3.0
PLAIN: Final = 2.5
WRITTEN: Final = 2.0
NAME_SHARED: Final = 1.0
ELSEWHERE: Final = 1.5

#: The most a word of so few letters says: what is not known of English may be an abbreviation.
_MOST_OF_FEW_LETTERS: Final = {2: 2.0, 3: 2.2}

#: Unknown words: from odds to a vote, and how far one word can go, with letters of its own too.
LETTERS_FROM: Final = 1.5
LETTERS_SCALE: Final = 2.0
MISTYPED_FROM: Final = 5.0
STEM: Final = 1.8
LOWEST: Final = -0.6
HIGHEST: Final = 2.0
HIGHEST_MARKED: Final = 2.5
#: So many unknown words tell enough of a line; each takes as long as twenty known ones.
MOST_UNKNOWN: Final = 12
#: What is left of odds beyond that, to tell languages apart that all are as sure.
BEYOND: Final = 0.001

_LONGEST_PHRASE_WORDS: Final = 4
_LONG_DRAWN: Final = re.compile(r"(.)\1{2,}")
_ELISION: Final = re.compile(r"(?:[cdjlmnst]|qu|un|all|dell|nell|dall)'[^\W\d_]{3}")
_DOUBLED: Final = re.compile(r"(.)\1+")
_VOWELS: Final = frozenset("aeiouy")


@dataclass(slots=True)
class Votes:
    """What the words say together.

    words: how many had a say. english: how many of them only English has. listed: how many some
    list gives to another language and not to English. unknown: how many were judged by letters.
    """

    words: int = 0
    english: int = 0
    listed: int = 0
    unknown: int = 0
    _for_all: float = 0.0
    _more: dict[str, float] = field(default_factory=dict)

    def add(self, vote: float, languages: Languages, *, elsewhere: float = 0.0) -> None:
        """Count one word: so much for these languages, and `elsewhere` for every other."""
        self.words += 1
        self._for_all += elsewhere
        for language in languages:
            self._more[language] = self._more.get(language, 0.0) + vote - elsewhere

    def add_each(self, votes: dict[str, float]) -> None:
        """Count one unknown word, which says something else of every language."""
        self.words += 1
        self.unknown += 1
        for language, vote in votes.items():
            self._more[language] = self._more.get(language, 0.0) + vote

    def winner(self) -> tuple[str, float]:
        """The language that most speaks for, and how much, in nats."""
        if not self._more:
            return UNDECIDED, self._for_all
        language = max(self._more, key=self._more.__getitem__)
        return language, self._for_all + self._more[language]


class Jury:
    """Knows the words, and hears those of a line."""

    def __init__(self, known: Lexicon, letters: Letters) -> None:
        self._known = known
        self._letters = letters
        self._by_letters = lru_cache(maxsize=4096)(self._votes_by_letters)

    def votes(self, words: Sequence[Word]) -> Votes:
        """What the words of one line say; a word that is said over and over counts once."""
        votes = Votes()
        at = 0
        while at < len(words):
            said = self._hear_phrase(words[at : at + _LONGEST_PHRASE_WORDS], votes)
            if not said and words[at] not in words[max(0, at - 1) : at]:
                self._hear(words[at], votes)
            at += said or 1
        return votes

    def _hear_phrase(self, words: Sequence[Word], votes: Votes) -> int:
        """How many words the longest known phrase takes that begins here, or 0."""
        for count in range(len(words), 1, -1):
            phrase = " ".join(word.text for word in words[:count])
            if phrase in self._known.phrases:
                return count
            languages = self._known.everyday.get(phrase) or self._known.plain.get(phrase)
            if languages:
                votes.add(EVERYDAY, languages)
                votes.words += count - 1
                votes.listed += count
                return count
        return 0

    def _hear(self, word: Word, votes: Votes) -> None:
        if any(self._hear_known(text, word, votes) for text in _spellings(word.text)):
            return
        if word.is_named or not _is_pronounceable(word.text) or self._known.is_name(word.text):
            return
        if is_built(word.text, self._known):
            votes.english += 1
            votes.add(BUILT, (), elsewhere=BUILT)
        elif votes.unknown < MOST_UNKNOWN:
            votes.add_each(self._by_letters(word.text))

    def _hear_known(self, text: str, word: Word, votes: Votes) -> bool:
        """Count a word that some list has; False where none does."""
        known = self._known
        languages = known.everyday.get(text, ()) + known.plain.get(text, ())
        if text in known.borrowed:
            if languages:
                votes.add(BORROWED, languages)
        elif text in known.common:
            votes.english += not languages
            votes.add(COMMON_SHARED, languages, elsewhere=COMMON)
        elif text in known.rare:
            votes.english += not languages
            votes.add(RARE_SHARED, languages, elsewhere=RARE)
        elif languages:
            self._hear_foreign(text, word, languages, votes)
        elif text in known.written and text not in known.names:
            votes.listed += 1
            votes.add(WRITTEN, known.written[text], elsewhere=ELSEWHERE)
        else:
            return False
        return True

    def _hear_foreign(self, text: str, word: Word, languages: Languages, votes: Votes) -> None:
        if text in self._known.names:
            if not word.is_named:
                votes.add(NAME_SHARED, languages)
            return
        vote = EVERYDAY if text in self._known.everyday else PLAIN
        most = _MOST_OF_FEW_LETTERS.get(len(text), vote) if text.isascii() else vote
        votes.listed += 1
        votes.add(min(vote, most), languages, elsewhere=ELSEWHERE)

    def _votes_by_letters(self, text: str) -> dict[str, float]:
        start = MISTYPED_FROM if is_mistyped(text, self._known) else LETTERS_FROM
        highest = HIGHEST if text.isascii() else HIGHEST_MARKED
        stem = self._letters.languages_of_stem(text)
        votes = {}
        for language, odds in self._letters.odds(text).items():
            vote = max((odds - start) / LETTERS_SCALE, STEM if language in stem else LOWEST)
            votes[language] = min(highest, vote) + BEYOND * odds
        return votes


def _spellings(text: str) -> Iterator[str]:
    """The word, what follows an article in it, and what it is without drawn out letters."""
    yield text
    if _ELISION.match(text):
        yield text.partition("'")[2]
    if _LONG_DRAWN.search(text):
        shorter = (_LONG_DRAWN.sub(r"\1\1", text), _LONG_DRAWN.sub(r"\1", text))
        yield from (each for each in (*shorter, _DOUBLED.sub(r"\1", text)) if len(each) > 1)


def _is_pronounceable(text: str) -> bool:
    """A word and no abbreviation: it has a vowel, and no digits."""
    return not _VOWELS.isdisjoint(without_marks(text)) and not any(map(str.isdigit, text))


_lock: Final = Lock()
_sitting: list[Jury] = []


def jury() -> Jury:
    """The one jury of this process, called in when it is first needed."""
    if not _sitting:
        with _lock:
            if not _sitting:
                known = read_lexicon()
                _sitting.append(Jury(known, learn_letters(known)))
    return _sitting[0]
