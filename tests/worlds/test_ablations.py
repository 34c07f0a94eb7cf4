"""The safeguards that are taken out of the house are there, each once."""

from __future__ import annotations

import pytest

from tools.worlds import ablations

EVERY = ablations.load()


def test_there_are_many_and_each_has_a_name_of_its_own() -> None:
    names = [ablation.name for ablation in EVERY]
    assert len(names) == len(set(names))
    assert len([ablation for ablation in EVERY if not ablation.needs]) >= 28


@pytest.mark.parametrize("ablation", EVERY, ids=lambda one: one.name.replace(" ", "-"))
def test_a_safeguard_stands_once_in_its_file(ablation: ablations.Ablation) -> None:
    for change in ablation.changes:
        text = (ablations.SOURCES / change.file).read_text("utf-8")
        assert text.count(change.find) == 1
        compile(text.replace(change.find, change.replace), change.file, "exec")
