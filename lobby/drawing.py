"""Rows as HTML. A row looks the same to everybody but those it belongs to, so it is drawn once.

Buttons of a row belong to forms of the page by their `form` attribute (index.html): thus nothing
of the reader stands in a row but whether he is signed in and whether it is his.
"""

from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache
from typing import Any

import msgspec
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.timezone import get_current_timezone_name
from django.utils.translation import get_language

from lobby.games import GAMES
from lobby.lengths import CLOCKS
from tournaments.wording import FORMAT_WORDS
from wire.codec import encode

#: More rows than a lobby has at a time, with what they were a moment ago.
MOST_DRAWN = 4096


def rows_html(
    rows: Iterable[Mapping[str, Any]], *, name: str, entered: Collection[str] = ()
) -> SafeString:
    """These rows as the person of this name sees them; "" stands for a stranger.

    entered: ids of the scheduled events he is in, whose rows do not name their players.
    """
    reader = (get_language() or "", get_current_timezone_name())
    parts = [
        _drawn(encode(row), reader, is_signed_in=bool(name), is_mine=is_mine(row, name, entered))
        for row in rows
    ]
    return mark_safe("".join(parts))  # noqa: S308  each part comes from a template


def is_mine(row: Mapping[str, Any], name: str, entered: Collection[str] = ()) -> bool:
    """Whether the person of this name sits there, or has entered."""
    return row["id"] in entered or any(each["name"] == name for each in row.get("players", ()))


@lru_cache(maxsize=MOST_DRAWN)
def _drawn(row: bytes, reader: tuple[str, str], *, is_signed_in: bool, is_mine: bool) -> str:
    """A row by all it is drawn from. `reader` is the language and zone of the running request."""
    return row_html(msgspec.json.decode(row), is_signed_in=is_signed_in, is_mine=is_mine)


def row_html(row: Mapping[str, Any], *, is_signed_in: bool, is_mine: bool) -> SafeString:
    """One row by the template of its kind."""
    kind = str(row["row"]).partition(":")[0]
    context = {"row": row, "is_signed_in": is_signed_in, "is_mine": is_mine, **row_words()}
    return render_to_string(f"lobby/{kind}_row.html", context)


def row_words() -> dict[str, Any]:
    """The words a row may show, for its template."""
    return {"games": GAMES.values(), "clocks": CLOCKS.values(), "formats": FORMAT_WORDS}
