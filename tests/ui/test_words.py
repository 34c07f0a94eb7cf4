"""Sums in the browser, in the currency of their table, and counted things in the plural."""

from __future__ import annotations

from typing import Any

import pytest
from test_fold import modules

__all__ = ["modules"]

pytestmark = pytest.mark.browser

SAY = """async ([lang, sign]) => {
  const w = await import('/js/core/i18n.js');
  await w.switchLanguage(lang); w.setCurrency(sign);
  const other = w.inCurrency('€', () => w.formatSum(750));
  return [w.formatSum(1000), w.formatFullSum(1050), w.formatNet(-750, true),
          w.formatNumber(122000), other, w.formatSum(1000), w.formatCredits(100000),
          w.plural('seal.drawn', 1), w.plural('seal.drawn', 2)]
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


@pytest.mark.parametrize(("lang", "said"), [
    ("pt", "Façam as vossas apostas. Depois."), ("zh", "請投注。其後。")])
def test_what_has_nothing_to_say_is_no_sentence(
        browser: Any, modules: str, lang: str, said: str) -> None:
    """A condition that does not hold leaves false where its words would stand."""
    page = browser.new_page()
    page.goto(modules + "/icon.svg")
    told = {"pt": ["Façam as vossas apostas", "Depois"], "zh": ["請投注", "其後"]}[lang]
    assert page.evaluate("""async ([lang, [first, last]]) => {
        const w = await import('/js/core/i18n.js');
        await w.switchLanguage(lang);
        return w.joinSentences([first, false, undefined, null, '', last]);
    }""", [lang, told]) == said
    page.close()


@pytest.mark.parametrize(("lang", "sums"), [
    ("pt", {"7,5": 750, "7.50": 750, "1 220,50": 122050, "1.220,50": 122050, "1.220": 122000}),
    ("en", {"7.5": 750, "7,50": 750, "1,220.50": 122050, "€1,220": 122000, "12": 1200}),
    ("zh", {"1,220.50": 122050, "MOP$1,500": 150000, "１２２０．５": 122050, "7,5": 750}),
])
def test_a_sum_is_read_as_the_language_writes_it(browser: Any, modules: str, lang: str,
                                                 sums: dict[str, int]) -> None:
    page = browser.new_page()
    page.goto(modules + "/icon.svg")
    read = page.evaluate("""async ([lang, texts]) => {
      const w = await import('/js/core/i18n.js');
      await w.switchLanguage(lang);
      return texts.map(text => String(w.parseSum(text)));
    }""", [lang, [*sums, "", "abc", "1.2.3", "7,505.5,5", "1,2345", "-5"]])
    assert read == [*map(str, sums.values()), *["NaN"] * 6]
    page.close()
