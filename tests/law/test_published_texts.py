"""Published texts are divided into the clauses of the register, in each form in which they come.

No published text is part of the project. The texts of these tests have its form, its ids and none
of its words; where the folder of the real ones is named by ``SABOT_LAW_TEXTS`` they are read too.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from sabot import regulations as law
from sabot.regulations.published_clauses import PublishedTexts, divide, own_rule
from sabot.regulations.published_text import read_lines

CHINESE = "一二三四五六七八九十"
HEADINGS = {
    "pt-217-2007": ("Roleta americana", "Roleta francesa", "Banca francesa", "Craps", "Cussec",
                    "Blackjack/21", "Póquer sem descarte", "Bacará ponto e banca",
                    "Bacará ponto e banca/Macau", "Bacará chemin de fer", "Póquer não bancado",
                    "Máquinas automáticas"),
    "pt-1364-2001": ("Regras",),
    "pt-805-2015": ("Blackjack/21 Online",),
}


def own_rules(section: str) -> list[str]:
    """The clauses of a section that are the law's own, in their order."""
    return list(dict.fromkeys(own_rule(row.rule) for row in law.sections()[section]))


def marked(section: str, rule: str) -> str:
    """A line that begins a clause of a Portuguese act."""
    *outer, last = rule.split(".")
    if section.endswith("craps") and rule in ("12.1", "12.2"):
        return f"{last}.a palavra {rule};"
    if section.endswith("craps") and rule == "12.3":
        return f"As apostas nestas chances, palavra {rule}."
    if not outer or (section.endswith("craps") and len(outer) == 1 and last.isdigit()):
        return f"{rule} — palavra {rule}:"
    return f"{last}) palavra {rule};"


def portuguese(key: str) -> list[str]:
    """A whole act: a line for each clause, below the headings of its sections."""
    sections = [name for name in law.sections() if name.startswith(f"{key}/")]
    lines = ["Portaria n.o 1/2007", "", "1 — preâmbulo."]
    for heading, section in zip(HEADINGS[key], sections, strict=True):
        lines += ["", "SECÇÃO I", "", heading, ""]
        for rule in own_rules(section):
            lines += [marked(section, rule), ""]
    return lines


def chinese(number: int) -> str:
    """A number below 30 in Chinese."""
    tens, ones = divmod(number, 10)
    return (CHINESE[tens - 1] if tens > 1 else "") + ("十" if tens else "") \
        + (CHINESE[ones - 1] if ones else "")


def bilingual() -> list[str]:
    """The order of Macau with its articles in both languages, a column of one after the other."""
    lines = []
    articles: dict[str, list[str]] = {}
    for rule in own_rules("mo-57-2009/black-jack"):
        articles.setdefault(rule.split(".")[0], []).append(rule)
    paragraphs = {*"23457", *(str(n) for n in (10, 11, 12, 14, 16, 17, 18, 19, 20, 21))}
    for article, rules in articles.items():
        zh = [f"第{chinese(int(article))}條", "", "標題", ""]
        pt = [f"Artigo {article}.º", "", "Título"]
        for rule in rules[1:]:
            *outer, last = rule.split(".")
            if last.startswith("("):
                zh, pt = [*zh, "", f"{last} 字{rule}；"], [*pt, "", f"{last} Palavra {rule};"]
            elif last in ("i", "ii", "iii", "iv", "v", "vi"):
                zh, pt = [*zh, "", f"({last}) 字{rule}；"], [*pt, "", f"{last}) Palavra {rule};"]
            elif len(outer) == 1 and article in paragraphs:
                zh = [*zh, "", f"{chinese(int(last))}、字{rule}："]
                pt = [*pt, "", f"{last}. Palavra {rule}:"]
            else:
                zh, pt = [*zh, "", f"({chinese(int(last))}) 字{rule}；"], \
                    [*pt, "", f" - {last}) Palavra {rule};"]
        lines += ["", *zh, "", *pt]
    return lines


def lines_of(tmp_path: Path, lines: list[str]) -> list[str]:
    """The lines as they are read from a file."""
    file = tmp_path / "text.txt"
    file.write_text("\n".join(lines), "utf-8")
    return read_lines(file)


@pytest.mark.parametrize("key", HEADINGS)
def test_every_clause_of_an_act_is_found(key: str, tmp_path: Path) -> None:
    clauses = divide(key, lines_of(tmp_path, portuguese(key)))
    for section in (name for name in law.sections() if name.startswith(f"{key}/")):
        for rule in own_rules(section):
            first = clauses[f"{section}/{rule}"]["pt"][0]
            assert re.search(rf"palavra {re.escape(rule)}[:;.]", first)


def test_every_article_is_found_in_both_languages(tmp_path: Path) -> None:
    clauses = divide("mo-57-2009", lines_of(tmp_path, bilingual()))
    rules = own_rules("mo-57-2009/black-jack")
    assert {rule.split("/")[-1] for rule in clauses} == set(rules)
    for rule in rules[1:]:
        texts = clauses[f"mo-57-2009/black-jack/{rule}"]
        if "." in rule:
            assert texts["pt"][0].startswith(f"Palavra {rule}")
            assert texts["zh"][0].startswith(f"字{rule}")
        else:
            assert texts["pt"][0] == "Título" and texts["zh"][0] == "標題"


