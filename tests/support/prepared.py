"""The database of a house on its first evening, made once a run and copied for every house.

Making one takes a core nine seconds, and a run opens some thirty houses.
"""

import fcntl
import os
import shutil
import subprocess
import sys
from pathlib import Path

from django.conf import settings

from config.environment import ROOT

#: Where the process that leads a run keeps what its workers share.
PREPARED_DIR = "PREPARED_DIR"

_NAME = "house.sqlite3"


def put_prepared_database(folder: Path, environment: dict[str, str]) -> None:
    """Leaves a migrated database in the folder of a house that has none yet.

    `environment` is that of the house; nothing of it but its settings can matter to migrations.
    """
    if not (folder / _NAME).exists():
        folder.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(_prepared(environment), folder / _NAME)


def _prepared(environment: dict[str, str]) -> Path:
    """The database to copy; the first to ask makes it, whoever comes meanwhile waits."""
    shared = Path(os.environ.get(PREPARED_DIR, settings.TEST_DIR), "prepared")
    shared.mkdir(parents=True, exist_ok=True)
    with (shared / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        ready = shared / "ready.sqlite3"
        if not ready.exists():
            subprocess.run(
                [sys.executable, "manage.py", "migrate", "--no-input", "--verbosity=0"],
                cwd=ROOT,
                env={**environment, "VAR_DIR": str(shared)},
                check=True,
            )
            (shared / _NAME).rename(ready)
    return ready
