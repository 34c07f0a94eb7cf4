"""A chart as a file that people read and write: a name of a hand, a card of the bank, an act.

JSON with these keys:

* ``game``: its id. ``name``: what the chart is called.
* ``hands``: rows by the name of a hand. "hard 16" and "soft 18" are all hands of that total, "five
  hard 16" those of five cards, "pair 8,8" is two equal cards, "2,4,10" just these cards, "6,7 of
  one suit" and "6,7 of one suit, the 8 of it shown" what may earn a prize. The nearer name goes
  before the wider one. A row ending in " that may not be split" is for a pair where it is so.
* ``split 8,8`` and so on: rows for the hands of that split; all of them go before those of
  ``hands``.
* ``insurance``: "never", "always" or the two-card hands that insure. ``even money``: the cards of
  the bank against which a blackjack takes it.

A row is one act against every card ("stand") or an object: "2" to "10" and "A", or a range such as
"2-6". An act is a word of `ACTS`; "double/hit" takes the first that is open to the hand: two cards
double, more are hit.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache

import numpy as np

from sabot.equipment.arrays import Bytes, Numbers
from sabot.families.blackjack.charts import legal
from sabot.families.blackjack.charts.chart import (
    ACTS,
    CLAIM,
    DOUBLE,
    HIT,
    SPLIT,
    STAND,
    SURRENDER,
    Chart,
)
from sabot.families.blackjack.charts.hand_states import SUITED, states
from sabot.families.blackjack.charts.legal import Open
from sabot.families.blackjack.rules.clauses import Clauses
from sabot.families.blackjack.rules.code import RuleBook
from sabot.families.blackjack.rules.pricing_rules import Terms, of_code
from sabot.procedure.table import Table, parse_error_text

CARDS = ("A", *map(str, range(2, 11)))
UPS = (*CARDS[1:], "A")
HANDS = "hands"
WHOLE = " that may not be split"
EVENS: dict[str, tuple[str, ...]] = {"none": (), "A": ("A",), "AT": ("A", "10")}
FAULTS = 12  # so many are told at once
Row = dict[str, str]
Rows = dict[str, Row]


class BadChart(ValueError):
    """What is wrong with the file of a chart, cell by cell; the words are for its user."""


@lru_cache(maxsize=512)
def open_somewhere(terms: Terms, up: int, split: int | None, may: bool) -> Open:
    """What is open in a section of a file: of one split, or to all hands; to those that may be
    split, or whatever they may."""
    splits = (None, *range(1, 11)) if split is None else (split,)
    each: Open = np.array([legal.acts(terms, up, one, pair)
                           for one in splits for pair in {may, False}])
    return np.asarray(np.logical_or.reduce(each))


# -- names ----------------------------------------------------------------------------------------


def name_of(hand: int) -> str:
    """The name of just this hand."""
    table = states()
    cards = ",".join(CARDS[v] for v in range(10) for _ in range(int(table.cards[hand, v])))
    if hand < table.plain:
        return cards
    missing = 21 - sum(SUITED[(hand - table.plain) // 2])
    return f"{cards} of one suit" + (f", the {missing} of it shown" if hand - table.plain & 1
                                     else "")


@cache
def layers() -> tuple[Mapping[str, Numbers], ...]:
    """The names of hands, from the widest to the nearest, and the numbers that each stands for."""
    table = states()
    several = table.size >= 2
    totals: dict[str, Numbers] = {}
    fives: dict[str, Numbers] = {}
    for soft in (0, 1):
        for total in range(4, 22):
            of = several & (table.total == total) & (table.soft == soft)
            word = f"{'soft' if soft else 'hard'} {total}"
            if of.any():
                totals[word] = np.nonzero(of)[0]
            if (of & (table.size == 5)).any():
                fives[f"five {word}"] = np.nonzero(of & (table.size == 5))[0]
    pairs = {f"pair {CARDS[v - 1]},{CARDS[v - 1]}": table.two[v - 1, v - 1].reshape(1).astype(int)
             for v in range(1, 11)}
    single = {name_of(int(hand)): np.array([hand]) for hand in np.nonzero(several)[0]}
    return totals, fives, pairs, single


def words_of(there: Open) -> str:
    """The acts that are open."""
    return ", ".join(word for word, one in zip(ACTS, there, strict=True) if one)


def widest(hand: int) -> str:
    """The name of all hands of the same total."""
    table = states()
    return f"{'soft' if table.soft[hand] else 'hard'} {table.total[hand]}"


# -- reading --------------------------------------------------------------------------------------


def load(book: RuleBook, table: Table, text: str, game: str = "") -> Chart:
    """The chart in a file for this table; BadChart names each cell that is missing or unlawful."""
    found = _parsed(text)
    if game and found.get("game", game) != game:
        raise BadChart(f"the chart is for {found['game']}, not for {game}; without the key 'game' "
                       "it is for every game under whose law its acts are open")
    return _Reader(of_code(book.code(table)), book.laws(table)).chart(found)


def _parsed(text: str) -> dict[str, object]:
    def once(pairs: list[tuple[str, object]]) -> dict[str, object]:
        made = dict(pairs)
        if len(made) < len(pairs):
            names = [name for name, _ in pairs]
            twice = next(name for name in names if names.count(name) > 1)
            raise BadChart(f"{twice!r} is there twice")
        return made
    try:
        found = json.loads(text, object_pairs_hook=once)
    except BadChart:
        raise
    except ValueError as error:
        raise BadChart(f"a chart is JSON; this is none: {parse_error_text(error)}") from error
    except RecursionError:
        raise BadChart("a chart is JSON; this is nested too deeply") from None
    if not isinstance(found, dict):
        raise BadChart("a chart is a JSON object with the key 'hands'")
    return found


class _Reader:
    """One file against the law of one table; faults are collected."""

    def __init__(self, terms: Terms, clauses: Clauses) -> None:
        self.terms, self.c = terms, clauses
        self.faults: list[str] = []
        self.lists: list[tuple[int, ...]] = []  # acts in the order in which they are tried
        self.wrong: set[str] = set()

    def chart(self, found: dict[str, object]) -> Chart:
        splits = {f"split {name},{name}": value for value, name in enumerate(CARDS, start=1)}
        for key in found:
            if key not in ("game", "name", "hands", "insurance", "even money", "made for", *splits):
                self.faults.append(f"unknown key {key!r}; known are game, name, hands, insurance, "
                                   "'even money', 'made for' and 'split 8,8' with its like")
        n = len(states().size)
        hands = self.hands(found.get(HANDS, {}))
        first, whole = self.both(hands, None, HANDS)
        after, after_whole = np.zeros((10, 10, n), np.int8), np.zeros((10, 10, n), np.int8)
        for section, value in splits.items():
            ids = self.filled(found.get(section, {}), section, *hands)
            after[:, value - 1], after_whole[:, value - 1] = self.both(ids, value, section)
        insure, evens = self.insurance(found.get("insurance", "never")), \
            self.evens(found.get("even money", []))
        if self.faults:
            more = len(self.faults) - FAULTS
            raise BadChart("\n".join(self.faults[:FAULTS])
                           + (f"\nand {more} more" if more > 0 else ""))
        return Chart(first, whole, after, after_whole, insure, evens)

    def hands(self, rows: object) -> tuple[Numbers, Numbers]:
        """The rows of ``hands`` alone."""
        none = np.full((10, len(states().size)), -1)
        return self.filled(rows, HANDS, none, none)

    def both(self, ids: tuple[Numbers, Numbers], split: int | None, section: str
             ) -> tuple[Bytes, Bytes]:
        """The acts of hands that may be split and of those that may not."""
        return (self.acts(ids[0], split, True, section), self.acts(ids[1], split, False, section))

    def filled(self, rows: object, section: str, base: Numbers, whole: Numbers
               ) -> tuple[Numbers, Numbers]:
        """Which list of acts each hand has against each card: where it may be split, where not."""
        ids, ids_whole = base.copy(), whole.copy()
        if not isinstance(rows, dict):
            self.faults.append(f"{section}: rows by the names of hands are wanted")
            return ids, ids_whole
        rows = self.ordered(rows, section)
        names: set[str] = set()
        for suffix, targets in (("", (ids, ids_whole)), (WHOLE, (ids_whole,))):
            for layer in layers():
                for name, numbers in layer.items():
                    if name + suffix not in rows:
                        continue
                    names.add(name + suffix)
                    for up, text in self.row(f"{section}: {name}{suffix}",
                                             rows[name + suffix]).items():
                        known = self.listed(f"{section}: {name}{suffix} against {CARDS[up]}", text,
                                            up, numbers, section, not suffix)
                        for target in targets:
                            target[up, numbers] = known
        for name in rows.keys() - names:
            self.faults.append(f"{section}: {name!r} is no hand; hands are called hard 16, soft "
                               "18, pair 8,8 or by their cards: A,2,10")
        return ids, ids_whole

    def ordered(self, rows: dict[str, object], section: str) -> dict[str, object]:
        """The rows with the cards of each name in their order."""
        found: dict[str, object] = {}
        for name, row in rows.items():
            cards, blank, rest = name.partition(" ")
            if all(card in CARDS for card in cards.split(",")):
                cards = ",".join(sorted(cards.split(","), key=CARDS.index))
            if cards + blank + rest in found:
                self.faults.append(f"{section}: {name!r} is there twice")
            found[cards + blank + rest] = row
        return found

    def row(self, where: str, row: object) -> dict[int, str]:
        """The text of each cell by the bank's card less one."""
        if isinstance(row, str):
            row = dict.fromkeys(UPS, row)
        if not isinstance(row, dict):
            self.faults.append(f"{where}: an act, or acts by the bank's cards, are wanted")
            return {}
        found: dict[int, str] = {}
        for key, text in row.items():
            low, dash, high = key.partition("-")
            if low not in UPS or (dash and high not in UPS) or (
                    dash and UPS.index(low) > UPS.index(high)):
                self.faults.append(f"{where}: {key!r} is no card of the bank; cards are 2 to 10 "
                                   "and A, or a range such as 2-6")
            elif not isinstance(text, str):
                self.faults.append(f"{where} against {key}: an act is wanted, not {text!r}")
            else:
                for up in UPS[UPS.index(low):UPS.index(high if dash else low) + 1]:
                    if CARDS.index(up) in found:
                        self.faults.append(f"{where} against {up} is there twice")
                    found[CARDS.index(up)] = text
        return found

    def listed(self, where: str, text: str, up: int, numbers: Numbers, section: str, may: bool
               ) -> int:
        """The number of a list of acts, each of which must be open to some hand of the row."""
        words = [word.strip() for word in text.split("/")]
        if unknown := [word for word in words if word not in ACTS]:
            self.fault(where, f"{unknown[0]!r} is no act; acts are {', '.join(ACTS)}, or several "
                              "to be tried in order: double/hit")
            return -2
        acts = tuple(ACTS.index(word) for word in words)
        split = None if section == HANDS else CARDS.index(section.partition(",")[2]) + 1
        there: Open = np.logical_or.reduce(
            open_somewhere(self.terms, up + 1, split, may)[:, numbers], axis=1)
        if there[HIT:].any():  # else nothing is asked of these hands
            for act in acts:
                if not there[act]:
                    self.fault(where, f"{ACTS[act]} is not open{self.clause(act)}; open: "
                                      f"{words_of(there)}")
        if acts not in self.lists:
            self.lists.append(acts)
        return self.lists.index(acts)

    def acts(self, ids: Numbers, split: int | None, may: bool, section: str
             ) -> Bytes:
        """The first open act of each list; a fault where there is none."""
        table = states()
        found = np.zeros(ids.shape, np.int8)
        meant = table.size >= 2
        if split is not None:
            meant = meant & (table.cards[:, split - 1] > 0)
        for up in range(10):
            there = legal.acts(self.terms, up + 1, split, may)
            chosen = np.full(ids.shape[1], -1)
            for number in np.unique(ids[up]):
                if number >= 0:
                    mine = ids[up] == number
                    for act in reversed(self.lists[number]):
                        chosen[mine & there[act]] = act
            asked = legal.asked(there)
            # An ace that was split has its one card; whoever would rather hit stands.
            chosen[(chosen < 0) & (ids[up] >= 0) & there[STAND] & ~there[HIT]] = STAND
            for hand in np.nonzero(meant & asked & (chosen < 0) & (ids[up] > -2))[0]:
                self.lacks(int(hand), up, ids[up, hand], there[:, hand], section)
            # What nobody is asked, and what cannot come, has any act that is open.
            chosen[~asked | (chosen < 0)] = there.argmax(axis=0)[~asked | (chosen < 0)]
            found[up] = chosen
        return found

    def lacks(self, hand: int, up: int, known: int, there: Open, section: str) -> None:
        told = words_of(there)
        cell = f"{widest(hand)} against {CARDS[up]}"
        where = f"{section}: {cell}"
        if f"{HANDS}: {cell}" in self.wrong:
            return  # its hands of a split have it from there
        if known < 0:
            self.fault(where, f"the cell is missing; open: {told}")
        else:
            acts = self.lists[known]
            self.fault(where, f"{'/'.join(ACTS[a] for a in acts)} is not open to "
                              f"{name_of(hand)}{self.clause(acts[-1])}; open: {told}")

    def fault(self, where: str, what: str) -> None:
        """One fault of a cell; a cell is told once."""
        if where not in self.wrong:
            self.wrong.add(where)
            self.faults.append(f"{where}: {what}")

    def clause(self, act: int) -> str:
        """The clause that says to whom an act is open, in brackets."""
        c = self.c
        law = {STAND: c.must_hit, HIT: c.hit, DOUBLE: c.double, SPLIT: c.split,
               SURRENDER: c.surrender, CLAIM: c.five}[act][0]
        return f" ({law})" if law else ""

    def insurance(self, said: object) -> Bytes:
        """Which two-card hands insure."""
        table = states()
        insure = np.zeros(len(table.size), np.int8)
        if said == "never":
            return insure
        if not self.terms.insurance:
            self.faults.append("insurance: this table has none; 'never' is what is possible")
        if said == "always":
            insure[table.size == 2] = 1
            return insure
        single = layers()[-1]
        if not isinstance(said, list):
            self.faults.append("insurance: 'never', 'always' or a list of hands is wanted")
            return insure
        for name in said:
            numbers = single.get(name) if isinstance(name, str) else None
            if numbers is None or table.size[numbers[0]] != 2:
                self.faults.append(f"insurance: {name!r} is no hand of two cards such as 9,10")
            else:
                insure[numbers] = 1
        return insure

    def evens(self, said: object) -> Bytes:
        """Against which cards a blackjack takes even money."""
        evens = np.zeros(10, np.int8)
        offered = EVENS[self.terms.even_money]
        if not isinstance(said, list):
            self.faults.append("even money: a list of cards of the bank is wanted")
            return evens
        for up in said:
            if up not in offered:
                law = f" ({self.c.even_money[0]})" if self.c.even_money[0] else ""
                self.faults.append(f"even money: not against {up!r}{law}; against "
                                   f"{' or '.join(offered) or 'no card'}")
            else:
                evens[CARDS.index(up)] = 1
        return evens


