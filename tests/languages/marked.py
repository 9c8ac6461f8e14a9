"""A language in which every translated text stands between marks, and how to read it.

What a page shows without marks was never handed to a catalogue. A text of the house that no
catalogue has is shown without marks too.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Final
from unittest.mock import patch

import django
import polib
from django.utils import translation
from django.utils.formats import localize
from django.utils.translation import trans_real

from lobby.drawing import _drawn
from tests.languages.collecting import Text, texts_of_the_code

#: The language that is marked; its own forms of dates and numbers stay.
CODE: Final = "et"

OPEN, SHUT = "⟦", "⟧"

#: Stands before a number that is written as an amount.
GROUPED = "⁘"
_ATTRIBUTE = re.compile(r'([\w-]+)="([^"]*)"')
#: What Django's own pages of staff number on a page.
_DJANGOS_COUNTER = re.compile(
    rf"(id|aria-labelledby)=[\w-]+{GROUPED}[\w{GROUPED}-]+|data-actions-icnt={GROUPED}\d|value={GROUPED}0"
)

_CONTEXT_END = "\x04"
_WORD = re.compile(r"[A-Za-z][A-Za-z'’]+")
#: Keys, ids, numbers and what is written by programs for programs.
_CODE = re.compile(r"""\S*[\d_{}"=@/→]\S*|\w+[:.]\w\S*""")
_SHOWN_ATTRIBUTES = {"title", "alt", "placeholder", "aria-label", "aria-description", "content"}
_SHOWN_IN_BUTTONS = {"submit", "button", "reset"}
_UNREAD = {"script", "style", "code", "pre", "kbd"}
_EMPTY = {"area", "br", "col", "hr", "img", "input", "link", "meta", "path", "wbr"}


@cache
def _known() -> frozenset[str]:
    """Every text of the house and of the frameworks, as gettext is asked for it."""
    ours = texts_of_the_code()
    folder = Path(django.__file__).parent.parent
    frameworks = [*folder.glob("django/**/locale/en/LC_MESSAGES/django.po")]
    frameworks.append(folder / "allauth" / "locale" / CODE / "LC_MESSAGES" / "django.po")
    theirs = [
        Text(entry.msgid, entry.msgid_plural, entry.msgctxt or "")
        for path in frameworks
        for entry in polib.pofile(str(path))
    ]
    return frozenset(
        f"{each.context}{_CONTEXT_END}{text}" if each.context else text
        for each in (*ours, *theirs)
        for text in (each.text, each.plural)
    )


def _marked(catalogue: trans_real.DjangoTranslation, message: str) -> str:
    text = message.rpartition(_CONTEXT_END)[2]
    return f"{OPEN}{text}{SHUT}" if message in _known() else text


def _marked_plural(
    catalogue: trans_real.DjangoTranslation, one: str, many: str, number: int
) -> str:
    context = f"{one.partition(_CONTEXT_END)[0]}{_CONTEXT_END}" if _CONTEXT_END in one else ""
    text = (one if number == 1 else many).removeprefix(context)
    return f"{OPEN}{text}{SHUT}" if one in _known() else text


@contextmanager
def marked_language() -> Iterator[str]:
    """Within it, every text that is translated to `CODE` is marked. Gives the code."""
    _drawn.cache_clear()
    with (
        patch.object(trans_real.DjangoTranslation, "gettext", _marked),
        patch.object(trans_real.DjangoTranslation, "ngettext", _marked_plural),
        translation.override(CODE),
    ):
        yield CODE
    _drawn.cache_clear()


def _localized(value: object, use_l10n: bool | None = None) -> str:
    is_number = isinstance(value, int) and not isinstance(value, bool)
    return f"{GROUPED}{value}" if is_number else str(localize(value, use_l10n))


@contextmanager
def marked_numbers() -> Iterator[None]:
    """Within it, every whole number whose thousands a template would set apart is marked."""
    _drawn.cache_clear()
    with patch("django.template.base.localize", _localized):
        yield
    _drawn.cache_clear()


def grouped_in(html: str) -> list[str]:
    """Attributes for programs in which a number may have its thousands apart."""
    return [
        f"{name}={value}"
        for name, value in _ATTRIBUTE.findall(html)
        if GROUPED in value
        and name not in _SHOWN_ATTRIBUTES
        and not _DJANGOS_COUNTER.fullmatch(f"{name}={value}")
    ]


class _Reader(HTMLParser):
    """Collects what a reader sees or hears of a page outside all marks.

    Left out are programs' texts, the names of time zones, and what says its own language.
    """

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.parts: list[str] = []
        self._depth = 0
        self._open: list[tuple[str, bool]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        is_own = tag != "html" and given.get("lang") is not None
        is_zone = tag == "select" and given.get("name") == "time_zone"
        if tag not in _EMPTY:
            self._open.append((tag, tag in _UNREAD or is_own or is_zone or self._is_unread))
        if self._is_unread or (tag == "meta" and given.get("name") != "description"):
            return
        if tag == "input" and given.get("type") in _SHOWN_IN_BUTTONS:
            self.parts.append(unmarked(given.get("value") or ""))
        shown = (value for name, value in attrs if name in _SHOWN_ATTRIBUTES)
        self.parts.extend(unmarked(value) for value in shown if value)

    def handle_endtag(self, tag: str) -> None:
        while self._open and any(name == tag for name, _unread in self._open):
            if self._open.pop()[0] == tag:
                break

    def handle_data(self, data: str) -> None:
        kept, self._depth = _outside(data, self._depth)
        if not self._is_unread:
            self.parts.append(kept)

    @property
    def _is_unread(self) -> bool:
        return bool(self._open) and self._open[-1][1]


def _outside(text: str, depth: int = 0) -> tuple[str, int]:
    kept = []
    for letter in text:
        if letter == OPEN:
            depth += 1
        if depth == 0:
            kept.append(letter)
        if letter == SHUT:
            depth -= 1
    return "".join(kept), depth


def unmarked(text: str) -> str:
    """What of a plain text stands outside all marks."""
    return _outside(text)[0]


def english_in(html: str, own_words: frozenset[str]) -> list[str]:
    """Pieces of a page that nobody translated: words outside all marks that are not `own_words`."""
    reader = _Reader()
    reader.feed(html)
    return [
        " ".join(part.split())
        for part in reader.parts
        if not part.lstrip().startswith("{")
        and any(word not in own_words for word in _WORD.findall(_CODE.sub("", part)))
    ]
