"""The catalogues of translations, made ready to be read: `locale/*/LC_MESSAGES/*.po` to `.mo`.

In pure Python, so that a machine without gettext's tools runs the house in every language. Only
`make messages`, which collects the sentences of the code anew, needs those.
"""

import os
from pathlib import Path

import polib
from django.conf import settings


def catalogues_compile() -> list[Path]:
    """Compile every catalogue that is newer than what was made of it; those that were."""
    folders = map(Path, settings.LOCALE_PATHS)
    sources = sorted(path for folder in folders for path in folder.glob("*/LC_MESSAGES/*.po"))
    return [source for source in sources if _compile_if_stale(source)]


def _compile_if_stale(source: Path) -> bool:
    compiled = source.with_suffix(".mo")
    written_ns = source.stat().st_mtime_ns
    if compiled.exists() and compiled.stat().st_mtime_ns == written_ns:
        return False
    # Several processes may do this at once: each writes its own file and puts it in place whole.
    own = compiled.with_suffix(f".{os.getpid()}.part")
    polib.pofile(str(source)).save_as_mofile(str(own))
    os.utime(own, ns=(written_ns, written_ns))
    own.replace(compiled)
    return True
