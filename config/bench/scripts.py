"""How much script a page loads: every module that is imported, as production serves it."""

import gzip
import json
import re
from collections.abc import Iterable
from pathlib import Path

from django.core.management import call_command
from django.test import override_settings

#: All one plays with: board, clocks, decisions, typed plays, the socket.
BOARD_SCRIPTS = ("js/match.js",)
#: With the talk, and what stands on every page.
PAGE_SCRIPTS = (*BOARD_SCRIPTS, "js/talk.js", "js/site.js")

_IMPORT = re.compile(r"""(?:\bfrom|\bimport)\s*["'](?P<path>\.[\w./-]+)["']""")
_STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "config.staticfiles.HouseStaticFilesStorage"},
}


def collect(folder: Path) -> dict[str, str]:
    """Puts all static files there as production has them; tells under which names."""
    with override_settings(STATIC_ROOT=str(folder), STORAGES=_STORAGES):
        call_command("collectstatic", interactive=False, verbosity=0)
    names: dict[str, str] = json.loads((folder / "staticfiles.json").read_text())["paths"]
    return names


def loaded_with(entries: Iterable[Path]) -> tuple[Path, ...]:
    """The modules a page loads that names these: each once, in the order met."""
    met: dict[Path, None] = {}
    waiting = [entry.resolve() for entry in entries]
    while waiting:
        module = waiting.pop(0)
        if module in met:
            continue
        met[module] = None
        found = _IMPORT.finditer(module.read_text())
        waiting += [(module.parent / each["path"]).resolve() for each in found]
    return tuple(met)


def compressed_bytes(modules: Iterable[Path]) -> int:
    """What travels, each module compressed by itself."""
    return sum(len(gzip.compress(module.read_bytes(), 9, mtime=0)) for module in modules)
