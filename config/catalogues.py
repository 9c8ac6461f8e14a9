"""The catalogues of translations, made ready to be read: `locale/*/LC_MESSAGES/*.po` to `.mo`.

In pure Python, so that a machine without gettext's tools runs the house in every language. Only
`make messages`, which collects the sentences of the code anew, needs those.
"""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import polib
from django.conf import settings


@dataclass(frozen=True, slots=True)
class Completeness:
    """How much of a catalogue is translated. A fuzzy text is not: nobody has read it again."""

    language: str
    translated: int
    texts: int

    def __str__(self) -> str:
        # Rounded down: 100 % means that nothing is missing.
        percent = 100 * self.translated // max(1, self.texts)
        return f"{self.language} {percent} % ({self.translated} of {self.texts})"


def catalogues_compile() -> list[Path]:
    """Compile every catalogue that is newer than what was made of it; those that were."""
    return [source for source in _sources() if _compile_if_stale(source)]


def catalogues_completeness() -> Iterator[Completeness]:
    """How much of each catalogue is translated, in the order of their codes."""
    for source in _sources():
        catalogue = polib.pofile(str(source))
        living = [entry for entry in catalogue if not entry.obsolete]
        yield Completeness(source.parts[-3], len(catalogue.translated_entries()), len(living))


def catalogues_tidy() -> None:
    """Write every catalogue in one form, without the day it was made: a diff shows what was said.

    xgettext breaks lines and dates files in its own way, and editors of catalogues in theirs.
    """
    for source in _sources():
        catalogue = polib.pofile(str(source))
        for header in ("Report-Msgid-Bugs-To", "POT-Creation-Date"):
            catalogue.metadata.pop(header, None)
        catalogue.save()


def _sources() -> list[Path]:
    folders = map(Path, settings.LOCALE_PATHS)
    return sorted(path for folder in folders for path in folder.glob("*/LC_MESSAGES/*.po"))


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
