"""The options for the gaming days of a house."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

import click

from sabot.cli.terminal import reason, usage_error


def gaming_days(command: Callable[..., None]) -> Callable[..., None]:
    """Add ``--gaming-day`` and ``--time-zone``; the command receives them as ``days``
    (`sabot.house.table.opening_hours.Days`)."""
    @click.option("--gaming-day", default="00:00", show_default=True, metavar="HH:MM",
                  help="when a gaming day of the house begins; tables with opening hours have "
                  "their own")
    @click.option("--time-zone", default="UTC", show_default=True, metavar="ZONE",
                  help="the time zone of --gaming-day, such as Europe/Lisbon")
    @wraps(command)
    def with_days(*, gaming_day: str, time_zone: str, **options: Any) -> None:
        from sabot.house.table.opening_hours import house_days

        try:
            days = house_days(gaming_day, time_zone)
        except ValueError as error:
            raise usage_error(reason(error)) from None
        command(days=days, **options)
    return with_days
