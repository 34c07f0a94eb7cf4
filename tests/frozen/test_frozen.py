"""What is stored or sent keeps its name from one version to the next: nothing of the lists beside
this file goes away. ``python tests/support/frozen_names.py`` writes what is new into them."""

from __future__ import annotations

import pytest

from sabot import regulations as law
from support.frozen_names import HERE, LISTS, ROOT, lines
from tools.proof import perturb

LONG = ("answers", "environments", "paths")
"""Lists for which environments are made, or a house is opened and played in."""


@pytest.mark.parametrize("name", [
    pytest.param(name, marks=pytest.mark.more if name in LONG else ()) for name in LISTS])
def test_nothing_that_is_stored_or_sent_has_gone(name: str) -> None:
    frozen = (HERE / f"{name}.txt").read_text("utf-8").splitlines()
    gone = sorted(set(frozen) - set(lines(name)))
    assert not gone, f"{len(gone)} of {len(frozen)} have gone:\n" + "\n".join(gone[:40])


def test_what_shows_the_law_grows() -> None:
    written = perturb.written_patches(ROOT)
    assert len(list(ROOT.glob("src/sabot/games/*/rounds/*.txt"))) >= 1_560
    assert len(written) >= 1_403
    assert len(perturb.derived_patches(ROOT, written)) >= 352, "cited figures"
    assert len(law.rows()) >= 1_636 and len(law.interpretations()) >= 321
