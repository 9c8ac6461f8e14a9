"""How somebody wants his talk: mutes of his own, hidden rooms, no chat, marks of what he read."""

import pytest

from accounts.services import player_block, player_unblock, user_close
from chat.models import RoomChoice
from chat.selectors import (
    hidden_rooms,
    is_talk_off,
    muted_by,
    older_page,
    room_page,
    room_view,
    room_wish,
)
from chat.services import marks_keep, message_say, mute_set, room_hide, talk_switch
from tests.chat.people import ROOM
from tests.factories import a_user
from wire.errors import Forbidden, NotFound, Refused
from wire.publish import user_stream

pytestmark = pytest.mark.usefixtures("clock")


def names_read_by(user) -> list[str]:
    return [line["name"] for line in room_view(ROOM, user).page.lines]


# --- mutes -------------------------------------------------------------------------------------


def test_whom_one_mutes_one_does_not_read_and_nobody_else_notices(alice, bob, told) -> None:
    carol = a_user("carol")
    for user, text in ((bob, "hello"), (carol, "good evening")):
        message_say(room=ROOM, user=user, text=text)
    with told() as messages:
        mute_set(user=alice, name="BOB", is_muted=True)
    choice = {"type": "chat.choice", "muted": ["bob"]}
    assert messages == [(user_stream(alice.pk), choice)]
    assert names_read_by(alice) == ["carol"]
    assert names_read_by(carol) == ["bob", "carol"]
    assert room_view(ROOM, alice).muted == ("bob",)
    mute_set(user=alice, name="bob", is_muted=False)
    assert names_read_by(alice) == ["bob", "carol"]


def test_a_block_counts_as_a_mute_for_who_made_it(alice, bob) -> None:
    message_say(room=ROOM, user=bob, text="hello")
    message_say(room=ROOM, user=alice, text="good evening")
    player_block(user=alice, blocked=bob)
    assert (names_read_by(alice), names_read_by(bob)) == (["alice"], ["bob", "alice"])
    assert muted_by(alice) == {bob.pk: "bob"}
    player_unblock(user=alice, blocked=bob)
    assert muted_by(alice) == {}


def test_nobody_mutes_himself_nobody_or_too_many(alice, monkeypatch) -> None:
    with pytest.raises(Refused, match=r"chat.mute_self"):
        mute_set(user=alice, name="alice", is_muted=True)
    with pytest.raises(NotFound, match=r"account.not_found"):
        mute_set(user=alice, name="nobody", is_muted=True)
    monkeypatch.setattr("chat.services.choosing.MOST_MUTES", 1)
    others = [a_user().username for _ in range(2)]
    mute_set(user=alice, name=others[0], is_muted=True)
    mute_set(user=alice, name=others[0], is_muted=True)
    with pytest.raises(Refused, match=r"chat.too_many_mutes"):
        mute_set(user=alice, name=others[1], is_muted=True)


# --- rooms, all chat ---------------------------------------------------------------------------


def test_a_room_is_hidden_and_brought_back(alice, told) -> None:
    with told() as messages:
        room_hide(user=alice, room=ROOM, is_hidden=True)
        room_hide(user=alice, room=ROOM, is_hidden=True)
    assert messages[0][1] == {"type": "chat.choice", "hidden": [ROOM]}
    assert room_view(ROOM, alice).is_hidden
    assert hidden_rooms(alice) == (ROOM,)
    room_hide(user=alice, room=ROOM, is_hidden=False)
    assert hidden_rooms(alice) == ()


def test_no_row_is_made_for_a_room_that_is_forged_or_forbidden(alice, eve) -> None:
    for room in ("cellar:1", "hall:x", "hall"):
        with pytest.raises(NotFound, match=r"chat.no_room"):
            room_hide(user=alice, room=room, is_hidden=True)
    with pytest.raises(Forbidden, match=r"auth.forbidden"):
        room_hide(user=eve, room=ROOM, is_hidden=True)
    assert not RoomChoice.objects.exists()


