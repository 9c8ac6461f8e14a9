"""What a table or a seek has to say when an account is to be closed."""

from typing import TYPE_CHECKING

from lobby.selectors import open_seek_of, open_table_of
from wire.refusals import Refusal

if TYPE_CHECKING:
    from accounts.models import User


def table_refusal(user: "User") -> Refusal | None:
    """Somebody may be about to sit down opposite."""
    if open_table_of(user) is None:
        return None
    return Refusal("table.open", _("You have an open table: close it first."))


def seek_refusal(user: "User") -> Refusal | None:
    """Somebody may be about to be found."""
    if open_seek_of(user) is None:
        return None
    return Refusal("seek.open", _("You are looking for an opponent: stop looking first."))


def _(text: str) -> str:
    """Marks a sentence for translation; `wire.texts` translates it when it leaves."""
    return text
