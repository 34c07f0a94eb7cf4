"""A set of reels as a graph, so that a spin is one lookup for each reel.

All lines are taken together: a node is the state of every open line; an edge is a window of a reel,
with the coins of the lines that it decides. Nodes whose difference cannot matter any more are
merged, so that hundreds of millions of results need only some hundred thousand edges.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from sabot.equipment.arrays import Ints, Numbers, Words
from sabot.families.machine.linepay import automaton
from sabot.families.machine.model import Model, Reels

MAX_EDGES = 20_000_000


class TooLarge(ValueError):
    """A graph with more than `MAX_EDGES` edges."""


class Graph(NamedTuple):
    """The edges of all reels.

    ``target`` and ``coins``: where each edge leads and what it pays; the edges of a reel begin at
    ``begin[reel]``, ``width[reel]`` for each node. ``of[reel, number]``: the edge for a number of
    the generator. ``marks[reel, edge]``: the code of the scatters that it shows. ``sides``: how
    many numbers the generator draws from for each reel.
    """

    target: Ints
    coins: Numbers
    begin: Numbers
    width: Numbers
    of: Ints
    marks: Numbers
    sides: Words


def build_graph(model: Model, reels: Reels, lines: int, marks: Sequence[Numbers]) -> Graph:
    """The graph of a model with lines on these reels; ``marks[reel][window]``: the codes of their
    scatters. TooLarge if it has too many edges."""
    table = automaton(model)
    number = {name: n for n, name in enumerate(model.names)}
    rows = np.array(model.lines[:lines or None]) - 1
    many = len(reels.window)
    nodes = np.zeros((1, len(rows)), np.int16)
    target, coins, begin, width = [], [], [], []
    at = 0
    of = np.zeros((many, max(reels.sides)), np.int32)
    codes = np.zeros((many, max(len(reels.windows(reel)) for reel in range(many))), np.int64)
    for reel in range(many):
        windows = reels.windows(reel)
        window_symbols = np.array([[number[name] for name in reels.expanded(window)]
                                   for window in windows])
        index = {window: n for n, window in enumerate(windows)}
        stops = [index[reels.window_at(reel, stop)] if weight else 0
                 for stop, weight in enumerate(reels.weights[reel])]
        of[reel, :reels.sides[reel]] = np.repeat(stops, reels.weights[reel])
        codes[reel, :len(windows)] = marks[reel]
        steps = np.array(table.steps[reel], np.int16)
        settled = np.array(table.settled[reel + 1], np.int64)
        if len(nodes) * len(windows) > MAX_EDGES:
            raise TooLarge(f"{len(nodes) * len(windows)} edges are more than {MAX_EDGES}")
        symbols = window_symbols[:, rows[:, reel]]                        # window, line
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
        target.append(edges.ravel())
        begin.append(at)
        width.append(len(windows))
        at += len(target[-1])
    return Graph(np.concatenate(target).astype(np.int32), np.concatenate(coins).astype(np.int64),
                 np.array(begin), np.array(width), of, codes, np.array(reels.sides, np.uint64))
