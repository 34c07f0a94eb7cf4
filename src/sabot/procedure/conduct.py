"""What the house owes its players between coups where a regulation covers land-based play only."""

from __future__ import annotations

from sabot.procedure.game import Conduct
from sabot.regulations import IR


def conduct(leave: dict[str, str], **laws: str) -> Conduct:
    """The duties to players who are away; where the regulation is silent, as online.

    ``leave`` has the clause of each option about which the authority decides.
    """
    return Conduct(
        idle_seconds=180, missed_coups=5, grace_seconds=60, grace_coups=1,
        laws={
            **dict.fromkeys((
                "session", "summary", "information", "last-coup", "idle-individual", "idle-multi",
                "invitation", "warning", "line", "line-valid", "void", "refund", "demo",
                "demo-prize", "demo-convert", "real-time", "credit", "session-is", "virtual",
                "line-session", "void-by", "idle-moments", "demo-award"), IR[24]),
            "individual": IR[25], "line-default": IR[88], "ready": IR[457], "no-stake": IR[458],
            **{f"authorisation {option}": law for option, law in leave.items()},
            **{name.replace("_", "-"): law for name, law in laws.items()}})
