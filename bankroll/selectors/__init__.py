"""What can be read from the ledger. Nobody else reads its tables."""

from bankroll.selectors.holdings import (
    Holdings,
    balance_of,
    escrow_balance,
    holdings_of,
    stack_of,
    stake_in,
)
from bankroll.selectors.statement import StatementLine, StatementPage, statement
from bankroll.selectors.tables import TableTransfer, stacks_at, table_transfers
from bankroll.selectors.transfers import chips_moved, has_transfer

__all__ = [
    "Holdings",
    "StatementLine",
    "StatementPage",
    "TableTransfer",
    "balance_of",
    "chips_moved",
    "escrow_balance",
    "has_transfer",
    "holdings_of",
    "stack_of",
    "stacks_at",
    "stake_in",
    "statement",
    "table_transfers",
]
