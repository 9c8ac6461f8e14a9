"""Finds a Chromium, or installs one: `python -m tests.support.chromium` says which.

In this order: CHROMIUM, the machine's own, playwright's download, Debian's package. The headless
shell goes first: without a window to draw, a page costs it less than half the time of a core.
Browser tests are never skipped: without a browser the run stops and says what to do.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

_NAMES = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
)
#: Debian's, the second where a release is too old to have the first.
_PACKAGES = ("chromium-headless-shell", "chromium")
_MAC = Path("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome")

_ADVICE = """\
No Chromium was found and none could be installed, but the browser tests need one.
Install it (Debian: apt-get install chromium; macOS: brew install --cask google-chrome)
or point CHROMIUM= to its program, then run make again.
"""


def find_chromium() -> str | None:
    """The path of a Chromium on this machine, or None."""
    named = os.environ.get("CHROMIUM")
    if named:
        return named
    for name in _NAMES:
        if found := shutil.which(name):
            return found
    if _MAC.exists():
        return str(_MAC)
    return _of_playwright()


def install_chromium() -> str | None:
    """The path of a newly installed Chromium, or None where every way failed."""
    # Fails within seconds where playwright's download host is out of reach.
    _try(sys.executable, "-m", "playwright", "install", "chromium")
    if found := _of_playwright():
        return found
    if shutil.which("apt-get"):
        sudo = [] if os.geteuid() == 0 else ["sudo", "-n"]
        _try(*sudo, "apt-get", "update", "-q")
        install = [*sudo, "apt-get", "install", "-y", "-q", "--no-install-recommends"]
        for package in _PACKAGES:
            _try(*install, package)
            if found := find_chromium():
                return found
    return find_chromium()


def _of_playwright() -> str | None:
    """The browser that `playwright install` left, or None."""
    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if Path(path).exists() else None


def _try(*command: str) -> None:
    """Runs an installer and reports to standard error; whether it helped is seen afterwards."""
    print("+", *command, file=sys.stderr)
    try:
        subprocess.run(command, stdout=sys.stderr, timeout=600, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        print(error, file=sys.stderr)


def main() -> None:
    """Says which browser it is, or stops with advice."""
    found = find_chromium() or install_chromium()
    if not found:
        sys.exit(_ADVICE)
    print(f"Browser tests use {found}.")


if __name__ == "__main__":
    main()
