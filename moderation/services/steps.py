"""What imposing, lifting and deciding have in common: the log, the telling, the taking back."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from accounts.services import notices_give, staff_action_record, user_bar
from moderation.cases import AppealState
from moderation.models import Appeal, Sanction
from moderation.sanctions import SanctionState
from moderation.selectors.sanctions import barred_until, is_barring
from moderation.told import appeal_notice
from wire.errors import PlatformError
from wire.plain import plain_row
from wire.publish import enqueue_on_commit, publish_on_commit, user_stream
from wire.time import now

if TYPE_CHECKING:
    from accounts.models import User

log = logging.getLogger(__name__)


def lifted(*, actor: "User", sanction: Sanction, text: str, reason: str) -> Sanction:
    """Write a lifting that has been checked; the row of its bearer is locked.

    An appeal that waits is answered by it, with the same words.
    """
    before = facts_logged(sanction)
    sanction.state = SanctionState.LIFTED
    sanction.ended_at = min(now(), sanction.ended_at)
    sanction.ended_text = plain_row(text, most=300)
    sanction.save(update_fields=["state", "ended_at", "ended_text"])
    act_log(actor=actor, act="sanction.lift", sanction=sanction, reason=reason, before=before)
    appeal = Appeal.objects.filter(sanction=sanction, state=AppealState.OPEN).first()
    if appeal is not None:
        answered(appeal, actor=actor, state=AppealState.LIFTED, answer=sanction.ended_text)
    bar_renew(sanction)
    tell(sanction)
    return sanction


def answered(appeal: Appeal, *, actor: "User", state: AppealState, answer: str) -> None:
    """Write the answer to an appeal, tell of it, and have it mailed."""
    appeal.state, appeal.answer = state, plain_row(answer, most=300)
    appeal.decided_by, appeal.decided_at, appeal.is_mail_due = actor, now(), True
    appeal.save(update_fields=["state", "answer", "decided_by", "decided_at", "is_mail_due"])
    notices_give([appeal_notice(appeal)])
    enqueue_on_commit("moderation.send_mails")


def bar_renew(sanction: Sanction) -> None:
    """Have accounts know until when all that is in force now keeps its bearer out."""
    if is_barring(sanction.kind):
        user_bar(user=sanction.user, until=barred_until(sanction.user))


def tell(sanction: Sanction) -> None:
    """Have every page its bearer has open read again where he stands."""
    publish_on_commit(user_stream(sanction.user_id), {"type": "sanction"})


def facts_logged(sanction: Sanction) -> dict[str, object]:
    """A sanction as the staff log keeps it."""
    return {
        "kind": sanction.kind,
        "offence": sanction.offence,
        "scope": sanction.scope,
        "text": sanction.text,
        "state": sanction.state,
        "starts_at": sanction.starts_at.isoformat(),
        "until": None if sanction.is_endless else sanction.ends_at.isoformat(),
    }


def act_log(
    *, actor: "User", act: str, sanction: Sanction, reason: str, before: dict[str, object] | None
) -> None:
    """Into the staff log. An organiser is no staff: the sanction itself says what he did."""
    if sanction.scope and not actor.is_staff:
        log.info("%s of %s by its event's organiser %s", act, sanction.public_id, actor.username)
        return
    staff_action_record(
        actor=actor,
        act=act,
        subject=f"user:{sanction.user.username}",
        reason=reason,
        details={
            "sanction": sanction.public_id,
            "before": before,
            "after": facts_logged(sanction),
        },
    )


@contextmanager
def attempt_logged(*, act: str, actor: "User", user: "User") -> Iterator[None]:
    """Notes that somebody tried what he may not do. The staff log holds only what was done."""
    try:
        yield
    except PlatformError as refusal:
        names = actor.username, user.username
        log.warning("%s by %s on %s was refused: %s", act, *names, refusal.code)
        raise
