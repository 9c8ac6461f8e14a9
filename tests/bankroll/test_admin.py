"""Staff read the books and cannot write them."""

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from accounts.models import StaffAction, User
from bankroll.audit import books_check
from bankroll.kinds import wallet
from bankroll.models import Account, Posting, Transfer
from bankroll.selectors import balance_of
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


CORRECTION = {"player": "Alice", "chips": "-30", "reason": "Booked twice.", "key": "form-1"}


def test_the_books_are_audited_on_demand(desk: Client) -> None:
    assert "In wallets" not in desk.get("/admin/bankroll/transfer/audit/").content.decode()
    page = desk.post("/admin/bankroll/transfer/audit/").content.decode()
    assert "The books are in order." in page
    assert '<th scope="row">In escrow: events and tables</th><td>60</td>' in page


def test_an_audit_on_demand_lists_every_breach(desk: Client) -> None:
    Account.objects.filter(ref="mint").update(balance_chips=-90)
    page = desk.post("/admin/bankroll/transfer/audit/").content.decode()
    assert "The books are wrong in 2 places." in page
    assert "balance: mint: says -90, its postings add up to -100" in page
    Account.objects.filter(ref="mint").update(balance_chips=-100)


def test_a_correction_is_shown_before_it_is_made(desk: Client, alice: User) -> None:
    assert 'name="key"' in desk.get("/admin/bankroll/transfer/correct/").content.decode()
    page = desk.post("/admin/bankroll/transfer/correct/", CORRECTION).content.decode()
    assert '<th scope="row">In the wallet now</th><td>40</td>' in page
    assert '<th scope="row">Afterwards</th><td>10</td>' in page
    assert balance_of(alice) == 40
    assert books_check() == ()


def test_a_confirmed_correction_is_made_once_and_logged(desk: Client, alice: User) -> None:
    for _press in range(2):
        answer = desk.post("/admin/bankroll/transfer/correct/", CORRECTION | {"confirmed": "yes"})
        assert answer["Location"] == "/admin/bankroll/transfer/"
    assert balance_of(alice) == 10
    assert StaffAction.objects.get().subject == "user:alice"
    page = desk.get("/admin/bankroll/transfer/").content.decode()
    assert "The wallet of alice is corrected by -30 chips." in page
    assert books_check() == ()


def test_a_refused_correction_says_why(desk: Client, alice: User) -> None:
    asked = CORRECTION | {"chips": "-41", "confirmed": "yes"}
    page = desk.post("/admin/bankroll/transfer/correct/", asked).content.decode()
    assert "There are 40 chips in this wallet, not 41." in page
    assert balance_of(alice) == 40


@pytest.mark.parametrize(
    "nonsense",
    [
        {"player": "nobody-here"},
        {"player": ""},
        {"chips": "1.5"},
        {"chips": "9" * 30},
        {"reason": "  "},
        {"reason": "x" * 201},
        {"key": ""},
    ],
)
def test_a_form_that_makes_no_sense_is_shown_again(
    desk: Client, alice: User, nonsense: dict[str, str]
) -> None:
    asked = CORRECTION | {"confirmed": "yes"} | nonsense
    page = desk.post("/admin/bankroll/transfer/correct/", asked).content.decode()
    assert "errorlist" in page
    assert balance_of(alice) == 40


@pytest.mark.parametrize("page", ["audit", "correct"])
def test_auditing_and_correcting_take_a_permission_each(
    client: Client, alice: User, page: str
) -> None:
    eve = a_user("eve", is_staff=True)
    eve.user_permissions.add(Permission.objects.get(codename="view_transfer"))
    client.force_login(eve)
    assert client.post(f"/admin/bankroll/transfer/{page}/", CORRECTION).status_code == 403
    assert f"/{page}/" not in client.get("/admin/bankroll/transfer/").content.decode()
    client.force_login(alice)
    assert client.get(f"/admin/bankroll/transfer/{page}/").status_code == 302


def test_who_holds_the_permissions_finds_the_buttons(client: Client, db: None) -> None:
    dora = a_user("dora", is_staff=True)
    names = ["view_transfer", "audit_books", "correct_wallet"]
    dora.user_permissions.set(Permission.objects.filter(codename__in=names))
    client.force_login(dora)
    page = client.get("/admin/bankroll/transfer/").content.decode()
    assert "/admin/bankroll/transfer/audit/" in page
    assert "/admin/bankroll/transfer/correct/" in page
    assert client.get("/admin/bankroll/transfer/correct/").status_code == 200
