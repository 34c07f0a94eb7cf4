"""A dossier as PDF on A4, set by ReportLab.

Latin letters are DejaVu, which matplotlib brings and which is embedded. Chinese is the reader's own
font for traditional characters (`MSung-Light`), as PDF allows; every common viewer has one.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator
from functools import cache, partial
from html import escape
from pathlib import Path
from typing import Any

import matplotlib
from reportlab.lib import colors
from reportlab.lib.enums import TA_RIGHT
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.platypus import (
    BaseDocTemplate,
    CondPageBreak,
    Frame,
    LongTable,
    PageBreak,
    PageTemplate,
    Spacer,
)
from reportlab.platypus import Paragraph as Set
from reportlab.platypus.tableofcontents import TableOfContents
from reportlab.platypus.xpreformatted import XPreformatted

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
from sabot.certify.dossier.html import LOCALES

SERIF, STRONG, ITALIC, MONO, CHINESE = "Dossier", "Dossier-Bold", "Dossier-Italic", \
    "Dossier-Mono", "MSung-Light"
FILES = {SERIF: "DejaVuSerif.ttf", STRONG: "DejaVuSerif-Bold.ttf",
         ITALIC: "DejaVuSerif-Italic.ttf", MONO: "DejaVuSansMono.ttf"}
INK, QUIET, LINE, LINK = (colors.HexColor(code) for code in (
    "#16211b", "#4b5a52", "#c9cfca", "#134a7c"))
SIDES, TOP, BOTTOM = 17 * mm, 17 * mm, 20 * mm
WIDTH = A4[0] - 2 * SIDES
OWN_PAGE = ("1", "6", "7")
"""Chapters that begin on a page of their own."""
COLUMNS = 118
"""Letters of one width on a line of a golden round."""
TALLEST = 55
"""Lines of a cell that are sure to find room on a page."""
_EAST = re.compile(r"[\u2e80-\u9fff\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef\u3000-\u303f]+")


def write(document: Document, file: Path) -> None:
    """Write the PDF; OSError where the file cannot be written."""
    _register_fonts()
    styles = _styles(document.lang)
    template = BaseDocTemplate(
        str(file), pagesize=A4, leftMargin=SIDES, rightMargin=SIDES, topMargin=TOP,
        bottomMargin=BOTTOM, title=document.title, subject=document.subtitle, author="Sabot",
        creator="Sabot", lang=LOCALES[document.lang], invariant=1, displayDocTitle=True)

    def foot(canvas: Any, doc: Any) -> None:
        canvas.saveState()
        canvas.setStrokeColor(LINE)
        canvas.line(SIDES, BOTTOM - 5 * mm, A4[0] - SIDES, BOTTOM - 5 * mm)
        for text, style in ((document.foot, styles["foot"]),
                            (document.page.format(n=doc.page), styles["foot-right"])):
            line = Set(_east(escape(text)), style)
            line.wrap(WIDTH, BOTTOM)
            line.drawOn(canvas, SIDES, BOTTOM - 10 * mm)
        canvas.restoreState()

    frame = Frame(SIDES, BOTTOM, WIDTH, A4[1] - TOP - BOTTOM, 0, 0, 0, 0)
    template.addPageTemplates([PageTemplate("page", [frame], onPage=foot)])

    def note_heading(flowable: Any) -> None:
        """Enter a heading into the contents and the bookmarks once its page is known."""
        heading: Heading | None = getattr(flowable, "heading", None)
        if heading is None:
            return
        text = f"{heading.number}\u2002{heading.text}"
        level = heading.level - 1
        template.canv.addOutlineEntry(text, heading.anchor, level, closed=level == 0)
        template.notify("TOCEntry", (level, _east(escape(text)), template.page, heading.anchor))

    template.afterFlowable = note_heading
    contents = TableOfContents(
        levelStyles=[styles["contents-1"], styles["contents-2"]], dotsMinLevel=1)
    story: list[Any] = [
        Set(_east(escape(document.title)), styles["title"]),
        Set(_east(escape(document.subtitle)), styles["under"]),
        Set(_east(escape(document.contents)), styles["contents"]), contents]
    for block in document.blocks:
        story += _flow(block, styles)
    template.multiBuild(story)


@cache
def _register_fonts() -> None:
    folder = Path(matplotlib.get_data_path()) / "fonts" / "ttf"
    for name, file in FILES.items():
        pdfmetrics.registerFont(TTFont(name, str(folder / file)))
    pdfmetrics.registerFontFamily(SERIF, SERIF, STRONG, ITALIC, STRONG)
    pdfmetrics.registerFont(UnicodeCIDFont(CHINESE))


def _styles(lang: str) -> dict[str, ParagraphStyle]:
    wrap = {"wordWrap": "CJK"} if lang == "zh" else {}
    text = ParagraphStyle("text", fontName=SERIF, fontSize=8.8, leading=12.6, textColor=INK,
                          spaceAfter=4, **wrap)
    cell = ParagraphStyle("cell", parent=text, fontSize=7.3, leading=9.9, spaceAfter=0,
                          splitLongWords=1)

    def like(name: str, parent: ParagraphStyle = text, **values: Any) -> ParagraphStyle:
        return ParagraphStyle(name, parent=parent, **values)

    return {style.name: style for style in (
        text, cell, like("number", cell, alignment=TA_RIGHT),
        like("head", cell, fontName=STRONG), like("head-number", cell, fontName=STRONG,
                                                  alignment=TA_RIGHT),
        like("notice", borderColor=INK, borderWidth=.7, borderPadding=(4, 6, 5, 6), leftIndent=7,
             rightIndent=7, spaceBefore=8, spaceAfter=10),
        like("title", fontSize=19, leading=24, spaceAfter=4),
        like("under", textColor=QUIET, spaceAfter=16),
        like("contents", fontSize=13, leading=17, spaceAfter=4),
        like("contents-1", fontName=STRONG, fontSize=9, leading=12, spaceBefore=6, spaceAfter=1),
        like("contents-2", fontSize=7.8, leading=11, leftIndent=14, spaceAfter=0),
        like("chapter", fontSize=15, leading=20, spaceBefore=20, spaceAfter=8),
        like("part", fontName=STRONG, fontSize=9.6, leading=13, spaceBefore=11, spaceAfter=4),
        like("caption", fontName=ITALIC, fontSize=8, leading=11, textColor=QUIET, spaceBefore=4,
             spaceAfter=2),
        like("foot", fontSize=7, leading=9, textColor=QUIET),
        like("foot-right", fontSize=7, leading=9, textColor=QUIET, alignment=TA_RIGHT),
        ParagraphStyle("round", fontName=MONO, fontSize=6.5, leading=8.6, textColor=INK,
                       spaceAfter=6, borderColor=LINE, borderWidth=.5, borderPadding=4))}


def _flow(block: Block, styles: dict[str, ParagraphStyle]) -> Iterator[Any]:
    match block:
        case Heading():
            if block.level == 1:
                yield PageBreak() if block.number in OWN_PAGE else CondPageBreak(55 * mm)
            else:
                yield CondPageBreak(32 * mm)
            heading = Set(f'<a name="{block.anchor}"/>{block.number}&nbsp;&nbsp;'
                          f"{_east(escape(block.text))}",
                          styles["chapter" if block.level == 1 else "part"])
            heading.heading = block
            yield heading
        case Paragraph():
            yield Set(_text(block.text), styles["notice" if block.notice else "text"])
        case Verbatim():
            yield Spacer(0, 4)
            yield XPreformatted(_east(escape(_wrapped(block.text))), styles["round"])
        case Grid():
            if not block.named:
                yield CondPageBreak(24 * mm)
                yield Set(_east(escape(block.caption)), styles["caption"])
            yield _grid(block, styles)
            yield Spacer(0, 8)


def _wrapped(text: str) -> str:
    """The lines of a golden round, each no longer than a line of the page."""
    return "\n".join("\n".join(textwrap.wrap(
        line, COLUMNS, subsequent_indent="      ", replace_whitespace=False,
        drop_whitespace=False)) or " " for line in text.split("\n"))


def _grid(grid: Grid, styles: dict[str, ParagraphStyle]) -> Any:
    whole = sum(grid.widths)

    def cell(text: str, column: int, head: bool = False) -> Any:
        name = ("head-number" if head else "number") if column in grid.numbers \
            else "head" if head else "cell"
        return Set(text, styles[name])

    def cells(row: Row) -> list[Any]:
        anchor = f'<a name="{row.anchor}"/>' if row.anchor else ""
        return [cell((anchor if n == 0 else "") + _text(text), n)
                for n, text in enumerate(row.cells)]

    rows = [cells(row) for row in grid.rows]
    if grid.heads:
        rows.insert(0, [cell(_east(escape(text)), n, True) for n, text in enumerate(grid.heads)])
    rules: list[tuple[Any, ...]] = [
        ("VALIGN", (0, 0), (-1, -1), "TOP"), ("LEFTPADDING", (0, 0), (-1, -1), 0),
        ("RIGHTPADDING", (0, 0), (-1, -1), 6), ("TOPPADDING", (0, 0), (-1, -1), 2),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 3), ("LINEBELOW", (0, 0), (-1, -1), .4, LINE)]
    if grid.heads:
        rules.append(("LINEBELOW", (0, 0), (-1, 0), .8, INK))
    return LongTable(rows, [WIDTH * width / whole for width in grid.widths], style=rules,
                     repeatRows=1 if grid.heads else 0,
                     splitInRow=int(any(map(partial(_is_tall, grid), grid.rows))))


def _is_tall(grid: Grid, row: Row) -> bool:
    """Whether a row may be higher than a page, so that it must be divided."""
    letters = [sum(len(run.text) * (2 if _EAST.search(run.text) else 1) for run in cell)
               for cell in row.cells]
    whole = sum(grid.widths)
    return any(count > TALLEST * COLUMNS * width / whole
               for count, width in zip(letters, grid.widths, strict=True))


def _text(text: Text) -> str:
    return "".join(map(_run, text))


def _run(run: Run) -> str:
    text = _east(escape(run.text))
    match run.style:
        case "code":
            text = f'<font name="{MONO}" size="-1">{text}</font>'
        case "strong":
            text = f"<b>{text}</b>"
        case "quiet":
            text = f'<font color="{QUIET.hexval().replace("0x", "#")}">{text}</font>'
    if run.to:
        text = f'<a href="#{run.to}" color="{LINK.hexval().replace("0x", "#")}">{text}</a>'
    return text


def _east(text: str) -> str:
    """Marked-up text with its Chinese characters in the font that has them."""
    return _EAST.sub(lambda match: f'<font name="{CHINESE}">{match[0]}</font>', text)
