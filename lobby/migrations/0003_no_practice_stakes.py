"""Closes tables at which somebody waits for an opponent with practice points before him.

From now on chips lie on every table that is taken. A practice match that runs is played out.
"""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def tables_close(apps: Apps, _editor: BaseDatabaseSchemaEditor) -> None:
    waiting = apps.get_model("lobby", "Table").objects.filter(
        state="open", rules__length__kind="table"
    )
    seats = apps.get_model("lobby", "TableSeat").objects
    seats.filter(table__in=waiting).update(is_exclusive=False)
    waiting.update(state="closed", close_reason="left")


class Migration(migrations.Migration):
    dependencies = [("lobby", "0002_table_stakes")]

    operations = [migrations.RunPython(tables_close, migrations.RunPython.noop)]
