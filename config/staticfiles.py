"""How production names its static files: by their contents, so that they may be cached for ever."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class HouseStaticFilesStorage(CompressedManifestStaticFilesStorage):
    """Content-hashed names, also inside our own ES modules.

    Module rewriting is limited to `js/`: vendored files elsewhere name source maps
    and example imports in comments, on which the rewriting stops.
    """

    support_js_module_import_aggregation = True
