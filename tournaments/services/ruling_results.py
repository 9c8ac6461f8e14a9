"""Rulings on a pairing: who has won it, that its result stands, that it went the other way."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from matches.selectors import state_of_match
from matches.services import match_annul
from tournaments import selectors
from tournaments.formats.base import Outcome, Ref, Result
from tournaments.models import (
    Appeal,
    Entry,
    EntryState,
    Pairing,
    PairingResult,
    Ruling,
    Tournament,
    WithdrawReason,
)
from tournaments.orders import Declare, Reverse, Uphold
from tournaments.reversal import displaced
from tournaments.services.locks import _
from tournaments.services.ruling_parts import (
    RULED,
    Done,
    drawn_check,
    pairing_named,
    result_of,
)
from tournaments.services.swing import points_before
from wire.errors import Conflict, Malformed, Refused
from wire.refusals import Refusal, refuse_if_any


def declare(tournament: Tournament, order: Declare) -> Done:
    """Give a pairing without a result to one of its two, or to nobody; its match is ended."""
    drawn_check(tournament)
    pairing = pairing_named(tournament, order.round, order.slot)
    winner = _winner(pairing, order.winner)
    match, points = pairing.match, points_before(pairing, tournament)
    if match is not None:
        if tournament.rules_card.swing is None:
            points = state_of_match(match).score
        # Its row comes before the pairing's: a match that ends takes them in this order.
        match_annul(match_id=match.public_id, reason=RULED)
    locked = Pairing.objects.select_for_update(of=("self",)).get(pk=pairing.pk)
    if standing := result_of(locked):
        raise Conflict(
            "ruling.has_result",
            _("It has a result: {winner} has won. Reverse that one if it is wrong."),
            winner=standing.winner.user.username if standing.winner else "–",
        )
    locked.match = match
    locked.save(update_fields=["match"])
    PairingResult.objects.create(
        pairing=locked,
        outcome=_outcome(winner, was_played=match is not None and any(points)).value,
        winner=winner,
        white_points=points[0],
        black_points=points[1],
    )
    return Done(pairing=pairing, entry=winner, details={"match": match.public_id if match else ""})


def uphold(tournament: Tournament, order: Uphold) -> Done:
    """Leave everything as it is, as the answer to an appeal."""
    pairing = pairing_named(tournament, order.round, order.slot)
    if not pairing.appeals.filter(state="open").exists():
        raise Refused(
            "ruling.no_appeal", _("Nobody has appealed there; nothing is to be answered.")
        )
    return Done(pairing=pairing)


def reverse(tournament: Tournament, order: Reverse) -> Done:
    """Let a result be another one, and pair again whatever stood on the old one."""
    drawn_check(tournament)
    if tournament.rules_card.swing is not None:
        text = _("In a swing every later game stands on the stacks of this one.")
        raise Refused("ruling.not_in_swing", text)
    pairing = pairing_named(tournament, order.round, order.slot)
    winner, standing = _winner(pairing, order.winner), result_of(pairing)
    if standing is None:
        raise Conflict("ruling.no_result", _("It has no result yet: declare one instead."))
    if standing.winner == winner:
        raise Conflict("ruling.same_result", _("This is its result already."))
    _may_come_back(tournament, winner)
    follow = _standing_on(tournament, pairing, winner)
    voided = _take_back(tournament, pairing, follow, may_void=order.voids_next)
    details = {
        "was": {
            "outcome": standing.outcome,
            "winner": standing.winner.number if standing.winner else 0,
            "points": [standing.white_points, standing.black_points],
        },
        "voided": voided,
    }
    standing.outcome, standing.winner = _outcome(winner, was_played=True).value, winner
    standing.is_counted = False
    standing.save(update_fields=["outcome", "winner", "is_counted"])
    if winner is not None:
        winner.state = EntryState.ACTIVE
        winner.save(update_fields=["state"])
    return Done(pairing=pairing, entry=winner, details=details)


def _winner(pairing: Pairing, number: int) -> Entry | None:
    """The entrant meant, None for nobody. Raises Refused or Malformed for anybody else."""
    if len(pairing.entries) < 2:
        raise Refused("ruling.nobody_met", _("Nobody met there: it was decided without a match."))
    if number == 0:
        return None
    for entry in pairing.entries:
        if entry.number == number:
            return entry
    raise Malformed("ruling.not_his_pairing", _("The winner must be one of the two who met."))


def _outcome(winner: Entry | None, *, was_played: bool) -> Outcome:
    if winner is None:
        return Outcome.BOTH_OUT
    return Outcome.PLAYED if was_played else Outcome.WALKOVER


def _may_come_back(tournament: Tournament, winner: Entry | None) -> None:
    """Raise Refused where the new winner is gone for good, or has another seat by now."""
    if winner is None or winner.state == EntryState.ACTIVE:
        return
    name = winner.user.username
    if winner.reason != WithdrawReason.NONE:
        raise Refused("ruling.has_left", _("{name} has left the event."), name=name)
    live = (EntryState.ACTIVE, EntryState.STANDBY)
    if tournament.entries.filter(user=winner.user, state__in=live).exists():
        text = _("{name} has bought back into the event, and one person has one seat in it.")
        raise Refused("ruling.bought_back", text, name=name)
    elsewhere = selectors.live_event_of(winner.user)
    if winner.is_exclusive and elsewhere:
        raise Refused(
            "ruling.seated_elsewhere",
            _("{name} has taken a seat in {event} meanwhile."),
            name=name,
            event=elsewhere,
        )


def _standing_on(tournament: Tournament, pairing: Pairing, winner: Entry | None) -> list[Pairing]:
    """The later pairings that would be others with this winner."""
    history, ref = selectors.history_of(tournament), Ref(pairing.round, pairing.slot)
    present = history.present or frozenset(history.entrants)
    seat = winner.seat if winner else None
    rows = {
        Ref(row.round, row.slot): row
        for row in tournament.pairings.filter(round__gt=pairing.round).select_related("match")
    }
    gone = displaced(
        selectors.format_of_event(tournament),
        replace(history, present=present | {seat} if seat else present),
        selectors.lots_of(tournament),
        changed=Result(ref, _outcome(winner, was_played=True), seat, history.results[ref].points),
        later=rows,
        presents={
            number: frozenset(seats)
            for number, seats in tournament.rounds.values_list("number", "present")
        },
    )
    return [rows[each] for each in sorted(gone)]


def _take_back(
    tournament: Tournament, pairing: Pairing, follow: Sequence[Pairing], *, may_void: bool
) -> list[dict[str, Any]]:
    """Take back the pairings that stood on the old result; what they were, as plain data.

    Raises Refused, with every reason: `ruling.next_played`, `ruling.next_running` unless they
    may be voided, `ruling.next_ruled`.
    """
    running = [each for each in follow if each.match is not None and result_of(each) is None]
    refuse_if_any(_next_refusals(follow, running if not may_void else ()))
    for each in running:
        assert each.match is not None
        match_annul(match_id=each.match.public_id, reason=RULED)
    keys = [each.pk for each in follow]
    list(Pairing.objects.select_for_update(of=("self",)).filter(pk__in=keys).order_by("pk"))
    # A match may have ended by itself in the moment before it was to be voided.
    refuse_if_any(_next_refusals(follow, ()))
    # Appeals of what is no more are answered with the pairing it stood on.
    Appeal.objects.filter(pairing__in=keys).update(pairing=pairing)
    PairingResult.objects.filter(pairing__in=keys).delete()
    Pairing.objects.filter(pk__in=keys).delete()
    numbers = {each.round for each in follow}
    left = set(tournament.pairings.filter(round__in=numbers).values_list("round", flat=True))
    tournament.rounds.filter(number__in=numbers - left).delete()
    return [
        {
            "round": each.round,
            "slot": each.slot,
            "entries": [entry.number for entry in each.entries],
            "match": each.match.public_id if each.match else "",
        }
        for each in follow
    ]


def _next_refusals(follow: Sequence[Pairing], running: Sequence[Pairing]) -> list[Refusal]:
    refusals = []
    played = PairingResult.objects.filter(pairing__in=follow, pairing__black__isnull=False)
    for pairing in Pairing.objects.filter(result__in=played).order_by("round", "slot"):
        text = _("Round {round}, match {slot} follows from it and has been played.")
        facts = {"round": pairing.round, "slot": pairing.slot}
        refusals.append(Refusal("ruling.next_played", text, facts))
    for pairing in running:
        text = _(
            "Round {round}, match {slot} follows from it and is being played; it would have to"
            " be voided."
        )
        facts = {"round": pairing.round, "slot": pairing.slot}
        refusals.append(Refusal("ruling.next_running", text, facts))
    for ruling in Ruling.objects.filter(pairing__in=follow).select_related("pairing"):
        assert ruling.pairing is not None
        text = _("Round {round}, match {slot} follows from it and has been ruled on itself.")
        facts = {"round": ruling.pairing.round, "slot": ruling.pairing.slot}
        refusals.append(Refusal("ruling.next_ruled", text, facts))
    return refusals
