"""A set of reels as a graph: one step for each reel leads from what the lines have so far to what
they have then.

All lines are taken together: a node is the state of every line that is still open, an edge what a
reel shows, with the coins that lines decided by it pay. Nodes that differ in nothing that can still
matter are one, so that a graph of hundreds of millions of results has some hundred thousand edges.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from sabot.equipment.arrays import Ints, Numbers, Words
from sabot.families.machine.linepay import automaton
from sabot.families.machine.model import Model, Reels

MOST_EDGES = 20_000_000


class TooLarge(ValueError):
    """A graph of more edges than are kept."""


class Graph(NamedTuple):
    """``then`` and ``coins``: for the edges of all reels where they lead and what they pay, those
    of a reel from ``begin[reel]`` on, ``width[reel]`` for each node. ``of[reel, number]``: the edge
    for a number of the generator. ``marks[reel, edge]``: the code of the scatters that it shows.
    ``sides``: numbers of each reel."""

    then: Ints
    coins: Numbers
    begin: Numbers
    width: Numbers
    of: Ints
    marks: Numbers
    sides: Words


def graph(model: Model, reels: Reels, lines: int, marks: Sequence[Numbers]) -> Graph:
    """The graph of a model with lines on these reels; ``marks[reel][window]`` the codes of their
    scatters. TooLarge where it has too many edges."""
    read = automaton(model)
    number = {name: n for n, name in enumerate(model.names)}
    rows = np.array(model.lines[:lines or None]) - 1
    many = len(reels.window)
    nodes = np.zeros((1, len(rows)), np.int16)
    then, coins, begin, width = [], [], [], []
    at = 0
    of = np.zeros((many, max(reels.sides)), np.int32)
    codes = np.zeros((many, max(len(reels.windows(reel)) for reel in range(many))), np.int64)
    for reel in range(many):
        windows = reels.windows(reel)
        shown = np.array([[number[name] for name in seen] for seen in windows])
        place = {seen: n for n, seen in enumerate(windows)}
        stops = [place[reels.seen(reel, stop)] if weight else 0
                 for stop, weight in enumerate(reels.weights[reel])]
        of[reel, :reels.sides[reel]] = np.repeat(stops, reels.weights[reel])
        codes[reel, :len(windows)] = marks[reel]
        steps = np.array(read.steps[reel], np.int16)
        settled = np.array(read.settled[reel + 1], np.int64)
        if len(nodes) * len(windows) > MOST_EDGES:
            raise TooLarge(f"{len(nodes) * len(windows)} edges are more than {MOST_EDGES}")
        symbols = shown[:, rows[:, reel]]                        # window, line
        open_ = nodes >= 0
        after = np.where(open_[:, None, :], steps[np.maximum(nodes, 0)[:, None, :],
                                                  symbols[None, :, :]], -1)
        won = np.where(after >= 0, settled[np.maximum(after, 0)], 0)
        coins.append(np.where(won > 0, won, 0).sum(axis=2).ravel())
        after = np.where((after >= 0) & (won < 0), after, -1).astype(np.int16)
        flat = np.ascontiguousarray(after.reshape(-1, len(rows)))
        keys = flat.view(np.dtype((np.void, flat.dtype.itemsize * flat.shape[1]))).ravel()
        _, first, edges = np.unique(keys, return_index=True, return_inverse=True)
        nodes = flat[first]
        then.append(edges.ravel())
        begin.append(at)
        width.append(len(windows))
        at += len(then[-1])
    return Graph(np.concatenate(then).astype(np.int32), np.concatenate(coins).astype(np.int64),
                 np.array(begin), np.array(width), of, codes, np.array(reels.sides, np.uint64))
