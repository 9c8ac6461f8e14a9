"""Imposing sanctions and lifting them.

A sanction stands from the moment its transaction commits; whatever else it brings is carried out
by `moderation.director` afterwards. It runs out by time alone.
"""

import logging
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from django.db import transaction

from accounts.services import people_lock, staff_action_record, user_bar
from moderation.effects import hooks_of
from moderation.models import Sanction
from moderation.sanctions import FOR_EVER, Offence, SanctionKind, SanctionState
from moderation.selectors.sanctions import barred_until, is_barring, sanction_at
from moderation.services.checks import impose_check, lift_check
from wire.errors import Conflict, PlatformError
from wire.publish import enqueue_on_commit, publish_on_commit, user_stream
from wire.time import now

if TYPE_CHECKING:
    from accounts.models import User
    from moderation.models import Case

log = logging.getLogger(__name__)


@transaction.atomic
def sanction_impose(
    *,
    actor: "User",
    user: "User",
    kind: SanctionKind,
    offence: Offence,
    text: str,
    reason: str,
    lasts: timedelta | None,
    key: str,
    case: "Case | None" = None,
    scope: str = "",
    is_organiser: bool = False,
) -> Sanction:
    """Impose one step on somebody; the same key a second time gives what it imposed at first.

    text: what he reads as the reason. reason: for the staff log. lasts: None for what has no end
    or stands until staff look at it again; a warning has no length. scope: `event:<id>` for a
    mute that holds in that event alone. is_organiser: the caller has seen that `actor` organises
    the scope's event, who may mute there for at most 7 days.

    Raises Forbidden `auth.forbidden` and `sanction.rank`, Refused `staff.self`, `staff.senior`,
    `staff.reason`, `sanction.bot`, `sanction.closed`, Malformed `sanction.text`,
    `sanction.scope`, `sanction.lasts`, Conflict `sanction.key_used`. Each attempt is logged.
    """
    people_lock([user.pk])
    if (standing := Sanction.objects.filter(key=key).first()) is not None:
        return _same(standing, user, kind)
    try:
        impose_check(
            actor=actor,
            user=user,
            kind=kind,
            text=text,
            lasts=lasts,
            scope=scope,
            is_organiser=is_organiser,
        )
    except PlatformError as refusal:
        _attempt_log(refusal, actor, user, kind)
        raise
    starts_at = now()
    ends_at = _end(kind, starts_at, lasts)
    sanction = Sanction.objects.create(
        user=user,
        kind=kind,
        offence=offence,
        scope=scope,
        text=text.strip(),
        imposed_by=actor,
        case=case,
        key=key,
        starts_at=starts_at,
        ends_at=ends_at,
        ended_at=ends_at,
        is_carried_out=not hooks_of(kind),
    )
    _log_act(actor, "sanction.impose", sanction, reason, before=None)
    _take_effect(sanction)
    return sanction


@transaction.atomic
def sanction_lift(
    *, actor: "User", sanction_id: str, text: str, reason: str, is_organiser: bool = False
) -> Sanction:
    """Take a sanction back, also one that has run out: it does not count against him any more.

    A lifted one stays as it is. Who is barred by another sanction as well stays barred. What was
    ended by it stays ended. text: what he reads about it. is_organiser: as in `sanction_impose`,
    for what holds in his event alone.

    Raises NotFound `sanction.not_found`, Forbidden `auth.forbidden` and `sanction.rank`, Refused
    `staff.self`, `staff.senior` and `staff.reason`, Malformed `sanction.text`.
    """
    people_lock([sanction_at(sanction_id).user_id])
    sanction = sanction_at(sanction_id)
    if sanction.state == SanctionState.LIFTED:
        return sanction
    try:
        lift_check(actor=actor, sanction=sanction, text=text, is_organiser=is_organiser)
    except PlatformError as refusal:
        _attempt_log(refusal, actor, sanction.user, sanction.kind)
        raise
    return lifted(actor=actor, sanction=sanction, text=text, reason=reason)


def lifted(*, actor: "User", sanction: Sanction, text: str, reason: str) -> Sanction:
    """Write a lifting that has been checked; its bearer's row is locked."""
    before = _facts(sanction)
    sanction.state = SanctionState.LIFTED
    sanction.ended_at = min(now(), sanction.ended_at)
    sanction.ended_text = text.strip()
    sanction.save(update_fields=["state", "ended_at", "ended_text"])
    _log_act(actor, "sanction.lift", sanction, reason, before=before)
    if is_barring(sanction.kind):
        user_bar(user=sanction.user, until=barred_until(sanction.user))
    _tell(sanction)
    return sanction


@transaction.atomic
def sanction_read(*, user: "User", sanction_id: str) -> None:
    """Note that its bearer has read it. Whose it is not, changes nothing."""
    read = Sanction.objects.filter(public_id=sanction_id, user_id=user.pk, is_read=False)
    if read.update(is_read=True):
        publish_on_commit(user_stream(user.pk), {"type": "sanction"})


@transaction.atomic
def sanction_carried_out(*, sanction_pk: int) -> None:
    """Note that everything it ends has been ended."""
    Sanction.objects.filter(pk=sanction_pk).update(is_carried_out=True)


def _take_effect(sanction: Sanction) -> None:
    if is_barring(sanction.kind):
        user_bar(user=sanction.user, until=barred_until(sanction.user))
    if not sanction.is_carried_out:
        enqueue_on_commit("moderation.carry_out", sanction_pk=sanction.pk)
    _tell(sanction)


def _tell(sanction: Sanction) -> None:
    publish_on_commit(user_stream(sanction.user_id), {"type": "sanction"})


def _end(kind: SanctionKind, starts_at: datetime, lasts: timedelta | None) -> datetime:
    if kind == SanctionKind.WARN:
        return starts_at
    return FOR_EVER if lasts is None else starts_at + lasts


def _same(standing: Sanction, user: "User", kind: SanctionKind) -> Sanction:
    if (standing.user_id, standing.kind) != (user.pk, kind):
        raise Conflict("sanction.key_used", _("This form has been used for something else."))
    return standing


def _facts(sanction: Sanction) -> dict[str, object]:
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


def _log_act(
    actor: "User",
    act: str,
    sanction: Sanction,
    reason: str,
    *,
    before: dict[str, object] | None,
) -> None:
    """Into the staff log. An organiser is no staff: the sanction itself says what he did."""
    if sanction.scope and not actor.is_staff:
        log.info("%s %s by organiser %s: %s", act, sanction.public_id, actor.username, reason)
        return
    staff_action_record(
        actor=actor,
        act=act,
        subject=f"user:{sanction.user.username}",
        reason=reason,
        details={"sanction": sanction.public_id, "before": before, "after": _facts(sanction)},
    )


def _attempt_log(refusal: PlatformError, actor: "User", user: "User", kind: str) -> None:
    log.warning(
        "%s tried a sanction (%s) on %s and was refused: %s",
        actor.username,
        kind,
        user.username,
        refusal.code,
    )


def _(text: str) -> str:
    """Mark an English template for the catalogue; `wire.texts` translates it."""
    return text
