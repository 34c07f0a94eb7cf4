"""A small server for work on the browser table: the real coup, the real messages, no ledger.

It keeps everything in memory and trusts everybody, so it is for a developer's screen only:
``python tests/ui/harness.py [port]``. Table ``script`` deals the cards given by ``POST /cards``.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import mimetypes
import sys
import time
from pathlib import Path
from typing import Any

import uvicorn

from sabot import law
from sabot.equipment import Seeded
from sabot.games import catalogue, read_table
from sabot.procedure import Act, Dealer, Live, Refusal, Scripted, TimeOut
from sabot.procedure.steps import Listen, Move
from sabot.procedure.view import TableState, redact

STATIC = Path(__file__).parents[2] / "src/sabot/web/static"
GAME = catalogue()["blackjack-online"]
FILES = {
    "sozinho": ("individual", 500, 50000, "", 1),
    "conjunta": ("multi", 500, 50000, "[clocks]\nbetting = 12\ndecision = 20\n", 7),
    "script": ("individual", 500, 50000, "", 1),
    "dupla": ("multi", 200, 20000, "places_per_player = 3", 7),
}
NAMES = {"sozinho": "Mesa do canto", "conjunta": "Mesa grande", "script": "Mesa de ensaio",
         "dupla": "Mesa aberta"}
balances: dict[str, int] = {}
people: dict[str, str] = {}
complaints: list[dict[str, Any]] = []
history: dict[str, dict[str, Any]] = {}


class House:
    """One table: its coups, its versions, the sockets that watch it."""

    def __init__(self, key: str) -> None:
        kind, low, high, more, places = FILES[key]
        top, rest = ("", more) if more.startswith("[") else (more, "")
        text = (f'game = "blackjack-online"\nname = "{NAMES[key]}"\nkind = "{kind}"\n'
                f'minimum = {low // 100}\nmaximum = {high // 100}\nunit = 1\nplaces = {places}\n'
                f'{top}\n{rest}\n[rules]\nwarning_card = 104\n')
        table = read_table(text)
        assert not isinstance(table, list), table
        self.id, self.table = key, table
        self.chance: Any = Live(Seeded(key))
        self.carry = GAME.opening(table)
        self.told: list[Any] = []
        self.v = 0
        self.no = 0
        self.watch: dict[Any, str] = {}
        self.bots: dict[str, str] = {}
        self.sessions: dict[str, dict[str, Any]] = {}
        self.window, self.ends = "", 0.0
        self.begin()

    def begin(self) -> None:
        self.no += 1
        self.dealer = Dealer(GAME.coup(self.table, self.carry), self.chance)
        self.log: list[Any] = [{"step": "begin", "coup": f"c_{self.id}_{self.no}", "no": self.no}]
        self.log += self.dealer.record
        for event in self.dealer.record:
            self.post(event)
        self.start = self.v
        self.v += len(self.log)
        self.clock()

    def post(self, event: Any) -> None:
        step = event.step
        if isinstance(step, Move):
            sign = {"stake": -1, "return": 1, "refund": 1, "pay": 1, "collect": 0}[step.kind]
            balances[step.player] = balances.get(step.player, 100000) + sign * step.amount
            s = self.session(step.player)
            stake = {"stake": 1, "return": -1, "refund": -1}.get(step.kind, 0) * step.amount
            s["open"] = s.get("open", 0) + (stake if step.kind != "collect" else -step.amount)
            if step.kind == "pay":
                s["won"] += step.amount
                s["net"] += step.amount
            if step.kind == "collect":
                s["staked"] += step.amount
                s["net"] -= step.amount

    def session(self, who: str) -> dict[str, Any]:
        return self.sessions.setdefault(
            who, {"started": int(time.time()), "coups": 0, "staked": 0, "won": 0, "net": 0})

    def clock(self) -> None:
        listen = self.dealer.standing
        window = listen.window if listen and listen.clock else ""
        if window != self.window:
            self.window = window
            if listen and window:
                self.ends = time.time() + getattr(self.table.clocks, listen.clock)

    def clock_of(self) -> Any:
        listen = self.dealer.standing
        if not listen or not listen.clock:
            return None
        return {"window": listen.window, "left": round(self.ends - time.time(), 1),
                "of": getattr(self.table.clocks, listen.clock)}

    def seats(self, eyes: str) -> list[dict[str, Any]]:
        carry = GAME.seats(self.carry)
        held = {str(i + 1): p for i, p in enumerate(carry)}
        for event in self.dealer.record:
            if isinstance(event.answer, Act) and event.answer.act in ("sit", "leave"):
                a = event.answer
                held[a.seat] = a.player if a.act == "sit" else ""
        return [{"place": k, "name": self.bots.get(p) or people.get(p, ""), "yours": p == eyes and
                 bool(p), "online": bool(p)} for k, p in held.items()]

    def see(self, event: Any, eyes: str) -> Any:
        return event if isinstance(event, dict) else (redact(event, eyes) or {})

    def listen(self, eyes: str) -> Any:
        from sabot.procedure.dealer import Event
        if not isinstance(self.dealer.standing, Listen):
            return None
        told: Any = redact(Event(self.dealer.standing), eyes)
        have = balances.get(eyes, 0)
        for offer in told["offers"]:
            before = 0
            if offer["act"] == "bet":
                before = self.fold(eyes)[0].bets.get(offer["seat"], 0)
            need = offer.get("cost", 0) or offer.get("low", 0)
            if need > have + before:
                offer["disabled"] = {"code": "credit", "need": need, "have": have}
        return told

    def fold(self, eyes: str) -> tuple[TableState, dict[str, Any]]:
        state, labels = TableState(GAME.label), {}
        for event in self.log:
            for hand in state.fold(self.see(event, eyes)):
                labels[hand] = state.labels[hand]
        return state, labels

    def you(self, eyes: str) -> dict[str, Any]:
        s = dict(self.session(eyes))
        s.pop("open", None)
        return {"player": eyes, "name": people.get(eyes, ""), "balance": balances.get(eyes, 0),
                "places": [s["place"] for s in self.seats(eyes) if s["yours"]], "session": s}

    def shown(self) -> Any:
        """What lies open of the carry, as it was when the coup began."""
        return GAME.shown(self.carry)

    def info(self) -> dict[str, Any]:
        t = self.table
        return {"id": self.id, "name": t.name, "game": t.game, "section": GAME.section,
                "names": GAME.names, "individual": t.individual, "places": t.places,
                "places_per_player": t.places_per_player, "minimum": t.minimum,
                "maximum": t.maximum, "unit": t.unit, "demo": t.demo,
                "clocks": {"betting": t.clocks.betting, "decision": t.clocks.decision,
                           "insurance": t.clocks.insurance},
                "rules": {f: getattr(t.rules, f) for f in t.rules.__struct_fields__},
                "felt": GAME.felt(t), "bets": GAME.bets(t), "words": GAME.words,
                "regulation": "Regulamento 805/2015"}

    def snapshot(self, eyes: str) -> dict[str, Any]:
        state, _ = self.fold(eyes)
        return {"t": "snapshot", "v": self.v, "table": self.info(),
                "coup": {"id": f"c_{self.id}_{self.no}", "no": self.no}, "state": state.show(),
                "listen": self.listen(eyes), "clock": self.clock_of(), "seats": self.seats(eyes),
                "shown": self.shown(), "steps": [self.see(e, eyes) for e in self.log],
                "you": self.you(eyes)}

    async def tell(self, first: int, events: list[Any], coup: bool = False) -> None:
        for send, eyes in list(self.watch.items()):
            _, labels = self.fold(eyes)
            msg = {"t": "events", "v": first, "events": [self.see(e, eyes) for e in events],
                   "labels": labels, "listen": self.listen(eyes), "clock": self.clock_of(),
                   "seats": self.seats(eyes), "shown": self.shown(), "you": self.you(eyes)}
            if coup:
                msg["coup"] = {"id": f"c_{self.id}_{self.no}", "no": self.no}
            with contextlib.suppress(Exception):
                await send({"type": "websocket.send", "text": json.dumps(msg)})

    async def answer(self, answer: Any) -> Refusal | int:
        told = self.dealer.answer(answer)
        if isinstance(told, Refusal):
            return told
        first = self.v + 1
        self.log += told
        self.v += len(told)
        for event in told:
            self.post(event)
        self.clock()
        await self.tell(first, told)
        if self.dealer.over:
            await self.close()
        return self.v

    async def close(self) -> None:
        key = f"c_{self.id}_{self.no}"
        history[key] = {"id": key, "table": self.id, "no": self.no, "log": self.log,
                        "ended": int(time.time()),
                        "seal": GAME.shoe(self.dealer.outcome)[0], "bank": self.dealer.outcome.results[0]}
        if isinstance(self.chance, Live) and self.chance.shoe:
            history[key]["opening"] = self.chance.shoe.opening()
        for who in {e.step.player for e in self.log
                    if not isinstance(e, dict) and isinstance(e.step, Move)}:
            self.session(who)["coups"] += 1
        self.carry = self.dealer.outcome
        first = self.v + 1
        self.begin()
        await self.tell(first, self.log, coup=True)

    async def command(self, who: str, send: Any, m: dict[str, Any]) -> None:
        amount = m.get("amount", 0)
        if m["act"] == "bet":
            before = self.fold(who)[0].bets.get(m["seat"], 0)
            if amount - before > balances[who]:
                out = {"t": "refused", "id": m["id"], "code": "credit",
                       "law": "pt-805-2015/blackjack-online/2.a", "text": "not enough credit",
                       "facts": {"need": amount - before, "have": balances[who]}, "accepts": []}
                return await send({"type": "websocket.send", "text": json.dumps(out)})
        told = await self.answer(Act(who, m["act"], m["seat"], amount))
        out = {"t": "ack", "id": m["id"], "v": told}
        if isinstance(told, Refusal):
            out = {"t": "refused", "id": m["id"], "code": told.code, "law": told.law,
                   "text": told.text, "facts": told.facts, "accepts": list(told.accepts)}
        await send({"type": "websocket.send", "text": json.dumps(out)})

    async def run(self) -> None:
        """The clock and the other people at the table."""
        n = 0
        while True:
            await asyncio.sleep(0.25)
            n += 1
            listen = self.dealer.standing
            if self.window and time.time() > self.ends:
                await self.answer(TimeOut(self.window))
            elif listen and n % 3 == 0:
                for o in listen.offers:
                    if o.player in self.bots:
                        done = o.seat in self.fold("")[0].bets
                        amount = (int(o.player[-1]) % 4 + 1) * 500
                        if o.act == "bet" and not done and self.watch and n % 2:
                            await self.answer(Act(o.player, "bet", o.seat, amount))
                            break
                        if o.act in ("stand", "no-insurance", "wait") or (
                                o.act == "hit" and all(x.act != "stand" for x in listen.offers)):
                            await self.answer(Act(o.player, o.act, o.seat))
                            break


houses: dict[str, House] = {}
shut = 0.0
ids = itertools.count(1)


def cookie(scope: Any) -> str:
    raw = dict(scope["headers"]).get(b"cookie", b"").decode()
    return next((p.split("=")[1] for p in raw.split("; ") if p.startswith("sabot=")), "")


async def socket(scope: Any, receive: Any, send: Any) -> None:
    house, who = houses[scope["path"].split("/")[-1]], cookie(scope)
    balances.setdefault(who, 100000)
    await receive()
    if time.time() < shut:
        return await send({"type": "websocket.close"})
    await send({"type": "websocket.accept"})
    house.watch[send] = who
    await send({"type": "websocket.send", "text": json.dumps(house.snapshot(who))})
    with contextlib.suppress(Exception):
        while (m := await receive())["type"] == "websocket.receive":
            told = json.loads(m["text"])
            if told["t"] == "ping":
                await send({"type": "websocket.send", "text": '{"t":"pong"}'})
            elif told["t"] == "end":
                s = house.you(who)["session"]
                note = {"t": "notice", "kind": "session-ended", "facts":
                        {**s, "ended": int(time.time()), "reason": "player"},
                        "law": "pt-805-2015/blackjack-online/33"}
                await send({"type": "websocket.send", "text": json.dumps(note)})
                house.sessions.pop(who, None)
            else:
                await house.command(who, send, told)
    house.watch.pop(send, None)


def api(path: str, who: str, method: str, body: Any) -> Any:
    part = path.strip("/").split("/")
    if path == "/api/session":
        return {"player": who, "name": people.get(who, ""), "balance": balances.get(who, 100000)}
    if path == "/api/tables":
        return [{**{k: v for k, v in h.info().items() if k not in ("felt", "words", "bets")},
                 "taken": sum(1 for s in h.seats("") if s["name"]), "open": h.id != "dupla",
                 "reason": "" if h.id != "dupla" else "abre às 22:00", "law": "",
                 "seats": [s["name"] for s in h.seats("")], "felt_cloth": "blackjack",
                 "last": h.shown()["results"]} for h in houses.values() if h.id != "script"]
    if part[:2] == ["api", "tables"]:
        h = houses[part[2]]
        about = {"rules": [{"id": r.id, "text": r.text, "kind": r.kind}
                           for r in law.find("pt-805-2015/blackjack-online")],
                 "complaints": "POST /api/complaints"}
        return {**h.info(), "information": about}
    if part[:2] == ["api", "law"]:
        ref = "/".join(part[2:])
        if part[2] == "ir":
            r = law.interpretation(ref)
            return {"id": ref, **r._asdict()}
        row = law.row(ref)
        return {"id": ref, "text": row.text, "note": row.note, "kind": row.kind,
                "document": "Regulamento n.º 805/2015", "interpretations": [
                    {"n": i.n, "title": i.title, "ours": i.ours}
                    for i in law.interpretations().values() if ref in i.clauses]}
    if path == "/api/me/coups":
        return [{"id": h["id"], "table": h["table"], "no": h["no"], "ended": h["ended"],
                 "staked": 1000, "won": 0, "net": -1000, "results": [h["bank"]]}
                for h in reversed(history.values())][:20]
    if path == "/api/me/sessions":
        return []
    if part[:2] == ["api", "coups"]:
        h = history[part[2]]
        house = houses[h["table"]]
        return {"id": h["id"], "table": h["table"], "no": h["no"], "seal": h["seal"],
                "events": [house.see(e, who) for e in h["log"]], "opening": h.get("opening")}
    if path == "/api/complaints":
        if method == "POST":
            complaints.append({"id": f"r_{len(complaints) + 1}", "at": int(time.time()),
                               "text": body["text"], "table": body.get("table"),
                               "coup": body.get("coup"), "answer": ""})
            return complaints[-1]
        return complaints
    return None


async def app(scope: Any, receive: Any, send: Any) -> None:
    if scope["type"] == "websocket":
        return await socket(scope, receive, send)
    if scope["type"] != "http":
        return None
    path, who, heads = scope["path"], cookie(scope), []
    body = (await receive()).get("body", b"")
    csp = b"default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:"
    if path == "/cards":
        houses["script"].chance = Scripted(body.decode())
        houses["script"].dealer._chance = houses["script"].chance
        data, kind = b"{}", "application/json"
    elif path == "/reset":
        houses["script"] = House("script")
        data, kind = b"{}", "application/json"
    elif path == "/drop":
        global shut
        shut = time.time() + float(body or b"5")
        for house in houses.values():
            for send_ in list(house.watch):
                with contextlib.suppress(Exception):
                    await send_({"type": "websocket.close", "code": 1012})
        data, kind = b"{}", "application/json"
    elif path == "/void":
        h = houses[json.loads(body)["table"]]
        told = h.dealer.void("avaria de ensaio")
        first = h.v + 1
        h.log += told
        h.v += len(told)
        for event in told:
            h.post(event)
        await h.tell(first, told)
        await h.close()
        data, kind = b"{}", "application/json"
    elif path == "/notice":
        for send_ in list(houses[json.loads(body)["table"]].watch):
            await send_({"type": "websocket.send", "text": json.dumps(json.loads(body)["say"])})
        data, kind = b"{}", "application/json"
    elif path.startswith("/api/"):
        if path == "/api/session" and scope["method"] == "POST":
            who = f"p_{next(ids)}"
            asked = json.loads(body or b"{}")
            people[who], balances[who] = asked.get("name") or f"Visita {who[2:]}", 100000
            heads = [(b"set-cookie", f"sabot={who}; Path=/".encode())]
        told = None if not who and path == "/api/session" else api(
            path, who, scope["method"], json.loads(body or b"null"))
        data, kind = json.dumps(told).encode(), "application/json"
    else:
        page = path.removeprefix("/static")
        file = STATIC / {"/": "index.html", "/table": "table.html"}.get(page, page.lstrip("/"))
        if not file.is_file():
            await send({"type": "http.response.start", "status": 404, "headers": []})
            return await send({"type": "http.response.body", "body": b""})
        data, kind = file.read_bytes(), mimetypes.guess_type(file.name)[0] or "text/plain"
        heads = [(b"cache-control", b"no-store")]
    heads += [(b"content-type", kind.encode()), (b"content-security-policy", csp)]
    await send({"type": "http.response.start", "status": 200, "headers": heads})
    await send({"type": "http.response.body", "body": data})


async def main(port: int) -> None:
    for key in FILES:
        houses[key] = House(key)
    for i, (place, name) in enumerate([("1", "Inês"), ("2", "Tomás"), ("4", "林小姐"),
                                       ("5", "Rui"), ("7", "Beatriz")]):
        houses["conjunta"].bots[f"b_{i}"] = name
        balances[f"b_{i}"] = 10**7
        await houses["conjunta"].answer(Act(f"b_{i}", "sit", place))
    runs = [asyncio.create_task(h.run()) for h in houses.values()]
    config = uvicorn.Config(app, port=port, log_level="warning", lifespan="off")
    await uvicorn.Server(config).serve()
    for run in runs:
        run.cancel()


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]) if len(sys.argv) > 1 else 8805))
