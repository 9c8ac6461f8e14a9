"""Text as a hasty eye reads it: small letters without accents, look-alikes as what they look like.

For comparing only; nobody is ever shown folded text.
"""

import unicodedata
from functools import lru_cache
from typing import Final

#: What other alphabets, phonetic signs and upside-down letters are read as.
_READ_AS: Final = {
    "a": "аαɑɐᴀªꭺ",
    "b": "вьʙßᏏƅɓ฿",
    "c": "сϲɔᴄ¢ᏟƈↄС",
    "d": "ԁɗᴅđԀᏧ",
    "e": "еєɛǝᴇ€ҽəэёꬲ",
    "f": "ƒɟꜰϝϜք",
    "g": "ɡցƃɢģǥԍ",
    "h": "һհɥʜнħ",
    "i": "іıɩɪіιίїǀ¡",
    "j": "јϳɾᴊ",
    "k": "кκʞᴋққ",
    "l": "ӏʟʃł£ⅼŀ",
    "m": "мɯᴍʍ",
    "n": "пոռηɴñ",
    "o": "оοօσᴏøɵӧө",
    "p": "рρᴘþ",
    "q": "ԛգ",
    "r": "гɹʀгʁ",
    "s": "ѕꜱʂ§",
    "t": "тτᴛʇŧ†",
    "u": "սυᴜμµцʊ∪⋃",
    "v": "νѵʌᴠ",
    "w": "ԝωᴡшѡա",
    "x": "хχ×",
    "y": "уγʎʏуү¥",
    "z": "ᴢʐ",
}
_LATIN: Final = str.maketrans(
    {sign: latin for latin, signs in _READ_AS.items() for sign in signs}
    | {
        chr(first + at): chr(ord("a") + at)
        for first in (0x1F150, 0x1F170, 0x1F1E6)  # letters in discs, in squares, and of flags
        for at in range(26)
    }
    | {"æ": "ae", "œ": "oe", "。": ".", "．": ".", "․": ".", "\u2019": "'", "\u2018": "'"}
    | dict.fromkeys("‐‑‒–—−", "-")
)
_GONE: Final = frozenset({"Mn", "Me", "Cf", "Cc"})
_BLANKS: Final = frozenset("\u115f\u1160\u3164\uffa0\u2800")


@lru_cache(maxsize=512)
def plain(text: str) -> str:
    """Small letters without accents, full width and styles; every alphabet stays what it is."""
    if text.isascii():
        return text.lower()
    open_ = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", text).casefold())
    kept = "".join(
        char
        for char in open_
        if char.isascii() or (unicodedata.category(char) not in _GONE and char not in _BLANKS)
    )
    return unicodedata.normalize("NFC", kept)


@lru_cache(maxsize=512)
def folded(text: str) -> str:
    """`plain`, with letters of other alphabets read as the Latin ones they look like."""
    if text.isascii():
        return text.lower()
    # Before and after: a few signs look like one letter and decompose into another.
    return plain(text.lower().translate(_LATIN)).translate(_LATIN)


@lru_cache(maxsize=512)
def letters_of(text: str) -> str:
    """The letters and digits alone; of a line that has none, its signs."""
    seen = folded(text)
    return "".join(char for char in seen if char.isalnum()) or seen.replace(" ", "")
