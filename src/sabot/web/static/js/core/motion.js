// Animation. A card has a key: it flies once from the shoe, slides when its hand is split, and is collected once.

const reducedMotionQuery = matchMedia('(prefers-reduced-motion: reduce)');
export const reducedMotion = () => reducedMotionQuery.matches;

/** How long it takes to lift a cover. */
export const LIFT_MS = 700;
/** How long it takes to count a heap of counters by fours, from lifting the cover to the remainder. @param {number} n */
export const countMs = n => { const batches = Math.ceil(n / 4) - 1; return 2 * LIFT_MS + batches * Math.min(300, 4600 / Math.max(1, batches)); };

const EASE = 'cubic-bezier(.2,.7,.2,1)';

/** A distance on the screen in the axes of an element that is rotated. @param {number} dx @param {number} dy @param {number} lean degrees */
function toElementAxes(dx, dy, lean) {
  const a = -lean * Math.PI / 180;
  return [dx * Math.cos(a) - dy * Math.sin(a), dx * Math.sin(a) + dy * Math.cos(a)];
}
const centre = r => [r.left + r.width / 2, r.top + r.height / 2];

/** A new card from the shoe, or a fade where motion is reduced. @param {HTMLElement} el @param {{x: number, y: number}} from screen point @param {number} lean */
export function deal(el, from, lean) {
  if (reducedMotion()) { el.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 160 }); return; }
  if (!el.offsetWidth) return;
  const [x, y] = centre(el.getBoundingClientRect()), [dx, dy] = toElementAxes(from.x - x, from.y - y, lean);
  el.animate([{ transform: `translate(${dx}px,${dy}px) rotate(${14 - lean}deg) scale(.8)`, opacity: .2 }, { opacity: 1, offset: .25 }, { transform: 'none', opacity: 1 }], { duration: 240, easing: EASE });
}

/** A card that changed its place slides there. @param {HTMLElement} el @param {DOMRect} was @param {number} lean */
export function slide(el, was, lean) {
  if (reducedMotion() || !was.width) return;
  const now = el.getBoundingClientRect(), [ax, ay] = centre(was), [bx, by] = centre(now);
  if (!now.width || Math.abs(ax - bx) + Math.abs(ay - by) < 3) return;
  const [dx, dy] = toElementAxes(ax - bx, ay - by, lean);
  el.animate([{ transform: `translate(${dx}px,${dy}px)` }, { transform: 'none' }], { duration: 200, easing: EASE });
}

/** A card is turned over. @param {HTMLElement} el */
export function turn(el) {
  if (reducedMotion()) { el.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 160 }); return; }
  el.animate([{ transform: 'scaleX(0)' }, { transform: 'none' }], { duration: 240, easing: EASE });
}

/** A card is collected: a copy of it flies to the tray. @param {HTMLElement} el @param {{x: number, y: number}} to */
export function collect(el, to) {
  if (reducedMotion()) return;
  const r = el.getBoundingClientRect();
  if (!r.width) return;
  const ghost = document.createElement('span'), [x, y] = centre(r), w = el.offsetWidth;
  ghost.className = 'ghost-card';
  ghost.setAttribute('aria-hidden', 'true');
  ghost.append(...el.cloneNode(true).childNodes);
  Object.assign(ghost.style, { left: `${x - w / 2}px`, top: `${y - w * .7}px`, width: `${w}px` });
  document.body.append(ghost);
  ghost.animate([{ transform: 'none' }, { transform: `translate(${to.x - x}px,${to.y - y}px) rotate(-8deg) scale(.6)`, opacity: .15 }], { duration: 260, easing: 'cubic-bezier(.5,0,.8,.5)', fill: 'forwards' })
    .finished.then(() => ghost.remove(), () => ghost.remove());
}

/** Chips go from one part of the table to another; nothing moves where motion is reduced. @param {Element|null} from @param {Element|null} to @param {string} html what flies */
export function fly(from, to, html) {
  if (reducedMotion() || document.hidden || !from?.isConnected || !to?.isConnected) return;
  const [x, y] = centre(from.getBoundingClientRect()), [tx, ty] = centre(to.getBoundingClientRect());
  if (Math.abs(x - tx) + Math.abs(y - ty) < 8) return;
  const ghost = document.createElement('span');
  ghost.className = 'ghost-chip';
  ghost.setAttribute('aria-hidden', 'true');
  ghost.innerHTML = html;
  Object.assign(ghost.style, { left: `${x}px`, top: `${y}px` });
  document.body.append(ghost);
  ghost.animate([{ transform: 'translate(-50%,-50%)' }, { transform: `translate(-50%,-50%) translate(${tx - x}px,${ty - y}px)` }], { duration: 300, easing: EASE, fill: 'forwards' })
    .finished.then(() => ghost.remove(), () => ghost.remove());
}

