"""Tokens for programs on the account's page: made after a proof, shown once, taken back."""

import re

import pytest
from django.test import Client

from accounts.models import ApiToken, User
from accounts.selectors import account_record
from accounts.services import sessions_end
from accounts.services.tokens import MOST_TOKENS, token_create, token_revoke, token_use
from tests.accounts.people import NEW_PASSWORD, PASSWORD, a_member, prove, sign_in, text_of
from tests.factories import a_guest, a_user
from wire.errors import Malformed, NotFound, Refused

PAGE = "/account/tokens/"
FORM = {"name": "my bot", "scopes": ["read", "play"], "days": "90"}


@pytest.fixture
def alice(db: None) -> User:
    return a_member("alice")


def proven(name: str, password: str = PASSWORD) -> Client:
    """The browser of somebody who has just given his password once more."""
    browser = sign_in(name, password=password)
    prove(browser, password)
    return browser


def made_by(browser: Client, **changes: object) -> str:
    """The text of the token that the page shows after the form was sent."""
    page = text_of(browser.post(f"{PAGE}new/", {**FORM, **changes}))
    found = re.search(r"bgh_[0-9a-f]{48}", page)
    assert found is not None
    return found[0]


# --- the page ---------------------------------------------------------------------------------


def test_a_token_is_shown_once_and_kept_nowhere(alice: User) -> None:
    browser = proven("alice")
    answer = browser.post(f"{PAGE}new/", FORM)
    assert "no-store" in answer.headers["Cache-Control"]
    found = re.search(r"bgh_[0-9a-f]{48}", text_of(answer))
    assert found is not None
    token = ApiToken.objects.get()
    assert found[0][:12] == token.prefix
    assert found[0] not in str(vars(token))
    page = text_of(browser.get(PAGE))
    assert "my bot" in page
    assert token.prefix in page
    assert "not used yet" in page
    assert found[0] not in page


def test_who_has_not_just_signed_in_proves_himself_first(alice: User) -> None:
    browser = Client()
    browser.force_login(alice)
    answer = browser.post(f"{PAGE}new/", FORM)
    assert answer.status_code == 302
    assert "reauthenticate" in answer.headers["Location"]
    assert not ApiToken.objects.exists()
    page = text_of(browser.post(answer.headers["Location"], {"password": PASSWORD}))
    assert re.search(r"bgh_[0-9a-f]{48}", page), "and then what he asked for is done"
    assert ApiToken.objects.count() == 1


def test_a_token_that_is_used_says_so_on_the_page(alice: User) -> None:
    browser = proven("alice")
    assert token_use(text=made_by(browser)) is not None
    page = text_of(browser.get(PAGE))
    assert "last used" in page
    assert "read what you can see" in page


def test_a_token_is_taken_back_however_often_one_presses(alice: User) -> None:
    browser = proven("alice")
    text = made_by(browser)
    for _time in range(2):
        answer = browser.post(f"{PAGE}{text[:12]}/end/")
        assert answer.headers["Location"] == PAGE
    assert token_use(text=text) is None


def test_nobody_takes_back_or_sees_the_token_of_another(alice: User) -> None:
    text = made_by(proven("alice"))
    a_member("eve")
    eve = proven("eve")
    assert text[:12] not in text_of(eve.get(PAGE))
    eve.post(f"{PAGE}{text[:12]}/end/")
    assert token_use(text=text) is not None


@pytest.mark.parametrize(
    "changes", [{"name": ""}, {"name": "x" * 61}, {"scopes": []}, {"scopes": ["all"]}, {"days": 1}]
)
def test_what_the_form_does_not_offer_is_not_made(alice: User, changes: dict[str, object]) -> None:
    answer = proven("alice").post(f"{PAGE}new/", {**FORM, **changes})
    assert answer.status_code == 200
    assert not ApiToken.objects.exists()


def test_strangers_sign_in_first_and_guests_claim_their_account_first(db: None) -> None:
    assert Client().get(PAGE).status_code == 302
    browser = Client()
    browser.force_login(a_guest())
    assert "Claim this account" in text_of(browser.get(PAGE))
    assert browser.post(f"{PAGE}new/", FORM).status_code == 302
    assert not ApiToken.objects.exists()


def test_the_account_counts_its_tokens_and_its_record_names_them(alice: User) -> None:
    browser = proven("alice")
    assert "no program acts for you" in text_of(browser.get("/account/"))
    text = made_by(browser)
    assert "1 token" in text_of(browser.get("/account/"))
    (kept,) = account_record(alice)["account"]["tokens"]
    assert (kept["name"], kept["begins_with"], kept["may"]) == ("my bot", text[:12], FORM["scopes"])
    assert text not in str(kept)


def test_a_new_password_and_signing_out_everywhere_leave_tokens_as_the_page_says(
    alice: User,
) -> None:
    browser = proven("alice")
    text = made_by(browser)
    fields = {"oldpassword": PASSWORD, "password1": NEW_PASSWORD, "password2": NEW_PASSWORD}
    browser.post("/accounts/password/change/", fields)
    sessions_end(user=alice)
    assert token_use(text=text) is not None
    assert "leave tokens as they are" in text_of(sign_in("alice", password=NEW_PASSWORD).get(PAGE))


# --- the service ------------------------------------------------------------------------------


def test_nobody_has_more_than_twenty(alice: User) -> None:
    for number in range(MOST_TOKENS):
        token_create(user=alice, name=f"bot {number}", scopes=["read"], days=30)
    with pytest.raises(Refused, match=r"token\.too_many"):
        token_create(user=alice, name="one more", scopes=["read"], days=30)
    token_create(user=a_user(), name="another's", scopes=["read"], days=30)


def test_tokens_that_are_over_make_room(alice: User) -> None:
    for number in range(MOST_TOKENS):
        token, _text = token_create(user=alice, name=f"bot {number}", scopes=["read"], days=30)
    ApiToken.objects.filter(pk=token.pk).update(expires_at=token.created_at)
    token_create(user=alice, name="one more", scopes=["read"], days=30)
    assert ApiToken.objects.count() == MOST_TOKENS


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"name": "  "}, "token.name"),
        ({"name": "x" * 61}, "token.name"),
        ({"scopes": []}, "token.scopes"),
        ({"scopes": ["read", "all"]}, "token.scopes"),
        ({"days": 31}, "token.days"),
    ],
)
def test_what_no_form_offers_is_malformed(
    alice: User, changes: dict[str, object], code: str
) -> None:
    wanted = {"name": "bot", "scopes": ["read"], "days": 30, **changes}
    with pytest.raises(Malformed, match=re.escape(code)):
        token_create(user=alice, **wanted)  # type: ignore[arg-type]


def test_guests_have_none(db: None) -> None:
    with pytest.raises(Refused, match=r"token\.guest"):
        token_create(user=a_guest(), name="bot", scopes=["read"], days=30)


def test_a_token_that_is_none_cannot_be_taken_back(alice: User) -> None:
    with pytest.raises(NotFound, match=r"token\.not_found"):
        token_revoke(user=alice, prefix="bgh_00000000")
