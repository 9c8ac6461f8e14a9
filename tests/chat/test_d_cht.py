"""Failure cases of talk over sockets: disguised words, lines that come back, markup."""

import json
from datetime import timedelta
from typing import Any

import pytest
from channels.db import database_sync_to_async as in_database
from django.contrib.auth.models import Permission
from django.test import Client

from accounts.models import User
from chat.models import Message, RefusedLine
from chat.services import lines_hide, message_say
from matches.models import Match
from moderation.sanctions import Offence, SanctionKind
from moderation.services import sanction_impose
from tests.factories import a_user
from tests.matches.builders import a_match, a_noting_owner
from tests.tournaments.sockets import Page
from wire.errors import Forbidden
from wire.time import now_ms

pytestmark = pytest.mark.django_db(transaction=True)

LOBBY = "lobby:main"

INVISIBLE = "\u200b\u200d\u00ad\u2060\ufeff\u034f\u200e"
FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
ESTONIA = "\U0001f1ea\U0001f1ea"
PERSIAN = "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645 \u0628\u0627\u0632\u06cc"


async def opened(page: Page, room: str) -> dict[str, Any]:
    """The room as it is shown to a page that opens it."""
    await page.send("chat.open", room=room)
    while True:
        shown = await page.hear("chat.room")
        if shown["room"] == room:
            return shown


async def texts_in(page: Page, room: str) -> list[str]:
    return [line["text"] for line in (await opened(page, room))["messages"]]


def texts_by_rest(room: str, reader: User | None = None) -> list[str]:
    """What the REST interface has of a room, the oldest first."""
    client = Client()
    if reader is not None:
        client.force_login(reader)
    answer = client.get(f"/api/v1/rooms/{room}/lines/")
    return [line["text"] for line in reversed(json.loads(answer.content)["results"])]


# --- D-CHT-02 -----------------------------------------------------------------------------------


@pytest.mark.parametrize("char", INVISIBLE, ids=lambda char: f"U+{ord(char):04X}")
async def test_d_cht_02_a_banned_word_is_caught_behind_invisible_characters(
    visit, alice, bob, char
) -> None:
    page, reader = await visit(alice), await visit(bob)
    await opened(reader, LOBBY)
    typed = f"you {char.join('asshole')}"
    answer = await page.ask("chat.say", room=LOBBY, text=typed)
    assert answer["code"] == "chat.offensive"
    assert "asshole" not in json.dumps(answer)
    kept = await in_database(RefusedLine.objects.get)()
    assert (kept.text, kept.code) == (typed, "chat.offensive")
    await reader.send("ping")
    assert (await reader.hear("pong"))["type"] == "pong"
    assert await texts_in(reader, LOBBY) == []


async def test_d_cht_02_joined_emoji_are_shown_intact_and_persian_is_a_matter_of_language(
    visit, alice, bob
) -> None:
    page, reader = await visit(alice), await visit(bob)
    await opened(reader, LOBBY)
    for text in (f"good game {FAMILY}", f"hello from {ESTONIA}"):
        assert (await page.ask("chat.say", room=LOBBY, text=text))["type"] == "ack"
        assert (await reader.hear("chat.message"))["message"]["text"] == text
    answer = await page.ask("chat.say", room=LOBBY, text=PERSIAN)
    assert answer["code"] == "chat.not_english"
    assert (await in_database(RefusedLine.objects.get)()).text == PERSIAN


# --- D-CHT-04 -----------------------------------------------------------------------------------


@pytest.fixture
def moderator(dora: User) -> User:
    """Dora may impose sanctions too."""
    dora.user_permissions.add(Permission.objects.get(codename="impose_sanction"))
    return User.objects.get(pk=dora.pk)


@pytest.fixture
def match(bob: User) -> Match:
    """Bob plays against Frank; Alice and Carol look on."""
    a_noting_owner()
    return a_match(bob, a_user("frank"))


def mute_and_remove(moderator: User, muted: User, since_ms: int) -> None:
    """What the desk does with one press."""
    sanction_impose(
        actor=moderator,
        user=muted,
        kind=SanctionKind.MUTE,
        offence=Offence.SPAM,
        text="Please talk, do not shout.",
        reason="five lines of shouting",
        lasts=timedelta(minutes=15),
        key="once",
    )
    lines_hide(actor=moderator, user=muted, since_ms=since_ms, reason="shouting")


