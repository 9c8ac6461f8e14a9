"""What players are told in good time, on whatever page they have open and by mail.

A reminder has a row and a key, so that nobody is told twice. Mail waits in its row until it is
sent: a lost task, or a mail server that is down, loses nothing.
"""

import logging
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
from smtplib import SMTPException
from typing import TYPE_CHECKING, Any, Final

from allauth.account.models import EmailAddress
from django.core.mail import send_mail
from django.db import transaction
from django.urls import reverse

from accounts.notices import NewNotice
from accounts.reading import spoken_to
from accounts.services import notices_give
from tournaments import selectors
from tournaments.models import Kind, Reminder, Tournament
from tournaments.services.locks import tournament_locked
from tournaments.states import TournamentState
from wire.publish import enqueue_on_commit, publish_all_on_commit, user_stream
from wire.texts import sentence
from wire.time import now

if TYPE_CHECKING:
    from accounts.models import User

log = logging.getLogger(__name__)

#: Mail that cannot be delivered for so long is given up.
MAIL_TRIED_FOR: Final = timedelta(hours=1)
MAILS_AT_ONCE: Final = 100


class ReminderKind(StrEnum):
    """What a reminder is about. Part of the protocol: never renamed."""

    CHECK_IN = "check_in"
    SOON = "soon"
    STARTS = "starts"
    SEATED = "seated"
    CARD = "card"
    CANCELLED = "cancelled"
    RULING = "ruling"
    TICKET_WON = "ticket_won"
    TICKET_EXPIRES = "ticket_expires"


#: What entrants are told before the start, in the order of `selectors.REMIND_BEFORE`.
_BEFORE_THE_START: Final = (ReminderKind.CHECK_IN, ReminderKind.SOON, ReminderKind.STARTS)


@dataclass(frozen=True, slots=True)
class Mail:
    """A message to a player's verified address: English templates, and what fills them."""

    subject: str
    text: str
    facts: Mapping[str, Any] = field(default_factory=dict)

    def to(self, user: "User") -> dict[str, str]:
        """As it is kept for somebody: in his language, its moments by his clock."""
        with spoken_to(user):
            return {
                "subject": sentence(self.subject, self.facts),
                "text": sentence(self.text, self.facts),
            }


def reminder_send(
    *,
    user: "User",
    kind: ReminderKind,
    key: str,
    tournament: Tournament | None,
    name: str = "",
    at: datetime | None = None,
    url: str = "",
    mail: Mail | None = None,
) -> bool:
    """Tell one player something, once for its key; whether he had not been told.

    tournament: the event it is about; None for a ticket to any event, with `at` and `url` given.
    name: of what it is about, that of the event unless given. at: the moment it is about, that
    of the event's start unless given. url: the page it leads to, that of the event unless given.
    """
    told = reminders_send(
        users=[user],
        kind=kind,
        key=key,
        tournament=tournament,
        name=name,
        at=at,
        url=url,
        mail=mail,
    )
    return told > 0


@transaction.atomic
def reminders_send(
    *,
    users: Iterable["User"],
    kind: ReminderKind,
    key: str,
    tournament: Tournament | None,
    name: str = "",
    at: datetime | None = None,
    url: str = "",
    mail: Mail | None = None,
) -> int:
    """Tell many players the same, each once for the key; how many had not been told.

    House bots need no telling.
    """
    untold = _untold(users, key)
    _reminders_write(untold, mail)
    message = _message(kind, tournament, name=name, at=at, url=url)
    notices_give(
        NewNotice(
            user_pk=user.pk,
            kind=kind.value if message["name"] else f"{kind.value}_any",
            key=each,
            url=message["url"],
            facts={
                "name": message["name"],
                "at_ms": message["at"],
                "zone": message["zone"],
            },
        )
        for each, user in untold.items()
    )
    publish_all_on_commit((user_stream(user.pk), message) for user in untold.values())
    if mail and untold:
        enqueue_on_commit("tournaments.mail_reminders")
    return len(untold)


