"""D-ACC-02: nobody else's page speaks for a player, at any door of the house.

The doors are read from the URL conf and from the routes of sockets, so that a new one is tried
as soon as it is there.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Any

import pytest
from channels.db import database_sync_to_async as in_database
from channels.testing import ApplicationCommunicator
from django.contrib.admindocs.views import simplify_regex
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, resolve

import lobby.routing
import matches.routing
import tournaments.routing
from accounts.models import User
from config.asgi import application
from tests.factories import a_user
from tests.lobby.builders import a_table, fresh
from tests.lobby.builders import taken as taken_by
from tests.matches.conftest import process
from tests.matches.sockets import session_cookie
from tests.tournaments.builders import a_sit_and_go
from wire.envelope import SUBPROTOCOL

__all__ = ["process"]

OWN = ((b"host", b"testserver"), (b"origin", b"http://testserver"))
FOREIGN = (b"https://evil.example", b"http://testserver.evil", b"http://testserver:81", b"null")

#: What stands in an address in place of each kind of parameter.
SAMPLES = {"int": "1", "uuid": "00000000-0000-0000-0000-000000000000"}
SAMPLE = "x2222222"

#: What is only read, and where there is nothing.
NOTHING_TO_CHANGE = {"/api/v1/schema/": 405, f"/api/v1/{SAMPLE}": 404}


# --- pages ----------------------------------------------------------------------------


def addresses(patterns: Iterable[Any] | None = None, before: str = "/") -> Iterator[str]:
    """An address of every view of the house."""
    for pattern in get_resolver().url_patterns if patterns is None else patterns:
        here = before + sampled(pattern)
        if isinstance(pattern, URLResolver):
            yield from addresses(pattern.url_patterns, here)
        else:
            yield here


def sampled(pattern: URLPattern | URLResolver) -> str:
    """The part of an address that this pattern matches."""
    route = str(pattern.pattern)
    if route.startswith("^") or "(?P" in route or route.endswith("$"):
        route = simplify_regex(route).lstrip("/")

    def sample(place: re.Match[str]) -> str:
        kind, _, name = place[1].rpartition(":")
        return SAMPLES.get(kind, SAMPLE) if name else SAMPLE

    return re.sub("<([^>]+)>", sample, route)


@pytest.fixture
def strict(db: None) -> Client:
    """The browser of somebody who may do everything, as strict as a real house."""
    chief = a_user("chief", is_staff=True)
    chief.is_superuser = True
    chief.save()
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(chief)
    return strict


def test_every_view_of_the_house_has_an_address_here() -> None:
    found = set(addresses())
    assert len(found) > 150
    for address in found:
        resolve(address)
    assert {"/", "/guest/", "/wallet/", f"/event/{SAMPLE}/mute/{SAMPLE}/"} <= found


@pytest.mark.parametrize("origin", [None, "https://evil.example"])
def test_no_form_of_another_site_is_taken_anywhere(strict: Client, origin: str | None) -> None:
    assert taken(strict, "post", origin, addresses()) == NOTHING_TO_CHANGE


@pytest.mark.parametrize("method", ["put", "patch", "delete"])
def test_nor_is_any_other_change_where_programs_speak(strict: Client, method: str) -> None:
    found = [address for address in addresses() if address.startswith("/api/")]
    assert taken(strict, method, "https://evil.example", found) == NOTHING_TO_CHANGE


def test_a_plain_form_is_not_even_read_where_programs_speak(strict: Client) -> None:
    for address in addresses():
        if address.startswith("/api/") and address not in NOTHING_TO_CHANGE:
            answer = strict.post(address, {"name": "x"}, headers={"origin": "https://evil.example"})
            assert answer.status_code in {403, 415}, address


def taken(strict: Client, method: str, origin: str | None, found: Iterable[str]) -> dict[str, int]:
    """What is not answered by 403, without our token and with her cookie; programs speak JSON."""
    headers = {} if origin is None else {"origin": origin}
    answers = {}
    for address in found:
        form = {"content_type": "application/json"} if address.startswith("/api/") else {}
        answers[address] = getattr(strict, method)(address, headers=headers, **form).status_code
    return {address: status for address, status in answers.items() if status != 403}


# --- sockets --------------------------------------------------------------------------


@pytest.fixture
def alice(transactional_db: None) -> User:
    return a_user("alice")


@pytest.fixture
def paths(alice: User) -> tuple[str, ...]:
    """Every socket of the house, each with something behind it that is hers."""
    match = fresh(taken_by(a_table(alice))).match
    assert match is not None
    ids = {
        matches.routing: match.public_id,
        tournaments.routing: a_sit_and_go().public_id,
        lobby.routing: a_table().public_id,
    }
    return tuple(
        socket_path(route, public_id)
        for module, public_id in ids.items()
        for route in module.websocket_urlpatterns
    )


def socket_path(route: URLPattern, public_id: str) -> str:
    """The path of a socket about something."""
    return "/" + re.sub("<[^>]+>", public_id, simplify_regex(str(route.pattern)).lstrip("/"))


async def answer_to(path: str, *headers: tuple[bytes, bytes]) -> tuple[dict[str, Any], bool]:
    """The first word of the house to a handshake, and whether it says nothing more."""
    scope = {
        "type": "websocket",
        "path": path,
        "query_string": b"",
        "subprotocols": [SUBPROTOCOL],
        "headers": list(headers),
    }
    socket = ApplicationCommunicator(application, scope)
    await socket.send_input({"type": "websocket.connect"})
    first = await socket.receive_output(timeout=30)
    is_silent = await socket.receive_nothing(timeout=0.05)
    await socket.send_input({"type": "websocket.disconnect", "code": 1006})
    await socket.wait(timeout=30)
    return first, is_silent


@pytest.mark.django_db(transaction=True)
async def test_her_cookie_opens_every_socket_for_our_own_page(alice, paths, process) -> None:
    cookie = (b"cookie", (await in_database(session_cookie)(alice)).encode())
    assert len(paths) >= 5
    for path in paths:
        first, _ = await answer_to(path, *OWN, cookie)
        assert first["type"] == "websocket.accept", path


@pytest.mark.django_db(transaction=True)
async def test_and_none_for_the_page_of_another_site(alice, paths, process) -> None:
    cookie = (b"cookie", (await in_database(session_cookie)(alice)).encode())
    host = OWN[0]
    for path in paths:
        for headers in (*(((b"origin", origin),) for origin in FOREIGN), ()):
            # Closed before it was accepted, which a server answers with 403.
            first, is_silent = await answer_to(path, host, cookie, *headers)
            assert (first["type"], is_silent) == ("websocket.close", True), path


@pytest.mark.django_db(transaction=True)
async def test_which_origins_are_allowed_is_for_the_settings_to_say(
    alice, paths, process, settings
) -> None:
    cookie = (b"cookie", (await in_database(session_cookie)(alice)).encode())
    club = (b"origin", b"https://club.example")
    assert (await answer_to(paths[0], OWN[0], cookie, club))[0]["type"] == "websocket.close"
    settings.CSRF_TRUSTED_ORIGINS = ["https://club.example"]
    assert (await answer_to(paths[0], OWN[0], cookie, club))[0]["type"] == "websocket.accept"
