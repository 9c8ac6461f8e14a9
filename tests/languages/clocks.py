"""One moment as each language writes it, for the server's tests and the browser's."""

from typing import Final

MOMENT_MS: Final = 979_581_600_000
ZONE: Final = "Europe/Helsinki"

TOLD: Final = {
    "en": "Mon 15 Jan 2001, 20:00",
    "et": "esmasp. 15. jaan 2001, 20:00",
    "lv": "pr 15.01.2001, 20:00",
    "fi": "ma 15.1.2001 klo 20.00",
    "nb": "man 15. jan 2001 kl. 20:00",
}
