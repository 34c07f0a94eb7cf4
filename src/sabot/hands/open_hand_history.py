"""Reads hands of the Open Hand History standard: JSON objects, one after the other in a file.

The standard (versions 1.2 to 1.4) names players by a number. A round has the acts of one street;
the sum of an act is what the player adds with it. A street that is dealt again is another board.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from decimal import Decimal

import msgspec

from sabot.error_texts import error_text
from sabot.families.pokertable.phh import RICHEST, BadHand, Hand, cards
from sabot.hands.seats import PostKind, Seat, SeatedHand, cents_of
from sabot.words import joined, phrase

Number = int | float | Decimal | str
Cards = list[str] | str | None


class _Player(msgspec.Struct):
    id: int
    starting_stack: Decimal
    seat: int
    name: str = ""
    display: str = ""
    is_sitting_out: bool = False
    cards: Cards = None


class _Action(msgspec.Struct):
    action: str
    player_id: int = -1
    amount: Decimal = Decimal(0)
    cards: Cards = None


class _Round(msgspec.Struct):
    street: str
    actions: list[_Action] = []
    cards: Cards = None


class _Win(msgspec.Struct):
    player_id: int
    win_amount: Decimal = Decimal(0)


class _Pot(msgspec.Struct):
    amount: Decimal
    rake: Decimal | None = None
    jackpot: Decimal | None = None
    player_wins: list[_Win] = []


class _Limit(msgspec.Struct):
    bet_type: str
    bet_cap: Decimal | None = None


class _History(msgspec.Struct):
    spec_version: str
    game_type: str
    bet_limit: _Limit
    dealer_seat: int
    players: list[_Player]
    rounds: list[_Round]
    big_blind_amount: Decimal = Decimal(0)
    small_blind_amount: Decimal = Decimal(0)
    pots: list[_Pot] = []
    site_name: str | None = None
    table_name: str | None = None
    game_number: str | None = None
    start_date_utc: str | None = None
    currency: str | None = None
    tournament: bool | None = None
    table_size: int | None = None
    flags: list[str] | None = None


_CODES = {("Holdem", "NL"): "NT", ("Holdem", "PL"): "PT", ("Holdem", "FL"): "FT",
          ("Omaha", "NL"): "NO", ("Omaha", "PL"): "PO", ("Omaha", "FL"): "FO",
          ("OmahaHiLo", "NL"): "NO/8", ("OmahaHiLo", "PL"): "PO/8", ("OmahaHiLo", "FL"): "FO/8"}
_POSTS: Mapping[str, PostKind] = {
    "Post Ante": "ante", "Post SB": "small", "Post BB": "big", "Straddle": "straddle",
    "Post Dead": "dead", "Post Extra Blind": "extra"}
_IDLE = ("Added Chips", "Sits Down", "Stands Up")
_STREETS = {"Preflop": 0, "Flop": 3, "Turn": 4, "River": 5}


def split_hands(text: str) -> Iterator[Mapping[str, object]]:
    """The JSON object of each hand of a file; BadHand where it is no JSON."""
    decoder, at, text = json.JSONDecoder(parse_float=Decimal), 0, text.lstrip("\ufeff")
    while at < len(text):
        if text[at] in " \t\r\n,":
            at += 1
            continue
        try:
            value, at = decoder.raw_decode(text, at)
        except json.JSONDecodeError as error:
            raise BadHand(phrase("not readable JSON: {why}", why=error_text(error))) from None
        except (ValueError, RecursionError) as error:
            raise BadHand(phrase("not readable JSON from line {line}: {why}",
                                 line=text.count("\n", 0, at) + 1,
                                 why="nested too deep" if isinstance(error, RecursionError)
                                 else "a number of thousands of digits")) from None
        for item in value if isinstance(value, list) else [value]:
            yield item if isinstance(item, dict) else {}


def number_of(item: Mapping[str, object]) -> str:
    """The number of a hand, by which its file names it; "" where it has none."""
    inner = item.get("ohh")
    return str(inner.get("game_number") or "") if isinstance(inner, dict) else ""


def read_hand(item: Mapping[str, object]) -> Hand:
    """The hand of an object; BadHand where it cannot be read, with the field."""
    if "ohh" not in item:
        raise BadHand("not an Open Hand History: the object has no field ohh")
    try:
        history = msgspec.convert(item["ohh"], _History, strict=False)
    except (msgspec.ValidationError, ArithmeticError) as why:
        raise BadHand(phrase("not an Open Hand History: {why}", why=error_text(why))) from None
    return _Reader(history).read()


class _Reader:
    """Reads one hand."""

    def __init__(self, history: _History) -> None:
        self.history = history
        game = history.game_type, history.bet_limit.bet_type
        code = _CODES.get(game)
        if code is None:
            raise BadHand(phrase("{game} is not played here; {games} are",
                                 game=repr(" ".join(game)),
                                 games=joined(sorted(" ".join(pair) for pair in _CODES))))
        big = cents_of("big_blind_amount", history.big_blind_amount)
        self.names = {player.id: player.name or player.display or f"player {player.id}"
                      for player in history.players}
        if len(set(self.names.values())) < len(history.players):
            raise BadHand("players: two have the same number or the same name")
        cap = cents_of("bet_cap", history.bet_limit.bet_cap or Decimal(0))
        seats = [Seat(player.seat, self.names[player.id],
                      min(cents_of("starting_stack", player.starting_stack), cap or RICHEST))
                 for player in history.players if not player.is_sitting_out]
        self.hand = SeatedHand(
            code, big, big, seats, history.dealer_seat, 100 if self._whole() else 1,
            big_bet=2 * big if history.bet_limit.bet_type == "FL" else 0, more=self._fields())

    def read(self) -> Hand:
        """The hand as values of the format."""
        for player in self.history.players:
            if not player.is_sitting_out:
                self.hand.join(self.names[player.id])
                if player.cards:
                    self.hand.deal(self.names[player.id], _cards(player.cards))
        run, reached = 0, 0
        for part in self.history.rounds:
            if part.street in _STREETS:
                size = _STREETS[part.street]
                run += size > 0 and size <= reached
                reached = size
                self._board(_cards(part.cards), run, size)
            elif part.street != "Showdown":
                raise BadHand(phrase("rounds: {street} is no street; {streets} are",
                                     street=repr(part.street),
                                     streets=joined([*_STREETS, "Showdown"])))
            for action in part.actions:
                self._act(action)
        self._pots()
        return self.hand.finish()

    def _board(self, new: list[str], run: int, size: int) -> None:
        """The common cards of a street; some files repeat those of the streets before."""
        if not size:
            return
        own = new[-(3 if size == 3 else 1):]
        if len(own) != (3 if size == 3 else 1):
            raise BadHand(phrase("rounds: {n} common cards where {expected} come", n=len(new),
                                 expected=3 if size == 3 else 1))
        self.hand.deal_board(own, run)

    def _act(self, action: _Action) -> None:
        if action.action in _IDLE:
            return
        if action.player_id not in self.names:
            raise BadHand(phrase("actions: there is no player {id}", id=action.player_id))
        name, amount = self.names[action.player_id], cents_of("amount", action.amount)
        match action.action:
            case "Dealt Cards":
                self.hand.deal(name, _cards(action.cards))
            case "Shows Cards":
                self.hand.show(name, _cards(action.cards))
            case "Mucks Cards":
                self.hand.muck(name)
            case "Fold":
                self.hand.fold(name)
            case "Check":
                self.hand.call(name, 0)
            case "Call":
                self.hand.call(name, amount)
            case "Bet" | "Raise":
                self.hand.raise_to(name, self.hand.street.get(name, 0) + amount)
            case post if post in _POSTS:
                self.hand.post(name, _POSTS[post], amount)
            case other:
                raise BadHand(phrase("actions: {action} is not read; {actions} are",
                                     action=repr(other), actions=joined([
                                         *_POSTS, "Fold", "Check", "Call", "Bet", "Raise",
                                         "Dealt Cards", "Shows Cards", "Mucks Cards", *_IDLE])))

    def _pots(self) -> None:
        pots = self.history.pots
        for pot in pots:
            for win in pot.player_wins:
                if win.player_id not in self.names:
                    raise BadHand(phrase("pots: there is no player {id}", id=win.player_id))
                self.hand.collect(self.names[win.player_id], cents_of("win_amount", win.win_amount))
        if pots:
            self.hand.rake = sum(cents_of("rake", sum_) for pot in pots
                                 for sum_ in (pot.rake, pot.jackpot) if sum_)

    def _whole(self) -> bool:
        """Whether chips cannot be divided: those of tournaments, and of play money."""
        return bool(self.history.tournament) or self.history.currency in ("Chips", "")

    def _fields(self) -> dict[str, object]:
        history = self.history
        values = {"venue": history.site_name, "hand": history.game_number,
                  "table": history.table_name, "seat_count": history.table_size,
                  "currency": history.currency, "_start": history.start_date_utc}
        return {key: value for key, value in values.items() if value}


def _cards(value: Cards) -> list[str]:
    parts = value.replace(",", " ").split() if isinstance(value, str) else value or []
    return cards("".join(parts))

