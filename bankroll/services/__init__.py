"""The only writers of the ledger. Every one of them moves chips by `transfer_post`."""

from bankroll.services.events import fee_take, hold, pay, release
from bankroll.services.house import bot_fund, grant, newcomer_welcome
from bankroll.services.posting import MOST_CHIPS, accounts_lock, transfer_post
from bankroll.services.stacks import stack_hold, stack_pay, stack_release

__all__ = [
    "MOST_CHIPS",
    "accounts_lock",
    "bot_fund",
    "fee_take",
    "grant",
    "hold",
    "newcomer_welcome",
    "pay",
    "release",
    "stack_hold",
    "stack_pay",
    "stack_release",
    "transfer_post",
]
