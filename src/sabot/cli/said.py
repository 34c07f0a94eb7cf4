"""What is typed at a table, in the words of the procedure: cards, incidents, acts, names."""

from __future__ import annotations

import re
from collections.abc import Sequence

from sabot.cli import spots as cloth
from sabot.equipment import UNKNOWN, is_card
from sabot.money import cents
from sabot.procedure import COUNTED, Act, AnyStep, Handle, Incident, Offer, Throw

LONGEST = 30
TAKEN = ("croupier", "time", "report", "fault", "void", "help", "done", "bank", "table", "q")
_THROWN = re.compile(r"[0-9]{1,4}(-[0-9]{1,4})+")
_SUM = re.compile(r"[0-9]+[.,][0-9]{2}")
_SUITS = str.maketrans("♠♥♦♣", "SHDC")


class Unclear(ValueError):
    """What was typed cannot be meant; the text says what is taken instead."""


def name(text: str) -> str:
    """A player's name; Unclear when it is none."""
    found = text.strip()
    if not found[:1].isalpha() or len(found) > LONGEST or not found.isprintable() \
            or ":" in found or "," in found:
        raise Unclear(f"{found!r} is no name: a letter first, {LONGEST} characters at most, no "
                      "colon and no comma")
    if found.lower() in TAKEN:
        raise Unclear(f"{found!r} means something else here: take another name")
    return found


def names(text: str) -> tuple[str, ...]:
    """The players of ``Ana,Rui``; Unclear when these are no names."""
    found = tuple(name(part) for part in text.split(","))
    if len({one.lower() for one in found}) < len(found):
        raise Unclear("two players have the same name")
    return found


def card(text: str) -> str:
    """A card as it is said: ``7h``, ``10s``, ``ts``, ``q♦``, ``??``; as typed when it is none."""
    code = text.upper().translate(_SUITS)
    code = f"T{code[2:]}" if code.startswith("10") else code
    return code if is_card(code) or code == UNKNOWN else text


def cause(words: Sequence[str]) -> str:
    """Why a coup is stopped: it goes on record."""
    if not words:
        raise Unclear("say why the coup cannot be determined, for the record: void CAUSE")
    return " ".join(words)


def incident(words: Sequence[str], kinds: Sequence[str] = ()) -> Incident:
    """``KIND`` with a card or what was thrown (5-5-5), a place and a sum (20.00), in any order;
    ``kinds`` are those known."""
    if not words:
        of = f", one of {', '.join(kinds)}" if kinds else ""
        raise Unclear(f"say what went wrong: fault KIND [CARD] [PLACE]{of}")
    dealt, seat, amount = "", "", 0
    fell: tuple[int, ...] = ()
    for word in words[1:]:
        if is_card(card(word)) and not dealt:
            dealt = card(word)
        elif not fell and (thrown := _THROWN.fullmatch(word)):
            fell = tuple(map(int, thrown[0].split("-")))
        elif not amount and _SUM.fullmatch(word):
            amount = cents(word.replace(",", "."))
        elif not seat:
            seat = word
        else:
            raise Unclear("a fault takes a card, a place and a sum: fault KIND [CARD] [PLACE] "
                          "[SUM]")
    return Incident(words[0].lower(), dealt, fell, seat, amount=amount)


def fact(step: AnyStep, words: Sequence[str]) -> str | tuple[int, ...] | Incident:
    """What a croupier entered for the step that waits for it; the dealer says whether it fits."""
    if words[0].lower() == "fault":
        return incident(words[1:], getattr(step, "faults", ()))
    if isinstance(step, Throw):
        words = [part for word in words for part in word.split("-")]
        if not all(word.isascii() and word.isdigit() and len(word) < 9 for word in words):
            raise Unclear(f"{' '.join(words)!r} is no throw: type its numbers, "
                          f"{len(step.sides)} of them")
        return tuple(int(word) for word in words)
    if len(words) > 1:
        raise Unclear("one word at a time" if isinstance(step, Handle) else "one card at a time")
    return words[0].lower() if isinstance(step, Handle) else card(words[0])


