"""Events of a template come into being: an open Sit&Go, and scheduled ones two weeks ahead.

Every event is born with its card, the card's first version, and the commitment to its draw.
"""

from datetime import datetime, timedelta

from django.db import transaction

from tournaments import selectors
from tournaments.calendar import Schedule
from tournaments.card import RulesCard, card_to_dict
from tournaments.card_texts import words_of
from tournaments.expected import expected_s
from tournaments.models import CardVersion, Kind, Series, Tournament
from tournaments.services.cards import card_of
from tournaments.services.locks import say_changed, tournament_locked
from tournaments.states import TournamentState
from wire.secrets import commitment_of, new_secret, seal
from wire.time import now


@transaction.atomic
def series_announce(*, series: Series) -> tuple[Tournament, ...]:
    """Announce the events of an open series that start within two weeks; those that were new.

    However often and by whomever it is called, each start is announced once: the series is
    locked, and a start that was moved or called off stays so.

    Raises CalendarError for a schedule that cannot be followed, and what `card_of` raises.
    """
    if series.kind != Kind.SCHEDULED:
        return ()
    series = Series.objects.select_for_update(no_key=True).get(pk=series.pk)
    if not series.is_open:
        return ()
    moment = now()
    promised = selectors.starts_promised(series, since=moment)
    coming = schedule_of(series).between(moment, moment + selectors.ANNOUNCED_AHEAD)
    starts = [each.starts_at for each in coming if each.starts_at not in promised]
    made = [scheduled_open(series=series, starts_at=each) for each in starts]
    return tuple(event for event in made if event)


@transaction.atomic
def scheduled_open(*, series: Series, starts_at: datetime) -> Tournament | None:
    """Announce one event of the series. None for a satellite that no target waits for."""
    placed = card_and_target(series, starts_at=starts_at)
    return event_create(series=series, card=placed[0], target=placed[1]) if placed else None


def card_and_target(
    series: Series, *, starts_at: datetime | None = None
) -> tuple[RulesCard, Tournament | None] | None:
    """The card of an event that opens now or starts then, and where its tickets lead.

    The target's row is locked, so that the price on the satellite's card stays its price.
    None for a satellite that no target waits for. Raises what `card_of` raises.
    """
    card = card_of(series, starts_at=starts_at)
    if series.target_series_id is None:
        return card, None
    ends_at = (starts_at or now()) + timedelta(seconds=expected_s(card, series.seats))
    target = selectors.target_for(series, ends_at=ends_at)
    if target is None:
        return None
    target = tournament_locked(target.public_id)
    if target.state not in selectors.COMING:
        return None
    return card_of(series, starts_at=starts_at, target=target), target


def event_create(
    *, series: Series, card: RulesCard, target: Tournament | None = None
) -> Tournament:
    """An event with this card: open for entries if its time for that has come, as a Sit&Go's
    always has, else announced."""
    secret, moment = new_secret(), now()
    starts_at = card.times.starts_at if card.times else moment
    opens_at = starts_at - timedelta(hours=series.opens_before_h) if card.times else moment
    tournament = Tournament.objects.create(
        series=series,
        kind=card.kind,
        state=TournamentState.ANNOUNCED if opens_at > moment else TournamentState.REGISTERING,
        state_since=moment,
        opened_at=moment,
        opens_at=opens_at,
        starts_at=starts_at,
        name=card.name,
        card=card_to_dict(card),
        seats=card.seats,
        target=target,
        is_private=series.is_private,
        organiser=series.organiser,
        invitation_code=series.invitation_code,
        allowed_names=list(words_of(series.allowed_names)),
        sealed_secret=seal(secret),
        commitment=commitment_of(secret),
    )
    CardVersion.objects.create(
        tournament=tournament, version=card.version, card=tournament.card, made_at=moment
    )
    say_changed(tournament)
    return tournament


def schedule_of(series: Series) -> Schedule:
    """When the events of a scheduled series start. Raises CalendarError."""
    assert series.first_date is not None
    assert series.start_time is not None
    return Schedule(series.first_date, series.start_time, series.time_zone, series.recurrence)
