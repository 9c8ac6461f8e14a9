"""The database itself refuses what the services would never write.

Run against the database of the tests and against an SQLite file migrated from nothing: SQLite loses
triggers where Django rebuilds a table, so the last migration must leave them standing.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, IntegrityError, connections, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.utils import ConnectionHandler
from pytest_django import DjangoDbBlocker

from accounts.models import StaffAction, User
from bankroll.kinds import AccountKind, TransferKind
from bankroll.models import Account, Posting, Transfer
from config.settings.services import database

SQLITE = "sqlite"

BREACHES = {
    "a wallet below zero": "UPDATE bankroll_account SET balance_chips = -1 WHERE kind = 'wallet'",
    "a house below zero": "UPDATE bankroll_account SET balance_chips = -1 WHERE kind = 'house'",
    "an escrow below zero": "UPDATE bankroll_account SET balance_chips = -1 WHERE kind = 'escrow'",
    "a stack below zero": "UPDATE bankroll_account SET balance_chips = -1 WHERE kind = 'stack'",
    "a stack without an owner": "UPDATE bankroll_account SET owner_id = NULL WHERE kind = 'stack'",
    "an escrow with an owner": (
        "UPDATE bankroll_account SET owner_id = (SELECT id FROM accounts_user)"
        " WHERE kind = 'escrow'"
    ),
    "an account of no known kind": (
        "UPDATE bankroll_account SET kind = 'purse' WHERE kind = 'house'"
    ),
    "a wallet without an owner": (
        "UPDATE bankroll_account SET owner_id = NULL WHERE kind = 'wallet'"
    ),
    "a house with an owner": (
        "UPDATE bankroll_account SET owner_id = (SELECT id FROM accounts_user) WHERE kind = 'house'"
    ),
    "a second wallet of one owner": (
        "INSERT INTO bankroll_account (kind, ref, owner_id, balance_chips)"
        " SELECT 'wallet', 'wallet:again', id, 0 FROM accounts_user"
    ),
    "a second account of one name": (
        "INSERT INTO bankroll_account (kind, ref, owner_id, balance_chips)"
        " VALUES ('escrow', 'house', NULL, 0)"
    ),
    "an account dropped with its postings": "DELETE FROM bankroll_account WHERE kind = 'wallet'",
    "a posting of nothing": (
        "INSERT INTO bankroll_posting (transfer_id, source_id, target_id, chips)"
        " SELECT transfer_id, source_id, target_id, 0 FROM bankroll_posting"
    ),
    "a posting of less than nothing": (
        "INSERT INTO bankroll_posting (transfer_id, source_id, target_id, chips)"
        " SELECT transfer_id, source_id, target_id, -5 FROM bankroll_posting"
    ),
    "a posting to where it came from": (
        "INSERT INTO bankroll_posting (transfer_id, source_id, target_id, chips)"
        " SELECT transfer_id, source_id, source_id, 5 FROM bankroll_posting"
    ),
    "a changed posting": "UPDATE bankroll_posting SET chips = chips + 1",
    "a dropped posting": "DELETE FROM bankroll_posting",
    "a second use of a key": (
        "INSERT INTO bankroll_transfer (key, kind, note, created_at)"
        " SELECT key, kind, note, created_at FROM bankroll_transfer"
    ),
    "a transfer without a key": (
        "INSERT INTO bankroll_transfer (key, kind, note, created_at)"
        " SELECT '', kind, note, created_at FROM bankroll_transfer"
    ),
    "a transfer of no known kind": (
        "INSERT INTO bankroll_transfer (key, kind, note, created_at)"
        " SELECT 'other', 'gift', note, created_at FROM bankroll_transfer"
    ),
    "a changed transfer": "UPDATE bankroll_transfer SET note = 'nothing to see here'",
    "a dropped transfer": "DELETE FROM bankroll_transfer",
    "a changed staff action": "UPDATE accounts_staffaction SET reason = 'no reason'",
    "a dropped staff action": "DELETE FROM accounts_staffaction",
    "a staff action without a reason": (
        "INSERT INTO accounts_staffaction (actor_id, act, subject, reason, details, created_at)"
        " SELECT actor_id, act, subject, '', details, created_at FROM accounts_staffaction"
    ),
}


@pytest.fixture(scope="module")
def sqlite_from_nothing(
    tmp_path_factory: pytest.TempPathFactory, django_db_blocker: DjangoDbBlocker
) -> Iterator[None]:
    """An SQLite file under the alias `sqlite`, to which all migrations have just been applied."""
    file: Path = tmp_path_factory.mktemp("books") / "house.sqlite3"
    handler = ConnectionHandler(
        {
            "default": settings.DATABASES["default"],
            SQLITE: database(f"sqlite:///{file}", pool_size=0),
        }
    )
    connections[SQLITE] = connection = handler[SQLITE]
    with django_db_blocker.unblock():
        executor = MigrationExecutor(connection)
        executor.migrate(executor.loader.graph.leaf_nodes())
    yield
    with django_db_blocker.unblock():
        connection.close()
    del connections[SQLITE]


@pytest.fixture(params=[DEFAULT_DB_ALIAS, SQLITE])
def books(request: pytest.FixtureRequest, db: None) -> Iterator[str]:
    """The alias of a database in which Alice has been granted 100 chips."""
    alias: str = request.param
    if alias == SQLITE:
        request.getfixturevalue("sqlite_from_nothing")
    with transaction.atomic(using=alias):
        alice = User.objects.using(alias).create(username="alice", is_staff=True)
        StaffAction.objects.using(alias).create(
            actor=alice, act="test.set_up", subject="books", reason="To have one."
        )
        accounts = Account.objects.using(alias)
        mint = accounts.create(kind=AccountKind.MINT, ref="mint", balance_chips=-100)
        accounts.create(kind=AccountKind.HOUSE, ref="house")
        accounts.create(kind=AccountKind.ESCROW, ref="escrow:event")
        accounts.create(kind=AccountKind.STACK, ref="stack:table:alice", owner=alice)
        wallet = accounts.create(
            kind=AccountKind.WALLET, ref="wallet:alice", owner=alice, balance_chips=100
        )
        gift = Transfer.objects.using(alias).create(kind=TransferKind.GRANT, key="gift")
        Posting.objects.using(alias).create(transfer=gift, source=mint, target=wallet, chips=100)
        yield alias
        transaction.set_rollback(True, using=alias)


def run(statement: str, alias: str) -> None:
    with connections[alias].cursor() as cursor:
        cursor.execute(statement)
    # Foreign keys are looked at when a transaction ends, which no test reaches.
    connections[alias].check_constraints()


@pytest.mark.parametrize("statement", BREACHES.values(), ids=BREACHES.keys())
def test_the_database_refuses(books: str, statement: str) -> None:
    with pytest.raises(IntegrityError), transaction.atomic(using=books):
        run(statement, books)


def test_the_mint_alone_may_be_below_zero(books: str) -> None:
    accounts = Account.objects.using(books)
    accounts.filter(kind=AccountKind.MINT).update(balance_chips=-1_000_000)
    assert accounts.get(ref="mint").balance_chips == -1_000_000
