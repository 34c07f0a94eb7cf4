"""Checkpoint files of simulations, written atomically.

Only complete blocks in order are stored, so that a longer run can continue from a shorter one.
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

    A run that continues from them must have the same ``game``, ``rules``, ``strategy``, ``kernel``,
    ``seed``, ``block`` (coups in one block) and ``version`` of the program.
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


class BadCheckpoint(ValueError):
    """An invalid checkpoint, or one of another simulation; the text is for the user."""


_WORDS = {"game": "game", "strategy": "strategy", "seed": "seed", "block": "coups in a block",
          "version": "version of Sabot", "kernel": "limits, places or cards of the table"}


def differences(stored: Blocks, current: Blocks) -> list[str]:
    """The differences of two simulations, each with both values."""
    if stored.game != current.game:  # then all rules differ
        return [f"game: {stored.game} there, {current.game} here"]
    lines = []
    for name, words in _WORDS.items():
        if name == "kernel":  # only reported if nothing else differs
            continue
        old, new = getattr(stored, name), getattr(current, name)
        if old != new:
            lines.append(f"{words}: {old} there, {new} here")
    for rule in sorted({*stored.rules, *current.rules}):
        old, new = stored.rules.get(rule), current.rules.get(rule)
        if old != new:
            lines.append(f"rule {rule}: {_value(old)} there, {_value(new)} here")
    if not lines and stored.kernel != current.kernel:
        lines.append(f"{_WORDS['kernel']}: {stored.kernel} there, {current.kernel} here")
    return lines


def _value(value: object) -> str:
    return "none" if value is None else msgspec.json.encode(value).decode()


def load(path: Path, current: Blocks) -> Blocks:
    """The blocks that a file has of this simulation; ``wanted`` where there is no such file.

    Raises Unfit when it is unreadable, damaged, or of another simulation.
    """
    try:
        raw = path.read_bytes()
    except FileNotFoundError:
        return current
    except OSError as error:
        raise BadCheckpoint(f"the checkpoint {path} cannot be read: {error.strerror}") from error
    try:
        stored = msgspec.json.decode(raw, type=Blocks)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadCheckpoint(f"{path} is not a checkpoint of a simulation: {error}") from error
    fault = stored.tally.wrong()
    if not fault and stored.tally.coups != stored.blocks * stored.block:
        fault = f"{stored.tally.coups} coups in {stored.blocks} blocks of {stored.block}"
    if fault:
        raise BadCheckpoint(f"the checkpoint {path} is damaged: {fault}")
    if different := differences(stored, current):
        raise BadCheckpoint(f"the checkpoint {path} is of another simulation "
                            f"({'; '.join(different)}); use "
                    "another file, or the same simulation")
    return stored


def save(path: Path, blocks: Blocks) -> None:
    """Write a checkpoint atomically; BadCheckpoint if it cannot be written."""
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with open(temporary, "wb") as file:
            file.write(msgspec.json.encode(blocks))
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except OSError as error:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise BadCheckpoint(f"the checkpoint {path} cannot be written: {error.strerror}") from error
