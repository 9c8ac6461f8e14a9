"""What accounts do by the clock."""

from celery import shared_task

from accounts.services.replies import old_replies_forget


@shared_task(name="accounts.forget_replies")
def forget_replies() -> None:
    """Drop the replies to programs that nobody asks for any more."""
    old_replies_forget()
