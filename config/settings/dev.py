"""A laptop: `make run`. Everything has a default; secrets are made once and kept in `var/`.

The same settings serve PostgreSQL, Redis and several processes where DATABASE_URL
and REDIS_URL are set.
"""

from config import environment as env
from config.settings.base import *  # noqa: F403
from config.settings.base import ALLOWED_HOSTS, VAR_DIR

# Off by default even here: a stranger may be shown this house, and the debug
# page prints settings and variables.
DEBUG = env.flag("DEBUG")

SECRET_KEY = env.text("SECRET_KEY") or env.kept_secret(VAR_DIR / "secret_key")
DICE_KEY = env.text("DICE_KEY") or env.kept_secret(VAR_DIR / "dice_key")

ALLOWED_HOSTS = ALLOWED_HOSTS or [
    "localhost",
    "127.0.0.1",
    "[::1]",
    *([HOST] if (HOST := env.text("HOST")) else []),
]

# Straight from the source folders: nothing to collect before the first page.
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = True
