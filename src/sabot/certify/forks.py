"""Runs the tests again and again, each time in a fork that has not imported the program yet.

Run as a file of its own by `sabot.certify.perturb`, in the directory of the checkout: importing it
as a module would import the program that the forks must find changed. It loads what the tests need
from other projects once, then reads one order in each line of its input, as JSON: ``source`` (the
folder that holds the program), ``arguments`` of pytest, ``said`` (the file for what it prints) and
``seconds`` it may last. The answer is one line with pytest's exit status, or "late".
"""

from __future__ import annotations

import contextlib
import importlib
import json
import os
import signal
import sys
import time
import traceback
from typing import Any

NEEDED = ("pytest", "hypothesis", "click.testing", "rich.console", "msgspec", "structlog",
          "sqlalchemy.pool", "alembic.command", "psycopg", "litestar.testing", "uvicorn", "httpx",
          "websockets.sync.client", "prometheus_client", "itsdangerous", "xdist.plugin",
          "pytest_timeout")


def main() -> None:
    for name in NEEDED:
        with contextlib.suppress(ImportError):
            importlib.import_module(name)
    for line in sys.stdin:
        print(_obey(json.loads(line)), flush=True)


def _obey(order: dict[str, Any]) -> str:
    child = os.fork()
    if child == 0:
        _run(order)
    end = time.monotonic() + float(order["seconds"])
    pause = 0.002
    try:
        while time.monotonic() < end:
            done, status = os.waitpid(child, os.WNOHANG)
            if done:
                return str(os.waitstatus_to_exitcode(status))
            time.sleep(pause)
            pause = min(0.02, pause * 1.5)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        return "late"
    finally:
        _clear(child)


def _clear(group: int) -> None:
    """End what a test that was cut short left running."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(group, signal.SIGKILL)


def _run(order: dict[str, Any]) -> None:
    """The fork: it never returns."""
    status = 3
    try:
        os.setsid()
        said = os.open(order["said"], os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        os.dup2(said, 1)
        os.dup2(said, 2)
        # What is compiled is kept beside the copy, never in the checkout.
        sys.dont_write_bytecode, sys.pycache_prefix = False, order["source"] + ".pyc"
        sys.path.insert(0, order["source"])
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
