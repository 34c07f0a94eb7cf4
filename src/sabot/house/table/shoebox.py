"""The shoe of a table: restores it from the journal, and notes when it cannot be opened."""

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
    """The shoe of a table, from which ``chance`` draws. ``given_up`` is the seal of a shoe in use
    that cannot be opened."""

    def __init__(self, ledger: Ledger, chance: Live) -> None:
        self._ledger = ledger
        self._chance = chance
        self._stored_shoe: Shoe | None = None  # the shoe as last stored
        self.given_up = ""

    def note_stored(self) -> None:
        """Note that the present state of the shoe is stored."""
        self._stored_shoe = self._chance.shoe

    def restore(self, at: ShoeAt, record: Sequence[Event] = ()) -> Shoe | None:
        """Return the shoe after these events of a coup that began with it at ``at``. ValueError, or
        Sealed, when its order is not in the journal."""
        seal, drawn, cut, lifted = follow_shoe(at, record)
        if seal in ("", ATTENDED):
            return None
        candidates = [
            shoe for shoe in (self._chance.shoe, self._stored_shoe) if shoe and shoe.seal == seal]
        shoe_found = next((shoe for shoe in candidates if shoe.cut_at == cut), None)
        if shoe_found is None:
            opening = sealed_opening(candidates[0]) if candidates else self._ledger.secret(seal)
            if opening is None:
                raise ValueError(f"the order of the shoe sealed {seal} is not in the books")
            shoe_found = Shoe.opened(opening)
            if cut:
                shoe_found.cut(cut)
        shoe_found.drawn, shoe_found.lifted = drawn, lifted
        self._stored_shoe = shoe_found
        return shoe_found

    def secret(self, events: Sequence[Event]) -> dict[str, str] | None:
        """Return the opening of the shoe that was shuffled in these events; None when none was."""
        seals = [e.seal for e in events
                 if isinstance(e.step, Shuffle) and e.seal not in ("", ATTENDED)]
        shoe = self._chance.shoe
        if not seals:
            return None
        if len(seals) > 1 or shoe is None or shoe.seal != seals[0]:
            raise ValueError(f"an entry stores the order of one shoe, but {len(seals)} were "
                             "shuffled")
        return sealed_opening(shoe)

    def check_key(self, seal: str, table: str) -> None:
        """Give up the last shoe when it cannot be opened: one in use, or one no longer used whose
        order is still to be shown."""
        if seal and not self.given_up:
            try:
                self._ledger.secret(seal)
            except Sealed as error:
                self.given_up = error.seal
                log.warning("the order of a shoe cannot be opened", table=table, why=str(error))
