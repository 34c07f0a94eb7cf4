"""Hands in the open PHH format: read and written (`phhplay` plays them again).

A `Hand` is one hand of such a file as values. Players are numbered as there, clockwise from the
left of the button: with us that is the place that has the hand, so "p1" is who makes the small bet;
of two players "p2" has the button and the small bet. Sums are whole cents inside; in the file they
are chips, whole or with a fraction of two digits. What each puts in before the deal stands here by
the player who puts it in; of two players a file has it the other way round.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import NamedTuple

from sabot.equipment import is_card
from sabot.families.pokertable.betting_terms import Limit
from sabot.families.pokertable.variant import HOLDEM, OMAHA, Variant

CODES: dict[str, tuple[Variant, Limit]] = {"NT": (HOLDEM, "cave"), "PO": (OMAHA, "pot")}
"""The games of the format that are played here, and what limits their bets."""
OTHERS = {
    "FT": "fixed-limit hold'em", "NS": "no-limit short-deck hold'em",
    "FO/8": "fixed-limit Omaha high-low", "F7S": "fixed-limit seven card stud",
    "F7S/8": "fixed-limit seven card stud high-low", "FR": "fixed-limit razz",
    "N2L1D": "no-limit deuce-to-seven single draw",
    "F2L3D": "fixed-limit deuce-to-seven triple draw", "FB": "fixed-limit badugi"}
"""The games of the format that are not."""
UNKNOWN = "??"
AS_DEALT = "-"
"""Who shows the cards that they were dealt."""
LONGEST = 50_000
"""Characters of one hand: the longest hands of the world have a tenth of it."""
LARGEST = 20_000_000
"""Characters of a file of many hands."""
RICHEST = 10**14
"""The most of a sum, in cents."""
_PLAYER = r"p[1-9][0-9]?"
_CARDS = r"[0-9A-Za-z?]+"
_SUM = r"[0-9]{1,15}(\.[0-9]{1,9})?"
_ACTION = re.compile(
    rf"(?:(?P<dealer>d) (?:(?P<dh>dh) (?P<to>{_PLAYER}) (?P<own>{_CARDS})"
    rf"|(?P<db>db) (?P<common>{_CARDS}))"
    rf"|(?P<who>{_PLAYER}) (?:(?P<act>f|cc)|(?P<cbr>cbr)(?: (?P<sum>[^#\s]+))?"
    rf"|(?P<sm>sm)(?: (?P<shown>{_CARDS}|-))?))", re.ASCII)
_NEEDED = ("variant", "antes", "blinds_or_straddles", "min_bet", "starting_stacks", "actions")
_KNOWN = (*_NEEDED, "players", "finishing_stacks", "winnings")
_OF_OTHERS = ("bring_in", "small_bet", "big_bet")
_BESIDE = frozenset((
    "author", "event", "url", "venue", "address", "city", "region", "postal_code", "country",
    "time", "time_zone", "time_zone_abbreviation", "day", "month", "year", "hand", "level", "seats",
    "seat_count", "table", "currency", "currency_symbol", "ante_trimming_status", "time_limit",
    "time_banks"))
"""The fields of the format beside those that a hand is made of."""
TRIMMED = "ante_trimming_status"


class Action(NamedTuple):
    """One action of the format: who does what, 0 being the dealer. ``to`` is whom ``dh`` deals to;
    ``cards`` are dealt or shown, `AS_DEALT` where they are shown as they were dealt, ``sum`` is
    what a ``cbr`` comes to, as it is written. ``n``: which action it is, counted from 1."""

    who: int
    what: str
    to: int = 0
    cards: str = ""
    sum: str = ""
    n: int = 0


class BadHand(ValueError):
    """A hand that cannot be read or played; the text says where and why."""


@dataclass(frozen=True)
class Hand:
    """A hand of the format.

    ``variant``: a code of `CODES`. ``antes``, ``blinds`` and ``stacks`` by player, ``least`` the
    least bet, in cents. A blind below nothing is posted by who comes in or comes back: it is a bet
    of so much and no straddle. ``actions`` in the words of the format, sums in chips.
    ``finishing``: what each had after it, ``winnings``: what each collected of the pots, where that
    is known. ``more``: every other field, as it was written.
    """

    variant: str
    antes: tuple[int, ...]
    blinds: tuple[int, ...]
    least: int
    stacks: tuple[int, ...]
    actions: tuple[str, ...]
    players: tuple[str, ...] = ()
    finishing: tuple[int, ...] | None = None
    more: Mapping[str, object] = field(default_factory=dict)
    winnings: tuple[int, ...] | None = None

    def name(self, player: int) -> str:
        """What a player is called, counted from 1."""
        return (self.players[player - 1] if self.players else "") or f"p{player}"

    def told(self) -> list[Action]:
        """The actions one by one; BadHand for what is none, and for a player who is not there."""
        found = (_action(n, one, len(self.stacks)) for n, one in enumerate(self.actions, start=1))
        return [one for one in found if one]

    @property
    def unit(self) -> int:
        """The smallest part of a pot that is divided, in cents: a chip where all sums of the file
        are whole chips, else a hundredth."""
        sums = [*self.antes, *self.blinds, self.least, *self.stacks, *(self.finishing or ()),
                *(self.winnings or ())]
        sums += [cents("cbr", Decimal(one.sum)) for one in self.told() if one.sum]
        return 1 if any(one % 100 for one in sums) else 100

    @property
    def trimmed(self) -> bool:
        """Whether who cannot pay the whole ante wins only as much of those of the others."""
        return bool(self.more.get(TRIMMED))

    @property
    def strange(self) -> list[str]:
        """The fields that are none of the format, and not marked as its author's own."""
        return [key for key in self.more if key not in _BESIDE and not key.startswith("_")]


