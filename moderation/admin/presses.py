"""The buttons about somebody: which there are, where they lead, and whose rank they take."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from accounts.ranks import Rank, rank_of
from moderation.cases import CaseKind
from moderation.decisions import LASTS_OF, LASTS_TEXTS, PRESSES, Hides, press_of
from moderation.models import Case
from moderation.policy import Step
from moderation.sanctions import EFFECTS
from moderation.selectors import IMPOSE
from moderation.services import DECIDE
from moderation.services.cases import decide_refusal
from wire.texts import sentence

if TYPE_CHECKING:
    from accounts.models import User

#: Whoever holds it may hide lines of chat.
HIDE = "chat.hide_message"


@dataclass(frozen=True, slots=True, kw_only=True)
class Button:
    """One button. refusal: why it is not his to press, in words; then it leads nowhere."""

    title: str
    address: str
    refusal: str = ""
    is_usual: bool = False


def buttons_about(
    actor: "User", user: "User", *, case: Case | None = None, usual: Step | None = None
) -> tuple[Button, ...]:
    """All that can be done about somebody, or about a case, with the usual step marked."""
    rank = rank_of(actor)
    return tuple(
        Button(
            title=_title(press.title, word),
            address=press_address(key, user, case=case, lasts=word),
            refusal=_rank_refusal(rank, key),
            is_usual=usual is not None and (key, word) == press_of(usual),
        )
        for key, word in _offered(actor, case)
        for press in [PRESSES[key]]
    )


def press_address(key: str, user: "User", *, case: Case | None = None, lasts: str = "") -> str:
    """The page of a press, about a case or about somebody; filled for a length, if there is one."""
    if case is not None:
        address = reverse("admin:moderation_decide", args=[case.public_id, key])
    else:
        address = reverse("admin:moderation_impose", args=[user.username, key])
    return f"{address}?{urlencode({'lasts': lasts})}" if lasts else address


def step_text(step: Step) -> str:
    """A step in a few words: “Mute, 24 hours”."""
    key, word = press_of(step)
    return _title(PRESSES[key].title, word)


def _offered(actor: "User", case: Case | None) -> Iterable[tuple[str, str]]:
    """The keys of presses, each with a length; mutes once for each of theirs."""
    for key, press in PRESSES.items():
        if press.kind is not None:
            if actor.has_perm(IMPOSE):
                words = LASTS_OF[press.kind] if key == "mute" else ("",)
                yield from ((key, word) for word in words)
        elif press.hides != Hides.NOTHING:
            has_line = case is not None and case.kind == CaseKind.LINE
            if actor.has_perm(HIDE) and (press.hides == Hides.HOUR or has_line):
                yield key, ""
        elif case is not None and actor.has_perm(DECIDE):
            yield key, ""


def _rank_refusal(rank: Rank, key: str) -> str:
    kind = PRESSES[key].kind
    if kind is None or rank >= EFFECTS[kind].rank:
        return ""
    return _("{rank} and above may do this.").format(rank=rank_text(EFFECTS[kind].rank))


def press_refusal(actor: "User", user: "User", key: str) -> str:
    """Why this press about somebody is not his, in words, by his rank; "" where it is."""
    if (no := decide_refusal(actor, user)) is not None:
        return sentence(no.text, dict(no.facts))
    return _rank_refusal(rank_of(actor), key)


def rank_text(rank: Rank) -> str:
    """What a rank is called."""
    return {
        Rank.PLAYER: _("Player"),
        Rank.MODERATOR: _("Moderator"),
        Rank.DIRECTOR: _("Director"),
        Rank.OPERATOR: _("Operator"),
        Rank.CHIEF: _("Chief"),
    }[rank]


def _title(title: Promise, word: str) -> str:
    return f"{title}, {LASTS_TEXTS[word]}" if word else str(title)
