"""What the page of a poker table works out by itself: the value of a hand, where places are drawn,
and what was chosen ahead of a turn."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import msgspec
import pytest

from sabot.families.poker.hands import best
from sabot.families.pokertable.felt import felt
from sabot.families.pokertable.variant import VARIANTS
from sabot.games import game
from sabot.procedure.table import Table
from support.staged_coups import ME, drawn
from support.staged_poker import Hand, midhand

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def page(browser: Any) -> Any:
    """A poker table that is drawn, with the modules of its page at hand."""
    with drawn(browser, midhand(), width=1440, height=900, lang="en-GB") as opened:
        yield opened


def run(page: Any, code: str, argument: Any = None) -> Any:
    """The value of a function in the page, called with this as JSON."""
    return json.loads(page.evaluate(
        f"async text => JSON.stringify(await ({code})(JSON.parse(text)))",
        msgspec.json.encode(argument).decode()))


def table_of(name: str) -> Table:
    return Table(game=name, name="Ria", rules=game(name).rules(), minimum=200,
                 places=VARIANTS[name].places)


@pytest.mark.parametrize("name", sorted(VARIANTS))
def test_the_value_of_a_hand_is_that_of_the_house(page: Any, name: str) -> None:
    """Two own cards and three of the board at Omaha and sintético; any at hold'em."""
    variant, random = VARIANTS[name], Random(7)
    cards = felt(variant, table_of(name))
    assert not isinstance(cards.ring, msgspec.UnsetType)
    rule = cards.ring.hands[name]
    deals = [random.sample(variant.ranking.pack, variant.hole + 5) for _ in range(150)]
    for deal in deals[:40]:  # hands of one suit are rare: make some
        deal[:] = dict.fromkeys(card[0] + "S" if n % 2 else card for n, card in enumerate(deal))
    deals = [deal for deal in deals if len(deal) == variant.hole + 5]
    found = run(page, """async ({deals, rule, hole}) => {
        const {bestHand} = await import('./js/cloths/hand_value.js');
        return deals.map(d => bestHand(d.slice(0, hole), d.slice(hole), rule)).map(
            v => [v.category, v.kickers]); }""",
                {"deals": deals, "rule": rule, "hole": variant.hole})
    for deal, (category, kickers) in zip(deals, found, strict=True):
        value = best(deal[:variant.hole], deal[variant.hole:], variant.ranking, variant.use)[0]
        assert (category, kickers) == (value.category, list(value.kickers)), deal


def words_of(page: Any, name: str, hole: str, board: str) -> dict[str, str]:
    ring = felt(VARIANTS[name], table_of(name)).ring
    state = {"table": {"game": name, "felt": {"ring": ring}, "rules": {}, "words": {}},
             "seats": [{"place": "4", "yours": True}], "steps": [], "shown": {},
             "hands": {"4": {"cards": hole.split()}, "board": {"cards": board.split()}}}
    expected: dict[str, str] = run(page, """async s => (await import('./js/cloths/hand_words.js'))
        .myHandWords(s)""", state)
    return expected


@pytest.mark.parametrize(("name", "hole", "board", "expected"), [
    ("holdem", "KS QS", "KD 9S 4C 6H", ("Pair of kings", "queen next",
                                        "2 kings or 3 queens improve it")),
    ("holdem", "9H 3H", "KH 7H 2S", ("King high", "nine next",
                                     "9 hearts, 3 nines or 3 threes improve it")),
    ("holdem", "AS AD", "", ("Pair of aces", "", "")),
    ("omaha", "AS KS QS JS", "9S 4S 2S", ("Flush of spades, ace high", "", "")),
    ("omaha", "AS KD QC JH", "9S 4S 2S TS", ("Ace high", "king next", None)),
    ("sintetico", "KS QD", "KD JH AC", ("Simple figures, pair of kings", "", None)),
])
def test_what_i_hold_is_said_in_words(
        page: Any, name: str, hole: str, board: str, expected: tuple[str, str, str | None]) -> None:
    words = words_of(page, name, hole, board)
    assert (words["name"], words["next"]) == expected[:2]
    assert expected[2] is None or words["improves"] == expected[2]


