"""The way back: the columns of a template from which an event's card would come out as it is."""

from fractions import Fraction
from typing import Any

from tournaments.calendar import zone_of
from tournaments.card import RulesCard, Times
from tournaments.models import Tournament
from tournaments.prizes import percent_text

Columns = dict[str, Any]


def columns_of(tournament: Tournament) -> Columns:
    """The event's card as columns of a template, which is closed: nothing opens from it."""
    card = tournament.rules_card
    return {
        "name": card.name,
        "kind": card.kind,
        "is_open": False,
        "is_private": tournament.is_private,
        "organiser": tournament.organiser,
        "version": card.version,
        "target_series": tournament.target.series if tournament.target else None,
        **_play_columns(card),
        **_money_columns(card),
        **_door_columns(tournament),
        **(_start_columns(card.times) if card.times else {}),
    }


def _play_columns(card: RulesCard) -> Columns:
    """How it is played."""
    first, swing = card.rules_of(1), card.swing
    lengths = [getattr(rules.length, "points", 1) for rules in card.rules]
    clock = first.clock
    assert clock is not None, "every match of an event has a clock"
    columns: Columns = {
        "format": card.format,
        "seats": card.seats,
        "min_entrants": card.min_entrants,
        "round_count": card.rounds,
        "tie_breaks": " ".join(card.tie_breaks),
        "apart": " ".join(map(":".join, card.apart)),
        "variant": first.variant.key,
        "length_points": lengths[0],
        "round_lengths": " ".join(map(str, lengths)) if len(lengths) > 1 else "",
        "reserve_s": clock.reserve_ms // 1000 // lengths[0],
        "delay_s": clock.delay_ms // 1000,
        "pause_s": card.pause_s,
        "breaks": " ".join(f"{number}:{rest_s // 60}" for number, rest_s in card.breaks),
        "is_rated": card.is_rated,
        "has_house_bots": card.has_house_bots,
    }
    if swing is not None:
        columns |= {"swing_stack": swing.stack, "swing_rate": swing.rate}
        columns["swing_doubles_s"] = swing.doubles_s
    return columns


def _money_columns(card: RulesCard) -> Columns:
    """What it costs and pays."""
    satellite = card.satellite
    columns: Columns = {
        "buy_in_chips": card.buy_in_chips,
        "fee_chips": card.fee_chips,
        "guarantee_chips": card.guarantee_chips,
        "prize_shares": " ".join(map(_share_text, card.shares.percents)) if card.shares else "",
    }
    if satellite is not None:
        columns["guaranteed_tickets"] = satellite.guaranteed
        columns |= {"remainder": satellite.remainder, "second_ticket": satellite.second_ticket}
    return columns


def _door_columns(tournament: Tournament) -> Columns:
    """Who may come, and until when."""
    entry, late = tournament.rules_card.entry, tournament.rules_card.late
    opens_before = tournament.starts_at - tournament.opens_at
    return {
        "rating_min": entry.rating_min,
        "rating_max": entry.rating_max,
        "min_matches": entry.min_matches,
        "min_account_days": entry.min_account_days,
        "needs_ticket": entry.needs_ticket,
        "invitation_code": tournament.invitation_code,
        "allowed_names": " ".join(tournament.allowed_names),
        "has_late_entry": late.has_late_entry,
        "buy_back_min": late.buy_back_s // 60,
        "opens_before_h": max(1, round(opens_before.total_seconds() / 3600)),
    }


def _start_columns(times: Times) -> Columns:
    """Day and wall clock of its start in its zone, once."""
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
