"""Imposing sanctions and lifting them.

A sanction stands from the moment its transaction commits; whatever else it brings is carried out
by `moderation.director` afterwards. It runs out by time alone.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from django.db import IntegrityError, transaction

from accounts.services import people_lock
from moderation.effects import hooks_of
from moderation.models import Sanction
from moderation.sanctions import FOR_EVER, Offence, SanctionKind, SanctionState
from moderation.selectors.sanctions import is_barring, sanction_at
from moderation.services.checks import MOST_TEXT, impose_check, lift_check
from moderation.services.steps import act_log, attempt_logged, bar_renew, lifted, tell
from wire.errors import Conflict
from wire.plain import plain_row
from wire.publish import enqueue_on_commit, publish_on_commit, user_stream
from wire.time import now

if TYPE_CHECKING:
    from accounts.models import User
    from moderation.models import Case


@dataclass(frozen=True, slots=True, kw_only=True)
class _Terms:
    """What a sanction says, whoever it is imposed on."""

    kind: SanctionKind
    offence: Offence
    text: str
    lasts: timedelta | None
    scope: str

    def check(self, actor: "User", user: "User", *, is_organiser: bool) -> None:
        """Raise the first reason why `actor` may not impose it on this person."""
        impose_check(
            actor=actor,
            user=user,
            kind=self.kind,
            text=self.text,
            lasts=self.lasts,
            scope=self.scope,
            is_organiser=is_organiser,
        )

    def columns(self, starts_at: datetime) -> dict[str, Any]:
        """Its columns in the row of a sanction that begins now."""
        ends_at = FOR_EVER if self.lasts is None else starts_at + self.lasts
        if self.kind == SanctionKind.WARN:
            ends_at = starts_at
        return {
            "kind": self.kind,
            "offence": self.offence,
            "scope": self.scope,
            "text": plain_row(self.text, most=MOST_TEXT),
            "starts_at": starts_at,
            "ends_at": ends_at,
            "ended_at": ends_at,
            "is_carried_out": bool(self.scope) or not hooks_of(self.kind),
            "is_mail_due": is_barring(self.kind),
        }


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
    `staff.reason`, `sanction.bot`, `sanction.closed`, `sanction.organiser_lasts`, Malformed
    `sanction.text`, `sanction.scope`, `sanction.lasts`, Conflict `sanction.key_used`. What was
    tried and refused is logged.
    """
    people_lock([user.pk])
    if (standing := Sanction.objects.filter(key=key).first()) is not None:
        return _same(standing, actor, user, kind, scope)
    terms = _Terms(kind=kind, offence=offence, text=text, lasts=lasts, scope=scope)
    with attempt_logged(act="sanction.impose", actor=actor, user=user):
        terms.check(actor, user, is_organiser=is_organiser)
    sanction = _created(user=user, imposed_by=actor, case=case, key=key, **terms.columns(now()))
    act_log(actor=actor, act="sanction.impose", sanction=sanction, reason=reason, before=None)
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
    with attempt_logged(act="sanction.lift", actor=actor, user=sanction.user):
        lift_check(actor=actor, sanction=sanction, text=text, is_organiser=is_organiser)
    return lifted(actor=actor, sanction=sanction, text=text, reason=reason)


@transaction.atomic
def sanction_read(*, user: "User", sanction_id: str) -> None:
    """Note that its bearer has read it. Whose it is not, changes nothing."""
    unread = Sanction.objects.filter(public_id=sanction_id, user_id=user.pk, is_read=False)
    if unread.update(is_read=True):
        publish_on_commit(user_stream(user.pk), {"type": "sanction"})


def sanction_carried_out(*, sanction_pk: int) -> None:
    """Note that everything it ends has been ended."""
    Sanction.objects.filter(pk=sanction_pk).update(is_carried_out=True)


def _created(**fields: object) -> Sanction:
    """The new row. Raises Conflict where its key went to somebody else in this moment."""
    try:
        with transaction.atomic():
            return Sanction.objects.create(**fields)
    except IntegrityError as clash:
        raise key_used() from clash


def _take_effect(sanction: Sanction) -> None:
    bar_renew(sanction)
    if not sanction.is_carried_out:
        enqueue_on_commit("moderation.carry_out", sanction_pk=sanction.pk)
    if sanction.is_mail_due:
        enqueue_on_commit("moderation.send_mails")
    tell(sanction)


def _same(
    standing: Sanction, actor: "User", user: "User", kind: SanctionKind, scope: str
) -> Sanction:
    imposed = standing.imposed_by_id, standing.user_id, standing.kind, standing.scope
    if imposed != (actor.pk, user.pk, kind, scope):
        raise key_used()
    return standing


def key_used() -> Conflict:
    """What is raised for a form that was for something else."""
    return Conflict("sanction.key_used", _("This form has been used for something else."))


def _(text: str) -> str:
    """Mark an English template for the catalogue; `wire.texts` translates it."""
    return text
