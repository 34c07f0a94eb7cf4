"""Published figures of baccarat, each held against every deal."""

from __future__ import annotations

import pytest

from sabot.families.baccarat.published import against_published, figures, table


def test_every_published_figure_agrees_or_is_told_as_open() -> None:
    rows = against_published()
    assert sum(row.agrees for row in rows) >= 37
    assert all(row.agrees != bool(row.because) for row in rows), [
        row for row in rows if row.agrees == bool(row.because)]


def test_no_source_is_named_for_nothing() -> None:
    used = {entry.source for entry in (*table().figure, *table().open)}
    assert used == {source.key for source in table().source}


@pytest.mark.parametrize("packs", range(1, 9))
def test_banca_without_a_deduction_would_be_the_players(packs: int) -> None:
    """What one side loses the other gains: the law's two deductions are what the house has."""
    found = figures(packs)
    assert found["banca edge"] == -found["ponto edge"] < 0
    assert 0 < found["banca half-on-5 edge"] < found["banca 5% edge"] < found["ponto edge"]
