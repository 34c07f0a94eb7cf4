"""The plain form of `enumeration.count_lines`: reel after reel, for all results together.

Results that leave the same lines in the same states, pay the same so far and show the same
scatters are counted as one, so that millions of results are some thousand rows.
"""

from __future__ import annotations

import numpy as np

from sabot.equipment.arrays import Numbers, Shorts

CHUNK = 1 << 22
"""States of lines that are computed together."""


class _Rows:
    """Results of the reels read so far: the state of each line (-1 where it is decided), coins,
    code of scatters, ways, and how many paths of the loop a row stands for."""

    def __init__(self, states: Shorts, facts: Numbers, ways: Numbers, paths: Numbers) -> None:
        self.states, self.facts, self.ways, self.paths = states, facts, ways, paths

    def take(self, chosen: Numbers) -> _Rows:
        """Some of the rows."""
        return _Rows(self.states[chosen], self.facts[chosen], self.ways[chosen],
                     self.paths[chosen])

    def merge(self) -> _Rows:
        """The same with equal rows together."""
        both = np.ascontiguousarray(np.concatenate(
            [self.states, self.facts.astype(np.int32).view(np.int16)], axis=1))
        keys = both.view(np.dtype((np.void, both.dtype.itemsize * both.shape[1]))).ravel()
        _, first, place = np.unique(keys, return_index=True, return_inverse=True)
        ways, paths = np.zeros(len(first), np.int64), np.zeros(len(first), np.int64)
        np.add.at(ways, place, self.ways)
        np.add.at(paths, place, self.paths)
        return _Rows(self.states[first], self.facts[first], ways, paths)


def _join(parts: list[_Rows]) -> _Rows:
    return _Rows(*(np.concatenate([getattr(part, name) for part in parts])
                   for name in ("states", "facts", "ways", "paths")))


def count_lines(symbols: Numbers, times: Numbers, marks: Numbers, windows: Numbers, lines: Numbers,
                steps: Numbers, settled: Numbers, rest: Numbers, hist: Numbers, at: Numbers,
                states: Numbers, alive: Numbers, many: Numbers, paid: Numbers, ways: Numbers,
                marked: Numbers) -> int:
    """See `enumeration.count_lines`."""
    reels, visited = len(windows), 0
    begin = np.full((1, len(lines)), -1, np.int16)
    begin[0, alive[0, :many[0]]] = states[0, :many[0]]
    rows = _Rows(begin, np.array([[paid[0], marked[0]]]), ways[:1].copy(), np.ones(1, np.int64))
    for depth in range(reels + 1):
        open_ = (rows.states >= 0).any(axis=1) & (depth < reels)
        _count_rest(rest[depth], hist, rows.take(np.flatnonzero(~open_)))
        rows = rows.take(np.flatnonzero(open_))
        if not len(rows.ways):
            return visited
        count = int(windows[depth])
        visited += int(rows.paths.sum()) * count
        on_lines = symbols[depth, :count][:, lines[:, depth]]
        parts = []
        at_once = max(1, CHUNK // (count * len(lines)))
        for start in range(0, len(rows.ways), at_once):
            some = rows.take(np.arange(start, min(start + at_once, len(rows.ways))))
            parts.append(_read_reel(some, on_lines, steps[depth], settled[depth + 1],
                                    times[depth, :count], marks[depth, :count]).merge())
        rows = _join(parts).merge() if len(parts) > 1 else parts[0]
    return visited


def _read_reel(rows: _Rows, on_lines: Numbers, steps: Numbers, settled: Numbers, times: Numbers,
               marks: Numbers) -> _Rows:
    """Every row with every window of the next reel."""
    count, size = len(rows.ways), len(times)
    before = rows.states[:, None, :]
    after = steps[np.maximum(before, 0), on_lines[None]]
    won = settled[after]
    coins = np.where((before >= 0) & (won >= 0), won, 0).sum(axis=2)
    following = np.where((before >= 0) & (won < 0), after, -1).astype(np.int16)
    facts = np.stack([rows.facts[:, :1] + coins, rows.facts[:, 1:] + marks], axis=2)
    return _Rows(following.reshape(count * size, -1), facts.reshape(count * size, 2),
                 (rows.ways[:, None] * times).ravel(), np.repeat(rows.paths, size))


def _count_rest(rest: Numbers, hist: Numbers, rows: _Rows) -> None:
    """Count all results of the remaining reels, which cannot change the prize."""
    for code in np.flatnonzero(rest).tolist():
        np.add.at(hist, (rows.facts[:, 1] + code, rows.facts[:, 0]), rows.ways * rest[code])
