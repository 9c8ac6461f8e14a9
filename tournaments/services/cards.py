"""The rules card an event gets from its template."""

from dataclasses import replace
from datetime import datetime

from backgammon import find_variant
from backgammon.clock import ClockRules
from backgammon.length import TableStakes
from backgammon.rules import Rules
from tournaments import selectors
from tournaments.card import (
    SIT_AND_GO,
    EntryTerms,
    LateTerms,
    RulesCard,
    SatelliteTerms,
    SwingTerms,
    Times,
)
from tournaments.card_texts import breaks_of, lengths_of, pairs_of, words_of
from tournaments.formats import BY_ROUND
from tournaments.models import Series, Tournament
from tournaments.prizes import ChipShares, SharesError, default_shares, percents_of
from tournaments.services.locks import _
from wire.refusals import Refusal, refuse_if_any
from wire.time import now

NO_SHOW_STEP_S = 60
LONG_NO_SHOW_STEP_S = 300
#: The house's pause between two matches of a player; longer where a round begins together.
PAUSE_S, ROUND_PAUSE_S = 60, 120
SWING = "swing"


def card_of(
    series: Series, *, starts_at: datetime | None = None, target: Tournament | None = None
) -> RulesCard:
    """The card an event of this series gets if it opens now, or starts at `starts_at`.

    target: the event to which its tickets lead; a series that names no target series has none.

    Raises SharesError for shares that cannot be paid, InvalidRules for a clock or a length
    that cannot be played, NotationError for a game nobody knows, Unreadable for lengths or
    breaks that cannot be read. `tournaments.card_faults` names everything at once.
    """
    is_sit_and_go = series.kind == SIT_AND_GO
    return RulesCard(
        version=series.version if is_sit_and_go else 1,
        name=series.name,
        kind=series.kind,
        format=series.format,
        rounds=series.round_count,
        tie_breaks=words_of(series.tie_breaks),
        apart=pairs_of(series.apart),
        seats=series.seats,
        min_entrants=series.seats if is_sit_and_go else series.min_entrants,
        buy_in_chips=series.buy_in_chips,
        fee_chips=series.fee_chips,
        guarantee_chips=series.guarantee_chips,
        shares=_shares(series),
        rules=_rules(series),
        pause_s=_pause_s(series),
        breaks=breaks_of(series.breaks),
        no_show_step_s=NO_SHOW_STEP_S,
        long_no_show_step_s=NO_SHOW_STEP_S if is_sit_and_go else LONG_NO_SHOW_STEP_S,
        has_house_bots=series.has_house_bots,
        is_rated=series.is_rated,
        times=Times(starts_at=starts_at, zone=series.time_zone) if starts_at else None,
        entry=_entry_terms(series),
        late=LateTerms(has_late_entry=series.has_late_entry, buy_back_s=series.buy_back_min * 60),
        satellite=_satellite_terms(series, target) if target else None,
        swing=_swing_terms(series) if series.format == SWING else None,
    )


def refuse_faults(series: Series) -> None:
    """Raise Refused with everything that is the matter with a template, coded by the first."""
    refuse_if_any(card_refusals(series))


def card_refusals(series: Series) -> tuple[Refusal, ...]:
    """Everything that is the matter with a template; each names its `field`."""
    return tuple(
        Refusal(fault.code, fault.text, {**fault.facts, "field": fault.field})
        for fault in selectors.card_faults(series, moment=now())
        if not fault.is_note
    )


def _pause_s(series: Series) -> int:
    """The series' own pause, or the house's."""
    if series.pause_s is not None:
        return series.pause_s
    return ROUND_PAUSE_S if series.format in BY_ROUND else PAUSE_S


def _shares(series: Series) -> ChipShares | None:
    """The series' own shares, or the house's: of a Sit&Go for its seats, else for who plays."""
    if series.target_series_id:
        return None
    if not series.prize_shares.strip():
        return default_shares(series.seats) if series.kind == SIT_AND_GO else None
    shares = ChipShares(percents_of(series.prize_shares.split()))
    if len(shares.percents) > series.seats:
        raise SharesError(_("There are more prizes than seats."))
    return shares


def _rules(series: Series) -> tuple[Rules, ...]:
    """The rules of a match by round; a swing has one kind of game, for its stacks."""
    variant = find_variant(series.variant)
    if series.format == SWING:
        stack = series.swing_stack
        game = TableStakes(series.swing_rate, stack, stack, leave_between_games=False, games=1)
        rules = Rules.table(series.swing_rate, stack, stack, variant=variant)
        return (replace(rules, length=game, clock=_clock(series, 1)).checked(),)
    lengths = lengths_of(series.round_lengths) or (series.length_points,)
    return tuple(
        Rules.match(points, variant=variant, clock=_clock(series, points)).checked()
        for points in lengths
    )


def _clock(series: Series, parts: int) -> ClockRules:
    return ClockRules(delay_ms=series.delay_s * 1000, reserve_ms=series.reserve_s * 1000 * parts)


def _entry_terms(series: Series) -> EntryTerms:
    return EntryTerms(
        rating_min=series.rating_min,
        rating_max=series.rating_max,
        min_matches=series.min_matches,
        min_account_days=series.min_account_days,
        needs_invitation=bool(series.invitation_code),
        is_for_invited=bool(words_of(series.allowed_names)),
        needs_ticket=series.needs_ticket,
    )


def _satellite_terms(series: Series, target: Tournament) -> SatelliteTerms:
    return SatelliteTerms(
        target_id=target.public_id,
        target_name=target.name,
        ticket_chips=target.rules_card.cost_chips,
        again_chips=series.buy_in_chips + series.fee_chips,
        guaranteed=series.guaranteed_tickets,
        remainder=series.remainder,
        second_ticket=series.second_ticket,
    )


def _swing_terms(series: Series) -> SwingTerms:
    return SwingTerms(
        stack=series.swing_stack, rate=series.swing_rate, doubles_s=series.swing_doubles_s
    )
