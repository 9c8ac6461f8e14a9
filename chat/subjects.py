"""A line of chat as something that can be reported."""

from typing import TYPE_CHECKING

from chat.rooms import reads_everything
from chat.selectors import line_by_id, line_context, no_line, reading_check
from chat.services import message_hide
from moderation.subjects import SubjectFacts

if TYPE_CHECKING:
    from accounts.models import User


class LineSubject:
    """`line:<id>`: one line, with the talk around it as it was when it was first reported."""

    def facts(self, ref: str, reporter: "User") -> SubjectFacts:
        """The line, its author, and what stood around it.

        Raises NotFound `chat.no_line`, Forbidden for a room the reporter may not read.
        """
        line = line_by_id(ref)
        reading_check(line.room, reporter)
        if line.is_hidden and not reads_everything(reporter):
            raise no_line()
        context = {"line": line.pk, "lines": list(line_context(line))}
        return SubjectFacts(about=line.user, ref=str(line.pk), room=line.room, context=context)

    def hide(self, ref: str, actor: "User", reason: str) -> None:
        """Take the line away from everybody but staff."""
        message_hide(actor=actor, message_pk=line_by_id(ref).pk, reason=reason)
