"""Hands per second of foreign histories: read from PHH, played and compared with their chips.

Setting: one core, CPU time, the best of several runs. The files are random hands that PokerKit
plays (`tools.pages.hands_compared`): four games, two to ten players. The peer is PokerKit, which
reads the same files and plays them to their end; it compares nothing.
"""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable, Sequence
from typing import Any

from pokerkit import HandHistory

from benchmarks.goals import Goal
from sabot.hands import read
from tools.pages.hands_compared import random_hand

HANDS, RUNS = 300, 3


def play_here(texts: Sequence[str]) -> int:
    """Read and play these files; return how many come to their own chips."""
    return sum(hand.play().agrees for text in texts for hand in read(text))


def play_with_peer(texts: Sequence[str]) -> int:
    """Let PokerKit read and play these files; return how many it plays to their end."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of chips that nobody wins
        return sum(not list(HandHistory.loads(text))[-1].status for text in texts)


def _rate(play: Callable[[Sequence[str]], int], texts: Sequence[str], runs: int) -> float:
    """Return the hands per second of the best run."""
    seconds = []
    for _ in range(runs):
        start = time.process_time()
        play(texts)
        seconds.append(time.process_time() - start)
    return len(texts) / min(seconds)


def measure(hands: int = HANDS, runs: int = RUNS) -> dict[str, Any]:
    """Measure this benchmark."""
    texts = [random_hand(seed).dumps() for seed in range(hands)]
    return {
        "bench": "Foreign hand histories, read and played",
        "setting": "random hands of PokerKit as PHH files, one core, CPU time",
        "hands_per_second": round(_rate(play_here, texts, runs)),
        "agree": play_here(texts), "hands": hands,
        "peer": "PokerKit, which compares nothing",
        "peer_hands_per_second": round(_rate(play_with_peer, texts, runs))}


def goals(figures: dict[str, Any]) -> list[Goal]:
    """Return the goals of these figures."""
    return [Goal("foreign hands", figures["hands_per_second"], "hands/s", figures["peer"],
                 figures["peer_hands_per_second"])]
