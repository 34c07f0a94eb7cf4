"""Writer of the odds that come with the program: ``python -m tools.pages.shipped_odds``.

It computes the edge of every table that comes with the program and one line for each game, and
writes them to ``src/sabot/web/shipped_odds.json``. Run it when a change of the rules or of the odds
makes `tests/odds/test_shipped_odds.py` fail.
"""

from __future__ import annotations

import sys
from importlib import resources
from pathlib import Path

import msgspec

from sabot.cli.operating.serve import load_tables
from sabot.games import catalogue
from sabot.reports import odds_report as study
from sabot.results import default_results
from sabot.web import shipped_odds
from sabot.web.shipped_odds import EdgeFigures, LineFigures, ShippedOdds


def compute() -> ShippedOdds:
    """Compute every figure of the file."""
    edges: dict[str, EdgeFigures] = {}
    for name, table in sorted(load_tables(None)[0].items()):
        game = catalogue()[table.game]
        key = shipped_odds.rules_key(game, table)
        if game.pricing and game.pricing.edge and key not in edges:
            edges[key] = shipped_odds.edge_figures(name, shipped_odds.compute_edge(game, table))
    lines: dict[str, LineFigures] = {}
    for game in catalogue().values():
        if figures := shipped_odds.line_figures(study.brief(game)) if study.kind(game) else None:
            lines[shipped_odds.rules_key(game, study.default_table(game))] = figures
    return ShippedOdds(edges, lines)


def main() -> int:
    """Compute the figures and write the file."""
    study.set_cache(default_results())
    encoded = msgspec.json.format(msgspec.json.encode(compute()), indent=1)
    Path(str(resources.files("sabot.web") / shipped_odds.FILE)).write_bytes(encoded + b"\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
