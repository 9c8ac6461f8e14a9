"""`manage.py verify`: whether dice and draws are those that were promised."""

import json
from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from django.core.management.base import BaseCommand, CommandError

from matches import verify as dice
from matches.downloads import finished_match
from matches.selectors import match_by_id
from tournaments import proof as draws
from tournaments.selectors import draw_document, tournament_by_id
from wire.codec import encode
from wire.errors import NotFound
from wire.texts import error_body


class Report(Protocol):
    """What a check has found."""

    @property
    def is_true(self) -> bool:
        """Everything belongs together."""

    def sentences(self) -> Iterator[str]:
        """What is the matter, or one sentence where all is well."""


@dataclass(frozen=True, slots=True)
class Subject:
    """What can be verified. published: its document, by id, as everybody gets it."""

    name: str
    kind_of_document: str
    published: Callable[[str], bytes]
    verify: Callable[[Mapping[str, Any]], Report]


def _published_match(match_id: str) -> bytes:
    return finished_match(match_by_id(match_id)).document()


def _published_draw(event_id: str) -> bytes:
    return encode(draw_document(tournament_by_id(event_id)))


MATCH = Subject("match", "a match", _published_match, dice.verify)
EVENT = Subject("event", "a draw", _published_draw, draws.verify)

#: By option: what it is about, and whether it names a file or something of this house.
#: Whoever types here sees private ones too: he sees everything anyway.
SOURCES = {
    "match": (MATCH, False),
    "file": (MATCH, True),
    "tournament": (EVENT, False),
    "draw_file": (EVENT, True),
}


class Command(BaseCommand):
    """Exit status 0 and one sentence when all is well, 1 and what differs first when not.

    With a file nothing but the file is read: no database, no house.
    """

    help = "Compute the dice of a match or the draw of an event again from what is published."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Something of this house, or a downloaded document."""
        source = parser.add_mutually_exclusive_group(required=True)
        source.add_argument("--match", metavar="ID", help="a finished match of this house")
        source.add_argument("--file", metavar="PATH", type=Path, help="a downloaded match.json")
        source.add_argument("--tournament", metavar="ID", help="an event of this house")
        source.add_argument("--draw-file", metavar="PATH", type=Path, help="a downloaded draw.json")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the proof, or everything that is the matter."""
        subject, text = _asked_for(options)
        try:
            document = json.loads(text)
            report = subject.verify(document)
        except (dice.Unreadable, draws.Unreadable, ValueError, RecursionError) as trouble:
            raise CommandError(
                f"This is no document of {subject.kind_of_document}: {trouble}"
            ) from trouble
        sentences = " ".join(report.sentences())
        name = f"{subject.name.capitalize()} {document['id']}"
        if not report.is_true:
            raise CommandError(f"{name} is not verified. {sentences}")
        self.stdout.write(f"{name} is verified. {sentences}")


def _asked_for(options: Mapping[str, Any]) -> tuple[Subject, bytes]:
    """What is to be checked, and its document. The parser sees to it that just one is named."""
    option = next(each for each in SOURCES if options[each] is not None)
    subject, is_file = SOURCES[option]
    text = _read(options[option]) if is_file else _of_the_house(subject, options[option])
    return subject, text


def _of_the_house(subject: Subject, subject_id: str) -> bytes:
    try:
        return subject.published(subject_id)
    except NotFound as refusal:
        raise CommandError(error_body(refusal)["message"]) from refusal


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as trouble:
        raise CommandError(f"{path} cannot be read: {trouble.strerror}") from trouble
