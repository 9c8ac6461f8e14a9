"""Staff take lines away: from whom, with what reason, and what the staff log says of it."""

import pytest

from accounts.models import StaffAction, User
from chat.models import Message
from chat.services import lines_hide, message_hide, message_say, message_show
from tests.chat.people import ROOM, a_moderator, lines_in
from tests.factories import a_user
from wire.errors import Forbidden, NotFound, Refused
from wire.time import now_ms

pytestmark = pytest.mark.usefixtures("clock")


@pytest.fixture
def line(alice: User) -> Message:
    """What Alice has said."""
    return message_say(room=ROOM, user=alice, text="hello")


def test_a_hidden_line_is_taken_from_open_pages_and_from_history(line, dora, told) -> None:
    with told() as messages:
        message_hide(actor=dora, message_pk=line.pk, reason="rude")
    hidden = {"type": "chat.hidden", "room": ROOM, "ids": [line.pk]}
    assert messages == [(f"talk:{ROOM}", hidden)]
    assert lines_in(ROOM) == []
    assert Message.objects.get().text == "hello"


def test_a_line_that_is_shown_again_comes_back_as_it_was(line, dora, told) -> None:
    before = lines_in(ROOM)
    message_hide(actor=dora, message_pk=line.pk, reason="rude")
    with told() as messages:
        message_show(actor=dora, message_pk=line.pk, reason="it was a quotation")
    assert messages == [
        (f"talk:{ROOM}", {"type": "chat.shown", "room": ROOM, "message": before[0]})
    ]
    assert lines_in(ROOM) == before


def test_staff_bring_no_line_of_their_own_back(dora) -> None:
    own = message_say(room=ROOM, user=dora, text="hello")
    message_hide(actor=a_moderator("frank"), message_pk=own.pk, reason="rude")
    with pytest.raises(Refused, match=r"staff\.self"):
        message_show(actor=dora, message_pk=own.pk, reason="it was not")
    assert lines_in(ROOM) == []
    assert StaffAction.objects.count() == 1


def test_the_staff_log_has_before_and_after(line, dora) -> None:
    message_hide(actor=dora, message_pk=line.pk, reason="rude")
    message_show(actor=dora, message_pk=line.pk, reason="a quotation")
    acts = StaffAction.objects.order_by("pk")
    assert [(act.act, act.subject, act.reason) for act in acts] == [
        ("line.hide", "user:alice", "rude"),
        ("line.show", "user:alice", "a quotation"),
    ]
    assert acts[0].details == {
        "before": {"is_hidden": False},
        "after": {"is_hidden": True},
        "line": line.pk,
        "room": ROOM,
        "text": "hello",
    }


def test_hiding_twice_is_hiding_once(line, dora, told) -> None:
    message_hide(actor=dora, message_pk=line.pk, reason="rude")
    with told() as messages:
        message_hide(actor=dora, message_pk=line.pk, reason="rude again")
    assert (messages, StaffAction.objects.count()) == ([], 1)
    message_show(actor=dora, message_pk=line.pk, reason="a quotation")
    message_show(actor=dora, message_pk=line.pk, reason="a quotation")
    assert StaffAction.objects.count() == 2


def test_nobody_hides_without_the_right_and_a_reason(line, alice, dora) -> None:
    for actor in (alice, a_user("frank", is_staff=True)):
        for service in (message_hide, message_show):
            with pytest.raises(Forbidden, match=r"auth.forbidden"):
                service(actor=actor, message_pk=line.pk, reason="rude")
        with pytest.raises(Forbidden, match=r"auth.forbidden"):
            lines_hide(actor=actor, user=alice, since_ms=0, reason="rude")
    with pytest.raises(Refused, match=r"staff.reason"):
        message_hide(actor=dora, message_pk=line.pk, reason=" ")
    with pytest.raises(NotFound, match=r"chat.no_line"):
        message_hide(actor=dora, message_pk=line.pk + 1, reason="rude")
    assert len(lines_in(ROOM)) == 1


def test_all_lines_of_a_person_go_at_once_from_every_room(alice, bob, dora, clock, told) -> None:
    message_say(room=ROOM, user=alice, text="long ago")
    clock.pass_s(60)
    since_ms = now_ms()
    said = [
        message_say(room=room, user=alice, text=text).pk
        for room, text in ((ROOM, "you are bad"), ("hall:2", "so bad"), (ROOM, "really bad"))
    ]
    message_say(room=ROOM, user=bob, text="please stop")
    with told() as messages:
        count = lines_hide(actor=dora, user=alice, since_ms=since_ms, reason="insults")
    assert count == 3
    assert {(stream, tuple(message["ids"])) for stream, message in messages} == {
        (f"talk:{ROOM}", (said[0], said[2])),
        ("talk:hall:2", (said[1],)),
    }
    assert [line["text"] for line in lines_in(ROOM)] == ["long ago", "please stop"]
    assert lines_in("hall:2") == []
    act = StaffAction.objects.get()
    assert (act.act, act.details["lines"]) == ("lines.hide", sorted(said))
    assert lines_hide(actor=dora, user=alice, since_ms=since_ms, reason="insults") == 0
    assert StaffAction.objects.count() == 1