# -- writing --------------------------------------------------------------------------------------


def dump(book: RuleBook, table: Table, chart: Chart, *, game: str, name: str) -> str:
    """The file of a chart: rows by totals, and just the hands that are played otherwise."""
    terms = of_code(book.code(table))
    return json.dumps(as_data(terms, book.laws(table), chart, game=game, name=name),
                      ensure_ascii=False, indent=1) + "\n"


def as_data(terms: Terms, clauses: Clauses, chart: Chart, *, game: str, name: str
            ) -> dict[str, object]:
    """The same as plain data. What a chart says to hands that nobody is asked is left out."""
    hands = _usual(terms, chart)
    found: dict[str, object] = {"game": game, "name": name, HANDS: hands}
    for may in (True, False):
        reader = _Reader(terms, clauses)
        now = reader.acts(reader.hands(hands)[not may], None, may, HANDS)
        wanted = chart.first if may else chart.first_whole
        _correct(terms, hands, wanted, now, None, may)
    reader = _Reader(terms, clauses)
    usual = reader.hands(hands)
    for value, card in enumerate(CARDS, start=1):
        section: Rows = {}
        title = f"split {card},{card}"
        for may in (True, False):
            ids = reader.filled(section, title, *usual)
            now = reader.acts(ids[not may], value, may, title)
            wanted = (chart.after if may else chart.after_whole)[:, value - 1]
            _correct(terms, section, wanted, now, value, may)
        if section:
            found[title] = {row: _shortened(cells) for row, cells in section.items()}
    found[HANDS] = {row: _shortened(cells) for row, cells in hands.items()}
    table = states()
    insured = np.nonzero((chart.insure != 0) & (table.size == 2) & (terms.insurance > 0))[0]
    found["insurance"] = "never" if not len(insured) else "always" \
        if len(insured) == (table.size == 2).sum() else [name_of(int(hand)) for hand in insured]
    found["even money"] = [up for up in EVENS[terms.even_money] if chart.evens[CARDS.index(up)]]
    return found


