"""Offensive words, in any disguise, in the languages of our players.

Stopped: slurs, curses, insults, threats and sexual remarks, as words of the house's list
(`data/offensive.txt`) and as phrases (`data/phrases.txt`), also through look-alike letters,
digits and signs, accents, letters repeated, masked or pulled apart, and cut in two over lines.
Passed: mild words at the dice ("crap roll", "damn", "this sucks"), what one calls oneself ("I am
an idiot"), the talk of the game ("kill that blot", "naked ace point"), and innocent words that
hold others (Scunthorpe, assess). A word is looked up whole, never inside another unless the list
says so, and words are joined only where they are no words by themselves.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from chat.filters.draft import Context, Draft, Said, Stopped
from chat.filters.folding import folded, plain
from chat.filters.words_list import (
    CORE,
    INNOCENT,
    INSIDE,
    MASKABLE,
    SPELLED,
    WHOLE,
    Found,
    disguised_found,
    word_found,
)
from chat.filters.words_phrases import innocent_taken, phrase_found
from chat.filters.words_readings import (
    Reading,
    in_row,
    leet_readings,
    mask_fits,
    pieces,
    reading_of,
    shortened,
    spelt_out,
)
from wire.refusals import Refusal


def _(text: str) -> str:
    """Mark an English template for the catalogue; `wire.texts` translates it."""
    return text


_OFFENSIVE: Final = Refusal(
    "chat.offensive", _("That could offend somebody, so it was not said. Please stay friendly.")
)

#: Who speaks of himself, or of things, may be as hard on them as he likes.
_OF_ONESELF: Final = re.compile(
    r" (?:i am|im|i m|i was|i feel|i felt|i played|i play|i made|i missed|i misplayed|i look|am i"
    r"|i be|me|my bad|myself|i must be|i ve been|ive been|i misclicked|i call myself) "
)
_OF_THINGS: Final = re.compile(
    r" (?:dice|die|roll|rolls|move|play|cube|bot|computer|clock|mouse|phone|internet|question) "
)
_OF_YOU: Final = re.compile(r" (?:you|u|ur|your|youre|he|she|his|her) ")

_WORD: Final = re.compile(r"[^\W\d_]+")
_CYRILLIC: Final = re.compile("[\u0400-\u04ff]")
#: Latin letters in a Cyrillic line that are read as its own: xyй.
_CYRILLIC_FOR_LATIN: Final = str.maketrans("aeopcyxkmtbhn", "аеорсухкмтвни")
_CORE: Final = re.compile("|".join(CORE))
_INSIDE: Final = re.compile("|".join(INSIDE))

#: How many words of earlier lines may be the first half of something.
_TAIL_WORDS: Final = 6
_SHORT_LINE_WORDS: Final = 3


def words_stage(draft: Draft, context: Context) -> Draft | Stopped:
    """Stop what offends. The evidence is the word or phrase that was found."""
    evidence = offence_in(draft.text, context.history, context.names)
    return Stopped(_OFFENSIVE, evidence) if evidence else draft


def offence_in(text: str, history: Sequence[Said] = (), names: frozenset[str] = frozenset()) -> str:
    """The word or phrase in a line that offends, or "".

    history: lines whose ends may be the first half of it. names: whoever is called so may be
    called so.
    """
    reading = reading_of(folded(text))
    row = innocent_taken(in_row(reading.words))
    found = _of_words(reading, row) or _of_letters(text)
    found = found or phrase_found(shortened(row), is_of_oneself=_is_of_oneself(row))
    found = found or _of_pieces(row.split())
    if not found:
        return _over_lines(reading.words, history) if history else ""
    if found in {folded(name) for name in names}:
        others = " ".join(chunk for chunk in text.split() if found not in folded(chunk))
        return offence_in(others, history)
    return found


def _of_words(reading: Reading, row: str) -> str:
    """An offensive word: plain, in disguise, or masked."""
    for word in (*row.split(), *reading.parts):
        if (found := word_found(word)) is not None and not _is_allowed(found, row):
            return word
    for word in reading.disguised:
        if (found := disguised_found(word)) is not None and not _is_allowed(found, row):
            return word
    for masked in reading.masked:
        for word in MASKABLE.get((masked[:1], len(masked)), ()):
            if mask_fits(masked, word):
                return masked
    return ""


def _is_allowed(found: Found, row: str) -> bool:
    """Whether a mild word is said of oneself or of a thing."""
    if not found.is_mild or _OF_YOU.search(row):
        return False
    return _is_of_oneself(row) or _OF_THINGS.search(row) is not None


def _is_of_oneself(row: str) -> bool:
    return _OF_ONESELF.search(row) is not None and _OF_YOU.search(row) is None


def _of_letters(text: str) -> str:
    """An offensive word in letters other than the plain Latin ones, or by its very accents."""
    if text.isascii():
        return ""
    for word in _WORD.findall(text.lower()):
        if word.isascii():
            continue
        if word in SPELLED or word_found(plain(word)) is not None:
            return word
        if disguised_found(folded(word)) is not None:
            return word
    if not _CYRILLIC.search(text):
        return ""
    reading = reading_of(plain(text).translate(_CYRILLIC_FOR_LATIN))
    row = in_row(reading.words)
    return _of_words(reading, row) or phrase_found(row) or _of_pieces(reading.words)


def _of_pieces(words: Sequence[str], since: int = 0) -> str:
    """An offensive word in pieces that end at index `since` or later: "fu ck", "d i c k head"."""
    for spelt in spelt_out(words, since):
        for letters in leet_readings(spelt):
            if disguised_found(letters) is not None:
                return letters
            if (found := _CORE.search(letters)) is not None and not INNOCENT.find(letters):
                return found[0]
    return next((joined for joined in pieces(words, since) if joined in WHOLE), "")


def _over_lines(words: Sequence[str], history: Sequence[Said]) -> str:
    """Something whose first half stands at the end of earlier lines."""
    tail: list[str] = []
    for said in reversed(history):
        before = reading_of(folded(said.text)).words if said.was_said else ()
        if len(before) > _SHORT_LINE_WORDS or len(tail) + len(before) > _TAIL_WORDS:
            break
        tail[:0] = before
    head = list(words[:_TAIL_WORDS])
    if not tail or not head:
        return ""
    if found := _of_pieces([*tail, *head], since=len(tail)):
        return found
    if len(words) > _SHORT_LINE_WORDS:
        return ""
    if phrase_found(shortened(in_row(tail))):
        return ""
    return phrase_found(shortened(innocent_taken(in_row([*tail, *head]))))


def offence_in_name(name: str) -> str:
    """What offends in a name of one word, its parts and the whole without separators; or ""."""
    found = next((no for reading in _name_readings(name) if (no := offence_in(reading))), "")
    return found or hidden_in(name)


def hidden_in(word: str) -> str:
    """An unmistakable word anywhere inside a longer one, or ""; innocent words aside."""
    for letters in leet_readings(folded(word)):
        if (found := _INSIDE.search(letters)) and not INNOCENT.find(letters):
            return found[0]
    return ""


def _name_readings(name: str) -> Iterator[str]:
    """The name as it stands, as words between its separators, and as words between capitals."""
    yield name
    yield re.sub(r"[-_]+", " ", name)
    yield re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", name)
