"""Where sockets are at a match, by the names under which `wire.headcount` counts them."""


def board_place(match_id: str, side: str) -> str:
    """A side of the board: the tabs in which its player sits there."""
    return f"board:{match_id}:{side}"


def gallery_place(match_id: str) -> str:
    """Around the board: everybody who watches."""
    return f"gallery:{match_id}"
