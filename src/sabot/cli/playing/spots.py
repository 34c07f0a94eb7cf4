"""The spots of a layout in the terminal: kinds of bets, spot names as typed, and chips placed."""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from sabot.procedure import Offer

Words = Iterable[Mapping[str, str]]
MAX_NAMED = 8  # a kind of bet with more spots is called by one name


class Chance(NamedTuple):
    """A kind of bet: all spots of one offer, in the words of the game."""

    name: str
    example: str
    spots: int
    offer: Offer


def layout_spots(offers: Iterable[Offer]) -> list[str]:
    """The spots of a layout among the offers, in its order; [] if there is no layout."""
    on_layout = [offer for offer in offers if offer.seats and offer.seats[0][:1].isalpha()]
    if not on_layout:
        return []
    acts = {offer.act for offer in on_layout} | {"bet"}
    return list(dict.fromkeys(spot for offer in offers if offer.act in acts
                              for spot in offer.spots))


def chances(offers: Iterable[Offer], words: Mapping[str, str]) -> list[Chance]:
    """The offers that are open to every player, each as one kind of bet."""
    return [Chance(_chance(offer.seats, words), offer.seats[len(offer.seats) // 2],
                   len(offer.seats), offer)
            for offer in offers if offer.seats and offer.priced and not offer.player]


def _chance(spots: Sequence[str], words: Mapping[str, str]) -> str:
    """The name of a kind of bet: one name, or the names of its spots if they are few."""
    heads = {spot.partition("/")[0] for spot in spots}
    if len(spots) > MAX_NAMED and len(heads) == 1 and (whole := words.get(f"bet.{heads.pop()}")):
        return whole
    return ", ".join(dict.fromkeys(kind_of(spot, words) for spot in spots))


def kind_of(spot: str, words: Mapping[str, str]) -> str:
    """The name of the kind of bet of a spot."""
    head = spot
    while f"bet.{head}" not in words and "/" in head:
        head = head.rpartition("/")[0]
    return words.get(f"bet.{head}", head).rstrip(",")


# -- what is typed --------------------------------------------------------------------------------


def find_spot(typed: str, spots: Sequence[str], words: Words) -> str:
    """The spot that was typed; LookupError with suggestions if there is none.

    A spot may be typed by its name, by the words of the game (``pleno/17``), with its numbers in
    any order if no other spot has the same numbers, or by its numbers alone if they mean only one
    spot, or the spot of a bet that has one for every number.
    """
    bare_names = _names_of_spots(spots, words, _bare_form)
    if (key := _bare_form(typed)) in bare_names:
        return bare_names[key]
    key, known = _sorted_form(typed), _names_of_spots(spots, words, _sorted_form)
    equal = [spot for spot in spots if _sorted_form(spot) == key]
    if key in known and len(equal) < 2:
        return known[key]
    by_number = [spot for spot in spots if _sorted_form(spot).rpartition("/")[2] == key]
    if len(by_number) == 1 or (by_number and _has_every_number(by_number[0], spots)):
        return by_number[0]
    by_start = list(dict.fromkeys(spot for name, spot in known.items()
                                  if name.startswith(f"{key}-")))
    if len(by_start) == 1:
        return by_start[0]
    close = [known[name] for name in difflib.get_close_matches(key, known, n=3)]
    similar = list(dict.fromkeys((*equal, *by_number, *by_start, *close)))[:6]
    hint = f": {' or '.join(similar)}?" if similar else ", but " + ", ".join(dict.fromkeys(
        spot.partition("/")[0] for spot in spots))
    raise LookupError(f"there is no spot {typed!r} here{hint}")


def _bare_form(text: str) -> str:
    """A typed spot without capitals and accents, with slashes between its parts."""
    return re.sub(r"[\s:,]+", "/", plain_letters(text).strip(" /,"))


def plain_letters(text: str) -> str:
    """A text without capitals and accents."""
    return "".join(c for c in unicodedata.normalize("NFD", text.casefold())
                   if not unicodedata.combining(c))


def _sorted_form(text: str) -> str:
    """A typed spot without capitals and accents, with its numbers in order."""
    head, slash, tail = _bare_form(text).rpartition("/")
    numbers = tail.split("-")
    if all(n.isascii() and n.isdigit() and len(n) < 4 for n in numbers):
        tail = "-".join(str(n) for n in sorted(map(int, numbers)))
    return f"{head}{slash}{tail}"


def _names_of_spots(
    spots: Sequence[str], words: Words, form: Callable[[str], str]
) -> dict[str, str]:
    """Every name of every spot, in the normal form of ``form``."""
    names: dict[str, str] = {}
    for spot in spots:
        names[form(spot)] = spot
    for texts in words:
        for spot in spots:
            head, tail_text = spot, ""
            while head:
                if word := texts.get(f"bet.{head}"):
                    names.setdefault(form(f"{word}/{tail_text}" if tail_text else word), spot)
                head, _, tail = head.rpartition("/")
                tail_text = f"{tail}/{tail_text}" if tail_text else tail
    return names


def _has_every_number(spot: str, spots: Sequence[str]) -> bool:
    """Whether the spot's kind of bet has a spot for every number of any kind: then a bare number
    means this kind."""
    head = spot.rpartition("/")[0]
    own = {other.rpartition("/")[2] for other in spots if other.rpartition("/")[0] == head}
    others = {tail for other in spots for tail in [other.rpartition("/")[2]] if tail.isdigit()}
    return others <= own


# -- where the chips lie --------------------------------------------------------------------------


def placed_bets(bets: Mapping[str, int], spots: Iterable[str]) -> dict[str, dict[str, int]]:
    """The cents on each spot, by place; the parts of a bet are added up."""
    known = set(spots)
    placed: dict[str, dict[str, int]] = {}
    for bet, cents in bets.items():
        place, _, tail = bet.partition("/")
        spot = tail
        while spot and spot not in known:
            spot = spot.rpartition("/")[0]
        of_place = placed.setdefault(place, {})
        of_place[spot or tail] = of_place.get(spot or tail, 0) + cents
    return placed


def chip_rows(
    placed: Mapping[str, int], words: Mapping[str, str]
) -> list[tuple[str, dict[str, int]]]:
    """The chips of each kind of bet: its name, and the cents by spot label."""
    rows_: dict[str, dict[str, int]] = {}
    for spot, cents in placed.items():
        name = kind_of(spot, words)
        label = "" if f"bet.{spot}" in words else spot.partition("/")[2] or spot
        of_chance = rows_.setdefault(name, {})
        of_chance[label] = of_chance.get(label, 0) + cents
    return list(rows_.items())
