"""The files of a database as a loss of power would leave them, rebuilt from a record of writes.

What a file holds for certain is what was written before its last sync; a new file is there for
certain once its folder was synced. Everything later may be there or not: whole writes, or single
sectors of 512 bytes of them, in any order.
"""

from __future__ import annotations

import random
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

SECTOR = 512
_HEAD = struct.Struct("<cQII")


class Op(NamedTuple):
    """One thing that a process did to a file: w write, t truncate, s and d sync, u unlink, c."""

    kind: str
    path: str
    offset: int
    data: bytes


def read(record: Path) -> list[Op]:
    """The record of writes; an end that is cut off is left out."""
    data = record.read_bytes()
    ops: list[Op] = []
    at = 0
    while at + _HEAD.size <= len(data):
        kind, offset, name, length = _HEAD.unpack_from(data, at)
        at += _HEAD.size
        if at + name + length > len(data):
            break
        path = data[at:at + name].decode()
        ops.append(Op(kind.decode(), path, offset, data[at + name:at + name + length]))
        at += name + length
    return ops


class _File:
    """One file: what of it is certain, and what was done since its last sync."""

    def __init__(self) -> None:
        self.certain = bytearray()
        self.waiting: list[Op] = []
        self.named = False  # its name in the folder is certain
        self.gone = False

    def sync(self) -> None:
        for op in self.waiting:
            _apply(self.certain, op)
        self.waiting.clear()


def _apply(content: bytearray, op: Op) -> None:
    if op.kind == "t":
        if op.offset < len(content):
            del content[op.offset:]
        else:
            content.extend(bytes(op.offset - len(content)))
        return
    _put(content, op.offset, op.data)


def _put(content: bytearray, offset: int, data: bytes) -> None:
    end = offset + len(data)
    if end > len(content):
        content.extend(bytes(end - len(content)))
    content[offset:end] = data


class Disk:
    """A disk that takes operations in order and can lose its power at any moment."""

    def __init__(self, acks: str) -> None:
        self._files: dict[str, _File] = {}
        self._acks = acks
        self.acknowledged = 0

    def take(self, op: Op) -> None:
        """Do one operation."""
        if op.path == self._acks:
            if op.kind == "w":
                self.acknowledged = int(op.data.split()[-1])
            return
        if op.kind == "d":
            for file in self._files.values():
                file.named = True
            self._files = {path: f for path, f in self._files.items() if not f.gone}
            return
        if op.kind == "u":
            # The name of an unlinked file may come back with the old content until a folder sync.
            if op.path in self._files:
                self._files[op.path].gone = True
            return
        file = self._files.get(op.path)
        if file is None or file.gone:
            file = self._files[op.path] = _File()
        if op.kind == "s":
            file.sync()
        elif op.kind in "wt":
            file.waiting.append(op)

    def certain(self) -> dict[str, bytes]:
        """The files when everything that was not synced is lost."""
        return {path: bytes(file.certain) for path, file in self._files.items() if file.named}

    def whole(self) -> dict[str, bytes]:
        """The files when nothing is lost: the process was killed, the machine was not."""
        images = {}
        for path, file in self._files.items():
            if not file.gone:
                content = bytearray(file.certain)
                for op in file.waiting:
                    _apply(content, op)
                images[path] = bytes(content)
        return images

    def torn(self, chance: random.Random) -> dict[str, bytes]:
        """The files when a random part of what was not synced has arrived."""
        images = {}
        for path, file in self._files.items():
            if (not file.named or file.gone) and chance.random() < 0.5:
                continue
            content = bytearray(file.certain)
            for op in file.waiting:
                fate = chance.random()
                if fate < 0.4:
                    _apply(content, op)
                elif fate < 0.8 and op.kind == "w":
                    for start in range(0, len(op.data), SECTOR):
                        if chance.random() < 0.5:
                            _put(content, op.offset + start, op.data[start:start + SECTOR])
            images[path] = bytes(content)
        return images


class Cut(NamedTuple):
    """One moment at which the power goes: the files then, and what had been acknowledged."""

    name: str
    files: dict[str, bytes]
    acknowledged: int


def cuts(ops: list[Op], acks: str, chance: random.Random) -> Iterator[Cut]:
    """The power lost around every sync and after every acknowledgement, in each way."""
    disk = Disk(acks)
    for number, op in enumerate(ops):
        if op.kind in "sd":
            yield Cut(f"{number} before, torn", disk.torn(chance), disk.acknowledged)
            yield Cut(f"{number} before, killed", disk.whole(), disk.acknowledged)
        disk.take(op)
        if op.kind in "sd" or op.path == acks:
            yield Cut(f"{number} after, synced only", disk.certain(), disk.acknowledged)
            yield Cut(f"{number} after, torn", disk.torn(chance), disk.acknowledged)
    yield Cut("the end", disk.certain(), disk.acknowledged)
