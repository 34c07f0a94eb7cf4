"""A hand of poker, whatever file it comes from, and the result of playing it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

from sabot.families.pokertable import histories, phh, phh_replay
from sabot.families.pokertable.phh_accounts import OWN, compare, rake
from sabot.hands.errors import HandError, as_hand_errors
from sabot.hands.law import Departure, departures_from_law
from sabot.words import LANGS, phrase

Source = Literal["PHH", "PokerStars", "GGPoker", "Open Hand History", "Sabot"]
"""Where a hand comes from: a format, or a table of this program."""


@dataclass(frozen=True)
class Player:
    """A player of a hand. Sums are chips: ``ante`` is all that was paid before the cards and is no
    bet, ``blind`` what was posted as a bet.

    >>> from decimal import Decimal
    >>> import sabot.hands
    >>> sabot.hands.Player("Ana", Decimal("99.50"), Decimal(0), Decimal(1)).stack
    Decimal('99.50')
    """

    name: str
    stack: Decimal
    ante: Decimal
    blind: Decimal


Kind = Literal["deal", "board", "fold", "call", "raise", "show"]
"""What an action is: ``call`` is also a check, ``raise`` also a bet."""
_KINDS: Mapping[str, Kind] = {"dh": "deal", "db": "board", "f": "fold", "cc": "call",
                              "cbr": "raise", "sm": "show"}


@dataclass(frozen=True)
class Action:
    """One action of a hand: ``player`` is a name, "" for common cards; ``cards`` are dealt, common
    or shown, `??` for one that nobody saw, and none for cards that are not shown; ``total`` is the
    sum of the betting round that a player bets or raises to, in chips.

    >>> import sabot.hands
    >>> sabot.hands.Action("fold", "Ana")
    Action(kind='fold', player='Ana', cards=(), total=None)
    """

    kind: Kind
    player: str = ""
    cards: tuple[str, ...] = ()
    total: Decimal | None = None


@dataclass(frozen=True)
class Result:
    """A played hand, in chips by player.

    - ``stacks`` after the hand, less what the house took where the file says who paid it.
    - ``winnings``: what each collected from the pots, without their own uncalled bet and before the
      house takes its part. ``pot``: the sum of the pots. ``rake``: what the house took; None where
      it is not known.
    - ``differences`` from the stacks, winnings, pot and rake of the file, as texts; none where it
      agrees or says nothing. ``compared``: the file has stacks or winnings.
    - ``notes``: how the file was read where its format leaves something open. ``rules``: the names
      of the rules that were taken for this.

    >>> import sabot.hands
    >>> [hand] = sabot.hands.read('''variant = "NT"
    ... antes = [0, 0, 0]
    ... blinds_or_straddles = [1, 2, 0]
    ... min_bet = 2
    ... starting_stacks = [100, 100, 100]
    ... actions = ["p3 f", "p1 f"]
    ... winnings = [0, 4, 0]
    ... ''')
    >>> result = hand.play()
    >>> result.stacks, result.agrees
    ((Decimal('99'), Decimal('101'), Decimal('100')), False)
    >>> result.differences
    ('p2 collects 2, the file says 4',)
    """

    stacks: tuple[Decimal, ...]
    winnings: tuple[Decimal, ...]
    pot: Decimal
    rake: Decimal | None
    differences: tuple[str, ...]
    notes: tuple[str, ...]
    rules: tuple[str, ...]
    compared: bool

    @property
    def agrees(self) -> bool:
        """Whether the chips are those of the file, as far as it gives any."""
        return not self.differences


@dataclass(frozen=True)
class Hand:
    """One hand of poker. `sabot.hands.read` makes them from files, `sabot.hands.export` from a
    record of this program.

    ``record``: the values of the hand in the terms of the PHH format, with sums in whole hundredths
    of a chip. ``source``: where it comes from. ``heading``: its name in a file of many hands.

    >>> import sabot.hands
    >>> [hand] = sabot.hands.read('''variant = "NT"
    ... antes = [0, 0, 0]
    ... blinds_or_straddles = [1, 2, 0]
    ... min_bet = 2
    ... starting_stacks = [100, 100, 100]
    ... actions = ["p3 cbr 6", "p1 f", "p2 f"]
    ... players = ["Ana", "Rui", "Eva"]
    ... ''')
    >>> hand.players[2]
    Player(name='Eva', stack=Decimal('100'), ante=Decimal('0'), blind=Decimal('0'))
    >>> hand.game, hand.source
    ('NT', 'PHH')
    >>> hand.actions[0]
    Action(kind='raise', player='Eva', cards=(), total=Decimal('6'))
    >>> print(hand.text("pt").splitlines()[3])
    Eva aposta até 6
    >>> hand.to_phh().splitlines()[0]
    'variant = "NT"'
    >>> [departure.clause for departure in hand.departures()]
    ['pt-217-2007/poquer-nao-bancado/24']
    """

    record: phh.Hand
    source: Source = "PHH"
    heading: str = ""

    @property
    def game(self) -> str:
        """The code of the game: `NT` is no-limit hold'em, `PO` pot-limit Omaha, and so on."""
        return self.record.variant

    @property
    def players(self) -> tuple[Player, ...]:
        """The players, clockwise from the left of the button."""
        hand = self.record
        return tuple(Player(hand.name(n), *map(in_chips, sums)) for n, sums in enumerate(
            zip(hand.stacks, hand.antes, map(abs, hand.blinds), strict=True), start=1))

    @property
    def actions(self) -> tuple[Action, ...]:
        """The actions in their order."""
        return tuple(map(self._action, self.record.parse_actions()))

    def _action(self, action: phh.Action) -> Action:
        place = action.to or action.player
        cards = self._dealt(place) if action.cards == phh.AS_DEALT else phh.cards(action.cards)
        return Action(_KINDS[action.what], self.record.name(place) if place else "", tuple(cards),
                      Decimal(action.sum) if action.sum else None)

    def _dealt(self, place: int) -> list[str]:
        """The cards that were dealt to a player."""
        return next((phh.cards(action.cards) for action in self.record.parse_actions()
                     if action.what == "dh" and action.to == place), [])

    @property
    def boards(self) -> tuple[tuple[str, ...], ...]:
        """The common cards, of each board where they were dealt more than once."""
        first = [card for action in self.record.parse_actions() if action.what == "db"
                 for card in phh.cards(action.cards)]
        return (tuple(first), *((*first[:len(first) - len(own)], *own)
                                for own in self.record.further_boards))

    @property
    def played_here(self) -> bool:
        """Whether the hand was played by this program and names the terms of its table."""
        return OWN in self.record.more

    def play(self) -> Result:
        """Plays the hand, by the terms used elsewhere or by those of its table here, and compares
        its chips with the file. HandError where an act is refused, the acts end too early, or it
        cannot be known who won."""
        with as_hand_errors():
            played = phh_replay.replay(self.record)
            return _result(self.record, played)

    def departures(self, law: str = "pt-217-2007") -> tuple[Departure, ...]:
        """The points in which this law would have decided otherwise: acts that it refuses, each
        with its clause, and chips that it divides differently. HandError where the hand cannot be
        played, or for a law that has no such game."""
        with as_hand_errors():
            return departures_from_law(self.record, law)

    def to_phh(self) -> str:
        """The hand as the text of a PHH file. What the format has no field for is in fields that
        begin with `_`."""
        return phh.write(self.record)

    def text(self, lang: str = "en") -> str:
        """The hand as lines of text for people, in `en`, `pt` or `zh`."""
        if lang not in LANGS:
            raise HandError(phrase("found {value}; allowed: {others}", value=repr(lang),
                                   others=", ".join(LANGS)))
        return "\n".join(histories.render_text(self.record, lang))


def in_chips(cents: int) -> Decimal:
    """Hundredths of a chip as chips: 1, 12.50."""
    return Decimal(phh.chips(cents))


def _result(hand: phh.Hand, played: phh_replay.Replay) -> Result:
    comparison = compare(hand, played.accounts)
    took = played.taken if OWN in hand.more else rake(hand)
    stacks = played.stacks
    if hand.finishing is not None and not comparison.differences:
        stacks = hand.finishing  # the same, less the part of the house
    won = (got - back for got, back in zip(played.got, played.back, strict=True))
    return Result(
        tuple(map(in_chips, stacks)), tuple(map(in_chips, won)), in_chips(played.pot),
        None if took is None else in_chips(took), tuple(comparison.differences),
        tuple(played.notes(hand)), tuple(rule.name for rule in played.rules),
        hand.finishing is not None or hand.winnings is not None)

