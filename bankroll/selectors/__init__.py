"""What can be read from the ledger. Nobody else reads its tables."""

from bankroll.selectors.flows import OneWay, OneWayTerms, one_way_pairs
from bankroll.selectors.holdings import (
    Holdings,
    InPlay,
    balance_of,
    escrow_balance,
    holdings_of,
    in_play_of,
    in_play_refusal,
    stack_of,
    stake_in,
)
from bankroll.selectors.moves import Moves, latest_posting, moves_at
from bankroll.selectors.record import wallet_record
from bankroll.selectors.refills import refill_facts
from bankroll.selectors.statement import (
    StatementFilter,
    StatementLine,
    StatementPage,
    places_in_statement,
    statement,
    statement_line,
    statement_lines,
)
from bankroll.selectors.tables import TableTransfer, stacks_at, table_transfers
from bankroll.selectors.transfers import chips_moved, has_transfer

__all__ = [
    "Holdings",
    "InPlay",
    "Moves",
    "OneWay",
    "OneWayTerms",
    "StatementFilter",
    "StatementLine",
    "StatementPage",
    "TableTransfer",
    "balance_of",
    "chips_moved",
    "escrow_balance",
    "has_transfer",
    "holdings_of",
    "in_play_of",
    "in_play_refusal",
    "latest_posting",
    "moves_at",
    "one_way_pairs",
    "places_in_statement",
    "refill_facts",
    "stack_of",
    "stacks_at",
    "stake_in",
    "statement",
    "statement_line",
    "statement_lines",
    "table_transfers",
    "wallet_record",
]
