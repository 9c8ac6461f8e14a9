"""Mail to people who cannot read it here: what keeps them out, and what came of an appeal.

It is in the language of its reader, and waits in the row it is about until it is sent, so that a
lost task or a mail server that is down loses nothing. Guests and members without a confirmed
address get none.
"""

import logging
from datetime import timedelta
from smtplib import SMTPException
from typing import TYPE_CHECKING, Final

from django.core.mail import send_mail
from django.db import transaction
from django.utils.translation import gettext_noop as _

from accounts.reading import spoken_to
from accounts.selectors import verified_address
from moderation.cases import AppealState
from moderation.models import Appeal, Sanction
from moderation.texts import door_refusal
from wire.texts import sentence
from wire.time import now

if TYPE_CHECKING:
    from accounts.models import User

log = logging.getLogger(__name__)

#: Mail that cannot be delivered for so long is given up.
TRIED_FOR: Final = timedelta(hours=6)
_AT_ONCE: Final = 100

_BARRED_SUBJECT: Final = _("Your account at Backgammon House")
_BARRED: Final = _(
    "Hello {name},\n\n{what}\n\nWhat you had going on has been ended: running matches are lost,"
    " entries are withdrawn and refunded. Your chips stay yours.\n\n"
    "If you think this is wrong, sign in as always: instead of the lobby you will see how long"
    " it lasts, and you can appeal there once.\n\nBackgammon House"
)
_ANSWER_SUBJECT: Final = _("Your appeal at Backgammon House")
_LIFTED: Final = _(
    "Hello {name},\n\nwe have looked at your appeal, and the {kind} is lifted. What we say to"
    " it: {answer}\n\nBackgammon House"
)
_UPHELD: Final = _(
    "Hello {name},\n\nwe have looked at your appeal again, and the {kind} stands. What we say to"
    " it: {answer}\n\nThis decision is final.\n\nBackgammon House"
)


def mails_send() -> int:
    """Send the mails that wait, each by itself; how many were sent.

    Two workers never send the same one. What cannot be delivered waits for the next time.
    """
    limit = now() - TRIED_FOR
    sanctions = Sanction.objects.filter(is_mail_due=True).order_by("pk")
    appeals = Appeal.objects.filter(is_mail_due=True).order_by("pk")
    sanctions.filter(starts_at__lt=limit).update(is_mail_due=False)
    appeals.filter(decided_at__lt=limit).update(is_mail_due=False)
    bars = [_bar_mail(pk) for pk in list(sanctions.values_list("pk", flat=True)[:_AT_ONCE])]
    answers = [_answer_mail(pk) for pk in list(appeals.values_list("pk", flat=True)[:_AT_ONCE])]
    return sum(bars) + sum(answers)


@transaction.atomic
def _bar_mail(pk: int) -> bool:
    """Tell somebody what keeps him out, if nobody else is doing it; whether it went out."""
    rows = Sanction.objects.select_for_update(of=("self",), skip_locked=True)
    sanction = rows.select_related("user").filter(pk=pk, is_mail_due=True).first()
    if sanction is None:
        return False
    with spoken_to(sanction.user):
        no = door_refusal(sanction)
        facts = {"name": sanction.user.username, "what": sentence(no.text, dict(no.facts))}
        return _posted(sanction, sanction.user, _BARRED_SUBJECT, sentence(_BARRED, facts))


@transaction.atomic
def _answer_mail(pk: int) -> bool:
    """Tell somebody what came of his appeal, if nobody else is doing it; whether it went out."""
    rows = Appeal.objects.select_for_update(of=("self",), skip_locked=True)
    appeal = rows.select_related("sanction__user").filter(pk=pk, is_mail_due=True).first()
    if appeal is None:
        return False
    user = appeal.sanction.user
    text = _LIFTED if appeal.state == AppealState.LIFTED else _UPHELD
    with spoken_to(user):
        facts = {
            "name": user.username,
            "kind": str(appeal.sanction.get_kind_display()),
            "answer": appeal.answer,
        }
        return _posted(appeal, user, _ANSWER_SUBJECT, sentence(text, facts))


def _posted(row: Sanction | Appeal, user: "User", subject: str, text: str) -> bool:
    """Send it, where there is an address, and note that it is done; whether it went out."""
    address = verified_address(user)
    if address:
        try:
            send_mail(sentence(subject, {}), text, None, [address])
        except (OSError, SMTPException):
            log.warning("a mail to %s about a sanction could not be sent", user.username)
            return False
    row.is_mail_due = False
    row.save(update_fields=["is_mail_due"])
    return bool(address)
