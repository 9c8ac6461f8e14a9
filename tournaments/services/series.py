"""Templates: the card an event gets, and the events that a series keeps in the lobby."""

from collections.abc import Mapping
from typing import Any

from django.db import IntegrityError, transaction

from backgammon.clock import ClockRules
from backgammon.rules import Rules
from tournaments.card import SIT_AND_GO, RulesCard, card_to_dict
from tournaments.formats.knockout import Knockout
from tournaments.models import Kind, Series, Tournament
from tournaments.prizes import ChipShares, SharesError, default_shares, percents_of
from tournaments.services.locks import _, say_changed
from tournaments.states import TournamentState
from wire.secrets import commitment_of, new_secret, seal

NO_SHOW_STEP_S = 60
LONG_NO_SHOW_STEP_S = 300
SHORT_MATCH_POINTS = 5


def card_of(series: Series) -> RulesCard:
    """The card an event of this series gets if it opens now.

    Raises SharesError for shares that cannot be paid, InvalidRules for a clock or
    a length that cannot be played.
    """
    clock = ClockRules(
        delay_ms=series.delay_s * 1000, reserve_ms=series.reserve_s * 1000 * series.length_points
    )
    shares = (
        ChipShares(percents_of(series.prize_shares.split()))
        if series.prize_shares.strip()
        else default_shares(series.seats)
    )
    if len(shares.percents) > series.seats:
        raise SharesError(_("There are more prizes than seats."))
    is_short = series.length_points <= SHORT_MATCH_POINTS
    return RulesCard(
        version=series.version,
        name=series.name,
        kind=SIT_AND_GO,
        format=Knockout.key,
        seats=series.seats,
        buy_in_chips=series.buy_in_chips,
        fee_chips=series.fee_chips,
        shares=shares,
        rules=(Rules.match(series.length_points, clock=clock).checked(),),
        pause_s=series.pause_s,
        no_show_step_s=NO_SHOW_STEP_S if is_short else LONG_NO_SHOW_STEP_S,
        has_house_bots=series.has_house_bots,
    )


@transaction.atomic
def series_store(*, series: Series) -> Series:
    """Store new or changed settings and see that one event of an open series takes entries.

    An event that is open already keeps its card; the change holds from the
    next one on and raises the version.
    """
    if series.pk is not None:
        series.version += 1
    series.save()
    series_keep_open(series=series)
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
    return series


@transaction.atomic
def series_keep_open(*, series: Series) -> Tournament | None:
    """Open the series' next Sit&Go if none takes entries; None where nothing was to do.

    Two workers may try at once: the database lets one of them through.
    """
    is_taking_entries = Tournament.objects.filter(
        series=series, state=TournamentState.REGISTERING
    ).exists()
    if not series.is_open or is_taking_entries:
        return None
    try:
        with transaction.atomic():
            return sit_and_go_open(series=series)
    except IntegrityError:
        return None


@transaction.atomic
def sit_and_go_open(*, series: Series) -> Tournament:
    """A new Sit&Go with the series' card, its draw already committed to.

    Raises IntegrityError while another one of the series takes entries.
    """
    card = card_of(series)
    secret = new_secret()
    tournament = Tournament.objects.create(
        series=series,
        kind=Kind.SIT_AND_GO,
        name=card.name,
        card=card_to_dict(card),
        seats=card.seats,
        sealed_secret=seal(secret),
        commitment=commitment_of(secret),
    )
    say_changed(tournament)
    return tournament
