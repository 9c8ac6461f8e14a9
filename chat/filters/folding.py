"""Text as a hasty eye reads it: small letters without accents, look-alikes as what they look like.

For comparing only; nobody is ever shown folded text.
"""

import unicodedata
from functools import lru_cache
from typing import Final

#: What other alphabets, phonetic signs and upside-down letters are read as.
_READ_AS: Final = {
    "a": "аαɑɐᴀ\U0001f170\U0001f150ªꭺ",
    "b": "вьʙßᏏƅɓ\U0001f171\U0001f151฿",
    "c": "сϲɔᴄ¢ᏟƈↄС\U0001f152",
    "d": "ԁɗᴅđԀᏧ\U0001f153",
    "e": "еєɛǝᴇ€ҽəэёꬲ\U0001f154",
    "f": "ƒɟꜰϝϜք\U0001f155",
    "g": "ɡցƃɢģǥԍ\U0001f156",
    "h": "һհɥʜнħ\U0001f157",
    "i": "іıɩɪіιίїǀ\U0001f158¡",
    "j": "јϳɾᴊ\U0001f159",
    "k": "кκʞᴋққ\U0001f15a",
    "l": "ӏʟʃł£ⅼŀ\U0001f15b",
    "m": "мɯᴍʍ\U0001f15c",
    "n": "пոռηɴñ\U0001f15d",
    "o": "оοօσᴏøɵӧө\U0001f17e\U0001f15e",
    "p": "рρᴘþ\U0001f17f\U0001f15f",
    "q": "ԛգ\U0001f160",
    "r": "гɹʀгʁ\U0001f161",
    "s": "ѕꜱʂ§\U0001f162",
    "t": "тτᴛʇŧ\U0001f163",
    "u": "սυᴜμµцʊ\U0001f164",
    "v": "νѵʌᴠ\U0001f165",
    "w": "ԝωᴡшѡա\U0001f166",
    "x": "хχ×\U0001f167",
    "y": "уγʎʏуү¥\U0001f168",
    "z": "ᴢʐ\U0001f169",
}
_LATIN: Final = str.maketrans(
    {sign: latin for latin, signs in _READ_AS.items() for sign in signs}
    | {chr(0x1F1E6 + at): chr(ord("a") + at) for at in range(26)}
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
