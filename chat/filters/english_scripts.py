"""Letters: which script they belong to, which language such a script stands for, plain forms."""

import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

LATIN: Final = "LATIN"

#: What a script is taken for, by the first word of its letters' names.
_LANGUAGES: Final = {
    "CYRILLIC": "ru",
    "GREEK": "el",
    "ARABIC": "ar",
    "HEBREW": "he",
    "ARMENIAN": "hy",
    "GEORGIAN": "ka",
    "DEVANAGARI": "hi",
    "BENGALI": "bn",
    "TAMIL": "ta",
    "THAI": "th",
    "HANGUL": "ko",
    "HIRAGANA": "ja",
    "KATAKANA": "ja",
    "CJK": "zh",
    "ETHIOPIC": "am",
}

#: Letters that only one of the languages of a script has.
_TELLING: Final = (("uk", frozenset("іїєґ")), ("fa", frozenset("پچژگکی")))

#: Letters of other scripts that look like Latin ones, in words that mix both.
_LOOK_ALIKES: Final = str.maketrans(
    "аеорсухіјѕԁԛԝһոսցαορνικυ",
    "aeopcyxijsdqwhnugaopviku",
)

_PLAIN_LETTERS: Final = str.maketrans(
    {"ø": "o", "æ": "ae", "ł": "l", "ß": "ss", "đ": "d", "ı": "i", "ð": "d", "þ": "th", "œ": "oe"}
)


@lru_cache(maxsize=2048)
def script_of(char: str) -> str:
    """The script of a letter, for example LATIN or CYRILLIC; empty for what is no letter."""
    if char.isascii():
        return LATIN if char.isalpha() else ""
    if unicodedata.category(char) not in {"Lu", "Ll", "Lt", "Lo"}:
        return ""
    return unicodedata.name(char, "").partition(" ")[0]


def with_latin_look_alikes(word: str) -> str:
    """The word with foreign letters between Latin ones replaced by those they look like."""
    if word.isascii():
        return word
    scripts = {script_of(char) for char in word} - {""}
    return word.translate(_LOOK_ALIKES) if LATIN in scripts and len(scripts) > 1 else word


def without_marks(word: str) -> str:
    """The word as somebody types it who has no such letters: `hästi` becomes `hasti`."""
    if word.isascii():
        return word
    parts = unicodedata.normalize("NFD", word.translate(_PLAIN_LETTERS))
    return "".join(char for char in parts if not unicodedata.combining(char))


def foreign_script(words: Sequence[str]) -> str | None:
    """The language of the first script that is not Latin and makes a word, or None.

    A single letter is a symbol or part of a face.
    """
    scripts = next((found for word in words if len(found := _foreign_scripts(word)) > 1), None)
    return None if scripts is None else _language_by_letters(scripts, "".join(words))


def _foreign_scripts(word: str) -> list[str]:
    """The scripts of the letters that are not Latin, letter by letter."""
    if word.isascii():
        return []
    return [script for char in word if (script := script_of(char)) not in {"", LATIN}]


def _language_by_letters(scripts: Sequence[str], letters: str) -> str:
    if "HIRAGANA" in scripts:
        return "ja"
    told = (each for each, its_own in _TELLING if not its_own.isdisjoint(letters))
    return next(told, _LANGUAGES.get(scripts[0], "und"))
