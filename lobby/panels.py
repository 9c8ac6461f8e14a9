"""What pages show of looking for an opponent and of challenging somebody, as values."""

from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from lobby import selectors
from lobby.asks import LENGTHS, USUAL, Ask
from lobby.eligibility import OPEN_CHECKS
from lobby.games import GAMES
from lobby.invitations import CHALLENGE_CHECKS
from lobby.lengths import CLOCKS
from lobby.models import Seek
from lobby.seeks import FIRST_REACH, REACH_A_SECOND, reach_after
from wire.refusals import all_refusals
from wire.texts import sentence
from wire.time import now

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    from accounts.models import User


class AskForm:
    """What the four answers of an `Ask` can be, and which are chosen."""

    def __init__(self, chosen: Ask, *, is_guest: bool) -> None:
        self.chosen = chosen
        self.is_guest = is_guest

    games = tuple(GAMES.values())
    lengths = LENGTHS
    clocks = tuple(CLOCKS.values())


class SeekPanel:
    """*Find an opponent* as one visitor sees it: the form, or how the search stands."""

    first_reach = FIRST_REACH
    reach_a_second = REACH_A_SECOND

    def __init__(self, viewer: "User | AnonymousUser", here: str) -> None:
        """`here`: the page the panel stands on, to which its buttons lead back."""
        self.viewer = viewer
        self.here = here

    @cached_property
    def seek(self) -> Seek | None:
        """What the viewer is looking for now."""
        return selectors.open_seek_of(self.viewer) if self.viewer.is_authenticated else None

    @cached_property
    def ask(self) -> Ask | None:
        """The same as an ask."""
        return None if self.seek is None else selectors.ask_of(self.seek)

    @property
    def clock_name(self) -> str:
        """The clock of the search, in words."""
        assert self.ask is not None
        return str(CLOCKS[self.ask.clock].name)

    @property
    def form(self) -> AskForm:
        """The form, as it was filled in last."""
        last = selectors.last_ask_of(self.viewer) if self.viewer.is_authenticated else None
        return AskForm(last or USUAL, is_guest=getattr(self.viewer, "is_guest", True))

    @cached_property
    def _reach(self) -> int:
        assert self.seek is not None, "only a seek reaches anybody"
        return reach_after((now() - self.seek.posted_at).total_seconds())

    @property
    def lowest(self) -> int:
        """The lowest rating accepted now."""
        assert self.seek is not None
        return max(0, self.seek.rating - self._reach)

    @property
    def highest(self) -> int:
        """The highest rating accepted now."""
        assert self.seek is not None
        return self.seek.rating + self._reach

    @property
    def posted_ms(self) -> int:
        """When the search began, for the browser to count on from."""
        assert self.seek is not None
        return int(self.seek.posted_at.timestamp() * 1000)


class ChallengePage:
    """One player as another might challenge him."""

    def __init__(self, *, viewer: "User", invited: "User") -> None:
        self.viewer = viewer
        self.invited = invited

    @cached_property
    def form(self) -> AskForm:
        """The form, as it was filled in last."""
        last = selectors.last_ask_of(self.viewer) or USUAL
        is_guest = self.viewer.is_guest or self.invited.is_guest
        return AskForm(replace(last, is_rated=last.is_rated and not is_guest), is_guest=is_guest)

    @cached_property
    def reasons(self) -> tuple[str, ...]:
        """Why he cannot be challenged now; empty if he can."""
        ask = replace(self.form.chosen, is_rated=False)
        facts = selectors.challenge_facts(self.viewer, self.invited, ask)
        own = selectors.seek_facts(self.viewer, ask)
        refusals = (*all_refusals(CHALLENGE_CHECKS, facts), *all_refusals(OPEN_CHECKS, own))
        return tuple(sentence(refusal.text, dict(refusal.facts)) for refusal in refusals)
