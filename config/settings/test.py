"""Tests: a PostgreSQL and a Valkey of their own, fast password hashes, no outgoing tasks.

`tests/conftest.py` starts both servers when the first test needs them. Existing ones
are named by TEST_DATABASE_URL (only its `test_` database is touched; `sqlite://` runs
the tests on SQLite) and TEST_REDIS_URL (its database is emptied).
"""

import os
import tempfile
from pathlib import Path

from config import environment as env
from config.settings import services
from config.settings.base import *  # noqa: F403

SECRET_KEY = "secret-of-the-tests"  # noqa: S105
DICE_KEY = "dice-of-the-tests"
ALLOWED_HOSTS = ["testserver", "localhost", "127.0.0.1"]

# A folder of this process: tests never touch a developer's own house.
TEST_DIR = Path(tempfile.gettempdir(), f"house-test-{os.getpid()}")

EMBEDDED_POSTGRES = not env.text("TEST_DATABASE_URL")
DATABASES = {
    "default": services.database(
        env.text("TEST_DATABASE_URL", "postgresql://postgres@/house"),
        # A pool would still hold connections when the test database is dropped.
        pool_size=0,
    )
}
if "sqlite" in DATABASES["default"]["ENGINE"]:
    # A file, for threads and sockets to share; in memory each would see its own.
    DATABASES["default"]["TEST"] = {"NAME": str(TEST_DIR / "test.sqlite3")}

EMBEDDED_VALKEY = not env.text("TEST_REDIS_URL")
REDIS_URL = env.text("TEST_REDIS_URL", f"unix://{TEST_DIR / 'valkey.sock'}")
CACHES = {"default": services.cache(REDIS_URL)}
CELERY_BROKER_URL = "memory://"

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"

# Straight from the source folders: nothing to collect before the first page.
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = True
