"""Every route of the HTTP door: what it gives, what it refuses, and what it never says."""

from __future__ import annotations

import re
import sqlite3
from pathlib import Path
from typing import Any

import msgspec
import pytest
from itsdangerous import URLSafeTimedSerializer

from sabot import regulations as law
from sabot.games import catalogue
from sabot.house import HandClock
from sabot.web import auth
from support.open_house import KEY, Doors, row


def error(response: Any) -> dict[str, Any]:
    problem: dict[str, Any] = response.json()
    assert set(problem) == {"type", "title", "status", "detail", "instance", "code",
                            "law", "text", "facts"}, problem
    assert "Traceback" not in response.text and "/src/" not in response.text
    return problem


# -- lobby, tables, law ---------------------------------------------------------------------------


@pytest.mark.law(row("37"), row("4.c"))
def test_the_lobby_tells_of_games_and_tables_before_any_session(doors: Doors) -> None:
    anybody = doors.visitor()
    assert anybody.get("/api/session").json() is None
    games = anybody.get("/api/games").json()
    online = next(g for g in games if g["id"] == "blackjack-online")
    assert online["names"]["pt"] and online["in_force"]["historical"] is False
    assert [g["id"] for g in games if g["in_force"]["historical"]] == ["blackjack-2001"]
    tables = {t["id"]: t for t in anybody.get("/api/tables").json()}
    assert set(tables) == {"shared", "alone"}
    one = tables["shared"]
    assert (one["minimum"], one["maximum"], one["places"], one["demo"], one["open"]) == (
        200, 20_000, 3, True, True)
    for key in ("name", "game", "names", "individual", "taken", "reason", "law", "rules", "clocks",
                "seats", "last", "felt_cloth"):
        assert key in one
    doors.guest()


def test_the_letters_of_acts_are_those_that_the_table_has(doors: Doors) -> None:
    anybody = doors.visitor()
    acts = anybody.get("/api/keys").json()
    words = catalogue()["blackjack-online"].words
    here = [one for one in acts if "blackjack-online" in one["games"]]
    assert {one["act"]: one["keys"] for one in here} == {
        key.removeprefix("key."): {lang: words[lang][key] for lang in words}
        for key in words["en"] if key.startswith("key.")}
    assert {one["act"] for one in here if one["tool"]} == {"undo", "ready", "repeat"}
    assert next(one["names"]["en"] for one in here if one["act"] == "double") == "Double"


@pytest.mark.law(row("32"), row("10"), row("3-2"))
def test_a_table_tells_its_rules_limits_and_how_to_complain(doors: Doors) -> None:
    answer = doors.visitor().get("/api/tables/shared").json()
    assert answer["felt"] and answer["bets"] and answer["words"]["pt"] and answer["regulation"]
    rules = answer["information"]["rules"]
    assert len(rules) == 89 and all(r["text"] for r in rules)
    assert answer["information"]["limits"] == {"minimum": 200, "maximum": 20_000, "law": row("10")}
    missing = doors.visitor().get("/api/tables/none")
    assert missing.status_code == 404 and error(missing)["code"] == "no-table"
    assert doors.visitor().get("/api/tables/none~x").status_code == 404


def test_every_clause_and_interpretation_can_be_read(doors: Doors) -> None:
    anybody = doors.visitor()
    answer = anybody.get(f"/api/law/{row('15.e')}").json()
    assert answer["id"] == row("15.e") and answer["text"] and answer["title"] and answer["kind"]
    assert [i["id"] for i in answer["interpretations"]] == ["ir/8", "ir/9"]
    assert anybody.get("/api/law/ir/4").json()["id"] == "ir/4"
    for n in law.interpretations():
        assert anybody.get(f"/api/law/ir/{n}").status_code == 200
    for wrong in (row("99"), "ir/999", "ir/x", "nothing", "", "ir/%00"):
        response = anybody.get(f"/api/law/{wrong}")
        assert response.status_code == 404 and error(response)["text"]


@pytest.mark.law("pt-217-2007/poquer-nao-bancado/9.g")
def test_where_the_dealer_clears_up_doubts_a_clause_says_so(doors: Doors) -> None:
    anybody, poker = doors.visitor(), "pt-217-2007/poquer-nao-bancado"
    answer = anybody.get(f"/api/law/{poker}/24").json()
    assert (answer["text"], answer["doubts"]) == (law.row(f"{poker}/24").text, f"{poker}/9.g")
    assert anybody.get(f"/api/law/{row('15.e')}").json()["doubts"] == ""


