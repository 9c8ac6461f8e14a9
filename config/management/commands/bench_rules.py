"""`manage.py bench_rules`: legal plays a second, beside the packages that are installed here."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from config.bench.contenders import LegalPlays, Plan
from config.bench.limits import between, whole
from config.bench.rounds import run
from config.bench.rules import CONTESTANTS


class Command(BaseCommand):
    """Uses one core and no server. What is not installed is left out."""

    help = "Measures how many positions a second the rules work out on one core."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--seconds", type=between(0.05, 60), default=2.0, help="of each figure")
        parser.add_argument("--repeats", type=whole(1, 9), default=5, help="rounds")
        parser.add_argument("--json", type=Path, help="also write JSON lines to this file")

    def handle(
        self, *args: Any, seconds: float, repeats: int, json: Path | None, **options: Any
    ) -> None:
        present = [contestant for contestant in CONTESTANTS if contestant.is_installed]
        absent = [contestant.title for contestant in CONTESTANTS if contestant not in present]
        run(
            [LegalPlays(contestant) for contestant in present],
            Plan(seconds=seconds),
            repeats=repeats,
            facts={"not installed": ", ".join(absent) or "none"},
            say=self.stdout.write,
            json=json,
        )
