"""Where somebody is signed in, and what ends with a session: its pages and its sockets."""

import asyncio

import pytest
import redis
from channels.db import database_sync_to_async as in_database
from channels.testing import WebsocketCommunicator
from django.contrib.sessions.models import Session
from django.test import Client

from accounts.devices import Device, device_of
from accounts.models import User
from accounts.seen import last_seen
from accounts.services import session_end, sessions_end
from config.asgi import application
from tests.accounts.people import (
    FIREFOX,
    IPHONE,
    NEW_PASSWORD,
    PASSWORD,
    a_member,
    is_signed_in,
    key_of,
    sign_in,
    text_of,
)
from tests.factories import a_user
from wire.envelope import SUBPROTOCOL, Close
from wire.hub import close_hub
from wire.signout import session_mark

PATIENCE_S = 30  # a machine that does many things at once answers late, and rightly


@pytest.fixture
def alice(db: None) -> User:
    return a_member("alice")


# --- the list -------------------------------------------------------------------------------


def test_the_page_names_every_device_and_this_one(alice: User) -> None:
    sign_in("alice", user_agent=IPHONE)
    here = sign_in("alice")
    page = text_of(here.get("/accounts/sessions/"))
    assert "Firefox on Linux" in page
    assert "Safari on iPhone" in page
    assert page.count("this one") == 1
    assert page.index("Firefox on Linux") < page.index("Safari on iPhone"), "this one first"
    assert "last seen" in page


def test_no_key_of_a_session_is_on_the_page(alice: User) -> None:
    other, here = sign_in("alice", user_agent=IPHONE), sign_in("alice")
    page = text_of(here.get("/accounts/sessions/"))
    for browser in (other, here):
        assert key_of(browser) not in page


def test_a_guest_and_a_claimed_guest_are_listed_once(db: None, client: Client) -> None:
    client.post("/guest/")
    assert text_of(client.get("/accounts/sessions/")).count("this one") == 1
    choice = {"username": "alice", "password1": PASSWORD, "password2": PASSWORD, "rules": "1"}
    client.post("/claim/", choice)
    page = text_of(client.get("/accounts/sessions/"))
    assert "You are signed in here and nowhere else." in page


def test_every_page_renews_when_a_session_was_last_seen(alice: User) -> None:
    browser = sign_in("alice")
    key = key_of(browser)
    browser.get("/account/")
    before = last_seen([key])[key]
    browser.get("/account/")
    assert last_seen([key])[key] >= before
    assert last_seen(["unknown"]) == {}


