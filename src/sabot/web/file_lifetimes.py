"""How long a browser keeps the files of the pages, and the types of those that not every system
knows."""

from __future__ import annotations

import mimetypes
import re

from litestar.datastructures import CacheControlHeader

# Without this header a browser caches a file as long as it likes, and after an upgrade a page would
# mix two versions for days. A minute is enough to go from page to page without requests.
STATIC_CACHE = CacheControlHeader(max_age=60)
FOREVER = CacheControlHeader(public=True, max_age=365 * 24 * 3600, immutable=True)
"""Of a file whose address changes with its bytes."""
_DIGEST = re.compile(r"-[0-9a-f]{8}\.(woff2|mp3)$")
_COMPRESSED = re.compile(r"\.(woff2|mp3)$")
for ending, kind in ((".woff2", "font/woff2"), (".mp3", "audio/mpeg"), (".js", "text/javascript")):
    mimetypes.add_type(kind, ending)


def is_named_by_content(path: str) -> bool:
    """Whether a file's name carries a digest of its bytes: other bytes have another name."""
    return _DIGEST.search(path) is not None


def is_compressed(path: str) -> bool:
    """Whether another compression would only make a file larger."""
    return _COMPRESSED.search(path) is not None
