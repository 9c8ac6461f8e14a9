"""The tokens a player has given to his programs."""

from collections.abc import Sequence

from accounts.models import ApiToken, User
from wire.time import now


def tokens_of(user: User) -> Sequence[ApiToken]:
    """Those that still stand, the newest first."""
    return list(ApiToken.objects.filter(user=user, expires_at__gt=now()))
