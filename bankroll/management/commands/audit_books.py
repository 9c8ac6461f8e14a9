"""`manage.py audit_books`: prove the books, or list what is wrong with them."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from bankroll.audit import books_check, books_proof


class Command(BaseCommand):
    """Exit status 0 and the sums when the books are in order, 1 and a list when not."""

    help = "Recompute every balance and prove that issued chips = wallets + escrow + house."

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the proof, or every breach."""
        breaches = books_check()
        for breach in breaches:
            self.stderr.write(str(breach))
        if breaches:
            raise CommandError(f"The books are wrong in {len(breaches)} places.")
        self.stdout.write(f"The books are in order: {books_proof()}.")
