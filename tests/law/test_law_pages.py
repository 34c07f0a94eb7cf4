"""The pages of the law, as the documentation has them: every clause in the order of the text."""

from __future__ import annotations

import re

import pytest

from sabot import regulations as law
from tools.pages import lawpages


@pytest.mark.parametrize("document", ["pt-805-2015", "mo-22-96-M"])
def test_every_clause_stands_on_the_page_of_its_regulation_in_order(document: str) -> None:
    text = lawpages.page(document)
    places = re.findall(r"^\((.+)\)=$", text, re.M)
    rows = [row.id for row in law.rows().values() if row.document == document]
    assert places == [lawpages.anchor(row) for row in rows]
    assert len(set(places)) == len(places)


def test_a_clause_says_what_cites_and_shows_it() -> None:
    text = lawpages.page("pt-805-2015")
    clause = text[text.index("(pt-805-2015-blackjack-online-15-e)="):].split("\n(pt-")[0]
    assert "{py:obj}`sabot.games.blackjack_online.clauses.CLAUSES.surrender`" in clause
    assert "test_blackjack_online_decisions.py::" in clause and "ir/9" in clause
    assert "sabot/games/blackjack_online/rounds/15.e-surrender.txt" in clause


def test_signs_of_the_markup_are_told_as_they_are() -> None:
    assert lawpages.plain("a*b <c> [d] | $e$") == r"a\*b \<c\> \[d\] \| \$e\$"