# -- the text --------------------------------------------------------------------------------------


def read(text: str) -> Hand:
    """The hand of a file; BadHand for what is none, or for a game that is not played here."""
    if len(text) > LONGEST:
        raise BadHand(f"more than {LONGEST} characters are no file of one hand")
    values = _values(text)
    if "variant" not in values and values and all(isinstance(one, dict)
                                                  for one in values.values()):
        raise BadHand(f"{len(values)} hands under headings, where one hand is read")
    return _hand(values)


def read_all(text: str) -> Iterator[tuple[str, Hand | BadHand]]:
    """The hands of a file one by one, each with its heading: of a file of one hand that one, its
    heading "", of many hands each under ``[1]``, ``[2]``. What is no hand comes as the BadHand that
    says why; BadHand is raised where nothing can be read."""
    if len(text) > LARGEST:
        raise BadHand(f"more than {LARGEST} characters are no file of hands")
    values = _values(text)
    parts = {heading: one for heading, one in values.items() if isinstance(one, dict)}
    many = "variant" not in values and values and len(parts) == len(values)
    for heading, one in parts.items() if many else [("", values)]:
        try:
            yield heading, _hand(one)
        except BadHand as why:
            yield heading, why


def _values(text: str) -> dict[str, object]:
    try:
        return tomllib.loads(text, parse_float=Decimal)
    except RecursionError:
        raise BadHand("no readable TOML: lists within lists without end") from None
    except tomllib.TOMLDecodeError as error:
        raise BadHand(f"no readable TOML: {error}") from None
    except ValueError:
        raise BadHand("no readable TOML: a number of thousands of digits") from None


