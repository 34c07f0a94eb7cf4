"""The keys of a house: texts in files beside its database that only their owner can read."""

from __future__ import annotations

import os
import secrets
import tempfile
from pathlib import Path

LEAST = 32  # characters of a key


def given_key(folder: Path, name: str, variable: str) -> str | None:
    """The key that a variable of the environment holds, else that of the file ``name``; None for
    none. ValueError says why one cannot be used."""
    if given := os.environ.get(variable):
        if len(given) < LEAST:
            raise ValueError(f"{variable} needs at least {LEAST} characters")
        return given
    path = folder / name
    try:
        found = path.read_text("ascii").strip()
    except FileNotFoundError:
        return None
    except (OSError, UnicodeDecodeError) as error:
        raise ValueError(f"the key {path} cannot be read: "
                         f"{getattr(error, 'strerror', None) or error}") from error
    if len(found) < LEAST:
        raise ValueError(f"the key {path} holds {len(found)} characters, and a key has at least "
                         f"{LEAST}: put back the whole of it, or take the file away, and the next "
                         "opening makes a new one")
    return found


def house_key(folder: Path, name: str, variable: str) -> str:
    """The key that is given, else a new one: made once, whole or not at all. ValueError says why
    there is none."""
    found = given_key(folder, name, variable)
    if found is not None:
        return found
    try:
        return _new_key(folder, name, variable)
    except OSError as error:
        raise ValueError(f"the key {folder / name} cannot be made: {error.strerror or error}; "
                         f"choose a folder that this user can write with SABOT_VAR, or give the "
                         f"key with {variable}") from error


def _new_key(folder: Path, name: str, variable: str) -> str:
    folder.mkdir(parents=True, exist_ok=True)
    handle, draft = tempfile.mkstemp(dir=folder, prefix=f"{name}.")  # 0600
    try:
        with os.fdopen(handle, "w") as file:
            file.write(secrets.token_urlsafe(48))
            file.flush()
            os.fsync(file.fileno())
        name_once(Path(draft), folder / name)
    except FileExistsError:  # another process was quicker: its key is the key
        pass
    finally:
        Path(draft).unlink(missing_ok=True)
    made = given_key(folder, name, variable)
    assert made is not None
    return made


def name_once(draft: Path, path: Path) -> None:
    """Give a finished file its name; FileExistsError where there is one of that name already."""
    try:
        os.link(draft, path)
    except FileExistsError:
        raise
    except OSError:  # a file system without links
        if path.exists():
            raise FileExistsError(f"{path} exists") from None
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
