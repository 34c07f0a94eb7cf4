"""How far a simulation came, in a file that is whole at every moment.

Only whole blocks in their order are kept, so that a longer run can go on from a shorter one.
"""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from typing import Any

import msgspec

from sabot.odds.tally import Tally


class Blocks(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The first ``blocks`` blocks of one simulation, added up.

    What must be the same for a run that goes on from them: ``game``, ``rules`` of its table,
    ``strategy`` and ``kernel`` (how is played, and with what), ``seed``, ``block`` (coups of one)
    and ``version`` of the program.
    """

    game: str
    rules: dict[str, Any]
    strategy: str
    kernel: str
    seed: int
    block: int
    version: str
    blocks: int = 0
    tally: Tally = Tally()


class Unfit(ValueError):
    """A checkpoint that is none, or of another simulation; the words are for its user."""


_WORDS = {"game": "game", "strategy": "strategy", "seed": "seed", "block": "coups in a block",
          "version": "version of Sabot", "kernel": "limits, places or cards of the table"}


def differs(found: Blocks, wanted: Blocks) -> list[str]:
    """What two simulations do not have in common, each with both values."""
    if found.game != wanted.game:  # its rules are others by nature
        return [f"game: {found.game} there, {wanted.game} here"]
    told = []
    for name, words in _WORDS.items():
        if name == "kernel":  # the last to be named: it covers what the others say better
            continue
        old, new = getattr(found, name), getattr(wanted, name)
        if old != new:
            told.append(f"{words}: {old} there, {new} here")
    for rule in sorted({*found.rules, *wanted.rules}):
        old, new = found.rules.get(rule), wanted.rules.get(rule)
        if old != new:
            told.append(f"rule {rule}: {_value(old)} there, {_value(new)} here")
    if not told and found.kernel != wanted.kernel:
        told.append(f"{_WORDS['kernel']}: {found.kernel} there, {wanted.kernel} here")
    return told


def _value(value: object) -> str:
    return "none" if value is None else msgspec.json.encode(value).decode()


def load(path: Path, wanted: Blocks) -> Blocks:
    """The blocks that a file has of this simulation; ``wanted`` where there is no such file.

    Raises Unfit when it is unreadable, damaged, or of another simulation.
    """
    try:
        raw = path.read_bytes()
    except FileNotFoundError:
        return wanted
    except OSError as error:
        raise Unfit(f"the checkpoint {path} cannot be read: {error.strerror}") from error
    try:
        found = msgspec.json.decode(raw, type=Blocks)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Unfit(f"{path} is no checkpoint of a simulation: {error}") from error
    wrong = found.tally.wrong()
    if not wrong and found.tally.coups != found.blocks * found.block:
        wrong = f"{found.tally.coups} coups in {found.blocks} blocks of {found.block}"
    if wrong:
        raise Unfit(f"the checkpoint {path} is damaged: {wrong}")
    if told := differs(found, wanted):
        raise Unfit(f"the checkpoint {path} is of another simulation ({'; '.join(told)}); take "
                    "another file, or ask for the same")
    return found


def save(path: Path, blocks: Blocks) -> None:
    """Write a checkpoint: whoever reads the file finds the old one whole, or the new one.

    Raises Unfit when it cannot be written.
    """
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with open(beside, "wb") as file:
            file.write(msgspec.json.encode(blocks))
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, path)
    except OSError as error:
        with contextlib.suppress(OSError):
            beside.unlink()
        raise Unfit(f"the checkpoint {path} cannot be written: {error.strerror}") from error
