"""The PAR sheet of a machine as one self-contained HTML page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from sabot.odds.par import ParSheet

STYLE = """
body { font: 16px/1.5 Georgia, serif; max-width: 62rem; margin: 2rem auto; padding: 0 1rem;
  color: #29332c; background: #fbf8f1 }
h1 { font-weight: normal; margin-bottom: .2rem }
table { border-collapse: collapse; margin: 1rem 0 2rem; font-size: 14px }
caption { text-align: left; font-style: italic; padding-bottom: .3rem; white-space: nowrap }
.lists { display: flex; flex-wrap: wrap; column-gap: 4rem; align-items: flex-start }
th, td { padding: .15rem .9rem .15rem 0; text-align: right; border-bottom: 1px solid #ddd6c8 }
th:first-child, td:first-child { text-align: left }
th { font-weight: normal; color: #5a6158 }
code { overflow-wrap: anywhere; font-size: 12px }
@media print { body { margin: 0; max-width: none } }
"""


def page(report: ParSheet, facts: Iterable[tuple[str, str]], lawful: str,
         tables: Iterable[tuple[str, Sequence[str], Iterable[Sequence[str]]]]) -> str:
    """The page: ``facts`` at the head, ``lawful`` below, then ``tables``: title, heads, rows."""
    title = f"{report.model} {report.version}"
    parts = [_table("", ("", ""), facts), f"<p>{escape(lawful)}</p>"]
    parts.append('<div class="lists">')
    if report.parts:
        begins = report.begins or {}
        parts.append(_table("what each part returns", ("part", "of the bet", "begins once in"), (
            (name, _percent(part.returned_float),
             f"{begins[name].once_in:.2f}" if name in begins else "")
            for name, part in report.parts.items())))
    parts += [_table(title, heads, rows) for title, heads, rows in tables]
    parts.append(
        _table(
            "prizes",
            ("combination", "number", "coins", "chance", "once in"),
            (
                (
                    combination.name,
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
        parts.append(_table("symbols of the reels", ("symbol", *(f"reel {n}" for n in reels)), (
            (name, *counts) for name, counts in report.symbols.items())))
    parts.append("</div>")
    parts.append(f"<p>identity <code>{escape(report.identity)}</code>; the return is exactly "
                 f"<code>{escape(report.returned)}</code></p>")
    return (f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{escape(title)}</title>'
            f"<style>{STYLE}</style><h1>{escape(title)}</h1>{''.join(parts)}</html>\n")


def _percent(value: float, digits: int = 4) -> str:
    return f"{100 * value:.{digits}f} %"


def _table(caption: str, heads: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    head = "".join(f"<th>{escape(text)}</th>" for text in heads) if any(heads) else ""
    body = "".join("<tr>" + "".join(f"<td>{escape(str(cell))}</td>" for cell in row) + "</tr>"
                   for row in rows)
    return (f"<table>{f'<caption>{escape(caption)}</caption>' if caption else ''}"
            f"{f'<tr>{head}</tr>' if head else ''}{body}</table>")
