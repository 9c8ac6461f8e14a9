"""`manage.py chat_check`: what the filters of chat make of lines, without saying them."""

import os
import sys
from collections.abc import Iterable, Iterator
from typing import Any, Literal

import msgspec
from django.core.management.base import BaseCommand

from chat import pipeline
from chat.filters.draft import Context, Said, Stopped
from wire.codec import encode

MALFORMED = "request.malformed"


class Line(msgspec.Struct):
    """A line to judge, and what is known around it; `null` for nothing. Fields we do not know are
    passed over."""

    text: str
    history: tuple[str | Said, ...] | None = None
    names: frozenset[str] | None = None
    at_ms: int | None = None


class Verdict(msgspec.Struct):
    """Whether the line would be said; the code says why not."""

    verdict: Literal["allow", "refuse"]
    code: str | None = None


_decoder = msgspec.json.Decoder(Line)


def verdict_of(row: bytes) -> Verdict:
    """What the pipeline answers to one JSON object; `request.malformed` to anything else."""
    try:
        line = _decoder.decode(row)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return Verdict("refuse", MALFORMED)
    answer = pipeline.run(line.text, context_of(line))
    return Verdict("refuse", answer.refusal.code) if isinstance(answer, Stopped) else _ALLOWED


_ALLOWED = Verdict("allow")


def context_of(line: Line) -> Context:
    """What is known around the line. Without a time of its own it follows its history at once."""
    history = tuple(said if isinstance(said, Said) else Said(said) for said in line.history or ())
    times = [said.at_ms for said in history if said.at_ms is not None]
    now_ms = line.at_ms if line.at_ms is not None else max(times, default=0)
    return Context(now_ms=now_ms, history=history, names=line.names or frozenset())


def verdicts(rows: Iterable[bytes]) -> Iterator[str]:
    """One JSON object for every row, as soon as the row is there."""
    return (encode(verdict_of(row)).decode() for row in rows)


class Command(BaseCommand):
    """Needs no database, no Redis and no secrets; answers each line before it reads the next."""

    help = (
        'Reads JSON lines {"text": ..., "history"?: [...], "names"?: [...], "at_ms"?: ...} and '
        'prints {"verdict": "allow" or "refuse", "code": ...} for each.'
    )
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        """Judge standard input, line by line, to its end."""
        try:
            for answer in verdicts(sys.stdin.buffer):
                self.stdout.write(answer)
                self.stdout.flush()
        except BrokenPipeError:  # whoever read has had enough; Python would flush once more
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
