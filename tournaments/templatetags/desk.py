"""Words and addresses of rulings for the templates of the director's desk."""

from datetime import datetime

from django import template
from django.utils.translation import gettext

from tournaments.admin.desk import rule_url
from tournaments.admin.order_forms import FORMS
from tournaments.models import Entry, Pairing, Tournament
from tournaments.selectors.desk import Evidence, ProblemKind
from wire.texts import sentence

register = template.Library()


def _(text: str) -> str:
    """Mark a heading for the catalogue; it becomes a language where it is shown."""
    return text


HEADINGS = {
    ProblemKind.OVERDUE: _("The house is late"),
    ProblemKind.APPEAL: _("Appeal"),
    ProblemKind.STUCK: _("Stands still"),
    ProblemKind.ABSENT: _("Has not come"),
    ProblemKind.DISCONNECTED: _("Lost the connection"),
    ProblemKind.AT_RISK: _("May not start"),
    ProblemKind.NO_RESULT: _("Tie: played again"),
    ProblemKind.HELD: _("Held by staff"),
}


@register.filter
def lasting(since: datetime, until: datetime) -> str:
    """How long it is from one moment to another: 40 s, 12 min, 3 h 5 min."""
    seconds = max(0, round((until - since).total_seconds()))
    if seconds < 120:
        return gettext("{seconds} s").format(seconds=seconds)
    hours, minutes = divmod(seconds // 60, 60)
    if not hours:
        return gettext("{minutes} min").format(minutes=minutes)
    return gettext("{hours} h {minutes} min").format(hours=hours, minutes=minutes)


@register.simple_tag
def problem_heading(kind: ProblemKind) -> str:
    """What is the matter, in a word or three."""
    return sentence(HEADINGS[kind], {})


@register.simple_tag
def evidence_text(evidence: Evidence) -> str:
    """A fact about a problem, in the reader's language."""
    return sentence(evidence.text, evidence.facts)


@register.simple_tag
def order_title(order: str) -> str:
    """What a ruling is called."""
    return str(FORMS[order].title)


@register.simple_tag
def order_url(event: Tournament, order: str, subject: Pairing | Entry | None = None) -> str:
    """The page of a ruling, about the whole event, a pairing or an entry."""
    if isinstance(subject, Pairing):
        return rule_url(event.public_id, order, round=subject.round, slot=subject.slot)
    if isinstance(subject, Entry):
        return rule_url(event.public_id, order, entry=subject.number)
    return rule_url(event.public_id, order)
