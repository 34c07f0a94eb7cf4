"""The policy of each route: who may call it, and with which statuses it refuses. The served
description and the check of staff roles (`require_member`) both use it, so each act of staff is
named once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from litestar import Request

from sabot.house.schemas import Kind

HttpRequest = Request[Any, Any, Any]
"""The request type of every route."""

ANYBODY, PLAYER, OPERATOR = "", "player", "operator"
UNCHANGED = 304
WHO, GIVES = "door", "gives"


class LateType(NamedTuple):
    """The type of an answer that is known only once the catalogue is read."""

    kind: Callable[[], Kind]


class RoutePolicy(NamedTuple):
    """Who may call: "" for everybody, "player", "operator", else the act of staff for which a role
    is needed; and the statuses of refusals of this route, besides those of every route, or 304 when
    the answer may be unchanged. ``away``: its own answer may come with 503."""

    who: str = ANYBODY
    refuses: tuple[int, ...] = ()
    away: bool = False


def policy(who: str = ANYBODY, *refuses: int, away: bool = False) -> dict[str, RoutePolicy]:
    """Return the ``opt`` of a route's decorator: ``opt=policy("tables", 404)``."""
    return {WHO: RoutePolicy(who, refuses, away)}


def policy_of(opt: Mapping[str, Any]) -> RoutePolicy:
    """Return the policy of a route."""
    declared: RoutePolicy = opt.get(WHO, RoutePolicy())
    return declared
