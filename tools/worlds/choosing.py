"""What a table offers somebody, as their page reads it, and which of it they take."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

GET_UP = frozenset({"leave", "stand-up", "clear", "clear-all"})
LIKED: Mapping[str, float] = {"spin": 8.0, **dict.fromkeys(GET_UP, 0.05)}
"""How much likelier than others some acts are: people play at machines, and seldom get up."""
Offer = Mapping[str, Any]


class Offers:
    """The acts that a table offers to one person: those of its question, and those of the menus
    that it has published in this round. ``awaiting`` are the seats that it waits for, ``used``
    counts the acts that were chosen."""

    def __init__(self) -> None:
        self.open: list[Offer] = []
        self.before: list[Offer] = []
        self.awaiting: Sequence[str] = ()
        self.used: Counter[str] = Counter()
        self._menus: dict[str, Sequence[Offer]] = {}

    def hear(self, message: Mapping[str, Any]) -> None:
        """Note what a snapshot or events say."""
        if message["t"] == "snapshot":
            self._menus = dict(message["state"].get("menus") or {})
        for event in message.get("events", ()):
            if event.get("step") == "menu":
                self._menus[event["name"]] = event["offers"]
        self.awaiting = (message.get("listen") or {}).get("awaiting", ())
        self.before = self.open or self.before
        self.open = self._read(message.get("listen") or {})

    def _read(self, question: Mapping[str, Any]) -> list[Offer]:
        """The acts that are open: what the question says of a place comes before its menu."""
        own = question.get("offers", ())
        known = {(offer["act"], seat) for offer in (*own, *question.get("barred", ()))
                 for seat in seats_of(offer)}
        menus = [{**offer, "seats": free} for name in question.get("menus", ())
                 for offer in self._menus.get(name, ()) if not offer.get("barred")
                 if (free := [seat for seat in seats_of(offer)
                              if (offer["act"], seat) not in known])]
        return [*(offer for offer in own if "disabled" not in offer and "barred" not in offer
                  and offer.get("note") != "full"), *menus]

    def choose(self, chance: Random, *, old: bool = False) -> Offer | None:
        """One of the acts, of those that were done less often likelier; None without any.
        ``old``: of the acts that were offered before."""
        acts: dict[str, list[Offer]] = {}
        for offer in self.before if old else self.open:
            acts.setdefault(offer["act"], []).append(offer)
        weights = [LIKED.get(act, 1.0) / (1 + self.used[act]) for act in acts]
        if not acts:
            return None
        act = chance.choices(list(acts), weights)[0]
        self.used[act] += 1
        return chance.choice(acts[act])


def seats_of(offer: Offer) -> Sequence[str]:
    """The places for which an act is offered."""
    return offer.get("seats") or (offer["seat"],)


def amount_of(offer: Offer, chance: Random) -> int:
    """A sum that an offer takes: mostly one of the smallest."""
    if not (unit := offer.get("unit")):
        return 0
    low, high = offer.get("low", 0), offer.get("high", 0)
    return int(min(high, -(-low // unit) * unit + unit * chance.randrange(4)))
