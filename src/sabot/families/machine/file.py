"""Read the model files of gaming machines (TOML or JSON), and report every fault in them."""

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
from sabot.families.machine.model import Model, ModelFault, faults
from sabot.procedure.table import (
    UNKNOWN_KEY,
    Violation,
    parse_error_text,
    sections,
    suggest_key,
    suggest_sections,
)

AnyModel = Model | Draw


def read_model(text: str) -> AnyModel | list[ModelFault]:
    """A model from the text of its file, or every fault in it."""
    values = parse_file(text)
    return model_from_values(values) if isinstance(values, dict) else [values]


def parse_file(text: str) -> dict[str, object] | ModelFault:
    """The values of a TOML file or of a JSON object."""
    try:
        if text.lstrip().startswith("{"):
            return dict(json.loads(text))
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        return ModelFault(
            "the file", parse_error_text(error), "a file of TOML, or an object of JSON"
        )


def model_from_values(values: Mapping[str, object]) -> AnyModel | list[ModelFault]:
    """A model from the values of its file, or every fault in it. A file with ``reels`` is a machine
    with reels, any other a video poker machine."""
    kind: type[AnyModel] = Model if "reels" in values else Draw
    try:
        model: AnyModel = msgspec.convert(values, kind, strict=True)
    except msgspec.ValidationError as error:
        return [_form_fault(str(error), kind)]
    problems = faults(model) if isinstance(model, Model) else list(draw.faults(model))
    return problems or model


def _form_fault(error: str, kind: type[AnyModel]) -> ModelFault:
    """The fault for an error of msgspec: ``Expected `int`, got `str` - at `$.pays[...]```."""
    problem, _, path = error.partition(" - at ")
    place = re.sub(r"^\$\.?", "", path.strip("`")) or "the file"
    if unknown := re.search(r"unknown field `(.+?)`", problem):
        section = re.sub(r"\[[^]]*\]", "", place) if path else ""
        key = f"{section}.{unknown[1]}".lstrip(".")
        homes = list(sections(kind))
        keys: Iterable[str] = next((keys for name, _, keys in homes if name == section), ())
        (violation,) = suggest_sections(
            [Violation("", key, UNKNOWN_KEY, suggest_key(unknown[1], keys))], homes
        )
        return ModelFault(violation.what, violation.found, violation.allowed)
    expected = re.search(r"Expected `(.+?)`, got `(.+?)`", problem)
    if expected:
        return ModelFault(place, expected[2], expected[1])
    return ModelFault(place, problem, "what the format of a model has there")


@cache
def shipped_models() -> dict[str, AnyModel]:
    """The models that come with the program, by file name without its ending."""
    models = {}
    folder = resources.files("sabot.families.machine") / "models"
    for item in sorted(folder.iterdir(), key=lambda item: item.name):
        if item.name.endswith(".toml"):
            model = read_model(item.read_text("utf-8"))
            if isinstance(model, list):
                raise ValueError(f"{item.name}: {'; '.join(map(str, model))}")
            models[item.name.removesuffix(".toml")] = model
    return models


class Approval(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The approval of a model (7, 8): its ``identity``, by whom, when and for what ``use``, and the
    exact return at each of its bets."""

    identity: str
    model: str
    by: str
    on: str
    use: str
    returned: dict[str, str]


@cache
def approvals() -> dict[str, Approval]:
    """The approvals of the models that come with the program, by identity; for demonstration."""
    text = (resources.files("sabot.families.machine") / "models" / "approvals" / "demo.toml")
    entries = msgspec.toml.decode(text.read_text("utf-8"), type=dict[str, list[Approval]])
    return {approval.identity: approval for approval in entries["approval"]}