def test_a_clause_has_the_clauses_within_it(tmp_path: Path) -> None:
    clauses = divide("pt-805-2015", lines_of(tmp_path, portuguese("pt-805-2015")))
    whole = clauses["pt-805-2015/blackjack-online/8"]["pt"]
    assert [text.split()[1].strip(":;") for text in whole] == \
        ["8", "8.a", "8.a.i", "8.a.ii", "8.b", "8.c"]


def test_words_divided_at_the_end_of_a_line_are_whole(tmp_path: Path) -> None:
    assert lines_of(tmp_path, ["a aposta na ban-", "ca, diz o Secretário-", "-Geral",
                               "", "fim"]) == \
        ["a aposta na banca,", "diz o Secretário-Geral", "", "", "fim"]


def test_lines_of_one_paragraph_are_joined_and_paragraphs_are_not(tmp_path: Path) -> None:
    text = ["Blackjack/21 Online", "", "1 — Uma frase", "de duas linhas.", "", "Outra frase.", "",
            "2 — O fim", "", "da frase."]
    clauses = divide("pt-805-2015", lines_of(tmp_path, text))
    assert clauses["pt-805-2015/blackjack-online/1"]["pt"] == \
        ("Uma frase de duas linhas.", "Outra frase.")
    assert clauses["pt-805-2015/blackjack-online/2"]["pt"] == ("O fim da frase.",)


def test_columns_that_changed_places_are_put_right(tmp_path: Path) -> None:
    """A page has its right column first: its clauses come early, and the sentence that the column
    ends with goes on below the other column."""
    text = portuguese("pt-217-2007")
    start = text.index("Póquer não bancado")

    def at(rule: str) -> int:
        return text.index(marked("pt-217-2007/poquer-nao-bancado", rule), start)

    left, right = text[at("17.i"):at("28")], text[at("28"):at("39.b")]
    cut = at("39.a")
    text[cut] = text[cut].rstrip(";") + " cuja frase"
    right = text[at("28"):at("39.b")]
    swapped = [*text[:at("17.i")], *right, *left, "acaba depois;", "", *text[at("39.b"):]]
    clauses = divide("pt-217-2007", lines_of(tmp_path, swapped))
    section = "pt-217-2007/poquer-nao-bancado"
    assert clauses[f"{section}/39.a"]["pt"] == ("palavra 39.a cuja frase acaba depois;",)
    assert clauses[f"{section}/27"]["pt"] == ("palavra 27:",)
    assert {rule for rule in own_rules(section) if f"{section}/{rule}" not in clauses} == set()


def test_a_number_within_a_sentence_begins_no_clause(tmp_path: Path) -> None:
    text = ["Blackjack/21 Online", "1 — Nos termos da regra", "7 - e das alíneas", "a) a c) dela.",
            "2 — Outra."]
    clauses = divide("pt-805-2015", lines_of(tmp_path, text))
    assert set(clauses) == {f"pt-805-2015/blackjack-online/{n}" for n in (1, 2)}


def test_letters_that_a_wrong_decoding_lost_come_back(tmp_path: Path) -> None:
    assert lines_of(tmp_path, ["no inÃcio, distribuÃdas à s nove; Ãmpar; aà mesmo; SECÇÃO"]) == \
        ["no início, distribuídas às nove; Ímpar; aí mesmo; SECÇÃO"]


def test_a_part_that_the_register_made_gets_its_whole_clause(tmp_path: Path) -> None:
    assert own_rule("18-5") == "18" and own_rule("24.a.pleno") == "24.a"
    assert own_rule("13.5.(1).iii") == "13.5.(1).iii" and own_rule("8.h.totals-4-17") == "8.h"
    file = tmp_path / "pt-portaria-217-2007.txt"
    file.write_text("\n".join(portuguese("pt-217-2007")), "utf-8")
    texts = PublishedTexts(tmp_path)
    passage = texts.passage(law.row("pt-217-2007/blackjack/18-5"))
    assert passage is not None and passage.row == "pt-217-2007/blackjack/18"
    assert passage.texts == {"pt": ("palavra 18:",)}


def test_what_is_not_found_is_said(tmp_path: Path) -> None:
    file = tmp_path / "pt-regulamento-805-2015.txt"
    file.write_text("\n".join(line for line in portuguese("pt-805-2015")
                              if not line.startswith("30 —")), "utf-8")
    texts = PublishedTexts(tmp_path)
    assert texts.missing() == ["pt-805-2015/blackjack-online/30"]
    assert texts.passage(law.row("pt-805-2015/blackjack-online/30")) is None
    assert texts.passage(law.row("pt-217-2007/craps/1")) is None, "its file is not in the folder"


@pytest.mark.skipif("SABOT_LAW_TEXTS" not in os.environ,
                    reason="SABOT_LAW_TEXTS names no folder of published texts")
def test_the_published_texts_have_their_clauses() -> None:
    texts = PublishedTexts(Path(os.environ["SABOT_LAW_TEXTS"]))
    own = [row for row in law.rows().values()
           if row.document in texts.files and own_rule(row.rule) == row.rule]
    assert len(texts.missing()) <= len(own) // 50
