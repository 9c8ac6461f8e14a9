"""What a running match has to say when an account is to be closed; all matches, to take along."""

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from matches.models import Seat
from matches.selectors import running_matches_of
from matches.wording import title_shown
from wire.refusals import Refusal

if TYPE_CHECKING:
    from accounts.models import User


def match_refusal(user: "User") -> Refusal | None:
    """Nobody disappears from a board at which somebody waits for his move."""
    running = running_matches_of(user)
    if not running:
        return None
    return Refusal(
        "match.running",
        _("You are in a running match: {title}. Finish it first."),
        {"title": title_shown(running[0].title)},
    )


def match_record(user: "User") -> list[dict[str, Any]]:
    """Every match of the user, the oldest first."""
    seats = Seat.objects.filter(user_id=user.pk).select_related("match").order_by("match_id")
    return [
        {
            "match": seat.match.public_id,
            "title": seat.match.title,
            "side": seat.side,
            "status": seat.match.status,
            "began": datetime.fromtimestamp(seat.match.created_ms / 1000, UTC).isoformat(),
        }
        for seat in seats
    ]


def _(text: str) -> str:
    """Marks a sentence for translation; `wire.texts` translates it when it leaves."""
    return text
