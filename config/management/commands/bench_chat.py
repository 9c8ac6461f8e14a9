"""`manage.py bench_chat`: how well and how fast the filters of chat judge the rows we keep."""

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from config.bench import BenchFailed, chat
from config.bench.limits import whole


class Command(BaseCommand):
    """Uses one core, no server and no database. Prints every row that is judged wrongly."""

    help = "Measures the filters of chat on the rows of tests/data/chat."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--repeats", type=whole(1, 50), default=5, help="rounds of timing")
        parser.add_argument("--folder", type=Path, default=chat.ROWS_FOLDER, help="of the rows")
        parser.add_argument("--json", type=Path, help="also write JSON lines to this file")

    def handle(
        self, *args: Any, repeats: int, folder: Path, json: Path | None, **options: Any
    ) -> None:
        loading = chat.load()
        self.stdout.write(f"words read in {loading.ms:.0f} ms, {loading.mb:.1f} MB")
        try:
            files = chat.files(folder)
        except BenchFailed as trouble:
            raise CommandError(str(trouble)) from trouble
        facts = [self._measure(question, path, repeats) for question, path in files]
        if json is not None:
            _write_lines(json, facts)

    def _measure(self, question: chat.Question, path: Path, repeats: int) -> dict[str, Any]:
        rows = chat.rows_of(path)
        given = chat.answers(question, rows)
        wanted, wrongly = chat.found(given), chat.falsely_refused(given)
        us = chat.us_per_line(rows, repeats)
        self.stdout.write(f"\n{path.stem}: found {wanted}, falsely refused {wrongly}, {us:.0f} us")
        for name, score in chat.by_group(given):
            self.stdout.write(f"  {name:28}{score}")
        mistakes = [str(answer) for answer in given if not answer.is_right]
        for mistake in mistakes:
            self.stdout.write(f"  wrong: {mistake}")
        return {
            "file": path.stem,
            "found": wanted.right,
            "to_find": wanted.rows,
            "falsely_refused": wrongly.right,
            "to_allow": wrongly.rows,
            "us_per_line": us,
            "wrong": mistakes,
        }


def _write_lines(path: Path, facts: list[dict[str, Any]]) -> None:
    path.write_text("".join(json.dumps(each) + "\n" for each in facts), "utf-8")