def _usual(terms: Terms, chart: Chart) -> Rows:
    """Rows by totals, pairs and fives: what most hands of each do, and what they do when that is
    not open to them."""
    table = states()
    rows: Rows = {}
    totals, fives, pairs, _ = layers()
    for name, numbers in {**totals, **(fives if terms.five else {}), **pairs}.items():
        row: Row = {}
        for up in UPS:
            at = CARDS.index(up)
            there = legal.acts(terms, at + 1, None, True)
            asked = [int(hand) for hand in numbers if there[HIT:, hand].any()]
            if not asked:
                continue
            two = [hand for hand in asked if table.size[hand] == 2
                   and (name in pairs or not table.twin[hand])]
            more = [hand for hand in asked if table.size[hand] > 2]
            order = [*_most(chart.first[at], two), *_most(chart.first_whole[at], two),
                     *_most(chart.first[at], more)]
            # What is open to every hand: after a split, or with more cards.
            order += [HIT, STAND] if table.total[numbers[0]] < 17 else [STAND, HIT]
            acts = [act for i, act in enumerate(order) if act not in order[:i]]
            last = next(i for i, act in enumerate(acts) if act == HIT or (
                act == STAND and there[STAND, asked].all()))
            row[up] = "/".join(ACTS[act] for act in acts[:last + 1] if there[act, asked].any())
        if row:
            rows[name] = row
    return rows


