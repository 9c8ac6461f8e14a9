"""An event as a ruling sees it, read from its rows; and the chips that moved in it."""

from collections import Counter

from accounts.selectors import people_by_pk
from bankroll.selectors import moves_at
from tournaments.consequences import EntryPicture, Money, PairingPicture, Picture
from tournaments.models import Ticket, Tournament
from tournaments.states import OVER


def picture_of(tournament: Tournament) -> Picture:
    """All of an event that a ruling may change, as the database has it now."""
    tournament = Tournament.objects.get(pk=tournament.pk)
    entries = tournament.entries.select_related("user").order_by("number")
    return Picture(
        state=tournament.state,
        state_text=str(tournament.get_state_display()),
        is_over=tournament.state in OVER,
        is_paused=tournament.is_paused,
        starts_at=f"{tournament.starts_at:%Y-%m-%d %H:%M} UTC",
        entries={
            entry.number: EntryPicture(
                entry.user.username, entry.state, str(entry.get_reason_display()), entry.seat
            )
            for entry in entries
        },
        pairings=_pairings(tournament),
        tickets=_tickets(tournament),
    )


def _pairings(tournament: Tournament) -> dict[tuple[int, int], PairingPicture]:
    rows = tournament.pairings.values_list(
        "round",
        "slot",
        "white__user__username",
        "black__user__username",
        "match__status",
        "result__outcome",
        "result__winner__user__username",
    )
    return {
        (round_number, slot): PairingPicture(
            names=tuple(name for name in (white, black) if name),
            is_running=status == "playing",
            outcome=outcome or "",
            winner=winner or "",
        )
        for round_number, slot, white, black, status, outcome, winner in rows
    }


def _tickets(tournament: Tournament) -> Counter[tuple[str, str, str]]:
    """Tickets to the event, and tickets won in it, by holder, kind and state."""
    tickets = Ticket.objects.select_related("holder")
    mine = tickets.filter(event=tournament) | tickets.filter(won_in=tournament)
    return Counter(
        (ticket.holder.username, str(ticket.get_kind_display()), str(ticket.get_state_display()))
        for ticket in mine.distinct()
    )


def money_moved(tournament: Tournament, *, after: int) -> Money:
    """Chips that left or came to the event's escrow since a posting, by player."""
    moves = moves_at(tournament.escrow_ref, after=after)
    people = people_by_pk(moves.users)
    return Money(
        players={people[pk].username: chips for pk, chips in moves.users.items()},
        house_chips=moves.house_chips,
        added_chips=-moves.mint_chips,
    )
