"""Tables that are only ever added to, and columns that are written once: by the database itself.

A trigger refuses every UPDATE and DELETE, whoever holds the connection. Django
rebuilds SQLite tables in some migrations and drops their triggers with them: a
migration that alters a guarded table ends with the same guard for it once more.
"""

from collections.abc import Mapping, Sequence

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

_ONCE_SQL = {
    "postgresql": (
        """
        CREATE OR REPLACE FUNCTION {table}_{column}_once() RETURNS trigger AS $$
        BEGIN
            RAISE EXCEPTION '{table}.{column} is written once' USING ERRCODE = '23000';
        END $$ LANGUAGE plpgsql
        """,
        """
        CREATE OR REPLACE TRIGGER {table}_{column}_no_change BEFORE UPDATE OF {column} ON {table}
        FOR EACH ROW WHEN (NEW.{column} IS DISTINCT FROM OLD.{column})
        EXECUTE FUNCTION {table}_{column}_once()
        """,
    ),
    "sqlite": (
        """
        CREATE TRIGGER IF NOT EXISTS {table}_{column}_no_change BEFORE UPDATE OF {column} ON {table}
        WHEN NEW.{column} IS NOT OLD.{column}
        BEGIN SELECT RAISE(ABORT, '{table}.{column} is written once'); END
        """,
    ),
}

_STANDING_SQL = {
    "postgresql": "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal AND tgenabled = 'O'",
    "sqlite": "SELECT name FROM sqlite_master WHERE type = 'trigger'",
}


def append_only(table: str) -> migrations.RunPython:
    """The migration step that guards `table`. Repeating it does no harm."""
    return _guarded(_GUARD_SQL, table=table)


def write_once(table: str, column: str) -> migrations.RunPython:
    """The migration step that fixes what a row is made with. Repeating it does no harm."""
    return _guarded(_ONCE_SQL, table=table, column=column)


def _guarded(statements: Mapping[str, Sequence[str]], **names: str) -> migrations.RunPython:
    def guard(_apps: object, editor: BaseDatabaseSchemaEditor) -> None:
        for statement in statements[editor.connection.vendor]:
            editor.execute(statement.format(**names), params=None)

    # Taken back, a table goes and its triggers with it, or stays and keeps them.
    return migrations.RunPython(guard, migrations.RunPython.noop)


def missing_guards(*tables: str) -> tuple[str, ...]:
    """Names of the triggers that should stand on `tables` and do not. Empty when all is well."""
    with connection.cursor() as cursor:
        cursor.execute(_STANDING_SQL[connection.vendor])
        standing = {name for (name,) in cursor.fetchall()}
    wanted = [f"{table}_no_{act}" for table in tables for act in ("update", "delete")]
    return tuple(name for name in wanted if name not in standing)
