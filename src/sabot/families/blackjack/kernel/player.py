"""The fast player of blackjack: blocks of rounds in compiled loops, counted in integers."""

from __future__ import annotations

import hashlib
from collections import Counter
from dataclasses import dataclass
from functools import cached_property

import msgspec
import numpy as np

from sabot.equipment.arrays import Numbers, Octets, Words
from sabot.equipment.streams import stream
from sabot.families.blackjack.charts.chart import Chart, mimic
from sabot.families.blackjack.kernel import coups
from sabot.families.blackjack.kernel import side_bets as b
from sabot.families.blackjack.kernel.blocks import LANES, end_shoe, play_block, play_lanes
from sabot.families.blackjack.kernel.encoding import Packed, pack
from sabot.families.blackjack.kernel.transitions import Transitions, transition_table
from sabot.families.blackjack.rules.pricing_rules import Terms
from sabot.families.blackjack.rules.table_law import RuleBook, TableLaw
from sabot.probability.tally import Tally
from sabot.procedure.readings import chosen
from sabot.procedure.table import Table
from sabot.words import both, phrase

VERSION = 3  # increase it with every change of the loops that changes the result of a block
SIDE_BETS_VERSION = 3  # the same for the results of side bets
BLOCK = 1 << 22
SIMPLE = ("cards are taken below 17 and never from 17 up; no double, split, surrender, insurance "
          "or even money")


