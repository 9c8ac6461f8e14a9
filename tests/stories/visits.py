"""What visitors without a browser do on the pages of a house, and read there."""

import json

from tests.stories.players import PATIENCE_S, open_socket
from tests.support.visitor import Visitor


def take_seat(visitor: Visitor, event_id: str) -> str:
    """Presses "Take a seat"; the path of the page that follows."""
    return visitor.post(f"/event/{event_id}/join/").url.path


def check_in(visitor: Visitor, event_id: str) -> None:
    """Says on the page of an event that one will be there at its start."""
    assert visitor.post(f"/event/{event_id}/check-in/").status_code == 200


def summoned(visitor: Visitor) -> str:
    """The id of the match to which the visitor is called, waiting in the lobby."""
    with open_socket(visitor, "/ws/lobby/") as news:
        news.send('{"type": "hello", "id": "hello"}')
        while True:
            message = json.loads(news.recv(timeout=PATIENCE_S))
            if message["type"] == "summons":
                return str(message["match"])


def wait_until_over(visitor: Visitor, event_id: str) -> None:
    """Returns once the page of the event, looked at when it has changed, says that it is over."""
    with open_socket(visitor, f"/ws/tournament/{event_id}/") as news:
        news.send('{"type": "hello", "id": "hello"}')
        while "This event is over." not in visitor.get(f"/event/{event_id}/").text:
            news.recv(timeout=PATIENCE_S)


def chips_of(visitor: Visitor) -> int:
    """What the wallet's page calls available."""
    page = visitor.get("/wallet/").text
    said = page.partition('data-wallet="available">')[2].partition("<")[0]
    return int(said.replace(",", ""))
