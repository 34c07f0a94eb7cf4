"""The project's own promises: short modules, one voice, pinned versions without hosts."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
LONGEST = 600


def tracked(*patterns: str) -> list[Path]:
    """The files of the project by pattern."""
    return sorted(p for pattern in patterns for p in ROOT.glob(pattern) if ".venv" not in p.parts)


def test_no_module_does_two_jobs() -> None:
    long = {str(p.relative_to(ROOT)): n for p in tracked("src/**/*.py")
            if (n := len(p.read_text("utf-8").splitlines())) > LONGEST}
    assert not long


def test_constraints_name_versions_and_no_host() -> None:
    text = (ROOT / "constraints.txt").read_text("utf-8")
    assert "://" not in text
    assert all(re.fullmatch(r"[A-Za-z0-9_.\-]+(\[[a-z,]+\])?==\S+", line)
               for line in text.splitlines() if line)


def test_every_dependency_is_pinned() -> None:
    project = (ROOT / "pyproject.toml").read_text("utf-8")
    named = re.findall(r'^  "([A-Za-z0-9_.\-]+)(?:\[[a-z]+\])?>=', project, re.M)
    pinned = {re.split(r"[\[=]", line)[0].lower().replace("_", "-")
              for line in (ROOT / "constraints.txt").read_text("utf-8").splitlines()}
    assert named
    assert not [name for name in named if name.lower().replace("_", "-") not in pinned]


def test_the_readme_names_the_verbs_that_exist() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    makefile = (ROOT / "Makefile").read_text("utf-8")
    for verb in re.findall(r"^make (\w+)", readme, re.M):
        assert re.search(rf"^{verb}:", makefile, re.M), verb
    from sabot.cli import VERBS
    for verb in re.findall(r"^\$ sabot (\w+)", readme, re.M):
        assert verb in VERBS
    for link in re.findall(r"\]\(([^)]+)\)", readme):
        assert (ROOT / link).exists(), link


@pytest.mark.parametrize("script", [".ci/run"])
def test_scripts_parse(script: str) -> None:
    assert subprocess.run(["bash", "-n", str(ROOT / script)], check=False).returncode == 0