@pytest.mark.parametrize("count", [10, 11])
def test_i_sit_at_the_bottom_whatever_my_number(page: Any, count: int) -> None:
    """The numbers turn with me, clockwise: the next is at my left."""
    for tall in (False, True):
        seen = run(page, """async ({places, tall}) => {
            const {arrangePlaces} = await import('./js/cloths/ring_places.js');
            return places.map(mine => [...arrangePlaces(places, mine, tall)]); }""",
                   {"places": [str(n) for n in range(1, count + 1)], "tall": tall})
        for mine, spots in enumerate(seen, start=1):
            at = {int(place): spot for place, spot in spots}
            lowest = max(at, key=lambda n: at[n]["y"])
            assert lowest == mine and at[mine]["x"] == pytest.approx(50)
            assert at[mine % count + 1]["side"] == "left"
            assert at[(mine - 2) % count + 1]["side"] == "right"
            assert len({(spot["x"], spot["y"]) for spot in at.values()}) == count


def acted(hand: Hand, act: str) -> Hand:
    """The hand after the one who is asked does this."""
    listen = hand.dealer.standing
    assert listen is not None
    offer = next(o for o in listen.offers if o.act == act and o.player not in ("", *o.barred))
    assert hand.act(offer.player, act, offer.seat, offer.low)
    return hand


def before_my_turn(name: str = "holdem") -> Hand:
    """A hand in which the player before me is to act and may bet more, and I am still to come."""
    for seed in range(200):
        hand = Hand(name, seed).until(lambda listen: listen.window.startswith("turn:1:"))
        while hand.dealer.standing and hand.dealer.standing.window.startswith("turn:1:"):
            asked = hand.dealer.standing
            mine = str(hand.seats().index(ME) + 1)
            asks = asked.window.split(":")[2]
            if mine == "2":  # the big bet owes nothing
                break
            if asks == str((int(mine) - 2) % 10 + 1) and any(
                    o.act == "raise" for o in asked.offers):
                return hand
            if asks == mine:
                break
            acted(hand, "call")
    raise AssertionError("nobody came so far")


AHEAD = """async ({before, after, choice}) => {
    const {Ahead} = await import('./js/table/ahead.js'), s = await import('./js/core/store.js');
    const ahead = new Ahead(), state = m => s.applySnapshot(s.empty(), m);
    const boxes = ahead.html(state(before)).match(/data-ahead="[^"]+"/g).length;
    ahead.press(state(before), choice);
    const early = ahead.due(state(before)) ?? null;
    return {boxes, early, act: ahead.due(state(after))?.act ?? null, gone: ahead.gone,
            left: ahead.choice}; }"""


@pytest.mark.parametrize(("choice", "does", "act", "gone"), [
    ("call", "fold", "call", False), ("call", "raise", None, True),
    ("call-any", "raise", "call", False), ("fold", "fold", "fold", False),
])
def test_what_was_chosen_ahead_is_done_once_i_am_asked(
        page: Any, choice: str, does: str, act: str | None, gone: bool) -> None:
    """A price that has changed is not paid: the choice is taken back. Nothing is done before."""
    hand = before_my_turn()
    before = hand.message()
    after = acted(hand, does).message()
    found = run(page, AHEAD, {"before": before, "after": after, "choice": choice})
    assert found == {"boxes": 3, "early": None, "act": act, "gone": gone, "left": ""}


def test_the_sizes_of_a_raise_are_lawful(page: Any) -> None:
    for seed in range(12):
        hand = Hand("omaha" if seed % 2 else "holdem", seed).until(lambda listen: any(
            o.act in ("bet", "raise") and o.player == ME and ME not in o.barred
            for o in listen.offers))
        if not hand.dealer.standing:
            continue
        found = run(page, """async m => { const s = await import('./js/core/store.js');
            const {amountOffers, betSizes} = await import('./js/table/turn_bar.js');
            const state = s.applySnapshot(s.empty(), m), {raise} = amountOffers(state);
            return raise && [raise, betSizes(state, raise)]; }""", hand.message())
        offer, sizes = found
        assert sizes[0] == ["least", offer["low"]]
        for _, size in sizes:
            assert offer["low"] <= size <= offer["high"] and size % offer["unit"] == 0
