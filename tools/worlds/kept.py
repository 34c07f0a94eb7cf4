"""Worlds that are kept as tests: each found a fault that has been mended since.

`tests/worlds/kept.toml` has one line for each: what went wrong, and the plan of the smallest world
in which it did, as JSON.
"""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import msgspec

from tools.worlds.plan import Plan

FILE = Path(__file__).parents[2] / "tests" / "worlds" / "kept.toml"


def load_kept_worlds(file: Path = FILE) -> dict[str, Plan]:
    """The plans that are kept, by what went wrong."""
    return {title: decode_plan(text)
            for title, text in tomllib.loads(file.read_text("utf-8")).items()}


def decode_plan(text: str) -> Plan:
    """A plan from its JSON."""
    return msgspec.json.decode(text, type=Plan)


def kept_line(plan: Plan, wrong: str) -> str:
    """The line that keeps a world as a test."""
    title = json.dumps(f"{plan.seed}: {wrong}", ensure_ascii=False)
    # JSON with apostrophes escaped fits between the quotes of a TOML literal.
    body = msgspec.json.encode(plan, order="deterministic").decode().replace("'", "\\u0027")
    return f"{title} = '{body}'"
