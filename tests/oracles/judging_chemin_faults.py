"""Which faults a croupier at a real table of chemin de fer may report, and when (rules 40, 52, 53,
75, 100, 103 to 106)."""

from __future__ import annotations

from judging import Judge, Round

OF_A_CARD = {"face-up": "106.a", "dropped": "104.m"}
OF_THE_PUNTERS_CARD = {"turned": "104.b", "thrown": "104.i"}
OF_THE_DEAL = {"banker-more": "104.d", "ponto-more": "104.g", "fifth": "104.f",
               "misdelivered": "106.c", "late-bet": "40-3"}
OF_THE_THIRD_CARD = {"stuck": "104.c", "four": "104.h", "in-deposit": "104.j"}
OF_THE_WORD = {"no": {"called-card": "106.b", "changed": "105.c 105.d"},
               "card": {"changed": "105.c 105.d", "late-show": "105.a 105.b"}}
OF_THE_SCORES = {"banker-deposits": "75", "ponto-deposits": "75", "dealer-deposits": "75-2",
                 "employee-erred": "100"}
OF_THE_SUIVI = {"cards-given": "52", "cards-taken": "53"}
ALL = {*OF_A_CARD, *OF_THE_PUNTERS_CARD, *OF_THE_DEAL, *OF_THE_THIRD_CARD, *OF_THE_WORD["no"],
       *OF_THE_WORD["card"], *OF_THE_SCORES, *OF_THE_SUIVI, "two", "drew-against", "drawn-early"}


def judge_faults(round: Round, verdict: Judge) -> None:
    """Each listed fault can be reported when it happens, and none after the coup (103, 104.l)."""
    if not round.table["attended"]:
        return
    seen: set[str] = set()
    special, answer, over, closed = False, "", False, False
    for at, event in enumerate(round.events):
        step = event.get("step") or {}
        faults, wanted = set(step.get("faults", ())), dict[str, str]()
        kind, name = step.get("step"), step.get("what") or step.get("call") or ""
        if kind == "call" and name in ("ponto-no", "ponto-card"):
            answer = name.partition("-")[2]
        closed |= kind == "call" and name == "no-more-bets"
        if kind == "listen":
            window = step["window"].partition(":")[0]
            if window == "suivi" and "suivi" not in seen:
                wanted = OF_THE_SUIVI
            elif window in ("bets", "complete"):
                wanted = {"drawn-early": "104.a"}
            seen.add(window)
        elif kind == "deal" and step["to"] in ("ponto", "banca") and closed:
            to = step["to"]
            if "hand-over" not in seen:
                wanted = OF_A_CARD if to == "banca" else OF_A_CARD | OF_THE_PUNTERS_CARD
            elif "turn-bank" in seen and to == "ponto" and not special and answer == "card" \
                    and "third" not in seen:
                wanted = OF_THE_THIRD_CARD
                seen.add("third")
            elif "turn-bank" in seen and to == "banca" and not special and "scores" not in seen:
                wanted = {"two": "104.e"}
        elif kind == "handle":
            if name not in seen:
                wanted = {"hand-over": OF_THE_DEAL, "scores": OF_THE_SCORES,
                          "bank-stands": {"drew-against": "104.n"},
                          "turn-bank": OF_THE_WORD.get(answer, {})}.get(name, {})
            over |= name == "gather-cards"
            seen.add(name)
        incident = (event.get("incident") or {}).get("kind", "")
        special |= incident in ALL
        if name == "turn-bank" and special:
            wanted = {}
        if over:
            verdict.hold("104.l", faults & ALL, set(), at)
        for fault, rules in wanted.items():
            groups = {rule.partition(".")[0] for rule in rules.split()} & {"104", "105", "106"}
            verdict.hold(" ".join([rules, *sorted(groups), *(["103"] if groups else [])]),
                         fault in faults, True, at)
