"""What the ledger does by the clock."""

import logging

from celery import shared_task

from bankroll.audit import books_check

log = logging.getLogger(__name__)


@shared_task(name="bankroll.audit_books")
def audit_books() -> None:
    """Check the books and cry out once for every breach."""
    for breach in books_check():
        log.critical("the books are wrong: %s", breach)
