"""House bots, people at the desk of staff, and the log of staff acts."""

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from accounts.models import StaffAction, User
from accounts.selectors import house_bots
from accounts.services import bot_ensure, staff_action_record
from tests.factories import a_bot, a_user
from wire.errors import Conflict, Forbidden, Refused

pytestmark = pytest.mark.django_db


def test_a_bot_is_made_once(db: None) -> None:
    bot = bot_ensure("Deep-Brown")
    assert bot_ensure("Deep-Brown") == bot
    assert (bot.is_bot, bot.has_usable_password()) == (True, False)
    assert house_bots() == (bot,)


@pytest.mark.parametrize("name", ["alice", "a1ice"])
def test_a_bot_takes_nobodys_name(alice: User, name: str) -> None:
    with pytest.raises(Conflict) as refusal:
        bot_ensure(name)
    assert refusal.value.code == "account.name_taken"
    assert house_bots() == ()


def test_bots_that_were_closed_do_not_play(db: None) -> None:
    a_bot()
    User.objects.update(is_active=False)
    assert house_bots() == ()


def test_an_act_of_staff_is_recorded_with_its_reason(dora: User) -> None:
    staff_action_record(
        actor=dora,
        act="match.annul",
        subject="match:abc",
        reason=" Both asked for it. ",
        details={"stake_chips": 5},
    )
    action = StaffAction.objects.get()
    assert (action.actor, action.act, action.subject) == (dora, "match.annul", "match:abc")
    assert (action.reason, action.details) == ("Both asked for it.", {"stake_chips": 5})


@pytest.mark.parametrize("reason", ["", "  ", "\u200b\u2060"])
def test_an_act_without_a_reason_is_refused(dora: User, reason: str) -> None:
    with pytest.raises(Refused) as refusal:
        staff_action_record(actor=dora, act="match.annul", subject="match:abc", reason=reason)
    assert refusal.value.code == "staff.reason"
    assert not StaffAction.objects.exists()


def test_only_staff_act_as_staff(alice: User) -> None:
    with pytest.raises(Forbidden) as refusal:
        staff_action_record(actor=alice, act="match.annul", subject="match:abc", reason="Why not.")
    assert refusal.value.code == "auth.forbidden"


def test_staff_find_a_player_and_never_see_a_password_hash(desk: Client, alice: User) -> None:
    alice.set_password("correct horse battery")
    alice.save()
    assert "alice" in desk.get("/admin/accounts/user/", {"q": "ali"}).content.decode()
    page = desk.get(f"/admin/accounts/user/{alice.pk}/change/").content.decode()
    assert "alice" in page
    for piece in alice.password.split("$"):
        assert len(piece) < 8 or piece not in page


def test_staff_can_close_and_rename_an_account(desk: Client, alice: User) -> None:
    asked = {"username": "alisa", "email": "", "rank": "0", "reason": "She asked for it."}
    desk.post(f"/admin/accounts/user/{alice.pk}/change/", asked)
    alice.refresh_from_db()
    assert (alice.username, alice.is_active) == ("alisa", False)


def test_staff_are_told_when_a_new_name_looks_like_a_taken_one(desk: Client, alice: User) -> None:
    bob = a_user("bob")
    page = desk.post(f"/admin/accounts/user/{bob.pk}/change/", {"username": "a1ice"})
    assert "This name looks like one that is taken." in page.content.decode()


def test_staff_can_set_a_password_and_add_a_player(desk: Client, alice: User) -> None:
    assert desk.get(f"/admin/accounts/user/{alice.pk}/password/").status_code == 200
    choice = {"username": "bob", "usable_password": "true"}
    secret = {"password1": "correct horse battery", "password2": "correct horse battery"}
    desk.post("/admin/accounts/user/add/", choice | secret)
    assert User.objects.get(username="bob").check_password("correct horse battery")


def test_nobody_is_deleted(desk: Client, alice: User) -> None:
    answer = desk.post(f"/admin/accounts/user/{alice.pk}/delete/", {"post": "yes"})
    assert answer.status_code == 403
    assert User.objects.filter(username="alice").exists()


def test_staff_read_their_log_and_cannot_write_it(desk: Client, dora: User) -> None:
    action = staff_action_record(actor=dora, act="test.act", subject="user:eve", reason="A reason.")
    assert "A reason." in desk.get("/admin/accounts/staffaction/").content.decode()
    row = f"/admin/accounts/staffaction/{action.pk}"
    assert desk.post(f"{row}/change/", {"reason": "Another."}).status_code == 403
    assert desk.post(f"{row}/delete/", {"post": "yes"}).status_code == 403


@pytest.mark.parametrize("table", ["user", "staffaction"])
def test_d_acc_04_a_list_takes_as_many_queries_however_long_it_is(
    desk: Client, dora: User, table: str, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(30):
        a_user()
        staff_action_record(actor=dora, act="test.act", subject=f"user:{number}", reason="Test.")
    with django_assert_max_num_queries(10):
        desk.get(f"/admin/accounts/{table}/")
