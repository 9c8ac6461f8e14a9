"""`manage.py bench_board`: frames a second on the CPU of a phone, and the size of the scripts."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from config.bench.board import AnimatedTurn, Scripts
from config.bench.contenders import Plan
from config.bench.limits import whole
from config.bench.rounds import run


class Command(BaseCommand):
    """Needs Chromium (CHROMIUM names one), no server and no database."""

    help = "Measures how smoothly a turn is shown, and how much script the board is."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--repeats", type=whole(1, 9), default=5, help="rounds")
        parser.add_argument("--json", type=Path, help="also write JSON lines to this file")

    def handle(self, *args: Any, repeats: int, json: Path | None, **options: Any) -> None:
        contenders = (AnimatedTurn(), Scripts())
        say = self.stdout.write
        run(contenders, Plan(), repeats=repeats, facts={}, say=say, json=json)
