"""New versions of a rules card, before the draw: for one event, or after its series was changed.

A version is never edited. Whoever has entered is told of the new one and may leave free until
the draw (`selectors.leaves_until`).
"""

from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from django.db import IntegrityError, transaction

from accounts.services import staff_action_record
from tournaments import selectors
from tournaments.card import RulesCard, card_to_dict
from tournaments.card_texts import words_of
from tournaments.models import CardVersion, Kind, Ruling, RulingKind, Series, Tournament
from tournaments.services.announcing import card_and_target, schedule_of
from tournaments.services.card_columns import columns_of
from tournaments.services.cards import card_of, refuse_faults
from tournaments.services.locks import _, say_changed, state_become, tournament_locked
from tournaments.services.reminders import ReminderKind, reminders_send
from tournaments.services.tickets import tickets_extend
from tournaments.states import TournamentState
from tournaments.ticket_states import ALIVE
from wire.errors import Conflict, Refused
from wire.refusals import Refusal, refuse_if_any
from wire.time import now

if TYPE_CHECKING:
    from accounts.models import User

#: Columns of a template that no change of an event's card can touch.
FIXED = frozenset(
    {"kind", "is_open", "is_private", "organiser", "version", "target_series", "recurrence"}
)
#: What is not written on the card.
DOOR = ("invitation_code", "allowed_names", "opens_before_h")
START = ("first_date", "start_time", "time_zone")
PRICE = ("buy_in_chips", "fee_chips")
#: What every change of a card makes the page read again.
PARTS = ("state", "card", "entrants", "prizes", "log")


@transaction.atomic
def card_change(
    *, tournament_id: str, actor: "User", changes: Mapping[str, Any], reason: str
) -> Tournament:
    """Give an event a new version of its card, and a new start if that is part of it.

    changes: columns of the template by name, none of `FIXED`. Entrants are told; what
    they have paid stays, and they may leave free until the draw.

    Raises:
        NotFound: `tournament.not_found`. Forbidden: `auth.forbidden`.
        Conflict: `tournament.wrong_state` after the draw, `card.start_is_taken`.
        Refused: everything that is the matter with the new card, `card.…`; `staff.reason`.
    """
    tournament = tournament_locked(tournament_id)
    if tournament.state not in selectors.COMING:
        text = _("The seats are drawn: the rules card cannot be changed any more.")
        raise Conflict("tournament.wrong_state", text, state=tournament.state)
    card = card_planned(tournament=tournament, changes=changes)
    _card_store(tournament, card, planned_series(tournament, changes), reason)
    _say(tournament, actor, reason)
    return tournament


def card_planned(*, tournament: Tournament, changes: Mapping[str, Any]) -> RulesCard:
    """The card an event would have after these changes; nothing is stored.

    Raises Refused with everything that is the matter: `card.…`.
    """
    assert not FIXED & changes.keys(), "an event keeps what makes it this event"
    planned = planned_series(tournament, changes)
    refuse_faults(planned)
    refuse_if_any(_standing_refusals(tournament, planned))
    card = _card_of_event(tournament, planned)
    old = columns_of(tournament)
    is_same_door = all(getattr(planned, column) == old[column] for column in DOOR)
    if is_same(card, tournament.rules_card) and is_same_door:
        raise Refused("card.unchanged", _("This is what the card says already."))
    return card


@transaction.atomic
def events_follow(*, series: Series) -> None:
    """Give the coming events of a changed series its new card, where nobody relies on the old.

    Whoever has entered, won a ticket or plays for one relies on it; a card that staff have
    changed by itself stays too. An event whose start is not in the calendar any more is
    dropped. The caller has stored the series.
    """
    if series.kind != Kind.SCHEDULED or not series.is_open:
        return
    schedule = schedule_of(series)
    coming = series.tournaments.select_for_update(of=("self",)).filter(state__in=selectors.COMING)
    for tournament in coming.order_by("pk"):
        if _is_relied_on(tournament):
            continue
        starts_at = tournament.starts_at
        placed = card_and_target(series, starts_at=starts_at) if schedule.has(starts_at) else None
        if placed is None:
            _drop(tournament)
            continue
        card, tournament.target = placed
        if not is_same(card, tournament.rules_card):
            _card_store(tournament, card, series, "")


def planned_series(tournament: Tournament, changes: Mapping[str, Any]) -> Series:
    """The event's card as a template with these changes; never stored."""
    return Series(**{**columns_of(tournament), **changes})


