"""A number for each of many rows in one statement: thousands of entrants are drawn in a moment."""

from collections.abc import Sequence

from django.db import connection

from tournaments.models import Entry

#: Rows in one statement where there is no short form: a longer one costs more for each of them.
ROWS_AT_ONCE = 500


def numbers_store(entries: Sequence[Entry], field: str) -> None:
    """Store a whole-number field of stored entries, such as `seat`, named as its column is."""
    if connection.vendor != "postgresql":
        Entry.objects.bulk_update(entries, [field], batch_size=ROWS_AT_ONCE)
        return
    column = connection.ops.quote_name(field)
    table = connection.ops.quote_name(Entry._meta.db_table)
    pks = [entry.pk for entry in entries]
    numbers = [getattr(entry, field) for entry in entries]
    with connection.cursor() as cursor:
        cursor.execute(
            f"UPDATE {table} AS entry SET {column} = new.number"  # noqa: S608 - our own names
            " FROM unnest(%s::bigint[], %s::integer[]) AS new (pk, number) WHERE entry.id = new.pk",
            [pks, numbers],
        )
