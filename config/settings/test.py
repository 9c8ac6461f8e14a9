"""Tests: fast password hashes, no outgoing tasks, a database and a Valkey of their own.

`tests/conftest.py` starts both servers when the first test needs them; the addresses
here are where it puts them. TEST_DATABASE_URL and TEST_REDIS_URL name existing ones.
"""

import os
import tempfile
from pathlib import Path

from config import environment as env

# Set before `base` reads it: tests never touch a developer's own house.
_FOLDER = Path(tempfile.gettempdir(), f"house-test-{os.getpid()}")
os.environ.setdefault("VAR_DIR", str(_FOLDER))
os.environ["DATABASE_URL"] = env.text("TEST_DATABASE_URL", "postgresql://postgres@/house")
os.environ["REDIS_URL"] = env.text("TEST_REDIS_URL", f"unix://{_FOLDER / 'valkey.sock'}")

from config.settings.base import *  # noqa: E402, F403
from config.settings.base import DATABASES  # noqa: E402

SECRET_KEY = "tests-only"
DICE_KEY = "tests-only"
ALLOWED_HOSTS = ["testserver", "localhost", "127.0.0.1"]

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
CELERY_BROKER_URL = "memory://"

# The pool would hold connections open while the test database is dropped.
DATABASES["default"]["OPTIONS"].pop("pool", None)

WHITENOISE_AUTOREFRESH = True
WHITENOISE_USE_FINDERS = True
