"""`manage.py catalogue_report`: one form for every catalogue, and how much of it is translated."""

from typing import Any

from django.core.management.base import BaseCommand

from config.catalogues import catalogues_completeness, catalogues_tidy


class Command(BaseCommand):
    """Ends `make messages`: puts the catalogues in order and prints a line a language."""

    help = "Write the catalogues in one form and say how much of each is translated."
    requires_system_checks: list[str] = []

    def handle(self, *_args: Any, **_options: Any) -> None:
        catalogues_tidy()
        for each in catalogues_completeness():
            self.stdout.write(str(each))
