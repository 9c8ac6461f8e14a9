"""What a user can take with him of his wallet, as plain data."""

from typing import TYPE_CHECKING, Any

from bankroll.selectors.holdings import holdings_of
from bankroll.selectors.statement import StatementFilter, statement_lines

if TYPE_CHECKING:
    from accounts.models import User


def wallet_record(user: "User") -> dict[str, Any]:
    """What is available and in play, and the statement, newest first."""
    holdings = holdings_of(user)
    return {
        "available_chips": holdings.available_chips,
        "in_play_chips": holdings.in_play_chips,
        "statement": [
            {
                "number": line.number,
                "posted_at": line.posted_at.isoformat(),
                "kind": line.kind.value,
                "note": line.note,
                "chips": line.chips,
                "balance_chips": line.balance_chips,
            }
            for line in statement_lines(user, StatementFilter())
        ],
    }
