"""Events that a member makes for his own people: private, found only by their address.

Whoever may do it was given the permission `tournaments.organise_event` by staff. Such an event
is a template of one event that is never opened again; the house guarantees nothing in it, takes
no fee and keeps no rating.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime, time, timedelta
from secrets import token_hex
from typing import TYPE_CHECKING, Any, Final

from django.db import IntegrityError, transaction

from accounts.services import people_lock
from chat.naming import OF_HOUSE, is_of_house
from tournaments import selectors
from tournaments.calendar import CalendarError, zone_of
from tournaments.models import Kind, Series, Tournament
from tournaments.services.announcing import scheduled_open
from tournaments.services.cards import card_refusals
from tournaments.services.locks import _, tournament_locked
from tournaments.services.planning import entries_give_back, tournament_call_off
from tournaments.states import OVER, TournamentState
from wire.errors import Conflict, Forbidden, NotFound
from wire.refusals import Refusal, refuse_if_any
from wire.time import now

if TYPE_CHECKING:
    from accounts.models import User

PERMISSION: Final = "tournaments.organise_event"

#: What one person can look after.
MOST_COMING: Final = 10
LATEST_START: Final = timedelta(days=90)
MOST_ENTRANTS: Final = 256

#: What an organiser may not give away: it is the house's, or other people's.
FIXED: Final[Mapping[str, Any]] = {
    "kind": Kind.SCHEDULED,
    "is_private": True,
    "is_rated": False,
    "has_house_bots": False,
    "fee_chips": 0,
    "guarantee_chips": 0,
    "recurrence": "",
}


def may_organise(user: "User") -> bool:
    """Whether staff have let this member make private events."""
    return user.is_active and not user.is_guest and user.has_perm(PERMISSION)


@transaction.atomic
def private_event_create(
    *,
    organiser: "User",
    name: str,
    starts_at: datetime,
    time_zone: str,
    with_code: bool,
    invited: Sequence[str],
    settings: Mapping[str, Any],
) -> Tournament:
    """A scheduled event that only who has its address finds.

    starts_at: aware; seconds do not count. with_code: entrants must know a word that the house
    makes up, too. invited: the only players who may enter, if any are named. settings: columns
    of `Series` for how it is played and what an entry costs.

    Raises Forbidden `auth.forbidden`, or Refused with everything that is the matter: `card.…`,
    `organiser.name_taken`, `organiser.same_start`, `organiser.too_many`, `organiser.too_late`,
    `organiser.too_large`, `words.…`.
    """
    if not may_organise(organiser):
        raise Forbidden("auth.forbidden")
    people_lock([organiser.pk])
    starts_at = starts_at.replace(second=0, microsecond=0)
    taken = _name_refusals(organiser, name)
    series = _series_of(organiser, name)
    for column, value in {**settings, **FIXED}.items():
        setattr(series, column, value)
    series.time_zone = time_zone
    series.first_date, series.start_time = _wall_clock(starts_at, time_zone)
    series.invitation_code = token_hex(4) if with_code else ""
    series.allowed_names = " ".join(invited)
    # Looked at as one that opens, so that a start in the past is found; it never opens another.
    series.is_open = True
    refuse_if_any([*taken, *_size_refusals(series, starts_at), *card_refusals(series)])
    series.is_open = False
    _series_save(series)
    event = scheduled_open(series=series, starts_at=starts_at)
    assert event is not None, "only satellites wait for a target"
    return event


def private_event_cancel(*, event_id: str, organiser: "User") -> Tournament:
    """Call one's own event off before its start; every entry goes back in the form paid.

    Doing it again is fine. A large event's refunds are finished by the director.

    Raises NotFound `tournament.not_found` for anybody else's event, and Conflict
    `tournament.wrong_state` once the seats are drawn.
    """
    with transaction.atomic():
        tournament = organised_locked(event_id, organiser)
        if tournament.state == TournamentState.CANCELLED:
            return tournament
        if tournament.state not in selectors.COMING:
            text = _("The event has begun. Staff can stop it, its organiser cannot.")
            raise Conflict("tournament.wrong_state", text, state=tournament.state)
        tournament_call_off(tournament=tournament)
    entries_give_back(tournament_id=event_id)
    return tournament


def organised_locked(event_id: str, organiser: "User") -> Tournament:
    """An event that this member has made, locked. Raises NotFound for all others."""
    tournament = tournament_locked(event_id)
    if tournament.organiser_id != organiser.pk:
        raise NotFound("tournament.not_found", _("There is no such event."))
    return tournament


def _series_of(organiser: "User", name: str) -> Series:
    """The template of an earlier event of his with this name, one version on, or a new one."""
    earlier = Series.objects.filter(organiser=organiser, name__iexact=name).first()
    if earlier is None:
        return Series(organiser=organiser, name=name)
    earlier.version += 1
    return earlier


def _series_save(series: Series) -> None:
    """Raises Refused `organiser.name_taken` where somebody took the name at this very moment."""
    try:
        with transaction.atomic():
            series.save()
    except IntegrityError:
        refuse_if_any([_name_taken(series.name)])
        raise


def _name_refusals(organiser: "User", name: str) -> tuple[Refusal, ...]:
    """A name is somebody else's, or his own as long as an event under it is not over.

    None sounds like the house; what else is against its words, the card says.
    """
    if is_of_house(name):
        return (OF_HOUSE,)
    named = Series.objects.filter(name__iexact=name)
    is_free = not named.exclude(organiser=organiser).exists()
    is_in_use = Tournament.objects.filter(series__in=named).exclude(state__in=OVER).exists()
    if is_free and not is_in_use:
        return ()
    return (_name_taken(name),)


def _name_taken(name: str) -> Refusal:
    text = _("There is an event called “{name}” already. Choose another name.")
    return Refusal("organiser.name_taken", text, {"name": name})


def _size_refusals(series: Series, starts_at: datetime) -> Iterator[Refusal]:
    """Not more, not later and not larger than one person can look after."""
    mine = Tournament.objects.filter(organiser=series.organiser)
    coming = mine.exclude(state__in=OVER).count()
    if coming >= MOST_COMING:
        text = _("You have {coming} events that are not over. Wait for one of them, or cancel it.")
        yield Refusal("organiser.too_many", text, {"coming": coming})
    if series.pk and series.tournaments.filter(starts_at=starts_at).exists():
        text = _("You have called off an event of this name at this time. Choose another one.")
        yield Refusal("organiser.same_start", text)
    if starts_at > now() + LATEST_START:
        text = _("An event can start within {days} days.")
        yield Refusal("organiser.too_late", text, {"days": LATEST_START.days})
    if series.seats > MOST_ENTRANTS:
        text = _("An event of your own takes at most {most} entrants.")
        yield Refusal("organiser.too_large", text, {"most": MOST_ENTRANTS})


def _wall_clock(starts_at: datetime, time_zone: str) -> tuple[date, time]:
    """Day and time in the zone; as they were said where nobody knows it, or where its calendar
    does not reach: the other checks refuse both."""
    try:
        local = starts_at.astimezone(zone_of(time_zone))
    except (CalendarError, OverflowError):
        local = starts_at
    return local.date(), local.time()
