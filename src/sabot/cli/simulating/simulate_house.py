"""``sabot simulate-house``: play a simulated house again, in a checkout of the repository.

The worlds belong to the tests, so they are not part of the installed program: the verb hands over
to ``python -m tools.worlds``.
"""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import click

import sabot
from sabot.cli.language import Command
from sabot.cli.terminal import stop, whole_number
from sabot.words import phrase

CHECKOUT = Path(sabot.__file__).parents[2]
TOOLS = Path("tools", "worlds", "__main__.py")
LEAST = (3, 12)
"""The oldest Python on which the worlds run."""


@click.command("simulate-house", short_help="play a simulated house again, for developers",
               cls=Command)
@click.option("--seed", type=whole_number(0, 10**18), default=0, metavar="N",
              help="the seed of the first world (default: 0)")
@click.option("--worlds", type=whole_number(1, 10**9), default=1, metavar="K",
              help="how many worlds (default: 1)")
@click.option("--nodes", type=whole_number(1, 6), default=1, metavar="N",
              help="how many nodes the house has (default: 1)")
@click.option("--shrink", is_flag=True,
              help="make a world that goes wrong smaller, and print the line that keeps it as a "
                   "test")
@click.option("--events", is_flag=True, help="show after each event what has changed at the tables")
def command(seed: int, worlds: int, nodes: int, shrink: bool, events: bool) -> None:
    """Play a simulated house again: its people, its faults and its clock, all from one seed.

    Prints the story of the world. The same seed gives the same world. This is a tool for
    developers: it needs a checkout of the repository, Python 3.12 and simloop.

    Exit status: 0 nothing went wrong, 1 something did, 2 wrong use.
    """
    if missing := what_is_missing():
        stop(missing)
    words = ["--seed", str(seed), "--worlds", str(worlds)]
    words += ["--nodes", str(nodes)] if nodes > 1 else []
    words += [option for option, wanted in (("--shrink", shrink), ("--events", events)) if wanted]
    path = os.pathsep.join(filter(None, (str(CHECKOUT / "src"), os.environ.get("PYTHONPATH"))))
    done = subprocess.run([sys.executable, "-m", "tools.worlds", *words], cwd=CHECKOUT, check=False,
                          env=os.environ | {"PYTHONHASHSEED": "0", "PYTHONPATH": path})
    raise SystemExit(done.returncode)


def what_is_missing() -> str:
    """What the verb needs and does not have here, as an error; "" for nothing."""
    if not (CHECKOUT / TOOLS).is_file():
        return phrase("simulate-house needs a checkout of the repository: the worlds belong to the "
                      "tests and are not installed")
    if sys.version_info < LEAST:
        return phrase("simulate-house needs Python {least} or later; this is Python {version}",
                      least="3.12", version=".".join(map(str, sys.version_info[:2])))
    if find_spec("simloop") is None:
        return phrase("simulate-house needs simloop: pip install 'sabot[dev]'")
    return ""
