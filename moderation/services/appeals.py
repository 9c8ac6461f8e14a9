"""Speaking against a sanction, once, and being answered once."""

from typing import TYPE_CHECKING, Final

from django.db import transaction

from accounts.lifecycle import words_refusal
from accounts.services import people_lock, staff_action_record
from moderation.cases import AppealState
from moderation.models import Appeal, Sanction
from moderation.sanctions import SanctionState
from moderation.selectors.sanctions import sanction_at
from moderation.services.checks import decide_check
from moderation.services.steps import answered, attempt_logged, lifted, tell
from wire.errors import Conflict, Malformed, NotFound, Refused
from wire.plain import plain_row
from wire.refusals import refuse_if_any

if TYPE_CHECKING:
    from accounts.models import User

MOST_APPEAL: Final = 1000


@transaction.atomic
def appeal_make(*, user: "User", sanction_id: str, text: str) -> Appeal:
    """Ask staff to look at one of one's sanctions again, once. It holds meanwhile.

    Raises NotFound `sanction.not_found` where it is not his, Refused `appeal.twice`,
    `appeal.lifted`, or the reason against his words, Malformed `appeal.text`.
    """
    people_lock([user.pk])
    sanction = sanction_at(sanction_id)
    if sanction.user_id != user.pk:
        raise NotFound("sanction.not_found", _("There is no such sanction."))
    if _appeal_of(sanction) is not None:
        raise Refused("appeal.twice", _("You have appealed against this already."))
    if sanction.state == SanctionState.LIFTED:
        raise Refused("appeal.lifted", _("This has been lifted: there is nothing to appeal."))
    if not 0 < len(text.strip()) <= MOST_APPEAL:
        raise Malformed(
            "appeal.text", _("Say in at most {most} characters why you appeal."), most=MOST_APPEAL
        )
    row = plain_row(text, most=MOST_APPEAL)
    no = words_refusal(row)
    refuse_if_any([no] if no is not None else [])
    appeal = Appeal.objects.create(sanction=sanction, text=row)
    tell(sanction)
    return appeal


@transaction.atomic
def appeal_decide(
    *, actor: "User", sanction_id: str, is_lifted: bool, answer: str, reason: str
) -> Appeal:
    """Answer an appeal: the sanction is lifted, or it stands. The same again changes nothing.

    answer: what the player reads. reason: for the staff log.

    Raises NotFound `sanction.not_found` and `appeal.not_found`, Conflict `appeal.decided`,
    Forbidden `auth.forbidden`, Refused `appeal.own`, `staff.senior`, `staff.self` and
    `staff.reason`, Malformed `sanction.text`.
    """
    people_lock([sanction_at(sanction_id).user_id])
    sanction = sanction_at(sanction_id)
    appeal = _appeal_of(sanction)
    if appeal is None:
        raise NotFound("appeal.not_found", _("Nobody has appealed against this."))
    state = AppealState.LIFTED if is_lifted else AppealState.UPHELD
    if appeal.state != AppealState.OPEN:
        if (appeal.state, appeal.decided_by_id) == (state, actor.pk):
            return appeal
        raise Conflict("appeal.decided", _("This appeal has been decided already."))
    with attempt_logged(act="appeal.decide", actor=actor, user=sanction.user):
        decide_check(actor=actor, sanction=sanction, answer=answer)
    if is_lifted:
        lifted(actor=actor, sanction=sanction, text=answer, reason=reason)
        appeal.refresh_from_db()
    else:
        answered(appeal, actor=actor, state=state, answer=answer)
        tell(sanction)
    _record(appeal, sanction, actor=actor, reason=reason)
    return appeal


def _record(appeal: Appeal, sanction: Sanction, *, actor: "User", reason: str) -> None:
    """Into the staff log, with what was before and after."""
    staff_action_record(
        actor=actor,
        act="appeal.decide",
        subject=f"user:{sanction.user.username}",
        reason=reason,
        details={
            "sanction": sanction.public_id,
            "before": {"state": AppealState.OPEN, "text": appeal.text},
            "after": {"state": appeal.state, "answer": appeal.answer},
        },
    )


def _appeal_of(sanction: Sanction) -> Appeal | None:
    return Appeal.objects.filter(sanction=sanction).first()


def _(text: str) -> str:
    """Mark an English template for the catalogue; `wire.texts` translates it."""
    return text
