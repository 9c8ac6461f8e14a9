"""A number for each of many rows in one statement: thousands of entrants are drawn in a moment."""

from collections.abc import Sequence

from django.db import connection
from django.db.models import Field

from tournaments.models import Entry, Pairing

#: Rows in one statement where there is no short form: a longer one costs more for each of them.
ROWS_AT_ONCE = 500


def numbers_store(rows: Sequence[Entry] | Sequence[Pairing], field: str) -> None:
    """Store a field of stored rows that is a whole number, such as `seat`, or the key of another
    row, such as `match`."""
    if not rows:
        return
    model = type(rows[0])
    if connection.vendor != "postgresql":
        model._default_manager.bulk_update(rows, [field], batch_size=ROWS_AT_ONCE)  # type: ignore[arg-type]
        return
    stored = model._meta.get_field(field)
    assert isinstance(stored, Field)
    attribute, name = stored.get_attname_column()
    assert name is not None, f"{field} has no column"
    column = connection.ops.quote_name(name)
    table = connection.ops.quote_name(model._meta.db_table)
    pks = [row.pk for row in rows]
    numbers = [getattr(row, attribute) for row in rows]
    with connection.cursor() as cursor:
        cursor.execute(
            f"UPDATE {table} AS old SET {column} = new.number"  # noqa: S608 - our own names
            " FROM unnest(%s::bigint[], %s::bigint[]) AS new (pk, number) WHERE old.id = new.pk",
            [pks, numbers],
        )
