"""The names of the streams and rows by which others hear of events."""

from tournaments.card import SCHEDULED, SIT_AND_GO

LOBBY = "lobby"

#: By kind of an event: the kind of its row in the lobby.
_ROWS = {SIT_AND_GO: "sit_and_go", SCHEDULED: "tournament"}


def tournament_stream(tournament_id: str) -> str:
    """The stream of an event's page; its rows are the parts of the page."""
    return f"tournament:{tournament_id}"


def talk_scope(tournament_id: str) -> str:
    """What an organiser's mute holds in: the room of his event and its tables."""
    return f"event:{tournament_id}"


def lobby_row(kind: str, tournament_id: str) -> str:
    """The lobby's row of an event: a Sit&Go and a scheduled one stand in different tabs."""
    return f"{_ROWS[kind]}:{tournament_id}"
