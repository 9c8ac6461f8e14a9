"""A transfer in one statement: what PostgreSQL does for the many that go as expected.

It locks, looks and writes as `posting.transfer_post` does, in the same order. It writes
nothing where an account is new or not of the kind it is taken for, the key is used or
chips are missing: those take the long road, which also says what was the matter.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from django.db import connection

from bankroll.kinds import Leg, TransferKind
from bankroll.models import Transfer
from wire.codec import encode
from wire.time import now

# `locked` holds either every account or none: an account that is new is opened before the
# first lock, and the locks of this statement outlive it in the caller's transaction.
# Its balances are those after the wait for the locks, which the statement's own view of
# the table is not; so the update takes them from there.
_POST: Final = """
WITH change AS (
    SELECT * FROM json_to_recordset(%(changes)s::json) AS change(ref text, kind text, chips bigint)
), locked AS MATERIALIZED (
    SELECT id, ref, kind, balance_chips FROM bankroll_account
    WHERE ref = ANY(%(refs)s)
        AND (SELECT count(*) FROM bankroll_account WHERE ref = ANY(%(refs)s)) = %(accounts)s
    ORDER BY id FOR NO KEY UPDATE
), balance AS MATERIALIZED (
    SELECT id, balance_chips + chips AS chips FROM locked JOIN change USING (ref, kind)
    WHERE kind = 'mint' OR balance_chips + chips >= 0
), transfer AS (
    INSERT INTO bankroll_transfer (key, kind, note, created_at)
    SELECT %(key)s, %(kind)s, %(note)s, %(created_at)s
    WHERE (SELECT count(*) FROM balance) = %(accounts)s
    ON CONFLICT (key) DO NOTHING
    RETURNING id
), posting AS (
    INSERT INTO bankroll_posting (transfer_id, source_id, target_id, chips)
    SELECT transfer.id, source.id, target.id, leg.chips
    FROM json_to_recordset(%(legs)s::json)
        AS leg(number int, source text, target text, chips bigint)
    JOIN locked AS source ON source.ref = leg.source
    JOIN locked AS target ON target.ref = leg.target
    CROSS JOIN transfer
    ORDER BY leg.number
), moved AS (
    UPDATE bankroll_account AS account SET balance_chips = balance.chips
    FROM balance CROSS JOIN transfer
    WHERE account.id = balance.id
)
SELECT id FROM transfer
"""


def post_at_once(
    *, kind: TransferKind, key: str, legs: Sequence[Leg], changes: Mapping[str, int], note: str
) -> Transfer | None:
    """The transfer, posted; None, and nothing done, where that takes more than one look.

    `changes` are what all legs together do to each account, by its name.
    """
    created_at = now()
    kinds = {account.ref: account.kind for leg in legs for account in (leg.source, leg.target)}
    with connection.cursor() as cursor:
        cursor.execute(
            _POST,
            {
                "changes": _json(
                    {"ref": ref, "kind": kinds[ref], "chips": by} for ref, by in changes.items()
                ),
                "refs": list(changes),
                "accounts": len(changes),
                "key": key,
                "kind": kind.value,
                "note": note,
                "created_at": created_at,
                "legs": _json(
                    {
                        "number": number,
                        "source": leg.source.ref,
                        "target": leg.target.ref,
                        "chips": leg.chips,
                    }
                    for number, leg in enumerate(legs)
                ),
            },
        )
        row = cursor.fetchone()
    if row is None:
        return None
    fields = ("id", "key", "kind", "note", "created_at")
    transfer: Transfer = Transfer.from_db(
        connection.alias, fields, (row[0], key, kind.value, note, created_at)
    )
    return transfer


def _json(rows: Iterable[Mapping[str, object]]) -> str:
    return encode(list(rows)).decode()
