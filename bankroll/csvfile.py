"""A statement as a file for spreadsheets. Pure: lines in, text out.

Names and notes come from people. A spreadsheet takes a cell that begins with one of
`=+-@`, a tab or a return for a formula and runs it; such a cell is written with an
apostrophe in front, which spreadsheets show as text. Numbers are left alone.
"""

import csv
from collections.abc import Iterable, Iterator, Mapping
from io import StringIO
from typing import TYPE_CHECKING, Final

from bankroll.places import Place

if TYPE_CHECKING:
    from bankroll.selectors import StatementLine

_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r", "\n")

COLUMNS: Final = ("line", "time_utc", "kind", "what_for", "place", "note", "chips", "balance_chips")


def safe_cell(text: str) -> str:
    """The text as a cell that no spreadsheet takes for a formula."""
    # Some spreadsheets skip what is blank before they look.
    return f"'{text}" if text.lstrip(" \u00a0\ufeff").startswith(_FORMULA) else text


def csv_head() -> str:
    """The first line of the file, after the mark that says it is UTF-8."""
    return "\ufeff" + _rows([COLUMNS])


def csv_lines(lines: Iterable["StatementLine"], places: Mapping[str, Place]) -> str:
    """Lines of the file. `places` gives the titles of the places the lines name."""
    return _rows(_cells(line, places) for line in lines)


def _cells(line: "StatementLine", places: Mapping[str, Place]) -> Iterator[object]:
    place = places.get(line.place)
    yield line.number
    yield f"{line.posted_at:%Y-%m-%d %H:%M:%S}"
    yield line.kind.value
    yield safe_cell(line.reason)
    yield safe_cell(place.title if place else line.place)
    yield safe_cell(line.note)
    yield line.chips
    yield line.balance_chips


def _rows(rows: Iterable[Iterable[object]]) -> str:
    text = StringIO()
    csv.writer(text).writerows(rows)
    return text.getvalue()
