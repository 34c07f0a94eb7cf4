"""The shoe of a table: as it stands, as the books have it, and where it can be opened no more."""

from __future__ import annotations

from collections.abc import Sequence

import structlog

from sabot.equipment import Shoe
from sabot.house.table.shoes import ATTENDED, follow_shoe, sealed_opening
from sabot.ledger import Ledger, Sealed
from sabot.procedure import Event, Live, Shuffle
from sabot.procedure.game import ShoeAt

log = structlog.get_logger("sabot.desk")


class Shoebox:
    """Where the shoe of a table is kept; it is drawn from by ``chance``. ``given_up`` is the seal
    of a shoe that stood here and cannot be opened."""

    def __init__(self, ledger: Ledger, chance: Live) -> None:
        self._ledger = ledger
        self._chance = chance
        self._stored_shoe: Shoe | None = None  # the shoe of the last moment that is stored
        self.given_up = ""

    def note_stored(self) -> None:
        """The shoe stands in the books as it stands here."""
        self._stored_shoe = self._chance.shoe

    def restore(self, at: ShoeAt, record: Sequence[Event] = ()) -> Shoe | None:
        """The shoe as it stands after these events of a coup that began with it ``at``. ValueError,
        or Sealed, where its order is not in the books."""
        seal, drawn, cut, lifted = follow_shoe(at, record)
        if seal in ("", ATTENDED):
            return None
        here = [shoe for shoe in (self._chance.shoe, self._stored_shoe) if shoe and shoe.seal == seal]
        found = next((shoe for shoe in here if shoe.cut_at == cut), None)
        if found is None:
            kept = sealed_opening(here[0]) if here else self._ledger.secret(seal)
            if kept is None:
                raise ValueError(f"the order of the shoe sealed {seal} is not in the books")
            found = Shoe.opened(kept)
            if cut:
                found.cut(cut)
        found.drawn, found.lifted = drawn, lifted
        self._stored_shoe = found
        return found

    def secret(self, events: Sequence[Event]) -> dict[str, str] | None:
        """What opens the shoe that was shuffled with these events; None when none was."""
        seals = [e.seal for e in events
                 if isinstance(e.step, Shuffle) and e.seal not in ("", ATTENDED)]
        shoe = self._chance.shoe
        if not seals:
            return None
        if len(seals) > 1 or shoe is None or shoe.seal != seals[0]:
            raise ValueError(f"one entry keeps the order of one shoe, and {len(seals)} were "
                             "shuffled")
        return sealed_opening(shoe)

    def check_key(self, seal: str, table: str) -> None:
        """The last shoe is given up on record where it cannot be opened: one that stands, and one
        that is used no more, whose order is still to be shown."""
        if seal and not self.given_up:
            try:
                self._ledger.secret(seal)
            except Sealed as error:
                self.given_up = error.seal
                log.warning("the order of a shoe cannot be opened", table=table, why=str(error))
