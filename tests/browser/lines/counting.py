"""Somebody whose decisions at the board are counted, to be held against the events of the house."""

from collections import Counter
from typing import Any

from playwright.sync_api import BrowserContext

from tests.stories.browsers import Person

#: The event that one press of a button makes; no other decision has an event of its own.
EVENT_OF = {"roll": "rolled", "double": "doubled", "take": "taken", "confirm": "played"}


class CountingPerson(Person):
    """A person who remembers what he has pressed."""

    def __init__(self, context: BrowserContext, url: str) -> None:
        super().__init__(context, url)
        self.pressed: Counter[str] = Counter()

    def press(self, action: str) -> None:
        super().press(action)
        self._count(action)

    def play_anything(self) -> None:
        super().play_anything()
        self._count("confirm")

    @property
    def events(self) -> Counter[str]:
        """What his presses must have made of the match, one for one."""
        return Counter(
            {EVENT_OF[action]: n for action, n in self.pressed.items() if action in EVENT_OF}
        )

    def published(self, match_id: str) -> dict[str, Any]:
        """The match as the house publishes it when it is over."""
        answer = self.page.request.get(f"{self.url}/match/{match_id}/match.json")
        document: dict[str, Any] = answer.json()
        return document

    def _count(self, action: str) -> None:
        self.pressed[action] += 1


def events_of(document: dict[str, Any], side: str) -> Counter[str]:
    """How often the house has written down each kind of decision of a side.

    A throw that leaves nothing to play is played by the house.
    """
    return Counter(
        event["type"]
        for event in document["events"]
        if event.get("side") == side and event["type"] in EVENT_OF.values() and is_decision(event)
    )


def is_decision(event: dict[str, Any]) -> bool:
    """Whether somebody had to press something for it."""
    return event["type"] != "played" or bool(event["moves"])
