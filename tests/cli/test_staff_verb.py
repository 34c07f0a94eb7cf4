"""``sabot staff``: the database may be named before the act or behind it."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from sabot.cli import main


@pytest.mark.parametrize("behind", [True, False])
def test_the_database_is_named_before_or_behind(tmp_path: Path, behind: bool) -> None:
    url = f"sqlite:///{tmp_path}/house.sqlite3"

    def staff(*act: str) -> str:
        words = [*act, "--database", url] if behind else ["--database", url, *act]
        result = CliRunner().invoke(main, ["staff", *words])
        assert result.exit_code == 0, result.output
        return result.stdout

    staff("add", "Eva", "--role", "croupier")
    assert staff("list").startswith("Eva\tcroupier\ts_")
    staff("remove", "Eva")
    assert staff("list") == ""