def _hand(values: dict[str, object]) -> Hand:
    if "variant" not in values:
        raise BadHand("a hand says variant too")
    variant = values["variant"]
    if not isinstance(variant, str) or variant not in CODES:
        what = OTHERS.get(variant) if isinstance(variant, str) else None
        raise BadHand(f"variant {str(variant)[:40]!r}{f' ({what})' if what else ''} is not played "
                      f"here; {' and '.join(CODES)} are")
    if missing := [key for key in _NEEDED if key not in values]:
        raise BadHand(f"a hand says {', '.join(missing)} too")
    if others := [key for key in _OF_OTHERS if key in values]:
        raise BadHand(f"{', '.join(others)}: no field of {variant}")
    rows = [key for key in ("antes", "blinds_or_straddles", "starting_stacks", "finishing_stacks",
                            "winnings") if key in values]
    sums = {key: _sums(key, values[key]) for key in rows}
    count = len(sums["starting_stacks"])
    for key, found in sums.items():
        if len(found) != count:
            raise BadHand(f"{key}: {len(found)} sums for {count} players")
    if not 2 <= count <= OMAHA.places + 1:
        raise BadHand(f"{count} players: from 2 to {OMAHA.places + 1} may play")
    if not all(sums["starting_stacks"]):
        raise BadHand("starting_stacks: who is dealt in has more than nothing")
    least = cents("min_bet", values["min_bet"])
    if not least:
        raise BadHand("min_bet: more than nothing")
    actions = values["actions"]
    if not isinstance(actions, list) or not all(isinstance(one, str) for one in actions):
        raise BadHand("actions: a list of texts")
    if sum(map(len, actions)) > LONGEST:
        raise BadHand(f"actions: more than {LONGEST} characters are no actions of one hand")
    if not isinstance(values.get(TRIMMED, False), bool):
        raise BadHand("ante_trimming_status: true or false")
    hand = Hand(variant, _by_player(sums["antes"]), _by_player(sums["blinds_or_straddles"]), least,
                sums["starting_stacks"], tuple(actions), _names(values.get("players", []), count),
                sums.get("finishing_stacks"),
                {key: value for key, value in values.items() if key not in _KNOWN},
                sums.get("winnings"))
    hand.told()
    return hand


def _by_player(sums: tuple[int, ...]) -> tuple[int, ...]:
    """What each puts in before the deal, by player, of what stands in a file, and the other way: of
    two players the format names the small bet first, and the second player puts it in."""
    return sums[::-1] if len(sums) == 2 else sums


def _action(n: int, text: str, players: int) -> Action | None:
    """An action, None where there is only a comment."""
    words = " ".join(text.partition("#")[0].split(None))
    if not words:
        return None
    found = _ACTION.fullmatch(words)
    if not found:
        raise BadHand(f"action {n}: {text[:60]!r} is none; one is 'd dh p1 AsKs', 'd db 2c7d9h', "
                      "'p1 cbr 200', 'p1 cc', 'p1 f' or 'p1 sm AsKs'")
    who, to = (int((found[key] or "p0")[1:]) for key in ("who", "to"))
    if max(who, to) > players:
        raise BadHand(f"action {n}: 'p{max(who, to)}' is no player of {players}")
    shown, total = found["shown"] or "", found["sum"] or ""
    if found["cbr"] and not re.fullmatch(_SUM, total):
        raise BadHand(f"action {n}: {total!r} is no sum")
    if total:
        cents(f"action {n}", Decimal(total))
    made = Action(who, found["dh"] or found["db"] or found["act"] or found["cbr"] or found["sm"],
                  to, found["own"] or found["common"] or shown, total, n)
    said = [card for card in cards(made.cards) if card != UNKNOWN]
    if twice := sorted({card for card in said if said.count(card) > 1}):
        raise BadHand(f"action {n}: the same card twice: {spelt(twice)}")
    return made


def _names(found: object, count: int) -> tuple[str, ...]:
    """Names of players, "" where one is not known."""
    names = tuple(map(str, found)) if isinstance(found, list) else (" ",)
    known = [name for name in names if name]
    if names and (len(names) != count or len(set(known)) < len(known)
                  or not all(name.isprintable() and name.strip() for name in known)):
        raise BadHand(f"players: {count} different names, of letters that can be printed")
    return names


