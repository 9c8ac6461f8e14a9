"""Closing an account: what is erased, what stays, and everything that stands in the way."""

import pytest
import redis
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from channels.db import database_sync_to_async as in_database
from django.test import Client

from accounts.models import Block, FormerName, User
from accounts.selectors import closing_refusals, is_name_free, notices_of
from accounts.services import player_block, preferences_set, user_close
from bankroll.audit import books_check
from bankroll.selectors import balance_of
from bankroll.services import stack_hold
from matches.selectors import match_about
from tests.accounts.people import PASSWORD, a_member, is_signed_in, prove, sign_in, text_of
from tests.accounts.test_sessions import PATIENCE_S, closing_code, socket_of
from tests.factories import a_guest, a_user, chips_for
from tests.lobby.builders import a_table
from tests.matches.builders import a_match, a_noting_owner
from tests.tournaments.builders import a_sit_and_go, here, seated
from wire.envelope import Close
from wire.errors import Refused
from wire.hub import close_hub

pytestmark = pytest.mark.django_db

CLOSE = "/account/close/"


@pytest.fixture
def alice(db: None) -> User:
    """Alice, with everything an account can have."""
    alice = a_member("alice", email="alice@example.org")
    EmailAddress.objects.create(user=alice, email=alice.email, verified=True, primary=True)
    Authenticator.objects.create(user=alice, type=Authenticator.Type.TOTP, data={})
    chips_for(alice, 700)
    return alice


@pytest.fixture
def browser(alice: User) -> Client:
    """Alice's browser, right after she has proved herself."""
    Authenticator.objects.all().delete()
    browser = sign_in("alice")
    prove(browser)
    return browser


def codes_against(user: User) -> list[str]:
    """The codes of all that stands in the way."""
    return [no.code for no in closing_refusals(user)]


def test_what_can_be_forgotten_is_forgotten(alice: User) -> None:
    bob = a_user("bob")
    player_block(user=alice, blocked=bob)
    player_block(user=bob, blocked=alice)
    preferences_set(user=alice, changes={"time_zone": "Europe/Tallinn"})
    user_close(user=alice, typed_name="alice")
    alice.refresh_from_db()
    assert (alice.email, alice.is_active, alice.is_closed) == ("", False, True)
    assert alice.last_login is None
    assert not alice.has_usable_password()
    assert alice.preferences == {}
    for table in (EmailAddress, Authenticator, Block):
        assert not table.objects.exists()


def test_the_chips_go_back_to_the_mint_and_the_books_balance(alice: User) -> None:
    user_close(user=alice, typed_name="alice")
    assert balance_of(alice) == 0
    assert books_check() == ()


def test_the_name_is_gone_from_the_records_and_nobody_gets_it(alice: User, client: Client) -> None:
    a_noting_owner()
    bob = a_user("bob")
    match = a_match(alice, bob)
    match.status = "finished"
    match.save()
    user_close(user=alice, typed_name="alice")
    alice.refresh_from_db()
    assert alice.username.startswith("Closed-")
    assert alice.username in str(match_about(match.public_id))
    assert "alice" not in str(match_about(match.public_id))
    assert [told.text for told in notices_of(bob)] == [
        f"Your match against {alice.username} is ready."
    ]
    assert not is_name_free("A1ice")
    assert client.get("/players/alice/").status_code == 404
    choice = {"username": "alice", "password1": PASSWORD, "password2": PASSWORD, "rules": "1"}
    assert "looks like one that is taken" in text_of(client.post("/accounts/signup/", choice))


def test_closing_twice_is_closing_once(alice: User) -> None:
    user_close(user=alice, typed_name="alice")
    name = User.objects.get(pk=alice.pk).username
    user_close(user=alice, typed_name="alice")
    assert User.objects.get(pk=alice.pk).username == name
    assert FormerName.objects.count() == 1


