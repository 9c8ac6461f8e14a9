"""Settings for the public: nothing has a default that would be unsafe."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from config.environment import ROOT

_NAMES_READ = re.compile(r'(?:text|required|flag|number|names)\("([A-Z][A-Z_]+)"')

PUBLIC = {
    "DJANGO_SETTINGS_MODULE": "config.settings.prod",
    "SECRET_KEY": "s" * 25 + "0123456789abcdefghijklmnopqrstuvwxyz",
    "DICE_KEY": "d" * 25 + "0123456789abcdefghijklmnopqrstuvwxyz",
    "ALLOWED_HOSTS": "house.example, www.house.example",
    "CSRF_TRUSTED_ORIGINS": "https://house.example",
    "DATABASE_URL": "postgresql://house:password@db.example/house",
    "REDIS_URL": "redis://redis.example:6379/0",
}


def manage(folder: Path, variables: dict[str, str], *arguments: str) -> subprocess.CompletedProcess:
    """A management command with these variables and no others of ours."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env={**kept, "VAR_DIR": str(folder), **variables},
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_public_settings_pass_every_deployment_check(tmp_path: Path) -> None:
    done = manage(tmp_path, PUBLIC, "check", "--deploy", "--fail-level", "WARNING")

    assert done.returncode == 0, done.stderr
    assert "no issues" in done.stdout


@pytest.mark.parametrize(
    "name", ["SECRET_KEY", "DICE_KEY", "ALLOWED_HOSTS", "DATABASE_URL", "REDIS_URL"]
)
def test_a_public_house_does_not_start_without(name: str, tmp_path: Path) -> None:
    lacking = {key: value for key, value in PUBLIC.items() if key != name}

    done = manage(tmp_path, lacking, "check")

    assert done.returncode != 0
    assert f"The environment variable {name} must be set." in done.stderr


def test_a_public_house_writes_no_secret_to_disk(tmp_path: Path) -> None:
    manage(tmp_path, PUBLIC, "check")

    assert list(tmp_path.iterdir()) == []


def test_the_dice_key_must_not_double_as_the_secret_key(tmp_path: Path) -> None:
    careless = {**PUBLIC, "DICE_KEY": PUBLIC["SECRET_KEY"]}

    done = manage(tmp_path, careless, "check", "--deploy")

    assert done.returncode != 0
    assert "house.E001" in done.stderr


def test_redis_together_with_sqlite_is_warned_about(tmp_path: Path) -> None:
    done = manage(tmp_path, {"REDIS_URL": PUBLIC["REDIS_URL"]}, "check")

    assert "house.W001" in done.stderr


def test_a_laptop_needs_no_variable_at_all_and_shows_no_debug_pages(tmp_path: Path) -> None:
    done = manage(
        tmp_path, {}, "shell", "-c", "from django.conf import settings as s; print(s.DEBUG)"
    )

    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == "False"


def test_every_variable_that_is_read_is_explained_in_the_example() -> None:
    example = (ROOT / ".env.example").read_text()
    sources = [*(ROOT / "config").rglob("*.py"), ROOT / "tests/support/chromium.py"]
    read = {
        name
        for source in sources
        for name in _NAMES_READ.findall(source.read_text())
        if not name.startswith("TEST_")
    }

    assert {name for name in read if name not in example} == set()


def test_static_files_get_names_by_content_inside_our_modules_too(tmp_path: Path) -> None:
    place = {**PUBLIC, "STATIC_ROOT": str(tmp_path / "static")}

    done = manage(tmp_path, place, "collectstatic", "--noinput", "--skip-checks")

    assert done.returncode == 0, done.stderr
    collected = tmp_path / "static"
    imports = [
        name
        for script in collected.glob("js/**/*.*.js")
        for name in re.findall(r'from "\./([^"]+)"', script.read_text())
    ]
    assert imports
    assert [name for name in imports if not re.fullmatch(r".+\.[0-9a-f]{12}\.js", name)] == []
