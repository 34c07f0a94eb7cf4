"""Derives each coup of a journal anew from what it was begun with and what was answered.

A coup that does not fit is named once, and the walk goes on with the next. One that another version
of the program recorded, and that this version tells otherwise, is taken as it was recorded: its
money and its cards must fit all the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from sabot import __version__, games
from sabot.certify.audit.shoe_orders import Unread, given_up
from sabot.equipment import PACK, Shoe
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

if TYPE_CHECKING:
    from sabot.ledger import Books


class Misfit(Exception):
    """A record that does not fit, with its place in the journal and the coup that it tells of."""

    def __init__(self, seq: int, what: str, found: str, expected: str, coup: str = "") -> None:
        super().__init__(what)
        self.seq = seq
        self.what = what
        self.found = found
        self.expected = expected
        self.coup = coup


class Otherwise(msgspec.Struct, frozen=True):
    """A coup that another version recorded and this one tells otherwise, from the entry ``seq`` on.

    ``version`` is the one that began it; ``found`` and ``expected`` say what differs.
    """

    coup: str
    seq: int
    version: str
    what: str
    found: str
    expected: str


def table_of(stored: Mapping[str, Any]) -> tuple[Game, Table]:
    """The game and table of a "begin" entry; LookupError or msgspec.ValidationError."""
    game = games.game(str(stored.get("game")))
    plain = msgspec.convert(stored, Table)
    return game, msgspec.structs.replace(plain, rules=msgspec.convert(stored["rules"], game.rules))


def as_stored(value: Any, stored: Any) -> Any:
    """A struct as plain values, with the fields only that it had when it was stored."""
    if isinstance(value, msgspec.Struct) and isinstance(stored, Mapping):
        return {name: as_stored(getattr(value, name), stored[name])
                for name in value.__struct_fields__ if name in stored}
    if isinstance(value, tuple) and isinstance(stored, list):
        return [as_stored(one, was) for one, was in zip(value, stored, strict=False)]
    return value


class _Coup:
    """One coup under way: what it was begun with and the entries that told it so far.

    It is ``broken`` once something of it does not fit, and taken as ``recorded`` once this version
    tells it otherwise than the one that began it: neither is derived any further.
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
        self.record += events
        self.parts.append((seq, len(self.record)))

    def derive(self, upto: int | None = None) -> Dealer:
        return replay(self.game.coup(self.table, self.carry), self.record[:upto])


class _Bench:
    """What a table has come to: its last outcome, its shoe, the coup that is open on it."""

    def __init__(self) -> None:
        self.coup: _Coup | None = None
        self.table: Table | None = None
        self.outcome: Any = None
        self.free = True
        self.no = 0
        self.shoe = NO_SHOE
        self.afresh = False  # its shoe was given up: it may begin as when it is emptied
        self.last = ""  # the seal shuffled last, whose order is to be shown
        self.version = ""  # of the last coup
        self.held: dict[str, tuple[str, int]] = {}


