"""Checkpoint files of simulations, written atomically.

Only complete blocks in order are stored, so that a longer run can continue from a shorter one.
"""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from typing import Any

import msgspec

from sabot.probability.tally import Tally
from sabot.words import phrase, sentences


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
        return [_difference("game", stored.game, current.game)]
    lines = []
    for name, words in _WORDS.items():
        if name == "kernel":  # only reported if nothing else differs
            continue
        old, new = getattr(stored, name), getattr(current, name)
        if old != new:
            lines.append(_difference(words, old, new))
    for rule in sorted({*stored.rules, *current.rules}):
        old, new = stored.rules.get(rule), current.rules.get(rule)
        if old != new:
            lines.append(_difference(phrase("rule {rule}", rule=rule), _value(old), _value(new)))
    if not lines and stored.kernel != current.kernel:
        lines.append(_difference(_WORDS["kernel"], stored.kernel, current.kernel))
    return lines


def _difference(what: str, old: object, new: object) -> str:
    return phrase("{what}: {old} there, {new} here", what=what, old=old, new=new)


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
        raise BadCheckpoint(phrase("the checkpoint {path} cannot be read: {strerror}", path=path,
                                   strerror=error.strerror)) from error
    try:
        stored = msgspec.json.decode(raw, type=Blocks)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadCheckpoint(phrase("{path} is not a checkpoint of a simulation: {error}",
                                   path=path, error=error)) from error
    fault = stored.tally.wrong()
    if not fault and stored.tally.coups != stored.blocks * stored.block:
        fault = phrase("{coups} coups in {blocks} blocks of {block}", coups=stored.tally.coups,
                       blocks=stored.blocks, block=stored.block)
    if fault:
        raise BadCheckpoint(phrase("the checkpoint {path} is damaged: {fault}", path=path,
                                   fault=fault))
    if different := differences(stored, current):
        raise BadCheckpoint(phrase("the checkpoint {path} is of another simulation ({different}); "
                                   "use another file, or the same simulation", path=path,
                                   different=sentences(different)))
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
        raise BadCheckpoint(phrase("the checkpoint {path} cannot be written: {strerror}",
                                   path=path, strerror=error.strerror)) from error
