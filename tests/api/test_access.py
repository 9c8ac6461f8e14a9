"""Who may ask what: tokens and their scopes, sessions, strangers, too many requests, bad ones."""

from datetime import timedelta
from typing import Any

import pytest
import redis
from django.test import Client

from accounts.models import ApiToken, User
from accounts.scopes import Scope
from accounts.services import user_close
from accounts.services.tokens import token_revoke
from tests.api.callers import ROOT, Program, program_of
from tests.support.clock import StoppedClock
from wire.time import now

pytestmark = pytest.mark.django_db


# --- who one is -------------------------------------------------------------------------------


def test_a_token_says_whose_program_asks_and_what_it_may(alice: User) -> None:
    answer = program_of(alice, "read", "wallet").get("me/")
    assert answer.status == 200
    assert answer.body["name"] == "alice"
    assert answer.body["scopes"] == ["read", "wallet"]
    assert answer.response.headers["Cache-Control"] == "no-store"


def test_a_session_may_whatever_its_owner_may(alice: User) -> None:
    browser = Client()
    browser.force_login(alice)
    assert browser.get(f"{ROOT}me/").json()["scopes"] == Scope.values


def test_what_a_session_changes_comes_from_a_page_of_ours(alice: User, bob: User) -> None:
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(alice)
    browser.get(ROOT)
    csrf = browser.cookies["csrftoken"].value

    def block(**headers: str) -> Any:
        return browser.post(
            f"{ROOT}me/blocks/", {"name": "bob"}, "application/json", headers=headers
        )

    refused = block()
    assert (refused.status_code, refused.json()["code"]) == (403, "auth.csrf")
    assert block(**{"X-CSRFToken": csrf}).status_code == 201


def test_a_stranger_is_asked_who_he_is(stranger: Program) -> None:
    answer = stranger.get("me/")
    assert (answer.status, answer.code) == (401, "auth.required")
    assert answer.response.headers["WWW-Authenticate"] == "Bearer"


@pytest.mark.parametrize("path", ["wallet/", "seek/", "challenges/", "me/tokens/", "me/blocks/"])
def test_what_is_somebodys_own_is_no_strangers(stranger: Program, path: str) -> None:
    assert stranger.get(path).code == "auth.required"


@pytest.mark.parametrize(
    "text", ["", "nonsense", "bgh_", "bgh_" + "0" * 48, "bgh_\N{LATIN SMALL LETTER E WITH ACUTE}"]
)
def test_a_token_nobody_made_opens_nothing_not_even_what_is_open(db: None, text: str) -> None:
    answer = Program(text or " ").get("games/")
    assert (answer.status, answer.code) == (401, "auth.token")


def test_the_beginning_of_a_token_opens_nothing(alice: User) -> None:
    program = program_of(alice)
    guess = program.text[:-1] + ("0" if program.text[-1] != "0" else "1")
    assert Program(guess).get("me/").code == "auth.token"


def test_a_token_ends_on_its_day(alice: User, clock: StoppedClock) -> None:
    program = program_of(alice, days=30)
    clock.pass_s(timedelta(days=30).total_seconds() - 1)
    assert program.get("me/").status == 200
    clock.pass_s(1)
    assert program.get("me/").code == "auth.token"


def test_a_token_taken_back_opens_nothing_at_once(alice: User) -> None:
    program = program_of(alice)
    token_revoke(user=alice, prefix=program.text[:12])
    assert program.get("me/").code == "auth.token"


def test_nobody_comes_in_for_an_account_that_is_put_to_sleep_or_closed(alice: User) -> None:
    program = program_of(alice)
    User.objects.filter(pk=alice.pk).update(is_active=False)
    assert program.get("me/").code == "auth.token"
    User.objects.filter(pk=alice.pk).update(is_active=True)
    alice.refresh_from_db()
    user_close(user=alice, typed_name="alice")
    assert program.get("me/").code == "auth.token"
    assert not ApiToken.objects.exists()


