"""Hands in the open PHH format: read, written, played again, and made of a record.

A `Hand` is such a file as values. Players are numbered as there, clockwise from the left of the
button: with us that is the place that has the hand, so "p1" is who makes the small bet. Sums are
whole cents inside; in the file they are chips, whole or with a fraction of two digits.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation
from typing import Any

from sabot.equipment import PACK, is_card
from sabot.families.pokertable.coup import hand as told
from sabot.families.pokertable.round import CAVE, Carry, Round
from sabot.families.pokertable.rules import Rules
from sabot.families.pokertable.terms import Limit, general
from sabot.families.pokertable.variant import HOLDEM, OMAHA, Variant
from sabot.procedure import Act, Dealer, Refusal, Scripted
from sabot.procedure.table import Table

CODES: dict[str, tuple[Variant, Limit]] = {"NT": (HOLDEM, "cave"), "PO": (OMAHA, "pot")}
"""The games of the format that are played here, and what limits their bets."""
UNKNOWN = "??"
_ACTION = re.compile(r"(?P<who>d|p\d+) (?P<what>dh|db|f|cc|cbr|sm)"
                     r"(?: (?P<rest>[^#]*?))?(?: *#.*)?$")
_KNOWN = ("variant", "antes", "blinds_or_straddles", "min_bet", "starting_stacks", "actions",
          "players", "finishing_stacks")


class BadHand(ValueError):
    """A hand that cannot be read or played; the text says where and why."""


@dataclass(frozen=True)
class Hand:
    """A hand of the format.

    ``variant``: a code of `CODES`. ``antes``, ``blinds`` and ``stacks`` by player, ``least`` the
    least bet, in cents. ``actions`` in the words of the format, sums in chips. ``finishing``: what
    each had after it, where that is known. ``more``: every other field, as it was written.
    """

    variant: str
    antes: tuple[int, ...]
    blinds: tuple[int, ...]
    least: int
    stacks: tuple[int, ...]
    actions: tuple[str, ...]
    players: tuple[str, ...] = ()
    finishing: tuple[int, ...] | None = None
    more: Mapping[str, Any] = field(default_factory=dict)

    def name(self, player: int) -> str:
        """What a player is called, counted from 1."""
        return self.players[player - 1] if self.players else f"p{player}"


# -- the text --------------------------------------------------------------------------------------


def read(text: str) -> Hand:
    """The hand of a file; BadHand for what is none, or for a game that is not played here."""
    try:
        values = tomllib.loads(text, parse_float=Decimal)
    except tomllib.TOMLDecodeError as error:
        raise BadHand(f"no readable TOML: {error}") from None
    if missing := [key for key in _KNOWN[:6] if key not in values]:
        raise BadHand(f"a hand says {', '.join(missing)} too")
    variant = values["variant"]
    if variant not in CODES:
        raise BadHand(f"variant {variant!r} is not played here; {' and '.join(CODES)} are")
    sums = {key: _sums(key, values[key]) for key in
            ("antes", "blinds_or_straddles", "starting_stacks")}
    count = len(sums["starting_stacks"])
    for key, found in sums.items():
        if len(found) != count:
            raise BadHand(f"{key}: {len(found)} sums for {count} players")
    if not 2 <= count <= OMAHA.places + 1:
        raise BadHand(f"{count} players: from 2 to {OMAHA.places + 1} may play")
    actions = values["actions"]
    if not isinstance(actions, list) or not all(isinstance(one, str) for one in actions):
        raise BadHand("actions: a list of texts")
    for n, one in enumerate(actions, start=1):
        if not _ACTION.match(one):
            raise BadHand(f"action {n}: {one!r} is none; one is 'd dh p1 AsKs', 'p1 cbr 200', "
                          "'p1 cc', 'p1 f' or 'p1 sm AsKs'")
    players = tuple(map(str, values.get("players", ())))
    if players and (len(players) != count or len(set(players)) < count):
        raise BadHand(f"players: {count} different names")
    finishing = values.get("finishing_stacks")
    return Hand(variant, sums["antes"], sums["blinds_or_straddles"],
                _sums("min_bet", [values["min_bet"]])[0], sums["starting_stacks"], tuple(actions),
                players, None if finishing is None else _sums("finishing_stacks", finishing),
                {key: value for key, value in values.items() if key not in _KNOWN})


def write(hand: Hand) -> str:
    """The hand as the text of a file."""
    def row(sums: Iterable[int]) -> str:
        return f"[{', '.join(map(chips, sums))}]"
    lines = [f'variant = "{hand.variant}"', f"antes = {row(hand.antes)}",
             f"blinds_or_straddles = {row(hand.blinds)}", f"min_bet = {chips(hand.least)}",
             f"starting_stacks = {row(hand.stacks)}",
             f"actions = [{', '.join(map(_quoted, hand.actions))}]"]
    if hand.players:
        lines.append(f"players = [{', '.join(map(_quoted, hand.players))}]")
    if hand.finishing is not None:
        lines.append(f"finishing_stacks = {row(hand.finishing)}")
    lines += [f"{key} = {_value(value)}" for key, value in hand.more.items()]
    return "\n".join(lines) + "\n"


def chips(amount: int) -> str:
    """Cents as the format writes chips: 12, 12.50."""
    return str(amount // 100) if amount % 100 == 0 else f"{amount / 100:.2f}"


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | Decimal):
        return str(value)
    if isinstance(value, list):
        return f"[{', '.join(map(_value, value))}]"
    return _quoted(str(value))


def _sums(key: str, found: Any) -> tuple[int, ...]:
    """Chips as cents."""
    if not isinstance(found, list):
        raise BadHand(f"{key}: a list of sums")
    return tuple(_cents(key, one) for one in found)


def _cents(key: str, found: Any) -> int:
    try:
        amount = Decimal(str(found)) * 100
    except InvalidOperation:
        raise BadHand(f"{key}: {found!r} is no sum") from None
    if isinstance(found, bool) or not amount.is_finite() or amount < 0 or amount != int(amount):
        raise BadHand(f"{key}: {found!r} is no sum of whole hundredths, and not below nothing")
    return int(amount)


def cards(text: str) -> list[str]:
    """The cards of a text such as AsKd, "??" where one was not seen."""
    found = [text[n:n + 2] for n in range(0, len(text), 2)]
    made = [one if one == UNKNOWN else one[:1] + one[1:].upper() for one in found]
    for card, one in zip(made, found, strict=True):
        if card != UNKNOWN and not is_card(card):
            raise BadHand(f"{one!r} is no card; a card is like As or Td")
    return made


def spelt(codes: Iterable[str]) -> str:
    """Cards as the format writes them."""
    return "".join(code if code == UNKNOWN else code[0] + code[1].lower() for code in codes)


# -- played again ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Played:
    """A hand as the procedure plays it: what each has after it, and the record."""

    stacks: tuple[int, ...]
    dealer: Dealer

    def differs(self, hand: Hand) -> str:
        """How the stacks differ from those that the file tells, "" where they do not."""
        if hand.finishing is None or hand.finishing == self.stacks:
            return ""
        return "; ".join(f"{hand.name(n)} has {chips(ours)}, the file says {chips(theirs)}"
                         for n, (ours, theirs) in enumerate(
                             zip(self.stacks, hand.finishing, strict=True), start=1)
                         if ours != theirs)


def play(hand: Hand) -> Played:
    """Play a hand again in the terms of games elsewhere: a button, least raises, side pots.

    Cards that the file does not know are any that are left. BadHand for an action that the
    procedure refuses, and for a hand that ends before its actions or after them.
    """
    variant, limit = CODES[hand.variant]
    count = len(hand.stacks)
    names = tuple(f"p{n}" for n in range(1, count + 1))
    posts = tuple((n, hand.antes[n - 1], hand.blinds[n - 1]) for n in range(1, count + 1)
                  if hand.antes[n - 1] or hand.blinds[n - 1])
    terms = general(min((b for b in hand.blinds if b), default=0), hand.least, posts=posts,
                    limit=limit)
    table = Table(game=variant.name, name="hand", rules=Rules(), minimum=hand.least, unit=1,
                  places=count)
    r = Round(table, Carry(names, hand=count), variant, terms)
    for place, stack in enumerate(hand.stacks, start=1):
        r.stakes[f"{place}{CAVE}"] = (names[place - 1], stack)
    dealer = Dealer(told(r), Scripted(_deal(hand, variant)))
    for n, action in enumerate(hand.actions, start=1):
        _acts(hand, r, dealer, n, action)
    if not dealer.over:
        raise BadHand(f"the actions end while {', '.join(_asked(dealer))} must decide")
    return Played(tuple(r.cave(place) for place in range(1, count + 1)), dealer)


def _acts(hand: Hand, r: Round, dealer: Dealer, n: int, action: str) -> None:
    found = _ACTION.match(action)
    assert found is not None
    who, what, rest = found["who"], found["what"], (found["rest"] or "").strip()
    if who == "d" or what == "sm":
        return
    place = int(who[1:])
    if dealer.standing is None:
        raise BadHand(f"action {n}: {action!r} comes after the end of the hand")
    mine = {offer.act: offer for offer in dealer.standing.offers if offer.player == who}
    if "fold" not in mine:
        raise BadHand(f"action {n}: {action!r}, and {', '.join(_asked(dealer))} is to speak")
    amount = 0
    if what == "f":
        act = "fold"
    elif what == "cc":
        act = "check" if "check" in mine else "call"
    else:
        total = _cents(f"action {n}", rest)
        more = total - r.put.get(place, 0)
        act = "all-in" if more == r.cave(place) else "raise" if r.level else "bet"
        amount = 0 if act == "all-in" else total - r.level
    answer = dealer.answer(Act(who, act, str(place), amount))
    if isinstance(answer, Refusal):
        raise BadHand(f"action {n}: {action!r} is refused: {answer.text}")


def _asked(dealer: Dealer) -> list[str]:
    offers = dealer.standing.offers if dealer.standing else ()
    return sorted({offer.player for offer in offers if offer.act == "fold"}) or ["nobody"]


def _deal(hand: Hand, variant: Variant) -> list[str]:
    """The cards in the order in which they leave the pack; what nobody saw is any that is left."""
    own: dict[int, list[str]] = {n: [] for n in range(1, len(hand.stacks) + 1)}
    board: list[str] = []
    for n, action in enumerate(hand.actions, start=1):
        found = _ACTION.match(action)
        assert found is not None
        rest = (found["rest"] or "").strip()
        if found["what"] == "dh":
            who, _, dealt = rest.partition(" ")
            if not re.fullmatch(r"p\d+", who) or int(who[1:]) not in own:
                raise BadHand(f"action {n}: {who!r} is no player of {len(own)}")
            own[int(who[1:])] = cards(dealt.strip())
        elif found["what"] == "db":
            board += cards(rest)
        elif found["what"] == "sm" and rest and rest != "-":
            own[int(found["who"][1:])] = cards(rest)
    seen = [card for cards_ in (*own.values(), board) for card in cards_ if card != UNKNOWN]
    if twice := sorted({card for card in seen if seen.count(card) > 1}):
        raise BadHand(f"the same card twice: {spelt(twice)}")
    spare = [card for card in PACK if card not in seen]

    def known(dealt: Sequence[str], size: int) -> list[str]:
        if len(dealt) > size:
            raise BadHand(f"{spelt(dealt)}: {size} cards are dealt there")
        full = [*dealt, *[UNKNOWN] * (size - len(dealt))]
        return [spare.pop() if card == UNKNOWN else card for card in full]

    hole = [known(own[n], variant.hole) for n in own]
    common = known(board, sum(variant.board))
    dealt = [hand_[k] for k in range(variant.hole) for hand_ in hole]
    for size in variant.board:
        dealt += [spare.pop(), *common[:size]]
        common = common[size:]
    return dealt
