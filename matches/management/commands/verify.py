"""`manage.py verify`: whether the dice of a finished match are those that were promised."""

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from matches.downloads import finished_match
from matches.selectors import match_by_id
from matches.verify import Unreadable, verify
from wire.errors import NotFound
from wire.texts import error_body


class Command(BaseCommand):
    """Exit status 0 and one sentence when all is well, 1 and what differs first when not.

    With `--file` nothing but the file is read: no database, no house.
    """

    help = "Compute every roll of a finished match again from what is published of it."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Either a match of this house or a downloaded file."""
        source = parser.add_mutually_exclusive_group(required=True)
        source.add_argument("--match", metavar="ID", help="a finished match of this house")
        source.add_argument("--file", metavar="PATH", type=Path, help="a downloaded match.json")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the proof, or everything that is the matter."""
        path: Path | None = options["file"]
        text = _published(options["match"]) if path is None else _read(path)
        try:
            report = verify(json.loads(text))
        except (Unreadable, ValueError, RecursionError) as trouble:
            raise CommandError(f"This is no document of a match: {trouble}") from trouble
        sentences = " ".join(report.sentences())
        if not report.is_true:
            raise CommandError(f"Match {report.match_id} is not verified. {sentences}")
        self.stdout.write(f"Match {report.match_id} is verified. {sentences}")


def _published(match_id: str) -> bytes:
    """The document as everybody gets it, private or not: who types here sees everything anyway."""
    try:
        return finished_match(match_by_id(match_id)).document()
    except NotFound as refusal:
        raise CommandError(error_body(refusal)["message"]) from refusal


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as trouble:
        raise CommandError(f"{path} cannot be read: {trouble.strerror}") from trouble
