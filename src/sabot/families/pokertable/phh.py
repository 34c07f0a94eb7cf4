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
from dataclasses import dataclass, field, replace
from decimal import Decimal
from functools import cached_property
from typing import NamedTuple

from sabot.equipment import is_card
from sabot.error_texts import error_text
from sabot.families.pokertable.betting_terms import Limit
from sabot.families.pokertable.variant import HOLDEM, OMAHA, Variant
from sabot.words import joined, phrase


class Code(NamedTuple):
    """A game that is played here: its ``variant``, its limit of bets, and whether half of each pot
    goes to a low hand. ``standard``: the format defines its code."""

    variant: Variant
    limit: Limit
    low: bool = False
    standard: bool = True


CODES = {
    "NT": Code(HOLDEM, "cave"), "FT": Code(HOLDEM, "fixed"), "PO": Code(OMAHA, "pot"),
    "FO/8": Code(OMAHA, "fixed", low=True), "PT": Code(HOLDEM, "pot", standard=False),
    "NO": Code(OMAHA, "cave", standard=False), "FO": Code(OMAHA, "fixed", standard=False),
    "NO/8": Code(OMAHA, "cave", low=True, standard=False),
    "PO/8": Code(OMAHA, "pot", low=True, standard=False),
}
"""The codes of the games that are played here. Those that the format does not define are made like
its own; a program that does not know them refuses the file, and does not misread it."""
OTHERS = {
    "NS": "no-limit short-deck hold'em", "F7S": "fixed-limit seven card stud",
    "F7S/8": "fixed-limit seven card stud high-low", "FR": "fixed-limit razz",
    "N2L1D": "no-limit deuce-to-seven single draw",
    "F2L3D": "fixed-limit deuce-to-seven triple draw", "FB": "fixed-limit badugi"}
"""The other games of the format."""
BOARDS = "_boards"
"""The field with the cards of further boards, where common cards were dealt more than once: for
each board the cards that differ from the first, as one text."""
UNIT = "_unit"
"""The field with the smallest part of a divided pot, in chips: 0.01 where all sums of a hand happen
to be whole, but are dollars."""
BOMB = "_bomb_ante"
"""The field of a hand without betting before the common cards: the checks in its file were not
asked for, and let other programs play it."""
UNKNOWN = "??"
AS_DEALT = "-"
"""The cards of a player who shows the cards that they were dealt."""
LONGEST = 50_000
"""The maximum of characters of one hand; the longest known hands have a tenth of it."""
LARGEST = 20_000_000
"""The maximum of characters of a file of many hands."""
MOST_PLAYERS = OMAHA.places + 1
"""The maximum of players of one hand."""
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
_NEEDED = ("variant", "antes", "blinds_or_straddles", "starting_stacks", "actions")
_SIZES = ("min_bet", "small_bet", "big_bet")
_KNOWN = (*_NEEDED, *_SIZES, "players", "finishing_stacks", "winnings")
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
    minimum bet, in cents; where the limit is fixed, the size of a bet in the first two betting
    rounds, and ``big_bet`` that of later ones. A negative blind is posted by a player who comes in
    or comes back: it is a bet of that size and no straddle. ``actions`` in the notation of the
    format, sums in chips. ``finishing``: each player's stack after the hand; ``winnings``: what
    each collected from the pots; None where unknown. ``more``: every other field, as written.
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
    big_bet: int = 0

    @property
    def code(self) -> Code:
        """The game that is played."""
        return CODES[self.variant]

    @property
    def further_boards(self) -> list[list[str]]:
        """The own cards of each board after the first; BadHand where the field is wrong."""
        rows = self.more.get(BOARDS, [])
        if not isinstance(rows, list) or not all(isinstance(row, str) for row in rows):
            raise BadHand(phrase("{key}: must be a list of texts", key=BOARDS))
        boards = [cards(row) for row in rows]
        if not all(0 < len(board) <= sum(self.code.variant.board) and UNKNOWN not in board
                   for board in boards):
            raise BadHand(phrase("{key}: each board has one to five own cards", key=BOARDS))
        return boards

    def name(self, player: int) -> str:
        """The name of a player, numbered from 1."""
        return (self.players[player - 1] if self.players else "") or f"p{player}"

    def parse_actions(self) -> tuple[Action, ...]:
        """The actions in order; BadHand for an invalid one, and for a player who does not exist."""
        return self._parsed

    @cached_property
    def _parsed(self) -> tuple[Action, ...]:
        actions = (_action(n, line, len(self.stacks))
                   for n, line in enumerate(self.actions, start=1))
        return tuple(action for action in actions if action)

    @property
    def unit(self) -> int:
        """The smallest part of a divided pot, in cents: that of the field `UNIT`, or a chip where
        all sums of the file are whole chips, otherwise a hundredth."""
        if UNIT in self.more:
            return cents(UNIT, self.more[UNIT])
        sums = [*self.antes, *self.blinds, self.least, self.big_bet, *self.stacks,
                *(self.finishing or ()), *(self.winnings or ())]
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
        raise BadHand(phrase("a file of one hand has at most {longest} characters",
                             longest=LONGEST))
    values = _values(text)
    if "variant" not in values and values and all(isinstance(value, dict)
                                                  for value in values.values()):
        raise BadHand(phrase("{n} hands under headings, but one hand is expected", n=len(values)))
    return _hand(values)


