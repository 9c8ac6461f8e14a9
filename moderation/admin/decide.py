"""Deciding with two presses: the first opens a filled form, the second does what was shown."""

from typing import TYPE_CHECKING, Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from moderation.admin.forms import AtHand, DecisionForm
from moderation.admin.pages import case_or_404, desk_context, player_or_404, staff_of
from moderation.admin.presses import HIDE, press_refusal, step_text
from moderation.cases import CaseOutcome
from moderation.decisions import PRESSES
from moderation.models import Case
from moderation.sanctions import Offence
from moderation.selectors.cases import offence_of, record_of, reports_in, text_of
from moderation.selectors.consequences import decision_consequences
from moderation.sentences import ANSWER_TEXTS, REASON_TEXTS
from moderation.services import decision_check, decision_make
from moderation.services.cases import case_digest
from wire.errors import PlatformError
from wire.pages import explain

if TYPE_CHECKING:
    from accounts.models import User


def decide(request: HttpRequest, case_id: str, press: str) -> HttpResponse:
    """A press about a case: hide, impose, answer."""
    case = case_or_404(request, case_id)
    return _page(request, case.about, press, case)


def impose(request: HttpRequest, name: str, press: str) -> HttpResponse:
    """A press about a player, without a case."""
    if press in PRESSES and PRESSES[press].outcome == CaseOutcome.NO_BREACH:
        raise Http404
    return _page(request, player_or_404(name), press, None)


def _page(request: HttpRequest, user: "User", key: str, case: Case | None) -> HttpResponse:
    """Ask, show, and after the second press do."""
    if key not in PRESSES:
        raise Http404
    at_hand = _at_hand(request, user, case)
    form = DecisionForm(request.POST or None, press=PRESSES[key], at_hand=at_hand)
    preview = None
    refusal = press_refusal(staff_of(request), user, key)
    if not refusal and form.is_valid() and "edit" not in request.POST:
        is_second = "confirmed" in request.POST
        if is_second and _done(request, form):
            return redirect(_home(user, case))
        preview = _preview(request, form, is_told=is_second)
    context = desk_context(
        request,
        str(PRESSES[key].title),
        user_about=user,
        case=case,
        text=text_of(case) if case else "",
        form=form,
        refusal=refusal,
        at_hand=at_hand,
        usual=step_text(at_hand.usual),
        preview=preview,
        reason_texts=[(offence.value, REASON_TEXTS[offence]) for offence in Offence],
        answer_texts=[(outcome.value, ANSWER_TEXTS[outcome]) for outcome in CaseOutcome],
    )
    return render(request, "moderation/admin/decide.html", context)


def _at_hand(request: HttpRequest, user: "User", case: Case | None) -> AtHand:
    offence = Offence.OTHER
    if case is not None:
        offence = offence_of(case, [report.reason for report in reports_in(case)])
    return AtHand(
        user=user,
        case=case,
        offence=offence,
        usual=record_of(user).usual_step(offence),
        seen=case_digest(case) if case is not None else "",
        may_hide=request.user.has_perm(HIDE),
        lasts=request.GET.get("lasts", ""),
    )


def _home(user: "User", case: Case | None) -> str:
    """Where one is after the second press: at the queue, or at the player's card."""
    if case is not None:
        return reverse("admin:moderation_queue")
    return reverse("admin:moderation_card", args=[user.username])


def _preview(request: HttpRequest, form: DecisionForm, *, is_told: bool) -> tuple[str, ...] | None:
    """What the decision does, in sentences; None where it is refused.

    The confirmation is bound to the case as it is now. is_told: what has changed or is refused
    has been said already.
    """
    at_hand, decision = form.at_hand, form.decision()
    try:
        decision_check(
            actor=staff_of(request), user=at_hand.user, decision=decision, case=at_hand.case
        )
    except PlatformError as error:
        if not is_told:
            explain(request, error)
        return None
    if not is_told and form.cleaned_data.get("seen", at_hand.seen) != at_hand.seen:
        messages.warning(request, _("The case has changed since you opened it. Look at it again."))
    form.data = _with_seen(request, at_hand.seen)
    return decision_consequences(user=at_hand.user, decision=decision, case=at_hand.case)


def _with_seen(request: HttpRequest, seen: str) -> Any:
    data = request.POST.copy()
    data["seen"] = seen
    return data


def _done(request: HttpRequest, form: DecisionForm) -> bool:
    """Whether the service did it; where not, it says why."""
    at_hand, asked = form.at_hand, form.cleaned_data
    try:
        decision_make(
            actor=staff_of(request),
            user=at_hand.user,
            decision=form.decision(),
            reason=asked["reason"],
            key=asked["key"],
            case_id=at_hand.case.public_id if at_hand.case is not None else "",
            seen=asked.get("seen", ""),
        )
    except PlatformError as error:
        explain(request, error)
        return False
    messages.success(request, _("Done. {what}").format(what=form.button()))
    return True
