"""Static files under names that hold a digest of their content, so that browsers may keep them for ever.

ES modules too: what one imports from another is written by its hashed name, or the recorder would mix old and new.
"""

from whitenoise.storage import CompressedManifestStaticFilesStorage

SCRIPTS, PATTERNS = CompressedManifestStaticFilesStorage._js_module_import_aggregation_patterns


class HashedStaticFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # which is not typed
    support_js_module_import_aggregation = True
    # Without the last, `import("…")`: no module of ours has one, but the types in its comments look just like that, and
    # name each other in circles of which no hash can be made.
    _js_module_import_aggregation_patterns = (SCRIPTS, PATTERNS[:-1])
    # As often as one module's new name changes the one that imports it: the longest chain of imports, and some room.
    max_post_process_passes = 20
