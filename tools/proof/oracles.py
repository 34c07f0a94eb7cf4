"""Plant faults in the program and count how many the oracle of a section finds alone.

    python -m tools.proof.oracles SECTION [COUNT]

The faults are those of `tools.proof.perturb` that change code of the section's rows. Each is put
into a copy of the program, which then plays up to ``COUNT`` random rounds for the oracle. A fault
counts as found if the oracle reports a difference, and not if the program stops with an error
before one. The result
is kept in `planted.tsv` beside the oracles. The exit status is 0 if ten are found, or all where
there are fewer.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from tools.proof.perturb import Perturbation, load

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "tests" / "oracles"
FILE = FOLDER / "planted.tsv"
ENOUGH = 10
SECONDS = 600


def planted() -> dict[str, tuple[int, int]]:
    """How many of the planted faults each oracle found when they were last planted, and of how
    many, by section."""
    if not FILE.is_file():
        return {}
    rows = (line.split("\t") for line in FILE.read_text("utf-8").splitlines()[1:])
    return {section: (int(found), int(of)) for section, found, of in rows}


def keep(section: str, found: int, of: int) -> None:
    """Keep the result of a section."""
    results = sorted((planted() | {section: (found, of)}).items())
    FILE.write_text("\n".join(["section\tfound\tplanted", *(
        f"{name}\t{one}\t{all_}" for name, (one, all_) in results), ""]), "utf-8")


def faults(section: str) -> list[Perturbation]:
    """The planted faults of a section that are changes of its code."""
    return [patch for patch in load(ROOT)
            if not patch.drop and any(row.startswith(f"{section}/") for row in patch.rows)]


def finds(copy: Path, patch: Perturbation, section: str, count: int) -> bool:
    """Whether the oracle finds a fault that is put into a copy of the program."""
    file = copy / "sabot" / patch.file
    text = file.read_text("utf-8")
    file.write_text(text.replace(patch.find, patch.replace), "utf-8")
    try:
        run = subprocess.run(
            [sys.executable, str(ROOT / "tests" / "oracles" / "playing.py"), section, str(count),
             "0", "stop"],
            env={**os.environ, "PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"},
            capture_output=True, text=True, timeout=SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return False
    finally:
        file.write_text(text, "utf-8")
    return run.returncode == 1 and " differ; not compared: " in run.stdout \
        and "found " in run.stdout


def main(section: str, count: str = "200") -> int:
    """Print which planted faults the oracle of a section finds."""
    with tempfile.TemporaryDirectory(prefix="sabot-oracle-") as folder:
        copy = Path(folder)
        shutil.copytree(ROOT / "src" / "sabot", copy / "sabot",
                        ignore=shutil.ignore_patterns("__pycache__", "rounds"))
        patches = faults(section)
        found = 0
        for patch in patches:
            seen = finds(copy, patch, section, int(count))
            found += seen
            print(f"{'found' if seen else 'not found':<10}{', '.join(patch.rows)}: "
                  f"{patch.find!r} -> {patch.replace!r}", flush=True)
    keep(section, found, len(patches))
    print(f"{section}: {found} of {len(patches)} planted faults found")
    return found < min(ENOUGH, len(patches))


if __name__ == "__main__":
    raise SystemExit(main(*sys.argv[1:]))
