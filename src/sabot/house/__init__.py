"""Tables open to the public: seats, clocks, sessions, staff, and books written before words."""

from sabot.house.clock import Clock, HandClock, WallClock
from sabot.house.errors import HouseError
from sabot.house.house import House
from sabot.house.opening import file_digest
from sabot.house.room import Room
from sabot.house.telling import Viewer

__all__ = ["Clock", "HandClock", "House", "HouseError", "Room", "Viewer", "WallClock",
           "file_digest"]
