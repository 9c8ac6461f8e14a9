"""System checks of the house: what `manage.py check` says beyond Django's own.

Only facts that stop the house from working belong here; a check must not need a
running server, since it is also part of building a release.
"""

from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.core import checks


@checks.register(checks.Tags.security, deploy=True)
def secrets_differ(app_configs: Sequence[Any] | None, **kwargs: Any) -> list[checks.CheckMessage]:
    """The dice key must not double as the key that signs sessions, or a leak of one opens both."""
    if settings.DICE_KEY != settings.SECRET_KEY:
        return []
    return [checks.Error("DICE_KEY and SECRET_KEY must differ.", id="house.E001")]


@checks.register("house")
def several_processes_need_row_locks(
    app_configs: Sequence[Any] | None, **kwargs: Any
) -> list[checks.CheckMessage]:
    """SQLite has no row locks: it serves the one process of `manage.py serve`, never several."""
    engine = settings.DATABASES["default"]["ENGINE"]
    if "sqlite" not in engine or settings.REDIS_URL.startswith("unix:"):
        return []
    return [
        checks.Warning(
            "REDIS_URL is set, so several processes may run, but the database is SQLite.",
            hint="Set DATABASE_URL to a PostgreSQL server.",
            id="house.W001",
        )
    ]
