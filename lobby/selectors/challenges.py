"""Challenges: tables that are kept for one person, who is asked wherever he is."""

from datetime import timedelta
from typing import TYPE_CHECKING, Any

from accounts.gates import Door, gate_refusal
from accounts.selectors import has_blocked
from lobby.asks import Ask
from lobby.invitations import PEACE_S, ChallengeFacts
from lobby.models import CloseReason, Table
from lobby.selectors.tables import elsewhere
from lobby.states import TableState
from lobby.streams import challenge_message
from wire.presence import users_online
from wire.time import now

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    from accounts.models import User


def challenges_to(user: "User | AnonymousUser") -> list[Table]:
    """The challenges this person has not answered, the oldest first."""
    if not user.is_authenticated:
        return []
    waiting = Table.objects.filter(invited_id=user.pk, state=TableState.OPEN)
    return list(waiting.select_related("host", "invited").order_by("pk"))


def challenge_messages(user: "User") -> list[dict[str, Any]]:
    """What this person was told of them, for a page that was not open then."""
    return [challenge_message(table) for table in challenges_to(user)]


def challenge_facts(host: "User", invited: "User", ask: Ask) -> ChallengeFacts:
    """What is to be known before one person challenges another."""
    declined = Table.objects.filter(
        host_id=host.pk,
        invited_id=invited.pk,
        close_reason=CloseReason.DECLINED,
        state_since__gt=now() - timedelta(seconds=PEACE_S),
    )
    return ChallengeFacts(
        name=invited.username,
        is_self=host.pk == invited.pk,
        is_bot=invited.is_bot,
        is_here=invited.pk in users_online([invited.pk]),
        is_elsewhere=invited.pk in elsewhere([invited.pk]),
        is_guest=invited.is_guest,
        is_rated=ask.is_rated,
        has_blocked=has_blocked(host, invited),
        is_blocked=has_blocked(invited, host),
        has_declined=declined.exists(),
        is_kept_out=gate_refusal(invited, Door.PLAY) is not None,
    )
