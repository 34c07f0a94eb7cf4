"""Exceptions of a desk that could not do what was asked."""

from __future__ import annotations


class ProcedureError(Exception):
    """The procedure itself failed. The desk has rolled back, or has no open coup any more."""


class InsufficientFundsError(Exception):
    """A player has too little credit for the act."""

    def __init__(self, have: int, need: int) -> None:
        super().__init__(f"have {have}, need {need}")
        self.have = have
        self.need = need


class WalletGrantNeeded(Exception):
    """A remote wallet must first grant these cents from each account."""

    def __init__(self, cents: dict[str, int]) -> None:
        super().__init__(str(cents))
        self.cents = cents
