"""What workers do for the lobby."""

from celery import shared_task

from lobby.services import abandoned_tables_close


@shared_task(name="lobby.sweep_tables")
def sweep_tables() -> None:
    """Close open tables that nobody sits at any more. May run twice, late, or at the same time."""
    abandoned_tables_close()
