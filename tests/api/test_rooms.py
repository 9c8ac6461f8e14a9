"""What was said in a room, read by programs: page by page, without what is not for the reader."""

from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from chat.services import message_hide, message_say, mute_set
from tests.chat.people import a_moderator
from tests.clock import FrozenClock
from tests.factories import a_user
from tests.matches.builders import a_match, a_noting_owner

pytestmark = pytest.mark.django_db

LOBBY = "lobby:main"


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> FrozenClock:
    frozen = FrozenClock()
    monkeypatch.setattr("wire.time.source_ms", frozen)
    return frozen


def asked(address: str, reader: User | None = None) -> Any:
    """The answer to a reader, a stranger where there is none."""
    client = Client()
    if reader is not None:
        client.force_login(reader)
    return client.get(address)


def lines_of(room: str, reader: User | None = None) -> list[str]:
    answer = asked(f"/api/v1/rooms/{room}/lines/", reader)
    assert answer.status_code == 200
    return [line["text"] for line in answer.json()["results"]]


def test_lines_come_page_by_page_the_latest_first(clock) -> None:
    alice = a_user("alice")
    for number in range(5):
        clock.pass_s(61)
        message_say(room=LOBBY, user=alice, text=f"roll {number}")
    address, pages = f"/api/v1/rooms/{LOBBY}/lines/?limit=2", []
    while address is not None:
        body = asked(address).json()
        pages.append([line["text"] for line in body["results"]])
        address = body["next"]
    assert pages == [["roll 4", "roll 3"], ["roll 2", "roll 1"], ["roll 0"]]


def test_a_line_says_all_that_a_page_shows_and_nothing_else(clock) -> None:
    said = message_say(room=LOBBY, user=a_user("alice"), text="hello")
    message_say(room=LOBBY, user=a_user("bob"), text="good evening", reply_to=said.pk)
    body = asked(f"/api/v1/rooms/{LOBBY}/lines/").json()
    assert body["results"][0] == {
        "id": said.pk + 1,
        "name": "bob",
        "is_staff": False,
        "is_organiser": False,
        "text": "good evening",
        "phrase": "",
        "reply_to": {"id": said.pk, "name": "alice"},
        "said_at": body["results"][0]["said_at"],
    }


def test_hidden_lines_are_in_no_answer_and_muted_people_in_none_of_the_readers_own(clock) -> None:
    alice, bob, dora = a_user("alice"), a_user("bob"), a_moderator()
    message_say(room=LOBBY, user=bob, text="hello")
    rude = message_say(room=LOBBY, user=bob, text="you are slow")
    message_hide(actor=dora, message_pk=rude.pk, reason="rude")
    for reader in (None, alice, bob, dora):
        assert lines_of(LOBBY, reader) == ["hello"]
    mute_set(user=alice, name="bob", is_muted=True)
    assert lines_of(LOBBY, alice) == []
    assert lines_of(LOBBY, bob) == ["hello"]


def test_a_room_is_read_by_whoever_may_read_it_on_its_page(clock) -> None:
    alice, bob, carol = a_user("alice"), a_user("bob"), a_user("carol")
    a_noting_owner()
    match = a_match(alice, bob)
    message_say(room=f"match:{match.public_id}", user=alice, text="good luck to you")
    message_say(room=f"watch:{match.public_id}", user=carol, text="bob will win")
    assert lines_of(f"match:{match.public_id}", bob) == ["good luck to you"]
    assert lines_of(f"watch:{match.public_id}") == ["bob will win"]
    for room, reader in (("match", carol), ("match", None), ("watch", alice)):
        answer = asked(f"/api/v1/rooms/{room}:{match.public_id}/lines/", reader)
        assert (answer.status_code, answer.json()["code"]) == (403, "auth.forbidden")


@pytest.mark.parametrize(
    "room", ["lobby", "lobby:second", "cellar:1", "event:nothing", "match:%00", "watch:' or 1=1"]
)
def test_a_forged_room_is_no_room(room) -> None:
    answer = asked(f"/api/v1/rooms/{room}/lines/")
    assert (answer.status_code, answer.json()["code"]) == (404, "chat.no_room")


def test_what_is_asked_wrongly_is_named() -> None:
    for query in ("older_than=-1", "limit=0", "limit=201", "since=4"):
        answer = asked(f"/api/v1/rooms/{LOBBY}/lines/?{query}")
        assert answer.status_code == 400
        assert list(answer.json()["data"]["fields"]) == [query.partition("=")[0]]
