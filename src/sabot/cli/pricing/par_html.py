"""The PAR sheet of a machine as one self-contained HTML page."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from html import escape

from sabot.cli.computed import symbol_name
from sabot.cli.language import ENGLISH, language, rendered
from sabot.cli.pricing.documents import Cell, DocumentTable, html_page, html_table
from sabot.probability.par import ParSheet
from sabot.words import Phrase, phrase


def page(report: ParSheet, facts: Iterable[tuple[str, str]], lawful: str,
         tables: Iterable[tuple[str, Sequence[str], Iterable[Sequence[str]]]],
         part_name: Callable[[str], str]) -> str:
    """The page: ``facts`` at the head, ``lawful`` below, then ``tables``: title, heads, rows;
    ``part_name`` names the parts of the return."""
    title = f"{report.model} {report.version}"
    parts = [_table("", ("", ""), facts), f"<p>{escape(lawful)}</p>"]
    parts.append('<div class="lists">')
    if report.parts:
        begins = report.begins or {}
        parts.append(_table("what each part returns", ("part", "of the bet", "begins once in"), (
            (name if language() == ENGLISH else part_name(name), _percent(part.returned_float),
             f"{begins[name].once_in:.2f}" if name in begins else "")
            for name, part in report.parts.items())))
    parts += [_table(title, heads, rows) for title, heads, rows in tables]
    parts.append(
        _table(
            "prizes",
            ("combination", "number", "coins", "chance", "once in"),
            (
                (
                    symbol_name(report.model, combination.name),
                    combination.many or "",
                    combination.coins,
                    _percent(combination.chance_float, 6),
                    f"{combination.once_in:,.1f}".replace(",", " "),
                )
                for combination in report.combinations
            ),
        )
    )
    if report.symbols and report.stops:
        reels = range(1, len(report.stops) + 1)
        parts.append(_table(
            "symbols of the reels", ("symbol", *(phrase("reel {n}", n=n) for n in reels)), (
            (symbol_name(report.model, name), *counts) for name, counts in report.symbols.items())))
    parts.append("</div>")
    identity = phrase(
        "identity {identity}; the return is at least {share}, by less than {error} more",
        identity=f"<code>{escape(report.identity)}</code>",
        share=f"<code>{escape(report.bound.digits)}</code>",
        error=f"{10.0 ** -len(report.bound.digits.partition('.')[2]):.0e}",
    ) if report.bound else phrase("identity {identity}; the return is exactly {share}",
                                  identity=f"<code>{escape(report.identity)}</code>",
                                  share=f"<code>{escape(report.returned)}</code>")
    parts.append(f"<p>{rendered(identity)}</p>")
    return html_page(title, "".join(parts))


def _percent(value: float, digits: int = 4) -> str:
    return f"{100 * value:.{digits}f} %"


def _table(title: str, heads: Sequence[str | Phrase], rows: Iterable[Sequence[Cell]]) -> str:
    return html_table(DocumentTable(title, heads, list(rows)))
