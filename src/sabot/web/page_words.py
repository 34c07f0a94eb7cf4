"""Which words a page can ask for.

A script names a key whole (``t('lobby')``), by a template (``t(`tell.${step}`)``), or below the
head of a group (``wordGroup('law')``, ``w('title')``). A page gets every key that one of its
scripts may name in one of these ways, and every key that no page names.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

_NAME = re.compile(r"['`]([\w.-]+)['`]")
_MARKED = re.compile(r'data-t(?:-title|-label)?="([\w.-]+)"')
_TEMPLATE = re.compile(r"`([\w.-]*(?:\$\{[^{}`]*\}[\w.-]*)+)`")
_HOLE = re.compile(r"\$\{[^}]*\}")
_GROUP = re.compile(r"wordGroup\('([\w.-]+)'\)")
_NUMBER = re.compile(r"\.\d+$")


class Named:
    """What the scripts of one page name."""

    def __init__(self, texts: Iterable[str]) -> None:
        self._names: set[str] = set()
        self._groups: set[str] = set()
        patterns: set[str] = set()
        for text in texts:
            self._names |= {*_NAME.findall(text), *_MARKED.findall(text)}
            self._groups |= set(_GROUP.findall(text))
            patterns |= {".*".join(map(re.escape, _HOLE.split(template)))
                         for template in _TEMPLATE.findall(text)
                         if re.search(r"\w", _HOLE.sub("", template))}
        self._templates = re.compile("|".join(sorted(patterns)) or "(?!)")

    def __contains__(self, key: str) -> bool:
        """Whether a script may name a key, also without the number at its end."""
        forms = {key}
        forms |= {key.removeprefix(f"{group}.") for group in self._groups}
        forms |= {_NUMBER.sub("", form) for form in forms}
        return any(form in self._names or self._templates.fullmatch(form) for form in forms)

