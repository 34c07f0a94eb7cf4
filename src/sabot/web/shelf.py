"""What took long to compute, kept on disk for the next start of the same program."""

from __future__ import annotations

import hashlib
import os
import shutil
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import structlog

from sabot.house import file_digest

log = structlog.get_logger("sabot.shelf")


class Shelf:
    """Answers as JSON files by their key, in a folder named after the program's own files: another
    program finds none of them, and removes them. Without a folder nothing is kept. A file that
    cannot be read or written is no answer, and no fault either."""

    def __init__(self, folder: Path | None = None) -> None:
        self._at = folder and folder / "odds"
        self._mine: Path | None = None
        self._opening = threading.Lock()

    def kept(self, key: tuple[str, ...], work: Callable[..., Any], *given: Any) -> Any:
        """What the work finds, or found before."""
        try:
            file = self._file(key)
        except OSError as error:
            log.warning("nothing is kept", error=str(error))
            file = None
        if file is not None:
            try:
                return msgspec.json.decode(file.read_bytes())
            except (OSError, msgspec.DecodeError):
                pass
        found = work(*given)
        if file is not None:
            part = file.with_name(f"{file.name}.{os.getpid()}-{threading.get_ident()}")
            try:
                part.write_bytes(msgspec.json.encode(found))
                part.replace(file)
            except OSError as error:
                log.warning("an answer is not kept", error=str(error))
        return found

    def _file(self, key: tuple[str, ...]) -> Path | None:
        if self._at is None:
            return None
        with self._opening:
            if self._mine is None:
                mine = self._at / file_digest()[:20]
                mine.mkdir(parents=True, exist_ok=True)
                for other in self._at.iterdir():
                    if other != mine and other.is_dir():
                        shutil.rmtree(other, ignore_errors=True)
                self._mine = mine
        return self._mine / f"{hashlib.sha256(repr(key).encode()).hexdigest()[:32]}.json"
