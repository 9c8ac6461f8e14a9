"""`manage.py catalogue_report`: how much of each language is translated."""

from typing import Any

from django.core.management.base import BaseCommand

from config.catalogues import catalogues_completeness


class Command(BaseCommand):
    """Prints a line a language."""

    help = "How much of each language is translated."
    requires_system_checks: list[str] = []

    def handle(self, *_args: Any, **_options: Any) -> None:
        for each in catalogues_completeness():
            self.stdout.write(str(each))
