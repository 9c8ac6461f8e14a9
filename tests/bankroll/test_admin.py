"""Staff read the books and cannot write them."""

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from bankroll.audit import books_check
from bankroll.kinds import wallet
from bankroll.models import Account, Posting, Transfer
from bankroll.services import hold
from tests.factories import a_user

pytestmark = pytest.mark.django_db

TABLES = ("account", "transfer", "posting")


@pytest.fixture
def desk(client: Client, alice: User) -> Client:
    """The browser of Dora, who may do everything; Alice has paid an entry."""
    hold(user=alice, escrow_ref="tournament:evening", chips=60, key="entry")
    dora = User.objects.create_superuser("dora")
    client.force_login(dora)
    return client


@pytest.mark.parametrize("table", TABLES)
def test_staff_may_list_and_search(desk: Client, table: str) -> None:
    assert desk.get(f"/admin/bankroll/{table}/").status_code == 200
    assert desk.get(f"/admin/bankroll/{table}/", {"q": "alice"}).status_code == 200


def test_staff_may_look_at_each_row(desk: Client, alice: User) -> None:
    account = Account.objects.get(ref=wallet(alice).ref)
    assert desk.get(f"/admin/bankroll/account/{account.pk}/change/").status_code == 200
    entry = Transfer.objects.get(key="entry")
    page = desk.get(f"/admin/bankroll/transfer/{entry.pk}/change/").content.decode()
    assert "escrow:tournament:evening" in page


@pytest.mark.parametrize("table", TABLES)
def test_even_a_superuser_can_add_nothing_to_the_books(desk: Client, table: str) -> None:
    assert desk.get(f"/admin/bankroll/{table}/add/").status_code == 403
    assert desk.post(f"/admin/bankroll/{table}/add/", {}).status_code == 403


def test_even_a_superuser_can_change_or_delete_nothing(desk: Client) -> None:
    posting = Posting.objects.get(transfer__key="entry")
    row = f"/admin/bankroll/posting/{posting.pk}"
    assert desk.post(f"{row}/change/", {"chips": 1}).status_code == 403
    assert desk.post(f"{row}/delete/", {"post": "yes"}).status_code == 403
    posting.refresh_from_db()
    assert posting.chips == 60
    assert books_check() == ()


@pytest.mark.parametrize("table", TABLES)
def test_d_acc_04_a_list_takes_as_many_queries_however_long_it_is(
    desk: Client, table: str, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(30):
        hold(user=a_user(chips=10), escrow_ref=f"table:{number}", chips=10, key=f"entry:{number}")
    with django_assert_max_num_queries(15):
        desk.get(f"/admin/bankroll/{table}/")
