"""A dossier as one self-contained HTML page, which prints on A4."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from sabot.certify.dossier.blocks import (
    Block,
    Document,
    Grid,
    Heading,
    Paragraph,
    Row,
    Run,
    Text,
    Verbatim,
)

LOCALES = {"pt": "pt-PT", "en": "en", "zh": "zh-Hant"}
STYLE = """
:root { color-scheme: only light }
html { background: #fff; color: #16211b; font: 16px/1.5 "Source Serif 4", "Noto Serif", Georgia,
  "Times New Roman", serif }
html:lang(zh-Hant) { font-family: Georgia, "Noto Serif CJK TC", "Songti TC", PMingLiU, serif }
body { max-width: 62rem; margin: 2.5rem auto 5rem; padding: 0 1.25rem }
h1 { font-size: 2.1rem; font-weight: normal; line-height: 1.2; margin: 0 0 .3rem }
h2 { font-size: 1.45rem; font-weight: normal; margin: 3.2rem 0 .8rem; padding-top: .7rem;
  border-top: 2px solid #16211b }
h3 { font-size: 1.08rem; margin: 2.1rem 0 .5rem }
.no { padding-right: .45em; color: #4b5a52 }
p { margin: .5rem 0; max-width: 48rem; overflow-wrap: anywhere }
.under { color: #4b5a52; margin-bottom: 1.6rem }
.notice { border-left: 4px solid #16211b; padding: .35rem .9rem; background: #f3f3ef }
a { color: #134a7c; text-underline-offset: .15em }
code, pre { font-family: "DejaVu Sans Mono", "Noto Sans Mono", Consolas, Menlo, monospace }
code { font-size: .82em; overflow-wrap: anywhere }
pre { font-size: .72rem; line-height: 1.45; white-space: pre-wrap; overflow-wrap: anywhere;
  border: 1px solid #c9cfca; padding: .7rem .9rem; margin: .6rem 0 }
.quiet { color: #4b5a52 }
table { border-collapse: collapse; width: 100%; margin: .9rem 0 1.6rem; font-size: .88rem;
  line-height: 1.4; table-layout: fixed }
caption { text-align: left; font-style: italic; padding-bottom: .35rem; color: #4b5a52 }
:lang(zh-Hant) caption { font-style: normal }
caption.named { position: absolute; width: 1px; height: 1px; overflow: hidden;
  clip-path: inset(50%); white-space: nowrap }
th, td { text-align: left; vertical-align: top; padding: .3rem .7rem .3rem 0; font-weight: normal;
  border-bottom: 1px solid #c9cfca; overflow-wrap: anywhere }
thead th { font-weight: bold; border-bottom: 1.5px solid #16211b; vertical-align: bottom }
.num { text-align: right; font-variant-numeric: tabular-nums }
.num + :not(.num) { padding-left: 1.1rem }
nav ol { list-style: none; padding: 0; margin: 0 }
nav > ol > li { margin: .55rem 0; font-weight: bold }
nav ol ol { columns: 2 20rem; column-gap: 2.5rem; font-weight: normal; font-size: .88rem;
  padding-left: 2.1rem }
nav ol ol li { break-inside: avoid; padding-left: 2.9rem; text-indent: -2.9rem }
nav .no { display: inline-block; min-width: 2.1rem; text-indent: 0; color: #4b5a52 }
nav ol ol .no { min-width: 2.9rem }
nav a { text-decoration: none; color: inherit }
nav a:hover, nav a:focus { text-decoration: underline }
tr:target, h3:target { background: #fdf3c8 }
@page { size: A4; margin: 18mm 16mm 20mm }
@media print {
  html { font-size: 10.5pt } body { margin: 0; max-width: none; padding: 0 }
  main > h2 { margin-top: 2.4rem } #chapter-1, #chapter-6, #chapter-7 { break-before: page }
  h2, h3, caption { break-after: avoid } tr { break-inside: avoid }
  thead { display: table-header-group }
  a { color: inherit; text-decoration: none } pre { font-size: 6.8pt; border-color: #999 }
  .notice { background: none }
}
@media (max-width: 40rem) { table { font-size: .8rem } h1 { font-size: 1.6rem } }
"""


def page(document: Document) -> str:
    """The page as text."""
    parts = [
        f'<!doctype html>\n<html lang="{LOCALES[document.lang]}">\n<head>\n'
        '<meta charset="utf-8">\n<meta name="viewport" content="width=device-width">\n'
        f"<title>{escape(document.title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n"
        f'<header>\n<h1>{escape(document.title)}</h1>\n<p class="under">'
        f"{escape(document.subtitle)}</p>\n</header>\n",
        _contents(document), "<main>\n",
        *(_block(block) for block in document.blocks), "</main>\n</body>\n</html>\n"]
    return "".join(parts)


def _contents(document: Document) -> str:
    """The list of chapters, each with the headings inside it."""
    lines = [f'<nav aria-label="{escape(document.contents)}">\n'
             f"<h2>{escape(document.contents)}</h2>\n<ol>\n"]
    is_open = inside = False
    for block in document.blocks:
        if not isinstance(block, Heading):
            continue
        link = (f'<a href="#{block.anchor}"{_lang(block.lang)}><span class="no">{block.number}'
                f"</span>{escape(block.text)}</a>")
        if block.level == 1:
            lines.append(f"{'</ol>' * inside}{'</li>' * is_open}\n<li>{link}")
            is_open, inside = True, False
        else:
            lines.append(f"{'<ol>' * (not inside)}\n<li>{link}</li>")
            inside = True
    lines.append(f"{'</ol>' * inside}{'</li>' * is_open}\n</ol>\n</nav>\n")
    return "".join(lines)


def _block(block: Block) -> str:
    match block:
        case Heading():
            tag = f"h{block.level + 1}"
            return (f'<{tag} id="{block.anchor}"><span class="no">{block.number}</span> '
                    f"<span{_lang(block.lang)}>{escape(block.text)}</span></{tag}>\n")
        case Paragraph():
            kind = ' class="notice"' if block.notice else ""
            return f"<p{kind}>{_text(block.text)}</p>\n"
        case Verbatim():
            return f'<pre lang="en">{escape(block.text)}</pre>\n'
        case Grid():
            return "".join(_grid(block))


def _grid(grid: Grid) -> Iterator[str]:
    whole = sum(grid.widths)
    kind = ' class="named"' if grid.named else ""
    yield f"<table>\n<caption{kind}>{escape(grid.caption)}</caption>\n<colgroup>"
    yield "".join(f'<col style="width:{100 * width / whole:.1f}%">' for width in grid.widths)
    yield "</colgroup>\n"
    if grid.heads:
        yield "<thead><tr>" + "".join(
            f'<th scope="col"{_number(grid, n)}>{escape(head)}</th>'
            for n, head in enumerate(grid.heads)) + "</tr></thead>\n"
    yield "<tbody>\n"
    yield from (_row(grid, row) for row in grid.rows)
    yield "</tbody>\n</table>\n"


def _row(grid: Grid, row: Row) -> str:
    anchor = f' id="{row.anchor}"' if row.anchor else ""
    head, *cells = row.cells
    return (f'<tr{anchor}><th scope="row"{_number(grid, 0)}>{_text(head)}</th>' + "".join(
        f"<td{_number(grid, n)}>{_text(cell)}</td>" for n, cell in enumerate(cells, start=1))
        + "</tr>\n")


def _number(grid: Grid, column: int) -> str:
    return ' class="num"' if column in grid.numbers else ""


def _text(text: Text) -> str:
    return "".join(map(_run, text))


def _run(run: Run) -> str:
    text = escape(run.text)
    lang = _lang(run.lang)
    match run.style:
        case "code":
            text, lang = f"<code{lang}>{text}</code>", ""
        case "strong":
            text, lang = f"<strong{lang}>{text}</strong>", ""
        case "quiet":
            text, lang = f'<span class="quiet"{lang}>{text}</span>', ""
    if run.to:
        return f'<a href="#{run.to}"{lang}>{text}</a>'
    return f"<span{lang}>{text}</span>" if lang else text


def _lang(lang: str) -> str:
    return f' lang="{LOCALES.get(lang, lang)}"' if lang else ""
