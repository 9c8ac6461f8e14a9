"""Who may look for an opponent, and whom one may challenge: one small check a condition.

As in `lobby/eligibility.py`: checks read nothing, and every reason is told.
"""

from collections.abc import Callable
from dataclasses import dataclass

from lobby.eligibility import (
    PersonCheck,
    event_refusal,
    in_match_refusal,
    kept_out_refusal,
    rated_refusal,
    untimed_refusal,
)
from wire.refusals import Refusal


def _(text: str) -> str:
    """Mark an English template for the catalogue; `wire.texts` translates it."""
    return text


#: An own open table is no reason against: it closes as soon as an opponent is found.
SEEK_CHECKS: tuple[PersonCheck, ...] = (
    kept_out_refusal,
    in_match_refusal,
    event_refusal,
    untimed_refusal,
    rated_refusal,
)

#: Whoever has declined is left in peace by the same person for so long.
PEACE_S = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class ChallengeFacts:
    """What must be known to let one person challenge another, whose name is `name`.

    has_blocked: the challenger has blocked him. is_blocked: he has blocked the challenger.
    has_declined: he has declined one within `PEACE_S`. is_kept_out: the house lets him play
    nowhere.
    """

    name: str
    is_self: bool
    is_bot: bool
    is_here: bool
    is_elsewhere: bool
    is_guest: bool
    is_rated: bool
    has_blocked: bool
    is_blocked: bool
    has_declined: bool
    is_kept_out: bool = False


ChallengeCheck = Callable[[ChallengeFacts], Refusal | None]


def self_refusal(facts: ChallengeFacts) -> Refusal | None:
    """Nobody plays against himself."""
    if not facts.is_self:
        return None
    return Refusal("challenge.self", _("You cannot challenge yourself."))


def bot_refusal(facts: ChallengeFacts) -> Refusal | None:
    """House bots answer no challenges; they come when they are called."""
    if not facts.is_bot:
        return None
    text = _("{name} is a house bot. Open a table against a house bot instead.")
    return Refusal("challenge.bot", text, {"name": facts.name})


def blocked_refusal(facts: ChallengeFacts) -> Refusal | None:
    """Whoever wants nothing to do with the other is not asked; who is blocked is not told so, and
    nobody is told who is kept out of the house."""
    if facts.has_blocked:
        text = _("You have blocked {name}. Lift that on his page first.")
        return Refusal("challenge.blocked", text, {"name": facts.name})
    if facts.is_blocked or facts.is_kept_out:
        text = _("{name} takes no challenges at the moment.")
        return Refusal("challenge.unwanted", text, {"name": facts.name})
    return None


def absent_refusal(facts: ChallengeFacts) -> Refusal | None:
    """Only who is here can answer."""
    if facts.is_here or facts.is_bot or facts.is_self:
        return None
    text = _("{name} is not here at the moment.")
    return Refusal("challenge.absent", text, {"name": facts.name})


def elsewhere_refusal(facts: ChallengeFacts) -> Refusal | None:
    """Who plays on a clock, or may have to at any moment, cannot sit down anywhere else."""
    if not facts.is_elsewhere or facts.is_bot or facts.is_self:
        return None
    text = _("{name} is playing, or has a seat in an event. Try again when that is over.")
    return Refusal("challenge.elsewhere", text, {"name": facts.name})


def guest_refusal(facts: ChallengeFacts) -> Refusal | None:
    """Guests have no rating to win or lose."""
    if not facts.is_rated or not facts.is_guest:
        return None
    text = _("{name} is a guest and has no rating. Challenge to a match that is not rated.")
    return Refusal("challenge.not_rated", text, {"name": facts.name})


def declined_refusal(facts: ChallengeFacts) -> Refusal | None:
    """No is no, for a while."""
    if not facts.has_declined:
        return None
    text = _("{name} has just declined. Try again in a minute.")
    return Refusal("challenge.declined", text, {"name": facts.name})


CHALLENGE_CHECKS: tuple[ChallengeCheck, ...] = (
    self_refusal,
    bot_refusal,
    blocked_refusal,
    absent_refusal,
    elsewhere_refusal,
    guest_refusal,
    declined_refusal,
)
