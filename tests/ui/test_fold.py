"""The browser's picture of a table is the house's: both fold the same events to the same state."""

from __future__ import annotations

import json
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib import resources
from random import Random
from threading import Thread
from typing import Any

import pytest

from sabot.equipment import Seeded
from sabot.games import catalogue
from sabot.procedure import Act, Dealer, Live, TableState, TimeOut, redact
from sabot.procedure.felt import ArcFelt
from sabot.procedure.table import Table
from support.page_files import file_of_page
from support.wire import wire

pytestmark = pytest.mark.browser
PLAYERS = ("ana", "rui", "eva", "gil", "leo")
EXTRAS = ("any_pair", "sevens", "over_under", "perfect_pair", "winning_streak")


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Say nothing of each file."""

    def do_GET(self) -> None:
        """A file, or the words of a language."""
        if not self.path.startswith("/words/"):
            return super().do_GET()
        body, kind = file_of_page(self.path)
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


@pytest.fixture(scope="module")
def modules() -> Any:
    """The client's files over HTTP, as modules need them."""
    root = str(resources.files("sabot.web") / "static")
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=root))
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()
    server.server_close()


def laid_out(game: Any, seed: int) -> Table:
    """A table of the game; every other one with all that the law lets a house add."""
    rules: dict[str, Any] = {}
    if seed % 2:
        rules = {name: True for name in EXTRAS if name in game.rules.__struct_fields__}
        if "jackpot" in game.rules.__struct_fields__:
            rules["jackpot"] = game.choices["jackpot"][1]
    return Table(game=game.id, name="fold", rules=game.rules(**rules), places=game.places or 3)


def choose(random: Random, offers: list[Any]) -> Any:
    """An offer by chance; a split, and whoever follows it, is not let pass."""
    wanted = [o for o in offers if o.act in ("split", "follow")]
    return random.choice(wanted or offers)


def play_coup(game: Any, seed: int) -> tuple[list[Any], dict[str, Any]]:
    """A coup of players who choose by chance, as the first of them sees it; its state."""
    random = Random(seed)
    table = laid_out(game, seed)
    dealer = Dealer(game.coup(table, game.opening(table)), Live(Seeded(seed)))
    heard: dict[str, int] = {}
    for _ in range(400):
        listen = dealer.standing
        if listen is None:
            break
        offers = [o for o in listen.offers if o.act not in ("leave", "stand-up", "decline-hand")
                  and (o.note != "full" or o.high or o.unit)]  # nobody may: it says why not
        heard[listen.window] = heard.get(listen.window, 0) + 1
        if (listen.clock and heard[listen.window] > 12) or random.random() < 0.05:
            if random.random() < 0.1:
                dealer.void("fold")
            elif listen.clock:
                dealer.answer(TimeOut(listen.window))
            continue
        offer = choose(random, offers)
        player = offer.player or random.choice(offer.players or PLAYERS)
        amount = offer.low + offer.unit * random.randrange(3) if offer.unit else 0
        dealer.answer(Act(player, offer.act, random.choice(offer.spots), min(amount, offer.high)))
    # A coup seen half way shows hands and bets as well; its end only results.
    events = [redact(e, PLAYERS[0]) for e in dealer.record]
    events = events[:random.randrange(len(events) // 2, len(events) + 1)]
    state = TableState(game.label)
    for event in events:
        state.fold(event)
    plain: dict[str, Any] = wire(state.show())
    return [wire(event) or {} for event in events], plain


# As text, there and back: Playwright takes values apart one by one, which is slower than the fold.
FOLD = """async coups => {
    const { empty, fold } = await import('/js/core/store.js');
    return JSON.stringify(JSON.parse(coups).map(events => {
        const s = events.reduce(fold, empty());
        const hands = Object.fromEntries(Object.entries(s.hands).map(([k, h]) => [k, h.cards]));
        const { bets, results, seal, void: stopped, fell } = s;
        return { hands, bets, results, seal, void: stopped, fell };
    }));
}"""


MANY = {"layout": 40, "cabinet": 240}  # few games of a cabinet are void
CARDS = 40  # coups of a game of cards; twice as many with --more


@pytest.mark.parametrize("game", catalogue().values(), ids=lambda g: g.id)
def test_the_page_folds_what_the_house_folds(
        browser: Any, modules: str, game: Any, pytestconfig: pytest.Config) -> None:
    felt = game.felt(laid_out(game, 1))
    cards = felt.shape != "layout"
    many = MANY.get(felt.shape, CARDS * 2 if pytestconfig.getoption("--more") else CARDS)
    coups = [play_coup(game, seed) for seed in range(many)]
    page = browser.new_page()
    page.goto(modules + "/icon.svg")
    folded = json.loads(page.evaluate(FOLD, json.dumps([events for events, _ in coups])))
    page.close()
    for (_, state), seen in zip(coups, folded, strict=True):
        assert seen["hands"] == {name: hand["cards"] for name, hand in state["hands"].items()}
        for part in ("bets", "results", "seal", "void", "fell"):
            assert seen[part] == state[part], part
    assert any(state["void"] for _, state in coups)
    if not cards:
        # Not while it is covered; or cards lie there, where these decide.
        fell = [any(state["fell"].values()) or bool(state["hands"]) for _, state in coups]
        assert any(fell)
        assert any(len(state["bets"]) > 2 for (_, state), done in zip(coups, fell, strict=True)
                   if not done)
        return
    if felt.shape == "cabinet":
        assert any("1/credit" in state["bets"] and state["fell"] and "1" in state["results"]
                   for _, state in coups)
        return
    assert any(state["bets"] and state["hands"] for _, state in coups)
    if "act.split" in game.words["pt"]:
        assert any("." in name for _, state in coups for name in state["hands"]), "split hands"
    named = {bet for _, state in coups for bet in state["bets"]}
    if "act.follow" in game.words["pt"]:
        assert any("+" in bet and "." in bet for bet in named), "bets of others on split hands"
    if isinstance(felt, ArcFelt) and felt.buttons:
        assert any("/streak" in bet for bet in named)


def test_the_value_of_a_hand_is_never_that_of_the_cards_before(
        browser: Any, modules: str) -> None:
    page = browser.new_page()
    page.goto(modules + "/icon.svg")
    totals = page.evaluate("""async () => {
        const { empty, fold } = await import('/js/core/store.js');
        const hands = { bank: { cards: ['3S'], ids: ['0'], total: 3, soft: false } };
        const dealt = fold({ ...empty(), hands }, { step: 'deal', to: 'bank', card: 'TS' });
        const valued = { ...dealt, hands: { bank: { ...dealt.hands.bank, total: 13 } } };
        const after = fold(valued, { step: 'result', hand: 'bank', result: 'bust',
                                     facts: { total: 23 } });
        return [dealt.hands.bank.total ?? null, dealt.hands.bank.cards, after.hands.bank.total];
    }""")
    page.close()
    assert totals == [None, ["3S", "TS"], 23]
