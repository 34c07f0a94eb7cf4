"""In which languages the page tells a call: aloud in those that the law orders, the reader's below.
"""

from __future__ import annotations

import json
import re
from typing import Any

import msgspec
import pytest
from test_fold import laid_out, modules
from test_said import GAMES, said, with_own_cards

from sabot.house.catalogue.lobby import describe_table

__all__ = ["modules"]

pytestmark = pytest.mark.browser


def lines(browser: object, modules: str, game: str, lang: str) -> set[str]:
    """All that is said of some coups, captions and rows of the record."""
    told = said(browser, modules, GAMES[game], lang)["said"]
    return {" ".join(line.split()) for line in told}


@pytest.mark.law("pt-217-2007/chemin-de-fer/66", "pt-217-2007/chemin-de-fer/96", "ir/358")
def test_chemin_de_fer_is_called_in_portuguese_with_the_readers_own_beside(
        browser: object, modules: str) -> None:
    here = {lang: lines(browser, modules, "chemin-de-fer", lang) for lang in ("pt", "en", "zh")}
    assert "Quem quer fazer bancô?" in here["pt"] and "«Quem quer fazer bancô?»" in here["pt"]
    assert not [line for line in here["pt"] if "Who goes banco" in line]
    assert "Quem quer fazer bancô?" in here["en"], "the caption calls in Portuguese"
    assert any(line.startswith("Who goes banco?") for line in here["en"]), "and says it below"
    assert "«Quem quer fazer bancô? · Who goes banco?»" in here["en"], "the record has both"
    assert "Quem quer fazer bancô? · Who goes banco?" in here["zh"], "a foreigner hears English"
    assert any(line.startswith("誰要包莊？") for line in here["zh"])
    assert "«Quem quer fazer bancô? · Who goes banco? · 誰要包莊？»" in here["zh"]


@pytest.mark.law("pt-217-2007/craps/13.3", "ir/177")
def test_craps_is_called_in_both_languages_to_everybody(browser: object, modules: str) -> None:
    for lang in ("pt", "en", "zh"):
        told = lines(browser, modules, "craps", lang)
        both = [line for line in told if "O ponto é" in line]
        assert both and all("The point is" in line for line in both), lang
        own = [line for line in told if line.startswith("定點為")]
        assert bool(own) is (lang == "zh")


@pytest.mark.law("ir/359")
def test_where_no_language_is_named_the_croupier_calls_in_that_of_the_law(
        browser: object, modules: str) -> None:
    told = lines(browser, modules, "french-roulette", "en")
    assert "«Jogo feito. Nada mais.»" in told and not [line for line in told if " · The" in line]
    assert any(line.startswith("No more bets.") for line in told)


@pytest.mark.law("pt-217-2007/craps/13.3", "ir/177")
def test_the_bets_that_craps_calls_have_names(browser: object, modules: str) -> None:
    for lang in ("pt", "en", "zh"):
        called = [line for line in lines(browser, modules, "craps", lang) if "Ganham:" in line]
        assert called and all("Win:" in line for line in called)
        assert not [line for line in called if re.search(r"[a-z]/|/[a-z\d]|any-|dont-", line)]


@pytest.mark.parametrize("game", sorted(GAMES))
def test_sums_that_are_called_are_written_as_the_page_writes_them(
        browser: object, modules: str, game: str) -> None:
    told = lines(browser, modules, game, "pt")
    assert not [line for line in told if re.search(r"\d\.\d\d (€|[A-Z]{3})", line)]


DEEDS = """async given => {
  const [table, coups] = JSON.parse(given), { empty, fold } = await import('/js/core/store.js');
  const { readPots } = await import('/js/cloths/pot_state.js'), told = [];
  for (const events of coups) {
    let s = { ...empty(), table, you: { player: 'ana', name: 'ana', balance: 1, places: ['1'] } };
    for (const e of events) {
      s = fold(s, e);
      const { lastActs, dealt } = readPots(s);
      for (const place of dealt) if (lastActs[place]) told.push(lastActs[place]);
    }
  }
  return [...new Set(told)];
}"""


@pytest.mark.parametrize("game", ["holdem", "omaha", "sintetico"])
def test_beside_a_hand_of_poker_stands_what_its_player_did_in_it(
        browser: Any, modules: str, game: str) -> None:
    of = GAMES[game]
    table = json.loads(msgspec.json.encode(describe_table("fold", laid_out(of, 1), of)))
    page = browser.new_page()
    page.goto(modules + "/icon.svg")
    deeds = page.evaluate(DEEDS, json.dumps([table, with_own_cards(game)]))
    page.close()
    before = {"sit", "tip", "top-up", "rest"}  # another seat may be asked for in a hand
    assert deeds and not before & set(deeds), deeds
