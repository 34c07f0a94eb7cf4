"""What is typed at a table, in the words of the procedure: cards, incidents, acts, names."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from sabot.cli.language_option import words_under
from sabot.cli.playing import machine_input as machine
from sabot.cli.playing import spots as cloth
from sabot.cli.playing.machine_input import DRAW, SPIN, Dials
from sabot.equipment import UNKNOWN, is_card
from sabot.money import cents
from sabot.procedure import COUNTED, Act, AnyStep, Handle, Incident, Offer, Throw

LONGEST = 30
TAKEN = ("croupier", "time", "report", "fault", "void", "help", "done", "bank", "table", "q")
_THROWN = re.compile(r"[0-9]{1,4}(-[0-9]{1,4})+")
_SUM = re.compile(r"[0-9]+[.,][0-9]{2}")
_PUT = {"on", "at", "em", "no", "na", "nos", "nas", "a", "ao", "à", "在", "押"}
"""What may stand between a sum and the spot that it is bet on."""
_SUITS = str.maketrans("♠♥♦♣", "SHDC")


PHRASES = words_under("typed")


class InputError(ValueError):
    """What was typed cannot be meant; the text says what is taken instead."""


def name(text: str) -> str:
    """A player's name; Unclear when it is none."""
    found = text.strip()
    if not found[:1].isalpha() or len(found) > LONGEST or not found.isprintable() \
            or ":" in found or "," in found:
        raise InputError(f"{found!r} is no name: a letter first, {LONGEST} characters at most, no "
                         "colon and no comma")
    if found.lower() in TAKEN:
        raise InputError(f"{found!r} means something else here: take another name")
    return found


def names(text: str) -> tuple[str, ...]:
    """The players of ``Ana,Rui``; Unclear when these are no names."""
    found = tuple(name(part) for part in text.split(","))
    if len({one.lower() for one in found}) < len(found):
        raise InputError("two players have the same name")
    return found


def card(text: str) -> str:
    """A card as it is said: ``7h``, ``10s``, ``ts``, ``q♦``, ``??``; as typed when it is none."""
    code = text.upper().translate(_SUITS)
    code = f"T{code[2:]}" if code.startswith("10") else code
    return code if is_card(code) or code == UNKNOWN else text


def cause(words: Sequence[str]) -> str:
    """Why a coup is stopped: it goes on record."""
    if not words:
        raise InputError("say why the coup cannot be determined, for the record: void CAUSE")
    return " ".join(words)


def incident(words: Sequence[str], kinds: Sequence[str] = ()) -> Incident:
    """``KIND`` with a card or what was thrown (5-5-5), a place and a sum (20.00), in any order;
    ``kinds`` are those known."""
    if not words:
        of = f", one of {', '.join(kinds)}" if kinds else ""
        raise InputError(f"say what went wrong: fault KIND [CARD] [PLACE]{of}")
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
            raise InputError("a fault takes a card, a place and a sum: fault KIND [CARD] [PLACE] "
                             "[SUM]")
    return Incident(words[0].lower(), dealt, fell, seat, amount=amount)


def fact(step: AnyStep, words: Sequence[str]) -> str | tuple[int, ...] | Incident:
    """What a croupier entered for the step that waits for it; the dealer says whether it fits."""
    if words[0].lower() == "fault":
        return incident(words[1:], getattr(step, "faults", ()))
    if isinstance(step, Throw):
        words = [part for word in words for part in word.split("-")]
        if not all(word.isascii() and word.isdigit() and len(word) < 9 for word in words):
            raise InputError(f"{' '.join(words)!r} is no throw: type its numbers, "
                             f"{len(step.sides)} of them")
        return tuple(int(word) for word in words)
    if len(words) > 1:
        raise InputError("one word at a time" if isinstance(step, Handle) else "one card at a time")
    return words[0].lower() if isinstance(step, Handle) else card(words[0])


ABOUT = {"sit", "leave", "bet", "clear", "wait", "deal"}
"""Acts about a place or its bet, while bets are open."""


class Told:
    """What a player is told who types: in one language, with the names and keys of one game."""

    def __init__(self, words: Mapping[str, str], keys: dict[str, str], lang: str) -> None:
        self.words, self.keys, self.lang = words, keys, lang

    def say(self, phrase: str, **facts: object) -> str:
        """A phrase of what is typed."""
        return PHRASES[self.lang][phrase].format(**facts)

    def name(self, act: str) -> str:
        """An act as it is called in the language; in English by its name among the acts."""
        return act if self.lang == "en" else self.words.get(f"act.{act}", act)

    def typed(self, act: str) -> set[str]:
        """All that may be typed for an act: its key, its name, its name in the language."""
        return {act, self.keys[act], slug(self.words.get(f"act.{act}", act))}

    def known(self, offers: Sequence[Offer]) -> str:
        """The acts that are open, each with its key."""
        known = [f"{self.name(one)} ({self.keys[one]})"
                 if self.keys.get(one, one) != self.name(one) else one
                 for one in dict.fromkeys(offer.act for offer in offers)]
        return ", ".join(known) or self.say("nothing")


def slug(text: str) -> str:
    """A name as one word without accents: «Levantar crédito» is typed levantar-credito."""
    return re.sub(r"[^\w]+", "-", cloth.plain_letters(text)).strip("-")


