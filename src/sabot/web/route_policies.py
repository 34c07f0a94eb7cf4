"""What each route of the HTTP door says of itself beside its answer: who may ask, and with which
statuses it refuses. The description that is served is made from it, and so is what `member` asks
for: an act of staff is named once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from litestar import Request

from sabot.house.schemas import Kind

HttpRequest = Request[Any, Any, Any]
"""A request, as every route takes it."""

ANYBODY, PLAYER, OPERATOR = "", "player", "operator"
UNCHANGED = 304
WHO, GIVES = "door", "gives"


class LateType(NamedTuple):
    """What a route gives, where that is known only once the catalogue is read."""

    kind: Callable[[], Kind]


class RoutePolicy(NamedTuple):
    """Who may ask: "" for everybody, "player", "operator", else the act of staff for which a role
    is needed; and the statuses of refusals of this route, beside those that any route may have, or
    304 where it may have nothing new to say. ``away``: its own answer may come with 503."""

    who: str = ANYBODY
    refuses: tuple[int, ...] = ()
    away: bool = False


def policy(who: str = ANYBODY, *refuses: int, away: bool = False) -> dict[str, RoutePolicy]:
    """What a route says of itself, as its decorator takes it: ``opt=door("tables", 404)``."""
    return {WHO: RoutePolicy(who, refuses, away)}


def policy_of(opt: Mapping[str, Any]) -> RoutePolicy:
    """What a route has said of itself."""
    found: RoutePolicy = opt.get(WHO, RoutePolicy())
    return found
