"""The house rules: read by anybody, accepted on the way in, asked for once when they change."""

import pytest
from django.test import Client

from accounts.models import RulesAcceptance, User
from accounts.rules import RULES_VERSION
from accounts.selectors import account_record
from accounts.services import rules_accept
from tests.accounts.people import PASSWORD, a_member, text_of
from wire.errors import Conflict

pytestmark = pytest.mark.django_db

SIGN_UP = {"username": "alice", "password1": PASSWORD, "password2": PASSWORD}
VERSION = str(RULES_VERSION)


@pytest.fixture
def veteran(client: Client) -> User:
    """A member from before there were house rules, in his browser."""
    member = a_member("walter")
    client.force_login(member)
    return member


def accepted(user: User) -> list[int]:
    """The versions somebody has accepted."""
    return list(RulesAcceptance.objects.filter(user=user).values_list("version", flat=True))


def test_anybody_may_read_them(client: Client) -> None:
    page = text_of(client.get("/rules/"))
    for heading in (
        "We write in English",
        "We stay polite",
        "No advertising, no spam",
        "We play fair",
        "One person, one account",
        "How our staff act",
        "If you think we are wrong",
        "What we keep",
    ):
        assert heading in page
    assert f"Version {VERSION}." in page
    assert 'href="/rules/"' in text_of(client.get("/")), "the foot of every page leads there"


def test_who_signs_up_accepts_them_with_their_version(client: Client) -> None:
    client.post("/accounts/signup/", SIGN_UP | {"rules": VERSION})
    alice = User.objects.get()
    assert alice.rules_version == RULES_VERSION
    assert accepted(alice) == [RULES_VERSION]


@pytest.mark.parametrize("ticked", ["", "on", "0", str(RULES_VERSION + 1)])
def test_without_the_box_of_this_version_nobody_signs_up(client: Client, ticked: str) -> None:
    page = text_of(client.post("/accounts/signup/", SIGN_UP | {"rules": ticked}))
    assert "Without the house rules there is no play: tick the box." in page
    assert not User.objects.exists()
    assert f'value="{VERSION}"' in page


def test_a_guest_accepts_them_by_the_button_beside_which_it_says_so(client: Client) -> None:
    for path in ("/", "/accounts/login/"):
        page = text_of(client.get(path))
        assert page.count("Whoever plays accepts the") >= 2
    client.post("/guest/")
    guest = User.objects.get()
    assert accepted(guest) == [RULES_VERSION]
    assert "Please read our" not in text_of(client.get("/"))


def test_a_claim_needs_the_box_too_and_is_one_acceptance(client: Client) -> None:
    client.post("/guest/")
    assert "tick the box" in text_of(client.post("/claim/", SIGN_UP))
    client.post("/claim/", SIGN_UP | {"rules": VERSION})
    alice = User.objects.get()
    assert (alice.username, accepted(alice)) == ("alice", [RULES_VERSION])


def test_a_member_from_before_is_asked_and_not_locked_out(client: Client, veteran: User) -> None:
    page = client.get("/wallet/")
    assert page.status_code == 200
    assert "Please read our" in text_of(page)
    answer = client.post("/rules/accept/", {"version": VERSION, "next": "/wallet/"})
    assert answer["Location"] == "/wallet/"
    assert "Please read our" not in text_of(client.get("/wallet/"))
    assert accepted(veteran) == [RULES_VERSION]


def test_the_page_itself_has_the_button_until_it_is_pressed(client: Client, veteran: User) -> None:
    assert "I have read the house rules and accept them" in text_of(client.get("/rules/"))
    answer = client.post("/rules/accept/", {"version": VERSION}, follow=True)
    assert "You have accepted these rules." in text_of(answer)


def test_accepting_twice_is_accepting_once(veteran: User) -> None:
    rules_accept(user=veteran, version=RULES_VERSION)
    rules_accept(user=veteran, version=RULES_VERSION)
    assert accepted(veteran) == [RULES_VERSION]


@pytest.mark.parametrize("version", ["", "0", "99", "one", "-1", "1.0", "²"])
def test_another_version_than_that_in_force_is_accepted_by_nobody(
    client: Client, veteran: User, version: str
) -> None:
    page = client.post("/rules/accept/", {"version": version}, follow=True)
    assert "The house rules have changed meanwhile." in text_of(page)
    assert accepted(veteran) == []
    with pytest.raises(Conflict) as refusal:
        rules_accept(user=veteran, version=RULES_VERSION + 1)
    assert refusal.value.code == "rules.version"


def test_ones_download_says_what_one_has_accepted(veteran: User) -> None:
    rules_accept(user=veteran, version=RULES_VERSION)
    (line,) = account_record(veteran)["account"]["house_rules"]
    assert line["version"] == RULES_VERSION
