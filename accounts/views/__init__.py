"""The pages about people that are ours; sign-up, sign-in and passwords are allauth's."""

from accounts.views.blocks import block, blocked, unblock
from accounts.views.people import claim, guest, player

__all__ = ["block", "blocked", "claim", "guest", "player", "unblock"]
