"""Reads and writes hands in the open PHH format (`phh_replay` replays them).

A `Hand` is one hand of such a file as values. Players are numbered as in the file, clockwise from
the left of the button. At our tables that is the place that has the hand, so "p1" makes the small
bet; between two players "p2" has the button and the small bet. Sums are whole cents here; in the
file they are chips, whole or with two decimals. Sums put in before the deal are listed here by the
player who puts them in; with two players a file lists them the other way round.
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
"""The games of the format that are played here, and their limits of bets."""
OTHERS = {
    "FT": "fixed-limit hold'em", "NS": "no-limit short-deck hold'em",
    "FO/8": "fixed-limit Omaha high-low", "F7S": "fixed-limit seven card stud",
    "F7S/8": "fixed-limit seven card stud high-low", "FR": "fixed-limit razz",
    "N2L1D": "no-limit deuce-to-seven single draw",
    "F2L3D": "fixed-limit deuce-to-seven triple draw", "FB": "fixed-limit badugi"}
"""The other games of the format."""
UNKNOWN = "??"
AS_DEALT = "-"
"""The cards of a player who shows the cards that they were dealt."""
LONGEST = 50_000
"""The maximum of characters of one hand; the longest known hands have a tenth of it."""
LARGEST = 20_000_000
"""The maximum of characters of a file of many hands."""
RICHEST = 10**14
"""The maximum of a sum, in cents."""
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
_OTHER_FIELDS = frozenset((
    "author", "event", "url", "venue", "address", "city", "region", "postal_code", "country",
    "time", "time_zone", "time_zone_abbreviation", "day", "month", "year", "hand", "level", "seats",
    "seat_count", "table", "currency", "currency_symbol", "ante_trimming_status", "time_limit",
    "time_banks"))
"""The fields of the format that do not affect the play of a hand."""
TRIMMED = "ante_trimming_status"


class Action(NamedTuple):
    """One action of the format. ``player`` acts, 0 for the dealer; ``to`` is the player to
    whom ``dh`` deals; ``cards`` are dealt or shown, `AS_DEALT` where they are shown as dealt;
    ``sum`` is the total of a ``cbr``, as written; ``n`` is the number of the action, from 1."""

    player: int
    what: str
    to: int = 0
    cards: str = ""
    sum: str = ""
    n: int = 0


class BadHand(ValueError):
    """A hand that cannot be read or replayed; the text says where and why."""


@dataclass(frozen=True)
class Hand:
    """A hand of the format.

    ``variant``: a code of `CODES`. ``antes``, ``blinds`` and ``stacks`` by player, ``least`` the
    minimum bet, in cents. A negative blind is posted by a player who comes in or comes back: it is
    a bet of that size and no straddle. ``actions`` in the notation of the format, sums in chips.
    ``finishing``: each player's stack after the hand; ``winnings``: what each collected from the
    pots; None where unknown. ``more``: every other field, as written.
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
        """The name of a player, numbered from 1."""
        return (self.players[player - 1] if self.players else "") or f"p{player}"

    def parse_actions(self) -> list[Action]:
        """The actions in order; BadHand for an invalid one, and for a player who does not exist."""
        actions = (_action(n, line, len(self.stacks))
                   for n, line in enumerate(self.actions, start=1))
        return [action for action in actions if action]

    @property
    def unit(self) -> int:
        """The smallest part of a divided pot, in cents: a chip where all sums of the file are whole
        chips, otherwise a hundredth."""
        sums = [*self.antes, *self.blinds, self.least, *self.stacks, *(self.finishing or ()),
                *(self.winnings or ())]
        sums += [cents("cbr", Decimal(action.sum)) for action in self.parse_actions() if action.sum]
        return 1 if any(amount % 100 for amount in sums) else 100

    @property
    def trimmed(self) -> bool:
        """Whether a player who cannot pay the whole ante wins only the same part of the others'
        antes."""
        return bool(self.more.get(TRIMMED))

    @property
    def unknown_fields(self) -> list[str]:
        """The fields that are not of the format, and not marked as the author's own."""
        return [key for key in self.more if key not in _OTHER_FIELDS and not key.startswith("_")]


