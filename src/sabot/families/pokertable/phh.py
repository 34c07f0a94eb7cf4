"""Hands in the open PHH format: read, written, played again, and made of a record.

A `Hand` is such a file as values. Players are numbered as there, clockwise from the left of the
button: with us that is the place that has the hand, so "p1" is who makes the small bet. Sums are
whole cents inside; in the file they are chips, whole or with a fraction of two digits.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import Any, NamedTuple

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
LONGEST = 50_000
"""Characters of a file: the longest hands of the world have a tenth of it."""
RICHEST = 10**14
"""The most of a sum, in cents."""
_PLAYER = r"p[1-9][0-9]?"
_CARDS = r"[0-9A-Za-z?]+"
_SUM = r"[0-9]{1,15}(\.[0-9]{1,9})?"
_ACTION = re.compile(
    rf"(?:(?P<dealer>d) (?:(?P<dh>dh) (?P<to>{_PLAYER}) (?P<own>{_CARDS})"
    rf"|(?P<db>db) (?P<common>{_CARDS}))"
    rf"|(?P<who>{_PLAYER}) (?:(?P<act>f|cc)|(?P<cbr>cbr)(?: (?P<sum>[^#\s]+))?"
    rf"|(?P<sm>sm)(?: (?P<shown>{_CARDS}|-))?))(?: *#.*)?", re.ASCII)
_KNOWN = ("variant", "antes", "blinds_or_straddles", "min_bet", "starting_stacks", "actions",
          "players", "finishing_stacks")


class Action(NamedTuple):
    """One action of the format: who does what, 0 being the dealer. ``to`` is whom ``dh`` deals to;
    ``cards`` are dealt or shown, ``sum`` is what a ``cbr`` comes to, as it is written."""

    who: int
    what: str
    to: int = 0
    cards: str = ""
    sum: str = ""


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

    def told(self) -> list[Action]:
        """The actions one by one; BadHand for what is none, and for a player who is not there."""
        return [_action(n, one, len(self.stacks)) for n, one in enumerate(self.actions, start=1)]


# -- the text --------------------------------------------------------------------------------------


def read(text: str) -> Hand:
    """The hand of a file; BadHand for what is none, or for a game that is not played here."""
    if len(text) > LONGEST:
        raise BadHand(f"more than {LONGEST} characters are no file of one hand")
    try:
        values = tomllib.loads(text, parse_float=Decimal)
    except RecursionError:
        raise BadHand("no readable TOML: lists within lists without end") from None
    except tomllib.TOMLDecodeError as error:
        raise BadHand(f"no readable TOML: {error}") from None
    except ValueError:
        raise BadHand("no readable TOML: a number of thousands of digits") from None
    if missing := [key for key in _KNOWN[:6] if key not in values]:
        raise BadHand(f"a hand says {', '.join(missing)} too")
    variant = values["variant"]
    if not isinstance(variant, str) or variant not in CODES:
        raise BadHand(f"variant {variant!r} is not played here; {' and '.join(CODES)} are")
    rows = ["antes", "blinds_or_straddles", "starting_stacks"]
    rows += ["finishing_stacks"] if "finishing_stacks" in values else []
    sums = {key: _sums(key, values[key]) for key in rows}
    count = len(sums["starting_stacks"])
    for key, found in sums.items():
        if len(found) != count:
            raise BadHand(f"{key}: {len(found)} sums for {count} players")
    if not 2 <= count <= OMAHA.places + 1:
        raise BadHand(f"{count} players: from 2 to {OMAHA.places + 1} may play")
    if not all(sums["starting_stacks"]):
        raise BadHand("starting_stacks: who is dealt in has more than nothing")
    least = _cents("min_bet", values["min_bet"])
    if not least:
        raise BadHand("min_bet: more than nothing")
    actions = values["actions"]
    if not isinstance(actions, list) or not all(isinstance(one, str) for one in actions):
        raise BadHand("actions: a list of texts")
    hand = Hand(variant, sums["antes"], sums["blinds_or_straddles"], least,
                sums["starting_stacks"], tuple(actions), _names(values.get("players", []), count),
                sums.get("finishing_stacks"),
                {key: value for key, value in values.items() if key not in _KNOWN})
    hand.told()
    return hand


def _action(n: int, text: str, players: int) -> Action:
    found = _ACTION.fullmatch(text)
    if not found:
        raise BadHand(f"action {n}: {text[:60]!r} is none; one is 'd dh p1 AsKs', 'd db 2c7d9h', "
                      "'p1 cbr 200', 'p1 cc', 'p1 f' or 'p1 sm AsKs'")
    who, to = (int((found[key] or "p0")[1:]) for key in ("who", "to"))
    if max(who, to) > players:
        raise BadHand(f"action {n}: 'p{max(who, to)}' is no player of {players}")
    shown, total = found["shown"] or "", found["sum"] or ""
    if found["cbr"] and not re.fullmatch(_SUM, total):
        raise BadHand(f"action {n}: {total!r} is no sum")
    made = Action(who, found["dh"] or found["db"] or found["act"] or found["cbr"] or found["sm"],
                  to, found["own"] or found["common"] or shown.strip("-"), total)
    said = [card for card in cards(made.cards) if card != UNKNOWN]
    if twice := sorted({card for card in said if said.count(card) > 1}):
        raise BadHand(f"action {n}: the same card twice: {spelt(twice)}")
    return made


def _names(found: Any, count: int) -> tuple[str, ...]:
    names = tuple(map(str, found)) if isinstance(found, list) else ("",)
    if names and (len(names) != count or len(set(names)) < count
                  or not all(name.isprintable() and name.strip() for name in names)):
        raise BadHand(f"players: {count} different names, of letters that can be printed")
    return names


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
    lines += [f"{_key(key)} = {_value(value)}" for key, value in hand.more.items()]
    return "\n".join(lines) + "\n"


def chips(amount: int) -> str:
    """Cents as the format writes chips: 12, 12.50."""
    whole, rest = divmod(amount, 100)
    return f"{whole}.{rest:02}" if rest else str(whole)


def _quoted(text: str) -> str:
    return '"' + "".join(f"\\{c}" if c in '\\"' else c if c.isprintable() else f"\\U{ord(c):08x}"
                         for c in text) + '"'


def _key(text: str) -> str:
    return text if re.fullmatch(r"[A-Za-z0-9_-]+", text) else _quoted(text)


def _value(value: Any) -> str:
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


def _sums(key: str, found: Any) -> tuple[int, ...]:
    """Chips as cents."""
    if not isinstance(found, list):
        raise BadHand(f"{key}: a list of sums")
    return tuple(_cents(key, one) for one in found)


def _cents(key: str, found: Any) -> int:
    """One sum of chips as cents."""
    if isinstance(found, bool) or not isinstance(found, int | Decimal):
        raise BadHand(f"{key}: {found if isinstance(found, str) else str(found)!r} is no sum")
    small = Decimal(found)
    small = small if small.is_finite() and 0 <= small <= RICHEST else Decimal(-1)
    if small < 0 or small * 100 > RICHEST or small * 100 != int(small * 100):
        raise BadHand(f"{key}: {str(found)[:40]!r} is no sum of whole hundredths, not below "
                      f"nothing and at most {chips(RICHEST)}")
    return int(small * 100)


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

    Cards that the file does not know are any that are left, and decide nothing: who does not show
    his has given up. BadHand for an action that the procedure refuses, for a hand that ends before
    its actions or after them, and where nobody can tell who won.
    """
    variant, limit = CODES[hand.variant]
    count = len(hand.stacks)
    names = tuple(f"p{n}" for n in range(1, count + 1))
    posts = tuple((n, hand.antes[n - 1], hand.blinds[n - 1]) for n in range(1, count + 1))
    dealt, unseen = _deal(hand, variant)
    terms = replace(general(min((b for b in hand.blinds if b), default=0), hand.least, posts=posts,
                            limit=limit), unseen=frozenset(unseen))
    table = Table(game=variant.name, name="hand", rules=Rules(), minimum=hand.least, unit=1,
                  places=count)
    r = Round(table, Carry(names, hand=count), variant, terms)
    for place, stack in enumerate(hand.stacks, start=1):
        r.stakes[f"{place}{CAVE}"] = (names[place - 1], stack)
    dealer = Dealer(told(r), Scripted(dealt))
    lie = 0
    for n, action in enumerate(hand.told(), start=1):
        lie += len(action.cards) // 2 if action.what == "db" else 0
        _acts(hand, r, dealer, n, action, lie)
    if not dealer.over:
        raise BadHand(f"the actions end while {', '.join(_asked(dealer))} must decide")
    if lie != len(r.board):
        raise BadHand(f"{lie} common cards are told, and the hand comes to {len(r.board)}")
    gave_up = {action.who for action in hand.told() if action.what == "f"}
    if gave_up.union(unseen) >= set(range(1, count + 1)) and len(gave_up) < count - 1:
        raise BadHand("nobody has shown his cards: who won is not known")
    if len(gave_up) < count - 1 and any(UNKNOWN in cards(one.cards) for one in hand.told()
                                        if one.what == "db"):
        raise BadHand("not all common cards are known: who won is not known")
    return Played(tuple(r.cave(place) for place in range(1, count + 1)), dealer)


