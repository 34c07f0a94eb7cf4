"""Writes the page of the safeguards: ``python -m tools.pages.worlds FILE``.

The safeguards are those of `tools/worlds/ablations.toml`; how many worlds it took to notice that
one is missing is in `found.tsv` beside it, which `python -m tools.worlds.ablations --write` keeps.
"""

from __future__ import annotations

import sys
from pathlib import Path

from tools.worlds.ablations import MOST, load, load_found

HEAD = f"""\
# Safeguards of the house, each taken out in turn

Each row is a change that takes one safeguard out of the program. Simulated worlds are then played
from seed 0 on ([How the house is tested](how-the-house-is-tested.md)); the last ones are those of a
house of two nodes. *Worlds* is how many it took
until one went wrong, *what went wrong* is what the check said in it. After {MOST} worlds a
safeguard would count as not noticed. *Release* names a release of Sabot that really lacked it.

`python -m tools.worlds.ablations --write` runs all of them and keeps what it found;
`python -m tools.pages.worlds docs/worlds-ablations.md` makes this page: do not edit it.

| without the safeguard | file | worlds | what went wrong | release |
|---|---|---|---|---|
"""


def render_page() -> str:
    """The table of all safeguards, and those that wait for a kind of world."""
    found, lines, waiting = load_found(), list[str](), list[str]()
    for ablation in load():
        if ablation.needs:
            waiting.append(f"- {ablation.name} (`{ablation.file}`): {ablation.needs}")
            continue
        noticed = found.get(ablation.name)
        worlds = "" if noticed is None else str(noticed.worlds or "not noticed")
        wrong = "" if noticed is None else _cell(noticed.wrong)
        lines.append(f"| {ablation.name} | `{ablation.file}` | {worlds} | {wrong} | "
                     f"{ablation.release} |")
    more = ["", "Not run yet, because they need another kind of world:", "", *waiting] \
        if waiting else []
    return HEAD + "\n".join([*lines, *more, ""])


def _cell(text: str) -> str:
    """A text in a cell of a table, at most about a line."""
    short = text if len(text) <= 110 else text[:107].rsplit(" ", 1)[0] + " ..."
    return short.replace("|", "\\|").replace("<", "&lt;").replace("{", "&#123;")


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(render_page(), "utf-8")