# -- the text --------------------------------------------------------------------------------------


def read(text: str) -> Hand:
    """The hand of a file; BadHand for an invalid hand, or for a game that is not played here."""
    if len(text) > LONGEST:
        raise BadHand(f"a file of one hand has at most {LONGEST} characters")
    values = _values(text)
    if "variant" not in values and values and all(isinstance(value, dict)
                                                  for value in values.values()):
        raise BadHand(f"{len(values)} hands under headings, but one hand is expected")
    return _hand(values)


def read_all(text: str) -> Iterator[tuple[str, Hand | BadHand]]:
    """The hands of a file with their headings: "" for a file of one hand; ``[1]``, ``[2]`` and so
    on for many. An invalid hand comes as the BadHand that says why; BadHand is raised where the
    file cannot be read."""
    if len(text) > LARGEST:
        raise BadHand(f"a file of hands has at most {LARGEST} characters")
    values = _values(text)
    parts = {heading: value for heading, value in values.items() if isinstance(value, dict)}
    has_headings = "variant" not in values and values and len(parts) == len(values)
    for heading, value in parts.items() if has_headings else [("", values)]:
        try:
            yield heading, _hand(value)
        except BadHand as why:
            yield heading, why


def _values(text: str) -> dict[str, object]:
    try:
        return tomllib.loads(text, parse_float=Decimal)
    except RecursionError:
        raise BadHand("not readable TOML: lists are nested too deep") from None
    except tomllib.TOMLDecodeError as error:
        raise BadHand(f"not readable TOML: {error}") from None
    except ValueError:
        raise BadHand("not readable TOML: a number has thousands of digits") from None


def _hand(values: dict[str, object]) -> Hand:
    if "variant" not in values:
        raise BadHand("the field variant is missing")
    variant = values["variant"]
    if not isinstance(variant, str) or variant not in CODES:
        title = OTHERS.get(variant) if isinstance(variant, str) else None
        raise BadHand(f"variant {str(variant)[:40]!r}{f' ({title})' if title else ''} is not "
                      f"played here; {' and '.join(CODES)} are")
    if missing := [key for key in _NEEDED if key not in values]:
        raise BadHand(f"missing fields: {', '.join(missing)}")
    if others := [key for key in _OF_OTHERS if key in values]:
        raise BadHand(f"{', '.join(others)}: not a field of {variant}")
    rows = [key for key in ("antes", "blinds_or_straddles", "starting_stacks", "finishing_stacks",
                            "winnings") if key in values]
    sums = {key: _sums(key, values[key]) for key in rows}
    count = len(sums["starting_stacks"])
    for key, row in sums.items():
        if len(row) != count:
            raise BadHand(f"{key}: {len(row)} sums for {count} players")
    if not 2 <= count <= OMAHA.places + 1:
        raise BadHand(f"{count} players: 2 to {OMAHA.places + 1} may play")
    if not all(sums["starting_stacks"]):
        raise BadHand("starting_stacks: every player must have chips")
    least = cents("min_bet", values["min_bet"])
    if not least:
        raise BadHand("min_bet: it must be above 0")
    actions = values["actions"]
    if not isinstance(actions, list) or not all(isinstance(text, str) for text in actions):
        raise BadHand("actions: must be a list of texts")
    if sum(map(len, actions)) > LONGEST:
        raise BadHand(f"actions: at most {LONGEST} characters")
    if not isinstance(values.get(TRIMMED, False), bool):
        raise BadHand("ante_trimming_status: must be true or false")
    hand = Hand(variant, _by_player(sums["antes"]), _by_player(sums["blinds_or_straddles"]), least,
                sums["starting_stacks"], tuple(actions), _names(values.get("players", []), count),
                sums.get("finishing_stacks"),
                {key: value for key, value in values.items() if key not in _KNOWN},
                sums.get("winnings"))
    hand.parse_actions()
    return hand


def _by_player(sums: tuple[int, ...]) -> tuple[int, ...]:
    """Sums before the deal, from file order to player order and back: with two players the format
    names the small bet first, which the second player puts in."""
    return sums[::-1] if len(sums) == 2 else sums


