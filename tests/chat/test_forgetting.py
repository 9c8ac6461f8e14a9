"""What was said is kept for so long and no longer; what a case has frozen stays with it."""

import pytest

import chat.services.forgetting
from accounts.selectors import account_record
from chat.models import Message, RefusedLine, RoomChoice
from chat.services import lines_forget, marks_keep, message_hide, message_say, mute_set, room_hide
from chat.tasks import forget_talk
from moderation.models import Case
from moderation.services import report_open
from tests.chat.people import ROOM
from wire.errors import Malformed

DAY_S = 24 * 3_600


@pytest.fixture(autouse=True)
def _kept_for_days(settings, clock) -> None:
    settings.HOUSE_CHAT_KEEP_DAYS = 30
    settings.HOUSE_REFUSED_KEEP_DAYS = 10


def test_lines_and_refused_lines_go_when_their_time_is_over(alice, clock) -> None:
    message_say(room=ROOM, user=alice, text="hello")
    with pytest.raises(Malformed):
        message_say(room=ROOM, user=alice, text="ha " * 200)
    clock.pass_s(10 * DAY_S)
    assert lines_forget() == 0
    clock.pass_s(1)
    assert lines_forget() == 1
    assert (Message.objects.count(), RefusedLine.objects.count()) == (1, 0)
    clock.pass_s(20 * DAY_S)
    forget_talk()
    assert Message.objects.count() == 0


def test_it_is_done_in_bites(alice, clock, monkeypatch) -> None:
    monkeypatch.setattr(chat.services.forgetting, "BITE", 2)
    for number in range(5):
        clock.pass_s(61)
        message_say(room=ROOM, user=alice, text=f"roll {number}")
    clock.pass_s(31 * DAY_S)
    assert lines_forget() == 5


def test_a_reply_outlives_what_it_answers(alice, bob, clock) -> None:
    asked = message_say(room=ROOM, user=alice, text="shall we play?")
    clock.pass_s(20 * DAY_S)
    answer = message_say(room=ROOM, user=bob, text="gladly", reply_to=asked.pk)
    clock.pass_s(11 * DAY_S)
    lines_forget()
    answer.refresh_from_db()
    assert answer.reply_to is None


def test_marks_in_rooms_without_lines_go_and_hidden_rooms_stay(alice, bob, clock) -> None:
    for room in (ROOM, "hall:2"):
        said = message_say(room=room, user=bob, text=f"hello in {room}")
        marks_keep(user=alice, marks={room: said.pk})
    room_hide(user=alice, room="hall:2", is_hidden=True)
    clock.pass_s(31 * DAY_S)
    lines_forget()
    assert list(RoomChoice.objects.values_list("room", flat=True)) == ["hall:2"]


def test_what_a_case_has_frozen_stays(alice, bob, clock) -> None:
    said = message_say(room=ROOM, user=bob, text="you are so slow")
    report_open(reporter=alice, subject=f"line:{said.pk}", reason="offensive")
    clock.pass_s(31 * DAY_S)
    lines_forget()
    assert Message.objects.count() == 0
    assert Case.objects.get().context["lines"][0]["text"] == "you are so slow"


def test_a_player_takes_along_what_he_said_what_was_refused_and_what_he_chose(
    alice, bob, dora
) -> None:
    said = message_say(room=ROOM, user=alice, text="hello")
    message_hide(actor=dora, message_pk=said.pk, reason="rude")
    with pytest.raises(Malformed):
        message_say(room=ROOM, user=alice, text="ha " * 200)
    mute_set(user=alice, name="bob", is_muted=True)
    room_hide(user=alice, room="hall:2", is_hidden=True)
    talk = account_record(alice)["talk"]
    assert [(line["text"], line["hidden"]) for line in talk["lines"]] == [("hello", True)]
    assert [line["code"] for line in talk["refused"]] == ["chat.too_long"]
    assert (talk["muted"], talk["hidden_rooms"], talk["off"]) == (["bob"], ["hall:2"], False)
