"""What a blackjack is made of: every point on which the four regulations differ, and its clauses.

A ``Code`` is one table's law as plain values: the numbers and choices of its regulation with the
house's options filled in. `Clauses` says, for each moment that the family tells, which clause
orders it. A ``Book`` is both for one game; the phases of a coup read nothing else.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import msgspec

from sabot.equipment import PACK
from sabot.families.blackjack.clauses import Clauses
from sabot.families.blackjack.hand import ACE, FACES
from sabot.families.blackjack.prizes import SpecialPrize
from sabot.families.blackjack.sidebets import SideBet
from sabot.money import EVENS, Odds
from sabot.procedure.table import Table


class Prize(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One line of a jackpot's scale.

    The first ``cards`` cards (2 to 4) of a place are all of ``rank`` ("" for any one rank) and
    alike in ``alike``: "suit", "colour" or "" for whatever. It pays ``times`` the jackpot bet, or
    ``share`` hundredths of what is left in the pool.
    """

    name: str
    cards: int
    rank: str = "A"
    alike: str = ""
    times: int = 0
    share: int = 0


class Jackpot(msgspec.Struct, frozen=True, kw_only=True):
    """A progressive prize: ``chip`` and ``start`` in cents, ``rate`` in hundredths of the chip.

    ``refill``: every prize that leaves less than ``start`` in the pool has it filled up. ``pool``
    names one that several tables share. ``drawn_cards``: beside the two cards first dealt and those
    dealt to the hands of a split, cards that a hand draws count too.
    """

    chip: int
    rate: int
    start: int
    manual: bool
    refill: bool = False
    pool: str = ""
    drawn_cards: bool = False
    prizes: tuple[Prize, ...]


class Insurance(msgspec.Struct, frozen=True, kw_only=True):
    """A bet that the bank has a blackjack, offered while it shows an ace.

    ``low`` and ``high``: the least and the most of it in hundredths of the initial bet;
    ``natural``: who holds a blackjack may insure it; ``pays``: its odds.
    """

    low: int = 0
    high: int
    natural: bool = True
    pays: Odds = Odds(2)


