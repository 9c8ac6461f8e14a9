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
    return {
        "account": {
            **_person_record(user),
            "addresses": _addresses_record(user),
            "has_second_factor": is_mfa_enabled(user),
            "sessions": _sessions_record(user),
            "house_rules": _rules_record(user),
            "blocked": _blocked_record(user),
            "tokens": _tokens_record(user),
        },
        "ratings": rating_record(user),
        "notices": notices_record(user),
        **records_of(user),
    }


def _person_record(user: User) -> dict[str, Any]:
    former = FormerName.objects.filter(user=user).order_by("pk")
    return {
        "name": user.username,
        "former_names": list(former.values_list("folded", flat=True)),
        "joined_at": user.created_at.isoformat(),
        "is_guest": user.is_guest,
        "about": user.about,
        "chosen": user.preferences,
    }


def _addresses_record(user: User) -> list[dict[str, Any]]:
    addresses = EmailAddress.objects.filter(user_id=user.pk).order_by("pk")
    return [{"email": address.email, "is_confirmed": address.verified} for address in addresses]


def _sessions_record(user: User) -> list[dict[str, Any]]:
    return [
        {
            "began_at": session.created_at.isoformat(),
            "address": session.ip,
            "browser": session.user_agent,
        }
        for session in UserSession.objects.filter(user_id=user.pk).order_by("pk")
    ]


def _rules_record(user: User) -> list[dict[str, Any]]:
    return [
        {"version": accepted.version, "accepted_at": accepted.created_at.isoformat()}
        for accepted in RulesAcceptance.objects.filter(user=user).order_by("pk")
    ]


def _blocked_record(user: User) -> list[str]:
    blocks = Block.objects.filter(user=user).select_related("blocked").order_by("pk")
    return [block.blocked.username for block in blocks]


def _tokens_record(user: User) -> list[dict[str, Any]]:
    return [
        {
            "name": token.name,
            "begins_with": token.prefix,
            "may": token.scopes.split(),
            "made_at": token.created_at.isoformat(),
            "ends_at": token.expires_at.isoformat(),
        }
        for token in tokens_of(user)
    ]
