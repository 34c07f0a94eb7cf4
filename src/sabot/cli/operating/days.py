"""The gaming days of a house, as its operator says them to a verb."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

import click


def gaming_days(verb: Callable[..., None]) -> Callable[..., None]:
    """``--gaming-day`` and ``--time-zone``, which the verb is given as ``days``
    (`sabot.house.table.opening_hours.Days`)."""
    @click.option("--gaming-day", default="00:00", show_default=True, metavar="HH:MM",
                  help="when a gaming day of the house begins, to which what is entered in its "
                  "books belongs, but at tables with hours of their own")
    @click.option("--time-zone", default="UTC", show_default=True, metavar="ZONE",
                  help="the clock by which that is, such as Europe/Lisbon")
    @wraps(verb)
    def with_days(*, gaming_day: str, time_zone: str, **options: Any) -> None:
        from sabot.house.table.opening_hours import house_days

        try:
            days = house_days(gaming_day, time_zone)
        except ValueError as error:
            raise click.UsageError(str(error)) from None
        verb(days=days, **options)
    return with_days
