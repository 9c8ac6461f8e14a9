"""What kind of device a browser says it is on. Pure, and good enough to tell one's own apart."""

from dataclasses import dataclass
from typing import Final

#: What a browser's own description contains, and its name. The first that fits counts:
#: most browsers also claim to be the ones further down.
_BROWSERS: Final = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("Vivaldi", "Vivaldi"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("CriOS", "Chrome"),
    ("Chrome", "Chrome"),
    ("Safari", "Safari"),
)
_SYSTEMS: Final = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("CrOS", "ChromeOS"),
    ("Windows", "Windows"),
    ("Macintosh", "macOS"),
    ("Linux", "Linux"),
)


@dataclass(frozen=True, slots=True)
class Device:
    """A browser and the system it runs on; either may be empty where it is not known."""

    browser: str
    system: str


def device_of(user_agent: str) -> Device:
    """What the browser's description of itself says."""
    return Device(_first(_BROWSERS, user_agent), _first(_SYSTEMS, user_agent))


def _first(signs: tuple[tuple[str, str], ...], user_agent: str) -> str:
    return next((name for sign, name in signs if sign in user_agent), "")
