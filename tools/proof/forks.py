"""Runs tests repeatedly, each time in a fork that imports the changed code again.

`tools.proof.perturb` runs this file as a script in the checkout: importing it as a module would
import the unchanged program. It loads third-party modules once, then reads one order from each line
of its input, as JSON: ``source`` (the folder of the program), ``changed`` (the changed file under
``sabot``, or ""), ``arguments`` of pytest, ``said`` (the file for its output) and ``seconds`` (the
time limit). The answer is one line with pytest's exit status, or "late".

Consecutive orders change the same file, which most of the program does not import. An intermediate
fork (`PreloadedFork`) loads that part once, and ends when an order changes another file.
"""

from __future__ import annotations

import contextlib
import importlib
import json
import os
import re
import signal
import sys
import time
import traceback
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import IO, Any, NoReturn

PRELOADED = ("pytest", "hypothesis", "click.testing", "rich.console", "msgspec", "structlog",
          "sqlalchemy.pool", "alembic.command", "psycopg", "litestar.testing", "uvicorn", "httpx",
          "websockets.sync.client", "prometheus_client", "itsdangerous", "pytest_timeout",
          "_hypothesis_pytestplugin", "_pytest.pytester", "numpy", "numba")
# What nearly every test imports.
PRELOADED_OWN = ("sabot.regulations", "sabot.words", "sabot.money", "sabot.equipment",
                 "sabot.procedure", "sabot.probability", "sabot.families", "sabot.games",
                 "sabot.ledger", "sabot.certify.coverage")


def main() -> None:
    """Read orders from standard input, and answer each on standard output."""
    for name in PRELOADED:
        with contextlib.suppress(ImportError):
            importlib.import_module(name)
    fork: PreloadedFork | None = None
    for line in sys.stdin:
        order = json.loads(line)
        if fork is None or fork.file != order["changed"]:
            if fork is not None:
                fork.end()
            fork = PreloadedFork(order["source"], order["changed"])
        print(fork.run_order(line), flush=True)
    if fork is not None:
        fork.end()


class PreloadedFork:
    """A fork that has loaded the modules that do not import the changed file, and runs its
    orders."""

    def __init__(self, source: str, file: str) -> None:
        self.file = file
        _modules(source)  # cached for all forks
        order_pipe, answer_pipe = os.pipe(), os.pipe()
        self.process = os.fork()
        if self.process == 0:
            os.close(order_pipe[1])
            os.close(answer_pipe[0])
            _serve_orders(source, file, os.fdopen(order_pipe[0]), os.fdopen(answer_pipe[1], "w"))
        os.close(order_pipe[0])
        os.close(answer_pipe[1])
        self._orders, self._answers = os.fdopen(order_pipe[1], "w"), os.fdopen(answer_pipe[0])

    def run_order(self, line: str) -> str:
        """Run one order; return the answer."""
        self._orders.write(line)
        self._orders.flush()
        return self._answers.readline().strip()

    def end(self) -> None:
        """End the fork."""
        self._orders.close()
        self._answers.close()
        os.waitpid(self.process, 0)


def _serve_orders(source: str, file: str, orders: IO[str], answers: IO[str]) -> NoReturn:
    try:
        # Compiled files are stored next to the copy, never in the checkout.
        sys.dont_write_bytecode, sys.pycache_prefix = False, source + ".pyc"
        sys.path.insert(0, source)
        problem = _load(source, file)
        for line in orders:
            if problem:
                Path(json.loads(line)["said"]).write_text(problem, "utf-8")
            answers.write(("3" if problem else _run_order(json.loads(line))) + "\n")
            answers.flush()
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stderr.flush()
        os._exit(0)


def _load(source: str, file: str) -> str:
    """Import the modules that do not import the changed file; return a problem, or ""."""
    if file and not file.endswith(".py"):
        return ""  # its readers cannot be found from imports
    changed = _name(file) if file else ""
    for module in sorted(_modules(source).keys() - _importers_of(source, changed)):
        if any(module == early or module.startswith(f"{early}.") for early in PRELOADED_OWN):
            importlib.import_module(module)
    return f"{changed} is imported by what does not name it" if changed in sys.modules else ""


def _name(file: str) -> str:
    """The module of a file under ``sabot``: "games/craps/rules.py" is sabot.games.craps.rules."""
    return ".".join(("sabot", *Path(file).with_suffix("").parts)).removesuffix(".__init__")


@cache
def _modules(source: str) -> dict[str, frozenset[str]]:
    """Every module of the program, and the modules that it imports anywhere."""
    root = Path(source) / "sabot"
    files = {_name(path.relative_to(root).as_posix()): path for path in root.rglob("*.py")
             if path.name != "__main__.py" and "migrations" not in path.parts}
    return {name: frozenset(_imports(path)) & files.keys() for name, path in files.items()}


# Parsing the whole program would take longer than the tests of a patch.
_IMPORT = re.compile(r"^[ \t]*(?:import[ \t]+(?P<whole>[\w., \t]+)"
                     r"|from[ \t]+(?P<of>[\w.]+)[ \t]+import[ \t]*"
                     r"(?:\((?P<many>[^)]*)\)|(?P<some>[\w, \t]+)))", re.M)


def _imports(path: Path) -> Iterator[str]:
    for match in _IMPORT.finditer(path.read_text("utf-8")):
        names_text = re.sub(r"#.*", "", match["whole"] or match["many"] or match["some"] or "")
        imported = [part.split()[0] for part in names_text.split(",") if part.strip()]
        names = (
            [match["of"], *(f"{match['of']}.{name}" for name in imported)]
            if match["of"]
            else imported
        )
        for name in names:  # importing a module imports its packages
            parts = name.split(".")
            yield from (".".join(parts[:n]) for n in range(1, len(parts) + 1))


def _importers_of(source: str, changed: str) -> set[str]:
    """The module and all modules that import it, directly or not."""
    modules, result = _modules(source), {changed}
    while new := {name for name, named in modules.items()
                  if name not in result and (result & named or result & _packages(name))}:
        result |= new
    return result


def _packages(name: str) -> set[str]:
    parts = name.split(".")
    return {".".join(parts[:n]) for n in range(1, len(parts))}


def _run_order(order: dict[str, Any]) -> str:
    child = os.fork()
    if child == 0:
        _run(order)
    end = time.monotonic() + float(order["seconds"])
    pause = 0.002
    try:
        while time.monotonic() < end:
            finished, status = os.waitpid(child, os.WNOHANG)
            if finished:
                return str(os.waitstatus_to_exitcode(status))
            time.sleep(pause)
            pause = min(0.02, pause * 1.5)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        return "late"
    finally:
        _clear(child)


def _clear(group: int) -> None:
    """End processes that an interrupted test left running."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(group, signal.SIGKILL)


def _run(order: dict[str, Any]) -> NoReturn:
    """Run the tests in this fork; never returns."""
    status = 3
    try:
        os.setsid()
        output = os.open(order["said"], os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        os.dup2(output, 1)
        os.dup2(output, 2)
        import pytest
        status = int(pytest.main(order["arguments"]))
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)


if __name__ == "__main__":
    main()
