"""The spots of a layout in the terminal: kinds of bets, spot names as typed, and chips placed."""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from sabot.procedure import Offer
from sabot.words import Verbatim, joined, phrase

Words = Iterable[Mapping[str, str]]
MAX_NAMED = 8  # a kind of bet with more spots is called by one name
_SUM = re.compile(r"€?[0-9]+([.,][0-9]+)?€?")
_JOINED = re.compile(r"([^0-9]+)([0-9.,]+€?)|([0-9.,]+€?)([^0-9]+)")  # 紅10, 10紅
_PREPOSITIONS = {"on", "at", "em", "no", "na", "nos", "nas", "a", "ao", "à", "在", "押", "買", "於"}
"""Words that may stand between a sum and a spot: 10 on red."""
_MARKS = "在押買於"
_ARTICLES = {"the", "o", "os", "as"}


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


def is_sum(word: str) -> bool:
    """Whether a typed word is a sum of money or a number: 10, 2.50, 10€."""
    return _SUM.fullmatch(word) is not None


def bets_typed(words: Sequence[str]) -> Iterator[tuple[str, str]]:
    """What the words of a bet may mean, as spot and sum, the likeliest first: red 10, 10 on red,
    10 red, 17 5, 紅10."""
    if len(words) == 1 and (match := _JOINED.fullmatch(words[0])):
        words = [part for part in match.groups() if part]
    if len(words) < 2:
        return
    first, *rest = words
    while rest and rest[0].lower() in _ARTICLES:
        rest = rest[1:]
    if is_sum(first) and len(rest) > 1 and rest[0].lower() in _PREPOSITIONS:
        spot = rest[2:] if rest[1].lower() in _ARTICLES and len(rest) > 2 else rest[1:]
        yield " ".join(spot), first
        return
    *spot, last = words
    for named, amount in ((spot, last), (rest, first)):
        if is_sum(amount):
            text = " ".join(named)
            yield text, amount
            if text.strip(_MARKS) != text:  # 押紅
                yield text.strip(_MARKS), amount


def find_bet(words: Sequence[str], spots: Sequence[str], names: Words,
             name_of: Callable[[str], str] = str) -> tuple[str, str]:
    """The spot and the sum of a typed bet.

    Raises `LookupError` with suggestions where the spot is none, `ValueError` where spot or sum is
    missing.
    """
    unknown: LookupError | None = None
    if len(words) == 1 and _bare_form(words[0]) in _names_of_spots(spots, names, _bare_form):
        raise ValueError("a spot alone")
    for spot, amount in bets_typed(words):
        try:
            return find_spot(spot, spots, names, name_of), amount
        except LookupError as error:
            unknown = unknown or error
    if unknown is not None:
        raise unknown
    raise ValueError("no spot and sum")


def find_spot(typed: str, spots: Sequence[str], words: Words,
              name_of: Callable[[str], str] = str) -> str:
    """The spot that was typed; LookupError with suggestions if there is none, each by its
    ``name_of``.

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
    close = [known[name] for name in difflib.get_close_matches(key, known, n=3)
             or difflib.get_close_matches(key, known, n=1, cutoff=0.5)]
    similar = list(dict.fromkeys((*equal, *by_number, *by_start, *close)))[:6]
    if similar:
        raise LookupError(phrase("there is no spot {typed!r} here: {spots}?",
                                 typed=Verbatim(typed), spots=joined(
                                     (Verbatim(name_of(spot)) for spot in similar), " or ")))
    kinds = {spot.partition("/")[0]: 0 for spot in spots}
    raise LookupError(phrase("there is no spot {typed!r} here, but {kinds}",
                             typed=Verbatim(typed),
                             kinds=joined(Verbatim(name_of(kind)) for kind in kinds)))


def _bare_form(text: str) -> str:
    """A typed spot without capitals and accents, with slashes between its parts."""
    text = re.sub(r"(?<=[\u4e00-\u9fff）])(?=[0-9])", "/", plain_letters(text))  # 直注18
    return re.sub(r"[\s:,/]+", "/", text).strip("/")


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
