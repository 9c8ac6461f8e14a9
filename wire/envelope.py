"""The frame around every message: version, close codes, and the base of client messages."""

from enum import IntEnum

import msgspec

PROTOCOL = 1
LEVEL = 4
SUBPROTOCOL = "backgammon.v1"
MAX_FRAME_CHARS = 16_384


class Close(IntEnum):
    """Why a socket was closed by us."""

    LOGIN = 4401
    NOT_ALLOWED = 4403
    NO_SUCH_STREAM = 4404
    VERSION = 4406
    TOO_SLOW = 4408
    TAKEN_OVER = 4409
    BARRED = 4410
    TOO_FAST = 4429


class ClientMessage(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type"
):
    """What a browser may send. `id` is chosen by the client and repeated on a resend."""

    id: str = ""


class Ping(ClientMessage, frozen=True, kw_only=True, tag="ping"):
    """Are you there? `t` comes back as it was."""

    t: int = 0


class Away(ClientMessage, frozen=True, kw_only=True, tag="presence.away"):
    """Nobody looks at this page any more, or somebody does again. The last word counts."""

    is_away: bool
