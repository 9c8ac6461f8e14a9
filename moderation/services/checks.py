"""Who may impose what on whom, and in which form. Each check raises its reason."""

from datetime import timedelta
from typing import TYPE_CHECKING, Final

from accounts.ranks import Rank, rank_of, senior_refusal
from moderation.models import Sanction
from moderation.sanctions import EFFECTS, SanctionKind
from moderation.selectors.appeals import DECIDE_APPEAL, appeal_judges
from moderation.selectors.sanctions import IMPOSE
from wire.errors import Forbidden, Malformed, Refused
from wire.refusals import Refusal, refuse_if_any

if TYPE_CHECKING:
    from accounts.models import User

MOST_TEXT: Final = 300

#: The longest that anything with an end lasts, and the longest an organiser may mute.
MOST: Final = timedelta(days=5 * 365)
MOST_OF_ORGANISER: Final = timedelta(days=7)


def impose_check(
    *,
    actor: "User",
    user: "User",
    kind: SanctionKind,
    text: str,
    lasts: timedelta | None,
    scope: str,
    is_organiser: bool,
) -> None:
    """Raise the first reason why `actor` may not impose this."""
    _may_act(actor, kind, is_organiser=is_organiser and bool(scope))
    _may_touch(actor, user)
    _text_check(text)
    if scope and kind != SanctionKind.MUTE:
        raise Malformed("sanction.scope", _("Only a mute can hold in one event alone."))
    if lasts is not None and kind != SanctionKind.WARN and not timedelta(0) < lasts <= MOST:
        raise Malformed(
            "sanction.lasts",
            _("A sanction lasts at most {days} days, or has no end."),
            days=MOST.days,
        )
    if not _is_entitled(actor) and (lasts is None or lasts > MOST_OF_ORGANISER):
        raise Refused(
            "sanction.organiser_lasts",
            _("An organiser may mute for at most {days} days."),
            days=MOST_OF_ORGANISER.days,
        )


def lift_check(*, actor: "User", sanction: Sanction, text: str, is_organiser: bool) -> None:
    """Raise the first reason why `actor` may not lift this."""
    kind = SanctionKind(sanction.kind)
    _may_act(actor, kind, is_organiser=is_organiser and bool(sanction.scope))
    _overruling_check(actor, sanction)
    _text_check(text)


def decide_check(*, actor: "User", sanction: Sanction, answer: str) -> None:
    """Raise the first reason why `actor` may not decide the appeal against this.

    Whoever imposed it does not, unless nobody else of the staff may.
    """
    if not (actor.is_staff and actor.has_perm(DECIDE_APPEAL)):
        raise Forbidden("auth.forbidden")
    _overruling_check(actor, sanction)
    if actor.pk == sanction.imposed_by_id and appeal_judges(sanction, but_for=actor):
        raise Refused(
            "appeal.own", _("You imposed this yourself: somebody else decides the appeal.")
        )
    _text_check(answer)


def _overruling_check(actor: "User", sanction: Sanction) -> None:
    """Nobody overrules a senior, or decides about himself."""
    if actor.pk == sanction.user_id:
        _refuse(senior_refusal(actor, sanction.user))
    if rank_of(actor) < rank_of(sanction.imposed_by):
        raise Refused(
            "staff.senior",
            _("{name} imposed this and stands above you: ask somebody of that rank."),
            name=sanction.imposed_by.username,
        )


def _may_act(actor: "User", kind: SanctionKind, *, is_organiser: bool) -> None:
    if is_organiser and kind == SanctionKind.MUTE:
        return
    if not _is_entitled(actor):
        raise Forbidden("auth.forbidden")
    if rank_of(actor) < EFFECTS[kind].rank:
        raise Forbidden(
            "sanction.rank",
            _("A {rank} may impose and lift this. Ask one of them."),
            rank=EFFECTS[kind].rank.name.lower(),
        )


def _is_entitled(actor: "User") -> bool:
    """Whether he imposes for the house."""
    return actor.is_staff and actor.has_perm(IMPOSE)


def _may_touch(actor: "User", user: "User") -> None:
    if user.is_bot:
        raise Refused("sanction.bot", _("House bots obey the house; nothing is imposed on them."))
    if user.is_closed:
        raise Refused("sanction.closed", _("This account has been closed by its owner."))
    if rank_of(actor) == Rank.PLAYER == rank_of(user) and actor.pk != user.pk:
        return  # an organiser, who has no rank, and a player
    _refuse(senior_refusal(actor, user))


def _refuse(no: Refusal | None) -> None:
    refuse_if_any([no] if no is not None else [])


def _text_check(text: str) -> None:
    if not 0 < len(text.strip()) <= MOST_TEXT:
        raise Malformed(
            "sanction.text",
            _("Say in at most {most} characters what the player shall read."),
            most=MOST_TEXT,
        )


def _(text: str) -> str:
    """Mark an English template for the catalogue; `wire.texts` translates it."""
    return text
