"""Who is here, and whether he plays, as rows that everybody sees."""

from collections.abc import Iterable
from typing import Any

from django.urls import reverse

from accounts.selectors import people_by_pk, people_named
from lobby.streams import person_row
from matches.selectors import players_in_clocked_matches
from wire.presence import people_here, presence_of

PLAYING = "playing"


def person_rows(names: Iterable[str] | None = None) -> dict[str, dict[str, Any]]:
    """By name: everybody who is here, or those of the given names who are, in alphabetical order.

    `state`: `playing` while a clock of his runs, else `online` or `away`.
    """
    people = people_by_pk(people_here()) if names is None else people_named(names)
    here = presence_of(people)
    playing = players_in_clocked_matches(here)
    shown = sorted((people[pk] for pk in here), key=lambda user: user.username.lower())
    return {
        user.username: {
            "row": person_row(user.username),
            "name": user.username,
            "guest": user.is_guest,
            "state": PLAYING if user.pk in playing else here[user.pk].value,
            "url": reverse("matches:player", args=[user.username]),
            "challenge_url": reverse("lobby:challenge", args=[user.username]),
        }
        for user in shown
    }