def test_a_closing_that_fails_halfway_has_not_begun(
    alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("accounts.services.closing.sessions_end", lambda **_: 1 // 0)
    with pytest.raises(ZeroDivisionError):
        user_close(user=alice, typed_name="alice")
    alice.refresh_from_db()
    assert (alice.username, alice.is_closed) == ("alice", False)
    assert balance_of(alice) == 700
    assert EmailAddress.objects.exists()


@pytest.mark.parametrize("typed", ["", "Alice", "alice ", "bob"])
def test_the_name_must_be_typed_as_it_is(alice: User, typed: str) -> None:
    with pytest.raises(Refused) as refusal:
        user_close(user=alice, typed_name=typed)
    assert refusal.value.code == "account.name_not_typed"


def test_everything_in_the_way_is_said_at_once(alice: User) -> None:
    a_noting_owner()
    here(alice)
    seated(a_sit_and_go(seats=4), alice)
    a_match(alice, a_user("bob"))
    stack_hold(user=alice, table_ref="table:x", chips=50, key="k")
    assert set(codes_against(alice)) == {"bankroll.in_play", "match.running", "tournament.entered"}
    with pytest.raises(Refused) as refusal:
        user_close(user=alice, typed_name="alice")
    assert len(refusal.value.facts["refusals"]) == 3
    assert books_check() == ()


def test_an_open_table_and_the_rights_of_staff_stand_in_the_way(alice: User) -> None:
    a_table(alice)
    alice.is_staff = True
    alice.save()
    assert codes_against(alice) == ["account.is_staff", "table.open"]


def test_the_page_says_what_goes_what_stays_and_what_is_in_the_way(
    browser: Client, alice: User
) -> None:
    page = text_of(browser.get(CLOSE))
    for words in ("your e-mail address and your password", "the ledger", "Nobody will ever get"):
        assert words in page
    assert "Close it for good" in page
    stack_hold(user=alice, table_ref="table:x", chips=50, key="k")
    page = text_of(browser.get(CLOSE))
    assert "You have 50 chips in play" in page
    assert "Close it for good" not in page
    page = text_of(browser.post(CLOSE, {"name": "alice"}, follow=True))
    assert "You have 50 chips in play" in page
    assert is_signed_in(browser)


def test_the_page_closes_the_account_and_says_goodbye(browser: Client) -> None:
    phone = sign_in("alice")
    page = text_of(browser.post(CLOSE, {"name": "alice"}, follow=True))
    assert "Your account is closed. Thank you for the games." in page
    assert not is_signed_in(browser)
    assert not is_signed_in(phone)
    assert not is_signed_in(sign_in("alice"))
    assert not is_signed_in(sign_in("alice@example.org"))


def test_a_wrong_name_at_the_page_closes_nothing(browser: Client) -> None:
    page = text_of(browser.post(CLOSE, {"name": "alicia"}, follow=True))
    assert "Type your name exactly as it is shown." in page
    assert is_signed_in(browser)


def test_closing_takes_the_password_again(alice: User) -> None:
    browser = Client()
    browser.force_login(alice)
    for ask in (browser.get, browser.post):
        assert ask(CLOSE)["Location"].startswith("/accounts/reauthenticate/")


def test_a_guest_closes_by_his_name_alone_and_his_number_is_free(client: Client) -> None:
    client.post("/guest/")
    guest = User.objects.get()
    number = guest.username
    assert "All of it under the name of a closed account" in text_of(client.get(CLOSE))
    client.post(CLOSE, {"name": number})
    assert is_name_free(number)
    client.post("/guest/")
    assert User.objects.exclude(pk=guest.pk).get().is_guest, "the cookie opens no closed account"
    assert books_check() == ()


def test_nobody_closes_another_s_account(alice: User, client: Client) -> None:
    client.force_login(a_guest())
    client.post(CLOSE, {"name": "alice"})
    alice.refresh_from_db()
    assert not alice.is_closed
    assert Client(enforce_csrf_checks=True).post(CLOSE, {"name": "alice"}).status_code == 403


@pytest.mark.django_db(transaction=True)
async def test_every_socket_closes_with_the_account(valkey: redis.Redis) -> None:
    alice = await in_database(a_member)("alice")
    socket = socket_of(await in_database(sign_in)("alice"))
    assert (await socket.connect(timeout=PATIENCE_S))[0]
    await socket.send_input({"type": "websocket.receive", "text": '{"type":"ping","id":"1"}'})
    await socket.receive_output(timeout=PATIENCE_S)
    await in_database(user_close)(user=alice, typed_name="alice")
    assert await closing_code(socket) == Close.LOGIN
    await socket.disconnect(timeout=PATIENCE_S)
    await close_hub()
