"""What the lobby makes of news from the floors below: rows that are to be read again."""

from collections.abc import Sequence

from accounts.selectors import people_by_pk
from lobby.services import OWNER
from lobby.streams import match_row, person_row, watchers_row
from matches.news import MatchNews
from tournaments.streams import LOBBY
from wire.hub import CHANGED, Parcel, hub
from wire.publish import all_changed_on_commit


def match_note(news: Sequence[MatchNews]) -> None:
    """Matches have begun or ended: they can be watched or no more, their players play or no more.

    The row of a table says itself that it is played.
    """
    players = people_by_pk(pk for each in news for pk in each.player_pks)
    rows = [match_row(each.match_id) for each in news if each.is_public and each.owner != OWNER]
    rows += [person_row(person.username) for person in players.values()]
    all_changed_on_commit(LOBBY, rows)


def watchers_note(match_id: str) -> None:
    """Another number of people watches a match, which is public. On the event loop."""
    hub().publish(Parcel(LOBBY, CHANGED, watchers_row(match_id)))