def _untold(users: Iterable["User"], key: str) -> dict[str, "User"]:
    """Those of the people who have no reminder for the key yet, by the key of theirs."""
    by_key = {f"{key}:{user.pk}": user for user in users if not user.is_bot}
    for told in Reminder.objects.filter(key__startswith=f"{key}:").values_list("key", flat=True):
        by_key.pop(told, None)
    return by_key


def _reminders_write(untold: Mapping[str, "User"], mail: Mail | None) -> None:
    rows = [
        Reminder(key=key, user=user, mail=mail.to(user) if mail else {}, is_mail_due=bool(mail))
        for key, user in untold.items()
    ]
    Reminder.objects.bulk_create(rows, ignore_conflicts=True, batch_size=2_000)


def _message(
    kind: ReminderKind, tournament: Tournament | None, *, name: str, at: datetime | None, url: str
) -> dict[str, Any]:
    """What a page is told; whatever is not given is the event's own."""
    if tournament is not None:
        name = name or tournament.name
        at = at or tournament.starts_at
        url = url or reverse("tournaments:detail", args=[tournament.public_id])
    assert at is not None, "a reminder is about a moment"
    return {
        "type": "reminder",
        "kind": kind.value,
        "event": tournament.public_id if tournament else "",
        "name": name,
        "url": url,
        "at": round(at.timestamp() * 1000),
        "zone": tournament.zone if tournament else "",
    }


@transaction.atomic
def entrants_remind(*, tournament_id: str) -> bool:
    """Tell the entrants of a scheduled event that check-in is open, and that it begins soon.

    Whether it was time for any of it. All of them hear once that it begins; who has checked in
    needs no more. What is due later takes the place of what was missed before. A start that is
    moved is told of anew.
    """
    tournament = tournament_locked(tournament_id)
    is_coming = tournament.kind == Kind.SCHEDULED and tournament.starts_at > now()
    if tournament.state != TournamentState.REGISTERING or not is_coming or tournament.is_paused:
        return False
    due = [
        kind
        for before, kind in zip(selectors.REMIND_BEFORE, _BEFORE_THE_START, strict=True)
        if tournament.reminded_at < tournament.starts_at - before <= now()
    ]
    if not due:
        return False
    kind = due[-1]
    is_for_all = ReminderKind.SOON in due
    entries = [*tournament.entries.active(), *tournament.entries.standby()]
    reminders_send(
        users=[entry.user for entry in entries if is_for_all or not entry.is_checked_in],
        kind=kind,
        key=f"{kind.value}:{tournament.public_id}:{tournament.starts_at.timestamp():.0f}",
        tournament=tournament,
    )
    tournament.reminded_at = now()
    tournament.save(update_fields=["reminded_at"])
    return True


def reminders_mail() -> int:
    """Send the mails that wait, each by itself; how many were sent.

    Two workers never send the same one. What cannot be delivered waits for the next time, and
    is given up after an hour.
    """
    waiting = Reminder.objects.filter(is_mail_due=True).order_by("pk")
    waiting.filter(sent_at__lt=now() - MAIL_TRIED_FOR).update(is_mail_due=False)
    pks = list(waiting.values_list("pk", flat=True)[:MAILS_AT_ONCE])
    return sum(_mail_send(pk) for pk in pks)


@transaction.atomic
def _mail_send(pk: int) -> bool:
    """Send one mail, if nobody else is sending it; whether it went out."""
    due = Reminder.objects.select_for_update(of=("self",), skip_locked=True)
    reminder = due.filter(pk=pk, is_mail_due=True).first()
    if reminder is None:
        return False
    address = EmailAddress.objects.filter(
        user_id=reminder.user_id, verified=True, primary=True
    ).first()
    if address is not None:
        try:
            send_mail(reminder.mail["subject"], reminder.mail["text"], None, [address.email])
        except (OSError, SMTPException):
            log.warning("mail of reminder %s could not be sent", reminder.key)
            return False
    reminder.is_mail_due = False
    reminder.save(update_fields=["is_mail_due"])
    return address is not None