# -- a player's own -------------------------------------------------------------------------------


@pytest.mark.law(row("37"))
def test_a_guest_becomes_one_once(doors: Doors) -> None:
    ana = doors.visitor()
    response = ana.post("/api/session", {"name": "  Ana  Maria ", "lang": "pt"})
    assert response.status_code == 201
    session = response.json()
    assert session["name"] == "Ana Maria" and session["balance"] == 100_000 and session["demo"]
    cookie = response.headers["set-cookie"]
    assert "HttpOnly" in cookie and "SameSite=strict" in cookie and "Path=/" in cookie
    assert ana.post("/api/session", {"name": "Other"}).json()["player"] == session["player"]
    assert ana.get("/api/session").json()["name"] == "Ana Maria"


@pytest.mark.parametrize(("lang", "called"), [("pt", "Convidado"), ("en", "Guest"),
                                              ("zh", "訪客"), ("fr", "Convidado")])
def test_a_guest_without_a_name_is_called_in_the_language_of_the_page(
        doors: Doors, lang: str, called: str) -> None:
    names = [doors.visitor().post("/api/session", {"lang": lang}).json()["name"] for _ in "ab"]
    assert all(re.fullmatch(rf"{called} \d+", name) for name in names) and len(set(names)) == 2


def test_a_players_own_pages_need_a_player(doors: Doors) -> None:
    anybody = doors.visitor()
    for path in ("/api/me/coups", "/api/me/sessions", "/api/coups/shared-1", "/api/complaints"):
        response = anybody.get(path)
        assert response.status_code == 401 and error(response)["code"] == "no-session"
    complaint = {"table": "shared", "text": "x"}
    for path, body in (("/api/me/credits", {}), ("/api/complaints", complaint),
                       ("/api/me/sessions/shared/end", {})):
        assert doors.visitor().post(path, body).status_code == 401


@pytest.mark.law(row("31"), row("33"), row("32"), row("38"))
def test_coups_sessions_credits_and_complaints_of_a_player(doors: Doors) -> None:
    ana, rui = doors.guest("Ana"), doors.guest("Rui")
    with ana.table("alone") as line:
        line.take()
        assert line.do("sit", "1")["t"] == "ack"
        assert line.do("bet", "1", 200)["t"] == "ack"
        assert line.do("deal", "table")["t"] == "ack"
        listen = line.messages[-2].get("listen")
        for _ in range(20):
            snapshot = doors.run(lambda: _listen(doors, ana.id))
            if snapshot is None:
                break
            acts = [(o.act, o.seat) for o in snapshot.offers]
            act = next(((a, s) for a, s in acts if a in ("stand", "no-insurance", "wait")), acts[0])
            line.do(*act)
        assert listen is None or listen["offers"] is not None
    coups = ana.get("/api/me/coups?limit=5").json()
    assert len(coups) == 1 and coups[0]["staked"] >= 200
    answer = ana.get(f"/api/coups/{coups[0]['id']}").json()
    assert answer["events"] and answer["opening"] is None and len(answer["seal"]) == 64
    stranger = rui.get(f"/api/coups/{coups[0]['id']}")
    assert stranger.status_code == 404 and error(stranger)["law"] == row("31")
    assert rui.get("/api/coups/%00").status_code == 404
    for limit in ("0", "201", "x", "-1"):
        assert error(ana.get(f"/api/me/coups?limit={limit}"))["code"] == "form"
    assert [s["ended"] for s in ana.get("/api/me/sessions").json()] == [0]
    ended = ana.post("/api/me/sessions/alone/end").json()
    assert ended["coups"] == 1 and ended["law"] == row("33") and ended["ended"]
    again = ana.post("/api/me/sessions/alone/end")
    assert again.status_code == 409 and error(again)["code"] == "no-session"
    assert ana.post("/api/me/sessions/none/end").status_code == 404
    credits = ana.post("/api/me/credits")
    assert credits.status_code == 409 and error(credits)["law"] == row("38")
    filed = ana.post("/api/complaints", {"table": "alone", "coup": coups[0]["id"], "text": "Why?"})
    assert filed.status_code == 201 and filed.json()["law"] == row("32")
    assert [c["text"] for c in ana.get("/api/complaints").json()] == ["Why?"]
    assert rui.get("/api/complaints").json() == []


