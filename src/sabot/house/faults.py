"""Why a desk could not do what was asked of it."""

from __future__ import annotations


class ProcedureError(Exception):
    """The procedure itself failed; the table has taken it back, or holds no coup any more."""


class InsufficientFundsError(Exception):
    """A player has not the credit for what he asks."""

    def __init__(self, have: int, need: int) -> None:
        super().__init__(f"have {have}, need {need}")
        self.have = have
        self.need = need


class WalletGrantNeeded(Exception):
    """A wallet elsewhere has first to grant so many cents from each account."""

    def __init__(self, cents: dict[str, int]) -> None:
        super().__init__(str(cents))
        self.cents = cents