def is_same(card: RulesCard, other: RulesCard) -> bool:
    """Whether two versions say the same."""
    return replace(card, version=other.version) == other


def _card_of_event(tournament: Tournament, planned: Series) -> RulesCard:
    """The card an event would have by this template.

    Raises Refused for a new start that has passed. The old one may have: the event then waits
    for more entrants, and a card that asks for fewer lets it begin.
    """
    starts_at = tournament.starts_at if tournament.kind == Kind.SCHEDULED else None
    old = columns_of(tournament)
    if starts_at is not None and any(getattr(planned, each) != old[each] for each in START):
        coming = schedule_of(planned).after(now(), most=1)
        if not coming:
            raise Refused("card.no_start_ahead", _("This start has passed."))
        starts_at = coming[0].starts_at
    return card_of(planned, starts_at=starts_at, target=tournament.target)


def _standing_refusals(tournament: Tournament, planned: Series) -> list[Refusal]:
    """What the entries that stand do not allow."""
    refusals = []
    held = tournament.taken_seats + selectors.places_held(tournament)
    if planned.seats < held:
        text = _("{held} places are taken or kept for tickets: it cannot have fewer.")
        refusals.append(Refusal("card.seats_below_entries", text, {"held": held}))
    old = columns_of(tournament)
    is_new_price = any(getattr(planned, column) != old[column] for column in PRICE)
    if is_new_price and _has_entries(tournament):
        text = _("Somebody has paid or won an entry already, so its price stays.")
        refusals.append(Refusal("card.price_is_fixed", text))
    return refusals


def _card_store(tournament: Tournament, card: RulesCard, source: Series, reason: str) -> None:
    """Make a card the one in force, and the row what it says."""
    tournament.card = card_to_dict(replace(card, version=tournament.rules_card.version + 1))
    del tournament.rules_card
    tournament.name, tournament.seats = card.name, card.seats
    tournament.invitation_code = source.invitation_code
    tournament.allowed_names = list(words_of(source.allowed_names))
    if card.times is not None:
        tournament.starts_at = card.times.starts_at
        if tournament.state == TournamentState.ANNOUNCED:
            tournament.opens_at = tournament.starts_at - timedelta(hours=source.opens_before_h)
    try:
        with transaction.atomic():
            tournament.save()
    except IntegrityError:
        text = _("Another event of this series starts at that time.")
        raise Conflict("card.start_is_taken", text) from None
    CardVersion.objects.create(
        tournament=tournament,
        version=tournament.rules_card.version,
        card=tournament.card,
        reason=reason[:200],
        made_at=now(),
    )
    tickets_extend(tournament=tournament)
    say_changed(tournament, *PARTS)


def _say(tournament: Tournament, actor: "User", reason: str) -> None:
    """Write it into the staff log and the event's own, and tell whoever has entered."""
    version = tournament.rules_card.version
    key = f"card:{tournament.public_id}:{version}"
    staff_action_record(
        actor=actor,
        act="tournament.card",
        subject=f"tournament:{tournament.public_id}",
        reason=reason,
        details={"version": version},
    )
    Ruling.objects.create(
        tournament=tournament,
        kind=RulingKind.CARD,
        key=key,
        actor=actor,
        reason=reason,
        public_text=_("The rules card was changed."),
        details={"version": version},
        at=now(),
    )
    reminders_send(
        users=[entry.user for entry in tournament.entries.live().select_related("user")],
        kind=ReminderKind.CARD,
        key=key,
        tournament=tournament,
    )


def _has_entries(tournament: Tournament) -> bool:
    """Whether anybody has entered, holds a ticket to it or plays for one."""
    return (
        tournament.entries.live().exists()
        or tournament.tickets.filter(state__in=ALIVE).exists()
        or selectors.satellites_to(tournament).exists()
    )


def _is_relied_on(tournament: Tournament) -> bool:
    """Whether somebody counts on it as it is; what a satellite has left in its pool counts too."""
    return tournament.added_chips > 0 or _has_entries(tournament) or tournament.rulings.exists()


def _drop(tournament: Tournament) -> None:
    """Take an event that nobody has entered out of the calendar."""
    tournament.is_dropped = True
    tournament.save(update_fields=["is_dropped"])
    state_become(tournament, TournamentState.CANCELLED)
    say_changed(tournament, "state")