def test_a_complaint_that_is_sent_again_with_its_key_is_stored_once(doors: Doors) -> None:
    ana, rui = doors.guest("Ana"), doors.guest("Rui")
    body = {"table": "shared", "text": "Why?", "key": "a"}
    first = ana.post("/api/complaints", body)
    again = ana.post("/api/complaints", body)
    assert first.status_code == again.status_code == 201 and first.json() == again.json()
    assert len(ana.get("/api/complaints").json()) == 1
    # Another key is another complaint, a key is its player's own, and without one each is stored.
    for visitor, other in ((ana, body | {"key": "b"}), (rui, body), (ana, body | {"key": ""})):
        assert visitor.post("/api/complaints", other).json()["id"] != first.json()["id"]
    assert len(ana.get("/api/complaints").json()) == 3


async def _listen(doors: Doors, player: str) -> Any:
    desk = doors.house.room_for("alone", player).desk
    return None if desk.state.over or desk.betting else desk.dealer.standing


# -- what is refused before it is read ------------------------------------------------------------


def test_what_changes_something_must_come_from_a_page_of_this_house(doors: Doors) -> None:
    ana = doors.guest()
    for path in ("/api/session", "/api/me/credits", "/api/complaints", "/api/staff/login",
                 "/api/staff/tables/shared/close", "/api/me/sessions/shared/end"):
        bare = ana.http.post(path, json={})
        assert bare.status_code == 403 and error(bare)["code"] == "origin"
        for origin in ("https://evil.example", "null", f"http://127.0.0.1:{doors.port + 1}",
                       f"http://127.0.0.1.evil.example:{doors.port}"):
            foreign = ana.post(path, {}, Origin=origin)
            assert foreign.status_code == 403, (path, origin)
    assert ana.post("/api/session", {}, Origin=doors.at).status_code == 201


def test_a_cookie_is_ours_fresh_and_whole_or_nothing(doors: Doors) -> None:
    ana = doors.guest()
    good = ana.http.cookies["sabot"]
    stamped, signature = good.rsplit(".", 1)
    forged = [
        "", "x", stamped, f"{stamped}.", f"{stamped}.{signature[:-2]}AA", good + "x",
        URLSafeTimedSerializer("another key " * 4, salt="player").dumps(ana.id),
        URLSafeTimedSerializer(KEY, salt="staff").dumps(ana.id),
        URLSafeTimedSerializer(KEY, salt="player").dumps({"player": ana.id}),
        URLSafeTimedSerializer(KEY, salt="player").dumps("p_nobody"),
    ]
    for cookie in forged:
        response = doors.visitor().get("/api/session", Cookie=f"sabot={cookie}")
        assert response.status_code == 200 and response.json() is None, cookie
    assert doors.visitor().get("/api/session", Cookie=f"sabot={good}").json()["player"] == ana.id


def test_an_old_cookie_is_none() -> None:
    clock = HandClock()
    signer = auth.Signer(KEY, clock.now, clock.now)
    cookie, staff, known = signer.player("s"), signer.staff("t"), signer.known("Sofia")
    clock.advance(auth.STAFF_MAX_AGE + 2)
    assert signer.read_staff(staff) == "" and signer.read_player(cookie).secret == "s"
    clock.advance(auth.MAX_AGE)
    assert signer.read_player(cookie) == auth.PlayerCookie() and signer.read_known(known) == "Sofia"
    clock.advance(-2 * auth.MAX_AGE)  # the clock was set back while the house was closed
    assert signer.read_player(cookie).secret == "s"


