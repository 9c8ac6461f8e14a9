"""What can go wrong between a client and the house, as a closed family of exceptions.

No Django here, so that pure code may raise these too. `text` is an English
template; `wire.texts` translates it and fills it in when it leaves the server.
"""

from typing import Any, ClassVar


class PlatformError(Exception):
    """A refusal a client may see: a code (`area.reason`), a sentence, facts for machines.

    `text` may contain `{name}` places that are filled from `facts`.
    """

    status: ClassVar[int] = 400

    def __init__(self, code: str, text: str = "", /, **facts: Any) -> None:
        super().__init__(code)
        self.code = code
        self.text = text
        self.facts = facts


class Malformed(PlatformError):
    """The request makes no sense, whoever sends it."""

    status = 400


class LoginRequired(PlatformError):
    """Nobody is signed in."""

    status = 401


class Forbidden(PlatformError):
    """This person may not do this."""

    status = 403


class NotFound(PlatformError):
    """There is no such thing, or none this person may know of."""

    status = 404


class Conflict(PlatformError):
    """The world has moved on since the client last looked."""

    status = 409


class Refused(PlatformError):
    """A rule of the game or of the house says no."""

    status = 422


class TooFast(PlatformError):
    """More requests than a person makes."""

    status = 429
