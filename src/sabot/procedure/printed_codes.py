"""Codes that people read from paper and type: one normal form, in any case."""

from __future__ import annotations

import unicodedata

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""The characters of a code: no two of them look alike."""
_LOOKALIKES = str.maketrans("OIL", "011")
_SEPARATORS = frozenset("-–—_./")


def normalise_code(text: str) -> str:
    """The letters and digits of a text in capitals, without accents, with O, I and L as the digits
    that they look like. All other characters are dropped."""
    bare = unicodedata.normalize("NFKD", text).upper()
    return "".join(c for c in bare if c.isascii() and c.isalnum()).translate(_LOOKALIKES)


def foreign_character(text: str) -> tuple[int, str] | None:
    """The first character that no code can contain, with its position from 1; None if there is
    none."""
    return next(((place, c) for place, c in enumerate(text, 1)
                 if not (c.isspace() or c in _SEPARATORS or normalise_code(c))), None)
