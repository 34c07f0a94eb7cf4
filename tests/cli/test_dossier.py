"""``sabot law dossier``: the pack of a table for an inspector."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner, Result

from sabot import games
from sabot.certify.dossier import chapters, html
from sabot.certify.dossier.blocks import Document, Grid
from sabot.cli import main
from sabot.cli.proving.check import notes_of
from sabot.procedure.table import Table
from sabot.reports.dossier.content import Dossier
from sabot.reports.dossier.gather import dossier
from sabot.words import LANGS

TABLES = Path(__file__).parents[2] / "examples" / "tables"
VOID = ("meta", "col")
# One table of each kind: dice with a chosen reading, authorisations and notes, a machine, people.
NAMES = ("craps", "macau-cinco-maos", "maquina", "holdem")


class Page(HTMLParser):
    """What a page holds: open elements, anchors, links, headings, and its texts by language."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[tuple[str, str, bool]] = []  # tag, language, whether it is code
        self.ids: list[str] = []
        self.links: list[str] = []
        self.headings: list[int] = []
        self.tags: Counter[str] = Counter()
        self.texts: list[tuple[str, str]] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        self.tags[tag] += 1
        assert not {"src", "onclick", "onload"} & values.keys()
        if name := values.get("id"):
            self.ids.append(name)
        if link := values.get("href"):
            self.links.append(link)
        if re.fullmatch(r"h\d", tag):
            self.headings.append(int(tag[1]))
        if tag not in VOID:
            lang, code = self.open[-1][1:] if self.open else ("", False)
            self.open.append((tag, values.get("lang") or lang,
                              code or tag in ("code", "pre", "style")))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop()[0] == tag

    def handle_data(self, data: str) -> None:
        if self.open and not self.open[-1][2] and data.strip():
            self.texts.append((self.open[-1][1], data))


@cache
def content(name: str, lang: str) -> Dossier:
    table = games.read_table((TABLES / f"{name}.toml").read_text("utf-8"))
    assert isinstance(table, Table)
    return dossier(table, [], notes_of(table), lang, file=f"{name}.toml", program="1",
                   day="2026-11-29")


@cache
def written(name: str, lang: str) -> Document:
    return chapters.document(content(name, lang))


@cache
def page(name: str, lang: str) -> str:
    return html.page(written(name, lang))


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("name", NAMES)
def test_the_page_stands_alone_and_is_well_formed(name: str, lang: str) -> None:
    parsed = Page(page(name, lang))
    assert parsed.open == [] and parsed.headings[0] == 1
    steps = zip(parsed.headings, parsed.headings[1:], strict=False)
    assert all(below - above <= 1 for above, below in steps)
    assert not parsed.tags["script"] and not parsed.tags["link"] and not parsed.tags["img"]
    assert len(parsed.ids) == len(set(parsed.ids))
    assert {link.removeprefix("#") for link in parsed.links} <= set(parsed.ids)
    assert parsed.tags["caption"] == parsed.tags["table"] and "url(" not in html.STYLE


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("name", NAMES)
def test_everything_of_the_table_is_there(name: str, lang: str) -> None:
    held, text = content(name, lang), page(name, lang)
    table = games.read_table((TABLES / f"{name}.toml").read_text("utf-8"))
    assert isinstance(table, Table)
    game = games.game(table.game)
    options = {line.name.partition(".")[0] for line in held.rules}
    assert options == set(game.rules.__struct_fields__)
    assert {line.option for line in held.authorisations} == {
        consent.option for consent in table.authorisations}
    assert {bet.bet for bet in held.odds.offered} == {bet.bet for bet in game.bets(table)}
    anchors = set(Page(text).ids)
    for clause in (*(line.id for line in held.clauses), *(line.id for line in held.readings)):
        assert chapters.anchor_of(clause) in anchors
    for line in (*held.rules, *held.table):
        assert f"<code>{line.name}</code>" in text
    for round_ in held.rounds:
        assert f'id="round-{round_.n}"' in text


def test_every_clause_with_a_round_refers_to_one_that_shows_it() -> None:
    held = content("craps", "en")
    round_of = {clause: round_.name for round_ in held.rounds for clause in round_.clauses}
    assert all(line.round == round_of.get(line.id, "") for line in held.clauses)
    assert sum(bool(line.round) for line in held.clauses) > len(held.rounds)
    assert all(line.round or line.tests or line.why or line.state == "outside"
               for line in held.clauses)


def test_readings_that_depart_come_first_and_other_values_are_priced() -> None:
    first, *rest = content("craps", "en").readings
    assert (first.option, first.departs) == ("most_prize", True)
    assert not any(line.departs for line in rest)
    literal = next(line for line in rest if line.option == "literal_odds")
    worth = {line.bet: round(line.edge, 9) for line in literal.worth}
    assert sorted(worth.values()) == [-1.0, -0.5, -0.2] and not any(
        line.was for line in literal.worth)