class CoupBook:
    """All coups of a journal as they go by. ``balances`` are those of the walk."""

    def __init__(self, books: Books, balances: Counter[str]) -> None:
        self.books = books
        self.balances = balances
        self.finished = 0
        self.otherwise: list[Otherwise] = []
        self.shoes: dict[str, list[str]] = {}
        self.unread: dict[str, Unread] = {}
        self.over: set[str] = set()  # seals whose orders lie open by now
        self._benches: dict[str, _Bench] = {}
        self._ids: set[str] = set()
        self._strays: set[str] = set()  # coups without a beginning that were named

    def open_ids(self) -> tuple[str, ...]:
        """The coups that have begun and not ended."""
        return tuple(b.coup.id for b in self._benches.values() if b.coup is not None)

    def enter(self, record: Record, moved: list[Transfer]) -> list[Misfit]:
        """Take one entry; what of it cannot follow from those before it."""
        found: list[Misfit] = []
        try:
            self._enter(record, moved, found)
        except Misfit as misfit:
            self._break(record, misfit, found)
        return found

    def _break(self, record: Record, misfit: Misfit, found: list[Misfit]) -> None:
        """Name what does not fit, once for each coup; whatever follows of it is not derived."""
        misfit.coup = misfit.coup or record.coup
        coup = self._benches[record.table].coup if record.table in self._benches else None
        if coup is not None and coup.id == record.coup:
            if coup.broken:
                return
            coup.broken = True
        found.append(misfit)

    def _enter(self, record: Record, moved: list[Transfer], found: list[Misfit]) -> None:
        try:
            told = decode_body(record.kind, record.body)
        except (msgspec.ValidationError, msgspec.DecodeError) as error:
            raise Misfit(record.seq, f"the body of a {record.kind!r} entry", str(error),
                         "its events") from None
        if told is None:
            self._given_up(record)
            return
        bench = self._benches.setdefault(record.table, _Bench())
        if isinstance(told, Begin):
            found += self._begin(record, told, bench)
        coup = bench.coup
        if coup is None or coup.id != record.coup:
            if record.coup in self._strays:
                return
            self._strays.add(record.coup)
            raise Misfit(record.seq, "the coup that goes on", record.coup,
                         coup.id if coup else f"none: no coup is open at table {record.table}")
        first = len(coup.record)
        coup.add(record.seq, told.events)
        bench.held = held_after(bench.held, told.events)
        self._count(record, told)
        self._money(record, coup.accounts.transfers(
            record.table, coup.id, first, told.events), moved)
        if not coup.broken:
            self._cards(record.seq, bench, told.events)
        if isinstance(told, PlayBody) and told.lost:
            bench.last = ""
            self._end(bench, None)
            self._by_hand(record.seq, coup)
        elif coup.broken or coup.recorded:
            if record.kind == "void":
                self._end(bench, None)
        elif _may_end(record.kind, told.events):
            dealer = self._derive(coup)
            if dealer is not None and dealer.over:
                self._over(record.seq, bench, coup, dealer)

    def _begin(self, record: Record, begun: Begin, bench: _Bench) -> list[Misfit]:
        """A coup begins; what of its beginning does not fit, where it can go on all the same."""
        seq = record.seq
        found = [*self._left_over(seq, bench, begun.coup)]
        if begun.coup != record.coup or begun.coup in self._ids:
            raise Misfit(seq, "the id of a coup that begins", begun.coup,
                         f"{record.coup}, for the first time")
        self._ids.add(begun.coup)
        try:
            game, table = table_of(begun.table)
            carry = msgspec.convert(begun.carry, game.carry)
        except (LookupError, msgspec.ValidationError) as error:
            self._strays.add(begun.coup)
            raise Misfit(seq, "what the coup began with", str(error),
                         "a game of the catalogue, its table and its carry") from None
        coup = bench.coup = _Coup(begun, game, table, carry,
                                  self.books.accounts(game.currency))
        allowed = [
            game.upgrade_carry(one) for one in self._carries(record.table, bench, game, table)
        ]
        begins = carry if coup.version == __version__ else game.upgrade_carry(carry)
        was, before = bench.no, bench.version or coup.version
        bench.table, bench.no, bench.free = table, begun.no, False
        bench.shoe, bench.version, bench.afresh = game.shoe(carry), coup.version, False
        made = digest(msgspec.json.encode(as_stored(table, begun.table)))
        if begun.rules and begun.rules != made:
            raise Misfit(seq, "the digest of the table's rules", begun.rules, made)
        if was and begun.no <= was:
            raise Misfit(seq, "the number of the coup", str(begun.no), f"more than {was}")
        if allowed and begins not in allowed:
            other = next((v for v in (coup.version, before) if v != __version__), "")
            misfit = Misfit(seq, "the carry of the coup", str(carry), str(allowed[0]), coup.id)
            if other:
                self._as_recorded(coup, misfit, other)
            else:
                coup.broken = True
                found.append(misfit)
        return found

    def _carries(self, table_id: str, bench: _Bench, game: Game, table: Table) -> list[Any]:
        """What a coup may begin with: what the last one left or, at a table laid out otherwise,
        what an emptied table has; nothing here where that is not known."""
        if bench.free:
            return [game.opening(table)]
        if bench.outcome is _ANY or bench.table is None:
            return []
        same = bench.table.game == table.game and same_but_limits(bench.table, table)
        closes = bool(table.closes and game.put_away)
        if same and not bench.afresh and not closes:
            return [bench.outcome]
        carry = game.reset_carry(table, bench.outcome)
        if game.banked:
            carry = game.banked(carry, bench.held, self.balances[
                self.books.accounts(game.currency).jackpot(table_id)])
        return [read_back(carry), *([bench.outcome] if same else [])]

    def _given_up(self, record: Record) -> None:
        """A shoe that the house could not open, and gave up on record."""
        if (seal := given_up(record)) is None:
            return
        bench = self._benches.setdefault(record.table, _Bench())
        if bench.last != seal:
            raise Misfit(record.seq, "the shoe that is given up", seal[:16],
                         "the shoe that was shuffled last: " + (bench.last[:16] or "none"))
        bench.afresh, bench.last = True, ""

    def _left_over(self, seq: int, bench: _Bench, begins: str) -> Iterator[Misfit]:
        """The last coup of a table where its end could not be derived: another begins after it."""
        coup = bench.coup
        if coup is None:
            return
        if not (coup.broken or coup.recorded):
            yield Misfit(seq, "a coup that begins", begins, f"the end of coup {coup.id} first",
                         begins)
        elif left := self.balances[coup.accounts.stake(coup.id)]:
            yield Misfit(seq, f"the stakes of coup {coup.id} after its end", f"{left} cents",
                         "0 cents", coup.id)
        self._end(bench, None)

    def _as_recorded(self, coup: _Coup, misfit: Misfit, version: str) -> None:
        coup.recorded = True
        self.otherwise.append(Otherwise(coup.id, misfit.seq, version, misfit.what, misfit.found,
                                        misfit.expected))

    def _count(self, record: Record, told: Begin | PlayBody) -> None:
        # The house tells the begin of a coup as an event of its own.
        extra = (0, 1) if isinstance(told, Begin) else (0,)
        if record.count - len(told.events) not in extra:
            raise Misfit(record.seq, "the number of events", str(record.count),
                         str(len(told.events)))

    def _money(self, record: Record, due: tuple[Transfer, ...], moved: list[Transfer]) -> None:
        mine = [t for t in moved if t.key.startswith(f"{record.coup}/")]
        if tuple(mine) == due:
            return
        for a, b in zip(mine, due, strict=False):
            if a != b:
                raise Misfit(record.seq, "a transfer of the coup", str(tuple(a)), str(tuple(b)))
        raise Misfit(record.seq, "the transfers of the coup", f"{len(mine)}", f"{len(due)}")

    # -- the shoe ---------------------------------------------------------------------------------

    def _order(self, seq: int, seal: str) -> list[str] | None:
        """The sealed order of a shoe, which fits its seal; None where its key is not here."""
        if seal not in self.shoes:
            try:
                secret = self.books.secret(seal)
            except Sealed as why:
                if why.altered:
                    raise Misfit(seq, f"the order sealed {seal[:16]}", str(why),
                                 "the order that was sealed") from None
                return None
            if secret is None:
                raise Misfit(seq, f"the order sealed {seal[:16]}", "nothing", "nonce and order")
            self.shoes[seal], _ = _opened(seq, secret, seal)
        return self.shoes[seal]

    def _cards(self, seq: int, bench: _Bench, events: list[Event]) -> None:
        """The cards of a sealed shoe; those of a real table nobody can derive."""
        assert bench.table is not None
        for event in events:
            if bench.table.attended:
                if isinstance(event.step, Shuffle):
                    _same(seq, "the seal of a shoe of real cards", event.seal, ATTENDED)
                    bench.shoe = ShoeAt(event.seal, 0)
            else:
                bench.shoe = self._dealt(seq, bench.shoe, event)
                if isinstance(event.step, Shuffle):
                    self.over.update({bench.last} - {""})
                    shown = bench.coup is not None and not bench.coup.game.unopened
                    bench.last = event.seal if shown else ""

    def _dealt(self, seq: int, at: ShoeAt, event: Event) -> ShoeAt:
        """The shoe after one event; Misfit when the event does not follow from its order."""
        step = event.step
        if isinstance(step, Deal):
            order = self._order(seq, at.seal)
            gone = at.drawn + at.lifted
            place = at.cut - at.lifted - 1 if step.bottom else at.cut + at.drawn
            if order is None:
                due = self._unread(seq, at.seal).dealt(seq, place, gone, event.card)
            else:
                due = order[place % len(order)] if gone < len(order) else "no card"
            _same(seq, f"card {gone + 1} of the shoe {at.seal[:16]}", event.card, due)
            return at._replace(drawn=at.drawn + (not step.bottom), lifted=at.lifted + step.bottom)
        if isinstance(step, Shuffle):
            order = self._order(seq, event.seal)
            full = Counter(list(PACK) * step.packs)
            outside = Counter(step.without)
            if order is None:
                self.unread[event.seal] = Unread(full - outside)
            if outside - full or (order is not None and Counter(order) != full - outside):
                less = f" less {len(step.without)} cards" if step.without else ""
                raise Misfit(seq, f"the shoe sealed {event.seal[:16]}",
                             f"{len(order or ())} cards", f"{step.packs} packs of 52{less}")
            return ShoeAt(event.seal, 0)
        if isinstance(step, Cut):
            size = len(self._order(seq, at.seal) or self._unread(seq, at.seal))
            if at.drawn or at.lifted or at.cut or not 0 < step.at < size:
                raise Misfit(seq, f"the cut of the shoe {at.seal[:16]}", f"at {step.at}",
                             f"one cut of a new shoe, at 1 to {size - 1}")
            return at._replace(cut=step.at)
        if isinstance(step, Open):
            opened, cut = _opened(seq, event.opening or {}, step.seal)
            order = self._order(seq, step.seal)
            if order is None:
                self._held_against(opened, step.seal)
            elif opened != order:
                raise Misfit(seq, f"the opening of {step.seal[:16]}", "another order",
                             "the order that was sealed")
            if step.seal == at.seal:
                _same(seq, f"the cut in the opening of {step.seal[:16]}", cut, at.cut)
                return NO_SHOE  # its cards were shown: what is dealt next needs another one
        elif getattr(step, "what", "") == TIME_LEFT and not event.incident:
            pass  # what the clock of the room said
        elif step is not None and (isinstance(step, Turn) or event.incident or event.word):
            raise Misfit(seq, "what a croupier entered", type(step).__name__.lower(),
                         "nothing: no croupier attends this table")
        return at

    def _unread(self, seq: int, seal: str) -> Unread:
        """What was dealt so far from an order that cannot be read."""
        if seal not in self.unread:
            raise Misfit(seq, f"the shoe sealed {seal[:16]}", "never shuffled",
                         "a shoe that was shuffled before")
        return self.unread[seal]

    def _held_against(self, opened: list[str], seal: str) -> None:
        """The cards dealt from an order that could not be read, now that the journal opens it."""
        unread = self.unread.pop(seal, None) or Unread(Counter(opened))
        for seq, nth, card, due in unread.misdealt(opened):
            raise Misfit(seq, f"card {nth} of the shoe {seal[:16]}", card, due)
        self.shoes[seal] = opened

    # -- the end of a coup ------------------------------------------------------------------------

    def _derive(self, coup: _Coup) -> Dealer | None:
        """The coup told again; None where another version told it otherwise, and Misfit at the
        first entry that does."""
        try:
            return coup.derive()
        except Exception as error:
            misfit = self._first(coup, error)
        if coup.version == __version__:
            raise misfit
        self._as_recorded(coup, misfit, coup.version)
        return None

    @staticmethod
    def _first(coup: _Coup, whole: Exception) -> Misfit:
        """The first entry of a coup that the procedure tells otherwise."""
        for seq, upto in coup.parts:
            try:
                coup.derive(upto)
            except Exception as error:
                return Misfit(seq, f"the coup {coup.id}", _why(error), "what the procedure tells",
                              coup.id)
        return Misfit(coup.parts[-1][0], f"the coup {coup.id}", _why(whole),
                      "what the procedure tells", coup.id)

    def _over(self, seq: int, bench: _Bench, coup: _Coup, dealer: Dealer) -> None:
        self._end(bench, dealer.outcome)
        shoe = coup.game.shoe(dealer.outcome)
        away = shoe == NO_SHOE and bool(coup.game.unopened)  # its cards go, seen by nobody
        if shoe != bench.shoe and not coup.table.attended and not away:
            misfit = Misfit(seq, "the shoe after the coup", _shoe(bench.shoe), _shoe(shoe), coup.id)
            if coup.version == __version__:
                raise misfit
            self._as_recorded(coup, misfit, coup.version)
        left = self.balances[coup.accounts.stake(coup.id)]
        if left:
            raise Misfit(seq, f"the stakes of coup {coup.id} after its end", f"{left} cents",
                         "0 cents", coup.id)

    def _by_hand(self, seq: int, coup: _Coup) -> None:
        """A coup that could not be told again: each player has back what he had in play."""
        upto = coup.parts[-2][1] if len(coup.parts) > 1 else 0
        due = Counter(in_play(coup.record[:upto]))
        given: Counter[str] = Counter()
        for event in coup.record[upto:]:
            if isinstance(event.step, Move):
                if event.step.kind != "refund":
                    raise Misfit(seq, f"a movement in the lost coup {coup.id}",
                                 event.step.kind, "refunds only")
                given[event.step.player] += event.step.amount
        if +due != +given:
            raise Misfit(seq, f"the refunds of coup {coup.id}", str(dict(given)), str(dict(+due)))
        left = self.balances[coup.accounts.stake(coup.id)]
        if left:
            raise Misfit(seq, f"the stakes of coup {coup.id} after its end", f"{left} cents",
                         "0 cents")

    def _end(self, bench: _Bench, outcome: Any) -> None:
        self.finished += 1
        bench.coup = None
        bench.outcome = _ANY if outcome is None else outcome

    def settle_open(self) -> Iterator[Misfit]:
        """Derive the coups that are still open as far as they go."""
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
                    yield Misfit(coup.parts[-1][0], f"the coup {coup.id}", "over", "still open",
                                 coup.id)