def act(player: str, words: Sequence[str], offers: Sequence[Offer], told: Told,
        alone: bool = False, named_in: cloth.Words = (), dials: Dials | None = None) -> Act:
    """What a player does, from its words: an act or its key, a place and a sum.

    A place may be left out where there is one only; who plays ``alone`` means the first that is
    offered. On a cloth it is a spot, by any name in the words of ``named_in``, and a sum may stand
    before it (10 on red). ``offers`` are those of this player; an act that is none of them is for
    the procedure to refuse. ``dials`` are those of a machine: a bet is a figure for each.
    """
    if not words:
        raise InputError(told.say("act", who=player, acts=told.known(offers)))
    keys = told.keys
    key, rest = words[0].lower(), list(words[1:])
    typed = cloth.plain_letters(key)
    named = [one for one in keys if typed in told.typed(one)]
    open_now = {offer.act for offer in offers}
    # Of acts that are not open, one of the kind that is: about a place and its bet, or not.
    named.sort(key=lambda one: (one not in open_now, (one in ABOUT) != bool(open_now & ABOUT)))
    if key[0].isdecimal():
        sums = _bets(offers) or list(dict.fromkeys(offer.act for offer in offers if offer.priced))
        if len(sums) != 1:
            raise InputError(told.say("bare", typed=repr(words[0]), acts=told.known(offers)))
        named, rest = sums, list(words)
        if len(rest) > 1 and not rest[-1][0].isdecimal():
            rest = [*rest[1 + (len(rest) > 2 and rest[1].lower() in _PUT):], rest[0]]
    elif not named and (bet := _bet_typed_without_its_act(words, offers, named_in)):
        named, rest = [bet], list(words)
    if not named:
        raise InputError(told.say("no-act", typed=repr(words[0]), acts=told.known(offers)))
    does = named[0]
    same = [offer for offer in offers if offer.act == does]
    if dials is not None and (does == SPIN or (does == DRAW and same)):
        return Act(player, does, _turned(does, rest, same, told, dials))
    priced = any(offer.priced for offer in same) or (not same and len(rest) == 2)
    wide = cloth.many(offers) if same and cloth.many(same) else []
    if wide:
        rest = _spot(does, rest, same, wide, told, named_in)
    if len(rest) > 1 + priced:
        raise InputError(told.say("too-many-sum" if priced else "too-many", act=told.name(does)))
    amount = 0
    if priced:
        if not rest:
            low = next(offer.low for offer in same if offer.priced)
            sum_ = low if does in COUNTED else f"{low // 100}.{low % 100:02}"
            raise InputError(told.say("cards" if does in COUNTED else "sum", act=told.name(does),
                                      example=f"{keys[does]} {sum_}"))
        amount = _amount(does, rest.pop())
    spots = list(dict.fromkeys(seat for offer in same or offers for seat in offer.spots))
    if not rest and same and len(spots) > 1 and not alone:
        raise InputError(told.say("place", act=told.name(does), places=", ".join(spots)))
    return Act(player, does, rest[0] if rest else spots[0] if spots else "", amount)


def _bets(offers: Sequence[Offer]) -> list[str]:
    """The acts that lay a sum on a spot of a cloth."""
    return list({offer.act: 0 for offer in offers if offer.priced and cloth.many([offer])})


def _bet_typed_without_its_act(words: Sequence[str], offers: Sequence[Offer],
                               named_in: cloth.Words) -> str:
    """The act of a bet that is typed without it, a spot and a sum: red 10; "" where it is none."""
    wide = cloth.many(offers)
    bets = _bets(offers)
    if len(words) < 2 or len(bets) != 1 or not words[-1][0].isdecimal():
        return ""
    try:
        cloth.find(" ".join(words[:-1]), wide, named_in)
    except LookupError:
        return ""
    return bets[0]


def _turned(does: str, rest: list[str], same: Sequence[Offer], told: Told, dials: Dials) -> str:
    """The bet of a machine, or the cards that are kept, from what follows the act."""
    key = told.keys[does]
    if does == DRAW:
        found = machine.kept(rest, [spot for offer in same for spot in offer.spots])
        if found is None:
            raise InputError(told.say("keep", key=key))
        return found
    usual = dials.usual(same) or dials.last  # the procedure says that the credit covers no bet
    found = dials.find(rest) if rest else usual.seat
    if found is None:
        example = f"{key} {dials.shown(dials.last)}".strip()
        raise InputError(told.say("dials", key=key, example=example))
    return found


def _spot(does: str, rest: list[str], same: Sequence[Offer], wide: Sequence[str], told: Told,
          named_in: cloth.Words) -> list[str]:
    """The words that follow an act at a cloth, with the spot by its own name."""
    priced = any(offer.priced for offer in same)
    if len(rest) < 1 + priced:
        general = next((offer for offer in same if not offer.player), same[0])
        example = f"{told.keys[does]} {general.spots[len(general.spots) // 2]}"
        if priced:
            example += f" {-(-general.low // 100)}"
        raise InputError(told.say("spot-sum" if priced else "spot", act=told.name(does),
                                  example=example))
    typed = rest[:-1] if priced else rest
    try:
        return [cloth.find(" ".join(typed), wide, named_in), *rest[len(typed):]]
    except LookupError as unknown:
        raise InputError(str(unknown.args[0])) from None


def _amount(does: str, text: str) -> int:
    if does not in COUNTED:
        try:
            return cents(text.removesuffix("€"))
        except ValueError as error:
            raise InputError(str(error)) from None
    if not (text.isascii() and text.isdigit() and len(text) < 9):
        raise InputError(f"{text!r} is no number of cards")
    return int(text)
