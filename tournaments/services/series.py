"""Templates: storing them, and the Sit&Go that each keeps in the lobby."""

from collections.abc import Mapping
from typing import Any

from django.db import IntegrityError, transaction

from tournaments.models import Kind, Series, Tournament
from tournaments.services.announcing import card_and_target, event_create, series_announce
from tournaments.services.card_changes import events_follow
from tournaments.services.cards import refuse_faults
from tournaments.states import TournamentState


@transaction.atomic
def series_store(*, series: Series) -> Series:
    """Store new or changed settings and see that an open series has its events.

    A Sit&Go that is open already keeps its card; the change holds from the next one on and
    raises the version. Scheduled events take it over where nobody relies on their old card
    (`events_follow`). A series that is closed leaves what is announced as it is.

    Raises Refused with everything that is the matter, `card.…`.
    """
    refuse_faults(series)
    is_new = series.pk is None
    if not is_new:
        series.version += 1
    series.save()
    if not is_new:
        events_follow(series=series)
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
    placed = card_and_target(series)
    return event_create(series=series, card=placed[0], target=placed[1]) if placed else None
