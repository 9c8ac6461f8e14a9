"""The pages of `/learn/` as readers find them: in their language, with title and contents.

What a page says is in `templates/learn/<language>/<page>.html`, and nowhere else: its `h1` is its
title, its `p.lead` what it is about, and each `section` with an `id` and an `h2` a line of its
contents.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from html.parser import HTMLParser

from django.template import TemplateDoesNotExist
from django.template.loader import get_template
from django.utils.functional import Promise
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext_lazy, override

from wire.learning import LEARN_PAGES, LearnPage

#: The one language in which every page is written first.
FIRST_LANGUAGE = "en"

#: The headings under which the pages stand in the contents.
PARTS: Mapping[str, Promise] = {
    "game": gettext_lazy("The game"),
    "kinds": gettext_lazy("Points, chips and time"),
    "others": gettext_lazy("Other games"),
    "house": gettext_lazy("Playing in this house"),
}


@dataclass(frozen=True, slots=True)
class Section:
    """A line of a page's contents."""

    id: str
    title: str


@dataclass(frozen=True, slots=True)
class ReadPage:
    """A page in one language; `language` is the one it was found in, `body` its sections."""

    key: str
    part: str
    language: str
    title: str
    lead: str
    sections: tuple[Section, ...]
    body: SafeString


@dataclass(frozen=True, slots=True)
class Part:
    """Pages that stand under one heading."""

    key: str
    name: str
    pages: tuple[ReadPage, ...]


def pages_read() -> tuple[ReadPage, ...]:
    """All pages in the reader's language, in their order."""
    language = get_language() or FIRST_LANGUAGE
    return tuple(_page_read(page, language) for page in LEARN_PAGES)


def parts_of(pages: Sequence[ReadPage]) -> tuple[Part, ...]:
    """The contents."""
    return tuple(
        Part(key, str(name), tuple(page for page in pages if page.part == key))
        for key, name in PARTS.items()
    )


@cache
def _page_read(page: LearnPage, language: str) -> ReadPage:
    """Read once in the life of a process: a page says the same to everybody."""
    try:
        found, template = language, get_template(f"learn/{language}/{page.key}.html")
    except TemplateDoesNotExist:
        found, template = FIRST_LANGUAGE, get_template(f"learn/{FIRST_LANGUAGE}/{page.key}.html")
    with override(found):
        text = template.render()
    outline = Outline.of(text)
    body = mark_safe(text[text.index("<section") :])  # noqa: S308  a template of ours, rendered
    sections = tuple(outline.sections)
    return ReadPage(page.key, page.part, found, outline.title, outline.lead, sections, body)


class Outline(HTMLParser):
    """Title, lead and contents of a page, and every `id` on it."""

    def __init__(self) -> None:
        super().__init__()
        self.title = self.lead = ""
        self.sections: list[Section] = []
        self.ids: list[str] = []
        self._section_id = ""
        self._reading = ""
        self._heard: list[str] = []

    @classmethod
    def of(cls, text: str) -> "Outline":
        """The outline of a page as it is sent."""
        outline = cls()
        outline.feed(text)
        outline.close()
        return outline

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Notes ids, and that something worth hearing begins."""
        told = dict(attrs)
        if told.get("id"):
            self.ids.append(str(told["id"]))
        if tag == "section":
            self._section_id = str(told.get("id") or "")
        if tag in ("h1", "h2") or (tag == "p" and told.get("class") == "lead"):
            self._reading, self._heard = tag, []

    def handle_data(self, data: str) -> None:
        """Hears."""
        if self._reading:
            self._heard.append(data)

    def handle_endtag(self, tag: str) -> None:
        """Keeps what was heard."""
        if tag != self._reading:
            return
        heard = " ".join("".join(self._heard).split())
        if tag == "h1":
            self.title = heard
        elif tag == "p":
            self.lead = heard
        else:
            self.sections.append(Section(self._section_id, heard))
        self._reading = ""
