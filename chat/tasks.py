"""What talk does by the clock."""

from celery import shared_task

from chat.services import lines_forget


@shared_task(name="chat.forget_talk")
def forget_talk() -> None:
    """Delete what is older than the house keeps it."""
    lines_forget()
