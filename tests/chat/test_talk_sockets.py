"""Talk over real sockets: what each page hears, what it may do, and what it is told it may not."""

import asyncio
from datetime import timedelta
from typing import Any

import pytest
from channels.db import database_sync_to_async as in_database
from django.contrib.auth.models import Permission
from django.utils import translation

import chat.consumers
from accounts.models import User
from accounts.ranks import Rank
from accounts.services import rank_give
from chat.consumers import MOST_ROOMS
from chat.models import Message, PersonalMute, RefusedLine, RoomChoice
from chat.rooms import NOT_TO_READ
from chat.selectors import room_wish
from chat.services import message_hide, message_say, message_show, room_set
from moderation.models import Report
from moderation.sanctions import Offence, SanctionKind
from moderation.sentences import REASON_TEXTS
from moderation.services import sanction_impose
from tests.chat.people import ROOM, Halls
from tests.moderation.barring import a_chief
from wire.hub import hub

pytestmark = pytest.mark.django_db(transaction=True)


#: What comes whenever it comes: who is there, and the rows of the lobby.
UNASKED = {"chat.here", "lobby.changed"}


async def opened(page, room: str = ROOM) -> dict:
    """Open a room on a page; the room as it was shown."""
    message_id = await page.send("chat.open", room=room)
    shown = await page.hear("chat.room")
    while (answer := await page.next())["type"] in UNASKED:
        pass
    assert answer["re"] == message_id
    return dict(shown)


async def rest_of(page) -> list[dict]:
    """All that has come to a page until now, without who is there and the rows of the lobby."""
    await page.send("ping")
    messages = []
    while (message := await page.next())["type"] != "pong":
        if message["type"] not in UNASKED:
            messages.append(message)
    return messages


def muted(user: User, moderator: User) -> None:
    """For spam, with the sentence that the desk has ready."""
    moderator.user_permissions.add(Permission.objects.get(codename="impose_sanction"))
    sanction_impose(
        actor=User.objects.get(pk=moderator.pk),
        user=user,
        kind=SanctionKind.MUTE,
        offence=Offence.SPAM,
        text=REASON_TEXTS[Offence.SPAM],
        reason="six lines",
        lasts=timedelta(minutes=15),
        key="once",
    )


# --- rooms ------------------------------------------------------------------------------------


async def test_a_line_is_heard_on_every_page_that_shows_the_room(visit, alice, bob) -> None:
    pages = [await visit(alice), await visit(alice), await visit(bob), await visit()]
    for page in pages:
        await opened(page)
    elsewhere = await visit(bob)
    await opened(elsewhere, "hall:2")
    answer = await pages[0].ask("chat.say", room=ROOM, text="<b>good luck</b>")
    assert answer["type"] == "ack"
    for page in pages[1:]:
        heard = await page.hear("chat.message")
        assert heard["room"] == ROOM
        assert heard["message"]["id"] == answer["seq"]
        assert heard["message"]["text"] == "<b>good luck</b>"
    assert await rest_of(elsewhere) == []


async def test_a_room_is_shown_with_all_there_is_to_know(visit, alice, bob) -> None:
    said = await in_database(message_say)(room=ROOM, user=bob, text="hello")
    shown = await opened(await visit(alice))
    assert [line["id"] for line in shown["messages"]] == [said.pk]
    assert (shown["title"], shown["unread"], shown["read_id"]) == ("Hall 1", 1, 0)
    assert shown["refusal"] is None
    assert not any(shown[mark] for mark in ("has_more", "is_hidden", "is_off", "is_calm"))
    assert not any(shown[right] for right in ("may_moderate", "may_organise"))
    stranger = await opened(await visit())
    assert stranger["refusal"]["code"] == "auth.required"
    assert stranger["unread"] == 0


async def test_a_closed_room_is_heard_no_more_and_may_be_opened_again(visit, alice, bob) -> None:
    page = await visit(alice)
    await opened(page)
    assert (await page.ask("chat.close", room=ROOM))["type"] == "ack"
    assert (await page.ask("chat.close", room=ROOM))["type"] == "ack"
    await in_database(message_say)(room=ROOM, user=bob, text="hello")
    assert await rest_of(page) == []
    assert [line["text"] for line in (await opened(page))["messages"]] == ["hello"]


