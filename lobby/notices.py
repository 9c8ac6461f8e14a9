"""What people are told about tables, a sentence a kind."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from django.urls import reverse
from django.utils.translation import gettext_noop as _

from accounts.notices import PLAYER, NewNotice

if TYPE_CHECKING:
    from lobby.models import Table

CHALLENGE: Final = "challenge"

SENTENCES: Final[Mapping[str, str]] = {
    CHALLENGE: _("{name} challenges you."),
}


def challenge_key(table: "Table") -> str:
    """Names the occasion of a challenge."""
    return f"challenge:{table.public_id}"


def challenge_notice(table: "Table", invited_pk: int) -> NewNotice:
    """To whoever is challenged."""
    return NewNotice(
        user_pk=invited_pk,
        kind=CHALLENGE,
        key=challenge_key(table),
        url=reverse("lobby:table", args=[table.public_id]),
        facts={PLAYER: table.host_id},
    )