def test_the_use_of_a_token_is_noted_once_an_hour(alice: User, clock: StoppedClock) -> None:
    program = program_of(alice)
    clock.pass_s(60)
    program.get("me/")
    assert ApiToken.objects.get().used_at == now()
    clock.pass_s(600)
    program.get("me/")
    assert ApiToken.objects.get().used_at == now() - timedelta(minutes=10)
    clock.pass_s(3600)
    program.get("me/")
    assert ApiToken.objects.get().used_at == now()


# --- what one may -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("method", "path", "scope"),
    [
        ("get", "me/", "read"),
        ("get", "games/", "read"),
        ("get", "wallet/", "wallet"),
        ("get", "wallet/transfers/", "wallet"),
        ("get", "wallet/transfers/1/", "wallet"),
        ("post", "wallet/refill/", "wallet"),
        ("post", "me/blocks/", "people"),
        ("delete", "me/blocks/bob/", "people"),
        ("post", "challenges/", "people"),
        ("delete", "challenges/abc/", "people"),
        ("post", "seek/", "play"),
        ("delete", "seek/", "play"),
        ("post", "tables/", "play"),
        ("post", "tables/abc/seat/", "play"),
        ("delete", "tables/abc/seat/", "play"),
        ("post", "tables/abc/top-up/", "play"),
        ("post", "tables/abc/rematch/", "play"),
        ("post", "sit-and-gos/abc/seat/", "play"),
        ("delete", "sit-and-gos/abc/seat/", "play"),
        ("get", "tournaments/", "read"),
        ("get", "tickets/", "read"),
        ("post", "tournaments/abc/entries/", "play"),
        ("delete", "tournaments/abc/entries/", "play"),
        ("post", "tournaments/abc/check-in/", "play"),
    ],
)
def test_a_token_does_what_it_was_made_for_and_nothing_else(
    alice: User, method: str, path: str, scope: str
) -> None:
    others = set(Scope.values) - {scope}
    answer = getattr(program_of(alice, *others), method)(path)
    assert (answer.status, answer.code) == (403, "auth.scope")
    assert answer.body["data"] == {"scope": scope}
    assert getattr(program_of(alice, scope), method)(path).status != 403


def test_the_list_of_tokens_tells_everything_but_their_text(alice: User) -> None:
    program = program_of(alice, "read")
    (listed,) = program.get("me/tokens/").body
    assert listed["prefix"] == program.text[:12]
    assert listed["scopes"] == ["read"]
    assert program.text not in str(listed)


def test_a_token_takes_itself_back_and_no_other(alice: User, bob: User) -> None:
    mine, other, bobs = program_of(alice, "play"), program_of(alice), program_of(bob)
    for spared in (other, bobs):
        answer = mine.delete(f"me/tokens/{spared.text[:12]}/")
        assert (answer.status, answer.code) == (403, "token.other")
        assert spared.get("me/").status == 200
    assert mine.delete(f"me/tokens/{mine.text[:12]}/").status == 204
    assert mine.get("me/").code == "auth.token"


def test_a_session_takes_back_its_owners_tokens_alone(alice: User, bob: User) -> None:
    program, bobs = program_of(alice), program_of(bob)
    browser = Client()
    browser.force_login(alice)
    assert browser.delete(f"{ROOT}me/tokens/{program.text[:12]}/").status_code == 204
    assert browser.delete(f"{ROOT}me/tokens/{bobs.text[:12]}/").status_code == 404
    assert bobs.get("me/").status == 200


# --- how fast ---------------------------------------------------------------------------------


def test_too_many_requests_a_minute_are_told_when_to_come_back(
    as_alice: Program, as_bob: Program, clock: StoppedClock, settings: object
) -> None:
    settings.HOUSE_REST_REQUESTS_A_MINUTE = 3  # type: ignore[attr-defined]
    assert [as_alice.get("me/").status for _ in range(3)] == [200, 200, 200]
    answer = as_alice.get("me/")
    assert (answer.status, answer.code) == (429, "request.too_fast")
    wait_s = int(answer.response.headers["Retry-After"])
    assert answer.body["data"] == {"wait_s": wait_s}
    assert as_bob.get("me/").status == 200
    clock.pass_s(wait_s)
    assert as_alice.get("me/").status == 200


