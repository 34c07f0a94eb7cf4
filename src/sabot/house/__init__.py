"""The house: tables open to the public, with seats, clocks, sessions and staff. State is committed
before anyone is notified."""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sabot.house.archive.startup_check import file_digest
    from sabot.house.clock import Clock, HandClock, WallClock
    from sabot.house.errors import HouseError
    from sabot.house.house import House
    from sabot.house.live.room import Room
    from sabot.house.table.viewer import Viewer

__all__ = ["Clock", "HandClock", "House", "HouseError", "Room", "Viewer", "WallClock",
           "file_digest"]

_WHERE = {"HandClock": "clock", "WallClock": "clock", "Clock": "clock", "HouseError": "errors",
          "House": "house", "file_digest": "archive.startup_check", "Room": "live.room",
          "Viewer": "table.viewer"}


def __getattr__(name: str) -> object:
    """Import a public name on first use, so that code which only counts sessions needs no database.
    """
    if name not in _WHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_WHERE[name]}"), name)
