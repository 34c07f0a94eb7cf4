"""Writes the measured tables of docs/install.md: ``python -m tools.pages.install FILE``.

Builds the wheel of this tree, installs it with each of its parts into an environment of its own and
measures the folder of its packages and the verbs. It needs the packages or a network to fetch them
from, and some minutes; `make install-page` runs it.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
PARTS = ("", "fast", "house", "plots", "cluster", "nodes", "gym", "all")
LIMITS = {"": 120, "fast": 330}
"""The sizes in MB that may not be exceeded."""
GAMES = ("american-roulette", "banca-francesa", "blackjack-2007", "blackjack-macau",
         "blackjack-online", "chemin-de-fer", "craps", "cussec", "fantan", "french-roulette",
         "holdem", "machines", "no-draw-poker", "ponto-e-banca", "three-card-baccarat")
VERBS = (
    *(f"odds {game}" for game in GAMES),
    "equity holdem AhKh QsQd", "equity holdem AhKh QQ+ 72o --board 2c3h7s",
    "equity omaha AhKhQsJs 2c2d7h8h", "equity holdem AhKh random --samples 20000",
    "simulate american-roulette --coups 100000", "simulate blackjack-2007 --strategy mimic --coups "
    "100000", "simulate ponto-e-banca --coups 100000", "simulate no-draw-poker --coups 100000",
)
"""What is timed with and without the compiler."""


class Environment(NamedTuple):
    """An environment of its own: its folder and that of its packages."""

    folder: Path
    packages: Path

    @classmethod
    def make(cls, folder: Path) -> Environment:
        """An empty environment without pip."""
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True)
        return cls(folder, next(folder.glob("lib/python*/site-packages")))

    def install(self, *requirements: str) -> None:
        """Install packages, compiled to byte code as pip does by default."""
        subprocess.run([sys.executable, "-m", "pip", "--python", self.folder, "install", "--quiet",
                        "--disable-pip-version-check", "-c", ROOT / "constraints.txt",
                        *requirements], check=True, stderr=subprocess.DEVNULL, env=_plain_env())

    @property
    def megabytes(self) -> int:
        """The size of all files of the packages."""
        sizes = (file.lstat().st_size for file in self.packages.rglob("*") if file.is_file())
        return -(-sum(sizes) // 1_000_000)

    def seconds(self, verb: str, store: Path) -> float:
        """How long a verb of the command line takes, with nothing priced or compiled before."""
        env = {**_plain_env(), "HOME": str(store), "SABOT_RESULTS": str(store / "odds"),
               "NUMBA_CACHE_DIR": str(store / "code"), "SABOT_LANG": "en"}
        begin = time.perf_counter()
        subprocess.run([self.folder / "bin" / "sabot", *verb.split()], env=env, check=True,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=store)
        return time.perf_counter() - begin


def _plain_env() -> dict[str, str]:
    """The environment variables without those of Python, which name other packages."""
    return {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}


def build(folder: Path) -> Path:
    """The wheel of this tree, built in a copy."""
    source = folder / "source"
    source.mkdir()
    names = subprocess.run(["git", "ls-files", "-z", "src", "pyproject.toml", "README.md",
                            "LICENSE"], cwd=ROOT, check=True, capture_output=True, text=True)
    for name in filter(None, names.stdout.split("\0")):
        (source / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, source / name)
    subprocess.run([sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps",
                    "--disable-pip-version-check", "-w", folder, source], check=True,
                   stderr=subprocess.DEVNULL)
    return next(folder.glob("*.whl"))


def size_table(wheel: Path, folder: Path) -> list[str]:
    """A row for each part with its size. RuntimeError where one is larger than its limit."""
    lines = ["| installed with | MB | more than the core |", "|---|---|---|"]
    core = 0
    for part in PARTS:
        environment = Environment.make(folder / f"env-{part or 'core'}")
        environment.install(f"{wheel}[{part}]" if part else str(wheel))
        size = environment.megabytes
        core = core or size
        if size > LIMITS.get(part, size):
            raise RuntimeError(f"[{part}] has {size} MB; allowed: {LIMITS[part]}")
        name = f"`pip install 'sabot[{part}]'`" if part else "`pip install sabot`"
        lines.append(f"| {name} | {size} | {size - core if part else ''} |")
        if part not in ("", "fast"):
            shutil.rmtree(environment.folder)
    return lines


def time_table(folder: Path, parts: Sequence[str]) -> list[str]:
    """A row for each verb: with the core alone; with the compiler and nothing compiled, and once
    more."""
    heads = {"core": ["core"], "fast": ["first time with `[fast]`", "after that"]}
    columns = [head for part in parts for head in heads[part]]
    lines = [f"| verb | {' | '.join(columns)} |", "|---" * (1 + len(columns)) + "|"]
    for verb in VERBS:
        cells = []
        for part in parts:
            store = folder / f"store-{part}"
            shutil.rmtree(store, ignore_errors=True)
            store.mkdir()
            for _ in heads[part]:
                shutil.rmtree(store / "odds", ignore_errors=True)
                cells.append(f"{_environment(folder, part).seconds(verb, store):.1f} s")
        lines.append(f"| `sabot {verb}` | {' | '.join(cells)} |")
    return lines


def _environment(folder: Path, name: str) -> Environment:
    env = folder / f"env-{name}"
    return Environment(env, next(env.glob("lib/python*/site-packages")))


def replace_table(text: str, name: str, lines: list[str]) -> str:
    """The page with the lines between the marks of this name."""
    marks = f"<!-- {name} -->", f"<!-- end of {name} -->"
    pattern = re.compile(re.escape(marks[0]) + ".*?" + re.escape(marks[1]), re.DOTALL)
    if not pattern.search(text):
        raise ValueError(f"the page has no place for {name}")
    return pattern.sub("\n".join((marks[0], "", *lines, "", marks[1])), text)


def main() -> None:
    """Measure, and write the tables into the page."""
    parser = argparse.ArgumentParser(prog="tools.pages.install")
    parser.add_argument("page", type=Path)
    parser.add_argument("--only", choices=("sizes", "times"))
    parser.add_argument("--times", nargs="*", choices=("core", "fast"), default=["core", "fast"])
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        wheel = build(folder)
        text = arguments.page.read_text("utf-8")
        if arguments.only != "times":
            text = replace_table(text, "sizes", size_table(wheel, folder))
        else:
            for part in arguments.times:
                Environment.make(folder / f"env-{part}").install(
                    f"{wheel}[fast]" if part == "fast" else str(wheel))
        if arguments.only != "sizes":
            text = replace_table(text, "times", time_table(folder, arguments.times))
        arguments.page.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
