"""No damaged file of any format ends in a traceback: it is refused in words, or no chip is lost."""

from __future__ import annotations

import json
import random
import re

import pytest
from test_open_hand_history import history
from test_pokerstars_text import GG, HIGH_LOW, POSTS, SIDE_POTS, TOURNAMENT, TWICE

from sabot.hands import HandError, read_each
from sabot.words import LANGS, render

WHOLE = (GG, SIDE_POTS, TWICE, TOURNAMENT, HIGH_LOW, POSTS, json.dumps(history(), indent=1))


def damaged(text: str, chance: random.Random) -> str:
    """A file with a line left out, doubled or moved, a number or a letter changed, or its end cut
    off."""
    if not re.search(r"\d", text):
        return text
    lines = text.split("\n")
    one, other = chance.randrange(len(lines)), chance.randrange(len(lines))
    number = chance.choice(list(re.finditer(r"\d+", text)))
    at = chance.randrange(len(text))
    without = [*lines[:one], *lines[one + 1:]]
    return chance.choice((
        "\n".join(without), "\n".join([*lines[:one], lines[other], *lines[one:]]),
        "\n".join([*without[:other], lines[one], *without[other:]]),
        text[:number.start()] + chance.choice(("0", "1", "-1", "2.5", "999999999", "1e9", "NaN"))
        + text[number.end():],
        text[:at] + text[at + 1:], text[:at] + chance.choice("09'[]{}=.,:?-# $€\n") + text[at:],
        text[:at], re.sub(r"\[[^\]]*\]", "[]", text, count=chance.randint(1, 3)),
        text.replace(chance.choice(("Ana", "Rui", "Eva")), "Gil", chance.randint(1, 3))))


@pytest.mark.more_of("4000")
@pytest.mark.parametrize("files", [150, 4000])
def test_no_damaged_file_ends_in_a_traceback(files: int) -> None:
    chance, played = random.Random(9), 0
    for _ in range(files):
        text = chance.choice(WHOLE)
        for _ in range(chance.randint(1, 3)):
            text = damaged(text, chance)
        try:
            for _, hand in read_each(text):
                if isinstance(hand, HandError):
                    assert all(render(hand.args[0], lang) for lang in LANGS)
                    continue
                result = hand.play()
                took = result.rake or 0
                assert sum(result.stacks) in (sum(player.stack for player in hand.players),
                                              sum(player.stack for player in hand.players) - took)
                assert hand.departures() is not None and hand.text("zh")
                [(_, again)] = read_each(hand.to_phh())
                assert not isinstance(again, HandError) and again.record == hand.record
                played += 1
        except HandError as error:
            assert str(error)
    assert played