def test_a_cache_out_of_reach_costs_the_time_and_nothing_else(
    alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser = sign_in("alice")

    class Gone:
        def __getattr__(self, name: str) -> None:
            raise redis.ConnectionError

    monkeypatch.setattr("accounts.seen.cache", Gone())
    assert "this one" in text_of(browser.get("/accounts/sessions/"))


@pytest.mark.parametrize(
    ("user_agent", "device"),
    [
        (FIREFOX, Device("Firefox", "Linux")),
        (IPHONE, Device("Safari", "iPhone")),
        (
            "Mozilla/5.0 (Windows NT 10.0) Chrome/140 Safari Edg/140",
            Device("Edge", "Windows"),
        ),
        ("Mozilla/5.0 (Linux; Android 15) Chrome/140 Mobile Safari", Device("Chrome", "Android")),
        ("curl/8", Device("", "")),
        ("", Device("", "")),
    ],
)
def test_a_device_is_known_by_what_its_browser_says(user_agent: str, device: Device) -> None:
    assert device_of(user_agent) == device


def test_an_unknown_device_is_called_so_and_its_words_are_text(alice: User) -> None:
    browser = sign_in("alice", user_agent="<script>alert(1)</script>")
    page = text_of(browser.get("/accounts/sessions/"))
    assert "Unknown device" in page
    assert "<script>alert" not in page


# --- signing out ------------------------------------------------------------------------------


def test_one_other_session_can_be_ended(alice: User) -> None:
    phone, tablet, here = (sign_in("alice") for _ in range(3))
    mark = session_mark(key_of(phone))
    page = here.post(f"/account/sessions/{mark}/end/", follow=True)
    assert "You are signed out there." in text_of(page)
    assert [is_signed_in(each) for each in (phone, tablet, here)] == [False, True, True]


def test_everywhere_else_is_one_press(alice: User) -> None:
    phone, tablet, here = (sign_in("alice") for _ in range(3))
    page = here.post("/accounts/sessions/", follow=True)
    assert "You are signed out everywhere else." in text_of(page)
    assert [is_signed_in(each) for each in (phone, tablet, here)] == [False, False, True]


def test_nobody_ends_a_strangers_session(alice: User) -> None:
    eve = Client()
    eve.force_login(a_user("eve"))
    browser = sign_in("alice")
    eve.post(f"/account/sessions/{session_mark(key_of(browser))}/end/")
    eve.post(f"/account/sessions/{key_of(browser)}/end/")
    assert is_signed_in(browser)
    assert eve.get("/account/sessions/nonsense/end/").status_code == 405


def test_a_new_password_sends_everybody_else_out(alice: User) -> None:
    phone, here = sign_in("alice"), sign_in("alice")
    change = {"oldpassword": PASSWORD, "password1": NEW_PASSWORD, "password2": NEW_PASSWORD}
    here.post("/accounts/password/change/", change)
    assert [is_signed_in(phone), is_signed_in(here)] == [False, True]
    assert Session.objects.count() == 1


def test_ending_what_has_ended_changes_nothing(alice: User) -> None:
    key = key_of(sign_in("alice"))
    for _ in range(2):
        session_end(user=alice, session_key=key)
    assert sessions_end(user=alice) == 0


# --- sockets ------------------------------------------------------------------------------------


def socket_of(browser: Client) -> WebsocketCommunicator:
    """A socket to the lobby with this browser's cookie, not yet open."""
    cookie = f"sessionid={key_of(browser)}"
    own = [(b"host", b"testserver"), (b"origin", b"http://testserver")]
    headers = [*own, (b"cookie", cookie.encode())]
    return WebsocketCommunicator(
        application, "/ws/lobby/", headers=headers, subprotocols=[SUBPROTOCOL]
    )


async def closing_code(socket: WebsocketCommunicator) -> int:
    """The code with which the house closes this socket, after whatever it still says."""
    while True:
        output = await socket.receive_output(timeout=PATIENCE_S)
        if output["type"] == "websocket.close":
            return int(output["code"])


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("how", ["one", "everywhere", "password", "logout"])
async def test_a_socket_ends_with_its_session(how: str) -> None:
    await in_database(a_member)("alice")
    phone, here = await in_database(sign_in)("alice"), await in_database(sign_in)("alice")
    sockets = [socket_of(browser) for browser in (phone, here)]
    for socket in sockets:
        assert (await socket.connect(timeout=PATIENCE_S))[0]
        await socket.send_input({"type": "websocket.receive", "text": '{"type":"ping","id":"1"}'})
        await socket.receive_output(timeout=PATIENCE_S)

    async with asyncio.timeout(PATIENCE_S):
        await in_database(_leave)(phone, here, how)
        assert await closing_code(sockets[0]) == Close.LOGIN
    await sockets[1].send_input({"type": "websocket.receive", "text": '{"type":"ping","id":"2"}'})
    while '"pong"' not in (await sockets[1].receive_output(timeout=PATIENCE_S))["text"]:
        pass
    late = socket_of(phone)
    assert (await late.connect(timeout=PATIENCE_S))[0], "the lobby lets anybody in, as nobody"
    for socket in (*sockets, late):
        await socket.disconnect(timeout=PATIENCE_S)
    await close_hub()


def _leave(phone: Client, here: Client, how: str) -> None:
    match how:
        case "one":
            here.post(f"/account/sessions/{session_mark(key_of(phone))}/end/")
        case "everywhere":
            here.post("/accounts/sessions/")
        case "password":
            change = {"oldpassword": PASSWORD, "password1": NEW_PASSWORD, "password2": NEW_PASSWORD}
            here.post("/accounts/password/change/", change)
        case "logout":
            phone.post("/accounts/logout/")
