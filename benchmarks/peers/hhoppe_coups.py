"""Plays coups by the public simulator hhoppe/blackjack, for `benchmarks.kernel`; no part of Sabot.

``PYTHON benchmarks/peers/hhoppe_coups.py FOLDER``, with a Python that has what that notebook
imports, and the folder of its checkout. Each line that comes in is a number of coups; the answer is
the mean return, the deviation of a coup, the coups played and the seconds of the processor. Of the
notebook is run what defines the simulation on one processor, without the tests in between.
"""

import contextlib
import os
import re
import sys
import time
import types
from pathlib import Path

os.environ.setdefault("EFFORT", "2")  # from 2 on its hand is compiled into its loop
folder = Path(sys.argv[1])
sys.path.insert(0, str(folder))
source = (folder / "blackjack.py").read_text("utf-8")
source = source.partition("\ndef monte_carlo_house_edge_cpu")[0]
source = re.sub(r"^( *)test_\w+\(.*\).*$", r"\1pass", source, flags=re.MULTILINE)
peer = types.ModuleType("peer")
sys.modules["peer"] = peer
with contextlib.redirect_stdout(sys.stderr):
    exec(compile(source, str(folder / "blackjack.py"), "exec"), peer.__dict__)
    rules = peer.Rules(num_decks=6, hit_soft17=False, obo=False, late_surrender=False,
                       double_min_total=0, double_after_split=True, split_to_num_hands=4,
                       cut_card=234)
    strategy = peer.Strategy()
    shoes = peer.default_shoes_creator(rules)


def play(coups: int) -> str:
    start = time.process_time()
    mean, played, deviation = peer.run_simulations(rules, strategy, coups, shoes, False, True)
    return f"{mean} {deviation} {played} {time.process_time() - start}"


with contextlib.redirect_stdout(sys.stderr):
    play(1000)
print("ready", rules, strategy, flush=True)
for line in sys.stdin:
    print(play(int(line)), flush=True)
