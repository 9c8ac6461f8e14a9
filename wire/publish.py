"""The only doors from business code to sockets and workers. Nothing leaves before commit."""

import logging
from collections.abc import Iterable
from typing import Any

from celery import current_app
from django.db import transaction

from wire.codec import encode
from wire.hub import CHANGED, FRAME, Parcel, send_parcels

log = logging.getLogger(__name__)


def publish_on_commit(
    stream: str, message: dict[str, Any], *, first: int = 0, last: int = 0
) -> None:
    """Send a message to every socket of a stream once the transaction has committed.

    `first` and `last` number the events inside it, on numbered streams.
    """
    parcel = Parcel(stream, FRAME, encode(message).decode(), first, last)
    transaction.on_commit(lambda: send_parcels((parcel,)), robust=True)


def publish_all_on_commit(messages: Iterable[tuple[str, dict[str, Any]]]) -> None:
    """Send each message to every socket of its stream, all of them together after the commit."""
    parcels = [Parcel(stream, FRAME, encode(message).decode()) for stream, message in messages]
    transaction.on_commit(lambda: send_parcels(parcels), robust=True)


def changed_on_commit(stream: str, row: str) -> None:
    """Say that a row of a row stream should be read again, once this is committed."""
    parcel = Parcel(stream, CHANGED, row)
    transaction.on_commit(lambda: send_parcels((parcel,)), robust=True)


def all_changed_on_commit(stream: str, rows: Iterable[str]) -> None:
    """Say that these rows of a row stream should be read again, once this is committed."""
    parcels = [Parcel(stream, CHANGED, row) for row in rows]
    transaction.on_commit(lambda: send_parcels(parcels), robust=True)


def enqueue_on_commit(task: str, **arguments: Any) -> None:
    """Wake a worker with a task, by name, once the transaction has committed.

    A lost task does no harm: everything a task does is also found by a sweep.
    """
    transaction.on_commit(lambda: _enqueue(task, arguments), robust=True)


def _enqueue(task: str, arguments: dict[str, Any]) -> None:
    try:
        current_app.send_task(task, kwargs=arguments, retry=False, ignore_result=True)
    except Exception:  # any broker trouble; the sweeper will find the work
        log.warning("task %s could not be queued; the sweep will do it", task)


def user_stream(user_pk: int) -> str:
    """The stream that reaches one person on whatever page he has open."""
    return f"user:{user_pk}"
