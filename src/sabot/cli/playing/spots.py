"""The spots of a cloth at the terminal: bets told chance by chance, spots named as people say them,
and where the chips lie."""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from sabot.procedure import Offer

Words = Iterable[Mapping[str, str]]
EACH = 8  # spots of one chance that are named one by one


class Chance(NamedTuple):
    """All spots of an offer that are bet on alike, in the words of the game."""

    name: str
    example: str
    spots: int
    offer: Offer


def many(offers: Iterable[Offer]) -> list[str]:
    """The spots of a cloth among the offers, in its order; none where there is no cloth."""
    wide = [offer for offer in offers if offer.seats and offer.seats[0][:1].isalpha()]
    if not wide:
        return []
    acts = {offer.act for offer in wide} | {"bet"}
    return list(dict.fromkeys(spot for offer in offers if offer.act in acts
                              for spot in offer.spots))


def chances(offers: Iterable[Offer], words: Mapping[str, str]) -> list[Chance]:
    """The offers that are open to whoever plays, each as one chance."""
    return [Chance(_chance(offer.seats, words), offer.seats[len(offer.seats) // 2],
                   len(offer.seats), offer)
            for offer in offers if offer.seats and offer.priced and not offer.player]


def _chance(spots: Sequence[str], words: Mapping[str, str]) -> str:
    """What the spots of a chance are called: one name, or that of each where they are few."""
    heads = {spot.partition("/")[0] for spot in spots}
    if len(spots) > EACH and len(heads) == 1 and (whole := words.get(f"bet.{heads.pop()}")):
        return whole
    return ", ".join(dict.fromkeys(kind_of(spot, words) for spot in spots))


def kind_of(spot: str, words: Mapping[str, str]) -> str:
    """The chance that a spot belongs to, in words."""
    head = spot
    while f"bet.{head}" not in words and "/" in head:
        head = head.rpartition("/")[0]
    return words.get(f"bet.{head}", head).rstrip(",")


# -- what is typed --------------------------------------------------------------------------------


def find(typed: str, spots: Sequence[str], words: Words) -> str:
    """The spot that is meant; LookupError says which ones might be.

    Beside its name a spot is known by the words of the game (``pleno/17``), with its numbers in any
    order where no other spot has them, and by its numbers alone where these can mean one spot only,
    or one of the chance told first.
    """
    written = _known(spots, words, _bare)
    if (wanted := _bare(typed)) in written:
        return written[wanted]
    wanted, known = _plain(typed), _known(spots, words, _plain)
    same = [spot for spot in spots if _plain(spot) == wanted]
    if wanted in known and len(same) < 2:
        return known[wanted]
    tails = [spot for spot in spots if _plain(spot).rpartition("/")[2] == wanted]
    if len(tails) == 1 or (tails and _numbers_all(tails[0], spots)):
        return tails[0]
    begin = list(dict.fromkeys(spot for name, spot in known.items()
                               if name.startswith(f"{wanted}-")))
    if len(begin) == 1:
        return begin[0]
    close = [known[name] for name in difflib.get_close_matches(wanted, known, n=3)]
    near = list(dict.fromkeys((*same, *tails, *begin, *close)))[:6]
    said = f": {' or '.join(near)}?" if near else ", but " + ", ".join(dict.fromkeys(
        spot.partition("/")[0] for spot in spots))
    raise LookupError(f"{typed!r} is no spot here{said}")


def _bare(text: str) -> str:
    """A spot without capitals and accents."""
    return re.sub(r"[\s:,]+", "/", plain_letters(text).strip(" /,"))


def plain_letters(text: str) -> str:
    """A text without capitals and accents."""
    return "".join(c for c in unicodedata.normalize("NFD", text.casefold())
                   if not unicodedata.combining(c))


def _plain(text: str) -> str:
    """A spot without capitals and accents, its numbers in order."""
    head, slash, tail = _bare(text).rpartition("/")
    numbers = tail.split("-")
    if all(n.isascii() and n.isdigit() and len(n) < 4 for n in numbers):
        tail = "-".join(str(n) for n in sorted(map(int, numbers)))
    return f"{head}{slash}{tail}"


def _known(spots: Sequence[str], words: Words, plain: Callable[[str], str]) -> dict[str, str]:
    """Every name of every spot."""
    known: dict[str, str] = {}
    for spot in spots:
        known[plain(spot)] = spot
    for said in words:
        for spot in spots:
            head, rest = spot, ""
            while head:
                if word := said.get(f"bet.{head}"):
                    known.setdefault(plain(f"{word}/{rest}" if rest else word), spot)
                head, _, tail = head.rpartition("/")
                rest = f"{tail}/{rest}" if rest else tail
    return known


def _numbers_all(spot: str, spots: Sequence[str]) -> bool:
    """Whether the chance of a spot has a spot for every number that any chance has: then a bare
    number means it."""
    head = spot.rpartition("/")[0]
    own = {one.rpartition("/")[2] for one in spots if one.rpartition("/")[0] == head}
    others = {tail for one in spots for tail in [one.rpartition("/")[2]] if tail.isdigit()}
    return others <= own


# -- where the chips lie --------------------------------------------------------------------------


def lying(bets: Mapping[str, int], spots: Iterable[str]) -> dict[str, dict[str, int]]:
    """The cents on each spot by place; the parts of a bet made of several are one."""
    known = set(spots)
    found: dict[str, dict[str, int]] = {}
    for bet, cents in bets.items():
        place, _, rest = bet.partition("/")
        whole = rest
        while whole and whole not in known:
            whole = whole.rpartition("/")[0]
        at = found.setdefault(place, {})
        at[whole or rest] = at.get(whole or rest, 0) + cents
    return found


def rows(laid: Mapping[str, int], words: Mapping[str, str]) -> list[tuple[str, dict[str, int]]]:
    """What lies on the spots of each chance: its name, and the cents by what names the spot in it.
    """
    found: dict[str, dict[str, int]] = {}
    for spot, cents in laid.items():
        name = kind_of(spot, words)
        rest = "" if f"bet.{spot}" in words else spot.partition("/")[2] or spot
        at = found.setdefault(name, {})
        at[rest] = at.get(rest, 0) + cents
    return list(found.items())