class Code(msgspec.Struct, frozen=True, kw_only=True, cache_hash=True):
    """The law of one table, as values.

    The shoe. ``packs``; ``source``: "sealed" (a program shuffles), "hand", "batch" and
    "continuous" (shufflers), "box" (one pack for one coup). ``warning``: cards behind the warning
    card, 0 for none; ``alone_half``: with one player it stands in the middle. ``cut``: "" nobody,
    "order" the places in turn, "any" whoever wants to. ``shows_packs`` before play. ``burn``:
    cards taken before a shoe is dealt; ``burn_coup``, ``burn_bank``: one more at each later coup,
    and before the bank's second card; ``burn_shuffled``: after each shuffle of a machine.
    ``each_coup``: the bank shuffles after every coup. ``lid_every``: the shuffler takes cards back
    after so many coups. ``spoilt_only``: a damaged card is replaced without its pack.
    ``cancels_all``: a deal beyond repair gives back what the bank has already collected too.

    The bets. ``close``: "call" or "first-card" (a place until its own first card). ``unit`` of
    main bets in cents. ``others``: people may bet on places of others; ``standing``: without a
    place too; ``counts_bets``: the limit of places for each player counts those on which he bets.
    ``decider``: "holder" (else the highest bet), "seated", "nearest" or "highest".
    ``bettors``: how many to a place, 0 for no limit; ``place_together``: the maximum bounds what
    all of them have there, else what each has. ``sides`` offered, ``one_side`` kind of them for
    each bettor and place; ``side_low``, ``side_high`` their limits; ``table_high`` the most on all
    places together, 0 for none. ``jackpot``.

    The deal. ``second``: the bank's second card is "hidden" or "late"; ``peek``: looked at under an
    ace or ten. ``down``: which of a player's cards lie face down: "", "first", "second", "both".
    ``exposed_any``: a card found turned over is void wherever it was due. ``first_exposed``:
    a first card found face up is good. ``announce``: totals are told.

    Decisions. ``must_hit`` up to this total. ``double``: from and to which totals, (0, 21) for any,
    () for none; ``double_split`` the same on split hands. ``fixes_ace``: a double that needs the
    ace at 1 keeps it there. ``split_rank``: pairs by rank only. ``max_splits`` for each place, 0
    for no limit; ``resplit``, ``resplit_aces``; ``refusal_final``. ``surrender``: "",
    "decision" or "pass" (before the first additional card). ``insurance``, None where it is not
    offered. ``even_money`` against "A" or "AT".
    ``five``: five cards may be cashed for half.

    The bank. ``stands`` on this total; ``hit_soft``: it draws on ace-six. ``plays_always``.
    ``unseen_out``: a card that it drew in error may be taken away unseen.

    Payment. ``at_once``: a blackjack that the bank cannot equal. ``special`` prizes,
    None for none. ``keeps_split``, ``keeps_double``,
    ``keeps_eleven``: what a bank's blackjack does not take. ``results``: how many of the bank's are
    shown.
    """

    packs: int
    source: str = "hand"
    warning: int = 0
    alone_half: bool = False
    cut: str = ""
    shows_packs: bool = True
    burn: int = 0
    burn_coup: bool = False
    burn_bank: bool = False
    burn_shuffled: bool = False
    each_coup: bool = False
    lid_every: int = 1
    spoilt_only: bool = False
    cancels_all: bool = False

    close: str = "call"
    unit: int = 1
    others: bool = True
    standing: bool = True
    counts_bets: bool = False
    decider: str = "holder"
    bettors: int = 0
    place_together: bool = True
    sides: tuple[SideBet, ...] = ()
    one_side: bool = False
    side_low: int = 0
    side_high: int = 0
    table_high: int = 0
    jackpot: Jackpot | None = None

    second: str = "hidden"
    peek: bool = False
    down: str = ""
    exposed_any: bool = False
    first_exposed: bool = False
    announce: bool = False

    must_hit: int = 0
    double: tuple[int, ...] = ()
    double_split: tuple[int, ...] = ()
    double_named: tuple[int, ...] = ()
    fixes_ace: bool = False
    split_rank: bool = False
    max_splits: int = 0
    resplit: bool = True
    resplit_aces: bool = True
    refusal_final: bool = False
    surrender: str = ""
    insurance: Insurance | None = None
    even_money: str = "A"
    five: bool = False

    stands: int = 17
    hit_soft: bool = False
    plays_always: bool = False
    unseen_out: bool = False

    at_once: bool = False
    special: SpecialPrize | None = SpecialPrize()
    keeps_split: bool = False
    keeps_double: bool = False
    keeps_eleven: bool = False
    results: int = 12

    blackjack_pays: Odds = Odds(3, 2)
    win_pays: Odds = EVENS
    even_money_pays: Odds = EVENS
    surrender_part: int = 2
    five_pays: Odds = Odds(1, 2)

    @property
    def guards(self) -> bool:
        """Whether a bank's blackjack leaves the player anything of what he added to his bet."""
        return self.keeps_split or self.keeps_double or self.keeps_eleven


class Book:
    """The clauses of one game and the code of its tables; ``laws`` where a table's choices decide
    which clauses order a moment. ``sides``: every side bet that the game may offer, as it is where
    a table says nothing else."""

    def __init__(self, clauses: Clauses, code: Callable[[Table], Code],
                 laws: Callable[[Table], Clauses] | None = None,
                 sides: tuple[SideBet, ...] = ()) -> None:
        self.clauses = clauses
        self.sides = sides
        self.code = lru_cache(maxsize=256)(code)
        self._laws = lru_cache(maxsize=256)(laws) if laws is not None else None
        self._spots: dict[tuple[SideBet, ...], dict[str, SideBet]] = {}
        # The kinds of cards are bits, so that the clauses of any hand stand in a short table.
        self.kinds = {card: 1 if card[0] == ACE else 2 if card[0] in FACES else 4 for card in PACK}
        each = ((1, clauses.ace_value), (2, clauses.face_value), (4, clauses.pip_value))
        self.values = [tuple(sorted({law for bit, law in each if bit & found}))
                       for found in range(8)]

    def spots(self, code: Code) -> dict[str, SideBet]:
        """Every side bet by its spot: those of a table, and others that may still lie on it from
        the time when it offered them."""
        found = self._spots.get(code.sides)
        if found is None:
            found = {bet.spot: bet for bet in (*self.sides, *code.sides)}
            self._spots[code.sides] = found
        return found

    def laws(self, table: Table) -> Clauses:
        """The clauses for this table."""
        return self._laws(table) if self._laws is not None else self.clauses
