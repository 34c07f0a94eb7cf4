"""All faults of a model are reported at once; what decides a game is its identity."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from test_machine_par import SEA

from sabot.families.machine.file import shipped_models
from sabot.families.machine.model import Free, Hold, Ladder, Model, Rung, Symbol
from sabot.families.machine.model_faults import faults
from support.machine_models import models


def changed(**what: Any) -> Model:
    return msgspec.structs.replace(SEA, **what)


def free(**what: Any) -> Model:
    assert isinstance(SEA.free, Free)
    return changed(free=msgspec.structs.replace(SEA.free, **what))


@pytest.mark.parametrize("model, where", [
    (changed(name=""), "name"),
    (changed(version=" "), "version"),
    (changed(reels=()), "reels"),
    (changed(window=(1,)), "window"),
    (changed(window=(1, 9)), "window[2]"),
    (changed(lines=((1, 1), (1,))), "lines[2]"),
    (changed(lines=((1, 3),)), "lines[1]"),
    (changed(lines=((1, 1), (1, 1))), "lines"),
    (changed(lines=()), "lines"),
    (changed(ways=5), "ways"),
    (changed(falls=(1,)), "falls"),
    (changed(reels=("A B S", "A S B X")), "reels[2]"),
    (changed(reels=("A B S", "A")), "reels[2]"),
    (changed(weights=((1, 1, 1), (1, 1))), "weights"),
    (changed(weights=((0, 0, 0), (1, 1, 1, 1))), "weights[1]"),
    (changed(weights=((2**31, 1, 1), (2**31, 1, 1, 1))), "weights"),
    (changed(pays={"A": {"2": 3}, "B": {"2": 0}, "S": {"2": 1}}), "pays.B.2"),
    (changed(pays={"A": {"3": 3}, "B": {"2": 1}}), "pays.A.3"),       # two reels
    (changed(pays={"A": {"two": 3}, "B": {"2": 1}}), "pays.A.two"),
    (changed(pays={"A": {"2": 3}, "B": {"2": 1}, "C": {"2": 1}}), "pays.C"),
    (changed(groups={"any": ("A", "S")}), "groups.any"),
    (changed(groups={"A": ("A", "B")}), "groups.A"),
    (changed(symbols={"S": Symbol(scatter=True), "Z": Symbol()}), "symbols.Z"),
    (changed(symbols={"S": Symbol(scatter=True, wild=True)}), "symbols.S"),
    (changed(symbols={"S": Symbol(scatter=True), "A": Symbol(times=2)}), "symbols.A.times"),
    (changed(stakes=()), "stakes"),
    (changed(taken=(3,)), "taken"),
    (free(scatter="A"), "free.scatter"),
    (free(games={"3": 2}), "free.games.3"),
    (free(games={}), "free.games"),
    (free(most=1), "free.most"),
    (free(reels=("A S",)), "free.reels"),
    (changed(hold=Hold(scatter="S", least=3, lands=(1, 2), values={"1": 1})), "hold.least"),
    (changed(hold=Hold(scatter="S", least=2, lands=(2, 2), values={"1": 1})), "hold.lands"),
    (changed(hold=Hold(scatter="S", least=2, lands=(1, 2), values={})), "hold.values"),
    (changed(ladder=Ladder(scatter="S", least=2, choice=True, rungs=(Rung(pays={"1": 1}),))),
     "ladder.choice"),
    (changed(ladder=Ladder(scatter="S", least=2, rungs=())), "ladder.rungs"),
    (changed(ladder=Ladder(scatter="S", least=2, rungs=(Rung(pays={"0": 1}),))),
     "ladder.rungs[1].pays.0"),
])
def test_a_wrong_model_is_told_where(model: Model, where: str) -> None:
    assert where in {one.where for one in faults(model)}


def test_a_right_model_has_nothing_wrong() -> None:
    assert faults(SEA) == []


@settings(max_examples=30)
@given(models())
def test_whatever_is_made_is_read_and_never_breaks(model: Model) -> None:
    assert all(one.found and one.allowed for one in faults(model))


def test_a_model_is_another_one_as_soon_as_anything_in_it_changes() -> None:
    assert changed().identity == SEA.identity
    assert changed(version="1 ").identity != SEA.identity
    assert changed(pays={**SEA.pays, "A": {"2": 4}}).identity != SEA.identity
    turned = dict(reversed(SEA.pays.items()))
    assert changed(pays=turned).identity == SEA.identity


def test_only_a_form_of_the_model_that_is_whole_is_one() -> None:
    decoded = msgspec.json.decode(SEA.canonical, type=Model)
    assert decoded == SEA
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(SEA.canonical.replace(b'"version"', b'"versions"'), type=Model)


def test_models_that_are_the_same_are_known_as_the_same() -> None:
    """A machine keeps what it has counted by its table, and the table holds the model."""
    for name, model in shipped_models().items():
        other = msgspec.structs.replace(model, version="2")
        known: dict[Any, str] = {model: name, other: ""}
        assert known[msgspec.structs.replace(model)] == name