def test_the_key_of_a_house_is_made_once_and_only_its_owner_reads_it(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SABOT_SECRET", raising=False)
    key = auth.signing_key(tmp_path / "var")
    assert len(key) >= 48 and auth.signing_key(tmp_path / "var") == key
    assert (tmp_path / "var" / "session.key").stat().st_mode & 0o777 == 0o600
    monkeypatch.setenv("SABOT_SECRET", "short")
    with pytest.raises(ValueError, match="32"):
        auth.signing_key(tmp_path)
    monkeypatch.setenv("SABOT_SECRET", KEY)
    assert auth.signing_key(tmp_path) == KEY


@pytest.mark.parametrize("body", [
    "{", "[]", '"x"', '{"name": 5}', '{"name": "x", "admin": true}',
    '{"name": "' + "x" * 81 + '"}', '{"name": "\ud800"}'.encode("utf-8", "surrogatepass"),
    b"\xff\xfe", '{"name": {"a": ' * 200, "[" * 5_000])
def test_a_body_that_cannot_be_read_is_answered(doors: Doors, body: str | bytes) -> None:
    response = doors.visitor().http.post("/api/session", content=body, headers={
        "X-Sabot": "1", "Content-Type": "application/json"})
    assert response.status_code == 400 and error(response)["text"]


def test_a_body_that_is_too_large_is_not_taken(doors: Doors) -> None:
    ana = doors.guest()
    response = ana.post("/api/complaints", {"table": "shared", "text": "x" * 20_000})
    assert response.status_code == 413 and error(response)["text"]

    def endless() -> Any:
        for _ in range(100):
            yield b"x" * 1_000
    response = ana.http.post("/api/complaints", content=endless(), headers={"X-Sabot": "1"})
    assert response.status_code == 413
    long = ana.post("/api/complaints", {"table": "shared", "text": "x" * 2_001})
    assert long.status_code == 400


def test_unknown_paths_and_methods_are_answered_as_json(doors: Doors) -> None:
    anybody = doors.visitor()
    for path in ("/api/nothing", "/nothing", "/api/tables/shared/x", "/../../etc/passwd",
                 "/%2e%2e/%2e%2e/etc/passwd", "/app.py", "/../app.py"):
        response = anybody.get(path)
        assert response.status_code == 404 and error(response)["code"] == "http", path
    response = anybody.http.request("DELETE", "/api/session", headers={"X-Sabot": "1"})
    assert response.status_code == 405 and error(response)


def test_a_browser_that_looks_for_no_page_is_shown_one(doors: Doors) -> None:
    """A program is answered as JSON all the same, and so is whoever asks the API."""
    asks = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
    http = doors.visitor().http
    for path in ("/nothing", "/nothing/at/all.html"):
        response = http.get(path, headers=asks)
        assert response.status_code == 404
        assert response.headers["content-type"].startswith("text/html")
        assert 'data-t="astray"' in response.text
        assert re.search(r'src="/v-[0-9a-f]{8}/joined/lost/core\.not_found\.js"', response.text)
        assert "default-src 'self'" in response.headers["content-security-policy"]
        assert http.get(path).json()["code"] == "http"
    assert http.get("/api/nothing", headers=asks).json()["code"] == "http"


def test_books_that_cannot_be_read_are_a_plain_answer(doors: Doors) -> None:
    ana = doors.guest()
    other = sqlite3.connect(doors.url.removeprefix("sqlite:///"), isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    try:
        response = ana.post("/api/complaints", {"table": "shared", "text": "Hello?"})
        assert response.status_code == 503 and error(response)["code"] == "not-stored"
        assert doors.visitor().post("/api/session", {}).status_code == 503
    finally:
        other.execute("ROLLBACK")
        other.close()
    assert ana.post("/api/complaints", {"table": "shared", "text": "Hello?"}).status_code == 201


def test_a_fault_of_ours_is_told_without_its_insides(
        doors: Doors, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any) -> Any:
        raise RuntimeError("secret JC")
    monkeypatch.setattr(doors.house, "lobby", broken)
    response = doors.visitor().get("/api/tables")
    assert response.status_code == 500 and error(response)["code"] == "house"
    assert "JC" not in response.text and "RuntimeError" not in response.text


def test_too_many_requests_are_slowed(tmp_path: Path) -> None:
    with Doors(tmp_path, rate_per_minute=5) as slow:
        anybody = slow.visitor()
        codes = [anybody.get("/api/games").status_code for _ in range(7)]
        assert codes == [200] * 5 + [429] * 2
        response = anybody.get("/api/games", **{"X-Forwarded-For": "9.9.9.9"})
        assert response.status_code == 429
        assert error(response)["code"] == "http", "no header lifts it"
        assert anybody.get("/styles/tokens.css").status_code == 200


# -- headers, files, pages for machines -----------------------------------------------------------


@pytest.mark.parametrize("path", ["/", "/api/tables", "/api/nothing", "/styles/tokens.css",
                                  "/health", "/api/schema/openapi.json"])
def test_every_answer_carries_the_security_headers(doors: Doors, path: str) -> None:
    headers = doors.visitor().get(path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'self'" in policy and "frame-ancestors 'none'" in policy
    assert "unsafe-eval" not in policy and "script-src" not in policy
    assert "ws:" not in policy and "*" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["x-frame-options"] == "DENY"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cross-origin-opener-policy"] == "same-origin"
    assert "uvicorn" not in headers.get("server", "")


def test_the_pages_and_their_files_are_served_as_what_they_are(doors: Doors) -> None:
    anybody = doors.visitor()
    page = anybody.get("/")
    assert page.status_code == 200 and page.headers["content-type"].startswith("text/html")
    links = set(re.findall(r'(?:src|href)="([^"#?:]+\.(?:js|css|svg|html))"', page.text))
    assert links
    kinds = {"js": "javascript", "css": "text/css", "svg": "image/svg+xml", "html": "text/html"}
    for link in links | {"/table.html"}:
        response = anybody.get("/" + link.lstrip("./"))
        assert response.status_code == 200, link
        assert kinds[link.rsplit(".", 1)[1]] in response.headers["content-type"], link


@pytest.mark.parametrize("path", ["/", "/js/table/table.js", "/styles/table.css"])
def test_a_page_is_of_one_version_a_minute_after_an_upgrade(doors: Doors, path: str) -> None:
    """Without a word a browser would keep each file as long as a tenth of the file's age."""
    answer = doors.visitor().get(path)
    assert answer.headers["cache-control"] == "max-age=60" and answer.headers["etag"]


def test_a_file_with_a_digest_in_its_name_is_kept_for_good(doors: Doors) -> None:
    anybody = doors.visitor()
    fonts = set(re.findall(r'href="v-[0-9a-f]{8}/(type/[^"]+)" as="font"', anybody.get("/").text))
    assert len(fonts) == 2
    for font in fonts:
        answer = anybody.get(f"/{font}", **{"Accept-Encoding": "gzip"})
        assert answer.status_code == 200 and answer.headers["content-type"] == "font/woff2"
        assert answer.headers["cache-control"] == "max-age=31536000, public, immutable"
        assert "content-encoding" not in answer.headers and answer.content[:4] == b"wOF2"
    lost = anybody.get("/type/serif-00000000.woff2")
    assert lost.status_code == 404 and "immutable" not in lost.headers.get("cache-control", "")


def test_health_and_metrics_say_how_the_house_is(doors: Doors) -> None:
    doors.guest()
    answer = doors.visitor().get("/health").json()
    assert answer["ready"] and answer["tables"]["shared"] in ("fresh", "between", "resumed")
    assert answer["journal"]["seq"] == doors.ledger.head()[0]
    assert (answer["gaming_day"], answer["time_zone"]) == ("00:00", "UTC")
    text = doors.visitor().get("/metrics").text
    for name in ("sabot_acts_total", "sabot_refusals_total", "sabot_slow_clients_total",
                 "sabot_viewers", "sabot_answer_seconds_bucket", "sabot_busy_total"):
        assert f"\n{name}" in text or f"TYPE {name}" in text, name


def test_the_description_for_machines_is_whole_and_true(doors: Doors) -> None:
    schema = doors.visitor().get("/api/schema/openapi.json").json()
    assert schema["openapi"].startswith("3.") and schema["info"]["title"] == "Sabot"
    documented = {(path, verb) for path, verbs in schema["paths"].items() for verb in verbs}
    for path, verb in (("/api/session", "get"), ("/api/session", "post"), ("/api/games", "get"),
                       ("/api/tables", "get"), ("/api/tables/{table_id}", "get"),
                       ("/api/law/{clause}", "get"), ("/api/me/coups", "get"),
                       ("/api/coups/{coup}", "get"), ("/api/me/sessions", "get"),
                       ("/api/me/sessions/{table_id}/end", "post"), ("/api/me/credits", "post"),
                       ("/api/complaints", "get"), ("/api/complaints", "post"),
                       ("/api/messages", "get"), ("/health", "get"),
                       ("/api/staff/login", "post"), ("/api/staff/tables", "get"),
                       ("/api/staff/tables/{table_id}/void", "post"),
                       ("/api/staff/games/{game_id}/disable", "post"),
                       ("/api/staff/complaints/{complaint_id}/answer", "post"),
                       ("/api/staff/journal", "get")):
        assert (path, verb) in documented, (path, verb)
    for path, verbs in schema["paths"].items():
        for verb, operation in verbs.items():
            assert operation.get("summary") or operation.get("description"), (path, verb)
            named = {p["name"] for p in operation.get("parameters", []) if p["in"] == "path"}
            assert named == set(re.findall(r"{(\w+)}", path))
    _resolve(schema, schema)
    assert msgspec.json.encode(schema)


def _resolve(value: Any, root: dict[str, Any]) -> None:
    """Every reference inside the document leads somewhere."""
    if isinstance(value, dict):
        if isinstance(ref := value.get("$ref"), str):
            found: Any = root
            for part in ref.removeprefix("#/").split("/"):
                found = found[part]
        for inner in value.values():
            _resolve(inner, root)
    elif isinstance(value, list):
        for inner in value:
            _resolve(inner, root)


# -- what is sent, and what is only looked at ------------------------------------------------------


def sent(how: dict[str, Any]) -> dict[str, Any]:
    """As a program sends it, which says that it is one."""
    return {**how, "headers": {"X-Sabot": "1", **how.get("headers", {})}}


def test_a_session_needs_no_body(doors: Doors) -> None:
    for how in ({}, {"content": b"", "headers": {"content-type": "application/json"}},
                {"content": b"null"}, {"content": b"{}"}):
        anybody = doors.visitor().http
        response = anybody.post("/api/session", **sent(how))
        assert response.status_code == 201 and response.json()["player"].startswith("p_")


BODIES: dict[str, dict[str, Any]] = {
    "nothing": {}, "null": {"content": b"null"}, "half": {"content": b"{"},
    "a list": {"content": b"[]"}, "a word": {"content": b'"x"'}, "no text": {"content": b"\xff"},
    "a form": {"data": {"a": "b"}}, "another key": {"json": {"nobody knows": 1}},
    "another type": {"json": {"reason": [], "text": [], "table": [], "to": [], "code": [],
                              "token": [], "name": [], "fact": {}, "kind": []}}}


@pytest.mark.parametrize("body", BODIES)
def test_a_body_that_is_missing_or_broken_is_named(doors: Doors, body: str) -> None:
    """At every route that takes one; a fault is described in words, not by a name in the code."""
    clerk = doors.visitor()
    clerk.post("/api/staff/login", {"token": doors.staff("Marta", "supervisor")})
    doors_with_a_body = [
        (path, verbs["post"]) for path, verbs in doors.visitor().get(
            "/api/schema/openapi.json").json()["paths"].items()
        if "requestBody" in verbs.get("post", {})]
    assert len(doors_with_a_body) > 12
    for path, _ in doors_with_a_body:
        if path == "/api/session" and body in ("nothing", "null"):
            continue
        at = re.sub(r"{\w+}", "shared", path)
        response = clerk.http.post(at, **sent(BODIES[body]))
        assert response.status_code == 400, (at, response.text)
        problem = error(response)
        assert problem["code"] == "form", problem
        assert "'data'" not in response.text and "Validation failed" not in problem["text"], problem
        assert len(problem["text"].split()) > 2, problem


def test_head_is_answered_as_get_without_the_body(doors: Doors) -> None:
    http = doors.visitor().http
    for path in ("/", "/table.html", "/health", "/metrics", "/api/tables", "/api/tables/alone",
                 "/api/schema/openapi.json", "/words/pt.json", "/js/core/socket.js", "/api/nothing",
                 "/api/me/coups"):
        got, head = http.get(path), http.head(path)
        assert head.status_code == got.status_code and head.content == b"", path
        assert head.headers["content-type"] == got.headers["content-type"]
        if path != "/metrics":
            assert head.headers.get("content-length") == got.headers.get("content-length"), path
    assert http.head("/api/complaints").status_code == http.get("/api/complaints").status_code
    assert http.head("/api/staff/login").status_code == 405
