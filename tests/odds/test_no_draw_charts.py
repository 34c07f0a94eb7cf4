"""Ways to play no-draw poker as files: what is written is read, and what is wrong is named."""

from __future__ import annotations

import json
from typing import Any

import pytest

from sabot import games
from sabot.certify.kernel_equality import difference
from sabot.families.poker.no_draw import number, row, strengths
from sabot.families.poker.no_draw_plays import PLAYS
from sabot.games.no_draw_poker.chances.chartfile import parse_chart
from sabot.games.no_draw_poker.chances.charts import Chart
from sabot.games.no_draw_poker.chances.loop import CALL, LOOK, PATTERNS
from sabot.games.no_draw_poker.rules import Rules, ranking
from sabot.procedure.table import Table

GAME = games.game("no-draw-poker")
TABLE = Table(game=GAME.id, name="", minimum=1000, maximum=25_000, rules=Rules())
ORDER = ranking(TABLE.rules)


def goes(chart: Chart, hand: str, up: str) -> bool:
    """What a chart says of a hand against an open card."""
    what = chart.decides[strengths(ORDER).number(ORDER, hand.split())]
    if what != LOOK:
        return bool(what == CALL)
    cards = sorted(number(card, ORDER) for card in hand.split())
    pattern = sum(card % 4 << 2 * at for at, card in enumerate(cards))
    place = int(chart.places[row([card // 4 for card in cards])])
    return bool(int(chart.masks[place * PATTERNS + pattern]) >> number(up, ORDER) & 1)


def parse_entries(**entries: Any) -> Chart:
    """A chart from what its file says."""
    found: Chart = parse_chart(TABLE, json.dumps(entries)).chart
    return found


@pytest.mark.more
@pytest.mark.parametrize("play", PLAYS)
def test_a_written_play_is_read_as_it_was(play: str) -> None:
    chart = GAME.simulated.strategies[play](TABLE).chart
    file = GAME.simulated.read_chart(TABLE, GAME.simulated.write_chart(TABLE, GAME.id, play))
    kernels = [GAME.simulated.kernel(TABLE, one) for one in (chart, file.chart)]
    # Counted, not listed one by one: many more coups in a fraction of the time.
    first, second = (one.block(3, 1, 300_000) for one in kernels)
    assert first == second and file.mean is None


def test_a_file_of_few_words_says_how_every_hand_is_played() -> None:
    chart = parse_entries(game=GAME.id, **{"from": "AKQJ2"}, hands={
        "AK": "", "AKQ": "AK", "AKQ9": "AK23456", "AS KD QH 9C 4S": "7C 7D"})
    assert goes(chart, "2S 2D 7C 5H 4D", "AS") and goes(chart, "AS KD QH JC 2S", "7H")
    assert not goes(chart, "AS QD JH 9C 7S", "2H") and not goes(chart, "AS KD TH 9C 7S", "9H")
    assert goes(chart, "AS KD QH 7C 4S", "KH") and not goes(chart, "AS KD QH 7C 4S", "QD")
    assert goes(chart, "AS KD QH 9C 5S", "2D") and not goes(chart, "AS KD QH 9C 5S", "7D")
    # One with these suits under other names, and one with other suits.
    assert goes(chart, "AD KS QC 9H 4D", "7H") and not goes(chart, "AD KS QC 9H 4D", "7D")
    assert not goes(chart, "AS KD QH 9C 4H", "7C") and goes(chart, "AS KD QH 9C 4H", "2C")


@pytest.mark.parametrize("least", ["pair", "three", "AKJ83", "royal", "75432"])
def test_the_weakest_hand_that_goes_on(least: str) -> None:
    chart = parse_entries(**{"from": least})
    hands = {"75432": "7S 5D 4H 3C 2S", "AKJ83": "AS KD JH 8C 3S", "pair": "2S 2D 5C 4H 3D",
             "three": "2S 2D 2C 4H 3D", "royal": "AS KS QS JS TS"}
    names = list(hands)
    for name, hand in hands.items():
        assert goes(chart, hand, "6D") == (names.index(name) >= names.index(least))


@pytest.mark.more
def test_a_file_is_played_as_the_engine_plays_it() -> None:
    chart = parse_entries(**{"from": "AKQJ2"}, hands={"AKQ": "AK", "AK": "23456789", "Q": "A"})
    assert difference(GAME, TABLE, chart, 1000, seed=5) is None


@pytest.mark.parametrize(("text", "words"), [
    ("{", "not JSON"), ("[]", "must be an object"), ('{"form": "pair"}', "'form' is not a part"),
    ('{"game": "craps"}', "for 'craps'"), ('{"hands": []}', "hands is an object"),
    ('{"from": "AKJ8"}', "is not a hand"), ('{"from": 7}', "is not a hand"),
    ('{"from": "AKJ8X"}', "is not a hand"),
    ('{"from": "AAKQJ"}', None), ('{"hands": {"KA": "2"}}', "'KA' is not a hand"),
    ('{"hands": {"AKX": "2"}}', "is not a hand"), ('{"hands": {"AKQ": "2X"}}', "'X' is not a rank"),
    ('{"hands": {"AKQ": 2}}', "are text"), ('{"hands": {"AS KD QH 9C": "2D"}}', "five cards"),
    ('{"hands": {"AS KD QH 9C 9D": "2D"}}', "has no combination; this is pair"),
    ('{"hands": {"AS KD QH 9C 4S": "2D XX"}}', "'XX' is not a card"),
    ('{"hands": {"AS KD QH 9C 4X": "2D"}}', "4X"),
])
def test_what_is_wrong_with_a_file_is_named(text: str, words: str | None) -> None:
    if words is None:
        assert goes(parse_chart(TABLE, text).chart, "AS AD KH QC JS", "2H")
        return
    with pytest.raises(ValueError, match=words):
        parse_chart(TABLE, text)