def _most(acts: Bytes, hands: Iterable[int]) -> list[int]:
    """The act that most of these hands have; none of no hands."""
    found = [int(acts[hand]) for hand in hands]
    return [max(sorted(set(found)), key=found.count)] if found else []


def _correct(terms: Terms, rows: Rows, wanted: Bytes, now: Bytes,
             split: int | None, may: bool) -> None:
    """A row for each hand that the rows so far would have played otherwise."""
    table = states()
    meant = table.size >= 2
    if split is not None:
        meant = meant & (table.cards[:, split - 1] > 0)
    if not may:
        meant = meant & (table.twin > 0)  # of other hands the chart says it once
    made: Rows = {}
    for up in UPS:
        at = CARDS.index(up)
        there = legal.acts(terms, at + 1, split, may)
        lawful = there[wanted[at], np.arange(len(meant))]  # else it is an act of nobody
        for hand in np.nonzero(meant & lawful & legal.asked(there) & (wanted[at] != now[at]))[0]:
            act = int(wanted[at, hand])
            order = [act]
            if act not in (STAND, HIT):  # what it is where this is not open
                order += [int(now[at, hand])] if now[at, hand] in (STAND, HIT) else [HIT]
            made.setdefault(name_of(int(hand)) + ("" if may else WHOLE), {})[up] = "/".join(
                ACTS[one] for one in order)
    for name, row in made.items():
        rows[name] = {**rows.get(name, {}), **row}


def _shortened(row: Row) -> Row | str:
    """Runs of one act against several cards as ranges; one act against all of them alone."""
    if len(row) == len(UPS) and len(set(row.values())) == 1:
        return row["A"]
    found: Row = {}
    runs: list[list[str]] = []
    for up in UPS:
        if up not in row:
            continue
        if runs and row[runs[-1][-1]] == row[up] and UPS.index(runs[-1][-1]) + 1 == UPS.index(up):
            runs[-1].append(up)
        else:
            runs.append([up])
    for run in runs:
        found[run[0] if len(run) == 1 else f"{run[0]}-{run[-1]}"] = row[run[0]]
    return found
