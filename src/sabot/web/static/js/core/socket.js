// The connection to one table: it reconnects with the last version received, and pairs every command with its reply.

const WAIT = [0.5, 1, 2, 3, 4];            // seconds between attempts: a decision's clock runs meanwhile
const SILENCE = 25_000;                    // a ping goes out after this long without a word
const GONE = new Set([4403, 4404]);        // closed for good: not our page, no such table
const SIGNED_OUT = 4401;                   // this sign-in has ended: the room is where one enters again
const PATIENCE = 8_000;                    // how long a command may stay unanswered

/** @typedef {{ok: boolean, lost?: boolean, code?: string, law?: string, text?: string, facts?: any, accepts?: any[]}} Reply */

/** One table's line. `onMessage` gets snapshot, events and notices; `onLine` hears "up", "gone", or "down" and when it tries again. */
export class Line {
  /**
   * @param {string} table @param {() => number} since the last version seen
   * @param {{onMessage: (m: any) => void, onLine: (state: 'up'|'down'|'gone', again?: number) => void}} hear
   */
  constructor(table, since, hear) {
    Object.assign(this, { table, since, hear, tries: 0, waiting: new Map(), closed: false, ws: null });
    this.open();
    addEventListener('online', () => this.hurry());
    addEventListener('offline', () => this.ws && this.drop());   // a socket notices only when a ping stays unanswered
    document.addEventListener('visibilitychange', () => document.hidden || this.hurry());
  }

  open() {
    clearTimeout(this.timer);
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const ws = this.ws = new WebSocket(`${scheme}://${location.host}/ws/tables/${encodeURIComponent(this.table)}?since=${this.since()}`);
    ws.onmessage = ({ data }) => { if (ws === this.ws) this.read(JSON.parse(data)); };
    ws.onclose = e => {
      if (ws !== this.ws) return;
      if (e.code === SIGNED_OUT) { this.close(); location.assign('./'); return; }
      if (GONE.has(e.code)) { this.close(); this.hear.onLine('gone'); } else this.lost();
    };
    this.heard();
  }

  read(m) {
    this.heard();
    if (m.t === 'snapshot' || m.t === 'events') {
      if (this.tries || !this.up) this.hear.onLine('up');
      this.up = true;
      this.tries = 0;
    }
    if (m.t === 'pong') return;
    if (m.t === 'ack' || m.t === 'refused') {
      const done = this.waiting.get(m.id);
      this.waiting.delete(m.id);
      if (done) return done({ ...m, ok: m.t === 'ack' });
      if (m.t === 'ack') return;
    }
    this.hear.onMessage(m);
  }

  heard() {
    clearTimeout(this.quiet);
    this.quiet = setTimeout(() => {
      this.say({ t: 'ping' });
      this.quiet = setTimeout(() => this.drop(), PATIENCE);
    }, SILENCE);
  }

  /** Give up this connection and make another. */
  drop() {
    const ws = this.ws;
    this.lost();
    ws?.close();
  }

  /** Another connection in place of this one, because what it knows of the player has changed: nothing is lost by it. */
  renew() {
    const ws = this.ws;
    if (!ws || !this.up) { this.hurry(); return; }
    for (const done of this.waiting.values()) done({ ok: false, lost: true });
    this.waiting.clear();
    clearTimeout(this.quiet);
    this.open();   // what the old one says from now on is not heard
    ws.close();
  }

  lost() {
    if (this.closed) return;
    this.ws = null;
    this.up = false;
    clearTimeout(this.quiet);
    for (const done of this.waiting.values()) done({ ok: false, lost: true });
    this.waiting.clear();
    const wait = WAIT[Math.min(this.tries, WAIT.length - 1)] * (0.85 + Math.random() * 0.3);
    this.tries += 1;
    this.hear.onLine('down', wait);
    this.timer = setTimeout(() => this.open(), wait * 1000);
  }

  /** Try now instead of later. */
  hurry() {
    if (!this.ws && !this.closed) this.open();
  }

  say(m) {
    if (this.ws?.readyState !== WebSocket.OPEN) return false;
    this.ws.send(JSON.stringify(m));
    return true;
  }

  /**
   * Send a command; its answer. A command is never sent twice: after a lost line the record says what was taken, and the same
   * once more before it is answered is the same press.
   * @returns {Promise<Reply>}
   */
  command(m) {
    const what = JSON.stringify({ ...m, v: 0 });
    if (this.pressed?.what === what) return this.pressed.reply;
    const mine = this.pressed = { what, reply: this.ask(m) };
    mine.reply.then(() => { if (this.pressed === mine) this.pressed = null; });
    return mine.reply;
  }

  ask(m) {
    const id = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 10)}`;
    return new Promise(done => {
      if (!this.say({ ...m, id })) return done({ ok: false, lost: true });
      const late = setTimeout(() => { if (this.waiting.has(id)) this.drop(); }, PATIENCE);
      this.waiting.set(id, reply => { clearTimeout(late); done(reply); });
    });
  }

  /** @param {string} act @param {string} seat @param {number} [amount] cents @param {number} [v] the last version that was shown when it was pressed */
  act(act, seat, amount, v = this.since()) {
    return this.command({ t: 'act', act, seat, ...(amount === undefined ? {} : { amount }), v });
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
    clearTimeout(this.quiet);
    this.ws?.close();
  }
}