async def test_a_page_shows_eight_rooms_and_no_more(visit, alice) -> None:
    page = await visit(alice)
    for number in range(MOST_ROOMS):
        await opened(page, f"hall:{number}")
    answer = await page.ask("chat.open", room="hall:99")
    assert (answer["code"], answer["data"]) == ("chat.too_many_rooms", {"limit": MOST_ROOMS})
    await opened(page, "hall:0")
    await page.ask("chat.close", room="hall:0")
    await opened(page, "hall:99")


async def test_whoever_may_not_read_a_room_hears_nothing_of_it(visit, alice, eve) -> None:
    page = await visit(eve)
    for room, code in (
        (ROOM, "auth.forbidden"),
        ("cellar:1", "chat.no_room"),
        ("x", "chat.no_room"),
    ):
        further: dict[str, dict[str, Any]] = {
            "chat.open": {},
            "chat.older": {"before": 9},
            "chat.say": {"text": "psst"},
            "chat.hide": {"is_hidden": True},
        }
        for kind, fields in further.items():
            answer = await page.ask(kind, room=room, **fields)
            assert answer["code"] == code
    await in_database(message_say)(room=ROOM, user=alice, text="between us")
    assert await rest_of(page) == []
    assert list(hub().followers_of(f"talk:{ROOM}")) == []
    assert await in_database(Message.objects.count)() == 1
    assert not await in_database(RefusedLine.objects.exists)()


async def test_whoever_loses_his_rank_hears_no_room_of_staff_any_more(visit, alice, dora) -> None:
    page = await visit(dora)
    await opened(page)
    chief = await in_database(a_chief)()
    await in_database(rank_give)(actor=chief, user=dora, rank=Rank.PLAYER, reason="has left us")
    assert (await page.socket.receive_output(timeout=30))["type"] == "websocket.close"
    await in_database(message_say)(room=ROOM, user=alice, text="between us")
    assert list(hub().followers_of(f"talk:{ROOM}")) == []


async def test_what_is_said_while_a_room_is_read_comes_after_it(
    visit, alice, bob, monkeypatch
) -> None:
    real = chat.consumers.room_view

    def read_slowly(room, user):
        view = real(room, user)
        message_say(room=ROOM, user=bob, text="just now")
        return view

    monkeypatch.setattr(chat.consumers, "room_view", read_slowly)
    page = await visit(alice)
    shown = await opened_with_line(page)
    assert shown == (["chat.room", "chat.message", "ack"], [])


async def opened_with_line(page) -> tuple[list[str], list[str]]:
    """The types of what comes when a room is opened, and the lines the room itself has."""
    await page.send("chat.open", room=ROOM)
    messages = await rest_of(page)
    room = next(message for message in messages if message["type"] == "chat.room")
    return [message["type"] for message in messages], [line["text"] for line in room["messages"]]


async def test_a_page_that_may_have_missed_lines_is_shown_the_room_again(
    visit, alice, bob, monkeypatch
) -> None:
    monkeypatch.setattr(chat.consumers, "MEND_WITHIN_S", 0)
    page = await visit(alice)
    await opened(page)
    for follower in hub().followers_of(f"talk:{ROOM}"):
        follower.stream_broken(f"talk:{ROOM}")
    assert (await page.hear("chat.room"))["room"] == ROOM
    await in_database(message_say)(room=ROOM, user=bob, text="hello")
    assert (await page.hear("chat.message"))["message"]["text"] == "hello"


async def test_a_page_that_lost_its_right_is_not_shown_the_room_again(
    visit, alice, bob, monkeypatch
) -> None:
    monkeypatch.setattr(chat.consumers, "MEND_WITHIN_S", 0)
    page = await visit(alice)
    await opened(page)
    monkeypatch.setattr(Halls, "read_refusal", lambda *_asked: NOT_TO_READ)
    left, unfollow = asyncio.Event(), hub().unfollow

    def unfollow_and_say_so(stream, follower) -> None:
        unfollow(stream, follower)
        left.set()

    monkeypatch.setattr(hub(), "unfollow", unfollow_and_say_so)
    for follower in list(hub().followers_of(f"talk:{ROOM}")):
        follower.stream_broken(f"talk:{ROOM}")
    await left.wait()
    assert not hub().followers_of(f"talk:{ROOM}")
    await in_database(message_say)(room=ROOM, user=bob, text="hello")
    assert await rest_of(page) == []


# --- speaking ---------------------------------------------------------------------------------


