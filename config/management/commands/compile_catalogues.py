"""`manage.py compile_catalogues`: for a deployment whose processes may not write to its folder."""

from typing import Any

from django.core.management.base import BaseCommand

from config.catalogues import catalogues_compile


class Command(BaseCommand):
    """Compiles what is stale and names it. `serve` and the tests do the same as they start."""

    help = "Compiles the catalogues of translations, without gettext's tools."
    requires_system_checks = []

    def handle(self, *args: Any, **options: Any) -> None:
        for source in catalogues_compile():
            self.stdout.write(f"compiled {source}")
