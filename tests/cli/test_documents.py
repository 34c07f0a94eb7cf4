"""Sheets and odds as documents: the same figures in every format."""

from __future__ import annotations

import json
import sys
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from sabot.cli import main

MODEL = """
name = "Cherries"
version = "1.0"
reels = ["cherry bar blank", "cherry bar blank", "cherry bar blank"]
window = [1, 1, 1]
lines = [[1, 1, 1]]
anywhere = ["cherry"]
[symbols]
blank = {}
bar = {}
[pays]
cherry = { 1 = 2, 2 = 5, 3 = 10 }
"""


def write(*words: str) -> Path:
    """The file that a verb writes, the last of its words."""
    result = CliRunner().invoke(main, [*words])
    assert result.exit_code == 0, result.output
    return Path(words[-1])


@pytest.fixture
def model(tmp_path: Path) -> str:
    file = tmp_path / "cherries.toml"
    file.write_text(MODEL, "utf-8")
    return str(file)


def test_a_sheet_is_written_as_html_json_and_pdf(model: str, tmp_path: Path) -> None:
    html = write("par", model, "--out", str(tmp_path / "sheet.html")).read_text("utf-8")
    assert "237.0370 %" in html and "64/27" in html
    answer = json.loads(write("par", model, "--out", str(tmp_path / "sheet.json")).read_text())
    assert answer["returned"] == "64/27"
    assert write("par", model, "--out", str(tmp_path / "sheet.pdf")).read_bytes()[:5] == b"%PDF-"


def test_odds_are_written_as_html_json_and_pdf(tmp_path: Path) -> None:
    html = write("odds", "craps", "--out", str(tmp_path / "odds.html")).read_text("utf-8")
    answer = json.loads(write("odds", "craps", "--out", str(tmp_path / "odds.json")).read_text())
    for bet in answer["bets"][:5]:
        assert bet["edge"] in html
    assert write("odds", "craps", "--out", str(tmp_path / "odds.pdf")).read_bytes()[:5] == b"%PDF-"
    together = write("odds", "craps", "--bets", "pass=10", "--out",
                     str(tmp_path / "bets.html")).read_text("utf-8")
    assert "<caption>The bets" in together or "<caption>" in together


def test_games_without_a_bank_are_written_too(tmp_path: Path) -> None:
    html = write("odds", "machines", "--out", str(tmp_path / "odds.html")).read_text("utf-8")
    assert "Costa da Prata" in html and "93.24423 %" in html
    answer = json.loads(write("odds", "machines", "--out", str(tmp_path / "odds.json")).read_text())
    assert [sheet["model"] for sheet in answer["sheets"]] == [
        "Azulejo", "Cinco Cartas", "Costa da Prata", "Vindima"]
    hands = write("odds", "holdem", "--out", str(tmp_path / "hands.html")).read_text("utf-8")
    assert "2598960" not in hands and "1302540" in hands  # hands without a combination


def sheets(file: Path) -> dict[str, list[tuple[Any, ...]]]:
    """The rows of each sheet of a workbook."""
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.load_workbook(file)
    return {sheet.title: [*sheet.iter_rows(values_only=True)] for sheet in book}


def test_numbers_of_a_workbook_are_numbers_with_their_fractions_beside(model: str, tmp_path: Path
                                                                       ) -> None:
    pytest.importorskip("openpyxl")
    first = write("par", model, "--out", str(tmp_path / "first.xlsx"))
    by_title = sheets(first)
    figures = {row[0]: row[1:] for row in by_title["figures"][1:]}
    assert figures["return"] == (pytest.approx(64 / 27), "64/27")
    prizes = by_title["prizes"]
    assert prizes[0] == ("combination", "number", "coins", "chance", "chance, exact", "once in")
    assert prizes[1][:5] == ("cherry", 3, 10, pytest.approx(1 / 27), "1/27")
    again = write("par", model, "--out", str(tmp_path / "again.xlsx"))
    assert first.read_bytes() == again.read_bytes()


