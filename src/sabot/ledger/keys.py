"""The keys of a house: files next to its database that only their owner can read."""

from __future__ import annotations

import os
import secrets
import tempfile
from pathlib import Path

from sabot.words import phrase

MIN_LENGTH = 32  # characters of a key


def existing_key(folder: Path, name: str, variable: str) -> str | None:
    """The key in an environment variable, else that in the file ``name``; None for none. ValueError
    says why a key cannot be used."""
    if value := os.environ.get(variable):
        if len(value) < MIN_LENGTH:
            raise ValueError(phrase("{variable} needs at least {min_length} characters",
                                    variable=variable, min_length=MIN_LENGTH))
        return value
    path = folder / name
    try:
        key = path.read_text("ascii").strip()
    except FileNotFoundError:
        return None
    except (OSError, UnicodeDecodeError) as error:
        raise ValueError(phrase("the key {path} cannot be read: {why}", path=path,
                                why=getattr(error, "strerror", None) or error)) from error
    if len(key) < MIN_LENGTH:
        raise ValueError(
            phrase("the key {path} has {n} characters, but a key has at least {min_length}: "
                   "restore the complete file, or delete it, and the next start makes a new key",
                   path=path, n=len(key), min_length=MIN_LENGTH)
        )
    return key


def house_key(folder: Path, name: str, variable: str) -> str:
    """The existing key, else a new one: created once, whole or not at all. ValueError says why
    there is none."""
    key = existing_key(folder, name, variable)
    if key is not None:
        return key
    try:
        return _new_key(folder, name, variable)
    except OSError as error:
        raise ValueError(phrase("the key {folder} cannot be made: {value}; choose a folder that "
                                "this user can write with SABOT_VAR, or give the key with "
                                "{variable}", folder=folder / name,
                                value=error.strerror or error, variable=variable)) from error


def _new_key(folder: Path, name: str, variable: str) -> str:
    folder.mkdir(parents=True, exist_ok=True)
    handle, draft = tempfile.mkstemp(dir=folder, prefix=f"{name}.")  # 0600
    try:
        with os.fdopen(handle, "w") as file:
            file.write(secrets.token_urlsafe(48))
            file.flush()
            os.fsync(file.fileno())
        name_once(Path(draft), folder / name)
    except FileExistsError:  # another process was quicker: its key counts
        pass
    finally:
        Path(draft).unlink(missing_ok=True)
    key = existing_key(folder, name, variable)
    assert key is not None
    return key


def name_once(draft: Path, path: Path) -> None:
    """Give a finished file its name; FileExistsError where that name is taken."""
    try:
        os.link(draft, path)
    except FileExistsError:
        raise
    except OSError:  # a file system without links
        if path.exists():
            raise FileExistsError(phrase("{path} exists", path=path)) from None
        draft.rename(path)
    else:
        draft.unlink()
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Make the name of a new file durable, where the system can."""
    if hasattr(os, "O_DIRECTORY"):
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