def test_options_name_their_clauses() -> None:
    clauses = {line.name: line.clauses for line in content("craps", "en").rules}
    assert "pt-217-2007/craps/10.2" in clauses["bar"]
    assert {"ir/135", "pt-217-2007/craps/11.1-5"} <= set(clauses["literal_odds"])
    macau = {line.name: line.clauses for line in content("macau-cinco-maos", "en").rules}
    assert "mo-57-2009/black-jack/1.2" in macau["packs"] and macau["sevens"]


@pytest.mark.parametrize("name", NAMES)
def test_a_portuguese_dossier_has_no_english_words(name: str) -> None:
    english = re.compile(r"\b(the|which|with|is|are|of|round|stake|whether|when|must)\b")
    # the text of the Portaria itself calls two bets so
    named = re.compile(r"«.*?»|supplementary bet of the (don't )?pass-line")
    own = [named.sub("", text) for lang, text in Page(page(name, "pt")).texts
           if lang == "pt-PT"]
    assert own and not [text for text in own if english.search(text)]


@pytest.mark.parametrize("lang", LANGS)
def test_every_column_has_its_width(lang: str) -> None:
    for block in (block for name in NAMES for block in written(name, lang).blocks):
        if isinstance(block, Grid):
            assert not block.heads or len(block.heads) == len(block.widths)
            assert all(len(row.cells) == len(block.widths) for row in block.rows)


# -- the command -----------------------------------------------------------------------------------


def law(*words: object) -> Result:
    return CliRunner().invoke(main, ["law", "dossier", *map(str, words)])


def test_a_pdf_has_its_pages_contents_and_bookmarks(tmp_path: Path) -> None:
    file = tmp_path / "fantan.pdf"
    result = law(TABLES / "fantan.toml", "--lang", "zh", "-o", file)
    assert result.exit_code == 0 and "23條" in result.stdout
    data = file.read_bytes()
    assert data.startswith(b"%PDF-") and data.rstrip().endswith(b"%%EOF")
    assert data.count(b"/Type /Page\n") > 8 and b"/Outlines" in data and b"MSung-Light" in data


def test_the_plain_table_of_a_game(tmp_path: Path) -> None:
    file = tmp_path / "craps.html"
    result = law("craps", "--lang", "pt", "-o", file)
    assert result.exit_code == 0
    assert "nenhum: mesa simples do jogo" in file.read_text("utf-8")


def test_the_dossier_of_an_unlawful_table_says_so(tmp_path: Path) -> None:
    table, file = tmp_path / "wrong.toml", tmp_path / "wrong.html"
    lawful = (TABLES / "craps.toml").read_text("utf-8")
    table.write_text(re.sub(r"(?m)^places = .*$", "places = 40", lawful), "utf-8")
    result = law(table, "--lang", "pt", "-o", file)
    assert result.exit_code == 1 and "não é conforme com a lei" in result.stderr
    text = file.read_text("utf-8")
    assert "A MESA NÃO É LÍCITA" in text and "<code>40</code>" in text
    assert "Não se calculam as probabilidades" in text


@pytest.mark.parametrize("words, expected", [
    ((), "give a table"),
    (("craps",), "give a table"),
    (("graps", "-o", "a.html"), "no table file 'graps', and no game"),
    (("no.toml", "-o", "a.html"), "cannot read no.toml"),
    (("craps", "-o", "a.odt"), "a dossier is .html or .pdf"),
    (("craps", "-o", "nowhere/a.html"), "cannot write nowhere/a.html"),
    (("fantan", "-o", "nowhere/a.pdf"), "cannot write nowhere/a.pdf"),
    (("bad.toml", "-o", "a.html"), "cannot read bad.toml"),
    (("odd.toml", "-o", "a.html"), "odd.toml cannot be read"),
    (("odd.toml", "-o", "odd.html"), "odd.toml cannot be read"),
])
def test_errors_are_one_line(words: tuple[str, ...], expected: str, tmp_path: Path,
                                   monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("bad.toml").write_text("game = \n", "utf-8")
    Path("odd.toml").write_text('game = "craps"\nname = "x"\nminimum = 5\nmaximum = 50\nodd = 1\n',
                                "utf-8")
    result = law(*words)
    assert result.exit_code == 2 and expected in " ".join(result.stderr.split())
    assert not list(tmp_path.glob("a.*"))


def test_the_digest_is_that_of_the_table() -> None:
    assert re.fullmatch(r"[0-9a-f]{64}", content("craps", "pt").head.digest)
    assert content("craps", "pt").head.digest == content("craps", "zh").head.digest
    assert msgspec.json.encode(content("craps", "pt"))
