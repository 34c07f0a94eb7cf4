"""Verifies each coup of a journal by replaying it from its beginning and its answers.

A wrong coup is reported once, and the walk continues with the next. A coup that another version of
the program recorded, and that this version would play differently, is taken as recorded; its money
and its cards are still checked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from sabot import __version__, games
from sabot.certify.audit.law_of_coups import other_law
from sabot.certify.audit.shoe_orders import UnreadableShoe, abandoned_shoe
from sabot.equipment import PACK, Shoe
from sabot.error_texts import error_text
from sabot.house.table.bets import held_after
from sabot.house.table.effective_tables import same_but_limits
from sabot.ledger import Accounts, Record, Sealed
from sabot.ledger.references import Begin, PlayBody, decode_body
from sabot.money import Transfer
from sabot.procedure import (
    Cut,
    Deal,
    Dealer,
    Event,
    Move,
    Open,
    ReplayMismatch,
    Shuffle,
    Turn,
    digest,
    in_play,
    read_back,
    replay,
)
from sabot.procedure.game import NO_SHOE, Game, ShoeAt
from sabot.procedure.resolvers import ATTENDED
from sabot.procedure.steps import TIME_LEFT
from sabot.procedure.table import Table
from sabot.words import Phrase, phrase

if TYPE_CHECKING:
    from sabot.ledger import Books


class Misfit(Exception):
    """A wrong record, with its entry in the journal and its coup ("" for none)."""

    def __init__(self, seq: int, what: str, found: str, expected: str, coup: str = "") -> None:
        super().__init__(what)
        self.seq = seq
        self.what = what
        self.found = found
        self.expected = expected
        self.coup = coup


class DivergentCoup(msgspec.Struct, frozen=True):
    """A coup of another version that this version would play differently, from entry ``seq`` on.

    ``version`` is the one that began it; ``found`` and ``expected`` say what differs.
    """

    coup: str
    seq: int
    version: str
    what: str
    found: str
    expected: str


def table_of(stored: Mapping[str, Any]) -> tuple[Game, Table]:
    """The game and the table of a "begin" entry.

    LookupError or msgspec.ValidationError if they are unknown or invalid.
    """
    game = games.game(str(stored.get("game")))
    plain = msgspec.convert(stored, Table)
    return game, msgspec.structs.replace(plain, rules=msgspec.convert(stored["rules"], game.rules))


def as_stored(value: Any, stored: Any) -> Any:
    """A struct as plain values, with only the fields that the stored value has."""
    if isinstance(value, msgspec.Struct) and isinstance(stored, Mapping):
        return {name: as_stored(getattr(value, name), stored[name])
                for name in value.__struct_fields__ if name in stored}
    if isinstance(value, tuple) and isinstance(stored, list):
        return [
            as_stored(item, stored_item) for item, stored_item in zip(value, stored, strict=False)
        ]
    return value


class _OpenCoup:
    """An open coup: its beginning and its entries so far.

    It is ``broken`` once something in it is wrong, and ``recorded`` once this version would play it
    differently from the version that began it. Neither is replayed any further.
    """

    def __init__(self, begun: Begin, game: Game, table: Table, carry: Any,
                 accounts: Accounts) -> None:
        self.accounts = accounts
        self.id = begun.coup
        self.no = begun.no
        self.version = begun.code or __version__
        self.broken = self.recorded = False
        self.game = game
        self.table = table
        self.carry = carry
        self.record: list[Event] = []
        self.parts: list[tuple[int, int]] = []  # (seq, events up to and with that entry)

    def add(self, seq: int, events: list[Event]) -> None:
        """Add the events of an entry."""
        self.record += events
        self.parts.append((seq, len(self.record)))

    def derive(self, upto: int | None = None) -> Dealer:
        """Replay the coup, or its first ``upto`` events; raises whatever the procedure raises."""
        return replay(self.game.coup(self.table, self.carry), self.record[:upto])


class _TableState:
    """The state of a table: its last outcome, its shoe, its open coup."""

    def __init__(self) -> None:
        self.coup: _OpenCoup | None = None
        self.table: Table | None = None
        self.outcome: Any = None
        self.free = True
        self.no = 0
        self.shoe = NO_SHOE
        self.shoe_given_up = False  # then the next coup may begin as at an emptied table
        self.last = ""  # the last seal whose order must be opened
        self.version = ""  # of the last coup
        self.held: dict[str, tuple[str, int]] = {}


class CoupBook:
    """Checks all coups of a journal, entry by entry. ``balances`` are those of the walk."""

    def __init__(self, books: Books, balances: Counter[str]) -> None:
        self.books = books
        self.balances = balances
        self.finished = 0
        self.otherwise: list[DivergentCoup] = []
        self.shoes: dict[str, list[str]] = {}
        self.unreadable: dict[str, UnreadableShoe] = {}
        self.over: set[str] = set()  # seals whose orders must be open by now
        self._benches: dict[str, _TableState] = {}
        self._ids: set[str] = set()
        self._strays: set[str] = set()  # coups without a beginning that were reported

    def open_ids(self) -> tuple[str, ...]:
        """The ids of the coups that have begun and not ended."""
        return tuple(b.coup.id for b in self._benches.values() if b.coup is not None)

    def enter(self, record: Record, transfers: list[Transfer]) -> list[Misfit]:
        """Process one entry, and return what is wrong in it."""
        misfits: list[Misfit] = []
        try:
            self._enter(record, transfers, misfits)
        except Misfit as misfit:
            self._break(record, misfit, misfits)
        return misfits

    def _break(self, record: Record, misfit: Misfit, misfits: list[Misfit]) -> None:
        """Report a misfit once for each coup; the rest of the coup is not replayed."""
        misfit.coup = misfit.coup or record.coup
        coup = self._benches[record.table].coup if record.table in self._benches else None
        if coup is not None and coup.id == record.coup:
            if coup.broken:
                return
            coup.broken = True
        misfits.append(misfit)

    def _enter(self, record: Record, transfers: list[Transfer], misfits: list[Misfit]) -> None:
        try:
            content = decode_body(record.kind, record.body)
        except (msgspec.ValidationError, msgspec.DecodeError) as error:
            raise Misfit(record.seq, phrase("the body of a {kind!r} entry", kind=record.kind),
                         error_text(error), phrase("its events")) from None
        if content is None:
            self._abandon_shoe(record)
            return
        bench = self._benches.setdefault(record.table, _TableState())
        if isinstance(content, Begin):
            misfits += self._begin(record, content, bench, transfers)
        coup = bench.coup
        if coup is None or coup.id != record.coup:
            if record.coup in self._strays:
                return
            self._strays.add(record.coup)
            raise Misfit(record.seq, phrase("the coup that goes on"), record.coup,
                         coup.id if coup else
                         phrase("none: no coup is open at table {table}", table=record.table))
        first = len(coup.record)
        coup.add(record.seq, content.events)
        bench.held = held_after(bench.held, content.events)
        self._check_count(record, content)
        self._check_money(record, coup.accounts.transfers(
            record.table, coup.id, first, content.events), transfers)
        if not coup.broken:
            self._check_cards(record.seq, bench, content.events)
        if isinstance(content, PlayBody) and content.lost:
            bench.last = ""
            self._end(bench, None)
            self._check_refunds(record.seq, coup)
        elif coup.broken or coup.recorded:
            if record.kind == "void":
                self._end(bench, None)
        elif _may_end(record.kind, content.events):
            dealer = self._derive(coup)
            if dealer is not None and dealer.over:
                self._end_coup(record.seq, bench, coup, dealer)

    def _begin(self, record: Record, begin: Begin, bench: _TableState,
               transfers: Sequence[Transfer]) -> list[Misfit]:
        """Begin a coup; return what is wrong but does not stop the checks of the coup."""
        seq = record.seq
        misfits = [*self._close_last_coup(seq, bench, begin.coup)]
        if begin.coup != record.coup or begin.coup in self._ids:
            raise Misfit(seq, phrase("the id of a coup that begins"), begin.coup,
                         phrase("{coup}, for the first time", coup=record.coup))
        self._ids.add(begin.coup)
        try:
            game, table = table_of(begin.table)
            carry = msgspec.convert(begin.carry, game.carry)
        except (LookupError, msgspec.ValidationError) as error:
            self._strays.add(begin.coup)
            raise Misfit(seq, phrase("what the coup began with"), error_text(error),
                         phrase("a game of the catalogue, its table and its carry")) from None
        coup = bench.coup = _OpenCoup(begin, game, table, carry,
                                      self.books.accounts(game.currency))
        allowed = [game.upgrade_carry(possible) for possible in self._possible_carries(
            record.table, bench, game, table, transfers)]
        first_carry = carry if coup.version == __version__ else game.upgrade_carry(carry)
        last_no, last_version = bench.no, bench.version or coup.version
        bench.table, bench.no, bench.free = table, begin.no, False
        bench.shoe, bench.version, bench.shoe_given_up = game.shoe(carry), coup.version, False
        digest_ = digest(msgspec.json.encode(as_stored(table, begin.table)))
        if begin.rules and begin.rules != digest_:
            raise Misfit(seq, phrase("the digest of the table's rules"), begin.rules, digest_)
        if last_no and begin.no <= last_no:
            raise Misfit(seq, phrase("the number of the coup"), str(begin.no),
                         phrase("more than {n}", n=last_no))
        misfits += self._check_law(record, begin, coup)
        if allowed and first_carry not in allowed:
            other_version = next((v for v in (coup.version, last_version) if v != __version__), "")
            misfit = Misfit(seq, phrase("the carry of the coup"), str(carry), str(allowed[0]),
                            coup.id)
            if other_version:
                self._take_as_recorded(coup, misfit, other_version)
            else:
                coup.broken = True
                misfits.append(misfit)
        return misfits

    def _check_law(self, record: Record, begin: Begin, coup: _OpenCoup) -> list[Misfit]:
        """Check that a coup was played by the law of its gaming day. An amendment that a later
        version of the program knows is no fault of the house: such a coup is one that this version
        plays differently."""
        other = other_law(record, begin.law, coup.game, coup.table) if begin.law else None
        if other is None:
            return []
        misfit = Misfit(record.seq, phrase("the law by which the coup is played"), other.stored,
                        other.due, coup.id)
        if coup.version == __version__:
            return [misfit]
        self.otherwise.append(DivergentCoup(coup.id, misfit.seq, coup.version, misfit.what,
                                            misfit.found, misfit.expected))
        return []

    def _possible_carries(
        self, table_id: str, bench: _TableState, game: Game, table: Table,
        transfers: Sequence[Transfer]) -> list[Any]:
        """The carries with which a coup may begin: that of the last coup, or at a changed table
        that of an emptied table; [] if unknown. ``transfers``: those of its beginning, which the
        balances include."""
        if bench.free:
            return [game.opening(table)]
        if bench.outcome is _ANY or bench.table is None:
            return []
        same_game = bench.table.game == table.game and same_but_limits(bench.table, table)
        put_away = bool(table.closes and game.put_away)
        if same_game and not bench.shoe_given_up and not put_away:
            return [bench.outcome]
        carry = game.reset_carry(table, bench.outcome)
        if game.hold_stakes:
            jackpot = self.books.accounts(game.currency).jackpot(table_id)
            moved = sum((t.amount if t.to == jackpot else 0) - (t.amount if t.frm == jackpot else 0)
                        for t in transfers)
            carry = game.hold_stakes(carry, bench.held, self.balances[jackpot] - moved)
        return [read_back(carry), *([bench.outcome] if same_game else [])]

    def _abandon_shoe(self, record: Record) -> None:
        """Process an entry in which the house gives up a shoe that it could not open."""
        if (seal := abandoned_shoe(record)) is None:
            return
        bench = self._benches.setdefault(record.table, _TableState())
        if bench.last != seal:
            raise Misfit(record.seq, phrase("the shoe that is given up"), seal[:16],
                         phrase("the shoe that was shuffled last: {shoe}",
                                shoe=bench.last[:16] or phrase("none")))
        bench.shoe_given_up, bench.last = True, ""

    def _close_last_coup(self, seq: int, bench: _TableState, next_coup: str) -> Iterator[Misfit]:
        """Close the last coup of a table if its end is unknown and another coup begins."""
        coup = bench.coup
        if coup is None:
            return
        if not (coup.broken or coup.recorded):
            yield Misfit(seq, phrase("a coup that begins"), next_coup,
                         phrase("the end of coup {coup} first", coup=coup.id), next_coup)
        elif rest := self.balances[coup.accounts.stake(coup.id)]:
            yield _stakes_left(seq, coup.id, rest, coup.id)
        self._end(bench, None)

    def _take_as_recorded(self, coup: _OpenCoup, misfit: Misfit, version: str) -> None:
        coup.recorded = True
        self.otherwise.append(DivergentCoup(coup.id, misfit.seq, version, misfit.what, misfit.found,
                                            misfit.expected))

    def _check_count(self, record: Record, content: Begin | PlayBody) -> None:
        # The house counts the begin of a coup as one more event.
        extra = (0, 1) if isinstance(content, Begin) else (0,)
        if record.count - len(content.events) not in extra:
            raise Misfit(record.seq, phrase("the number of events"), str(record.count),
                         str(len(content.events)))

    def _check_money(
        self, record: Record, expected: tuple[Transfer, ...], transfers: list[Transfer]
    ) -> None:
        own = [t for t in transfers if t.key.startswith(f"{record.coup}/")]
        if tuple(own) == expected:
            return
        for a, b in zip(own, expected, strict=False):
            if a != b:
                raise Misfit(record.seq, phrase("a transfer of the coup"), str(tuple(a)),
                             str(tuple(b)))
        raise Misfit(record.seq, phrase("the transfers of the coup"), f"{len(own)}",
                     f"{len(expected)}")

    # -- the shoe ---------------------------------------------------------------------------------

    def _order_of_shoe(self, seq: int, seal: str) -> list[str] | None:
        """The order of a shoe, checked against its seal; None without the key."""
        if seal not in self.shoes:
            try:
                secret = self.books.secret(seal)
            except Sealed as error:
                if error.altered:
                    raise Misfit(seq, order_sealed(seal), error_text(error),
                                 phrase("the order that was sealed")) from None
                return None
            if secret is None:
                raise Misfit(seq, order_sealed(seal), phrase("nothing"), phrase("nonce and order"))
            self.shoes[seal], _ = _order_of(seq, secret, seal)
        return self.shoes[seal]

    def _check_cards(self, seq: int, bench: _TableState, events: list[Event]) -> None:
        """Check the cards dealt from sealed shoes (real cards cannot be checked)."""
        assert bench.table is not None
        for event in events:
            if bench.table.attended:
                if isinstance(event.step, Shuffle):
                    check_equal(seq, phrase("the seal of a shoe of real cards"), event.seal,
                                ATTENDED)
                    bench.shoe = ShoeAt(event.seal, 0)
            else:
                bench.shoe = self._shoe_after_event(seq, bench.shoe, event)
                if isinstance(event.step, Shuffle):
                    self.over.update({bench.last} - {""})
                    is_shown = bench.coup is not None and not bench.coup.game.unopened_clause
                    bench.last = event.seal if is_shown else ""

    def _shoe_after_event(self, seq: int, shoe: ShoeAt, event: Event) -> ShoeAt:
        """The shoe after one event; Misfit if the event does not follow from its order."""
        step = event.step
        if isinstance(step, Deal):
            order = self._order_of_shoe(seq, shoe.seal)
            taken_cards = shoe.drawn + shoe.lifted
            place = shoe.cut - shoe.lifted - 1 if step.bottom else shoe.cut + shoe.drawn
            if order is None:
                expected = self._unreadable_shoe(seq, shoe.seal).count_deal(
                    seq, place, taken_cards, event.card
                )
            else:
                expected = order[place % len(order)] if taken_cards < len(order) else \
                    phrase("no card")
            check_equal(seq, _card_of_shoe(taken_cards + 1, shoe.seal), event.card, expected)
            return shoe._replace(
                drawn=shoe.drawn + (not step.bottom), lifted=shoe.lifted + step.bottom
            )
        if isinstance(step, Shuffle):
            order = self._order_of_shoe(seq, event.seal)
            full = Counter(list(PACK) * step.packs)
            outside = Counter(step.without)
            if order is None:
                self.unreadable[event.seal] = UnreadableShoe(full - outside)
            if outside - full or (order is not None and Counter(order) != full - outside):
                raise Misfit(
                    seq, phrase("the shoe sealed {seal}", seal=event.seal[:16]),
                    phrase("{n} cards", n=len(order or ())),
                    phrase("{packs} packs of 52 less {n} cards", packs=step.packs,
                           n=len(step.without)) if step.without else
                    phrase("{packs} packs of 52", packs=step.packs))
            return ShoeAt(event.seal, 0)
        if isinstance(step, Cut):
            size = len(self._order_of_shoe(seq, shoe.seal) or self._unreadable_shoe(seq, shoe.seal))
            if shoe.drawn or shoe.lifted or shoe.cut or not 0 < step.at < size:
                raise Misfit(seq, phrase("the cut of the shoe {seal}", seal=shoe.seal[:16]),
                             phrase("at {place}", place=step.at),
                             phrase("one cut of a new shoe, at 1 to {last}", last=size - 1))
            return shoe._replace(cut=step.at)
        if isinstance(step, Open):
            opened, cut = _order_of(seq, event.opening or {}, step.seal)
            order = self._order_of_shoe(seq, step.seal)
            if order is None:
                self._compare_opened(opened, step.seal)
            elif opened != order:
                raise Misfit(seq, phrase("the opening of {seal}", seal=step.seal[:16]),
                             phrase("another order"), phrase("the order that was sealed"))
            if step.seal == shoe.seal:
                check_equal(seq, phrase("the cut in the opening of {seal}", seal=step.seal[:16]),
                            cut, shoe.cut)
                return NO_SHOE  # an opened shoe is not used any more
        elif getattr(step, "what", "") == TIME_LEFT and not event.incident:
            pass  # entered by the clock of the room
        elif step is not None and (isinstance(step, Turn) or event.incident or event.word):
            raise Misfit(seq, phrase("what a croupier entered"), type(step).__name__.lower(),
                         phrase("nothing: no croupier attends this table"))
        return shoe

    def _unreadable_shoe(self, seq: int, seal: str) -> UnreadableShoe:
        """The deals so far from a shoe whose order cannot be read."""
        if seal not in self.unreadable:
            raise Misfit(seq, phrase("the shoe sealed {seal}", seal=seal[:16]),
                         phrase("never shuffled"), phrase("a shoe that was shuffled before"))
        return self.unreadable[seal]

    def _compare_opened(self, opened: list[str], seal: str) -> None:
        """Compare earlier deals with an order that the journal opens now."""
        unread = self.unreadable.pop(seal, None) or UnreadableShoe(Counter(opened))
        for seq, nth, card, due in unread.wrong_deals(opened):
            raise Misfit(seq, _card_of_shoe(nth, seal), card, due)
        self.shoes[seal] = opened

    # -- the end of a coup ------------------------------------------------------------------------

    def _derive(self, coup: _OpenCoup) -> Dealer | None:
        """Replay the coup; None if another version recorded it differently. Misfit at the first
        wrong entry."""
        try:
            return coup.derive()
        except Exception as error:
            misfit = self._first_misfit(coup, error)
        if coup.version == __version__:
            raise misfit
        self._take_as_recorded(coup, misfit, coup.version)
        return None

    @staticmethod
    def _first_misfit(coup: _OpenCoup, error_of_coup: Exception) -> Misfit:
        """The misfit of the first entry that differs from the procedure."""
        for seq, upto in coup.parts:
            try:
                coup.derive(upto)
            except Exception as error:
                return Misfit(seq, _the_coup(coup.id), _error_text(error),
                              phrase("the events of the procedure"), coup.id)
        return Misfit(coup.parts[-1][0], _the_coup(coup.id), _error_text(error_of_coup),
                      phrase("the events of the procedure"), coup.id)

    def _end_coup(self, seq: int, bench: _TableState, coup: _OpenCoup, dealer: Dealer) -> None:
        self._end(bench, dealer.outcome)
        shoe = coup.game.shoe(dealer.outcome)
        # Its cards are put away unseen.
        unseen = shoe == NO_SHOE and bool(coup.game.unopened_clause)
        if shoe != bench.shoe and not coup.table.attended and not unseen:
            misfit = Misfit(seq, phrase("the shoe after the coup"), _shoe(bench.shoe),
                            _shoe(shoe), coup.id)
            if coup.version == __version__:
                raise misfit
            self._take_as_recorded(coup, misfit, coup.version)
        rest = self.balances[coup.accounts.stake(coup.id)]
        if rest:
            raise _stakes_left(seq, coup.id, rest, coup.id)

    def _check_refunds(self, seq: int, coup: _OpenCoup) -> None:
        """Check the refunds of a coup that could not be replayed: all stakes in play return."""
        upto = coup.parts[-2][1] if len(coup.parts) > 1 else 0
        expected = Counter(in_play(coup.record[:upto]))
        refunded: Counter[str] = Counter()
        for event in coup.record[upto:]:
            if isinstance(event.step, Move):
                if event.step.kind != "refund":
                    raise Misfit(seq, phrase("a movement in the lost coup {coup}", coup=coup.id),
                                 event.step.kind, phrase("refunds only"))
                refunded[event.step.player] += event.step.amount
        if +expected != +refunded:
            raise Misfit(seq, phrase("the refunds of coup {coup}", coup=coup.id),
                         str(dict(refunded)), str(dict(+expected)))
        rest = self.balances[coup.accounts.stake(coup.id)]
        if rest:
            raise _stakes_left(seq, coup.id, rest)

    def _end(self, bench: _TableState, outcome: Any) -> None:
        self.finished += 1
        bench.coup = None
        bench.outcome = _ANY if outcome is None else outcome

    def settle_open(self) -> Iterator[Misfit]:
        """Replay the coups that are still open; yield what is wrong."""
        for bench in self._benches.values():
            coup = bench.coup
            if coup is None or not coup.parts or coup.broken or coup.recorded:
                continue
            try:
                dealer = self._derive(coup)
            except Misfit as misfit:
                yield misfit
            else:
                if dealer is not None and dealer.over:
                    yield Misfit(coup.parts[-1][0], _the_coup(coup.id), phrase("over"),
                                 phrase("still open"), coup.id)


_ANY = object()


def _may_end(kind: str, events: list[Event]) -> bool:
    """Whether a coup may be over after these events: it does not wait for people."""
    return kind == "void" or not events or events[-1].step is None or not _waits(events[-1])


def _waits(event: Event) -> bool:
    return getattr(event.step, "offers", None) is not None


def _order_of(seq: int, opening: Mapping[str, str], seal: str) -> tuple[list[str], int]:
    """The sealed order, and where the shoe was cut; Misfit if it does not match the seal."""
    try:
        shoe = Shoe.opened(dict(opening))
    except (ValueError, KeyError) as error:
        raise Misfit(seq, order_sealed(seal), error_text(error) or phrase("no opening"),
                     phrase("an order that matches its seal")) from None
    if shoe.seal != seal:
        raise Misfit(seq, phrase("the seal of the opening"), shoe.seal[:16], seal[:16])
    return shoe.sealed, shoe.cut_at


def _shoe(shoe: ShoeAt) -> str:
    seal = shoe.seal[:16] or phrase("no shoe")
    return phrase("{n} of {shoe}, cut at {place}", n=shoe.drawn, shoe=seal, place=shoe.cut) \
        if shoe.cut else phrase("{n} of {shoe}", n=shoe.drawn, shoe=seal)


def order_sealed(seal: str) -> Phrase:
    """The order of a shoe, by the beginning of its seal."""
    return phrase("the order sealed {seal}", seal=seal[:16])


def _the_coup(coup: str) -> Phrase:
    return phrase("the coup {coup}", coup=coup)


def _card_of_shoe(n: int, seal: str) -> Phrase:
    return phrase("card {n} of the shoe {seal}", n=n, seal=seal[:16])


def cents_text(amount: int) -> Phrase:
    """An amount in cents."""
    return phrase("{n} cents", n=amount)


def _stakes_left(seq: int, stakes_of: str, rest: int, coup: str = "") -> Misfit:
    return Misfit(seq, phrase("the stakes of coup {coup} after its end", coup=stakes_of),
                  cents_text(rest), cents_text(0), coup)


def check_equal(seq: int, what: str, found: Any, expected: Any) -> None:
    """Raise Misfit unless both values are equal."""
    if found != expected:
        raise Misfit(seq, what, *(value if isinstance(value, str) else str(value)
                                  for value in (found, expected)))


def _error_text(error: Exception) -> str:
    text = error_text(error) or type(error).__name__
    if not isinstance(error, ReplayMismatch):
        text = phrase("{kind}: {text}", kind=type(error).__name__, text=text)
    return text if len(text) < 400 else text[:400] + " ..."
