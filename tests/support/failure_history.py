"""Which tests have failed lately, so that the next run begins with their files.

A failure counts one, and half as much with each run in which the test passes. The file lies in the
root directory and belongs to one checkout.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

FILE = ".test-history.json"
FORGOTTEN = 0.1


class History:
    """How much each test has failed lately, as it was when this was made."""

    def __init__(self, root: Path) -> None:
        self._path = root / FILE
        try:
            found = json.loads(self._path.read_text("utf-8"))
            self.failures = {str(test): float(count) for test, count in found.items()}
        except (OSError, ValueError, AttributeError, TypeError):
            self.failures = {}

    def of_files(self) -> dict[str, float]:
        """How much the tests of each file have failed, by its path from the root."""
        found: dict[str, float] = {}
        for test, count in self.failures.items():
            file = test.partition("::")[0]
            found[file] = found.get(file, 0.0) + count
        return found

    def add(self, passed: Iterable[str], failed: Iterable[str]) -> None:
        """Keep what a run has found; a folder that cannot be written keeps nothing."""
        found = dict(self.failures)
        for test in passed:
            if test in found:
                found[test] /= 2
        for test in failed:
            found[test] = found.get(test, 0.0) + 1
        remembered = {test: count for test, count in sorted(found.items()) if count >= FORGOTTEN}
        if remembered == self.failures:
            return
        try:
            self._path.write_text(json.dumps(remembered, indent=1) + "\n", "utf-8")
        except OSError:
            return
