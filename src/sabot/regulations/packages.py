"""Packages of games: packages that are installed with the entry point "sabot.games".

The name of such an entry is the id of the game, its value the package that has it as ``GAME``. The
folder ``law`` of that package (of its top-level package) is read as data before any game is
created: ``documents.toml`` names its regulations, ``KEY.tsv`` has the rows of each, and
``interpretations.toml`` its interpretations. The files of its folder ``phrasebook`` translate the
texts that its code makes, as those of `sabot.phrasebook` do.
"""

from __future__ import annotations

from functools import cache
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path

GROUP = "sabot.games"


@cache
def outside() -> dict[str, str]:
    """The installed packages of games by the id of the game, in the order of ids; of two with one
    id the first by package name."""
    packages: dict[str, str] = {}
    for point in sorted(entry_points(group=GROUP), key=lambda point: (point.name, point.value)):
        packages.setdefault(point.name, point.value)
    return packages


@cache
def law_folders() -> dict[str, Path]:
    """The law folders of these packages, by package name."""
    return folders("law")


@cache
def folders(name: str) -> dict[str, Path]:
    """The folders of this name in the top-level packages, by package name. A missing package has
    none; loading its game reports that."""
    existing: dict[str, Path] = {}
    for value in outside().values():
        top = value.partition(".")[0]
        spec = find_spec(top)
        for place in spec.submodule_search_locations or () if spec else ():
            if (folder := Path(place) / name).is_dir():
                existing[top] = folder
    return dict(sorted(existing.items()))
