// The pace at which a table shows what happened: one part after the other, with pauses to look.

import { countMs, pace, reducedMotion } from './motion.js';

/**
 * Shows the parts of messages one after the other, at the pace of a table. `show(part)` takes one; `draw()` is called
 * before a pause, so what comes without pauses is drawn once. `onEmpty(false)` is called when none is left;
 * `onEmpty(true)` when a long pause begins, during which the last picture stays but bets may already be made. Both draw.
 */
export class Playback {
  /** @param {(part: Client.Part) => void} show @param {() => void} draw @param {(pausing: boolean) => void} onEmpty */
  constructor(show, draw, onEmpty) {
    this.show = show;
    this.draw = draw;
    this.onEmpty = onEmpty;
    this.undrawn = false;
    /** @type {Client.Part[]} */
    this.queue = [];
    /** @type {Client.Part | null} */
    this.paused = null;
    /** Whether the table has pots. */
    this.potTable = false;
    this.thrown = false;
    this.timer = 0;
    this.pausing = false;
    this.bankShown = false;
    this.pauseMs = 2600;
    this.longestQueue = 400;
    /** Whether what is shown now was skipped. */
    this.skipping = false;
    document.addEventListener('visibilitychange', () => {
      if (document.hidden) this.flush();
    });
  }

  get idle() {
    return !this.queue.length && !this.timer;
  }

  /** @param {Client.Part[]} parts */
  push(parts) {
    this.queue.push(...parts);
    if (document.hidden || this.queue.length > this.longestQueue) {
      this.flush();
      return;
    }
    if (!this.timer) this.next();
  }

  /** Draw what has been shown. */
  drawShown() {
    if (this.undrawn) this.draw();
    this.undrawn = false;
  }

  /** Show everything in the queue now. */
  flush() {
    if (this.idle) return;
    clearTimeout(this.timer);
    this.timer = 0;
    this.pausing = false;
    this.skipping = true;
    for (let part = this.queue.shift(); part; part = this.queue.shift()) {
      this.show(part);
      if (part.kind === 'event') this.draw(); // so that what a part sets in motion is ended by those after it
    }
    this.skipping = false;
    this.onEmpty(false);
  }

  next() {
    this.timer = 0;
    this.pausing = false;
    while (this.queue.length) {
      const part = this.queue[0];
      const [before, after] = this.wait(part);
      if (before && part !== this.paused) {
        this.paused = part;
        this.drawShown();
        this.pausing = before > 1500;
        this.timer = setTimeout(() => this.next(), before);
        if (this.pausing) this.onEmpty(true);
        return;
      }
      this.queue.shift();
      this.show(part);
      this.undrawn ||= part.kind === 'event';
      if (after) {
        this.drawShown();
        this.timer = setTimeout(() => this.next(), after);
        return;
      }
    }
    this.onEmpty(false);
  }

  /**
   * How long to wait before and after a part, in milliseconds.
   * @param {Client.Part} part
   * @returns {[number, number]}
   */
  wait(part) {
    if (part.kind !== 'event') return [0, 0];
    const e = part.event;
    // a long queue is shown faster
    const quick = (reducedMotion() ? 0.35 : pace()) * Math.min(1, 14 / Math.max(1, this.queue.length - 6));
    switch (e.step) {
      case 'deal':
        return this.bankShown && e.to === 'bank' ? [0, 620 * quick] : [0, 190 * quick];
      case 'reveal':
        if (e.only) return [60 * quick, 110 * quick]; // short: whoever looks at their own cards is about to be asked
        this.bankShown = true;
        return e.hand === 'bank' ? [350 * quick, 520 * quick] : [180 * quick, 280 * quick];
      case 'turn':
        this.bankShown = this.bankShown || e.hand === 'bank';
        return [350 * quick, 420 * quick];
      case 'shift':
        return [280 * quick, 420 * quick];
      case 'throw':
        if (e.thing === 'lot') return [0, 600 * quick];
        this.thrown = true;
        return [0, e.incident ? 300 : reducedMotion() ? 300 : (e.thing === 'ball' ? 4900 : 1700) * pace()];
      case 'cover':
        return [0, 500 * quick];
      case 'uncover':
        this.thrown = true;
        return [
          200 * quick,
          reducedMotion() ? 300 : e.thing === 'counters' ? countMs(e.fell[0]) * pace() + 500 : 1500 * pace(),
        ];
      case 'handle':
        return [0, 620 * quick];
      case 'cut':
        return [0, 420 * quick];
      case 'part':
        return [0, 320 * quick];
      case 'result':
        return [0, (e.hand === 'bank' ? 450 : e.hand.includes('/') ? 130 : 260) * quick];
      case 'move':
        return [
          0,
          ['stake', 'resume', 'hold'].includes(e.kind) ||
          (e.kind === 'return' && e.bet.includes('/')) ||
          `${e.bet}${e.into ?? ''}`.includes('/lot')
            ? 0
            : 120 * quick,
        ]; // taking a chip back needs no pause, nor do stacks that move to the places that were drawn
      case 'call':
        return [0, (e.seat ? 200 : 280) * quick];
      case 'discard':
        // no pause for a hand that is given up
        if (this.potTable) return e.ends ? [this.pauseMs, 260 * quick] : [0, 160 * quick];
        return e.hands.includes('bank') || e.hands.includes('banca')
          ? [this.pauseMs, 260 * quick]
          : e.hands.every(h => !/^\d/.test(h))
            ? [520 * quick, 160 * quick]
            : [1000 * quick, 200 * quick];
      case 'begin': {
        // time to look at a throw before the cloth is cleared
        const pause = this.thrown ? this.pauseMs : 0;
        this.bankShown = false;
        if (this.paused === part) this.thrown = false;
        return [pause, 0];
      }
      default:
        return [0, 0];
    }
  }
}
