"""Players who need no more time. When all who are here say so, a window ends before its clock.

The time that a table gives for bets, for company or between two rounds is a maximum: it protects
those who still need it (IR 457). Acts of one player alone are not among these windows: to act is
to be ready.
"""

from __future__ import annotations

from collections.abc import Callable, Set
from typing import NamedTuple

import msgspec

from sabot.house.people.players import BOT
from sabot.house.table.desk import Desk
from sabot.procedure import Listen

CLOCKS = frozenset({"betting", "late", "shuffle"})
"""The clocks that give several players time at once, and may end before it is over."""


Online = Callable[[str], bool]
"""Whether a player is viewing the table."""


class Ready(msgspec.Struct, frozen=True, kw_only=True):
    """Who needs no more time, where the running time may end early.

    ``law`` is the clause by which it may; ``ready`` are the places that need no more of it,
    ``waits_for`` those that have not said so. ``yours`` is whether you can still say it.
    """

    law: str
    ready: list[str]
    waits_for: list[str]
    yours: bool


class Overview(NamedTuple):
    """Who is ready, for all eyes: ``asked`` are the players who can still say it; the others are
    those of `Ready`."""

    asked: Set[str]
    law: str
    ready: list[str]
    waits_for: list[str]


def may_end_early(listen: Listen) -> bool:
    """Whether players can say of the time of a question that they need no more of it."""
    return listen.clock in CLOCKS and bool(listen.default)


def standing_window(desk: Desk) -> Listen | None:
    """Return the question whose time may end early, or None."""
    standing = desk.dealer.standing if desk.dealer is not None and not desk.state.over else None
    if standing is None or not desk.state.deadline:
        return None
    return standing if may_end_early(standing) else None


def clause(desk: Desk) -> str:
    """Return the clause by which the time that runs now may end early; "" where none runs, or it
    may not."""
    pause = desk.state.over and desk.state.next_at > 0
    return desk.game.conduct.laws["ready"] if pause or standing_window(desk) else ""


def people(desk: Desk, online: Online) -> dict[str, list[str]]:
    """Return the people whose time it is, each with their places: those who sit or stand at the
    table, those with a stake, and those whom the question names. House players need no time, and
    nor does somebody who is away and has nothing at stake."""
    places: dict[str, list[str]] = {}
    for number, player in enumerate(desk.seats, start=1):
        places.setdefault(player, []).append(str(number))
    for place, (player, _) in desk.standing_players.items():
        places.setdefault(player, []).append(place)
    window, staked = standing_window(desk), desk.staked
    called = [] if window is None else [
        player for offer in window.offers if offer.act == "sit" for player in offer.players]
    for player in (*staked, *called):
        places.setdefault(player, [])
    return {player: held for player, held in places.items()
            if player and not player.startswith(BOT)
            and (player in staked or player in called or online(player))}


def complete(desk: Desk, online: Online) -> bool:
    """Whether everybody whose time runs now needs no more of it."""
    done = set(desk.state.ready)
    return bool(done and clause(desk)) and people(desk, online).keys() <= done


def alone(desk: Desk, player: str, online: Online) -> bool:
    """Whether this player is the only person at the table."""
    return people(desk, online).keys() == {player}


def overview(desk: Desk, online: Online) -> Overview | None:
    """Return who is ready, the same for all eyes; None where no time runs that may end early."""
    if not (law := clause(desk)) or not (here := people(desk, online)):
        return None
    done = frozenset(desk.state.ready)
    return Overview(
        here.keys() - done, law,
        [place for player, held in here.items() if player in done for place in held],
        [place for player, held in here.items() if player not in done for place in held])


def describe(seen: Overview | None, eyes: str) -> Ready | None:
    """Return who is ready, as these eyes see it."""
    return seen and Ready(law=seen.law, ready=seen.ready, waits_for=seen.waits_for,
                          yours=eyes in seen.asked)