def read_all(text: str) -> Iterator[tuple[str, Hand | BadHand]]:
    """The hands of a file with their headings: "" for a file of one hand; ``[1]``, ``[2]`` and so
    on for many. An invalid hand comes as the BadHand that says why; BadHand is raised where the
    file cannot be read."""
    if len(text) > LARGEST:
        raise BadHand(phrase("a file of hands has at most {largest} characters", largest=LARGEST))
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
        raise BadHand(phrase("not readable TOML: {error}", error=error_text(error))) from None
    except ValueError:
        raise BadHand("not readable TOML: a number has thousands of digits") from None


def _hand(values: dict[str, object]) -> Hand:
    if not values:
        raise BadHand("there is no hand: the file is empty")
    if "variant" not in values:
        raise BadHand("the field variant is missing")
    if headings := [key for key, value in values.items()
                    if isinstance(value, dict) and "variant" in value]:
        raise BadHand(phrase("a hand without a heading stands before hands under headings: "
                             "{headings}", headings=", ".join(headings)))
    variant = values["variant"]
    if not isinstance(variant, str) or variant not in CODES:
        title = OTHERS.get(variant) if isinstance(variant, str) else None
        raise BadHand(phrase(
            "variant {variant} is not played here; {others} are",
            variant=repr(str(variant)[:40]) + (f" ({title})" if title else ""),
            others=joined(CODES)))
    sizes = _SIZES[1:] if CODES[variant].limit == "fixed" else _SIZES[:1]
    if missing := [key for key in (*_NEEDED, *sizes) if key not in values]:
        raise BadHand(phrase("missing fields: {missing}", missing=", ".join(missing)))
    if others := [key for key in ("bring_in", *_SIZES) if key in values and key not in sizes]:
        raise BadHand(phrase("{others}: not a field of {variant}", others=", ".join(others),
                             variant=variant))
    rows = [key for key in ("antes", "blinds_or_straddles", "starting_stacks", "finishing_stacks",
                            "winnings") if key in values]
    sums = {key: _sums(key, values[key]) for key in rows}
    count = len(sums["starting_stacks"])
    for key, row in sums.items():
        if len(row) != count:
            raise BadHand(phrase("{key}: {n} sums for {count} players", key=key, n=len(row),
                                 count=count))
    if not 2 <= count <= MOST_PLAYERS:
        raise BadHand(phrase("players: {count}; 2 to {places} may play", count=count,
                             places=MOST_PLAYERS))
    if not all(sums["starting_stacks"]):
        raise BadHand("starting_stacks: every player must have chips")
    bets = [cents(key, values[key]) for key in sizes]
    for name, size in zip(sizes, bets, strict=True):
        if not size:
            raise BadHand(phrase("{key}: it must be above 0", key=name))
    actions = values["actions"]
    if not isinstance(actions, list) or not all(isinstance(text, str) for text in actions):
        raise BadHand("actions: must be a list of texts")
    if sum(map(len, actions)) > LONGEST:
        raise BadHand(phrase("actions: at most {longest} characters", longest=LONGEST))
    if UNIT in values and not cents(UNIT, values[UNIT]):
        raise BadHand(phrase("{key}: it must be above 0", key=UNIT))
    if not isinstance(values.get(TRIMMED, False), bool):
        raise BadHand("ante_trimming_status: must be true or false")
    hand = Hand(variant, _by_player(sums["antes"]), _by_player(sums["blinds_or_straddles"]),
                bets[0], sums["starting_stacks"], tuple(actions),
                _names(values.get("players", []), count),
                sums.get("finishing_stacks"),
                {key: value for key, value in values.items() if key not in _KNOWN},
                sums.get("winnings"), bets[1] if len(bets) > 1 else 0)
    hand.parse_actions()
    return with_bomb_checks(hand)