def _action(n: int, text: str, players: int) -> Action | None:
    """Parses an action; None where there is only a comment."""
    words = " ".join(text.partition("#")[0].split(None))
    if not words:
        return None
    match = _ACTION.fullmatch(words)
    if not match:
        raise BadHand(f"action {n}: {text[:60]!r} is not an action; write 'd dh p1 AsKs', "
                      "'d db 2c7d9h', 'p1 cbr 200', 'p1 cc', 'p1 f' or 'p1 sm AsKs'")
    player, to = (int((match[key] or "p0")[1:]) for key in ("who", "to"))
    if max(player, to) > players:
        raise BadHand(f"action {n}: there is no player 'p{max(player, to)}' among {players}")
    revealed, total = match["shown"] or "", match["sum"] or ""
    if match["cbr"] and not re.fullmatch(_SUM, total):
        raise BadHand(f"action {n}: {total!r} is not a sum")
    if total:
        cents(f"action {n}", Decimal(total))
    what = match["dh"] or match["db"] or match["act"] or match["cbr"] or match["sm"]
    action = Action(player, what,
                    to, match["own"] or match["common"] or revealed, total, n)
    known = [card for card in cards(action.cards) if card != UNKNOWN]
    if twice := sorted({card for card in known if known.count(card) > 1}):
        raise BadHand(f"action {n}: the same card twice: {spell(twice)}")
    return action


def _names(value: object, count: int) -> tuple[str, ...]:
    """The names of players, "" for an unknown one."""
    names = tuple(map(str, value)) if isinstance(value, list) else (" ",)
    known = [name for name in names if name]
    if names and (len(names) != count or len(set(known)) < len(known)
                  or not all(name.isprintable() and name.strip() for name in known)):
        raise BadHand(f"players: must be {count} different names of printable characters")
    return names


def write(hand: Hand) -> str:
    """The text of a file of this hand."""
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
    """Cents as chips in the notation of the format: 12, 12.50."""
    whole, rest = divmod(abs(amount), 100)
    return ("-" if amount < 0 else "") + (f"{whole}.{rest:02}" if rest else str(whole))


def number(amount: int) -> int | Decimal:
    """Cents as a number of chips, for a field outside the format."""
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


def _sums(key: str, values: object) -> tuple[int, ...]:
    """A list of chips as cents."""
    if not isinstance(values, list):
        raise BadHand(f"{key}: must be a list of sums")
    return tuple(cents(key, value) for value in values)


def cents(key: str, value: object) -> int:
    """One sum of chips as cents; a sum before the deal may be negative."""
    if isinstance(value, bool) or not isinstance(value, int | Decimal):
        raise BadHand(f"{key}: {value if isinstance(value, str) else str(value)!r} is not a sum")
    amount = Decimal(value)
    if key == "starting_stacks" and amount == Decimal("inf"):
        raise BadHand("starting_stacks: 'inf' is an unknown stack; without it nobody knows "
                      "who may win how much")
    signed = key == "blinds_or_straddles"
    magnitude = amount.copy_abs() if signed else amount
    if not amount.is_finite() or not 0 <= magnitude <= RICHEST or magnitude * 100 > RICHEST or (
            magnitude * 100 != int(magnitude * 100)):
        raise BadHand(f"{key}: {str(value)[:40]!r} is not a sum: at most two "
                      f"decimals, {'' if signed else 'not negative, '}at most {chips(RICHEST)}")
    return int(amount * 100)


def cards(text: str) -> list[str]:
    """The cards of a text such as AsKd, "??" for an unseen one; none for `AS_DEALT`."""
    if text == AS_DEALT:
        return []
    parts = [text[n:n + 2] for n in range(0, len(text), 2)]
    codes = [part if part == UNKNOWN else part[:1] + part[1:].upper() for part in parts]
    for card, part in zip(codes, parts, strict=True):
        if card != UNKNOWN and not is_card(card):
            raise BadHand(f"{part!r} is not a card; a card is like As or Td")
    return codes


def spell(codes: Iterable[str]) -> str:
    """Cards in the notation of the format."""
    return "".join(code if code == UNKNOWN else code[0] + code[1].lower() for code in codes)
