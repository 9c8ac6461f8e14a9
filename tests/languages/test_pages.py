"""No page shows a word of English to who reads another language, or numbers that programs misread.

Both are asked of one walk through the whole house, which takes its time.
"""

import re
from collections import deque
from typing import Any
from urllib.parse import urljoin, urlsplit

import pytest
from django.test import Client
from django.urls import Resolver404, resolve

from accounts.models import User
from matches.models import Match
from tests.languages.marked import (
    CODE,
    english_in,
    grouped_in,
    marked_language,
    marked_numbers,
)
from tests.languages.world import PEOPLE, WRITTEN, a_house_full
from tests.support.clock import StoppedClock

_LINK = re.compile(r'(?:href|hx-get)="([^"#]+)"')

#: Pages of Django's own; logs, which say what was written at the time; and prose, which has a file
#: in every language.
_NOT_READ = re.compile(
    r"/admin/(auth/|jsi18n|accounts/staffaction/|bankroll/transfer/)|/(delete|history)/$|/learn/"
)

#: Names of people, of programs and of places; a formula; how Django says yes and no in pictures.
NAMES = frozenset(
    {*PEOPLE, WRITTEN, "player", "bot", "Guest", "testserver", "UTC", "Tallinn", "OpenAPI", "max"}
    | {"True", "False", "None"}
)

#: Words of the protocol and of the ledger in rows that staff look at, and a table of allauth's.
CODES = frozenset(
    {"white", "black", "single", "standard", "resigned", "tournament", "event", "mint", "house"}
    | {"Authenticators", "authenticators", "Pk"}
)


class Walk:
    """Readers who follow every link, to one page of each kind; what one has read no other reads."""

    def __init__(self, names: frozenset[str]) -> None:
        self.english: dict[str, list[str]] = {}
        self.grouped: dict[str, list[str]] = {}
        self._names = names
        self._kinds: set[str] = set()

    def of(self, reader: User | None, *, start: str = "/") -> None:
        """Whoever this is comes to the house by this page."""
        self._client = Client(headers={"accept-language": CODE})
        if reader is not None:
            self._client.force_login(reader)
        waiting = deque([start])
        while waiting:
            waiting.extend(link for link in self._read(waiting.popleft()) if self._is_new(link))

    def _is_new(self, link: str) -> bool:
        try:
            kind = resolve(urlsplit(link).path).view_name
        except Resolver404:
            return False
        is_new = kind not in self._kinds and not _NOT_READ.search(link)
        self._kinds.add(kind)
        return is_new

    def _read(self, path: str) -> list[str]:
        answer: Any = self._client.get(path)
        if "text/html" not in answer.get("Content-Type", ""):
            return []
        page = answer.content.decode()
        if english := english_in(page, self._names):
            self.english[path] = english
        if grouped := grouped_in(page):
            self.grouped[path] = grouped
        links = (urljoin(path, link.replace("&amp;", "&")) for link in _LINK.findall(page))
        return [answer.get("Location", "")] + [link for link in links if link.startswith("/")]


@pytest.mark.django_db
def test_pages_are_in_the_language_of_their_reader_and_numbers_for_programs_are_plain(
    clock: StoppedClock,
) -> None:
    people = a_house_full(clock)
    names = NAMES | frozenset(Match.objects.values_list("public_id", flat=True))
    players, staff = Walk(names), Walk(names | CODES)
    with marked_language(), marked_numbers():
        for name in ("Rex", "Carol", "Alice", "guest"):
            players.of(people[name])
        players.of(None)
        staff.of(people["Dora"], start="/admin/")
    assert {**players.english, **staff.english} == {}
    assert {**players.grouped, **staff.grouped} == {}
