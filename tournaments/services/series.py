"""Templates: storing them, and the Sit&Go that each keeps in the lobby."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django.db import IntegrityError, transaction

from tournaments import selectors
from tournaments.expected import expected_s
from tournaments.models import Kind, Series, Tournament
from tournaments.services.announcing import event_create, series_announce
from tournaments.services.cards import card_of
from tournaments.states import TournamentState
from wire.time import now


@transaction.atomic
def series_store(*, series: Series) -> Series:
    """Store new or changed settings and see that an open series has its events.

    A Sit&Go that is open already keeps its card; the change holds from the
    next one on and raises the version.
    """
    if series.pk is not None:
        series.version += 1
    series.save()
    series_keep_open(series=series)
    series_announce(series=series)
    return series


@transaction.atomic
def series_ensure(*, name: str, settings: Mapping[str, Any]) -> Series:
    """The series of this name, made with these settings if there is none; open, if it is open.

    What staff have changed since is left as they want it.
    """
    series = Series.objects.filter(name=name).first()
    if series is None:
        return series_store(series=Series(name=name, **settings))
    series_keep_open(series=series)
    series_announce(series=series)
    return series


@transaction.atomic
def series_keep_open(*, series: Series) -> Tournament | None:
    """Open the series' next Sit&Go if none takes entries; None where nothing was to do.

    A satellite stays closed while no event of its target is announced that it can reach in
    time. Two workers may try at once: the database lets one of them through.
    """
    is_taking_entries = Tournament.objects.filter(
        series=series, state=TournamentState.REGISTERING
    ).exists()
    if series.kind != Kind.SIT_AND_GO or not series.is_open or is_taking_entries:
        return None
    try:
        with transaction.atomic():
            return sit_and_go_open(series=series)
    except IntegrityError:
        return None


@transaction.atomic
def sit_and_go_open(*, series: Series) -> Tournament | None:
    """A new Sit&Go with the series' card, its draw already committed to.

    None for a satellite without a target. Raises IntegrityError while another one of the
    series takes entries.
    """
    card = card_of(series)
    target = None
    if series.target_series_id:
        ends_at = now() + timedelta(seconds=expected_s(card, series.seats))
        target = selectors.target_for(series, ends_at=ends_at)
        if target is None:
            return None
        card = card_of(series, target=target)
    return event_create(series=series, card=card, target=target)
