"""Tables that are only ever added to, guarded by the database itself.

A trigger refuses every UPDATE and DELETE, whoever holds the connection. Django
rebuilds SQLite tables in some migrations and drops their triggers with them: a
migration that alters a guarded table ends with `append_only` for it once more.
"""

from django.db import connection, migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

_GUARD_SQL = {
    "postgresql": (
        """
        CREATE OR REPLACE FUNCTION {table}_append_only() RETURNS trigger AS $$
        BEGIN
            RAISE EXCEPTION '{table} is append-only' USING ERRCODE = '23000';
        END $$ LANGUAGE plpgsql
        """,
        """
        CREATE OR REPLACE TRIGGER {table}_no_update BEFORE UPDATE ON {table}
        FOR EACH ROW EXECUTE FUNCTION {table}_append_only()
        """,
        """
        CREATE OR REPLACE TRIGGER {table}_no_delete BEFORE DELETE ON {table}
        FOR EACH ROW EXECUTE FUNCTION {table}_append_only()
        """,
    ),
    "sqlite": (
        """
        CREATE TRIGGER IF NOT EXISTS {table}_no_update BEFORE UPDATE ON {table}
        BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END
        """,
        """
        CREATE TRIGGER IF NOT EXISTS {table}_no_delete BEFORE DELETE ON {table}
        BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END
        """,
    ),
}

_STANDING_SQL = {
    "postgresql": "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal AND tgenabled = 'O'",
    "sqlite": "SELECT name FROM sqlite_master WHERE type = 'trigger'",
}


def append_only(table: str) -> migrations.RunPython:
    """The migration step that guards `table`. Repeating it does no harm."""

    def guard(_apps: object, editor: BaseDatabaseSchemaEditor) -> None:
        for statement in _GUARD_SQL[editor.connection.vendor]:
            editor.execute(statement.format(table=table), params=None)

    # Taken back, a table goes and its triggers with it, or stays and keeps them.
    return migrations.RunPython(guard, migrations.RunPython.noop)


def missing_guards(*tables: str) -> tuple[str, ...]:
    """Names of the triggers that should stand on `tables` and do not. Empty when all is well."""
    with connection.cursor() as cursor:
        cursor.execute(_STANDING_SQL[connection.vendor])
        standing = {name for (name,) in cursor.fetchall()}
    wanted = [f"{table}_no_{act}" for table in tables for act in ("update", "delete")]
    return tuple(name for name in wanted if name not in standing)
