"""Which lines of the program each test runs, noted during a run with ``--map``.

Every process of the run traces the program under `coverage.py`, one context for a test. At the end
the notes of all processes become one `tools.proof.linemap.LineMap` in the root directory, which
`make quick` reads. What a test starts as a process of its own is not traced.
"""

from __future__ import annotations

from pathlib import Path

import coverage

from tools.proof import linemap

NOTES = ".test-map"
"""How the files of the single processes begin."""


class Mapper:
    """Traces this process from now on."""

    def __init__(self, root: Path, worker: str) -> None:
        self._tracing = coverage.Coverage(
            data_file=str(root / f"{NOTES}.{worker or 'main'}"), config_file=False,
            source=[str(root / "src" / "sabot")], concurrency=["thread"], messages=False)
        self._tracing.erase()
        self._tracing.start()

    def begin(self, test: str) -> None:
        """What runs from now on belongs to this test."""
        self._tracing.switch_context(test)

    def end(self) -> None:
        """Write what this process has noted."""
        self._tracing.stop()
        self._tracing.save()


def combine(root: Path, seconds: dict[str, float]) -> Path:
    """Make one map of the notes of all processes, and remove those."""
    parts = sorted(root.glob(f"{NOTES}.*"))
    found: dict[str, dict[int, set[str]]] = {}
    for part in parts:
        data = coverage.CoverageData(str(part))
        data.read()
        for file in data.measured_files():
            name = Path(file).relative_to(root).as_posix()
            lines = found.setdefault(name, {})
            for line, tests in data.contexts_by_lineno(file).items():
                lines.setdefault(line, set()).update(test for test in tests if test)
    path = linemap.write(root, found, seconds)
    for part in parts:
        part.unlink()
    return path
