"""What the ledger asks of tables: their names and pages, and how their chips came about."""

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING

from django.urls import reverse
from django.utils.translation import gettext as _

from bankroll.explain import Step
from bankroll.places import Place
from bankroll.selectors import StatementLine
from lobby.models import Table
from lobby.receipts import Receipt, TableChips
from lobby.selectors import seats_of
from lobby.states import TableState
from lobby.streams import TABLE_PLACE
from matches.wording import title_shown
from wire.numbers import number_text

if TYPE_CHECKING:
    from accounts.models import User


def table_places(table_ids: Collection[str]) -> Mapping[str, Place]:
    """By id: what tables are called, and where their pages are."""
    titles = Table.objects.filter(public_id__in=table_ids).values_list("public_id", "title")
    return {
        public_id: Place(title_shown(title), reverse("lobby:table", args=[public_id]))
        for public_id, title in titles
    }


def table_steps(user: "User", line: StatementLine) -> Sequence[Step]:
    """The steps that lead to what was brought to a table, or taken home from it."""
    table = Table.objects.filter(public_id=line.place.removeprefix(f"{TABLE_PLACE}:")).first()
    if table is None:
        return ()
    chips = TableChips(table, seats_of(table), user)
    if table.state != TableState.FINISHED or chips.my_place is None:
        return (Step(_("Held while you sit at the table; what is left before you comes back.")),)
    place = chips.my_place
    steps = [Step(_("Brought to the table"), place.brought_chips)]
    if place.added_chips:
        steps.append(Step(_("Added between games"), place.added_chips))
    steps += [_game_step(table, each, place.seat.side) for each in reversed(chips.receipts)]
    return (*steps, Step(_("What lay before you, taken home"), place.stack_chips, is_sum=True))


def _game_step(table: Table, receipt: Receipt, side: str) -> Step:
    """A game as the stack of one side saw it."""
    game = receipt.game
    if not game.winner_side:
        return Step(_("Game %(number)d: drawn") % {"number": game.number}, 0)
    is_won = game.winner_side == side
    text = _("Game %(number)d, lost (%(win)s): %(points)d × %(stake)s = %(owed)s")
    if is_won:
        text = _("Game %(number)d, won (%(win)s): %(points)d × %(stake)s = %(owed)s")
    text %= {
        "number": game.number,
        "win": receipt.win,
        "points": game.points,
        "stake": number_text(table.stake_chips),
        "owed": number_text(game.owed_chips),
    }
    if game.is_capped:
        limit = number_text(game.covered_chips)
        text += _("; no more than the smaller stack, %(limit)s") % {"limit": limit}
    return Step(text, game.moved_chips if is_won else -game.moved_chips)