@dataclass(frozen=True)
class Player:
    """A table played by a chart on ``seats`` places, one bettor at the minimum on each.

    ``alone``: all places belong to one player. ``fresh``: every round from a full shoe; else shoes
    as the law has them. ``bets``: those of `side_bets.offered_bets` made at their minimum with each
    main bet; they change nothing else that is counted. ``terms``: general rules that override
    ``table_law`` (`general_rules`). ``lanes``: the number of shoes for rounds of one place, one
    round from each in turn, up to `blocks.LANES`. The rest is described in
    `sabot.probability.tally.Kernel`.
    """

    table_law: TableLaw
    stake: int
    chart: Chart
    strategy: str
    seats: int = 1
    alone: bool = True
    fresh: bool = False
    size: int = BLOCK
    bets: tuple[str, ...] = ()
    terms: Terms | None = None
    lanes: int = LANES

    @property
    def unit(self) -> int:
        """The first bets of a round, in cents."""
        return self.stake * self.seats

    @property
    def plain_seconds(self) -> float:
        """The seconds that plain code takes for a coup, about."""
        return 7e-5 * self.seats + (1e-4 * self.seats if self.bets else 0.0)

    @property
    def lane_count(self) -> int:
        """The number of lanes that are played."""
        return self.lanes if self.seats == 1 else 1

    @cached_property
    def identity(self) -> str:
        """A hash that is equal for two players only when all their blocks are."""
        table_law = msgspec.to_builtins(msgspec.structs.replace(self.table_law, sides=()))
        for name in ("readings", "chips_alone"):
            del table_law[name]
        if other_readings := chosen(self.table_law.readings):
            table_law["round_readings"] = other_readings
        digest = hashlib.sha256(msgspec.json.encode(
            (VERSION, table_law, self.stake, self.seats, self.alone, self.fresh, self.lane_count),
            order="sorted"))
        for part in self.chart:
            digest.update(part.tobytes())
        if self.terms is not None:
            digest.update(msgspec.json.encode(self.terms, order="sorted"))
        if self.bets:
            digest.update(f"{SIDE_BETS_VERSION} {' '.join(self.bets)}".encode())
            digest.update(b"".join(part.tobytes() for part in self.side_tables))
        return f"blackjack {digest.hexdigest()[:16]}"

    @cached_property
    def packed(self) -> Packed:
        """The table and the chart as the loops read them."""
        return pack(self.table_law, self.chart, self.stake, self.alone, self.fresh, self.terms)

    @cached_property
    def transitions(self) -> Transitions:
        """The transitions of a round of one place as the loops read them."""
        return transition_table(self.packed.tables)

    @cached_property
    def stakes(self) -> dict[str, int]:
        """The stake of each side bet, in cents."""
        return b.stakes(self.table_law, self.stake, self.bets)

    @cached_property
    def side_tables(self) -> b.SideBetTables:
        """The side bets as the loops read them."""
        return b.pack_side_bets(self.table_law, self.packed, self.stake, self.bets, self.alone)

    def block(self, seed: int, number: int, size: int) -> Tally:
        """Play ``size`` rounds from new packs on, with the cards of stream ``number`` of the seed.
        """
        if self.bets:
            return self._play_with_bets(seed, number, size)[0]
        return self._tally(*self._play_block(seed, number, size, 0)[:3])

    def each(self, seed: int, number: int, size: int) -> list[list[int]]:
        """The net result of each place, in cents, in every round of a block."""
        nets: list[list[int]] = (self._play_block(seed, number, size, size)[3]
                                 * self.packed.share).tolist()
        return nets

    def each_bet(self, seed: int, number: int, size: int) -> list[list[dict[str, int]]]:
        """The same of the side bets: by name, in cents, those that were decided or went back."""
        results = self._play_with_bets(seed, number, size, True)[1]
        return [[{spot: int(net) for spot, net in zip(self.bets, place[1:], strict=True)
                  if net != b.NOTHING} for place in coup] for coup in results]

    def _play_with_bets(self, seed: int, number: int, size: int, each_coup: bool = False
                        ) -> tuple[Tally, Numbers]:
        """A block with side bets: its tally, and with ``each_coup`` all results."""
        packed, side_tables, seats = self.packed, self.side_tables, self.seats
        nets = np.zeros((1 + seats * (seats > 1), 2 * packed.most * seats + 1), np.int64)
        counts, sums = np.zeros(coups.COUNTS, np.int64), np.zeros(4, np.int64)
        state = np.zeros(b.STATE + 2 * seats, np.int64)
        result_counts = np.zeros_like(side_tables.nets)
        shares = np.zeros(b.CHUNK * seats, np.int64)
        bet_nets = np.zeros((b.CHUNK * each_coup, seats, 1 + len(self.bets)), np.int64)
        rng, decks, at = self._make_lanes(seed, number)
        shoes = np.zeros(self.lane_count, np.int64)
        scratch, dealt, hands, places = self._workspace()
        bet_results, paid = np.zeros((seats, len(self.bets)), np.int64), np.zeros(seats, np.int64)
        share_counts: Counter[int] = Counter()
        chunks = []
        play = b.play_block if each_coup else b.play_block.for_work(size * self.plain_seconds)
        for start in range(0, size, b.CHUNK):
            count = min(b.CHUNK, size - start)
            play(packed.tables, side_tables, rng, decks, at, shoes, scratch, dealt, hands, places,
                 count, nets, counts, sums, state, bet_results, paid, result_counts, shares,
                 bet_nets)
            share_counts.update(shares[:state[b.S_WON]].tolist())
            chunks.append(bet_nets[:count].copy())
        for lane in np.flatnonzero(shoes).tolist():
            end_shoe(sums, shoes, lane)
        tally = self._tally(nets, counts, [int(n) for n in sums])
        return self._add_bets(tally, result_counts, share_counts), np.concatenate(chunks)

    def _add_bets(self, tally: Tally, result_counts: Numbers, share_counts: Counter[int]) -> Tally:
        """The tally with what each side bet returned net, and how often each jackpot line came."""
        parts, counts = dict(tally.parts), dict(tally.counts)
        jackpot, lines = self.table_law.jackpot, b.line_names(self.table_law)
        for bet, spot in enumerate(self.bets):
            nets: Counter[int] = Counter()
            for result in np.flatnonzero(result_counts[bet]).tolist():
                times = int(result_counts[bet, result])
                if spot == "jackpot" and result >= b.WON:
                    counts[f"jackpot/{lines[result - b.WON]}"] = times
                    if self.side_tables.lines[result - b.WON, b.L_SHARE]:
                        continue
                nets[int(self.side_tables.nets[bet, result])] += times
            if spot == "jackpot" and jackpot is not None:
                nets.update(share_counts)
            parts[f"bet/{spot}"] = {net: nets[net] for net in sorted(nets)}
        return msgspec.structs.replace(tally, counts=dict(sorted(counts.items())),
                                       parts=dict(sorted(parts.items())))

    def _make_lanes(self, seed: int, number: int) -> tuple[Words, Octets, Numbers]:
        """Streams, cards and shoes of a block, a row for each lane."""
        rng = np.zeros((self.lane_count, coups.RNG), np.uint64)
        for lane in range(self.lane_count):
            rng[lane, :4] = stream(seed, number, lane)
        return (rng, np.tile(self.packed.cards, (self.lane_count, 1)),
                np.zeros((self.lane_count, 3), np.int64))

    def _workspace(self) -> tuple[Numbers, Numbers, Numbers, Numbers]:
        """Arrays for the loops to work in."""
        return (np.zeros(4, np.int64), np.zeros(2 * self.seats + 2, np.int64),
                np.zeros((self.seats, self.packed.hands, coups.HAND), np.int64),
                np.zeros((self.seats, coups.PLACE), np.int64))

    def _play_block(self, seed: int, number: int, size: int, each_coup: int
                    ) -> tuple[Numbers, Numbers, list[int], Numbers]:
        packed, seats = self.packed, self.seats
        nets = np.zeros((1 + seats * (seats > 1), 2 * packed.most * seats + 1), np.int64)
        counts, sums = np.zeros(coups.COUNTS, np.int64), np.zeros(4, np.int64)
        coup_nets = np.zeros((each_coup, seats), np.int64)
        scratch, dealt, hands, places = self._workspace()
        rng, decks, at = self._make_lanes(seed, number)
        if seats > 1:
            play = play_block if each_coup else play_block.for_work(size * self.plain_seconds)
            play(packed.tables, rng[0], decks[0], at[0], scratch, dealt, hands, places, size, nets,
                 counts, sums, coup_nets)
        else:
            transitions = self.transitions
            streams = np.zeros((4, LANES), np.uint64)
            streams[:, :self.lane_count] = rng[:, :4].T
            play_all = play_lanes if each_coup else play_lanes.for_work(size * self.plain_seconds)
            play_all(packed.tables, transitions, streams.ravel(), decks, decks.ravel(), at,
                     np.zeros(len(transitions.pays), np.int64),
                     np.zeros(self.lane_count, np.int64), np.zeros((3, LANES), np.uint64),
                     np.zeros((2, LANES + 1), np.uint16), np.zeros(LANES, transitions.lead.dtype),
                     rng[0], scratch, dealt, hands, places, size, nets, counts, sums, coup_nets)
        return nets, counts, [int(n) for n in sums], coup_nets

    def _tally(self, nets: Numbers, counts: Numbers, sums: list[int]) -> Tally:
        packed = self.packed
        share, middle = packed.share, nets.shape[1] // 2
        rows = [{(int(at) - middle) * share: int(row[at]) for at in np.flatnonzero(row)}
                for row in nets]
        coups_played = sum(rows[0].values())
        named = {name: int(times) for name, times in zip(coups.COUNTED, counts, strict=True)
                 if name and times}
        if self.terms is not None and self.terms.charlie and "five_cards" in named:
            named["charlies"] = named.pop("five_cards")  # the loops count both as claims
        named["staked"] = self.stake * (
            coups_played * self.seats + int(counts[coups.SPLITS] + counts[coups.DOUBLES])
        ) + int(counts[coups.INSURANCES] * packed.tables.law[coups.INSURANCE]) * share
        return Tally(coups=coups_played, shoes=sums[0], nn=sums[1], ns=sums[2] * share,
                     ss=sums[3] * share * share, nets=rows[0], counts=dict(sorted(named.items())),
                     parts={f"place/{n}": row for n, row in enumerate(rows[1:], start=1)})


