"""Words for the templates of the moderation desk."""

from datetime import datetime

from django import template
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from moderation.models import Sanction
from moderation.sanctions import SanctionKind, SanctionState
from moderation.sentences import as_read
from moderation.talk import REFUSALS, talk
from wire.plain import visible
from wire.texts import sentence
from wire.time import now

register = template.Library()


@register.filter
def span(since: datetime, until: datetime) -> str:
    """How long it is between two moments: 40 s, 12 min, 3 h 5 min, 6 d 2 h, 30 days."""
    seconds = max(0, round((until - since).total_seconds()))
    if seconds < 120:
        return _("{seconds} s").format(seconds=seconds)
    hours, minutes = divmod(seconds // 60, 60)
    if not hours:
        return _("{minutes} min").format(minutes=minutes)
    if hours < 48:
        return _("{hours} h {minutes} min").format(hours=hours, minutes=minutes)
    days, hours = divmod(hours, 24)
    if days < 14:
        return _("{days} d {hours} h").format(days=days, hours=hours)
    return ngettext("{days} day", "{days} days", days).format(days=days)


@register.filter(name="visible")
def visible_text(text: str) -> str:
    """What somebody wrote, with every sign that cannot be seen as its number."""
    return visible(text)


@register.filter
def room_name(room: str) -> str:
    """What a room is called at the desk."""
    return talk().room_name(room) if room else ""


@register.filter
def refusal_word(code: str) -> str:
    """Why a line was not said; the code itself where nobody has words for it."""
    return sentence(REFUSALS.get(code, code), {})


@register.filter
def names_in(subject: str) -> list[str]:
    """The names of the players a notice is about, as in `user:alice user:bob`."""
    pairs = (word.partition(":") for word in subject.split())
    return [name for kind, __, name in pairs if kind == "user"]


@register.filter
def ready(text: str) -> str:
    """A text of staff as the player reads it, in the reader's language where it is a ready one."""
    return as_read(text)


@register.filter
def standing(sanction: Sanction) -> str:
    """What is left of a sanction, or what became of it."""
    if sanction.state == SanctionState.LIFTED:
        return str(sanction.get_state_display())
    if sanction.kind == SanctionKind.WARN:
        return _("read") if sanction.is_read else _("not read yet")
    if not sanction.is_in_force:
        return _("over")
    if sanction.is_endless:
        return _("in force, without an end")
    return _("in force, {left} left").format(left=span(now(), sanction.ends_at))
