"""The results of an event as files: standings with prizes, and every match with its address.

Names come from people; a cell that a spreadsheet would take for a formula is written as text, as
in the statement of a wallet.
"""

import csv
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from io import StringIO
from typing import Any

from django.urls import reverse

from bankroll.csvfile import safe_cell
from tournaments.bracket import Made
from tournaments.formats.base import Ref
from tournaments.formats.tiebreaks import tie_breaks_of
from tournaments.models import Entry, Tournament
from tournaments.pages.play import Play
from tournaments.selectors import lots_of, pool_of

RESULT_COLUMNS = (
    "place",
    "player",
    "seat",
    "points",
    "tie_breaks",
    "prize_chips",
    "prize_ticket",
    "state",
)
MATCH_COLUMNS = (
    "round",
    "slot",
    "player_1",
    "player_2",
    "outcome",
    "winner",
    "points_1",
    "points_2",
    "match",
    "address",
)

#: The mark by which a spreadsheet knows UTF-8.
UTF_8_MARK = "\ufeff"


def results_of(tournament: Tournament, play: Play) -> list[dict[str, Any]]:
    """Every entrant with his place so far and what he has won, the best first.

    The place is the final one once the event is over; before that it follows from the results
    so far, and tied entrants share it.
    """
    entries = _entries(tournament)
    standings = play.format.standings(play.history, lots_of(tournament))
    return [_result(entries[each.entrant], each) for each in standings]


def matches_of(tournament: Tournament, play: Play, *, site: str) -> list[dict[str, Any]]:
    """Every pairing in the order of the page. `site`: what stands before the path of a match."""
    names = {seat: player.username for seat, player in play.players.items()}
    return [_match(ref, play.made[ref], names, site) for ref in sorted(play.made)]


def document_of(tournament: Tournament, *, site: str) -> dict[str, Any]:
    """All of an event that others may keep or print."""
    play = Play(tournament)
    card = tournament.rules_card
    return {
        "event": tournament.public_id,
        "name": tournament.name,
        "state": str(tournament.state),
        "format": card.format,
        "starts_at": tournament.starts_at.isoformat(),
        "zone": card.times.zone if card.times else "UTC",
        "pool_chips": pool_of(tournament),
        "card_version": card.version,
        "tie_breaks": [rule.code for rule in tie_breaks_of(card.tie_breaks)],
        "address": site + reverse("tournaments:detail", args=[tournament.public_id]),
        "standings": results_of(tournament, play),
        "matches": matches_of(tournament, play, site=site),
    }


def csv_text(columns: Sequence[str], rows: Iterable[dict[str, Any]]) -> str:
    """A table as a file for spreadsheets."""
    text = StringIO()
    writer = csv.writer(text)
    writer.writerow(columns)
    writer.writerows(_cells(columns, row) for row in rows)
    return UTF_8_MARK + text.getvalue()


def _cells(columns: Sequence[str], row: dict[str, Any]) -> Iterator[object]:
    for column in columns:
        value = row[column]
        if isinstance(value, list):
            value = " ".join(map(str, value))
        yield safe_cell(value) if isinstance(value, str) else value


def _entries(tournament: Tournament) -> dict[int, Entry]:
    seated = Entry.objects.filter(tournament=tournament, seat__gt=0)
    return {entry.seat: entry for entry in seated.select_related("user", "award__ticket")}


def _result(entry: Entry, standing: Any) -> dict[str, Any]:
    award = getattr(entry, "award", None)
    ticket = award.ticket if award else None
    return {
        "place": entry.place or standing.place,
        "player": entry.user.username,
        "seat": entry.seat,
        "points": _number(standing.points),
        "tie_breaks": [_number(value) for value in standing.tie_breaks],
        "prize_chips": award.chips if award else 0,
        "prize_ticket": str(ticket.kind) if ticket else "",
        "state": str(entry.state),
    }


def _match(ref: Ref, made: Made, names: dict[int, str], site: str) -> dict[str, Any]:
    first, second = [*made.seats, None, None][:2]
    path = reverse("matches:replay", args=[made.match_id]) if made.match_id else ""
    return {
        "round": ref.round,
        "slot": ref.slot,
        "player_1": names[first] if first else "",
        "player_2": names[second] if second else "",
        "outcome": made.status,
        "winner": names[made.winner] if made.winner else "",
        "points_1": made.points.get(first, 0) if first else 0,
        "points_2": made.points.get(second, 0) if second else 0,
        "match": made.match_id,
        "address": site + path if path else "",
    }


def _number(value: Fraction) -> int | float:
    """A whole number as such, else with its decimals."""
    return value.numerator if value.denominator == 1 else round(float(value), 4)
