"""Pictures for a notebook, drawn in the look of the house: hands, chips, tables, coups, odds.

Each is a value that a notebook shows by itself (``_repr_svg_``, ``_repr_html_``); ``svg`` and
``html`` are its text, `Picture.save` writes it to a file. What a player may not see is never drawn:
a hidden card is a back, and there is nothing behind it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

import msgspec

from sabot import games
from sabot.money import euros
from sabot.odds.answer import Answer
from sabot.pictures.cloth import CLOTHS, Lying, svg, text
from sabot.pictures.cloth import cloth as _cloth
from sabot.pictures.kit import DEFS, FACE, SANS
from sabot.pictures.kit import card as _card
from sabot.pictures.kit import stack as _stack
from sabot.procedure import Event, redact
from sabot.procedure.narration import Narrator, short_clause
from sabot.procedure.table import Table
from sabot.procedure.visible_events import ShownTable

__all__ = ["Picture", "Sheet", "card", "chips", "hand", "odds", "record", "table"]

_WIN, _LOSE, _NIGHT, _LINE = "#a7dcae", "#f0a49b", "#10181b", "#2c3a3c"


@dataclass(frozen=True)
class Picture:
    """A drawing as SVG."""

    svg: str

    def _repr_svg_(self) -> str:
        return self.svg

    def save(self, path: Path | str) -> Path:
        """Write it to a file."""
        file = Path(path)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(self.svg + "\n", "utf-8")
        return file


@dataclass(frozen=True)
class Sheet:
    """A table of text as HTML: its ``head`` and ``rows``, each a row of cells."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    @property
    def html(self) -> str:
        """The table, with everything in it escaped."""
        def row(cells: Sequence[str], kind: str) -> str:
            return "<tr>" + "".join(f'<{kind} style="text-align:left">{escape(cell)}</{kind}>'
                                    for cell in cells) + "</tr>"
        return (f"<table><thead>{row(self.head, 'th')}</thead><tbody>"
                + "".join(row(one, "td") for one in self.rows) + "</tbody></table>")

    def _repr_html_(self) -> str:
        return self.html


def hand(cards: str | Iterable[str | None], label: str = "") -> Picture:
    """Cards side by side: "AH TD ??"; None and "??" are backs. ``label`` stands below them."""
    codes = cards.split() if isinstance(cards, str) else [one or "" for one in cards]
    if not codes:
        raise ValueError("a hand has at least one card: cards are like AH or TD, and ?? is a back")
    wide, high = 108 * len(codes) + 12, 160 + 34 * bool(label)
    drawn = "".join(f'<g transform="translate({10 + 108 * n} 10)">{_card(code)}</g>'
                    for n, code in enumerate(codes))
    if label:
        drawn += text(label, wide / 2, 182, 19, fill=FACE)
    ground = (f'<rect width="{wide}" height="{high}" rx="12" fill="{CLOTHS["blackjack"]}"/>'
              f'<rect width="{wide}" height="{high}" rx="12" fill="url(#sabot-lamp)"/>')
    said = " ".join(code or "??" for code in codes)
    return Picture(svg(wide, high, DEFS + ground + drawn, f"cards {said}"))


def card(code: str) -> Picture:
    """One card by its code ("QH")."""
    return hand([code])


def chips(cents: int) -> Picture:
    """A sum as a pile of chips with its figures."""
    if cents < 1:
        raise ValueError(f"{cents} cents: chips stand for more than nothing")
    drawn = f'<g transform="translate(75 110)">{_stack(cents)}</g>' \
        + text(euros(cents), 75, 188, 20, fill=FACE)
    ground = f'<rect width="150" height="200" rx="12" fill="{CLOTHS["blackjack"]}"/>'
    return Picture(svg(150, 200, DEFS + ground + drawn, euros(cents)))


def table(laid: Table, view: ShownTable | Mapping[str, object] | None = None) -> Picture:
    """A table with what one player sees on it: ``view`` is what an environment tells in
    ``info["view"]``, or what `TableState.show` gives; without one the cloth lies empty."""
    game = games.game(laid.game)
    seen = view.get("table", view) if isinstance(view, Mapping) else view
    lying = msgspec.convert(seen or {}, Lying, from_attributes=True)
    return Picture(_cloth(game.felt(laid), lying, game.money))


def record(laid: Table, events: Iterable[Event], eyes: str = "", lang: str = "en") -> Sheet:
    """A coup line by line as one player may see it (``eyes``; "" for an onlooker), each line with
    the clause that ordered it."""
    game = games.game(laid.game)
    teller = Narrator.of(game, lang)
    lines = (teller.line(redact(event, eyes)) for event in events)
    return Sheet(("what happens", "clause"), tuple(
        (line.text.strip(), " ".join(short_clause(law, game.section) for law in line.laws))
        for line in lines if line is not None))


def odds(priced: Answer, most: int = 24) -> Picture:
    """What `sabot odds` finds, as bars: the edge of each bet in hundredths of it, for the house to
    the right, for the player to the left; at most so many bets."""
    bets = [(one.bet, one.edge_float) for one in priced.bets[:most]]
    if not bets:
        raise ValueError("there is no bet to show")
    greatest = max(abs(edge) for _, edge in bets) or 1.0
    wide, line, left = 720, 30, 230
    high = 24 + line * len(bets)
    room = wide - left - 120
    least = min(0.0, *(edge for _, edge in bets))
    zero = left + room * (-least) / (greatest - least)
    drawn = f'<rect width="{wide}" height="{high}" rx="10" fill="{_NIGHT}"/>' \
        f'<path d="M{zero:g} 12V{high - 12}" stroke="{_LINE}"/>'
    for n, (name, edge) in enumerate(bets):
        y = 12 + line * n
        long = abs(edge) / (greatest - least) * room
        x = zero if edge >= 0 else zero - long
        drawn += text(name, left - 16, y + 20, 14, family=SANS, anchor="end")
        drawn += (f'<rect x="{x:g}" y="{y + 7}" width="{max(long, 1):g}" height="16" rx="2" '
                  f'fill="{_LOSE if edge > 0 else _WIN}"/>')
        drawn += text(f"{100 * edge:.3f} %", max(x + long, zero) + 10, y + 20, 14, family=SANS,
                      anchor="start")
    return Picture(svg(wide, high, drawn, "the edge of each bet in hundredths of it"))
