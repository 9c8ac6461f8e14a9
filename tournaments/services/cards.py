"""The rules card an event gets from its template."""

from dataclasses import replace
from datetime import datetime
from fractions import Fraction
from typing import Any

from backgammon import find_variant
from backgammon.clock import ClockRules
from backgammon.length import TableStakes
from backgammon.rules import Rules
from tournaments import selectors
from tournaments.calendar import zone_of
from tournaments.card import (
    SIT_AND_GO,
    EntryTerms,
    LateTerms,
    RulesCard,
    SatelliteTerms,
    SwingTerms,
    Times,
)
from tournaments.card_texts import breaks_of, lengths_of, words_of
from tournaments.models import Series, Tournament
from tournaments.prizes import ChipShares, SharesError, default_shares, percent_text, percents_of
from tournaments.services.locks import _
from wire.refusals import Refusal, refuse_if_any
from wire.time import now

NO_SHOW_STEP_S = 60
LONG_NO_SHOW_STEP_S = 300
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
        seats=series.seats,
        min_entrants=series.seats if is_sit_and_go else series.min_entrants,
        buy_in_chips=series.buy_in_chips,
        fee_chips=series.fee_chips,
        guarantee_chips=series.guarantee_chips,
        shares=_shares(series),
        rules=_rules(series),
        pause_s=series.pause_s,
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


def columns_of(tournament: Tournament) -> dict[str, Any]:
    """The columns of a template from which an event's card would come out as it is."""
    card = tournament.rules_card
    first, satellite, swing = card.rules_of(1), card.satellite, card.swing
    lengths = [getattr(rules.length, "points", 1) for rules in card.rules]
    clock = first.clock
    assert clock is not None
    columns: dict[str, Any] = {
        "name": card.name,
        "kind": card.kind,
        "is_open": False,
        "is_private": tournament.is_private,
        "organiser": tournament.organiser,
        "version": card.version,
        "format": card.format,
        "seats": card.seats,
        "min_entrants": card.min_entrants,
        "round_count": card.rounds,
        "tie_breaks": " ".join(card.tie_breaks),
        "variant": first.variant.key,
        "length_points": lengths[0],
        "round_lengths": " ".join(map(str, lengths)) if len(lengths) > 1 else "",
        "reserve_s": clock.reserve_ms // 1000 // lengths[0],
        "delay_s": clock.delay_ms // 1000,
        "pause_s": card.pause_s,
        "breaks": " ".join(f"{number}:{rest_s // 60}" for number, rest_s in card.breaks),
        "is_rated": card.is_rated,
        "has_house_bots": card.has_house_bots,
        "buy_in_chips": card.buy_in_chips,
        "fee_chips": card.fee_chips,
        "guarantee_chips": card.guarantee_chips,
        "prize_shares": " ".join(map(_share_text, card.shares.percents)) if card.shares else "",
        "rating_min": card.entry.rating_min,
        "rating_max": card.entry.rating_max,
        "min_matches": card.entry.min_matches,
        "min_account_days": card.entry.min_account_days,
        "needs_ticket": card.entry.needs_ticket,
        "invitation_code": tournament.invitation_code,
        "allowed_names": " ".join(tournament.allowed_names),
        "opens_before_h": _opens_before_h(tournament),
        "has_late_entry": card.late.has_late_entry,
        "buy_back_min": card.late.buy_back_s // 60,
        "target_series": tournament.target.series if tournament.target else None,
    }
    if satellite is not None:
        columns["guaranteed_tickets"] = satellite.guaranteed
        columns |= {"remainder": satellite.remainder, "second_ticket": satellite.second_ticket}
    if swing is not None:
        columns |= {"swing_stack": swing.stack, "swing_rate": swing.rate}
        columns["swing_doubles_s"] = swing.doubles_s
    if card.times is not None:
        columns |= _start_columns(card.times)
    return columns


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


def _start_columns(times: Times) -> dict[str, Any]:
    """Day and wall clock of an event's start in its zone."""
    local = times.starts_at.astimezone(zone_of(times.zone))
    return {
        "first_date": local.date(),
        "start_time": local.time(),
        "time_zone": times.zone,
        "recurrence": "",
    }


def _share_text(share: Fraction) -> str:
    """A share as staff would write it: 12.5, and 55/12 where no short number is exact."""
    short = percent_text(share)
    return short if Fraction(short) == share else str(share)


def _opens_before_h(tournament: Tournament) -> int:
    """How long before its start an event takes entries, in hours."""
    before = tournament.starts_at - tournament.opens_at
    return max(1, round(before.total_seconds() / 3600))


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
