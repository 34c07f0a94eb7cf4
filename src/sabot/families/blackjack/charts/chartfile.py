"""Charts as files that people read and write: a hand, a card of the bank, an act.

JSON with these keys:

* ``game``: its id. ``name``: the name of the chart.
* ``hands``: rows by the name of a hand. "hard 16" and "soft 18" are all hands of that total, "five
  hard 16" those of five cards, "pair 8,8" is two equal cards, "2,4,10" exactly these cards, "6,7 of
  one suit" and "6,7 of one suit, the 8 of it shown" hands that may earn a prize. A narrower name
  overrides a wider one. A row ending in " that may not be split" is for a pair that may not be
  split.
* ``split 8,8`` and so on: rows for the hands of that split; they override all rows of ``hands``.
* ``insurance``: "never", "always" or the two-card hands that insure. ``even money``: the cards of
  the bank against which a blackjack takes it.

A row is one act against every card ("stand") or an object: "2" to "10" and "A", or a range such as
"2-6". An act is a word of `ACTS`; "double/hit" takes the first that is open to the hand: two cards
double, longer hands hit.
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
from sabot.families.blackjack.rules.pricing_rules import Terms, pricing_terms
from sabot.families.blackjack.rules.table_law import RuleBook
from sabot.procedure.table import Table, parse_error_text
from sabot.words import phrase

CARDS = ("A", *map(str, range(2, 11)))
UPS = (*CARDS[1:], "A")
HANDS = "hands"
WHOLE = " that may not be split"
EVENS: dict[str, tuple[str, ...]] = {"none": (), "A": ("A",), "AT": ("A", "10")}
MOST_FAULTS = 12  # in one message
Row = dict[str, str]
Rows = dict[str, Row]


class BadChart(ValueError):
    """The file of a chart is wrong; the message lists each wrong cell, for the user."""


@lru_cache(maxsize=512)
def open_somewhere(terms: Terms, up: int, split: int | None, may_split: bool) -> Open:
    """The acts that are open in a section of a file: after one split, or (``split`` None) after any
    or none; with ``may_split``, to hands that may be split as well as to those that may not."""
    splits = (None, *range(1, 11)) if split is None else (split,)
    sections: Open = np.array([legal.open_acts(terms, up, value, pair)
                               for value in splits for pair in {may_split, False}])
    return np.asarray(np.logical_or.reduce(sections))


# -- names ----------------------------------------------------------------------------------------


def hand_name(hand: int) -> str:
    """The name of exactly this hand."""
    table = states()
    cards = ",".join(CARDS[v] for v in range(10) for _ in range(int(table.cards[hand, v])))
    if hand < table.plain:
        return cards
    missing = 21 - sum(SUITED[(hand - table.plain) // 2])
    return f"{cards} of one suit" + (f", the {missing} of it shown" if hand - table.plain & 1
                                     else "")


@cache
def hand_names() -> tuple[Mapping[str, Numbers], ...]:
    """The names of hands from the widest to the narrowest, and the numbers of the hands of each
    name."""
    table = states()
    several = table.size >= 2
    totals: dict[str, Numbers] = {}
    fives: dict[str, Numbers] = {}
    for soft in (0, 1):
        for total in range(4, 22):
            matching = several & (table.total == total) & (table.soft == soft)
            word = f"{'soft' if soft else 'hard'} {total}"
            if matching.any():
                totals[word] = np.nonzero(matching)[0]
            if (matching & (table.size == 5)).any():
                fives[f"five {word}"] = np.nonzero(matching & (table.size == 5))[0]
    pairs = {f"pair {CARDS[v - 1]},{CARDS[v - 1]}": table.two[v - 1, v - 1].reshape(1).astype(int)
             for v in range(1, 11)}
    single = {hand_name(int(hand)): np.array([hand]) for hand in np.nonzero(several)[0]}
    return totals, fives, pairs, single


def list_acts(open_to: Open) -> str:
    """The open acts as text."""
    return ", ".join(word for word, is_open in zip(ACTS, open_to, strict=True) if is_open)


def total_name(hand: int) -> str:
    """The name of all hands of the same total."""
    table = states()
    return f"{'soft' if table.soft[hand] else 'hard'} {table.total[hand]}"


# -- reading --------------------------------------------------------------------------------------


def load(book: RuleBook, table: Table, text: str, game: str = "") -> Chart:
    """The chart in a file for this table; BadChart lists each cell that is missing or unlawful."""
    data = _parse_json(text)
    if game and data.get("game", game) != game:
        raise BadChart(phrase(
            "the chart is for {other}, not for {game}; without the key 'game' it is for every game "
            "under whose law its acts are open", other=data["game"], game=game))
    return _Reader(pricing_terms(book.table_law(table)), book.laws(table)).chart(data)


def _parse_json(text: str) -> dict[str, object]:
    def unique_keys(pairs: list[tuple[str, object]]) -> dict[str, object]:
        data = dict(pairs)
        if len(data) < len(pairs):
            names = [name for name, _ in pairs]
            twice = next(name for name in names if names.count(name) > 1)
            raise BadChart(phrase("{twice} appears twice", twice=repr(twice)))
        return data
    try:
        data = json.loads(text, object_pairs_hook=unique_keys)
    except BadChart:
        raise
    except ValueError as error:
        raise BadChart(phrase("a chart is JSON; this is not: {why}",
                              why=parse_error_text(error))) from error
    except RecursionError:
        raise BadChart("a chart is JSON; this is nested too deeply") from None
    if not isinstance(data, dict):
        raise BadChart("a chart is a JSON object with the key 'hands'")
    return data


class _Reader:
    """Reads one file under the law of one table; faults are collected."""

    def __init__(self, terms: Terms, clauses: Clauses) -> None:
        self.terms, self.c = terms, clauses
        self.faults: list[str] = []
        self.act_lists: list[tuple[int, ...]] = []  # acts in the order of preference
        self.faulty_cells: set[str] = set()

    def chart(self, data: dict[str, object]) -> Chart:
        """The chart of a file; BadChart lists the faults."""
        splits = {f"split {name},{name}": value for value, name in enumerate(CARDS, start=1)}
        for key in data:
            if key not in ("game", "name", "hands", "insurance", "even money", "made for", *splits):
                self.faults.append(f"unknown key {key!r}; known are game, name, hands, insurance, "
                                   "'even money', 'made for' and 'split 8,8' with its like")
        n = len(states().size)
        hands = self.parse_hands(data.get(HANDS, {}))
        first, first_whole = self.acts_by_split(hands, None, HANDS)
        after, after_whole = np.zeros((10, 10, n), np.int8), np.zeros((10, 10, n), np.int8)
        for section, value in splits.items():
            ids = self.fill_rows(data.get(section, {}), section, *hands)
            after[:, value - 1], after_whole[:, value - 1] = self.acts_by_split(ids, value, section)
        insure, evens = self.insurance(data.get("insurance", "never")), \
            self.evens(data.get("even money", []))
        if self.faults:
            further = len(self.faults) - MOST_FAULTS
            raise BadChart("\n".join(self.faults[:MOST_FAULTS])
                           + (f"\nand {further} more" if further > 0 else ""))
        return Chart(first, first_whole, after, after_whole, insure, evens)

    def parse_hands(self, rows: object) -> tuple[Numbers, Numbers]:
        """The act lists of the rows of ``hands``."""
        none = np.full((10, len(states().size)), -1)
        return self.fill_rows(rows, HANDS, none, none)

    def acts_by_split(self, ids: tuple[Numbers, Numbers], split: int | None, section: str
                      ) -> tuple[Bytes, Bytes]:
        """The acts of hands that may be split, and of those that may not."""
        return (
            self.choose_acts(ids[0], split, True, section),
            self.choose_acts(ids[1], split, False, section),
        )

    def fill_rows(self, rows: object, section: str, base: Numbers, whole: Numbers
                  ) -> tuple[Numbers, Numbers]:
        """The number of the act list of each hand against each card: where it may be split, where
        not."""
        ids, ids_whole = base.copy(), whole.copy()
        if not isinstance(rows, dict):
            self.faults.append(f"{section}: an object of rows by hand name is required")
            return ids, ids_whole
        rows = self.sort_names(rows, section)
        names: set[str] = set()
        for suffix, targets in (("", (ids, ids_whole)), (WHOLE, (ids_whole,))):
            for layer in hand_names():
                for name, numbers in layer.items():
                    if name + suffix not in rows:
                        continue
                    names.add(name + suffix)
                    for up, text in self.parse_row(f"{section}: {name}{suffix}",
                                                   rows[name + suffix]).items():
                        number = self.parse_acts(f"{section}: {name}{suffix} against {CARDS[up]}",
                                                 text, up, numbers, section, not suffix)
                        for target in targets:
                            target[up, numbers] = number
        for name in rows.keys() - names:
            self.faults.append(f"{section}: {name!r} is not a hand; write hard 16, soft 18, "
                               "pair 8,8 or its cards: A,2,10")
        return ids, ids_whole

    def sort_names(self, rows: dict[str, object], section: str) -> dict[str, object]:
        """The rows with the cards of each name in order."""
        ordered: dict[str, object] = {}
        for name, row in rows.items():
            cards, blank, rest = name.partition(" ")
            if all(card in CARDS for card in cards.split(",")):
                cards = ",".join(sorted(cards.split(","), key=CARDS.index))
            if cards + blank + rest in ordered:
                self.faults.append(f"{section}: {name!r} appears twice")
            ordered[cards + blank + rest] = row
        return ordered

    def parse_row(self, where: str, row: object) -> dict[int, str]:
        """The text of each cell, by the bank's card less 1."""
        if isinstance(row, str):
            row = dict.fromkeys(UPS, row)
        if not isinstance(row, dict):
            self.faults.append(f"{where}: an act, or an object of acts by the bank's "
                               "cards, is required")
            return {}
        cells: dict[int, str] = {}
        for key, text in row.items():
            low, dash, high = key.partition("-")
            if low not in UPS or (dash and high not in UPS) or (
                    dash and UPS.index(low) > UPS.index(high)):
                self.faults.append(f"{where}: {key!r} is not a card of the bank; cards are 2 to 10 "
                                   "and A, or a range such as 2-6")
            elif not isinstance(text, str):
                self.faults.append(f"{where} against {key}: an act is required, not {text!r}")
            else:
                for up in UPS[UPS.index(low):UPS.index(high if dash else low) + 1]:
                    if CARDS.index(up) in cells:
                        self.faults.append(f"{where} against {up} appears twice")
                    cells[CARDS.index(up)] = text
        return cells

    def parse_acts(
        self, where: str, text: str, up: int, numbers: Numbers, section: str, may_split: bool
    ) -> int:
        """The number of a list of acts; each act must be open to some hand of the row."""
        words = [word.strip() for word in text.split("/")]
        if unknown := [word for word in words if word not in ACTS]:
            self.add_fault(
                where,
                f"{unknown[0]!r} is not an act; acts are {', '.join(ACTS)}, or several "
                "in order of preference: double/hit",
            )
            return -2
        acts = tuple(ACTS.index(word) for word in words)
        split = None if section == HANDS else CARDS.index(section.partition(",")[2]) + 1
        open_to: Open = np.logical_or.reduce(
            open_somewhere(self.terms, up + 1, split, may_split)[:, numbers], axis=1)
        if open_to[HIT:].any():  # else these hands have nothing to decide
            for act in acts:
                if not open_to[act]:
                    self.add_fault(where, f"{ACTS[act]} is not open{self.clause(act)}; open: "
                                      f"{list_acts(open_to)}")
        if acts not in self.act_lists:
            self.act_lists.append(acts)
        return self.act_lists.index(acts)

    def choose_acts(self, ids: Numbers, split: int | None, may_split: bool, section: str
                    ) -> Bytes:
        """The first open act of each list; a fault where there is none."""
        table = states()
        chart_acts = np.zeros(ids.shape, np.int8)
        relevant = table.size >= 2
        if split is not None:
            relevant = relevant & (table.cards[:, split - 1] > 0)
        for up in range(10):
            open_to = legal.open_acts(self.terms, up + 1, split, may_split)
            chosen = np.full(ids.shape[1], -1)
            for number in np.unique(ids[up]):
                if number >= 0:
                    has_list = ids[up] == number
                    for act in reversed(self.act_lists[number]):
                        chosen[has_list & open_to[act]] = act
            undecided = legal.to_decide(open_to)
            # A split ace has its one card; where the chart would hit, it stands.
            chosen[(chosen < 0) & (ids[up] >= 0) & open_to[STAND] & ~open_to[HIT]] = STAND
            for hand in np.nonzero(relevant & undecided & (chosen < 0) & (ids[up] > -2))[0]:
                self.report_missing(int(hand), up, ids[up, hand], open_to[:, hand], section)
            # Hands that are not asked or cannot occur get any open act.
            chosen[~undecided | (chosen < 0)] = open_to.argmax(axis=0)[~undecided | (chosen < 0)]
            chart_acts[up] = chosen
        return chart_acts

    def report_missing(self, hand: int, up: int, number: int, open_to: Open, section: str) -> None:
        """Add the fault of a cell that is missing or has no open act."""
        open_words = list_acts(open_to)
        cell = f"{total_name(hand)} against {CARDS[up]}"
        where = f"{section}: {cell}"
        if f"{HANDS}: {cell}" in self.faulty_cells:
            return  # reported once, for the section that the hands of a split inherit from
        if number < 0:
            self.add_fault(where, f"the cell is missing; open: {open_words}")
        else:
            acts = self.act_lists[number]
            self.add_fault(where, f"{'/'.join(ACTS[a] for a in acts)} is not open to "
                              f"{hand_name(hand)}{self.clause(acts[-1])}; open: {open_words}")

    def add_fault(self, where: str, fault: str) -> None:
        """Add one fault of a cell; only the first fault of a cell is reported."""
        if where not in self.faulty_cells:
            self.faulty_cells.add(where)
            self.faults.append(f"{where}: {fault}")

    def clause(self, act: int) -> str:
        """The clause that allows an act, in brackets."""
        c = self.c
        law = {STAND: c.must_hit, HIT: c.hit, DOUBLE: c.double, SPLIT: c.split,
               SURRENDER: c.surrender, CLAIM: c.five}[act][0]
        return f" ({law})" if law else ""

    def insurance(self, value: object) -> Bytes:
        """Which two-card hands insure."""
        table = states()
        insure = np.zeros(len(table.size), np.int8)
        if value == "never":
            return insure
        if not self.terms.insurance:
            self.faults.append("insurance: this table offers none; only 'never' is allowed")
        if value == "always":
            insure[table.size == 2] = 1
            return insure
        single = hand_names()[-1]
        if not isinstance(value, list):
            self.faults.append("insurance: 'never', 'always' or a list of hands is required")
            return insure
        for name in value:
            numbers = single.get(name) if isinstance(name, str) else None
            if numbers is None or table.size[numbers[0]] != 2:
                self.faults.append(f"insurance: {name!r} is not a hand of two cards such as 9,10")
            else:
                insure[numbers] = 1
        return insure

    def evens(self, value: object) -> Bytes:
        """Against which cards a blackjack takes even money."""
        evens = np.zeros(10, np.int8)
        offered = EVENS[self.terms.even_money]
        if not isinstance(value, list):
            self.faults.append("even money: a list of cards of the bank is required")
            return evens
        for up in value:
            if up not in offered:
                law = f" ({self.c.even_money[0]})" if self.c.even_money[0] else ""
                self.faults.append(f"even money: not offered against {up!r}{law}; offered against "
                                   f"{' or '.join(offered) or 'no card'}")
            else:
                evens[CARDS.index(up)] = 1
        return evens


