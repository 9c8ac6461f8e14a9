"""What the pages of events show, as values: rules card in sentences, entrants, bracket, draw."""

from tournaments.pages.card import card_facts
from tournaments.pages.event import EventPage

__all__ = ["EventPage", "card_facts"]
