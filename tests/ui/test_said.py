"""What the page says of any coup: in one language, with no raw key, and no card too soon."""

from __future__ import annotations

import json
import re
from functools import cache
from itertools import islice
from typing import Any

import msgspec
import pytest
from test_fold import laid_out, modules, play_coup

from sabot.games import catalogue
from sabot.house.catalogue.lobby import describe_table
from sabot.procedure.game import Game

__all__ = ["modules"]

pytestmark = pytest.mark.browser
GAMES = catalogue()
SEEDS = 6
HOLDS = ("ponto-e-banca", "chemin-de-fer", "holdem", "omaha", "sintetico")

# Every caption of each coup, event by event, and the rows beside the table at its end.
SAY = """async given => {
    const [lang, table, coups] = JSON.parse(given), w = await import('/js/core/i18n.js');
    await w.switchLanguage(lang); await w.loadCallLanguages(table.languages);
    const { empty, fold } = await import('/js/core/store.js');
    await import('/js/machine/narration.js'); // the texts of machines
    const { captionFor } = await import('/js/table/caption.js');
    const { eventRows } = await import('/js/record/narration.js');
    const said = new Set(), early = [];
    let held = 0;
    const bets = { offers: () => [], drafts: {}, sumOn: () => 0, chips: () => [],
                   repeatableBets: () => [] };
    const bare = html => html.replace(/<[^>]*>/g, ' ').replace(/&#?\\w+;/g, ' ');
    for (const events of coups) {
        const you = { player: 'ana', name: 'ana', balance: 100000, places: ['1'] };
        let s = { ...empty(), table, you };
        const seen = [];
        for (const e of events) {
            const announcement = e.step === 'listen' ? s.announcement : e;
            s = { ...fold(s, e), announcement };
            seen.push(e);
            for (const upToDate of [false, true]) {
                const told = captionFor(s, s, bets, upToDate);
                const { q, p, title, law } = told;
                for (const text of [q, p, title, law && w.formatClause(law)])
                    if (text) said.add(text);
            }
            // A card that only I may see, and nobody has turned up yet.
            const all = mine => Object.values(s.hands).flatMap(
                h => h.cards.filter((c, i) => c && Boolean(h.only?.includes(i)) === mine));
            const open = all(false);
            const shown = eventRows(table, seen, true).map(r => r.html).join(' ');
            const tells = code => shown.includes(`aria-label="${w.cardName(code)}"`);
            held += all(true).length;
            early.push(...all(true).filter(code => !open.includes(code) && tells(code)));
        }
        for (const live of [true, false])
            for (const row of eventRows(table, events, live)) said.add(bare(row.html));
    }
    return { said: [...said], early, held };
}"""


@cache
def coups(game: str) -> list[list[dict[str, Any]]]:
    return [play_coup(GAMES[game], seed)[0] for seed in range(SEEDS)]


def with_own_cards(game: str) -> list[list[dict[str, Any]]]:
    """Coups in which the player who listens holds cards that nobody else sees."""
    each = (play_coup(GAMES[game], seed)[0] for seed in range(200))
    return list(islice((events for events in each if any(e.get("only") for e in events)), SEEDS))


def phrases_said(browser: Any, modules: str, of: Game, lang: str,
                 chosen: list[list[dict[str, Any]]] | None = None) -> dict[str, Any]:
    """All texts of some coups, as one of the players sees them."""
    table = json.loads(msgspec.json.encode(describe_table("fold", laid_out(of, 1), of)))
    page = browser.new_page()
    page.goto(modules + "/icon.svg")
    found: dict[str, Any] = page.evaluate(SAY, json.dumps([lang, table, chosen or coups(of.id)]))
    page.close()
    return found


# A dotted or hyphened name of the code; sums, clauses (13.5, 24.a), ordinals and names of the
# law in its own language are none.
RAW = re.compile(r"\b[a-z]{3,}(?:-[a-z]+)*\.[a-z][a-z.-]+\b|\bundefined\b|\bNaN\b|\{\w+\}")


@pytest.mark.more
@pytest.mark.parametrize("lang", ["pt", "en", "zh"])
@pytest.mark.parametrize("game", GAMES)
def test_nothing_raw_is_said(browser: Any, modules: str, game: str, lang: str) -> None:
    heard = phrases_said(browser, modules, GAMES[game], lang)
    assert len(heard["said"]) > 5
    assert [text for text in heard["said"] if RAW.search(text)] == []
    places = {"pt": "Lugar", "en": "Place", "zh": "號"}
    others = [word for of, word in places.items() if of != lang] + ["Seat "]
    mixed = [text for text in heard["said"] if places[lang] in text
             and any(word in text for word in others)]
    assert mixed == []


@pytest.mark.parametrize("game", HOLDS)
def test_no_card_is_told_before_its_holder_turned_it(browser: Any, modules: str, game: str) -> None:
    heard = phrases_said(browser, modules, GAMES[game], "en", with_own_cards(game))
    assert heard["held"] and heard["early"] == []
