"""Somebody barred: every way in is shut at once and says why to him alone; one form is open."""

import asyncio
import re
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from channels.testing import WebsocketCommunicator
from django.core import mail
from django.test import Client
from pytest_django import DjangoAssertNumQueries

import wire.time
from accounts.models import NEVER_BARRED, User
from accounts.scopes import Scope
from accounts.services import sessions_end, user_bar
from accounts.services.tokens import token_create
from accounts.turned_away import barred_address
from moderation.models import Appeal, Sanction
from moderation.sanctions import SanctionKind
from moderation.services import sanction_lift
from tests.accounts.people import (
    NEW_PASSWORD,
    PASSWORD,
    a_member,
    code_for,
    is_signed_in,
    link_in,
    prove,
    sign_in,
    text_of,
)
from tests.accounts.test_second_factor import turn_on
from tests.accounts.test_sessions import PATIENCE_S, closing_code, in_database, socket_of
from tests.moderation.barring import REASON, a_chief, sanctioned
from tests.support.clock import StoppedClock
from wire.envelope import Close
from wire.hub import close_hub

pytestmark = pytest.mark.django_db

CREDENTIALS = {"login": "eve", "password": PASSWORD}


@pytest.fixture
def eve(db: None) -> User:
    return a_member("eve", email="eve@example.org")


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> StoppedClock:
    """Time goes by when the test says so."""
    stopped = StoppedClock()
    monkeypatch.setattr(wire.time, "source_ms", stopped)
    return stopped


def suspended(user: User, **lasts: float) -> Sanction:
    """A suspension, of 30 days unless the test says otherwise."""
    return sanctioned(user, SanctionKind.SUSPEND, lasts=timedelta(**lasts or {"days": 30}))


# --- sessions ----------------------------------------------------------------------------------


def test_a_bar_ends_every_session(eve: User) -> None:
    phone, laptop = sign_in("eve"), sign_in("eve")
    suspended(eve)
    assert not is_signed_in(phone)
    assert not is_signed_in(laptop)


def test_a_mute_ends_none(eve: User) -> None:
    phone = sign_in("eve")
    sanctioned(eve, SanctionKind.MUTE)
    assert is_signed_in(phone)


@pytest.fixture
def survivor(eve: User, monkeypatch: pytest.MonkeyPatch) -> Client:
    """Eve's browser, whose session was opened in the very moment of the bar and outlived it."""
    phone = sign_in("eve")
    with monkeypatch.context() as patch:
        patch.setattr("accounts.services.bars.sessions_end", lambda user: None)
        suspended(eve)
    return phone


def test_a_session_that_survived_the_bar_is_ended_by_its_next_request(survivor: Client) -> None:
    answer = survivor.get("/wallet/")
    assert answer["Location"].startswith("/barred/")
    assert REASON in text_of(survivor.get(answer["Location"]))
    assert "_auth_user_id" not in survivor.session
    assert survivor.get("/wallet/")["Location"].startswith("/accounts/login/")


def test_a_page_that_asks_for_a_part_of_itself_is_led_away_whole(survivor: Client) -> None:
    answer = survivor.get("/standing/banner/", headers={"hx-request": "true"})
    assert answer["HX-Redirect"].startswith("/barred/")


def test_it_does_nothing_before_it_is_ended(survivor: Client, eve: User) -> None:
    survivor.post("/account/name/", {"username": "evelyn"})
    assert User.objects.get(pk=eve.pk).username == "eve"


def test_a_survivor_asking_the_rest_interface_is_told_in_json(survivor: Client) -> None:
    answer = survivor.get("/api/v1/wallet/")
    assert answer.status_code == 403
    assert answer.json()["code"] == "account.barred"
    assert answer.json()["data"]["reason"] == REASON


