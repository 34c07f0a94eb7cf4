// The connection to one table: it reconnects with the last version received, and pairs every command with its reply.

import { newKey } from './api.js';

const RETRY_SECONDS = [0.5, 1, 2, 3, 4]; // seconds between attempts; short, because the clock of a decision runs on
const PING_AFTER_MS = 25_000; // milliseconds without a message before a ping is sent
// close codes after which nothing is retried: another site's page, no such table
const CLOSED_FOR_GOOD = new Set([4403, 4404]);
const SIGNED_OUT = 4401; // the close code of a session that has ended; one signs in again in the lobby
const REPLY_TIMEOUT_MS = 8_000; // milliseconds that a command may stay unanswered

// a browser that can unpack long messages asks for them packed: they are a sixth of their length
const PACKED = 'DecompressionStream' in window ? '&packed=1' : '';

/** The text of a packed message. @param {ArrayBuffer} data @returns {Promise<string>} */
const unpack = data => new Response(new Blob([data]).stream().pipeThrough(new DecompressionStream('deflate'))).text();

/** @typedef {Omit<House.ActCommand, 'id'> | Omit<House.EndCommand, 'id'> | Omit<House.ReadyCommand, 'id'> | Omit<House.GreetCommand, 'id'>} Command a command without its key */

/**
 * `onMessage` gets snapshots, events and notices; `onState` gets "up", "gone", or "down" with the seconds until the
 * next attempt.
 */
export class TableConnection {
  /**
   * @param {string} table
   * @param {() => number} since the last version seen
   * @param {{onMessage: (m: Client.Message) => void, onState: (state: 'up'|'down'|'gone', again?: number) =>
   *   void}} handlers
   */
  constructor(table, since, handlers) {
    this.table = table;
    this.since = since;
    this.handlers = handlers;
    this.tries = 0;
    /** @type {Map<string, (reply: Client.Reply) => void>} */
    this.pending = new Map();
    this.closed = false;
    this.up = false;
    this.retryTimer = 0;
    this.silenceTimer = 0;
    /** @type {{what: string, reply: Promise<Client.Reply>} | null} */
    this.lastCommand = null;
    /** @type {WebSocket | null} */
    this.ws = null;
    this.open();
    addEventListener('online', () => this.reconnectNow());
    // the socket itself would notice only after an unanswered ping
    addEventListener('offline', () => this.ws && this.reconnect());
    document.addEventListener('visibilitychange', () => document.hidden || this.reconnectNow());
  }

  open() {
    clearTimeout(this.retryTimer);
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const ws = (this.ws = new WebSocket(
      `${scheme}://${location.host}/ws/tables/${encodeURIComponent(this.table)}?since=${this.since()}${PACKED}`,
    ));
    ws.binaryType = 'arraybuffer';
    /** @param {string} text */
    const receive = text => {
      if (ws === this.ws) this.receive(JSON.parse(text));
    };
    /** Ends when the packed messages that came so far are received: later ones wait for it. @type {Promise<void> | null} */
    let unpacking = null;
    ws.onmessage = ({ data }) => {
      const isText = typeof data === 'string';
      if (isText && !unpacking) {
        receive(data);
        return;
      }
      const received = Promise.all([isText ? data : unpack(data), unpacking]).then(
        ([text]) => {
          if (unpacking === received) unpacking = null;
          receive(text);
        },
        fault => {
          ws.close(); // what cannot be unpacked comes anew, with all after it, on the next connection
          throw fault;
        },
      );
      unpacking = received;
    };
    ws.onclose = e => {
      if (ws !== this.ws) return;
      if (e.code === SIGNED_OUT) {
        this.close();
        location.assign('./');
        return;
      }
      if (CLOSED_FOR_GOOD.has(e.code)) {
        this.close();
        this.handlers.onState('gone');
      } else this.handleLoss();
    };
    this.restartSilenceTimer();
  }

  /** @param {Client.Message} m */
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
      if (resolve) {
        resolve({ ...m, ok: m.t === 'ack' });
        return;
      }
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

  /** Drop this connection and open another. */
  reconnect() {
    const ws = this.ws;
    this.handleLoss();
    ws?.close();
  }

  /** Replace this connection because the player's data has changed. It does not count as a lost connection. */
  renew() {
    const ws = this.ws;
    if (!ws || !this.up) {
      this.reconnectNow();
      return;
    }
    for (const resolve of this.pending.values()) resolve({ ok: false, lost: true });
    this.pending.clear();
    clearTimeout(this.silenceTimer);
    this.open(); // messages of the old one are ignored from now on
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

  /** @param {House.ClientMessage} m */
  send(m) {
    if (this.ws?.readyState !== WebSocket.OPEN) return false;
    this.ws.send(JSON.stringify(m));
    return true;
  }

  /**
   * Send a command and wait for its reply. A command is never sent again after a lost connection: the record shows
   * whether it was accepted. The same command again before the reply is taken as the same press.
   * @param {Command} m
   * @returns {Promise<Client.Reply>}
   */
  sendCommand(m) {
    const text = JSON.stringify({ ...m, v: 0 });
    if (this.lastCommand?.what === text) return this.lastCommand.reply;
    const command = (this.lastCommand = { what: text, reply: this.sendAndWait(m) });
    command.reply.then(() => {
      if (this.lastCommand === command) this.lastCommand = null;
    });
    return command.reply;
  }

  /** @param {Command} m @returns {Promise<Client.Reply>} */
  sendAndWait(m) {
    const id = newKey();
    return new Promise(resolve => {
      if (!this.send({ ...m, id })) {
        resolve({ ok: false, lost: true });
        return;
      }
      const timeout = setTimeout(() => {
        if (this.pending.has(id)) this.reconnect();
      }, REPLY_TIMEOUT_MS);
      this.pending.set(id, reply => {
        clearTimeout(timeout);
        resolve(reply);
      });
    });
  }

  /**
   * @param {string} act
   * @param {string} seat
   * @param {number} [amount] cents
   * @param {number} [v] the last version that was shown when it was pressed
   */
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
