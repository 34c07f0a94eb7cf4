"""A model as an engineer writes it down: a file of TOML, and all that is wrong with it."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from importlib import resources

import msgspec

from sabot.families.machine import draw
from sabot.families.machine.draw import Draw
from sabot.families.machine.model import Model, Wrong, faults
from sabot.procedure.table import (
    UNKNOWN_KEY,
    Violation,
    parse_error_text,
    sections,
    suggest_key,
    suggest_sections,
)

AnyModel = Model | Draw


def read(text: str) -> AnyModel | list[Wrong]:
    """A model from the text of its file, or everything that is wrong with it."""
    values = parsed(text)
    return read_values(values) if isinstance(values, dict) else [values]


def parsed(text: str) -> dict[str, object] | Wrong:
    """What a file of TOML says, or an object of JSON."""
    try:
        if text.lstrip().startswith("{"):
            return dict(json.loads(text))
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        return Wrong("the file", parse_error_text(error), "a file of TOML, or an object of JSON")


def read_values(values: Mapping[str, object]) -> AnyModel | list[Wrong]:
    """A model from what its file says. One with ``reels`` is one of reels, any other one of
    cards."""
    kind: type[AnyModel] = Model if "reels" in values else Draw
    try:
        model: AnyModel = msgspec.convert(values, kind, strict=True)
    except msgspec.ValidationError as error:
        return [_told(str(error), kind)]
    wrong = faults(model) if isinstance(model, Model) else list(draw.faults(model))
    return wrong or model


def _told(error: str, kind: type[AnyModel]) -> Wrong:
    """What does not have the form of a model: ``Expected `int`, got `str` - at `$.pays[...]```."""
    what, _, where = error.partition(" - at ")
    place = re.sub(r"^\$\.?", "", where.strip("`")) or "the file"
    if unknown := re.search(r"unknown field `(.+?)`", what):
        section = re.sub(r"\[[^]]*\]", "", place) if where else ""
        key = f"{section}.{unknown[1]}".lstrip(".")
        homes = list(sections(kind))
        keys: Iterable[str] = next((keys for name, _, keys in homes if name == section), ())
        (one,) = suggest_sections(
            [Violation("", key, UNKNOWN_KEY, suggest_key(unknown[1], keys))], homes
        )
        return Wrong(one.what, one.found, one.allowed)
    expected = re.search(r"Expected `(.+?)`, got `(.+?)`", what)
    if expected:
        return Wrong(place, expected[2], expected[1])
    return Wrong(place, what, "what the form of a model has there")


@cache
def shipped() -> dict[str, AnyModel]:
    """The models that come with the program, by the names of their files."""
    found = {}
    folder = resources.files("sabot.families.machine") / "models"
    for item in sorted(folder.iterdir(), key=lambda one: one.name):
        if item.name.endswith(".toml"):
            model = read(item.read_text("utf-8"))
            if isinstance(model, list):
                raise ValueError(f"{item.name}: {'; '.join(map(str, model))}")
            found[item.name.removesuffix(".toml")] = model
    return found


class Approval(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """That a model was approved as it is (7, 8): its ``identity``, by whom, when, for what, and the
    exact part that it was found to return at each of its bets."""

    identity: str
    model: str
    by: str
    on: str
    use: str
    returned: dict[str, str]


@cache
def approvals() -> dict[str, Approval]:
    """The approvals of the models that come with the program, by identity: for demonstration."""
    text = (resources.files("sabot.families.machine") / "models" / "approvals" / "demo.toml")
    found = msgspec.toml.decode(text.read_text("utf-8"), type=dict[str, list[Approval]])
    return {one.identity: one for one in found["approval"]}
