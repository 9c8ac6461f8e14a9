"""What the notes of transfers say in the reader's language.

A note is kept in English: a sentence of the house, or the title of what the chips were for. Those
who keep titles register how they are shown, in their `AppConfig.ready()`.
"""

from collections.abc import Callable

from django.utils.translation import gettext

_titles: list[Callable[[str], str]] = []


def register_titles(shown: Callable[[str], str]) -> None:
    """Have `shown` word the notes that are titles of its kind; it leaves others as they are."""
    _titles.append(shown)


def note_text(note: str) -> str:
    """A note in the reader's language; what staff wrote, or an event is called, as it is."""
    text = gettext(note) if note else ""
    for shown in _titles:
        text = shown(text)
    return text
