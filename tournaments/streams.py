"""The names of the streams and rows by which others hear of events."""

LOBBY = "lobby"


def tournament_stream(tournament_id: str) -> str:
    """The stream of an event's page; its rows are the parts of the page."""
    return f"tournament:{tournament_id}"


def lobby_row(tournament_id: str) -> str:
    """The lobby's row of a Sit&Go."""
    return f"sit_and_go:{tournament_id}"
