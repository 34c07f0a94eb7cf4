"""Why a table takes no bets, and when it takes them again."""

from __future__ import annotations

from datetime import UTC, datetime

from sabot.house.clock import Clock
from sabot.house.money.meter_check import Meters
from sabot.house.table import scheduled_incidents
from sabot.house.table.desk import Desk
from sabot.house.table.switches import HouseClosure, Switch, Switches, base_of


class Closures:
    """The reasons that keep the tables of a house closed."""

    def __init__(self, clock: Clock, switches: Switches, meters: Meters) -> None:
        self._clock = clock
        self._switches = switches
        self._meters = meters

    def of(self, desk: Desk) -> Switch | None:
        """Return why a table takes no bets: a switch, wrong meters, an authorisation that is not
        effective yet, or the hour; None when it takes them."""
        if desk.other_version:
            return other_version(desk)
        closed = (self._switches.closed(base_of(desk.id), desk.game.id)
                  or self._meters.closure(desk))
        if closed is not None:
            return closed
        if not self._authorised_at(desk):
            return scheduled_incidents.hours_closure(desk, self._clock.now())
        authorisation = max((a for a in desk.table.authorisations if not a.demonstration),
                            key=lambda authorisation: authorisation.effective)
        facts = {
            "option": authorisation.option, "day": str(authorisation.effective),
            "reference": authorisation.reference}
        return HouseClosure(
            key=f"table:{base_of(desk.id)}", open=False,
            law=desk.game.conduct.leave(authorisation.option), code="authorisation", facts=facts,
            reason="option {option} is authorised from {day} on ({reference})".format(**facts))

    def opens_at(self, desk: Desk) -> float:
        """Return when a closed table opens by itself: with its last authorisation, or with its
        gaming day; 0 when neither keeps it closed."""
        return max(
            self._authorised_at(desk), scheduled_incidents.reopening_time(desk, self._clock.now()))

    def _authorised_at(self, desk: Desk) -> float:
        """Return when the last authorisation of a table becomes effective (UTC); 0 when it has. A
        demonstrated option has no authorisation to wait for."""
        if not desk.table.authorisations:
            return 0.0
        day = max((a.effective for a in desk.table.authorisations if not a.demonstration),
                  default="")
        at = datetime.fromisoformat(day).replace(tzinfo=UTC).timestamp() if day else 0.0
        return at if at > self._clock.now() else 0.0


def other_version(desk: Desk) -> HouseClosure:
    """Return the closure of a table whose open coup was begun by another version of the program.
    This version replays the coup differently, and neither continues nor voids it by itself."""
    begun = desk.other_version
    return HouseClosure(
        key=f"table:{base_of(desk.id)}", open=False, law=desk.game.conduct.laws["void-by"],
        code="other-version", facts={"version": begun, "coup": desk.state.coup},
        reason=f"the coup {desk.state.coup} was begun by version {begun} of the program, and this "
               "version would play it differently: it waits for that version, or for staff who "
               "void it")
