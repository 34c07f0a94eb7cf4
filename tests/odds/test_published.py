"""Published figures: every one agrees to its digits or is explained; the page tells them."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from sabot.cli import main
from sabot.families.blackjack import general
from sabot.families.blackjack.pricing import published
from sabot.families.blackjack.pricing.expected_values import worth
from sabot.families.blackjack.pricing.published import agrees, parse_rules
from sabot.probability.answer import PublishedFigure
from tools.pages.published import render_page

pytestmark = pytest.mark.more

PAGE = Path(__file__).parents[2] / "docs" / "odds-published.md"


@pytest.fixture(scope="module")
def rows() -> tuple[PublishedFigure, ...]:
    return general.against_published()


def test_every_published_figure_agrees_or_is_explained(rows: tuple[PublishedFigure, ...]) -> None:
    unexplained = [row for row in rows if not row.agrees and not row.because]
    assert unexplained == []
    assert sum(row.agrees for row in rows) > 150


def test_an_independent_analyser_agrees_to_all_nine_digits(
        rows: tuple[PublishedFigure, ...]) -> None:
    """Two ways to play a split, 1 to 8 packs, soft 17, doubles, surrender: all but what says how
    several hands of one split end together."""
    theirs = [row for row in rows if "possibly-wrong" in row.source
              and "net results" not in row.published]
    assert len(theirs) > 40 and all(row.agrees for row in theirs)


def test_the_page_tells_what_is_found(rows: tuple[PublishedFigure, ...]) -> None:
    assert PAGE.read_text("utf-8") == render_page(rows), (
        "figures have changed: python -m tools.pages.published docs/odds-published.md")


def test_every_source_says_where_and_when_it_was_read() -> None:
    found = published.table()
    for source in found.source:
        assert source.title and source.where and source.retrieved >= "2026"
    used = {entry.source for kind in (found.edge, found.hands, found.bank, found.distribution,
                                      found.open) for entry in kind}
    assert used == {source.key for source in found.source}


@pytest.mark.parametrize(("figure", "here", "single", "same"), [
    ("-0.4029", -0.40287, False, True), ("-0.4029", -0.40296, False, False),
    ("0.5", 0.55, False, True), ("-0.596108", -0.59610851, True, True),
    ("-0.596108", -0.59610851, False, False), ("0", 0.4, False, True)])
def test_a_figure_agrees_in_its_own_digits(figure: str, here: float, single: bool, same: bool
                                           ) -> None:
    assert agrees(figure, here, single) is same


def test_the_fourth_card_of_a_rank_is_split_too() -> None:
    """One pack: a pair may become four hands, and no more. Three hands are worth less."""
    three, four, five = (worth(parse_rules(f"packs=1 peek=yes max_hands={n}", general.parse_terms),
                               "zero-memory").mean
                         for n in (3, 4, 5))
    assert three < four == pytest.approx(five, abs=1e-14)
    assert agrees("0.181934306", 100 * four, False)


def test_the_verb_fails_where_a_figure_is_not_explained(monkeypatch: pytest.MonkeyPatch) -> None:
    for because, code in (("it is another game", 0), ("", 1)):
        row = PublishedFigure(rules="packs=1", published="1 %", here="2 %", source="nobody",
                              agrees=False, because=because)
        monkeypatch.setattr(published, "rows", lambda options, row=row: (row,))
        asked = CliRunner().invoke(main, ["odds", "blackjack", "--against", "published"])
        assert asked.exit_code == code, asked.output
        assert "nobody" in asked.output
