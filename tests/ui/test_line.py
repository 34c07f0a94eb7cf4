"""The line to a table: one that the page renews itself is no lost line."""

from __future__ import annotations

from typing import Any

import pytest
from test_fold import modules

__all__ = ["modules"]

pytestmark = pytest.mark.browser

RENEW = """async () => {
    const sockets = [], heard = [];
    window.WebSocket = class {
        static OPEN = 1;
        constructor(url) { Object.assign(this, { url, readyState: 1 }); sockets.push(this); }
        send() {}
        close() { this.readyState = 3; this.onclose?.({ code: 1000 }); }
    };
    const { TableConnection } = await import('/js/core/socket.js');
    const snapshot = { data: JSON.stringify({ t: 'snapshot' }) };
    let seen = 3;
    const line = new TableConnection('t', () => seen, {
        onMessage: m => heard.push(m.t), onState: state => heard.push(state) });
    sockets[0].onmessage(snapshot);
    const asked = line.sendCommand({ t: 'act' });
    seen = 8;
    line.renew();
    sockets[1].onmessage(snapshot);
    const told = [...heard];
    sockets[1].close();
    const since = new URL(sockets[1].url).searchParams.get('since');
    return { told, then: heard.at(-1), since, lost: (await asked).lost };
}"""


def evaluate(browser: Any, modules: str, script: str) -> Any:
    """What a script returns on a page of its own."""
    page = browser.new_page()
    page.goto(modules + "/icon.svg")
    try:
        return page.evaluate(script)
    finally:
        page.close()


def test_a_line_that_is_renewed_is_not_told_as_lost(browser: Any, modules: str) -> None:
    found = evaluate(browser, modules, RENEW)
    assert "down" not in found["told"] and found["told"].count("snapshot") == 2
    assert found["since"] == "8" and found["lost"] is True
    assert found["then"] == "down", "and one that is truly lost is"


PACKED = """async () => {
    const sockets = [], heard = [];
    window.WebSocket = class {
        static OPEN = 1;
        constructor(url) { Object.assign(this, { url, readyState: 1 }); sockets.push(this); }
        send() {}
        close() { this.closed = true; }
    };
    const { TableConnection } = await import('/js/core/socket.js');
    new TableConnection('t', () => 0, { onMessage: m => heard.push(m.v), onState: () => {} });
    const text = v => JSON.stringify({ t: 'events', v, events: [] });
    const packed = v => new Response(new Blob([text(v)]).stream()
        .pipeThrough(new CompressionStream('deflate'))).arrayBuffer();
    const messages = [await packed(1), text(2), await packed(3), text(4), text(5)];
    for (const data of messages) sockets[0].onmessage({ data });
    while (heard.length < messages.length) await new Promise(done => setTimeout(done));
    sockets[0].onmessage({ data: text(6) });
    sockets[0].onmessage({ data: new Uint8Array([1, 2, 3]).buffer });
    sockets[0].onmessage({ data: text(8) });
    while (!sockets[0].closed) await new Promise(done => setTimeout(done));
    return { heard, asked: new URL(sockets[0].url).searchParams.get('packed') };
}"""


def test_what_comes_after_a_packed_message_waits_for_it(browser: Any, modules: str) -> None:
    found = evaluate(browser, modules, PACKED)
    assert found == {"heard": [1, 2, 3, 4, 5, 6], "asked": "1"}
