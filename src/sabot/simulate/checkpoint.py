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


class BadCheckpoint(ValueError):
    """A checkpoint that is none, or of another simulation; the words are for its user."""


_WORDS = {"game": "game", "strategy": "strategy", "seed": "seed", "block": "coups in a block",
          "version": "version of Sabot", "kernel": "limits, places or cards of the table"}


def differences(stored: Blocks, current: Blocks) -> list[str]:
    """What two simulations do not have in common, each with both values."""
    if stored.game != current.game:  # its rules are others by nature
        return [f"game: {stored.game} there, {current.game} here"]
    lines = []
    for name, words in _WORDS.items():
        if name == "kernel":  # the last to be named: it covers what the others say better
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
        raise BadCheckpoint(f"{path} is no checkpoint of a simulation: {error}") from error
    fault = stored.tally.wrong()
    if not fault and stored.tally.coups != stored.blocks * stored.block:
        fault = f"{stored.tally.coups} coups in {stored.blocks} blocks of {stored.block}"
    if fault:
        raise BadCheckpoint(f"the checkpoint {path} is damaged: {fault}")
    if different := differences(stored, current):
        raise BadCheckpoint(f"the checkpoint {path} is of another simulation "
                            f"({'; '.join(different)}); take "
                    "another file, or ask for the same")
    return stored


def save(path: Path, blocks: Blocks) -> None:
    """Write a checkpoint: whoever reads the file finds the old one whole, or the new one.

    Raises Unfit when it cannot be written.
    """
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