def kernel(book: RuleBook, table: Table, chart: Chart | None = None, *, seats: int = 1,
           fresh: bool = False, bets: tuple[str, ...] = ()) -> Player:
    """The kernel of a lawful table; without a chart it hits below 17 and does nothing else.

    ``bets``: names of side bets made with each main bet, or "all" that the table offers; with
    "insurance" every offered insurance is taken. ValueError for more places than the table has, for
    a chart that is not lawful, and for bets that are not offered.
    """
    most_places = table.places_per_player if table.individual else table.places
    if not 1 <= seats <= most_places:
        raise ValueError(phrase("{seats} places; at this table 1 to {most_places} can be played",
                                seats=seats, most_places=most_places))
    if chart is None:
        chart, strategy = mimic(), SIMPLE
    else:
        strategy = "as the chart says"
    places_text = "one place" if seats == 1 else f"{seats} places, each"
    shoe_text = "; a full shoe for each round" if fresh else ""
    table_law = book.table_law(table)
    bets = _bets(table_law, bets)
    if "insurance" in bets:
        evens = chart.evens.copy()
        evens[0] = 0  # a hand that takes even money cannot insure
        chart = chart._replace(insure=np.ones_like(chart.insure), evens=evens)
    player = Player(table_law, table.minimum, chart,
                    f"{places_text} at the minimum; {strategy}{shoe_text}", seats,
                    table.individual or seats == 1, fresh, bets=bets)
    player.packed  # noqa: B018  # raises here for an unlawful chart
    return player


def _bets(table_law: TableLaw, bets: tuple[str, ...]) -> tuple[str, ...]:
    """The side bets that these names stand for, in the table's order."""
    offered = b.offered_bets(table_law)
    side_bets = [spot for spot in offered if spot != "insurance"]
    if "all" in bets:
        bets = (*bets, *side_bets)
        if not side_bets:
            raise ValueError("this table offers no additional bets; its options may add them "
                             "(--set help lists them)")
    for bet in bets:
        if bet != "all" and bet not in offered:
            raise ValueError(phrase(
                "{bet} is not a bet of this table; besides the main bet it offers {bets}",
                bet=repr(bet), bets=", ".join(offered) or "none"))
    chosen = tuple(spot for spot in offered if spot in bets)
    kinds = sorted({side.group for side in table_law.sides if side.spot in chosen})
    if table_law.one_side and len(kinds) > 1:
        raise ValueError(phrase(
            "{kinds}: this table takes one kind of additional bet from each player at a place",
            kinds=both(kinds)))
    return chosen
