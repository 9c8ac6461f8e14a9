"""What words are known: English ones, names, and the everyday words of our players' languages.

The lists are plain text under `data/`; they are read once, at the first line that needs them.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from chat.filters.english_scripts import without_marks

DATA: Final = Path(__file__).parent / "data"

Languages = tuple[str, ...]
NOBODYS: Final[Languages] = ()


@dataclass(frozen=True, slots=True)
class Lexicon:
    """The known words, all in small letters.

    common, rare: English words, the chat's and the game's own among the common ones. names: of
    people and places. borrowed: foreign words that every reader of English knows. phrases: foreign
    ones that do, as tuples of words. foreign: the languages a word or a phrase belongs to; plain:
    the same for words as they are typed without their marks.
    """

    common: frozenset[str]
    rare: frozenset[str]
    names: frozenset[str]
    borrowed: frozenset[str]
    phrases: frozenset[str]
    foreign: Mapping[str, Languages]
    plain: Mapping[str, Languages]

    def is_english(self, word: str) -> bool:
        """Whether English has the word."""
        return word in self.common or word in self.rare


@cache
def lexicon() -> Lexicon:
    """The one lexicon of this process. Two threads that ask at once get equal ones."""
    common = frozenset(_words("english/common.txt")) | frozenset(_words("english/chat.txt"))
    rare = frozenset(_words("english/rare.txt")) - common
    foreign: dict[str, Languages] = {}
    plain: dict[str, Languages] = {}
    for path in sorted((DATA / "languages").glob("*.txt")):
        for word in _words(f"languages/{path.name}"):
            _add(foreign, word.replace("_", " "), path.stem)
            for spelling in _spellings(word.replace("_", " "), path.stem):
                _add(plain, spelling, path.stem)
    for spelling in list(plain):
        if spelling in common or spelling in rare:
            del plain[spelling]
    return Lexicon(
        common=common,
        rare=rare,
        names=frozenset(_words("english/names.txt")) | frozenset(_words("english/names_scowl.txt")),
        borrowed=frozenset(_words("english/borrowed.txt")),
        phrases=frozenset((DATA / "english/phrases.txt").read_text("utf-8").splitlines()),
        foreign=foreign,
        plain=plain,
    )


def _words(name: str) -> Iterator[str]:
    for line in (DATA / name).read_text("utf-8").splitlines():
        yield from line.lower().split()


def _add(words: dict[str, Languages], word: str, language: str) -> None:
    known = words.get(word, NOBODYS)
    if language not in known:
        words[word] = (*known, language)


#: Letters that some write as two, or as a neighbour, by language.
_WRITTEN_AS: Final[Mapping[str, tuple[tuple[str, str], ...]]] = {
    "de": (("ä", "ae"), ("ö", "oe"), ("ü", "ue")),
    "nb": (("å", "aa"), ("ø", "oe")),
    "da": (("å", "aa"), ("ø", "oe")),
    "et": (("ü", "y"), ("õ", "6"), ("ä", "2"), ("ö", "8")),
    "ru-Latn": (("ch", "4"), ("sh", "6")),
}


def _spellings(word: str, language: str) -> Iterable[str]:
    """How the word is typed without its marks, by whom it is."""
    spellings = {without_marks(word)}
    for letters, instead in _WRITTEN_AS.get(language, ()):
        spellings |= {without_marks(word.replace(letters, instead))}
    every = word
    for letters, instead in _WRITTEN_AS.get(language, ()):
        every = every.replace(letters, instead)
    return (spellings | {without_marks(every)}) - {word}
