"""The only writers of the ledger. Every one of them moves chips by `transfer_post`."""

from bankroll.services.corrections import CORRECT, MOST_REASON, correction_post
from bankroll.services.events import (
    fee_take,
    hold,
    overlay_add,
    pay,
    pool_carry,
    release,
    settle,
    ticket_lapse,
    ticket_move,
)
from bankroll.services.house import bot_fund, grant, newcomer_welcome, wallet_close
from bankroll.services.posting import MOST_CHIPS, accounts_lock, transfer_post
from bankroll.services.refills import refill
from bankroll.services.stacks import stack_hold, stack_pay, stack_release

__all__ = [
    "CORRECT",
    "MOST_CHIPS",
    "MOST_REASON",
    "accounts_lock",
    "bot_fund",
    "correction_post",
    "fee_take",
    "grant",
    "hold",
    "newcomer_welcome",
    "overlay_add",
    "pay",
    "pool_carry",
    "refill",
    "release",
    "settle",
    "stack_hold",
    "stack_pay",
    "stack_release",
    "ticket_lapse",
    "ticket_move",
    "transfer_post",
    "wallet_close",
]
