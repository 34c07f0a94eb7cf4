"""What a player may do now, read once for each question.

A layout offers hundreds of spots to everybody in a menu, and to each player only what differs from
it. The menu of a coup is read once; each question then costs only the player's own offers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from sabot.procedure import Listen, Offer
from sabot.procedure.acceptance import is_open_to

Key = tuple[str, str]
"""An act and the seat, hand or spot that it names."""
OpenActs = dict[Key, list[Offer]]


def open_acts(listen: Listen | None, player: str) -> OpenActs:
    """What a player may do: by act and seat the offers that accept it, in the order in which the
    engine tries them. Barred offers, and those listed only to be refused, are left out."""
    acts = _read(listen.offers if listen else (), player, frozenset())
    return {key: offers for key, offers in acts.items() if offers}


def _read(offers: Iterable[Offer], player: str, left_out: frozenset[str]) -> OpenActs:
    """The same with an empty list for what is barred, without the acts that are ``left_out``."""
    acts: OpenActs = {}
    for offer in offers:
        act = offer.act
        if act in left_out or not is_open_to(offer, player):
            continue
        barred = player in offer.barred or offer.note == "full"
        for seat in offer.seats or (offer.seat,):
            key = act, seat
            known = acts.get(key)
            if known is None:
                acts[key] = [] if barred else [offer]
            elif known and known[0].player and known[0].priced and offer.player == player:
                known.append(offer)
    return acts


class MenuGroup(NamedTuple):
    """An ``offer`` of a menu and its ``act``; every act and seat that it opens (``keys``), and
    those whose seat begins with a number (``placed``); the cents that it costs at ``least``."""

    offer: Offer
    act: str
    keys: tuple[Key, ...]
    placed: tuple[Key, ...]
    least: int


class MenuActs:
    """What the menus of a coup offer to a player: ``groups`` by offer, and the number of the group
    of every act and seat (``of``). ``highest``: the cents that suffice for the most of everything.
    """

    def __init__(self, offers: tuple[Offer, ...], player: str, left_out: frozenset[str]) -> None:
        self.first = offers[0] if offers else None
        by_offer: dict[int, tuple[Offer, list[Key]]] = {}
        for key, accepting in _read(offers, player, left_out).items():
            if accepting:
                by_offer.setdefault(id(accepting[0]), (accepting[0], []))[1].append(key)
        self.groups = tuple(MenuGroup(
            offer, offer.act, tuple(keys), tuple(key for key in keys if key[1][:1].isdigit()),
            0 if offer.note == "cards" else max(offer.cost, offer.least))
            for offer, keys in by_offer.values())
        self.of = {key: n for n, group in enumerate(self.groups) for key in group.keys}
        self.highest = max((max(group.offer.cost, group.offer.high) for group in self.groups
                            if group.offer.note != "cards"), default=0)


class OpenOffers:
    """What a player may do in answer to one question, with the money they have.

    ``own`` has what is not in the ``menu``, with an empty list where that bars an act of the menu.
    """

    def __init__(self, listen: Listen, own: tuple[Offer, ...], player: str, purse: int,
                 left_out: frozenset[str], menu: MenuActs | None) -> None:
        self.listen, self.purse = listen, purse
        offers = listen.offers[len(own):]
        first = offers[0] if offers else None
        self.menu = menu if menu is not None and menu.first is first else MenuActs(
            offers, player, left_out)
        self.own = _read(own, player, left_out)
        dear = {id(offer) for offer in own
                if (offer.cost > purse or offer.low + offer.unit > purse)
                and offer.note != "cards" and max(offer.cost, offer.least) > purse}
        if dear:
            for key, accepting in self.own.items():
                if accepting and dear.issuperset(map(id, accepting)):
                    self.own[key] = []
        self._all: OpenActs | None = None
        self._groups: tuple[MenuGroup, ...] | None = None

    @property
    def all(self) -> OpenActs:
        """Everything by act and seat, in the order in which the engine tries it."""
        if self._all is None:
            self._all = {key: offers for key, offers in self.own.items() if offers}
            self._all |= {key: [group.offer] for group in self.menu.groups
                          if group.least <= self.purse
                          for key in group.keys if key not in self.own}
        return self._all

    @property
    def groups(self) -> tuple[MenuGroup, ...]:
        """The affordable offers of the menu of which something is open."""
        if self._groups is None:
            covered = Counter(self.menu.of[key] for key in self.own.keys() & self.menu.of.keys())
            self._groups = tuple([
                group for n, group in enumerate(self.menu.groups)
                if group.least <= self.purse and covered.get(n, 0) < len(group.keys)])
        return self._groups

    def __bool__(self) -> bool:
        return any(self.own.values()) or bool(self.groups)

    @property
    def acts(self) -> set[str]:
        """The acts that are open somewhere."""
        acts = {act for (act, _), offers in self.own.items() if offers}
        acts.update([group.act for group in self.groups])
        return acts

    @property
    def placed(self) -> Iterator[Key]:
        """What is open by act and seat, if the seat begins with a number."""
        yield from [key for key, offers in self.own.items() if offers and key[1][:1].isdigit()]
        for group in self.groups:
            if group.placed:
                yield from [key for key in group.placed if key not in self.own]
