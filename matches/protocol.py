"""Messages of the match socket, from browser to house: one struct a type, nothing unknown."""

from typing import Annotated, Literal

from msgspec import Meta

from wire.envelope import ClientMessage

Seen = Annotated[int, Meta(ge=0)]
Contribution = Annotated[str, Meta(pattern=r"^([0-9a-f]{32})?$")]
Source = Annotated[int, Meta(ge=1, le=25)]
Die = Annotated[int, Meta(ge=1, le=6)]
Moves = Annotated[list[tuple[Source, Die]], Meta(max_length=4)]


class Hello(ClientMessage, frozen=True, kw_only=True, tag="hello"):
    """First word of a socket. `since`: the last number already known, null for none."""

    since: Seen | None = None
    contribution: Contribution = ""


class Resume(ClientMessage, frozen=True, kw_only=True, tag="match.resume"):
    """Send again what came after `since`."""

    since: Seen


class Act(ClientMessage, frozen=True, kw_only=True):
    """An action at the board, judged against the position after event number `seen`."""

    seen: Seen


class Start(Act, frozen=True, kw_only=True, tag="match.start"):
    """Ready for the next game."""


class Roll(Act, frozen=True, kw_only=True, tag="match.roll"):
    """Throw the dice. Carries nothing that could choose them."""


class Double(Act, frozen=True, kw_only=True, tag="match.double"):
    """Offer the cube."""


class Beaver(Act, frozen=True, kw_only=True, tag="match.beaver"):
    """Turn the cube once more and keep it."""


class Raccoon(Act, frozen=True, kw_only=True, tag="match.raccoon"):
    """Turn the beavered cube once more."""


class Take(Act, frozen=True, kw_only=True, tag="match.take"):
    """Accept the cube."""


class Drop(Act, frozen=True, kw_only=True, tag="match.drop"):
    """Give the game up for its value before the double."""


class Play(Act, frozen=True, kw_only=True, tag="match.play"):
    """The whole turn, step by step as [source, die]; the player's own point numbers."""

    moves: Moves


class Resign(Act, frozen=True, kw_only=True, tag="match.resign"):
    """Offer to lose the game at a level."""

    level: Literal["single", "gammon", "backgammon"]


class ResignAccept(Act, frozen=True, kw_only=True, tag="match.resign_accept"):
    """Agree to the offered level."""


class ResignDecline(Act, frozen=True, kw_only=True, tag="match.resign_decline"):
    """Play on."""


class Leave(Act, frozen=True, kw_only=True, tag="match.leave"):
    """Stand up from the table between two games."""


class FlagClaim(Act, frozen=True, kw_only=True, tag="match.claim_flag"):
    """The other clock has run out."""
