"""Pictures for notebooks in the style of the house: hands, chips, tables, coups, odds.

A notebook shows the returned values (``_repr_svg_``, ``_repr_html_``); ``svg`` and ``html`` are
their text, and `Picture.save` writes a file. Hidden cards are drawn as backs, and their codes are
not in the picture.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import NamedTuple

import msgspec

from sabot import games
from sabot.equipment import as_card
from sabot.money import euros
from sabot.pictures.cloth import CLOTHS, VisibleTable, svg, text
from sabot.pictures.cloth import cloth as _cloth
from sabot.pictures.kit import DEFS, FACE, SANS
from sabot.pictures.kit import card as _card
from sabot.pictures.kit import stack as _stack
from sabot.probability.answer import Answer
from sabot.procedure import Event, redact
from sabot.procedure.narration import Narrator, short_clause
from sabot.procedure.table import Table
from sabot.procedure.visible_events import ShownTable

__all__ = ["Bar", "Picture", "Sheet", "bars", "card", "chips", "hand", "odds", "record", "table"]

_CELL = "text-align:left;vertical-align:top;padding:1px 16px 1px 0"
_WIN, _LOSE, _NIGHT, _LINE = "#a7dcae", "#f0a49b", "#10181b", "#2c3a3c"


@dataclass(frozen=True)
class Picture:
    """A drawing as SVG."""

    svg: str

    def _repr_svg_(self) -> str:
        return self.svg

    def save(self, path: Path | str) -> Path:
        """Write the picture to a file; return its path."""
        file = Path(path)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(self.svg + "\n", "utf-8")
        return file


@dataclass(frozen=True)
class Sheet:
    """A table of text as HTML, with a ``head`` and ``rows`` of cells, under a ``caption``."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    caption: str = ""

    @property
    def html(self) -> str:
        """The table as HTML, escaped."""
        def row(cells: Sequence[str], kind: str) -> str:
            return "<tr>" + "".join(f'<{kind} style="{_CELL}">{escape(cell)}</{kind}>'
                                    for cell in cells) + "</tr>"
        caption = f'<caption style="text-align:left">{escape(self.caption)}</caption>' \
            if self.caption else ""
        return (f"<table>{caption}<thead>{row(self.head, 'th')}</thead><tbody>"
                + "".join(row(row_, "td") for row_ in self.rows) + "</tbody></table>")

    def _repr_html_(self) -> str:
        return self.html


def hand(cards: str | Iterable[str | None], label: str = "") -> Picture:
    """Cards in a row: "AH TD ??"; None and "??" are backs. ``label`` is written below."""
    codes = cards.split() if isinstance(cards, str) else [code or "" for code in cards]
    codes = [as_card(code) for code in codes]
    if not codes:
        raise ValueError("found no card; allowed: cards such as AH or TD, and ?? for a back")
    width, height = 108 * len(codes) + 12, 160 + 34 * bool(label)
    body = "".join(f'<g transform="translate({10 + 108 * n} 10)">{_card(code)}</g>'
                   for n, code in enumerate(codes))
    if label:
        body += text(label, width / 2, 182, 19, fill=FACE)
    background = (f'<rect width="{width}" height="{height}" rx="12" fill="{CLOTHS["blackjack"]}"/>'
                  f'<rect width="{width}" height="{height}" rx="12" fill="url(#sabot-lamp)"/>')
    codes_text = " ".join(code or "??" for code in codes)
    return Picture(svg(width, height, DEFS + background + body, f"cards {codes_text}"))


def card(code: str) -> Picture:
    """One card by its code ("QH")."""
    return hand([code])


def chips(cents: int) -> Picture:
    """A sum as a pile of chips with its amount."""
    if cents < 1:
        raise ValueError(f"found {cents} cents; allowed: 1 or more")
    body = f'<g transform="translate(75 110)">{_stack(cents)}</g>' \
        + text(euros(cents), 75, 188, 20, fill=FACE)
    background = f'<rect width="150" height="200" rx="12" fill="{CLOTHS["blackjack"]}"/>'
    return Picture(svg(150, 200, DEFS + background + body, euros(cents)))


def table(table_: Table, view: ShownTable | Mapping[str, object] | None = None) -> Picture:
    """A table as one player sees it.

    ``view`` is ``info["view"]`` of an environment or the result of `TableState.show`; without it
    the table is empty. """
    game = games.game(table_.game)
    data = view.get("table", view) if isinstance(view, Mapping) else view
    between = view.get("shown") if isinstance(view, Mapping) else None
    reels = between.get("shown") if isinstance(between, Mapping) else None
    state = msgspec.convert(data or {}, VisibleTable, from_attributes=True)
    if isinstance(reels, list):
        state = msgspec.structs.replace(state, reels=reels)
    return Picture(_cloth(game.felt(table_), state, game.money))


def record(table_: Table, events: Iterable[Event], eyes: str = "", lang: str = "en") -> Sheet:
    """A coup line by line as one player sees it (``eyes``; "" for a spectator), with the
    clauses."""
    game = games.game(table_.game)
    narrator = Narrator.of(game, lang)
    lines = (narrator.line(redact(event, eyes)) for event in events)
    return Sheet(("what happens", "clause"), tuple(
        (line.text.strip(), " ".join(short_clause(law, game.section) for law in line.laws))
        for line in lines if line is not None))


def odds(answer: Answer, max_bets: int = 24) -> Picture:
    """The odds as bars: the edge of each bet in hundredths of it, to the right for the house, to
    the left for the player; at most ``max_bets`` bets."""
    bets = [Bar(bet.bet, bet.edge_float, f"{100 * bet.edge_float:.3f} %", bet.edge_float <= 0)
            for bet in answer.bets[:max_bets]]
    if not bets:
        raise ValueError("the answer has no bets")
    return bars(bets, "the edge of each bet in hundredths of it")


class Bar(NamedTuple):
    """A bar of `bars`: its ``name``, its length, which may be negative, the text at its end, and
    whether it is ``good`` for the player, which gives its colour."""

    name: str
    value: float
    text: str
    good: bool = True


def bars(rows: Sequence[Bar], label: str) -> Picture:
    """Values as horizontal bars from one line: to the right above 0, to the left below it.
    ``label`` describes the picture for readers who cannot see it."""
    highest = max(abs(row.value) for row in rows) or 1.0
    width, line, left = 720, 30, 230
    height = 24 + line * len(rows)
    room = width - left - 120
    lowest = min(0.0, *(row.value for row in rows))
    zero = left + room * (-lowest) / (highest - lowest)
    body = f'<rect width="{width}" height="{height}" rx="10" fill="{_NIGHT}"/>' \
        f'<path d="M{zero:g} 12V{height - 12}" stroke="{_LINE}"/>'
    for n, row in enumerate(rows):
        y = 12 + line * n
        length = abs(row.value) / (highest - lowest) * room
        x = zero if row.value >= 0 else zero - length
        body += text(row.name, left - 16, y + 20, 14, family=SANS, anchor="end")
        body += (f'<rect x="{x:g}" y="{y + 7}" width="{max(length, 1):g}" height="16" rx="2" '
                 f'fill="{_WIN if row.good else _LOSE}"/>')
        body += text(row.text, max(x + length, zero) + 10, y + 20, 14, family=SANS, anchor="start")
    return Picture(svg(width, height, body, label))
