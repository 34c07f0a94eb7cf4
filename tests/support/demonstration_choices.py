"""Table files of a game that wants choices made and leave for them: those of its demonstration."""

from __future__ import annotations

import json
from typing import Any

from sabot.games import game, with_demonstration
from sabot.procedure.table import parse_values


def with_choices(text: str, year: str = "") -> str:
    """The file of a table, with what the demonstration of its game says where it says nothing; its
    own authorisations stand behind those of the demonstration, which are of another ``year``."""
    values = parse_values(text)
    if game(values["game"]).open_choices is None:
        return text
    found = with_demonstration(game(values["game"]), values)
    example = with_demonstration(game(values["game"]), {})
    found["authorisations"] = [*example.get("authorisations", []),
                               *values.get("authorisations", [])]
    lines = [f"{key} = {toml_value(one)}" for key, one in found.items()
             if not isinstance(one, dict | list)]
    for key, one in found.items():
        if isinstance(one, dict):
            lines += [f"[{key}]", *(f"{name} = {toml_value(value)}" for name, value in one.items())]
    for one in found["authorisations"]:
        lines += ["[[authorisations]]", *(f"{name} = {toml_value(value)}" for name, value in
                                          one.items())]
    whole = "\n".join(lines) + "\n"
    return whole.replace("2009-04-", f"{year}-04-") if year else whole


def toml_value(value: Any) -> str:
    """A value as TOML writes it: a day stands without quotes."""
    return json.dumps(value) if isinstance(value, str | bool | int | list) else str(value)