def with_bomb_checks(hand: Hand) -> Hand:
    """A hand without blinds and without betting before the common cards, with the checks of every
    player who has chips; any other hand as it is. Such hands are played with antes only."""
    actions = hand.parse_actions()
    acts = [action.what for action in actions if action.what not in ("dh", "sm")]
    if any(hand.blinds) or not any(hand.antes) or acts[:1] != ["db"]:
        return hand
    able = [n for n, (stack, ante) in enumerate(zip(hand.stacks, hand.antes, strict=True), start=1)
            if stack > ante]
    at = next(action.n for action in actions if action.what == "db") - 1
    checks = tuple(f"p{n} cc" for n in able) if len(able) > 1 else ()
    return replace(hand, actions=(*hand.actions[:at], *checks, *hand.actions[at:]),
                   more={**hand.more, BOMB: True})


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
        raise BadHand(phrase("action {n}: {text} is not an action; write 'd dh p1 AsKs', 'd db "
                             "2c7d9h', 'p1 cbr 200', 'p1 cc', 'p1 f' or 'p1 sm AsKs'", n=n,
                             text=repr(text[:60])))
    player, to = (int((match[key] or "p0")[1:]) for key in ("who", "to"))
    if max(player, to) > players:
        raise BadHand(phrase("action {n}: there is no player 'p{player}' among {players}", n=n,
                             player=max(player, to), players=players))
    revealed, total = match["shown"] or "", match["sum"] or ""
    if match["cbr"] and not re.fullmatch(_SUM, total):
        raise BadHand(phrase("action {n}: {total} is not a sum", n=n, total=repr(total)))
    if total:
        cents(f"action {n}", Decimal(total))
    what = match["dh"] or match["db"] or match["act"] or match["cbr"] or match["sm"]
    action = Action(player, what,
                    to, match["own"] or match["common"] or revealed, total, n)
    known = [card for card in cards(action.cards) if card != UNKNOWN]
    if twice := sorted({card for card in known if known.count(card) > 1}):
        raise BadHand(phrase("action {n}: the same card twice: {twice}", n=n, twice=spell(twice)))
    return action


def _names(value: object, count: int) -> tuple[str, ...]:
    """The names of players, "" for an unknown one."""
    names = tuple(map(str, value)) if isinstance(value, list) else (" ",)
    known = [name for name in names if name]
    if names and (len(names) != count or len(set(known)) < len(known)
                  or not all(name.isprintable() and name.strip() for name in known)):
        raise BadHand(phrase("players: must be {count} different names of printable characters",
                             count=count))
    return names


def write(hand: Hand) -> str:
    """The text of a file of this hand."""
    def row(sums: Iterable[int]) -> str:
        return f"[{', '.join(map(chips, sums))}]"
    lines = [f'variant = "{hand.variant}"', f"antes = {row(_by_player(hand.antes))}",
             f"blinds_or_straddles = {row(_by_player(hand.blinds))}",
             *([f"small_bet = {chips(hand.least)}", f"big_bet = {chips(hand.big_bet)}"]
               if hand.code.limit == "fixed" else [f"min_bet = {chips(hand.least)}"]),
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
        raise BadHand(phrase("{key}: must be a list of sums", key=key))
    return tuple(cents(key, value) for value in values)


def cents(key: str, value: object) -> int:
    """One sum of chips as cents; a sum before the deal may be negative."""
    if isinstance(value, bool) or not isinstance(value, int | Decimal):
        raise BadHand(phrase("{key}: {value} is not a sum", key=key,
                             value=repr(value if isinstance(value, str) else str(value))))
    amount = Decimal(value)
    if key == "starting_stacks" and amount == Decimal("inf"):
        raise BadHand("starting_stacks: 'inf' is an unknown stack; without it nobody knows "
                      "who may win how much")
    signed = key == "blinds_or_straddles"
    magnitude = amount.copy_abs() if signed else amount
    if not amount.is_finite() or not 0 <= magnitude <= RICHEST // 100 or not has_cents(amount):
        raise BadHand(phrase(
            "{key}: {value} is not a sum: at most two decimals, at most {most}" if signed else
            "{key}: {value} is not a sum: at most two decimals, not negative, at most {most}",
            key=key, value=repr(str(value)[:40]), most=chips(RICHEST)))
    return int(amount * 100)


def has_cents(amount: Decimal) -> bool:
    """Whether a finite sum has at most two decimals. Its digits are read, because a calculation
    would round a very long or a very small one."""
    _, digits, exponent = amount.as_tuple()
    return isinstance(exponent, int) and (exponent >= -2 or not any(digits[exponent + 2:]))


def cards(text: str) -> list[str]:
    """The cards of a text such as AsKd, "??" for an unseen one; none for `AS_DEALT`."""
    if text == AS_DEALT:
        return []
    parts = [text[n:n + 2] for n in range(0, len(text), 2)]
    codes = [part if part == UNKNOWN else part[:1] + part[1:].upper() for part in parts]
    for card, part in zip(codes, parts, strict=True):
        if card != UNKNOWN and not is_card(card):
            raise BadHand(phrase("{part} is not a card; a card is like As or Td",
                                 part=repr(part)))
    return codes


def spell(codes: Iterable[str]) -> str:
    """Cards in the notation of the format."""
    return "".join(code if code == UNKNOWN else code[0] + code[1].lower() for code in codes)