_ANY = object()


def _may_end(kind: str, events: list[Event]) -> bool:
    """Whether a coup can be over here: it does not wait for people."""
    return kind == "void" or not events or events[-1].step is None or not _waits(events[-1])


def _waits(event: Event) -> bool:
    return getattr(event.step, "offers", None) is not None


def _opened(seq: int, opening: Mapping[str, str], seal: str) -> tuple[list[str], int]:
    """The order that was sealed, and where the shoe was cut afterwards."""
    try:
        shoe = Shoe.opened(dict(opening))
    except (ValueError, KeyError) as error:
        raise Misfit(seq, f"the order sealed {seal[:16]}", str(error) or "no opening",
                     "an order that fits its seal") from None
    if shoe.seal != seal:
        raise Misfit(seq, "the seal of the opening", shoe.seal[:16], seal[:16])
    return shoe.sealed, shoe.cut_at


def _shoe(at: ShoeAt) -> str:
    return f"{at.drawn} of {at.seal[:16] or 'no shoe'}" + (f", cut at {at.cut}" if at.cut else "")


def _same(seq: int, what: str, found: Any, expected: Any) -> None:
    if found != expected:
        raise Misfit(seq, what, str(found), str(expected))


def _why(error: Exception) -> str:
    text = str(error) or type(error).__name__
    if not isinstance(error, ReplayMismatch):
        text = f"{type(error).__name__}: {text}"
    return text if len(text) < 400 else text[:400] + " ..."
