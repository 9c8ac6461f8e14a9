"""One builder function a model, with plain defaults. Keyword arguments change what matters.

Chips and accounts are made by the services, so no test starts from rows the house
could not have written.
"""

from itertools import count

from accounts.models import User
from accounts.rules import RULES_VERSION
from accounts.services import bot_ensure, guest_create
from bankroll.services import grant

_numbers = count(1)


def a_user(name: str = "", *, chips: int = 0, is_staff: bool = False) -> User:
    """A member with just these chips and no password. Without a name he gets one.

    He has accepted the house rules, as everybody does who signs up.
    """
    user = User.objects.create_user(
        name or f"player-{next(_numbers)}", is_staff=is_staff, rules_version=RULES_VERSION
    )
    if chips:
        chips_for(user, chips)
    return user


def a_guest(*, chips: int = 0) -> User:
    """A guest with just these chips."""
    guest = guest_create(with_welcome=False)
    if chips:
        chips_for(guest, chips)
    return guest


def a_bot(name: str = "") -> User:
    """A house bot, welcomed as the house does."""
    return bot_ensure(name or f"bot-{next(_numbers)}")


def chips_for(user: User, chips: int) -> None:
    """Mint chips into the user's wallet."""
    grant(user=user, chips=chips, key=f"test:{next(_numbers)}")
