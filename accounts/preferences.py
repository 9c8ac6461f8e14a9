"""What everybody may choose for himself, as data: look, board, hands, sounds, language, zone.

A preference changes what one reader sees or hears, never what is true of a game. What they are
called stands in `accounts.preference_texts`.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from json import dumps
from typing import Final
from urllib.parse import urlencode

from django.conf import settings

from wire.errors import Refused
from wire.zones import zone_names

OFF_ON: Final = ("off", "on")
ON_OFF: Final = ("on", "off")


@dataclass(frozen=True, slots=True)
class Preference:
    """One thing to choose. The first choice is what holds for whoever has chosen nothing.

    choices: every value there is; empty for the name of a time zone or "" (the browser's).
    """

    key: str
    choices: tuple[str, ...]

    @property
    def default(self) -> str:
        """What holds until somebody chooses."""
        return self.choices[0] if self.choices else ""

    def allows(self, value: str) -> bool:
        """Whether this can be chosen."""
        return value in self.choices if self.choices else value == "" or value in zone_names()


PREFERENCES: Final[Mapping[str, Preference]] = {
    each.key: each
    for each in (
        Preference("language", ("", *(code for code, _name in settings.LANGUAGES))),
        Preference("time_zone", ()),
        Preference("look", ("system", "light", "dark")),
        Preference("board_theme", ("walnut", "slate", "meadow", "contrast")),
        Preference("home_side", ("right", "left")),
        Preference("own_checkers", ("dealt", "light", "dark")),
        Preference("cube_place", ("middle", "beside")),
        Preference("pip_counts", ON_OFF),
        Preference("motion", ("full", "quick", "none")),
        Preference("auto_roll", OFF_ON),
        Preference("auto_confirm", OFF_ON),
        Preference("type_plays", OFF_ON),
        Preference("text_board", OFF_ON),
        Preference("short_keys", ON_OFF),
        Preference("sounds", ON_OFF),
        Preference("browser_notices", OFF_ON),
    )
}


class Preferences(Mapping[str, str]):
    """All choices of one reader; whatever is unknown or no longer a choice reads as the default."""

    def __init__(self, chosen: Mapping[str, str] | None = None) -> None:
        given = chosen if isinstance(chosen, Mapping) else {}
        self._values = {
            key: value
            if isinstance(value := given.get(key), str) and each.allows(value)
            else each.default
            for key, each in PREFERENCES.items()
        }

    def __getitem__(self, key: str) -> str:
        return self._values[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    @property
    def chosen(self) -> dict[str, str]:
        """Only what differs from the defaults: what is kept."""
        return {key: value for key, value in self.items() if value != PREFERENCES[key].default}

    @property
    def json(self) -> str:
        """For scripts: every key with its value."""
        return dumps(self._values, separators=(",", ":"))

    def with_changes(self, changes: Mapping[str, str]) -> "Preferences":
        """These with some of them chosen anew.

        Raises Refused `preferences.unknown` or `preferences.no_such_choice`.
        """
        for key, value in changes.items():
            if key not in PREFERENCES:
                raise Refused("preferences.unknown", _("There is no such setting."), key=key)
            if not PREFERENCES[key].allows(value):
                text = _("That cannot be chosen here.")
                raise Refused("preferences.no_such_choice", text, key=key)
        return Preferences({**self, **changes})


def preferences_text(preferences: Preferences) -> str:
    """What a cookie keeps of them: `look=dark&motion=none` (`wire.languages`)."""
    return urlencode(preferences.chosen)


def _(text: str) -> str:
    """Mark an English template for the catalogue; `wire.texts` translates it."""
    return text
