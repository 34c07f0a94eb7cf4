"""Sums in the browser, in the currency of their table, and counted things in the plural."""

from __future__ import annotations

from typing import Any

import pytest
from tests.ui.test_fold import modules

__all__ = ["modules"]

SAY = """async ([lang, sign]) => {
  const w = await import('/i18n.js');
  w.speak(lang); w.coinage(sign);
  const other = w.inCoin('€', () => w.cash(750));
  return [w.cash(1000), w.money(1050), w.signed(-750, true), w.bare(122000), other, w.cash(1000),
          w.credits(100000), w.many('seal.drawn', 1), w.many('seal.drawn', 2)]
    .map(said => said.replace(/\\u00a0/g, ' '));
}"""


@pytest.mark.parametrize(("lang", "sign", "said"), [
    ("pt", "€", ["10 €", "10,50 €", "−7,50 €", "1 220", "7,50 €", "10 €", "1 000 créditos",
                 "1 carta saída", "2 cartas saídas"]),
    ("pt", "MOP", ["10 MOP", "10,50 MOP", "−7,50 MOP", "1 220", "7,50 €", "10 MOP",
                   "1 000 créditos", "1 carta saída", "2 cartas saídas"]),
    ("en", "MOP", ["MOP 10", "MOP 10.50", "−MOP 7.50", "1,220", "€7.50", "MOP 10",
                   "1,000 credits", "1 card drawn", "2 cards drawn"]),
])
def test_a_sum_stands_in_the_currency_of_its_table_and_the_purse_in_none(
        browser: Any, modules: str, lang: str, sign: str, said: list[str]) -> None:
    page = browser.new_page()
    page.goto(modules + "/icon.svg")
    assert page.evaluate(SAY, [lang, sign]) == said
    page.close()
