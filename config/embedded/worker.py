"""The Celery worker and beat as threads of the house's one process.

Never `celery worker -B`: its forked beat outlives a killed worker and doubles every
tick. Threads end with the process.
"""

import threading

import celery.beat
import celery.worker.state
from celery import Celery

_STOP_TIMEOUT_S = 10


class EmbeddedWorker:
    """Runs the app's tasks and its schedule until stopped."""

    def __init__(self, app: Celery, *, threads: int) -> None:
        # Mirrors and heartbeats are for workers that have company.
        app.conf.worker_enable_remote_control = False
        app.set_default()
        self._worker = app.WorkController(
            app=app,
            hostname="house",
            pool="threads",
            concurrency=threads,
            without_gossip=True,
            without_heartbeat=True,
            without_mingle=True,
        )
        self._beat = celery.beat.Service(
            app, max_interval=1, scheduler_cls="celery.beat:Scheduler", remote_control=False
        )
        self._threads = (
            threading.Thread(target=self._worker.start, name="worker", daemon=True),
            threading.Thread(target=self._beat.start, name="beat", daemon=True),
        )

    def start(self) -> None:
        """Starts both threads; tasks are taken from now on."""
        celery.worker.state.should_stop = None
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """Takes no further task; returns when the running ones are done or ten seconds are over."""
        self._beat.stop()
        # What the worker's own signal handler does: its loop looks at this every second.
        celery.worker.state.should_stop = 0
        for thread in self._threads:
            thread.join(_STOP_TIMEOUT_S)