async def test_a_refusal_goes_to_the_speaker_alone_in_his_language(visit, alice, bob) -> None:
    speaker, reader = await visit(alice), await visit(bob)
    for page in (speaker, reader):
        await opened(page)
    for text, code in ((" \n\t", "chat.empty"), ("x" * 10_000, "chat.too_long")):
        answer = await speaker.ask("chat.say", room=ROOM, text=text)
        assert answer["code"] == code
        assert answer["message"]
    assert await rest_of(reader) == []
    assert await in_database(Message.objects.count)() == 0


async def test_why_one_is_muted_is_said_in_ones_own_language(
    visit, alice, dora, monkeypatch
) -> None:
    """A ready sentence of staff, which is stored in English."""
    monkeypatch.setattr(
        "moderation.sentences.gettext", lambda text: f"{translation.get_language()}: {text}"
    )
    page = await visit(alice, language="et")
    await in_database(muted)(alice, dora)
    shown = await opened(page)
    answer = await page.ask("chat.say", room=ROOM, text="hello")
    for refusal in (shown["refusal"], answer):
        assert refusal["code"] == "chat.muted"
        assert refusal["data"]["reason"] == f"et: {REASON_TEXTS[Offence.SPAM]}"


async def test_bad_frames_are_coded_and_nothing_is_stored(visit, alice) -> None:
    page = await visit(alice)
    for fields, code in (
        ({"room": ROOM, "text": "nul \0 byte"}, "request.malformed"),
        ({"room": ROOM, "text": 7}, "request.malformed"),
        ({"room": ROOM, "text": "x", "reply_to": -1}, "request.malformed"),
        ({"room": ROOM, "text": "x", "is_staff": True}, "request.malformed"),
        ({"room": "r" * 61, "text": "x"}, "request.malformed"),
        ({"room": ROOM, "text": "x", "reply_to": 10**12}, "chat.no_line"),
        ({"room": ROOM, "text": "x" * 17_000}, "request.too_large"),
    ):
        await page.send("chat.say", **fields)
        assert (await page.hear("error"))["code"] == code
    assert await in_database(Message.objects.count)() == 0
    assert await in_database(RefusedLine.objects.count)() == 0


async def test_fifty_lines_in_a_second_are_said_five_times(visit, alice, bob) -> None:
    page, reader = await visit(alice), await visit(bob)
    await opened(reader)
    for number in range(50):
        await page.send("chat.say", room=ROOM, text=f"{'abcdefghij'[number % 10] * 3} {number}")
    answers = [message for message in await rest_of(page) if "re" in message]
    codes = [answer.get("code", answer["type"]) for answer in answers]
    assert set(codes) <= {"ack", "chat.flood", "request.too_fast", "chat.not_english"}
    assert codes.count("ack") <= 5
    heard = [message for message in await rest_of(reader) if message["type"] == "chat.message"]
    assert len(heard) == codes.count("ack")
    assert await in_database(RefusedLine.objects.count)() <= 20


async def test_strangers_read_and_do_nothing(visit) -> None:
    page = await visit()
    await opened(page)
    wishes: dict[str, dict[str, Any]] = {
        "chat.say": {"room": ROOM, "text": "hello"},
        "chat.phrase": {"room": ROOM, "phrase": "hello"},
        "chat.read": {"room": ROOM, "message": 1},
        "chat.report": {"player": "alice", "reason": "spam"},
        "chat.mute": {"player": "alice", "is_muted": True},
        "chat.hide": {"room": ROOM, "is_hidden": True},
        "chat.switch": {"is_off": True},
    }
    for kind, fields in wishes.items():
        assert (await page.ask(kind, **fields))["code"] == "auth.required"


async def test_a_quick_phrase_is_heard_by_its_key(visit, alice, bob) -> None:
    page, reader = await visit(alice), await visit(bob)
    await opened(reader)
    answer = await page.ask("chat.phrase", room=ROOM, phrase="good_luck")
    heard = (await reader.hear("chat.message"))["message"]
    assert (heard["id"], heard["phrase"]) == (answer["seq"], "good_luck")


async def test_a_line_is_reported_with_what_stood_around_it(visit, alice, bob) -> None:
    said = [
        (await in_database(message_say)(room=ROOM, user=user, text=text)).pk
        for user, text in ((alice, "hello"), (bob, "you are so slow"), (alice, "be nice"))
    ]
    line_id = said[1]
    page = await visit(alice)
    assert (await page.ask("chat.report", message=line_id, reason="offensive"))["type"] == "ack"
    report = await in_database(Report.objects.select_related("case__about").get)()
    assert (report.case.subject, report.case.about) == (f"line:{line_id}", bob)
    texts = [line["text"] for line in report.case.context["lines"]]
    assert texts == ["hello", "you are so slow", "be nice"]
    again = await page.ask("chat.report", message=line_id, reason="offensive")
    assert again["code"] == "report.twice"
    own = await page.ask("chat.report", message=said[0], reason="spam")
    assert own["code"] == "report.self"
    assert (await page.ask("chat.report", message=10**12, reason="spam"))["code"] == "chat.no_line"
    assert (await page.ask("chat.report", player="bob", reason="unfair"))["type"] == "ack"