def _acts(hand: Hand, r: Round, dealer: Dealer, n: int, action: Action, lie: int) -> None:
    """What a player does, when so many common cards were told."""
    if not action.who or action.what == "sm":
        return
    place, text = action.who, hand.actions[n - 1]
    if dealer.standing is None:
        raise BadHand(f"action {n}: {text!r} comes after the end of the hand")
    who = f"p{place}"
    mine = {offer.act: offer for offer in dealer.standing.offers if offer.player == who}
    if "fold" not in mine:
        raise BadHand(f"action {n}: {text!r}, and {', '.join(_asked(dealer))} is to speak")
    if lie != len(r.board):
        raise BadHand(f"action {n}: {text!r} comes with {len(r.board)} common cards, and {lie} are "
                      "told before it")
    amount = 0
    if action.what == "f":
        act = "fold"
    elif action.what == "cc":
        act = "check" if "check" in mine else "call"
    else:
        total = _cents(f"action {n}", Decimal(action.sum))
        more = total - r.put.get(place, 0)
        act = "all-in" if more == r.cave(place) else "raise" if r.level else "bet"
        amount = 0 if act == "all-in" else total - r.level
    answer = dealer.answer(Act(who, act, str(place), amount))
    if isinstance(answer, Refusal):
        raise BadHand(f"action {n}: {text!r} is refused: {answer.text}")


