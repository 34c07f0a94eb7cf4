"""Games of other packages: what is installed beside the program under the entry point
"sabot.games".

The name of such an entry is the id of the game, its value the package that has it as ``GAME``. What
lies in the folder ``law`` of that package (of its top, where it lies deeper) is read as data before
any game is made: ``documents.toml`` names its regulations, ``KEY.tsv`` holds the rows of each,
``interpretations.toml`` its readings.
"""

from __future__ import annotations

from functools import cache
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path

GROUP = "sabot.games"


@cache
def outside() -> dict[str, str]:
    """The packages of games beside the program, by the id of the game, in the order of their ids;
    of two with one id the first by the name of its package."""
    found: dict[str, str] = {}
    for point in sorted(entry_points(group=GROUP), key=lambda point: (point.name, point.value)):
        found.setdefault(point.name, point.value)
    return found


@cache
def law_folders() -> dict[str, Path]:
    """The folders of law that these packages bring, by the name of the package; a package that is
    not there brings none, and its game says so when it is asked for."""
    found: dict[str, Path] = {}
    for value in outside().values():
        top = value.partition(".")[0]
        spec = find_spec(top)
        for place in spec.submodule_search_locations or () if spec else ():
            if (folder := Path(place) / "law").is_dir():
                found[top] = folder
    return dict(sorted(found.items()))
