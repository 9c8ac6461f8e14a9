"""How production names its static files: by their contents, so that they may be cached for ever."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from django.contrib.staticfiles.storage import HashedFilesMixin
from django.core.files.base import ContentFile
from django.core.files.storage import Storage
from whitenoise.storage import CompressedManifestStaticFilesStorage

_COMMENT = re.compile(r"^[ \t]*(?:/\*.*?\*/|//[^\n]*)[ \t]*(?:\n|\Z)", re.DOTALL | re.MULTILINE)


def without_comments(script: str) -> str:
    """A module as it travels: without the comments and blank lines its readers need.

    Only comments that begin their line go; one behind code stays, as it might be part of a text.
    """
    lines = _COMMENT.sub("", script).splitlines()
    return "\n".join(line for line in lines if line.strip()) + "\n"


class _Spare:
    """The folder our modules are in, read without their comments."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    def open(self, path: str) -> "ContentFile[bytes]":
        """The module, ready to be read."""
        with self._storage.open(path) as module:
            return ContentFile(without_comments(module.read().decode()).encode())

    def path(self, path: str) -> str:
        """Where the module lies."""
        return self._storage.path(path)


class HouseStaticFilesStorage(CompressedManifestStaticFilesStorage):
    """Content-hashed names, in style sheets and in the imports of our own ES modules.

    Only `js/` is rewritten: vendored scripts elsewhere name source maps and example
    imports in comments, at which the rewriting stops. The same holds for our own
    modules: never leave an import commented out. Dynamic `import()` is left alone,
    since JSDoc writes types that way and two modules may name each other's types.
    """

    _css, _source_maps = HashedFilesMixin.patterns
    _imports = HashedFilesMixin._js_module_import_aggregation_patterns[1]  # type: ignore[attr-defined]
    patterns = (_css, ("js/*.js", _imports[:-1]))
    # One pass for each floor of imports; what never settles is two modules that import each other.
    max_post_process_passes = 20

    def post_process(
        self, paths: Mapping[str, tuple[Any, str]], *args: Any, **options: Any
    ) -> Iterator[Any]:
        """As Django does; our own modules without their comments."""
        spare = {
            name: (_Spare(storage), path) if name.startswith("js/") else (storage, path)
            for name, (storage, path) in paths.items()
        }
        yield from super().post_process(spare, *args, **options)
