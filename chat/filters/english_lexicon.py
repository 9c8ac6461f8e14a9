"""What words are known: English ones, names, and those of the languages of our players.

The lists are plain text under `data/`; they are read once, at the first line that needs them.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from chat.filters.english_scripts import without_marks

DATA: Final = Path(__file__).parent / "data"

Languages = tuple[str, ...]

#: Letters that some write as two, or as a neighbour or a digit, by language.
_WRITTEN_AS: Final[Mapping[str, Mapping[str, str]]] = {
    "de": {"ä": "ae", "ö": "oe", "ü": "ue"},
    "nb": {"å": "aa", "ø": "oe"},
    "da": {"å": "aa", "ø": "oe"},
    "et": {"ü": "y", "õ": "6", "ä": "2", "ö": "8"},
    "ru-Latn": {"ch": "4", "sh": "6", "kh": "h", "y": "j"},
}


@dataclass(frozen=True, slots=True)
class Lexicon:
    """The known words, all in small letters.

    common, rare: English words, the chat's and the game's own among the common ones. names: of
    people and places. borrowed, phrases: foreign words and phrases that every reader of English
    knows. everyday: the languages of a word or phrase that is said at a board; plain: the same as
    it is typed by who lacks its letters; written: the languages of other words, in any spelling.
    """

    common: frozenset[str]
    rare: frozenset[str]
    names: frozenset[str]
    borrowed: frozenset[str]
    phrases: frozenset[str]
    everyday: Mapping[str, Languages]
    plain: Mapping[str, Languages]
    written: Mapping[str, Languages]

    def is_english(self, word: str) -> bool:
        """Whether English has the word."""
        return word in self.common or word in self.rare

    def is_name(self, word: str) -> bool:
        """Whether somebody or some place is called so, with or without marks."""
        return word in self.names or without_marks(word) in self.names


def read_lexicon() -> Lexicon:
    """The lists as they are on disk."""
    common = frozenset((*_words("english/common.txt"), *_words("english/chat.txt")))
    rare = frozenset(_words("english/rare.txt")) - common
    everyday, written = _listed("everyday"), _listed("written")
    names = frozenset((*_words("english/names.txt"), *_words("english/names_scowl.txt")))
    return Lexicon(
        common=common,
        rare=rare,
        names=names | {without_marks(name) for name in names},
        borrowed=frozenset(_words("english/borrowed.txt")),
        phrases=frozenset((DATA / "english/phrases.txt").read_text("utf-8").splitlines()),
        everyday=everyday,
        plain=_typed_plainly(everyday),
        written=written | _typed_plainly(written),
    )


def _words(name: str) -> Iterator[str]:
    yield from (DATA / name).read_text("utf-8").lower().split()


def _listed(folder: str) -> dict[str, Languages]:
    """The languages of every word in the folder, which has one file a language."""
    languages: dict[str, Languages] = {}
    for path in sorted((DATA / "languages" / folder).glob("*.txt")):
        for word in _words(f"languages/{folder}/{path.name}"):
            _add(languages, word.replace("_", " "), path.stem)
    return languages


def _typed_plainly(listed: Mapping[str, Languages]) -> dict[str, Languages]:
    """Other spellings of the words, each with the languages that do not list it as a word."""
    plain: dict[str, Languages] = {}
    for word, languages in listed.items():
        for language in languages:
            for spelling in _spellings(word, language):
                if language not in listed.get(spelling, ()):
                    _add(plain, spelling, language)
    return plain


def _add(words: dict[str, Languages], word: str, language: str) -> None:
    known = words.get(word, ())
    if language not in known:
        words[word] = _shared((*known, language))


@cache
def _shared(languages: Languages) -> Languages:
    """The one tuple of these languages; tens of thousands of words have few different ones."""
    return languages


def _spellings(word: str, language: str) -> set[str]:
    """How people type the word who lack its letters: all of them the one way or the other."""
    respelled = [word, word]
    for letters, instead in _WRITTEN_AS.get(language, {}).items():
        respelled.append(word.replace(letters, instead))
        respelled[1] = respelled[1].replace(letters, instead)
    return {without_marks(each) for each in respelled} - {word}
