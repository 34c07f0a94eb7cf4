"""An offer that stands there only to be refused: full, or open to nobody under its clause."""

from __future__ import annotations

import pytest

from sabot.procedure import Act, Event, Listen, Offer
from sabot.procedure.acceptance import check, offers_for
from sabot.procedure.view import redact
from sabot.procedure.visible_events import ShownListen

LAW, WHY = "pt-217-2007/chemin-de-fer/24", "pt-217-2007/chemin-de-fer/25"
SHUT = Offer("join", "9", LAW, note="full", barred_law=WHY)


@pytest.mark.parametrize("offer", [SHUT, Offer("join", "9", LAW, "Ana", note="full",
                                               barred_law=WHY)])
def test_what_no_clause_opens_to_anybody_is_barred_to_all(offer: Offer) -> None:
    asked = Listen(LAW, offers=(offer, Offer("join", "", LAW, seats=("1", "2"))), window="bets")
    for player in ("Ana", "Rui"):
        no = check(asked, Act(player, "join", "9"))
        assert no is not None and (no.code, no.law) == ("barred", WHY)
        assert check(asked, Act(player, "join", "2")) is None
    assert offers_for(asked, "Ana")[0] is offer  # who looks at it sees that it is shut
    seen = redact(Event(asked), "Ana")
    assert isinstance(seen, ShownListen) and seen.offers[0].barred == WHY


def test_what_is_full_still_says_how_much_there_may_be() -> None:
    asked = Listen(LAW, offers=(Offer("bet", "3", LAW, low=500, high=500, unit=100, note="full",
                                      barred_law=WHY),), window="bets")
    no = check(asked, Act("Ana", "bet", "3", 500))
    assert no is not None and no.code == "full" and no.facts["most"] == 500
