"""Staff of every rank, lines that were said, and the pages of the desk as their browser asks."""

from typing import Any

from django.contrib.auth.models import Group
from django.test import Client
from django.utils.html import escape

from accounts.models import User
from chat.models import Message
from moderation.models import Case, Report
from moderation.services import report_open
from tests.factories import a_user
from wire.time import now_ms

ROOM = "lobby:main"
REASON = "I have read what was said."


def staff(name: str, group: str = "moderator") -> User:
    """Somebody of the staff, in the group that a migration made."""
    member = a_user(name, is_staff=True)
    member.groups.set(Group.objects.filter(name=group))
    return member


def a_line(user: User, text: str = "go home, loser", *, room: str = ROOM) -> Message:
    """A line as it stands in a room, whatever the filters of the day would say of it."""
    return Message.objects.create(room=room, user=user, text=text, at_ms=now_ms())


def reported(line: Message, reporter: User, reason: str = "offensive", note: str = "") -> Report:
    """Somebody reports a line."""
    return report_open(reporter=reporter, subject=f"line:{line.pk}", reason=reason, note=note)


class Desk:
    """The desk in the browser of one of the staff."""

    def __init__(self, member: User) -> None:
        self.client = Client()
        self.client.force_login(member)

    def page(self, address: str, **asked: Any) -> str:
        """A page of the desk, below /admin/moderation/."""
        answer = self.client.get(f"/admin/moderation/{address}", asked)
        assert answer.status_code == 200, answer
        return answer.content.decode()

    def form(self, address: str, **asked: Any) -> dict[str, Any]:
        """What the form of a press is filled with."""
        answer = self.client.get(f"/admin/moderation/{address}", asked)
        form = answer.context["form"]
        filled = {name: form[name].value() for name in form.fields}
        return {name: value for name, value in filled.items() if value is not None}

    def send(self, address: str, fields: dict[str, Any], **more: Any) -> Any:
        """Send a form; the answer, with the page it leads to."""
        return self.client.post(f"/admin/moderation/{address}", {**fields, **more}, follow=True)

    def press(self, address: str, **changed: Any) -> str:
        """Both presses: the form as it is filled with these changes, and its confirmation."""
        lasts = {"lasts": changed["lasts"]} if "lasts" in changed else {}
        fields = {**self.form(address, **lasts), "reason": REASON, **changed}
        shown = self.send(address, fields)
        form = shown.context["form"]
        assert shown.context["preview"] is not None, shown.content.decode()
        fields = {name: form[name].value() for name in form.fields}
        return str(self.send(address, fields, confirmed="yes").content.decode())


def place(case: Case, press: str = "") -> str:
    """Where a case, or a press about it, is."""
    return f"case/at/{case.public_id}/" + (f"{press}/" if press else "")


def has(page: str, text: str) -> bool:
    """Whether a page says this."""
    return escape(text) in page or text in page