def test_a_chart_is_in_the_workbook_of_its_odds(tmp_path: Path) -> None:
    pytest.importorskip("openpyxl")
    by_title = sheets(write("odds", "craps", "--out", str(tmp_path / "odds.xlsx")))
    rows = by_title["bets"]
    assert rows[0][:3] == ("bet", "edge", "edge, exact")
    for row in rows[1:]:
        assert row[1] == pytest.approx(float(Fraction(row[2])))


def test_what_is_missing_for_a_workbook_is_named(model: str, tmp_path: Path,
                                                 monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "openpyxl", None)
    result = CliRunner().invoke(main, ["par", model, "--out", str(tmp_path / "sheet.xlsx")])
    assert result.exit_code == 2 and "pip install 'sabot[plots]'" in result.stderr


def test_an_ending_that_nothing_writes_is_refused(model: str, tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["par", model, "--out", str(tmp_path / "sheet.doc")])
    assert result.exit_code == 2 and ".xlsx" in result.stderr
    result = CliRunner().invoke(main, ["odds", "craps", "--out", str(tmp_path / "odds.doc")])
    assert result.exit_code == 2 and ".xlsx" in result.stderr


def test_every_document_has_the_same_style(model: str, tmp_path: Path) -> None:
    pages = [write(*words, "--out", str(tmp_path / "page.html")).read_text("utf-8")
             for words in (("par", model), ("odds", "machines"), ("odds", "craps"))]
    (style,) = {page.partition("<style>")[2].partition("</style>")[0] for page in pages}
    assert "@media print" in style


def test_texts_on_paper_do_not_overlap(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    """Long heads, Chinese letters, exact fractions, and a table that is wider than the page."""
    pytest.importorskip("matplotlib")
    from sabot.cli.language import choose
    from sabot.cli.pricing.paper import TextTable, table_pages
    from sabot.cli.pricing.render import _chinese_font, pages, picture_language
    wide = [f"{n}" * 14 for n in range(1, 10)]
    tables = [
        TextTable("what each model returns", ("model", "players who hold only pairs", "once in"),
                  [("Costa da Prata", "52.40588 %  2911939/5556512", "2.940616")] * 70),
        TextTable("每項投注", ("線數", "在階梯首個彩金即停者", "登階梯至盡頭者"),
                  [("1", "79.3703 %", "83.2981 %")]),
        TextTable("a wide one", wide, [wide, wide])]
    if not _chinese_font():
        del tables[1]
    choose("zh")
    request.addfinalizer(lambda: choose(""))
    with picture_language():
        figures = table_pages(tables, "Título", ["a note of many words " * 20])
        pages(figures, tmp_path / "tables.pdf")
        for page in figures:
            (axes,) = page.axes
            width = page.bbox.width
            by_line: dict[int, list[tuple[float, float]]] = {}
            for text in axes.texts:
                box = text.get_window_extent()
                assert box.x0 >= 0 and box.x1 <= width, text.get_text()
                by_line.setdefault(round(text.get_position()[1] * 1000), []).append(
                    (box.x0, box.x1))
            for spans in by_line.values():
                spans.sort()
                assert all(left[1] <= right[0] for left, right in pairwise(spans)), spans


def test_a_table_that_fits_on_a_page_is_not_divided() -> None:
    pytest.importorskip("matplotlib")
    from sabot.cli.pricing.paper import LINES_PER_PAGE, TextTable, table_pages
    rows = [(str(n),) for n in range(LINES_PER_PAGE - 10)]
    pages = table_pages([TextTable("first", ("n",), rows), TextTable("second", ("n",), rows)])
    assert [page.axes[0].texts[0].get_text() for page in pages] == ["first", "second"]


def test_columns_of_a_workbook_are_as_wide_as_their_texts(model: str, tmp_path: Path) -> None:
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.load_workbook(write("--lang", "pt", "par", model, "--out",
                                        str(tmp_path / "sheet.xlsx")))
    for sheet in book.worksheets[1:]:
        for column in sheet.columns:
            longest = max(len(cell.value) for cell in column if isinstance(cell.value, str))
            assert sheet.column_dimensions[column[0].column_letter].width > min(longest, 60)
    assert "devolução em tantos jogos, 90" in book.sheetnames  # no word is cut
