"""Chips: the double-entry ledger and nothing else.

Every chip that moves is a balanced transfer posted by `bankroll.services`, the
only writer. What a transfer is for is known by the floors above.
"""
