"""Read the model files of gaming machines (TOML or JSON), and report every fault in them."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import cast

import msgspec

from sabot.families.machine import draw
from sabot.families.machine.draw import Draw
from sabot.families.machine.model import Model
from sabot.families.machine.model_faults import ModelFault, faults
from sabot.procedure.table import THE_FILE, parse_error_text, struct_from_values

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
            THE_FILE, parse_error_text(error), "a file of TOML, or an object of JSON"
        )


def model_from_values(values: Mapping[str, object]) -> AnyModel | list[ModelFault]:
    """A model from the values of its file, or every fault in it. A file with ``reels`` is a machine
    with reels, any other a video poker machine."""
    kind: type[AnyModel] = Model if "reels" in values else Draw
    model, wrong = struct_from_values(kind, dict(values))
    if model is None:
        return [ModelFault(fault.what, fault.found, fault.allowed) for fault in wrong]
    problems = faults(model) if isinstance(model, Model) else list(draw.faults(model))
    return problems or cast("AnyModel", model)


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
