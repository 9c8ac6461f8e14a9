"""Every address the house answers to, as the resolver knows them."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver
from rest_framework.views import APIView

_PLACE = re.compile(r"\(\?P<(\w+)>.*?\)(?=[-/$]|$)|<(?:\w+:)?(\w+)>")


@dataclass(frozen=True, slots=True)
class Route:
    """One pattern: its address with the places left open, such as `players/<slug:name>/`."""

    address: str
    view: Any

    @property
    def is_for_programs(self) -> bool:
        """Whether it is a REST address that can draw no page."""
        view = getattr(self.view, "cls", None) or getattr(self.view, "view_class", None)
        if view is None or not issubclass(view, APIView):
            return False
        return all("json" in str(each.media_type) for each in view.renderer_classes)


def every_route() -> tuple[Route, ...]:
    """All patterns of the house, the admin's and those of the libraries too."""
    return tuple(_under("", get_resolver().url_patterns))


def address_of(route: str, facts: dict[str, str]) -> str:
    """The path of a route once its places are filled: `{"name": "Alice"}`."""
    filled = _PLACE.sub(lambda place: facts[place[1] or place[2]], route)
    return "/" + filled.replace("^", "").replace("$", "")


def _under(prefix: str, patterns: Sequence[URLPattern | URLResolver]) -> Iterator[Route]:
    for each in patterns:
        address = prefix + str(each.pattern)
        if isinstance(each, URLPattern):
            yield Route(address, each.callback)
        else:
            yield from _under(address, each.url_patterns)
