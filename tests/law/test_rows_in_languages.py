"""Every row and every interpretation stands in the languages of its readers."""

from __future__ import annotations

import re

import pytest

from sabot import regulations as law
from sabot.regulations.interpretations import OUTSIDE

HAN = re.compile(r"[\u4e00-\u9fff]")
CITED = re.compile(r"ir/\d+")
OWN = [entry for entry in law.interpretations().values() if entry.n < OUTSIDE]


def figures(text: str) -> set[str]:
    """The numbers of an English or Portuguese text, without those of interpretations and without
    the points, commas and blanks that part their thousands and decimals."""
    text = re.sub(r"(?<=\d)[,.\u00a0\u202f ](?=\d)", "", CITED.sub("", text))
    return set(re.findall(r"\d+", text))


def rows(lang: str) -> list[law.Row]:
    """The rows of this program that are to stand in a language."""
    return [row for row in law.rows().values() if row.document in law.DOCUMENTS
            and lang in law.document(row.id).row_languages]


@pytest.mark.parametrize("lang", ["pt", "zh"])
def test_no_row_lacks_a_language_of_its_document(lang: str) -> None:
    assert not [row.id for row in rows(lang) if row.wording(lang).lang != lang]
    assert not [row.id for row in rows(lang) if not row.wording(lang).text]
    assert not [row.id for row in rows(lang) if bool(row.wording(lang).note) != bool(row.note)]


def test_portuguese_rows_have_the_figures_of_the_english_ones() -> None:
    assert not {row.id: figures(row.text) ^ figures(row.wording("pt").text) for row in rows("pt")
                if figures(row.text) != figures(row.wording("pt").text)}


@pytest.mark.parametrize("lang", ["pt", "zh"])
def test_notes_cite_the_same_interpretations_in_every_language(lang: str) -> None:
    assert not [row.id for row in rows(lang)
                if {*CITED.findall(row.note)} != {*CITED.findall(row.wording(lang).note)}]


def test_chinese_rows_are_chinese() -> None:
    assert not [row.id for row in rows("zh") if not HAN.search(row.wording("zh").text)]
    assert not [row.id for row in rows("pt") if HAN.search(row.wording("pt").text)
                and not HAN.search(row.text)]


def test_a_row_comes_in_english_where_its_document_has_no_other() -> None:
    row = law.row("pt-217-2007/craps/11.4")
    assert row.wording("zh") == ("en", row.text, row.note)
    assert row.wording("en").text == row.text


@pytest.mark.parametrize("lang", ["en", "pt", "zh"])
def test_every_interpretation_stands_alone(lang: str) -> None:
    """A title and a paragraph in each language of a document that it concerns; the paragraph names
    the option that chooses the other reading, and refers to no list."""
    for entry in OWN:
        if all(lang not in law.document(clause).row_languages for clause in entry.clauses):
            continue
        paragraph = entry.paragraph(lang)
        assert paragraph.lang == lang and paragraph.title, entry.id
        assert len(paragraph.says) > (60 if lang == "zh" else 220), entry.id
        assert not entry.option or f"`{entry.option}`" in paragraph.says, entry.id
        assert not re.match("The (first|second|third)", paragraph.says), entry.id


def test_every_interpretation_says_what_another_would_change() -> None:
    assert not [entry.id for entry in OWN if not entry.moves]
