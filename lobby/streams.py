"""The names of the streams and rows by which others hear of the lobby; what one person hears."""

from typing import TYPE_CHECKING, Any

from django.urls import reverse

if TYPE_CHECKING:
    from lobby.models import Table

#: The lobby's row of how many people are here.
ONLINE = "online"

#: What the ledger calls every place where stacks lie.
TABLE_PLACE = "table"


def table_stream(table_id: str) -> str:
    """The stream of a table's page; its rows are the parts of the page."""
    return f"table:{table_id}"


def table_row(table_id: str) -> str:
    """The lobby's row of a table."""
    return f"table:{table_id}"


def table_ref(table_id: str) -> str:
    """The name under which the ledger keeps the stacks of a table."""
    return f"{TABLE_PLACE}:{table_id}"


def match_row(match_id: str) -> str:
    """The lobby's row of a match that may be watched and belongs to no table."""
    return f"match:{match_id}"


def person_row(name: str) -> str:
    """The lobby's row of somebody who is here."""
    return f"person:{name}"


def watchers_row(match_id: str) -> str:
    """The lobby's row of how many watch a match, whatever row shows it."""
    return f"watchers:{match_id}"


def seek_message(state: str) -> dict[str, Any]:
    """To whoever looks for an opponent: where his seek stands."""
    return {"type": "lobby.seek", "state": str(state)}


def challenge_message(table: "Table") -> dict[str, Any]:
    """To whoever is challenged: by whom to what, or that it is over."""
    return {
        "type": "lobby.challenge",
        "table": table.public_id,
        "name": table.host.username,
        "title": table.title,
        "url": reverse("lobby:table", args=[table.public_id]),
        "is_open": table.state == "open",
    }