# -- writing --------------------------------------------------------------------------------------


def dump(book: RuleBook, table: Table, chart: Chart, *, game: str, name: str) -> str:
    """The file of a chart: rows by totals, and a row for each hand that is played otherwise."""
    terms = pricing_terms(book.table_law(table))
    return json.dumps(encode_chart(terms, book.laws(table), chart, game=game, name=name),
                      ensure_ascii=False, indent=1) + "\n"


def encode_chart(terms: Terms, clauses: Clauses, chart: Chart, *, game: str, name: str
                 ) -> dict[str, object]:
    """The file as plain data. Acts of hands that have nothing to decide are left out."""
    hands = _rows_by_total(terms, chart)
    data: dict[str, object] = {"game": game, "name": name, HANDS: hands}
    for may_split in (True, False):
        reader = _Reader(terms, clauses)
        current = reader.choose_acts(
            reader.parse_hands(hands)[not may_split], None, may_split, HANDS
        )
        wanted = chart.first if may_split else chart.first_whole
        _add_exceptions(terms, hands, wanted, current, None, may_split)
    reader = _Reader(terms, clauses)
    usual = reader.parse_hands(hands)
    for value, card in enumerate(CARDS, start=1):
        section: Rows = {}
        title = f"split {card},{card}"
        for may_split in (True, False):
            ids = reader.fill_rows(section, title, *usual)
            current = reader.choose_acts(ids[not may_split], value, may_split, title)
            wanted = (chart.after if may_split else chart.after_whole)[:, value - 1]
            _add_exceptions(terms, section, wanted, current, value, may_split)
        if section:
            data[title] = {row: _shorten(cells) for row, cells in section.items()}
    data[HANDS] = {row: _shorten(cells) for row, cells in hands.items()}
    table = states()
    insured = np.nonzero((chart.insure != 0) & (table.size == 2) & (terms.insurance > 0))[0]
    data["insurance"] = "never" if not len(insured) else "always" \
        if len(insured) == (table.size == 2).sum() else [hand_name(int(hand)) for hand in insured]
    data["even money"] = [up for up in EVENS[terms.even_money] if chart.evens[CARDS.index(up)]]
    return data


