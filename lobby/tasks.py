"""What workers do for the lobby. Every task may run twice, late, or at the same time as itself."""

from celery import shared_task

from lobby.services import (
    abandoned_seeks_close,
    abandoned_tables_close,
    chip_flows_watch,
    seeks_pair,
)


@shared_task(name="lobby.sweep_tables")
def sweep_tables() -> None:
    """Close open tables that nobody sits at any more."""
    abandoned_tables_close()


@shared_task(name="lobby.sweep_seeks")
def sweep_seeks() -> None:
    """End the seeks of those who are gone, and pair whoever has come within reach by waiting."""
    abandoned_seeks_close()
    seeks_pair()


@shared_task(name="lobby.pair_seeks")
def pair_seeks() -> None:
    """Pair whoever may be: somebody has just come."""
    seeks_pair()


@shared_task(name="lobby.watch_chip_flows")
def watch_chip_flows() -> None:
    """Tell staff where chips keep going one way."""
    chip_flows_watch()
