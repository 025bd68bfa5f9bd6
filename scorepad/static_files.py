"""Static files under names that hold a digest of their content, so that browsers may keep them for ever.

ES modules too: what one imports from another is written by its hashed name, or the recorder would mix old and new.
"""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class HashedStaticFiles(CompressedManifestStaticFilesStorage):
    support_js_module_import_aggregation = True
    # As often as one module's new name changes the one that imports it: the longest chain of imports, and some room.
    max_post_process_passes = 20
