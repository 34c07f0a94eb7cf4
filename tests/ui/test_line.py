"""The line to a table: one that the page renews itself is no lost line."""

from __future__ import annotations

from typing import Any

import pytest
from test_fold import modules

__all__ = ["modules"]

pytestmark = pytest.mark.browser

RENEW = """async () => {
    const made = [], heard = [];
    window.WebSocket = class {
        static OPEN = 1;
        constructor(url) { Object.assign(this, { url, readyState: 1 }); made.push(this); }
        send() {}
        close() { this.readyState = 3; this.onclose?.({ code: 1000 }); }
    };
    const { TableConnection } = await import('/js/core/socket.js');
    const snapshot = { data: JSON.stringify({ t: 'snapshot' }) };
    let since = 3;
    const line = new TableConnection('t', () => since, {
        onMessage: m => heard.push(m.t), onState: state => heard.push(state) });
    made[0].onmessage(snapshot);
    const asked = line.sendCommand({ t: 'act' });
    since = 8;
    line.renew();
    made[1].onmessage(snapshot);
    const told = [...heard];
    made[1].close();
    return { told, then: heard.at(-1), since: made[1].url.split('?')[1], lost: (await asked).lost };
}"""


def test_a_line_that_is_renewed_is_not_told_as_lost(browser: Any, modules: str) -> None:
    page = browser.new_page()
    page.goto(modules + "/icon.svg")
    found = page.evaluate(RENEW)
    page.close()
    assert "down" not in found["told"] and found["told"].count("snapshot") == 2
    assert found["since"] == "since=8" and found["lost"] is True
    assert found["then"] == "down", "and one that is truly lost is"
