"""An account as its owner looks at it."""

from dataclasses import dataclass
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.utils import is_mfa_enabled
from allauth.usersessions.models import UserSession

from accounts.lifecycle import records_of
from accounts.models import Block, FormerName, RulesAcceptance, User
from accounts.selectors.notices import notices_record
from accounts.selectors.ratings import rating_record
from accounts.selectors.tokens import tokens_of


@dataclass(frozen=True, slots=True)
class Overview:
    """What the settings page says in a line each. `email` is "" without one."""

    email: str
    is_email_confirmed: bool
    has_second_factor: bool
    sessions: int
    blocks: int
    tokens: int


def account_overview(user: User) -> Overview:
    """The state of everything that can be set."""
    address = EmailAddress.objects.filter(user_id=user.pk).order_by("-primary", "-verified").first()
    return Overview(
        email=address.email if address else user.email,
        is_email_confirmed=bool(address and address.verified),
        has_second_factor=is_mfa_enabled(user),
        sessions=UserSession.objects.filter(user_id=user.pk).count(),
        blocks=Block.objects.filter(user=user).count(),
        tokens=len(tokens_of(user)),
    )


def account_record(user: User) -> dict[str, Any]:
    """All that the house keeps about a user, floor by floor, as plain data.

    No secret of his is in it: no password hash, no key of a session an authenticator or a token.
    """
    addresses = EmailAddress.objects.filter(user_id=user.pk).order_by("pk")
    sessions = UserSession.objects.filter(user_id=user.pk).order_by("pk")
    blocks = Block.objects.filter(user=user).select_related("blocked").order_by("pk")
    return {
        "account": {
            "name": user.username,
            "former_names": list(
                FormerName.objects.filter(user=user).order_by("pk").values_list("folded", flat=True)
            ),
            "joined_at": user.created_at.isoformat(),
            "is_guest": user.is_guest,
            "about": user.about,
            "chosen": user.preferences,
            "addresses": [
                {"email": address.email, "is_confirmed": address.verified} for address in addresses
            ],
            "has_second_factor": is_mfa_enabled(user),
            "sessions": [
                {
                    "began_at": session.created_at.isoformat(),
                    "address": session.ip,
                    "browser": session.user_agent,
                }
                for session in sessions
            ],
            "house_rules": [
                {"version": accepted.version, "accepted_at": accepted.created_at.isoformat()}
                for accepted in RulesAcceptance.objects.filter(user=user).order_by("pk")
            ],
            "blocked": [block.blocked.username for block in blocks],
            "tokens": [
                {
                    "name": token.name,
                    "begins_with": token.prefix,
                    "may": token.scopes.split(),
                    "made_at": token.created_at.isoformat(),
                    "ends_at": token.expires_at.isoformat(),
                }
                for token in tokens_of(user)
            ],
        },
        "ratings": rating_record(user),
        "notices": notices_record(user),
        **records_of(user),
    }