async def test_d_cht_04_removed_lines_are_gone_everywhere_and_do_not_come_back(
    visit, clock, alice, bob, moderator, match
) -> None:
    since_ms, watch = now_ms(), f"watch:{match.public_id}"
    carol = await in_database(a_user)("carol")
    own, second, reader = await visit(alice), await visit(alice), await visit(bob)
    offline, desk = await visit(carol), await visit(moderator)
    spectator = await visit(carol, f"/ws/match/{match.public_id}/watch/")
    for page in (own, second, reader, offline, desk):
        await opened(page, LOBBY)
    await opened(spectator, watch)
    await in_database(message_say)(room=LOBBY, user=bob, text="good evening")
    said = [
        (await own.ask("chat.say", room=room, text=text))["seq"]
        for room, text in (
            (LOBBY, "play with me"),
            (LOBBY, "why does nobody play"),
            (watch, "bob is so slow"),
            (watch, "come on now"),
            (LOBBY, "you are all asleep"),
        )
    ]
    assert len(await texts_in(reader, LOBBY)) == 4
    await offline.close()
    await in_database(mute_and_remove)(moderator, alice, since_ms)

    # Open pages, his own echo and his second device among them, and one who looks on.
    for page in (own, second, reader, desk):
        assert (await page.hear("chat.hidden"))["ids"] == [said[0], said[1], said[4]]
    assert (await spectator.hear("chat.hidden"))["ids"] == [said[2], said[3]]
    # Opened again; reloaded, on a second device; one who was away meanwhile.
    fresh = [await visit(alice), await visit(carol), await visit()]
    for page in (own, second, reader, *fresh):
        assert await texts_in(page, LOBBY) == ["good evening"]
    for page in (own, second, spectator, *fresh):
        assert await texts_in(page, watch) == []
    await reader.send("chat.older", room=LOBBY, before=10**9)
    older = (await reader.hear("chat.older"))["messages"]
    assert [line["text"] for line in older] == ["good evening"]
    for who in (None, alice, carol, moderator):
        assert await in_database(texts_by_rest)(LOBBY, who) == ["good evening"]
        assert await in_database(texts_by_rest)(watch, who) == []
    # Staff have them as removed.
    removed = Message.objects.filter(user=alice, is_hidden=True).values_list("pk", flat=True)
    assert await in_database(sorted)(removed) == said

    # The mute keeps him silent, ends by itself, and brings nothing back.
    answer = await own.ask("chat.say", room=LOBBY, text="what have I done")
    assert answer["code"] == "chat.muted"
    assert (await opened(second, LOBBY))["refusal"]["code"] == "chat.muted"
    assert (await own.ask("chat.phrase", room=LOBBY, phrase="sorry"))["code"] == "chat.muted"
    clock.pass_s(15 * 60)
    assert (await own.ask("chat.say", room=LOBBY, text="I am sorry"))["type"] == "ack"
    for page in (own, reader, await visit(carol)):
        assert await texts_in(page, LOBBY) == ["good evening", "I am sorry"]


def test_d_cht_04_a_mute_of_the_house_counts_in_every_room(alice, bob, moderator, clock) -> None:
    a_noting_owner()
    match = a_match(alice, bob)
    mute_and_remove(moderator, alice, now_ms())
    for room in (LOBBY, f"match:{match.public_id}", "hall:1"):
        with pytest.raises(Forbidden, match=r"chat.muted"):
            message_say(room=room, user=alice, text="hello")
    message_say(room=LOBBY, user=bob, text="hello")


# --- D-CHT-05 -----------------------------------------------------------------------------------

MARKUP = {
    "<img src=x onerror=alert(1)>": "<img src=x onerror=alert(1)>",
    "<script>alert(1)</script>": "<script>alert(1)</script>",
    '" autofocus onfocus="alert(1)': '" autofocus onfocus="alert(1)',
    "\u202eevil\u202c \u2066abc\u2069": "evil abc",
    "one\ntwo\rthree": "one two three",
}


async def test_d_cht_05_markup_is_text_in_one_row_wherever_a_line_goes(
    visit, clock, alice, bob
) -> None:
    page, reader = await visit(alice), await visit(bob)
    await opened(reader, LOBBY)
    passed = []
    for typed, shown in MARKUP.items():
        clock.pass_s(61)
        answer = await page.ask("chat.say", room=LOBBY, text=typed)
        if answer["type"] == "ack":
            passed.append(shown)
            assert (await reader.hear("chat.message"))["message"]["text"] == shown
        else:
            assert answer["code"] in {"chat.not_english", "chat.advert"}
    assert "one two three" in passed
    assert await texts_in(reader, LOBBY) == passed
    assert await in_database(texts_by_rest)(LOBBY) == passed


async def test_d_cht_05_links_ten_thousand_characters_and_nul_are_refused(visit, alice) -> None:
    page = await visit(alice)
    for typed, code in (
        ("javascript:alert(1)//http://example.com", "chat.advert"),
        ("a" * 10_000, "chat.too_long"),
        ("nul \0 byte", "request.malformed"),
    ):
        await page.send("chat.say", room=LOBBY, text=typed)
        assert (await page.hear("error"))["code"] == code
    assert not await in_database(Message.objects.exists)()
    longest = await in_database(RefusedLine.objects.get)(code="chat.too_long")
    assert len(longest.text) == 1_000