def _rows_by_total(terms: Terms, chart: Chart) -> Rows:
    """Rows by totals, pairs and fives: what most hands of each do, and what they do where that is
    not open to them."""
    table = states()
    rows: Rows = {}
    totals, fives, pairs, _ = hand_names()
    for name, numbers in {**totals, **(fives if terms.five else {}), **pairs}.items():
        row: Row = {}
        for up in UPS:
            column = CARDS.index(up)
            open_to = legal.open_acts(terms, column + 1, None, True)
            undecided = [int(hand) for hand in numbers if open_to[HIT:, hand].any()]
            if not undecided:
                continue
            two = [hand for hand in undecided if table.size[hand] == 2
                   and (name in pairs or not table.twin[hand])]
            more = [hand for hand in undecided if table.size[hand] > 2]
            order = [*_most_common(chart.first[column], two),
                     *_most_common(chart.first_whole[column], two),
                     *_most_common(chart.first[column], more)]
            # What is open to every hand: after a split, or with more cards.
            order += [HIT, STAND] if table.total[numbers[0]] < 17 else [STAND, HIT]
            acts = [act for i, act in enumerate(order) if act not in order[:i]]
            last = next(i for i, act in enumerate(acts) if act == HIT or (
                act == STAND and open_to[STAND, undecided].all()))
            row[up] = "/".join(
                ACTS[act] for act in acts[: last + 1] if open_to[act, undecided].any()
            )
        if row:
            rows[name] = row
    return rows


