"""What accounts do by the clock."""

from celery import shared_task

from accounts.services.notices import old_notices_forget
from accounts.services.replies import old_replies_forget


@shared_task(name="accounts.forget_replies")
def forget_replies() -> None:
    """Drop the replies to programs that nobody asks for any more."""
    old_replies_forget()


@shared_task(name="accounts.forget_notices")
def forget_notices() -> None:
    """Drop what people were told more than a month ago."""
    old_notices_forget()