def test_a_made_up_address_does_not_make_a_stranger_another_one(
    stranger: Program, settings: object, clock: StoppedClock
) -> None:
    settings.HOUSE_REST_REQUESTS_A_MINUTE = 2  # type: ignore[attr-defined]
    browser = Client()
    statuses = [
        browser.get(f"{ROOT}games/", headers={"X-Forwarded-For": f"10.0.0.{number}"}).status_code
        for number in range(3)
    ]
    assert statuses == [200, 200, 429]


def test_nobody_is_turned_away_while_requests_cannot_be_counted(
    as_alice: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lost(*_args: object, **_options: object) -> None:
        raise redis.ConnectionError

    monkeypatch.setattr("wire.rest.cache.incr", lost)
    assert as_alice.get("games/").status == 200


# --- what makes no sense ----------------------------------------------------------------------


UNREADABLE = ["{", "[1, 2", '"text', "\xff", "{'a': 1}", "[" * 100_000, '{"game": "\\ud800"}']


@pytest.mark.parametrize("body", UNREADABLE)
def test_what_is_no_json_is_said_to_be_none(as_alice: Program, body: str) -> None:
    answer = as_alice.post("seek/", body.encode("latin-1"))
    assert (answer.status, answer.code) == (400, "request.malformed")


@pytest.mark.parametrize("body", [[], [1], "text", 5, True])
def test_what_is_no_object_is_said_to_be_none(as_alice: Program, body: object) -> None:
    answer = as_alice.post("seek/", body)
    assert (answer.status, answer.code) == (400, "request.malformed")


def test_a_field_nobody_knows_is_refused_by_its_name(as_alice: Program) -> None:
    answer = as_alice.post("me/blocks/", {"name": "bob", "nmae": 1})
    assert (answer.status, answer.fields) == (400, {"nmae"})
    assert as_alice.get("matches/", lmiit=5).fields == {"lmiit"}


@pytest.mark.parametrize("path", ["lobby/", "me/", "wallet/", "leaderboard/backgammon/"])
def test_a_word_nobody_knows_behind_the_question_mark_is_refused(
    as_alice: Program, path: str
) -> None:
    answer = as_alice.get(path, tpyo="1")
    assert (answer.status, answer.fields) == (400, {"tpyo"})


def test_a_change_asks_nothing_behind_the_question_mark(as_alice: Program) -> None:
    assert as_alice.post("me/blocks/?name=bob", {"name": "bob"}).fields == {"name"}
    assert as_alice.get("me/blocks/").body == []


@pytest.mark.parametrize("path", ["nonsense/", "tables/no.id/", "me"])
def test_where_nothing_is_every_method_is_told_so(stranger: Program, path: str) -> None:
    for answer in (stranger.get(path), stranger.post(path), stranger.delete(path)):
        assert (answer.status, answer.code) == (404, "request.not_found")


def test_a_form_is_not_what_the_house_reads(alice: User) -> None:
    headers = {"Authorization": f"Bearer {program_of(alice).text}"}
    answer = Client().post(f"{ROOT}me/blocks/", {"name": "bob"}, headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (415, "request.media_type")


def test_an_address_says_what_it_does_not_take(as_alice: Program) -> None:
    answer = as_alice.post("me/")
    assert (answer.status, answer.code) == (405, "request.method")
    assert "POST" in answer.body["message"]


def test_the_house_answers_in_json(as_alice: Program) -> None:
    headers = {"Authorization": f"Bearer {as_alice.text}", "Accept": "text/html"}
    answer = Client().get(f"{ROOT}me/", headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (406, "request.not_acceptable")


def test_a_bug_of_ours_is_shown_by_its_number_and_nothing_else(
    as_alice: Program, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("accounts.api.blocks_of", lambda user: 1 // 0)
    answer = as_alice.get("me/blocks/")
    assert (answer.status, answer.code) == (500, "server.trouble")
    assert answer.body["data"]["incident"] in caplog.text
    assert "ZeroDivisionError" not in str(answer.body)