def write(hand: Hand) -> str:
    """The hand as the text of a file."""
    def row(sums: Iterable[int]) -> str:
        return f"[{', '.join(map(chips, sums))}]"
    lines = [f'variant = "{hand.variant}"', f"antes = {row(_by_player(hand.antes))}",
             f"blinds_or_straddles = {row(_by_player(hand.blinds))}",
             f"min_bet = {chips(hand.least)}",
             f"starting_stacks = {row(hand.stacks)}",
             f"actions = [{', '.join(map(_quoted, hand.actions))}]"]
    if hand.players:
        lines.append(f"players = [{', '.join(map(_quoted, hand.players))}]")
    if hand.finishing is not None:
        lines.append(f"finishing_stacks = {row(hand.finishing)}")
    if hand.winnings is not None:
        lines.append(f"winnings = {row(hand.winnings)}")
    lines += [f"{_key(key)} = {_value(value)}" for key, value in hand.more.items()]
    return "\n".join(lines) + "\n"


def chips(amount: int) -> str:
    """Cents as the format writes chips: 12, 12.50."""
    whole, rest = divmod(abs(amount), 100)
    return ("-" if amount < 0 else "") + (f"{whole}.{rest:02}" if rest else str(whole))


def number(amount: int) -> int | Decimal:
    """Cents as a number of chips, for a field beside those of the format."""
    return amount // 100 if amount % 100 == 0 else Decimal(chips(amount))


def _quoted(text: str) -> str:
    return '"' + "".join(f"\\{c}" if c in '\\"' else c if c.isprintable() else f"\\U{ord(c):08x}"
                         for c in text) + '"'


def _key(text: str) -> str:
    return text if re.fullmatch(r"[A-Za-z0-9_-]+", text) else _quoted(text)


def _value(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if hasattr(value, "isoformat"):  # a date, a time or both
        return str(value.isoformat())
    if isinstance(value, int | Decimal):
        return str(value).lower()
    if isinstance(value, list):
        return f"[{', '.join(map(_value, value))}]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_key(k)} = {_value(v)}" for k, v in value.items()) + "}"
    return _quoted(str(value))


def _sums(key: str, found: object) -> tuple[int, ...]:
    """Chips as cents."""
    if not isinstance(found, list):
        raise BadHand(f"{key}: a list of sums")
    return tuple(cents(key, one) for one in found)


def cents(key: str, found: object) -> int:
    """One sum of chips as cents; of what is put in before the deal one below nothing too."""
    if isinstance(found, bool) or not isinstance(found, int | Decimal):
        raise BadHand(f"{key}: {found if isinstance(found, str) else str(found)!r} is no sum")
    small = Decimal(found)
    if key == "starting_stacks" and small == Decimal("inf"):
        raise BadHand("starting_stacks: 'inf' is a stack that nobody knows; without it nobody "
                      "knows who may win how much")
    below = key == "blinds_or_straddles"
    size = small.copy_abs() if below else small
    if not small.is_finite() or not 0 <= size <= RICHEST or size * 100 > RICHEST or (
            size * 100 != int(size * 100)):
        raise BadHand(f"{key}: {str(found)[:40]!r} is no sum of whole hundredths, "
                      f"{'' if below else 'not below nothing and '}at most {chips(RICHEST)}")
    return int(small * 100)


def cards(text: str) -> list[str]:
    """The cards of a text such as AsKd, "??" where one was not seen; none of `AS_DEALT`."""
    if text == AS_DEALT:
        return []
    found = [text[n:n + 2] for n in range(0, len(text), 2)]
    made = [one if one == UNKNOWN else one[:1] + one[1:].upper() for one in found]
    for card, one in zip(made, found, strict=True):
        if card != UNKNOWN and not is_card(card):
            raise BadHand(f"{one!r} is no card; a card is like As or Td")
    return made


def spelt(codes: Iterable[str]) -> str:
    """Cards as the format writes them."""
    return "".join(code if code == UNKNOWN else code[0] + code[1].lower() for code in codes)
