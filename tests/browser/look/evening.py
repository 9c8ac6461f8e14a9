"""A full evening at the house, told by its services: what the pictures of docs/screens/ show.

Runs inside a house (`manage.py shell`). Marta looks at the pages and plays Aino; Kalev and Sigrid
can be watched; eight play an event whose first round is nearly over; others talk and wait.
"""

import json
import random
from itertools import count

from accounts.models import User
from backgammon import Phase, Rules, Side
from backgammon.bots.positional import HouseBot
from bankroll.services import grant
from chat.models import Message
from lobby.asks import Ask
from lobby.models import Access, Table
from lobby.services import table_open, table_take
from matches.judge import Request
from matches.models import Match
from matches.services import match_act, match_present
from matches.store import load_live
from tests.browser.look.viewer import PASSWORD, VIEWER
from tests.matches.pastmatches import a_past_match
from tournaments.director import tournament_advance
from tournaments.models import Tournament
from tournaments.services import series_ensure, sit_and_go_join
from wire.presence import ROLL_CALL, key_of
from wire.redis import redis_client
from wire.time import now_ms

NAMES = (
    VIEWER,
    "Aino",
    "Kalev",
    "Sigrid",
    "Ilze",
    "Jaan",
    "Olav",
    "Pekka",
    "Dace",
    "Triin",
    "Eero",
    "Ingrid",
    "Henrik",
    "Liis",
    "Janis",
    "Veera",
)

#: They stay for the evening: no socket is needed to be here.
EVENING_MS = 6 * 3_600_000

TALK = (
    ("Ilze", "Good evening, all."),
    ("Jaan", "Hi Ilze! Anybody up for a match to 5?"),
    ("Janis", "I wait in the Sit&Go, two seats left."),
    ("Dace", "Well played, Olav. That last 66 hurt."),
    ("Olav", "Thank you! Check the dice if you like, I did."),
)

MATCH_ID = "match__public_id"

_keys = count(1)


def people() -> dict[str, User]:
    """Members with chips, all of them here."""
    found = {}
    for name in NAMES:
        user = User.objects.create_user(name, password=PASSWORD, rules_version=1)
        grant(user=user, chips=1_000, key=f"evening:{next(_keys)}")
        redis_client().hset(key_of(user.pk), "evening", str(now_ms() + EVENING_MS))
        redis_client().zadd(ROLL_CALL, {str(user.pk): now_ms() + EVENING_MS})
        found[name] = user
    return found


def history(of: dict[str, User]) -> None:
    """Rated matches of the weeks before, so that there are ratings and a leaderboard."""
    chance = random.Random(7)
    names = list(of)
    for _ in range(90):
        one, other = chance.sample(names, 2)
        better, worse = sorted((one, other), key=names.index)
        won = chance.random() < 0.62
        winner, loser = (better, worse) if won else (worse, better)
        a_past_match(of[winner], of[loser], Rules.match(chance.choice((3, 5, 5, 7))), is_rated=True)


def a_table(host: User, ask: Ask, *, is_rated: bool = False) -> Table:
    """An open table of the lobby."""
    return table_open(
        host=host, rules=ask.rules, access=Access.LOBBY, clock=ask.clock, is_rated=is_rated
    )


def a_match(one: User, other: User, *, turns: int) -> str:
    """The id of a match after so many turns: the side of `one` is to move next."""
    table = table_take(
        table_id=a_table(one, Ask("backgammon", 5, "casual"), is_rated=True).public_id, user=other
    )
    assert table.match is not None
    return played_on(table.match.public_id, turns=turns)


def played_on(match_id: str, *, turns: int) -> str:
    """The match after its players have made so many plays, and White has rolled."""
    for user_pk in Match.objects.get(public_id=match_id).seats.values_list("user_id", flat=True):
        match_present(match_id=match_id, user_pk=user_pk, contribution="")
    plays = 0
    while True:
        state = load_live(match_id).state
        is_ready = state.phase is Phase.TO_MOVE and state.to_act is Side.WHITE
        if plays >= turns and is_ready:
            return match_id
        for side in Side:
            action = HouseBot().choose_action(state, side)
            if action is not None:
                plays += state.phase is Phase.TO_MOVE
                match_act(match_id=match_id, request=Request(side, action))
                break


def an_event(*players: User) -> str:
    """The id of an event for eight whose first round is over but for one match."""
    settings = {"seats": 8, "length_points": 3, "buy_in_chips": 50, "fee_chips": 5, "pause_s": 900}
    series = series_ensure(name="Autumn Eight", settings={**settings, "has_house_bots": False})
    event_id = series.tournaments.get(state="registering").public_id
    for player in players:
        sit_and_go_join(event_id=event_id, user=player)
    tournament_advance(tournament_id=event_id)
    event = Tournament.objects.get(public_id=event_id)
    first = list(event.pairings.filter(match__isnull=False).values_list(MATCH_ID, flat=True))
    for match_id in first[:3]:
        played_out(match_id)
    played_on(first[3], turns=5)
    tournament_advance(tournament_id=event_id)
    return event_id


def a_duel(one: User, other: User) -> None:
    """An event of two that is over, so that a statement has something to tell."""
    settings = {"seats": 2, "length_points": 1, "buy_in_chips": 100, "fee_chips": 10, "pause_s": 0}
    series = series_ensure(name="Duel", settings={**settings, "has_house_bots": False})
    event_id = series.tournaments.get(state="registering").public_id
    for player in (one, other):
        sit_and_go_join(event_id=event_id, user=player)
    tournament_advance(tournament_id=event_id)
    event = Tournament.objects.get(public_id=event_id)
    played_out(event.pairings.values_list(MATCH_ID, flat=True).get())
    tournament_advance(tournament_id=event_id)


def waiting(of: dict[str, User]) -> None:
    """Open tables, and seats that are taken in a Sit&Go."""
    a_table(of["Henrik"], Ask("backgammon", 7, "standard", is_rated=True), is_rated=True)
    a_table(of["Liis"], Ask("long_nardy", 3, "casual"))
    four = Tournament.objects.get(name="Evening Four", state="registering").public_id
    for name in ("Janis", "Veera"):
        sit_and_go_join(event_id=four, user=of[name])


def played_out(match_id: str) -> None:
    """The match once the house's own way of playing has decided it."""
    match = Match.objects.get(public_id=match_id)
    for user_pk in match.seats.values_list("user_id", flat=True):
        match_present(match_id=match_id, user_pk=user_pk, contribution="")
    while (state := load_live(match_id).state).phase is not Phase.OVER:
        for side in Side:
            if (action := HouseBot().choose_action(state, side)) is not None:
                match_act(match_id=match_id, request=Request(side, action))
                break


def evening() -> dict[str, str]:
    """Everything, and the ids the pictures need."""
    of = people()
    history(of)
    event_id = an_event(*(of[name] for name in NAMES[4:12]))
    for _ in range(3):
        a_duel(of[VIEWER], of["Aino"])
    waiting(of)
    board_id = a_match(of[VIEWER], of["Aino"], turns=12)
    watched_id = a_match(of["Kalev"], of["Sigrid"], turns=17)
    for number, (name, text) in enumerate(TALK):
        at_ms = now_ms() - (len(TALK) - number) * 95_000
        Message.objects.create(room="lobby:main", user=of[name], text=text, at_ms=at_ms)
    return {"event": event_id, "board": board_id, "watched": watched_id}


def main() -> None:
    """What the taker of the pictures reads."""
    print(json.dumps(evening()))