def act(player: str, words: Sequence[str], offers: Sequence[Offer], keys: dict[str, str],
        alone: bool = False, named_in: cloth.Words = ()) -> Act:
    """What a player does, from its words: an act or its key, a place and a sum.

    A place may be left out where there is one only; who plays ``alone`` means the first that is
    offered. On a cloth it is a spot, by any name in the words of ``named_in``. ``offers`` are those
    of this player; an act that is none of them is for the procedure to refuse.
    """
    if not words:
        raise Unclear(f"say what {player} does: {_known(offers, keys)}")
    key, rest = words[0].lower(), list(words[1:])
    if key[0].isdecimal():
        sums = list(dict.fromkeys(offer.act for offer in offers if offer.priced))
        if len(sums) != 1:
            raise Unclear(f"{words[0]!r} alone says nothing here: {_known(offers, keys)}")
        key, rest = sums[0], list(words)
    named = [one for one in keys if key in (one, keys[one])]
    named.sort(key=lambda one: one not in {offer.act for offer in offers})
    if not named:
        raise Unclear(f"{words[0]!r} is no act: {_known(offers, keys)}")
    does = named[0]
    same = [offer for offer in offers if offer.act == does]
    priced = any(offer.priced for offer in same) or (not same and len(rest) == 2)
    wide = cloth.many(offers) if same and cloth.many(same) else []
    if wide:
        rest = _spot(does, rest, same, wide, keys, named_in)
    if len(rest) > 1 + priced:
        takes = "a place and a sum" if priced else "a place"
        raise Unclear(f"too many words: {does} takes {takes}")
    amount = 0
    if priced:
        if not rest:
            low = next(offer.low for offer in same if offer.priced)
            sum_ = low if does in COUNTED else f"{low // 100}.{low % 100:02}"
            raise Unclear(f"{does} takes {'a number of cards' if does in COUNTED else 'a sum'}, "
                          f"for example {keys[does]} {sum_}")
        amount = _amount(does, rest.pop())
    spots = list(dict.fromkeys(seat for offer in same or offers for seat in offer.spots))
    if not rest and same and len(spots) > 1 and not alone:
        raise Unclear(f"{does} takes a place: {', '.join(spots)}")
    return Act(player, does, rest[0] if rest else spots[0] if spots else "", amount)


def _spot(does: str, rest: list[str], same: Sequence[Offer], wide: Sequence[str],
          keys: dict[str, str], named_in: cloth.Words) -> list[str]:
    """The words that follow an act at a cloth, with the spot by its own name."""
    priced = any(offer.priced for offer in same)
    if len(rest) < 1 + priced:
        general = next((offer for offer in same if not offer.player), same[0])
        example = f"{keys[does]} {general.spots[len(general.spots) // 2]}"
        if priced:
            example += f" {-(-general.low // 100)}"
        raise Unclear(f"{does} takes a spot{' and a sum' if priced else ''}, for example {example}")
    typed = rest[:-1] if priced else rest
    try:
        return [cloth.find(" ".join(typed), wide, named_in), *rest[len(typed):]]
    except LookupError as unknown:
        raise Unclear(str(unknown.args[0])) from None


def _amount(does: str, text: str) -> int:
    if does not in COUNTED:
        try:
            return cents(text.removesuffix("€"))
        except ValueError as error:
            raise Unclear(str(error)) from None
    if not (text.isascii() and text.isdigit() and len(text) < 9):
        raise Unclear(f"{text!r} is no number of cards")
    return int(text)


def _known(offers: Sequence[Offer], keys: dict[str, str]) -> str:
    known = [f"{one} ({keys[one]})" if keys.get(one, one) != one else one
             for one in dict.fromkeys(offer.act for offer in offers)]
    return ", ".join(known) or "nothing is asked of this player now"