def _most_common(acts: Bytes, hands: Iterable[int]) -> list[int]:
    """The most common act of these hands; nothing if there are no hands."""
    chosen = [int(acts[hand]) for hand in hands]
    return [max(sorted(set(chosen)), key=chosen.count)] if chosen else []


def _add_exceptions(terms: Terms, rows: Rows, wanted: Bytes, current: Bytes,
                    split: int | None, may_split: bool) -> None:
    """Add a row for each hand that the rows so far would play otherwise."""
    table = states()
    relevant = table.size >= 2
    if split is not None:
        relevant = relevant & (table.cards[:, split - 1] > 0)
    if not may_split:
        relevant = relevant & (table.twin > 0)  # the chart has other hands only once
    exceptions: Rows = {}
    for up in UPS:
        column = CARDS.index(up)
        open_to = legal.open_acts(terms, column + 1, split, may_split)
        lawful = open_to[wanted[column], np.arange(len(relevant))]  # else nobody uses the act
        for hand in np.nonzero(
            relevant & lawful & legal.to_decide(open_to) & (wanted[column] != current[column])
        )[0]:
            act = int(wanted[column, hand])
            order = [act]
            if act not in (STAND, HIT):  # the fallback where this is not open
                order += (
                    [int(current[column, hand])] if current[column, hand] in (STAND, HIT) else [HIT]
                )
            exceptions.setdefault(hand_name(int(hand)) + ("" if may_split else WHOLE), {})[up] = (
                "/".join(ACTS[option] for option in order)
            )
    for name, row in exceptions.items():
        rows[name] = {**rows.get(name, {}), **row}


def _shorten(row: Row) -> Row | str:
    """A row with equal neighbouring acts as ranges; one act against all cards as that act."""
    if len(row) == len(UPS) and len(set(row.values())) == 1:
        return row["A"]
    short: Row = {}
    runs: list[list[str]] = []
    for up in UPS:
        if up not in row:
            continue
        if runs and row[runs[-1][-1]] == row[up] and UPS.index(runs[-1][-1]) + 1 == UPS.index(up):
            runs[-1].append(up)
        else:
            runs.append([up])
    for run in runs:
        short[run[0] if len(run) == 1 else f"{run[0]}-{run[-1]}"] = row[run[0]]
    return short
