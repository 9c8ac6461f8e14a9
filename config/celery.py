"""The Celery application and everything that happens by the clock.

Beat only says "look now": each sweep finds what is due in the database, so a lost,
late or doubled tick changes nothing. No task carries an ETA.
"""

import os

from celery import Celery
from celery.schedules import crontab

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.dev")

app = Celery("house")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


def _tick(task: str, seconds: float) -> dict[str, object]:
    """A beat entry. A tick that waited five periods is dropped: a later one does its work."""
    return {"task": task, "schedule": seconds, "options": {"expires": 5 * seconds}}


app.conf.beat_schedule = {
    "sweep-clocks": _tick("matches.sweep_clocks", 1.0),
    "sweep-bots": _tick("matches.sweep_bots", 0.5),
    "sweep-tournaments": _tick("tournaments.sweep_tournaments", 1.0),
    "announce-series": _tick("tournaments.announce_series", 60.0),
    "sweep-tickets": _tick("tournaments.sweep_tickets", 60.0),
    "mail-reminders": _tick("tournaments.mail_reminders", 60.0),
    "sweep-tables": _tick("lobby.sweep_tables", 1.0),
    "sweep-seeks": _tick("lobby.sweep_seeks", 1.0),
    "sweep-sanctions": _tick("moderation.sweep_sanctions", 1.0),
    "send-sanction-mails": _tick("moderation.send_mails", 60.0),
    "watch-chip-flows": {"task": "lobby.watch_chip_flows", "schedule": crontab(minute=20)},
    "forget-replies": {"task": "accounts.forget_replies", "schedule": crontab(minute=40)},
    "forget-notices": {"task": "accounts.forget_notices", "schedule": crontab(hour=4, minute=50)},
    "forget-talk": {"task": "chat.forget_talk", "schedule": crontab(hour=4, minute=40)},
    "forget-devices": {"task": "moderation.forget_devices", "schedule": crontab(hour=4, minute=25)},
    "audit-books": {"task": "bankroll.audit_books", "schedule": crontab(hour=4, minute=10)},
}
# In memory: a schedule file would be one more thing that two processes can fight over.
app.conf.beat_scheduler = "celery.beat:Scheduler"