def test_who_is_not_barred_costs_no_more_queries_than_before(
    eve: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    phone = sign_in("eve")
    with django_assert_num_queries(3):
        phone.get("/standing/banner/")  # the session, the user, his standing


# --- tokens and sockets ------------------------------------------------------------------------


def test_a_token_of_somebody_barred_opens_nothing_until_he_is_let_in_again(
    eve: User, client: Client, clock: StoppedClock
) -> None:
    _, text = token_create(user=eve, name="bot", scopes=Scope.values, days=90)
    headers = {"authorization": f"Bearer {text}"}
    suspended(eve, hours=1)
    answer = client.get("/api/v1/wallet/", headers=headers)
    assert answer.status_code == 403
    assert answer.json()["code"] == "account.barred"
    assert answer.json()["data"]["until"] == "2026-05-28T21:26:40+00:00"
    assert (
        f"Your account is suspended until 28 May 2026, 21:26 UTC. The reason: {REASON}"
        == (answer.json()["message"])
    )
    clock.pass_s(3600)
    assert client.get("/api/v1/wallet/", headers=headers).status_code == 200


@pytest.mark.django_db(transaction=True)
async def test_open_sockets_close_with_a_code_of_their_own() -> None:
    user = await in_database(a_member)("eve")
    browser = await in_database(sign_in)("eve")
    socket = socket_of(browser)
    await _pinged(socket)
    async with asyncio.timeout(PATIENCE_S):
        await in_database(suspended)(user)
        assert await closing_code(socket) == Close.BARRED
    await socket.disconnect(timeout=PATIENCE_S)
    await close_hub()


@pytest.mark.django_db(transaction=True)
async def test_a_socket_that_opens_in_the_moment_of_the_bar_is_told_and_closed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    user = await in_database(a_member)("eve")
    browser = await in_database(sign_in)("eve")
    monkeypatch.setattr("accounts.services.bars.sessions_end", lambda user: None)
    await in_database(suspended)(user)
    socket = socket_of(browser)
    assert (await socket.connect(timeout=PATIENCE_S))[0]
    farewell = await socket.receive_json_from(timeout=PATIENCE_S)
    assert (farewell["type"], farewell["code"]) == ("bye", "account.barred")
    assert REASON in farewell["message"]
    assert await closing_code(socket) == Close.BARRED
    await socket.disconnect(timeout=PATIENCE_S)
    await close_hub()


async def _pinged(socket: WebsocketCommunicator) -> None:
    assert (await socket.connect(timeout=PATIENCE_S))[0]
    await socket.send_input({"type": "websocket.receive", "text": '{"type":"ping","id":"1"}'})
    await socket.receive_output(timeout=PATIENCE_S)


# --- signing in --------------------------------------------------------------------------------


def test_the_right_password_leads_to_what_why_and_until_when(
    eve: User, client: Client, clock: StoppedClock
) -> None:
    suspended(eve, hours=24)
    page = client.post("/accounts/login/", CREDENTIALS, follow=True)
    assert page.redirect_chain[0][0].startswith("/barred/")
    shown = re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", text_of(page)))
    assert "eve cannot come in now" in shown
    assert "Your account is suspended" in shown
    assert f"Why {REASON}" in shown
    assert "Until Fri 29 May, 20:26 UTC" in shown
    assert "Left 1 d 0 h" in shown
    assert text_of(page).count("<textarea") == 1, "there is one form"
    assert "no-store" in page.headers["Cache-Control"]
    assert "_auth_user_id" not in client.session
    assert not is_signed_in(client)


@pytest.mark.parametrize("login", ["eve", "eve@example.org", "nobody"])
def test_a_wrong_password_says_nothing_of_a_bar(eve: User, client: Client, login: str) -> None:
    suspended(eve)
    page = text_of(client.post("/accounts/login/", {"login": login, "password": "wrong"}))
    assert "do not belong together" in page
    assert "suspended" not in page


def test_when_it_is_over_one_signs_in_as_always(
    eve: User, client: Client, clock: StoppedClock
) -> None:
    suspended(eve, minutes=15)
    away = client.post("/accounts/login/", CREDENTIALS)["Location"]
    clock.pass_s(15 * 60)
    assert "Nothing keeps you out any more." in text_of(client.get(away))
    client.post("/accounts/login/", CREDENTIALS)
    assert is_signed_in(client)


def test_with_a_second_factor_the_password_alone_says_nothing(eve: User) -> None:
    EmailAddress.objects.create(user=eve, email=eve.email, verified=True, primary=True)
    phone = sign_in("eve")
    prove(phone)
    secret, _codes = turn_on(phone)
    suspended(eve)
    thief, owner = Client(), Client()
    assert thief.post("/accounts/login/", CREDENTIALS)["Location"] == "/accounts/2fa/authenticate/"
    owner.post("/accounts/login/", CREDENTIALS)
    code = {"code": code_for(secret, steps_later=1)}
    answer = owner.post("/accounts/2fa/authenticate/", code)
    assert answer["Location"].startswith("/barred/")
    assert not is_signed_in(owner)


def test_a_new_password_by_mail_is_no_way_in(eve: User, client: Client) -> None:
    suspended(eve)
    client.post("/accounts/password/reset/", {"email": "eve@example.org"})
    link = link_in(mail.outbox[-1])
    form = client.get(link, follow=True)
    new = {"password1": NEW_PASSWORD, "password2": NEW_PASSWORD}
    client.post(form.request["PATH_INFO"], new)
    assert not is_signed_in(client)
    answer = client.post("/accounts/login/", {"login": "eve", "password": NEW_PASSWORD})
    assert answer["Location"].startswith("/barred/")


def test_confirming_an_address_is_no_way_in(client: Client) -> None:
    sign_up = {"username": "eve", "password1": PASSWORD, "password2": PASSWORD, "rules": "1"}
    client.post("/accounts/signup/", sign_up | {"email": "eve@example.org"})
    link = link_in(mail.outbox[-1])
    suspended(User.objects.get(username="eve"))
    client.post(link)
    assert EmailAddress.objects.get().verified
    assert not is_signed_in(client)


def test_staff_who_are_barred_do_not_reach_the_desk(client: Client, eve: User) -> None:
    User.objects.filter(pk=eve.pk).update(is_staff=True)
    suspended(eve)
    assert client.post("/admin/login/", CREDENTIALS).status_code == 302
    assert client.get("/admin/").status_code == 302
    assert not is_signed_in(client)


# --- guests ------------------------------------------------------------------------------------


def test_the_button_is_no_way_back_in_for_a_barred_guest(client: Client) -> None:
    client.post("/guest/")
    guest = User.objects.get()
    suspended(guest)
    answer = client.post("/guest/")
    assert answer["Location"].startswith("/barred/")
    assert f"{guest.username} cannot come in now" in text_of(client.get(answer["Location"]))
    assert not is_signed_in(client)
    assert User.objects.filter(is_guest=True).count() == 1


def test_somebody_else_on_his_device_plays_as_another_guest_without_chips(client: Client) -> None:
    client.post("/guest/")
    first = User.objects.get()
    suspended(first)
    client.post("/guest/", {"another": "1"})
    assert is_signed_in(client)
    assert client.session["_auth_user_id"] != str(first.pk)
    client.post("/accounts/logout/")
    client.post("/guest/")
    assert client.session["_auth_user_id"] != str(first.pk)


# --- the page without a session ----------------------------------------------------------------


def test_one_appeals_there_once_without_a_session(eve: User, client: Client) -> None:
    suspension = suspended(eve)
    away = client.post("/accounts/login/", CREDENTIALS)["Location"]
    form = {"sanction": suspension.public_id, "text": "It was my brother."}
    page = text_of(client.post(away, form, follow=True))
    assert "Your appeal is with our staff." in page
    assert "It was my brother." in page
    assert "<textarea" not in page
    client.post(away, form)
    assert Appeal.objects.get().text == "It was my brother."


def test_the_address_opens_one_persons_page_and_no_other(eve: User, client: Client) -> None:
    mine, other = suspended(eve), suspended(a_member("bob"))
    away = barred_address(eve)
    assert "bob" not in text_of(client.get(away))
    client.post(away, {"sanction": other.public_id, "text": "Let him in."})
    assert not Appeal.objects.exists()
    forged = away.replace(away[10:14], "AAAA")
    for address in (forged, "/barred/nonsense/", "/barred/a:b:c/"):
        assert client.get(address).status_code == 404
        assert client.post(address, {"sanction": mine.public_id, "text": "x"}).status_code == 404


def test_the_address_runs_out_after_a_day(
    eve: User, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    suspended(eve)
    away = barred_address(eve)
    monkeypatch.setattr("accounts.turned_away._ADDRESS_AGE_S", -1)
    page = client.get(away)
    assert page.status_code == 404
    assert "This link has run out" in text_of(page)


def test_every_bar_in_force_is_shown_with_a_form_of_its_own(eve: User, client: Client) -> None:
    suspended(eve)
    sanctioned(eve, SanctionKind.BAN, lasts=None)
    page = text_of(client.post("/accounts/login/", CREDENTIALS, follow=True))
    assert page.index("Your account is banned") < page.index("Your account is suspended")
    assert "for good, unless our staff decide otherwise" in page
    assert page.count("<textarea") == 2


def test_once_lifted_the_page_says_welcome_back(eve: User, client: Client) -> None:
    sanction = suspended(eve)
    away = barred_address(eve)
    sanction_lift(actor=a_chief(), sanction_id=sanction.public_id, text="Sorry.", reason="Mistake.")
    assert "Welcome back, eve" in text_of(client.get(away))


# --- the service -------------------------------------------------------------------------------


def test_a_bar_that_is_taken_off_leaves_no_trace_in_the_account(eve: User) -> None:
    suspension = suspended(eve)
    assert User.objects.get(pk=eve.pk).barred_until == suspension.ends_at
    assert user_bar(user=eve, until=None).barred_until == NEVER_BARRED
    assert sessions_end(user=eve) == 0


def test_a_bar_of_which_nothing_is_known_any_more_still_bars(eve: User, client: Client) -> None:
    suspension = suspended(eve)
    Sanction.objects.filter(pk=suspension.pk).update(ended_at=suspension.starts_at)
    _, text = token_create(user=eve, name="bot", scopes=Scope.values, days=90)
    answer = client.get("/api/v1/wallet/", headers={"authorization": f"Bearer {text}"})
    assert answer.json()["message"] == "You are kept out of the house for now."
