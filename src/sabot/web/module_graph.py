"""Which modules a script of the pages imports.

The scripts are plain modules, each laid out by the same formatter (docs/decisions/0036), so an
import is a statement at the beginning of a line. A test compares the result with what a browser
loads.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterator

IMPORTS = re.compile(
    r"^(?:import|export)\b[^;'\"]*?\bfrom '(\.[^']+)';|^import '(\.[^']+)';", re.M)
"""An import, or an export of what another module has; the first group or the second is its path."""
LATER = re.compile(r"\bimport\('(\.[^']+)'\)(?!\.[A-Z])")
"""An import while a module runs, and not only of a type; the group is its path."""

Read = Callable[[str], str | None]
"""Returns the text of a file by its path, None where there is none."""


def imports(path: str, text: str) -> Iterator[str]:
    """Return the paths of the modules that a module needs before it can run."""
    for match in IMPORTS.finditer(text):
        yield module_path(path, match[1] or match[2])


def later_imports(path: str, text: str) -> Iterator[str]:
    """Return the paths of the modules that a module loads later (``import(...)``)."""
    for match in LATER.finditer(text):
        yield module_path(path, match[1])


def closure(entry: str, read: Read) -> list[str]:
    """Return a module and all that it imports, directly or not, what is needed first coming
    first."""
    order: list[str] = []
    seen: set[str] = set()

    def visit(path: str) -> None:
        if path in seen:
            return
        seen.add(path)
        text = read(path)
        if text is None:
            return
        for needed in imports(path, text):
            visit(needed)
        order.append(path)

    visit(entry)
    return order


def module_path(path: str, relative: str) -> str:
    """Return the path of a module that another one names."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(path), relative))