/** Chips drop onto their circle. @param {HTMLElement} el */
export function drop(el) {
  if (!reducedMotion()) el.animate([{ transform: 'translateY(-22px)', opacity: 0 }, { transform: 'none', opacity: 1 }], { duration: 180, easing: EASE });
}

/**
 * Shows the parts of messages one after the other, at the pace of a table. `show(part)` draws one. `onEmpty(false)` is called
 * when none is left; `onEmpty(true)` when a long pause begins, during which the last picture stays but bets may already be made.
 */
export class Playback {
  /** @param {(part: any) => void} show @param {(pausing: boolean) => void} onEmpty */
  constructor(show, onEmpty) {
    Object.assign(this, { show, onEmpty, queue: [], timer: 0, pausing: false, bankShown: false, pauseMs: 2600, longestQueue: 400 });
    document.addEventListener('visibilitychange', () => { if (document.hidden) this.flush(); });
  }

  get idle() { return !this.queue.length && !this.timer; }

  push(parts) {
    this.queue.push(...parts);
    if (document.hidden || this.queue.length > this.longestQueue) return this.flush();
    if (!this.timer) this.next();
  }

  /** Show everything in the queue now. */
  flush() {
    clearTimeout(this.timer);
    this.timer = 0;
    this.pausing = false;
    while (this.queue.length) this.show(this.queue.shift());
    this.onEmpty(false);
  }

  next() {
    this.timer = 0;
    this.pausing = false;
    while (this.queue.length) {
      const part = this.queue[0], [before, after] = this.wait(part);
      if (before && part !== this.paused) {
        this.paused = part;
        this.pausing = before > 1500;
        this.timer = setTimeout(() => this.next(), before);
        if (this.pausing) this.onEmpty(true);
        return;
      }
      this.queue.shift();
      this.show(part);
      if (after) {
        this.timer = setTimeout(() => this.next(), after);
        return;
      }
    }
    this.onEmpty(false);
  }

  /** How long to wait before and after a part, in milliseconds. */
  wait(part) {
    if (part.kind !== 'event') return [0, 0];
    const e = part.event, quick = (reducedMotion() ? 0.35 : 1) * Math.min(1, 14 / Math.max(1, this.queue.length - 6));   // a long queue is shown faster
    switch (e.step) {
      case 'deal': return this.bankShown && e.to === 'bank' ? [0, 620 * quick] : [0, 190 * quick];
      case 'reveal': if (e.only) return [60 * quick, 110 * quick];   // short: whoever looks at their own cards is about to be asked
        this.bankShown = true; return e.hand === 'bank' ? [350 * quick, 520 * quick] : [180 * quick, 280 * quick];
      case 'turn': this.bankShown = this.bankShown || e.hand === 'bank'; return [350 * quick, 420 * quick];
      case 'shift': return [280 * quick, 420 * quick];
      case 'throw': this.thrown = true; return [0, e.incident ? 300 : reducedMotion() ? 300 : e.thing === 'ball' ? 4900 : 1700];
      case 'cover': return [0, 500 * quick];
      case 'uncover': this.thrown = true; return [200 * quick, reducedMotion() ? 300 : e.thing === 'counters' ? countMs(e.fell[0]) + 500 : 1500];
      case 'handle': return [0, 620 * quick];
      case 'cut': return [0, 420 * quick];
      case 'part': return [0, 320 * quick];
      case 'result': return [0, (e.hand === 'bank' ? 450 : e.hand.includes('/') ? 130 : 260) * quick];
      case 'move': return [0, ['stake', 'resume', 'hold'].includes(e.kind) || (e.kind === 'return' && e.bet.includes('/')) ? 0 : 120 * quick];   // taking a chip back needs no pause
      case 'call': return [0, (e.seat ? 200 : 280) * quick];
      case 'discard': if (this.potTable) return e.ends ? [this.pauseMs, 260 * quick] : [0, 160 * quick];   // no pause for a hand that is given up
        return e.hands.includes('bank') || e.hands.includes('banca') ? [this.pauseMs, 260 * quick] : e.hands.every(h => !/^\d/.test(h)) ? [520 * quick, 160 * quick] : [1000 * quick, 200 * quick];
      case 'begin': {   // time to look at a throw before the cloth is cleared
        const pause = this.thrown ? this.pauseMs : 0;
        this.bankShown = false;
        if (this.paused === part) this.thrown = false;
        return [pause, 0];
      }
      default: return [0, 0];
    }
  }
}
