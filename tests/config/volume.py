"""A house that has been played in for years, written by a few statements: many rows of every table.

Keys are given from `FIRST` on, so that a second filling adds to the first. Nothing here is what the
services would have written; it only has to be as much, and to keep every constraint.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.db import connection, models

#: The key before the first row of a volume.
FIRST: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class Volume:
    """How many rows. The other tables follow from these."""

    users: int
    matches: int
    postings: int
    lines: int

    @property
    def cases(self) -> int:
        """Cases, sanctions, notes and what belongs to them."""
        return self.users // 4

    @property
    def events(self) -> int:
        """Tournaments; each has sixteen entries, the last a full field."""
        return self.matches // 25


FULL: Final = Volume(users=20_000, matches=50_000, postings=300_000, lines=1_000_000)
SCALED: Final = Volume(users=2_000, matches=3_000, postings=6_000, lines=10_000)
SMALL: Final = Volume(users=200, matches=100, postings=200, lines=300)


def newest(table: type[models.Model]) -> Any:
    """The last row of the volume."""
    row = table._default_manager.order_by("-pk").first()
    assert row is not None
    return row


def rows(
    table: type[models.Model], first: int, last: int, /, *, offset: int = 0, **columns: str
) -> None:
    """Write rows for n of first + 1 to last; a column is an expression in `n`, or plain.

    offset: where their keys lie, beyond `FIRST`.
    """
    fields = [each for each in table._meta.concrete_fields if not each.primary_key]
    names = [each.column for each in fields]
    unknown = set(columns) - {each.name for each in fields}
    assert not unknown, unknown
    values = [columns.get(each.name) or _plain(each) for each in fields]
    quoted = ", ".join(f'"{name}"' for name in names)
    with connection.cursor() as cursor:
        cursor.execute(
            f'INSERT INTO "{table._meta.db_table}" (id, {quoted})'
            f" SELECT {FIRST + offset} + n, {', '.join(values)}"
            f" FROM generate_series({first + 1}, {last}) AS n"
        )


_ZERO: Final[Mapping[str, str]] = {
    "BooleanField": "false",
    "BinaryField": "''::bytea",
    "DateTimeField": "now()",
    "DateField": "now()",
    "JSONField": "'{}'::jsonb",
    "TextField": "''",
    "CharField": "''",
}


def _plain(field: Any) -> str:
    """The default of a column as SQL, or the plainest value of its type."""
    if field.null:
        return "NULL"
    default = field.default
    if field.has_default() and not callable(default) and isinstance(default, (str, int, bool)):
        return f"'{default}'" if isinstance(default, str) else str(default).lower()
    if field.has_default() and field.get_internal_type() == "JSONField":
        return "'[]'::jsonb" if default is list else "'{}'::jsonb"
    return _ZERO.get(field.get_internal_type(), "0")