def test_all_chat_is_switched_off_and_on(alice, told) -> None:
    assert not is_talk_off(alice)
    with told() as messages:
        talk_switch(user=alice, is_off=True)
    assert messages == [(user_stream(alice.pk), {"type": "chat.choice", "is_off": True})]
    assert room_view(ROOM, alice).is_off
    talk_switch(user=alice, is_off=False)
    assert not is_talk_off(alice)


# --- what was read -----------------------------------------------------------------------------


def test_lines_of_others_are_unread_until_a_mark_says_otherwise(alice, bob, told) -> None:
    lines = [
        message_say(room=ROOM, user=user, text=text)
        for user, text in ((bob, "hello"), (alice, "good evening"), (bob, "shall we play?"))
    ]
    assert room_view(ROOM, alice).unread == 2
    with told() as messages:
        marks_keep(user=alice, marks={ROOM: lines[0].pk})
    choice = {"type": "chat.choice", "read": {ROOM: lines[0].pk}}
    assert messages == [(user_stream(alice.pk), choice)]
    view = room_view(ROOM, alice)
    assert (view.unread, view.read_id) == (1, lines[0].pk)
    marks_keep(user=alice, marks={ROOM: lines[2].pk})
    assert room_view(ROOM, alice).unread == 0


def test_a_mark_never_goes_back_nor_beyond_the_last_line(alice, bob) -> None:
    lines = [message_say(room=ROOM, user=bob, text=text).pk for text in ("hello", "anybody here?")]
    message_say(room="hall:2", user=bob, text="or here?")
    for line_id in (10**15, lines[0]):
        marks_keep(user=alice, marks={ROOM: line_id, "hall:9": 4, "cellar:1": 4})
    assert room_wish(ROOM, alice).read_id == lines[1]
    assert RoomChoice.objects.count() == 1
    message_say(room=ROOM, user=bob, text="good night")
    assert room_view(ROOM, alice).unread == 1


def test_the_muted_and_strangers_leave_no_unread_lines(alice, bob) -> None:
    message_say(room=ROOM, user=bob, text="hello")
    mute_set(user=alice, name="bob", is_muted=True)
    assert room_view(ROOM, alice).unread == 0
    assert room_view(ROOM, None).unread == 0


def test_nothing_of_it_outlives_an_account(alice, bob) -> None:
    message_say(room=ROOM, user=bob, text="hello")
    mute_set(user=alice, name="bob", is_muted=True)
    mute_set(user=bob, name="alice", is_muted=True)
    room_hide(user=alice, room=ROOM, is_hidden=True)
    talk_switch(user=alice, is_off=True)
    user_close(user=alice, typed_name="alice")
    assert (muted_by(alice), muted_by(bob), hidden_rooms(alice)) == ({}, {}, ())
    assert not is_talk_off(alice)


# --- pages -------------------------------------------------------------------------------------


def test_history_goes_back_page_by_page(alice, bob, clock) -> None:
    for number in range(5):
        clock.pass_s(61)
        message_say(room=ROOM, user=bob if number % 2 else alice, text=f"roll {number}")
    page = room_page(ROOM, most=2)
    assert ([line["text"] for line in page.lines], page.has_more) == (["roll 3", "roll 4"], True)
    page = room_page(ROOM, most=3, before=page.lines[0]["id"])
    assert [line["text"] for line in page.lines] == ["roll 0", "roll 1", "roll 2"]
    assert not page.has_more
    mute_set(user=alice, name="bob", is_muted=True)
    older = older_page(ROOM, alice, page.lines[-1]["id"])
    assert [line["text"] for line in older.lines] == ["roll 0"]


def test_opening_a_room_costs_the_same_however_many_have_spoken_there(
    alice, bob, dora, django_assert_num_queries, django_assert_max_num_queries
) -> None:
    message_say(room="hall:7", user=bob, text="hello")
    with django_assert_max_num_queries(14) as one_speaker:
        room_view("hall:7", alice)
    for number in range(5):
        message_say(room="hall:7", user=a_user(), text=f"good evening {number}")
    with django_assert_num_queries(len(one_speaker)):
        room_view("hall:7", alice)
