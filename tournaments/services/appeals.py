"""Appeals: a player asks staff to look at one of his matches. A ruling answers, and is final."""

from typing import TYPE_CHECKING

from django.db import transaction

from chat.naming import text_refusal
from tournaments.models import Appeal, AppealState, Entry, Pairing, Ruling, Tournament
from tournaments.selectors.appeals import FINAL
from tournaments.services.locks import _, tournament_locked
from tournaments.services.ruling_parts import pairing_named
from tournaments.states import OVER
from wire.errors import Conflict, NotFound
from wire.refusals import Refusal, refuse_if_any

if TYPE_CHECKING:
    from accounts.models import User

MOST_TEXT = 500


@transaction.atomic
def appeal_open(*, event_id: str, user: "User", round_number: int, slot: int, text: str) -> Appeal:
    """Ask staff to look at a match; they see it at the desk until they rule on it.

    Raises:
        NotFound: `tournament.not_found`, `tournament.no_such_pairing`, `appeal.not_yours`.
        Conflict: `tournament.over` after the end.
        Refused: every reason against: `appeal.nobody_met`, `appeal.open`, `appeal.final`,
            `appeal.text`, `words.…`.
    """
    tournament = tournament_locked(event_id)
    pairing = pairing_named(tournament, round_number, slot)
    entry = _entry_in(pairing, user)
    if tournament.state in OVER:
        raise Conflict("tournament.over", _("The event is over and its results stand."))
    refuse_if_any(_refusals(tournament, pairing, entry, text))
    return Appeal.objects.create(pairing=pairing, entry=entry, text=text.strip())


def _entry_in(pairing: Pairing, user: "User") -> Entry:
    for entry in pairing.entries:
        if entry.user_id == user.pk:
            return entry
    raise NotFound("appeal.not_yours", _("You did not play in this match."))


def _refusals(tournament: Tournament, pairing: Pairing, entry: Entry, text: str) -> list[Refusal]:
    """Everything against it."""
    refusals = []
    if len(pairing.entries) < 2:
        refusals.append(Refusal("appeal.nobody_met", _("You had a free pass there.")))
    if Appeal.objects.filter(pairing=pairing, entry=entry, state=AppealState.OPEN).exists():
        said = _("Staff have your appeal. They will rule on it.")
        refusals.append(Refusal("appeal.open", said))
    if Ruling.objects.filter(tournament=tournament, pairing=pairing, kind__in=FINAL).exists():
        said = _("Staff have ruled on this match. Management's decision is final.")
        refusals.append(Refusal("appeal.final", said))
    if not 0 < len(text.strip()) <= MOST_TEXT:
        said = _("Please say what happened, in at most {most} characters.")
        refusals.append(Refusal("appeal.text", said, {"most": MOST_TEXT}))
    elif (no := text_refusal(text)) is not None:
        refusals.append(no)
    return refusals
