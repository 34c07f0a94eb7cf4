// The connection to one table: it reconnects with the last version received, and pairs every command with its reply.

const RETRY_SECONDS = [0.5, 1, 2, 3, 4];            // seconds between attempts: a decision's clock runs meanwhile
const PING_AFTER_MS = 25_000;                    // a ping goes out after this long without a word
const CLOSED_FOR_GOOD = new Set([4403, 4404]);        // closed for good: not our page, no such table
const SIGNED_OUT = 4401;                   // this sign-in has ended: the room is where one enters again
const REPLY_TIMEOUT_MS = 8_000;                    // how long a command may stay unanswered

/** @typedef {{ok: boolean, lost?: boolean, code?: string, law?: string, text?: string, facts?: any, accepts?: any[]}} Reply */

/** One table's line. `onMessage` gets snapshot, events and notices; `onLine` hears "up", "gone", or "down" and when it tries again. */
export class TableConnection {
  /**
   * @param {string} table @param {() => number} since the last version seen
   * @param {{onMessage: (m: any) => void, onLine: (state: 'up'|'down'|'gone', again?: number) => void}} handlers
   */
  constructor(table, since, handlers) {
    Object.assign(this, { table, since, handlers, tries: 0, pending: new Map(), closed: false, ws: null });
    this.open();
    addEventListener('online', () => this.reconnectNow());
    addEventListener('offline', () => this.ws && this.reconnect());   // a socket notices only when a ping stays unanswered
    document.addEventListener('visibilitychange', () => document.hidden || this.reconnectNow());
  }

  open() {
    clearTimeout(this.retryTimer);
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const ws = this.ws = new WebSocket(`${scheme}://${location.host}/ws/tables/${encodeURIComponent(this.table)}?since=${this.since()}`);
    ws.onmessage = ({ data }) => { if (ws === this.ws) this.receive(JSON.parse(data)); };
    ws.onclose = e => {
      if (ws !== this.ws) return;
      if (e.code === SIGNED_OUT) { this.close(); location.assign('./'); return; }
      if (CLOSED_FOR_GOOD.has(e.code)) { this.close(); this.handlers.onState('gone'); } else this.handleLoss();
    };
    this.restartSilenceTimer();
  }

  receive(m) {
    this.restartSilenceTimer();
    if (m.t === 'snapshot' || m.t === 'events') {
      if (this.tries || !this.up) this.handlers.onState('up');
      this.up = true;
      this.tries = 0;
    }
    if (m.t === 'pong') return;
    if (m.t === 'ack' || m.t === 'refused') {
      const resolve = this.pending.get(m.id);
      this.pending.delete(m.id);
      if (resolve) return resolve({ ...m, ok: m.t === 'ack' });
      if (m.t === 'ack') return;
    }
    this.handlers.onMessage(m);
  }

  restartSilenceTimer() {
    clearTimeout(this.silenceTimer);
    this.silenceTimer = setTimeout(() => {
      this.send({ t: 'ping' });
      this.silenceTimer = setTimeout(() => this.reconnect(), REPLY_TIMEOUT_MS);
    }, PING_AFTER_MS);
  }

  /** Give up this connection and make another. */
  reconnect() {
    const ws = this.ws;
    this.handleLoss();
    ws?.close();
  }

  /** Another connection in place of this one, because what it knows of the player has changed: nothing is lost by it. */
  renew() {
    const ws = this.ws;
    if (!ws || !this.up) { this.reconnectNow(); return; }
    for (const resolve of this.pending.values()) resolve({ ok: false, lost: true });
    this.pending.clear();
    clearTimeout(this.silenceTimer);
    this.open();   // what the old one says from now on is not heard
    ws.close();
  }

  handleLoss() {
    if (this.closed) return;
    this.ws = null;
    this.up = false;
    clearTimeout(this.silenceTimer);
    for (const resolve of this.pending.values()) resolve({ ok: false, lost: true });
    this.pending.clear();
    const wait = RETRY_SECONDS[Math.min(this.tries, RETRY_SECONDS.length - 1)] * (0.85 + Math.random() * 0.3);
    this.tries += 1;
    this.handlers.onState('down', wait);
    this.retryTimer = setTimeout(() => this.open(), wait * 1000);
  }

  /** Try now instead of later. */
  reconnectNow() {
    if (!this.ws && !this.closed) this.open();
  }

  send(m) {
    if (this.ws?.readyState !== WebSocket.OPEN) return false;
    this.ws.send(JSON.stringify(m));
    return true;
  }

  /**
   * Send a command; its answer. A command is never sent twice: after a lost line the record says what was taken, and the same
   * once more before it is answered is the same press.
   * @returns {Promise<Reply>}
   */
  sendCommand(m) {
    const text = JSON.stringify({ ...m, v: 0 });
    if (this.lastCommand?.what === text) return this.lastCommand.reply;
    const command = this.lastCommand = { what: text, reply: this.sendAndWait(m) };
    command.reply.then(() => { if (this.lastCommand === command) this.lastCommand = null; });
    return command.reply;
  }

  sendAndWait(m) {
    const id = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 10)}`;
    return new Promise(resolve => {
      if (!this.send({ ...m, id })) return resolve({ ok: false, lost: true });
      const timeout = setTimeout(() => { if (this.pending.has(id)) this.reconnect(); }, REPLY_TIMEOUT_MS);
      this.pending.set(id, reply => { clearTimeout(timeout); resolve(reply); });
    });
  }

  /** @param {string} act @param {string} seat @param {number} [amount] cents @param {number} [v] the last version that was shown when it was pressed */
  sendAct(act, seat, amount, v = this.since()) {
    return this.sendCommand({ t: 'act', act, seat, ...(amount === undefined ? {} : { amount }), v });
  }

  close() {
    this.closed = true;
    clearTimeout(this.retryTimer);
    clearTimeout(this.silenceTimer);
    this.ws?.close();
  }
}
