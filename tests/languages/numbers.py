"""Counted chips and a large number as each language writes them, for server and browser."""

from typing import Final

#: By language: chips at 0, 1, 2, 10, 11 and 21.
CHIPS: Final = {
    "en": ("0 chips", "1 chip", "2 chips", "10 chips", "11 chips", "21 chips"),
    "et": ("0 žetooni", "1 žetoon", "2 žetooni", "10 žetooni", "11 žetooni", "21 žetooni"),
    "lv": ("0 žetonu", "1 žetons", "2 žetoni", "10 žetonu", "11 žetonu", "21 žetons"),
    "fi": (
        *("0 pelimerkkiä", "1 pelimerkki", "2 pelimerkkiä"),
        *("10 pelimerkkiä", "11 pelimerkkiä", "21 pelimerkkiä"),
    ),
    "nb": (
        *("0 sjetonger", "1 sjetong", "2 sjetonger"),
        *("10 sjetonger", "11 sjetonger", "21 sjetonger"),
    ),
}
COUNTS: Final = (0, 1, 2, 10, 11, 21)

LARGE: Final = {
    "en": "12,500",
    "et": "12\N{NO-BREAK SPACE}500",
    "lv": "12\N{NO-BREAK SPACE}500",
    "fi": "12\N{NO-BREAK SPACE}500",
    "nb": "12\N{NO-BREAK SPACE}500",
}
