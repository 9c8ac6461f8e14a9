"""All that staff know of one player, for the card at the desk. So many queries, however much."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from django.db.models import Count, Q

from accounts.ranks import Rank, rank_of
from moderation.cases import CaseOutcome, CaseState
from moderation.models import Case, Report, Sanction, StaffNote
from moderation.selectors.cases import cases_about
from moderation.selectors.devices import LinkedAccount, linked_accounts
from moderation.selectors.reports import OwnReport, reports_of
from moderation.selectors.sanctions import sanction_record
from moderation.talk import TalkLine, talk
from wire.presence import users_online

if TYPE_CHECKING:
    from accounts.models import User

#: So much of each stands on the card; the lists of the desk have the rest.
MOST_SHOWN: Final = 20
MOST_LINES: Final = 40


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportsMade:
    """How somebody reports. unfounded: where staff found no breach."""

    count: int
    open_count: int
    unfounded_count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerCard:
    """One player as staff see him."""

    user: "User"
    rank: Rank
    is_online: bool
    sanctions: tuple[Sanction, ...]
    cases: tuple[Case, ...]
    reports: tuple[OwnReport, ...]
    reports_made: ReportsMade
    notes: tuple[StaffNote, ...]
    linked: tuple[LinkedAccount, ...]
    lines: Sequence[TalkLine]

    @property
    def in_force(self) -> tuple[Sanction, ...]:
        """What holds against him now."""
        return tuple(sanction for sanction in self.sanctions if sanction.is_in_force)


def player_card(user: "User", *, reader: "User") -> PlayerCard:
    """The card of somebody, as one of the staff reads it.

    What was reported about the reader himself is left out: he never learns by whom. So is what
    was said where he must not read now.
    """
    notes = StaffNote.objects.filter(about=user).select_related("author")
    return PlayerCard(
        user=user,
        rank=rank_of(user),
        is_online=user.is_bot or user.pk in users_online([user.pk]),
        sanctions=sanction_record(user)[:MOST_SHOWN],
        cases=cases_about(user, most=MOST_SHOWN),
        reports=reports_of(user, most=MOST_SHOWN, but_about=reader),
        reports_made=_reports_made(user, reader),
        notes=tuple(notes[:MOST_SHOWN]),
        linked=linked_accounts(user)[:MOST_SHOWN],
        lines=talk().latest_lines(user, most=MOST_LINES, reader=reader),
    )


def _reports_made(user: "User", reader: "User") -> ReportsMade:
    others = Report.objects.filter(reporter=user).exclude(case__about=reader)
    counts = others.aggregate(
        made=Count("pk"),
        waiting=Count("pk", filter=Q(case__state=CaseState.OPEN)),
        unfounded=Count("pk", filter=Q(case__outcome=CaseOutcome.NO_BREACH)),
    )
    return ReportsMade(
        count=counts["made"], open_count=counts["waiting"], unfounded_count=counts["unfounded"]
    )
