"""What one visitor can do about a seat in an event, and every reason against what he cannot."""

from collections.abc import Sequence
from datetime import datetime
from functools import cached_property
from typing import TYPE_CHECKING

from tournaments import selectors
from tournaments.card import SCHEDULED
from tournaments.models import Entry, EntryState, Ticket, Tournament
from tournaments.states import TournamentState
from wire.refusals import Refusal
from wire.texts import sentence
from wire.time import now

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    from accounts.models import User

BEFORE = (TournamentState.ANNOUNCED, TournamentState.REGISTERING)

#: What the page says elsewhere: the code is asked for by the form, and when entries open stands
#: above it.
_SAID_ELSEWHERE = ("tournament.invitation", "tournament.not_open")


class EnteringPage:
    """Entering, leaving, checking in, coming late or back: what is open to this visitor."""

    def __init__(
        self, tournament: Tournament, viewer: "User | AnonymousUser", entry: Entry | None
    ) -> None:
        self.tournament = tournament
        self.card = tournament.rules_card
        self.viewer = viewer
        self.entry = entry

    # --- before the draw

    @property
    def can_enter(self) -> bool:
        """Whether the button would do something."""
        is_open = self.tournament.state == TournamentState.REGISTERING
        return is_open and self._is_asked and not self.refusals

    @cached_property
    def refusals(self) -> Sequence[str]:
        """Every reason why the visitor cannot enter now, in his language."""
        if not self._is_asked:
            return ()
        facts = selectors.entry_facts(self.tournament, self._user)
        return _sentences(selectors.entry_refusals_of(facts, self.tournament))

    @property
    def needs_invitation(self) -> bool:
        """Whether the form must ask for the code."""
        return self.card.entry.needs_invitation

    @cached_property
    def ticket(self) -> Ticket | None:
        """The ticket that would pay for the visitor."""
        return selectors.ticket_for(self._user, self.tournament) if self._is_asked else None

    @cached_property
    def would_stand_by(self) -> bool:
        """Whether all places are taken, so that he would wait for one."""
        if self.card.kind != SCHEDULED:
            return False
        return not selectors.has_free_place(self.tournament, self.ticket)

    @cached_property
    def overlaps(self) -> Sequence[Tournament]:
        """What else he has entered that will probably be played at the same time."""
        is_coming = self.tournament.state in BEFORE and self.card.kind == SCHEDULED
        if not is_coming or not self.viewer.is_authenticated:
            return ()
        return selectors.overlapping_events(self._user, self.tournament)

    @property
    def is_in(self) -> bool:
        """Whether he has entered and can still give it back or play."""
        return self.entry is not None and self.entry.state in (
            EntryState.ACTIVE,
            EntryState.STANDBY,
        )

    @property
    def is_standby(self) -> bool:
        """Whether he waits for a seat."""
        return self.entry is not None and self.entry.state == EntryState.STANDBY

    @cached_property
    def standby_number(self) -> int:
        """How many are served before him, and he himself."""
        assert self.entry is not None, "asked of somebody who stands by"
        return self.tournament.entries.standby().filter(number__lte=self.entry.number).count()

    @property
    def leaves_until(self) -> datetime | None:
        """Until when he can give his entry back; None where that is not a matter of time."""
        if self.entry is None or self.card.kind != SCHEDULED:
            return None
        return selectors.leaves_until(self.tournament, self.entry)

    @property
    def can_give_back(self) -> bool:
        """Whether he can give his entry back now."""
        is_before = self.is_in and self.tournament.state in BEFORE
        return is_before and (self.leaves_until is None or now() <= self.leaves_until)

    @property
    def check_in_at(self) -> datetime:
        """From when on checking in counts."""
        return selectors.check_in_at(self.tournament)

    @property
    def can_check_in(self) -> bool:
        """Whether saying that he is here would help him now."""
        return (
            self.card.kind == SCHEDULED
            and self.tournament.state == TournamentState.REGISTERING
            and self.entry is not None
            and not self.entry.is_checked_in
            and now() >= self.check_in_at
        )

    # --- after it

    @property
    def can_leave(self) -> bool:
        """Whether he can walk out of a running event."""
        is_running = self.tournament.state in (TournamentState.SEATED, TournamentState.PLAYING)
        return is_running and self.is_in

    @property
    def takes_latecomers(self) -> bool:
        """Whether he is somebody to whom late entry may be open."""
        return (
            self.card.late.has_late_entry
            and self.tournament.state == TournamentState.PLAYING
            and self.viewer.is_authenticated
            and self.entry is None
        )

    @cached_property
    def late_refusals(self) -> Sequence[str]:
        """Every reason why he cannot come in late."""
        return _sentences(selectors.late_refusals_of(self.tournament, self._user))

    @property
    def takes_back(self) -> bool:
        """Whether he is somebody who may buy back."""
        return (
            self.card.late.buy_back_s > 0
            and self.tournament.state == TournamentState.PLAYING
            and self.entry is not None
            and self.entry.state == EntryState.OUT
        )

    @cached_property
    def buy_back_refusals(self) -> Sequence[str]:
        """Every reason why he cannot come back."""
        return _sentences(selectors.buy_back_refusals_of(self.tournament, self._user))

    @property
    def _is_asked(self) -> bool:
        """Whether he could want to enter."""
        return self.viewer.is_authenticated and not self.is_in and self.tournament.state in BEFORE

    @property
    def _user(self) -> "User":
        assert self.viewer.is_authenticated, "asked of somebody who is signed in"
        return self.viewer


def _sentences(refusals: Sequence[Refusal]) -> Sequence[str]:
    """The reasons for people."""
    told = (each for each in refusals if each.code not in _SAID_ELSEWHERE)
    return [sentence(each.text, dict(each.facts)) for each in told]
