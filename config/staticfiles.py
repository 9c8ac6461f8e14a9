"""How production names its static files: by their contents, so that they may be cached for ever."""

from django.contrib.staticfiles.storage import HashedFilesMixin
from whitenoise.storage import CompressedManifestStaticFilesStorage


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
