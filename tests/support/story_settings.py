"""Settings of a private house in which something happens on purpose.

A laptop's settings and two apps that do nothing until a story asks them to.
"""

from config.settings.dev import *  # noqa: F403
from config.settings.dev import INSTALLED_APPS

INSTALLED_APPS = [
    *INSTALLED_APPS,
    "tests.support.killer.Killer",
    "tests.support.loaded_dice.LoadedDice",
]
