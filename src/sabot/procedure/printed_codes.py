"""Numbers that people read from paper and type again: one form, whatever case they use."""

from __future__ import annotations

import unicodedata

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""The characters of a code: no two that are taken for one another."""
_TAKEN_FOR = str.maketrans("OIL", "011")
_BETWEEN = frozenset("-–—_./")


def normalise_code(text: str) -> str:
    """The letters and digits of a text in capitals, without accents, O, I and L as the digits for
    which they are taken. Spaces and hyphens are left out, and so is what is neither."""
    bare = unicodedata.normalize("NFKD", text).upper()
    return "".join(c for c in bare if c.isascii() and c.isalnum()).translate(_TAKEN_FOR)


def foreign_character(text: str) -> tuple[int, str] | None:
    """The first character that can be part of no code, with its place from 1; None for none."""
    return next(((place, c) for place, c in enumerate(text, 1)
                 if not (c.isspace() or c in _BETWEEN or normalise_code(c))), None)
