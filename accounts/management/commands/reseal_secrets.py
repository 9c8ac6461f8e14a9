"""`manage.py reseal_secrets`: seal what lasts under the newest DICE_KEY; an old one can then go."""

from typing import Any

from django.core.management.base import BaseCommand

from accounts.services import authenticators_reseal


class Command(BaseCommand):
    """Run it once the new key stands in front of the old one. Running it again does no harm."""

    help = "Seal the secrets of authenticator apps under the newest DICE_KEY."

    def handle(self, *args: Any, **options: Any) -> None:
        """Reseal everything and say how much it was."""
        self.stdout.write(f"{authenticators_reseal()} sealed under the newest key.")
