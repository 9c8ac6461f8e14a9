"""What can be reported. A floor above registers what it keeps, in `AppConfig.ready()`.

A subject is written `<word>:<ref>`, as in `line:123` or `user:alice`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, Protocol

from django.utils.translation import gettext_noop as _

from accounts.selectors import account_by_name
from moderation.cases import CaseKind
from moderation.talk import talk
from wire.errors import NotFound, Refused
from wire.plain import plain_row

if TYPE_CHECKING:
    from accounts.models import User

#: By the word a subject begins with: what a case about it is.
_KINDS: Final[Mapping[str, CaseKind]] = {"line": CaseKind.LINE, "user": CaseKind.PLAYER}


@dataclass(frozen=True, slots=True, kw_only=True)
class SubjectFacts:
    """What a case keeps of its subject. about: who would answer for it. ref: the subject's own
    spelling of itself, "" where it was asked for in the right one. room: where it happened, ""
    for nowhere. context: plain data, frozen with the case; of a line `{"line": its id, "lines":
    [{"id", "name", "text", "at_ms"}, …]}`, of a player `{"name", "profile", "lines": [{"text",
    "at_ms", "room", "code", "evidence"}, …]}`, `code` being why a line was refused, "" if it was
    not.
    """

    about: "User"
    ref: str = ""
    room: str = ""
    context: Mapping[str, Any] = field(default_factory=dict)


class Subject(Protocol):
    """One kind of thing that can be reported."""

    def facts(self, ref: str, reporter: "User") -> SubjectFacts:
        """What it is now.

        Raises NotFound where there is none, Forbidden where the reporter may not see it.
        """
        ...

    def hide(self, ref: str, actor: "User", reason: str) -> None:
        """Take it away from everybody but staff. Twice is once.

        Raises Forbidden `auth.forbidden` for whoever may not, Refused `report.not_hidden` where
        there is nothing to hide.
        """
        ...


_subjects: dict[str, Subject] = {}


def register_subject(word: str, subject: Subject) -> None:
    """Make `<word>:<ref>` something that can be reported."""
    _subjects[word] = subject


def subject_named(subject: str) -> tuple[CaseKind, Subject, str]:
    """What kind of case it makes, who knows about it, and its ref.

    Raises NotFound `report.unknown` for a word nobody registered.
    """
    word, __, ref = subject.partition(":")
    if word not in _subjects or word not in _KINDS or not ref or "\0" in ref:
        raise NotFound("report.unknown", _("There is nothing like that to report."))
    return _KINDS[word], _subjects[word], ref


#: So many lines of a player are kept when he is reported as a whole.
LINES_KEPT: Final = 15


class PlayerSubject:
    """A player as a whole: his name, his profile, how he plays, what he has said last."""

    def facts(self, ref: str, reporter: "User") -> SubjectFacts:
        """The player of this name, and his latest lines in any room: only staff read them."""
        player = account_by_name(ref)
        latest = talk().latest_lines(player, most=LINES_KEPT)
        context = {
            "name": player.username,
            "profile": plain_row(player.about, most=200),
            "lines": [line.frozen() for line in reversed(latest)],
        }
        return SubjectFacts(about=player, ref=player.username, context=context)

    def hide(self, ref: str, actor: "User", reason: str) -> None:
        """Nobody is hidden."""
        raise Refused("report.not_hidden", _("Only lines of chat can be hidden."))
