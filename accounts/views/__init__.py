"""The pages about people that are ours; sign-up, sign-in and passwords are allauth's."""

from accounts.views.blocks import block, blocked, unblock
from accounts.views.notices import bell, notices, notices_note
from accounts.views.people import claim, guest
from accounts.views.preferences import language, preferences, preferences_save
from accounts.views.rules import accept_rules, rules
from accounts.views.sessions import end_session, sessions
from accounts.views.settings import about, close, download, name, settings
from accounts.views.tokens import token_end, token_make, tokens

__all__ = [
    "about",
    "accept_rules",
    "bell",
    "block",
    "blocked",
    "claim",
    "close",
    "download",
    "end_session",
    "guest",
    "language",
    "name",
    "notices",
    "notices_note",
    "preferences",
    "preferences_save",
    "rules",
    "sessions",
    "settings",
    "token_end",
    "token_make",
    "tokens",
    "unblock",
]
