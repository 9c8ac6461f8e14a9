"""The migration step that gives permissions to the groups of staff.

Django makes permissions after the last migration of a run, too late for a migration that hands
them out: this step makes those it needs first, exactly as Django would.
"""

from collections.abc import Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from typing import Any

from django.apps import apps as installed
from django.contrib.auth.management import create_permissions
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def grants(groups: Mapping[str, Sequence[str]]) -> migrations.RunPython:
    """The step that makes sure of these groups and adds these permissions to them.

    A permission is `app.codename`, with `*` for any letters: `chat.view_*`. What a group has
    beside them it keeps, and repeating the step does no harm. Raises LookupError for a name that
    means no permission.
    """

    def grant(apps: Any, editor: BaseDatabaseSchemaEditor) -> None:
        using = editor.connection.alias
        known = dict(_permissions(apps, using, groups))
        group_table = apps.get_model("auth", "Group").objects.using(using)
        for name, patterns in groups.items():
            group, _is_new = group_table.get_or_create(name=name)
            group.permissions.add(*(pk for each in patterns for pk in _meant(each, known)))

    # Taken back, the groups stay: people are in them.
    return migrations.RunPython(grant, migrations.RunPython.noop)


def _permissions(
    apps: Any, using: str, groups: Mapping[str, Sequence[str]]
) -> Iterator[tuple[str, int]]:
    """Every permission of the apps that are named, made where it was lacking: name and key."""
    labels = sorted({each.partition(".")[0] for patterns in groups.values() for each in patterns})
    for label in labels:
        create_permissions(installed.get_app_config(label), verbosity=0, using=using, apps=apps)
    table = apps.get_model("auth", "Permission").objects.using(using)
    rows = table.filter(content_type__app_label__in=labels)
    for label, codename, pk in rows.values_list("content_type__app_label", "codename", "pk"):
        yield f"{label}.{codename}", pk


def _meant(pattern: str, known: Mapping[str, int]) -> list[int]:
    """The keys of the permissions a pattern names."""
    meant = [pk for name, pk in known.items() if fnmatchcase(name, pattern)]
    if not meant:
        raise LookupError(f"No permission is called {pattern}.")
    return meant