def _asked(dealer: Dealer) -> list[str]:
    offers = dealer.standing.offers if dealer.standing else ()
    return sorted({offer.player for offer in offers if offer.act == "fold"}) or ["nobody"]


def _together(n: int, before: list[str], said: list[str]) -> list[str]:
    """What is known of cards that were dealt, and are shown."""
    known = {card for card in before if card != UNKNOWN}
    if before and (len(said) != len(before)
                   or (UNKNOWN not in said and not known <= set(said))):
        raise BadHand(f"action {n}: {spelt(said)} are shown, and {spelt(before)} were dealt")
    return said if UNKNOWN not in said else before or said


def _deal(hand: Hand, variant: Variant) -> tuple[list[str], set[int]]:
    """The cards in the order in which they leave the pack; what nobody saw is any that is left. And
    the players whose cards are not all known, or who say that they do not show them."""
    own: dict[int, list[str]] = {n: [] for n in range(1, len(hand.stacks) + 1)}
    board: list[str] = []
    unseen: set[int] = set()
    for n, action in enumerate(hand.told(), start=1):
        place, said = action.to or action.who, cards(action.cards)
        if action.what == "db":
            board += said
        elif action.what == "dh" and own[place]:
            raise BadHand(f"action {n}: p{place} has cards already")
        elif action.what in ("dh", "sm") and said:
            own[place] = _together(n, own[place], said)
        elif action.what == "sm":
            unseen.add(place)
    seen = [card for cards_ in (*own.values(), board) for card in cards_ if card != UNKNOWN]
    if twice := sorted({card for card in seen if seen.count(card) > 1}):
        raise BadHand(f"the same card twice: {spelt(twice)}")
    spare = [card for card in PACK if card not in seen]
    unseen |= {n for n, dealt in own.items() if UNKNOWN in dealt or len(dealt) < variant.hole}

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
    return dealt, unseen