# --- staff --------------------------------------------------------------------------------------


async def test_staff_take_a_line_away_and_bring_it_back_on_open_pages(
    visit, alice, bob, dora
) -> None:
    pages = [await visit(alice), await visit(bob)]
    for page in pages:
        await opened(page)
    line_id = (await pages[0].ask("chat.say", room=ROOM, text="hello"))["seq"]
    await in_database(message_hide)(actor=dora, message_pk=line_id, reason="rude")
    for page in pages:
        assert (await page.hear("chat.hidden"))["ids"] == [line_id]
    await in_database(message_show)(actor=dora, message_pk=line_id, reason="a quotation")
    for page in pages:
        assert (await page.hear("chat.shown"))["message"]["id"] == line_id


async def test_everybody_in_a_room_sees_that_it_is_slow_or_calm(visit, alice, dora) -> None:
    page, desk = await visit(alice), await visit(dora)
    await opened(page)
    assert (await opened(desk))["may_moderate"]
    await in_database(room_set)(actor=dora, room=ROOM, slow_s=30, is_calm=True, reason="quarrel")
    state = await page.hear("chat.state")
    assert (state["room"], state["slow_s"], state["is_calm"]) == (ROOM, 30, True)
    assert (await page.ask("chat.say", room=ROOM, text="but why"))["code"] == "chat.calm"
    shown = await opened(page)
    assert (shown["slow_s"], shown["is_calm"]) == (30, True)


# --- choices ------------------------------------------------------------------------------------


async def test_a_choice_is_told_to_ones_other_pages_and_to_nobody_else(visit, alice, bob) -> None:
    page, other, his = await visit(alice), await visit(alice), await visit(bob)
    for kind, fields, told in (
        ("chat.mute", {"player": "bob", "is_muted": True}, {"muted": ["bob"]}),
        ("chat.hide", {"room": ROOM, "is_hidden": True}, {"hidden": [ROOM]}),
        ("chat.switch", {"is_off": True}, {"is_off": True}),
    ):
        assert (await page.ask(kind, **fields))["type"] == "ack"
        assert await other.hear("chat.choice") == {"type": "chat.choice", **told}
    assert await rest_of(his) == []
    assert await in_database(PersonalMute.objects.count)() == 1


async def test_what_was_read_is_kept_once_and_survives_the_page(
    visit, alice, bob, monkeypatch
) -> None:
    said = [
        (await in_database(message_say)(room=ROOM, user=bob, text=text)).pk
        for text in ("hello", "anybody here?", "well then")
    ]
    page, other = await visit(alice), await visit(alice)
    answer = await page.ask("chat.read", room=ROOM, message=said[0])
    assert answer["code"] == "chat.no_room"  # it is not open here
    await opened(page)
    for line_id in (said[1], said[0]):
        assert (await page.ask("chat.read", room=ROOM, message=line_id))["type"] == "ack"
    assert not await in_database(RoomChoice.objects.exists)()
    await page.close()
    assert (await other.hear("chat.choice"))["read"] == {ROOM: said[1]}
    shown = await opened(other)
    assert (shown["read_id"], shown["unread"]) == (said[1], 1)
    monkeypatch.setattr(chat.consumers, "MARKS_PAUSE_S", 0)
    await other.ask("chat.read", room=ROOM, message=said[2])
    assert (await other.hear("chat.choice"))["read"] == {ROOM: said[2]}
    assert (await in_database(room_wish)(ROOM, alice)).read_id == said[2]


async def test_older_lines_come_page_by_page(visit, alice, bob, monkeypatch) -> None:
    for number in range(3):
        await in_database(message_say)(room=ROOM, user=bob, text=f"roll {number} is a good one")
    page = await visit(alice)
    last = (await opened(page))["messages"][-1]
    await page.send("chat.older", room=ROOM, before=last["id"])
    older = await page.hear("chat.older")
    assert [line["id"] for line in older["messages"]] == [last["id"] - 2, last["id"] - 1]
    assert older["has_more"] is False
