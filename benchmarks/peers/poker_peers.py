"""Asks other evaluators of poker what hands are worth, for `benchmarks.poker`; no part of Sabot.

``PYTHON benchmarks/peers/poker_peers.py OMPEVAL``, with a Python that has phevaluator, eval7, treys
and NumPy, and the folder of OMPEval's checkout. Prints what is measured, then answers lines: the
name of a file with rows of nine cards, a byte each, as 13 times the suit (s h d c) and the rank
from the ace. An answer is JSON: by peer the seconds of the processor for what it was asked, and the
strengths of the rows that it gave, in a file beside.
"""

import ctypes
import json
import subprocess
import sys
import sysconfig
import tempfile
import time
from importlib.metadata import version
from pathlib import Path

import eval7
import numpy as np
import treys
from phevaluator import _pheval, evaluate_cards

RANKS, SUITS = "A23456789TJQK", "shdc"
SINGLE = 20_000
folder = Path(sys.argv[1])
built = Path(tempfile.mkdtemp(prefix="sabot-peers-"))
subprocess.run(["g++", "-O3", "-march=native", "-std=c++11", "-fPIC", "-shared", f"-I{folder}",
                "-o", built / "peers.so", Path(__file__).with_suffix(".cpp"),
                folder / "omp" / "HandEvaluator.cpp"], check=True)
loops, phe = ctypes.CDLL(str(built / "peers.so")), ctypes.CDLL(_pheval.__file__)
for name in ("omp_all", "omp_rows", "seven_all", "seven_rows", "nine_rows"):
    getattr(loops, name).restype = ctypes.c_double
BYTES, SHORTS = (np.ctypeslib.ndpointer(kind, flags="C") for kind in (np.uint8, np.uint16))
FOUR = np.array([4 * ((n % 13 - 1) % 13) + "cdhs".index(SUITS[n // 13]) for n in range(52)],
                np.uint8)


def pointer(array):
    return array.ctypes.data_as(ctypes.c_void_p)


def rows_of(ask, rows, name, best=5, *before):
    """The least seconds of some runs; the strengths go into a file of that name."""
    out = np.zeros(len(rows), np.uint16)
    took = min(ask(*before, pointer(rows), ctypes.c_int64(len(rows)), pointer(out))
               for _ in range(best))
    out.tofile(built / name)
    return {"seconds": took, "hands": len(rows), "file": str(built / name)}


def every(ask, *before):
    total = ctypes.c_int64()
    return {"seconds": ask(*before, ctypes.byref(total)), "hands": 133_784_560}


def single(ask, hands):
    best = 1e9
    for _ in range(7):
        start = time.process_time()
        for hand in hands:
            ask(hand)
        best = min(best, time.process_time() - start)
    return {"seconds": best, "hands": len(hands)}


def answer(file):
    cards = np.fromfile(file, np.uint8).reshape(-1, 9)
    four = np.ascontiguousarray(FOUR[cards])
    seven = np.ascontiguousarray(four[:, :7])
    few = seven[:SINGLE].tolist()
    names = [[RANKS[n % 13] + SUITS[n // 13] for n in row[:7]] for row in cards[:SINGLE].tolist()]
    judge = treys.Evaluator()
    ours = [[treys.Card.new(card) for card in row] for row in names]
    cards7 = [[eval7.Card(card) for card in row] for row in names]
    seven_c, nine_c = phe.evaluate_7cards, phe.evaluate_plo4_cards
    return {
        "all": {"OMPEval": every(loops.omp_all),
                "phevaluator": every(loops.seven_all, seven_c)},
        "rows": {"OMPEval": rows_of(loops.omp_rows, seven, "omp"),
                 "phevaluator": rows_of(loops.seven_rows, seven, "phe", 5, seven_c)},
        "omaha": {"phevaluator": rows_of(loops.nine_rows, four, "plo", 5, nine_c)},
        "single": {
            "phevaluator, numbers": single(lambda hand: evaluate_cards(*hand), few),
            "phevaluator, its C function": single(lambda hand: _pheval.evaluate_7cards(*hand), few),
            "eval7, its cards": single(eval7.evaluate, cards7),
            "treys, its cards": single(lambda hand: judge.evaluate(hand[:2], hand[2:]), ours)}}


print("; ".join([f"{folder.name} in C++", *(
    f"{name} {version(name)}" for name in ("phevaluator", "eval7", "treys")),
    f"Python {sysconfig.get_python_version()}"]), flush=True)
for line in sys.stdin:
    print(json.dumps(answer(line.strip())), flush=True)
