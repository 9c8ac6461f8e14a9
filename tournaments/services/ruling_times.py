"""Rulings on time and on the event as a whole: later, held, on again, stopped, cancelled."""

from datetime import timedelta
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from django.db.models import F, Sum

from matches.extending import match_extend
from tournaments.consequences import Consequence
from tournaments.models import Kind, Tournament
from tournaments.orders import Cancel, Delay, GiveTime, Pause, Resume, Stop
from tournaments.selectors import COMING
from tournaments.services.card_changes import card_change
from tournaments.services.locks import _, say_changed
from tournaments.services.planning import tournament_call_off
from tournaments.services.ruling_parts import Done, drawn_check, pairing_named, result_of
from tournaments.services.stopping import tournament_stop
from wire.errors import Conflict, Refused
from wire.plurals import counted
from wire.time import now

if TYPE_CHECKING:
    from accounts.models import User

MOST_MINUTES = 24 * 60


def start_later(tournament: Tournament, order: Delay, *, actor: "User", reason: str) -> Done:
    """Start later: a new version of the card, of which everybody is told."""
    _minutes_check(order.minutes)
    times = tournament.rules_card.times
    if tournament.kind != Kind.SCHEDULED or times is None:
        text = _("A Sit&Go has no start time: it begins when its last seat is taken.")
        raise Refused("ruling.no_start_time", text)
    was = tournament.starts_at
    starts_at = (was + timedelta(minutes=order.minutes)).astimezone(ZoneInfo(times.zone))
    card_change(
        tournament_id=tournament.public_id,
        actor=actor,
        changes={"first_date": starts_at.date(), "start_time": starts_at.time()},
        reason=reason,
    )
    return Done(details={"was": was.isoformat(), "minutes": order.minutes})


def give_time(tournament: Tournament, order: GiveTime) -> Done:
    """Put off what is due next in a pairing: its start, a no-show step, or a flag."""
    _minutes_check(order.minutes)
    drawn_check(tournament)
    pairing = pairing_named(tournament, order.round, order.slot)
    if result_of(pairing) is not None or len(pairing.entries) < 2:
        raise Conflict("ruling.has_result", _("It has a result: nothing is due in it any more."))
    facts = {"round": pairing.round, "slot": pairing.slot, "minutes": order.minutes}
    if pairing.match is None:
        pairing.starts_at = max(pairing.starts_at, now()) + timedelta(minutes=order.minutes)
        pairing.save(update_fields=["starts_at"])
        text = counted(
            "Round {round}, match {slot} begins {minutes} minute later.",
            "Round {round}, match {slot} begins {minutes} minutes later.",
            by="minutes",
        )
    else:
        match_extend(match_id=pairing.match.public_id, by_ms=order.minutes * 60_000)
        text = counted(
            "Round {round}, match {slot}: the next no-show step comes {minutes} minute later;"
            " where a clock runs, up to so much of this turn is given back.",
            "Round {round}, match {slot}: the next no-show step comes {minutes} minutes later;"
            " where a clock runs, up to so much of this turn is given back.",
            by="minutes",
        )
    return Done(
        pairing=pairing, lines=(Consequence(text, facts),), details={"minutes": order.minutes}
    )


def pause(tournament: Tournament, _order: Pause) -> Done:
    """Hold an event: nothing new begins in it."""
    if tournament.is_paused:
        raise Conflict("ruling.is_paused", _("The event is held already."))
    tournament.is_paused, tournament.paused_at = True, now()
    tournament.save(update_fields=["is_paused", "paused_at"])
    return Done()


def resume(tournament: Tournament, _order: Resume) -> Done:
    """Let a held event go on; what was to begin meanwhile has as long to go as it had then."""
    if not tournament.is_paused:
        raise Conflict("ruling.not_paused", _("The event is not held."))
    tournament.is_paused = False
    if tournament.kind == Kind.SCHEDULED and tournament.state in COMING:
        # A start that has passed meanwhile comes now, and a small field is waited for from now on.
        tournament.starts_at = max(tournament.starts_at, now())
    tournament.save(update_fields=["is_paused", "starts_at"])
    held = now() - tournament.paused_at
    waiting = tournament.pairings.filter(match__isnull=True, result__isnull=True)
    waiting.update(starts_at=F("starts_at") + held)
    return Done(details={"held_s": round(held.total_seconds())})


def stop(tournament: Tournament, _order: Stop) -> Done:
    """End a drawn event here and pay it out."""
    settled = tournament_stop(tournament_id=tournament.public_id)
    if settled is None:
        raise Conflict("ruling.over", _("This event is over: nothing in it can be ruled any more."))
    receipts = settled.settlement.receipts
    return Done(
        details={
            "basis": settled.settlement.basis.value,
            "pool_chips": settled.settlement.pool_chips,
            "divided_chips": settled.settlement.divided_chips,
            "overlay_chips": settled.settlement.overlay_chips,
            "fees_back_chips": settled.settlement.fees_back_chips,
            "receipts": {
                str(settled.entries[each.entrant].number): {
                    "buy_in": each.buy_in_chips,
                    "fee": each.fee_chips,
                    "prize": each.prize_chips,
                    "share": each.share_chips,
                    "lot": each.lot_chips,
                }
                for each in receipts
            },
        }
    )


def cancel(tournament: Tournament, _order: Cancel) -> Done:
    """Call an event off before its draw; the director gives every entry back, in the form paid."""
    if tournament.state not in COMING:
        text = _("Its seats are drawn: it can be stopped, not cancelled.")
        raise Conflict("tournament.wrong_state", text, state=tournament.state)
    live = tournament.entries.live()
    paid = live.filter(ticket__isnull=True).aggregate(
        chips=Sum(F("buy_in_chips") + F("fee_chips"), default=0)
    )
    facts = {
        "entries": live.count(),
        "chips": paid["chips"],
        "tickets": live.filter(ticket__isnull=False).count(),
    }
    tournament_call_off(tournament=tournament)
    text = _("Entries that go back in full: {entries}. Chips in them: {chips}, tickets: {tickets}.")
    say_changed(tournament, "log")
    return Done(lines=(Consequence(text, facts),), details=facts)


def _minutes_check(minutes: int) -> None:
    if not 1 <= minutes <= MOST_MINUTES:
        raise Refused("ruling.minutes", _("Between one minute and a day."))
