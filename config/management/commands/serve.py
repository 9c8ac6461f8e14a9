"""`manage.py serve`: the whole house in one process, as `make run` starts it."""

import signal
import socket
from argparse import ArgumentParser
from contextlib import ExitStack, suppress
from types import FrameType
from typing import Any

from django.conf import settings
from django.core.management import call_command, get_commands
from django.core.management.base import BaseCommand, CommandError
from django.db import connection, connections

from config import environment as env
from config.catalogues import catalogues_compile
from config.embedded.guard import StartRefused, listening_socket, note_address, only_house
from config.embedded.valkey import EmbeddedValkey
from config.embedded.web import serve
from config.embedded.worker import EmbeddedWorker

_WORKER_THREADS = 4


class Command(BaseCommand):
    """Prepares the database and serves pages, sockets and tasks until told to stop."""

    help = "Runs the whole house in this process: pages, sockets, worker, beat, Valkey."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default=env.text("HOST", "127.0.0.1"))
        parser.add_argument("--port", type=int, default=env.text("PORT", "8000"))
        parser.add_argument(
            "--web-only",
            action="store_true",
            help="no worker and no beat: for the second and further processes of a large house",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        # SIGINT too: a shell starts its background jobs with that one ignored.
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, _stop)
        try:
            with ExitStack() as running, suppress(KeyboardInterrupt):
                self._run(running, **options)
        except StartRefused as refusal:
            raise CommandError(str(refusal)) from None
        self.stdout.write("The house is closed.")

    def _run(self, running: ExitStack, *, host: str, port: int, web_only: bool, **_: Any) -> None:
        """Starts everything in order; `running` stops it in the opposite order."""
        owns_folder = settings.EMBEDDED_VALKEY or connection.vendor == "sqlite"
        if owns_folder:
            running.enter_context(only_house(settings.VAR_DIR))
        listener = running.enter_context(listening_socket(host, port))
        address = _address(host, listener)
        if owns_folder:
            note_address(settings.VAR_DIR, address)

        if settings.EMBEDDED_VALKEY:
            valkey = EmbeddedValkey(
                env.socket_path(settings.VAR_DIR), settings.VAR_DIR / "valkey.log"
            )
            running.callback(valkey.stop)
            valkey.start()

        self._prepare_catalogues()
        self._prepare_database()
        if not web_only:
            self._give_back_downtime()
            from config.celery import app

            worker = EmbeddedWorker(app, threads=_WORKER_THREADS)
            running.callback(worker.stop)
            worker.start()

        from config.asgi import application

        serve(application, listener, ready=lambda: self._greet(address))

    def _prepare_catalogues(self) -> None:
        try:
            catalogues_compile()
        except OSError as trouble:  # a folder that may not be written to, or a full disk
            self.stderr.write(f"Pages may be in English only: {trouble}")

    def _prepare_database(self) -> None:
        call_command("migrate", interactive=False, verbosity=0)
        if "seed_house" in get_commands():
            call_command("seed_house")
        # This thread serves sockets from now on and must not keep a connection.
        connections.close_all()

    def _give_back_downtime(self) -> None:
        """Before anybody can act: no clock has run while the house was closed."""
        from matches.tasks import beat

        beat()
        connections.close_all()

    def _greet(self, address: str) -> None:
        self.stdout.write(f"The house is open: {address}  (Ctrl-C closes it)")
        self.stdout.flush()


def _address(host: str, listener: socket.socket) -> str:
    """The URL to open in a browser on this machine."""
    port = listener.getsockname()[1]
    shown = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)  # noqa: S104
    return f"http://{shown}:{port}/"


def _stop(number: int, frame: FrameType | None) -> None:
    """Any of the three signals closes the house the way Ctrl-C does."""
    raise KeyboardInterrupt
