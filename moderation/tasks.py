"""What workers do for moderation. Every task may run twice, late, or at the same time as itself."""

from celery import shared_task

from moderation.director import sanction_carry_out, sanctions_sweep
from moderation.services.devices import old_devices_forget
from moderation.services.mails import mails_send


@shared_task(name="moderation.carry_out")
def carry_out(sanction_pk: int) -> None:
    """Carry out a sanction that has just been imposed."""
    sanction_carry_out(sanction_pk=sanction_pk)


@shared_task(name="moderation.sweep_sanctions")
def sweep_sanctions() -> None:
    """Carry out whatever was left undone."""
    sanctions_sweep()


@shared_task(name="moderation.send_mails")
def send_mails() -> None:
    """Send what waits: who is barred, and what came of appeals."""
    mails_send()


@shared_task(name="moderation.forget_devices")
def forget_devices() -> None:
    """Drop what is known of browsers that have not been used for long."""
    old_devices_forget()
