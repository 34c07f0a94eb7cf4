// Fantan counters: a covered heap, and the count by fours with a rod until the last batch.

import { countMs, LIFT_MS, pace, reducedMotion } from '../core/motion.js';

const R = 6.6;
const BATCH_STEP = 15; // radius of a counter, and its distance to the next of a batch
const HEAP = { x: 214, y: 116, rx: 80, ry: 62 }; // where the heap lies
const ROW = { x: 344, y: 52, dx: 37, dy: 62, n: 10 }; // where batches are laid out
const LAST = { x: 566, y: 184, dx: 31, k: 1.75 }; // where the last batch is shown
const ROD = { x: 344, y: 208, a: 0 };

/** Easing: a progress from 0 to 1 that begins and ends slowly. @param {number} k */
const ease = k => (k <= 0 ? 0 : k >= 1 ? 1 : k * k * (3 - 2 * k));
/**
 * A number below 1 for a counter of a heap, always the same, so that a heap always looks the same.
 * @param {number} n
 * @param {number} i
 */
const pseudoRandom = (n, i) => {
  const v = Math.sin(n * 12.9898 + i * 78.233) * 43758.5453;
  return v - Math.floor(v);
};

/**
 * A metal bell seen slightly from above.
 * @param {number} x
 * @param {number} y
 * @param {number} w
 * @param {number} h
 * @param {string} cls
 */
const bell = (x, y, w, h, cls) => {
  const l = -w / 2;
  const top = -h;
  const foot = w * 0.13;
  return `<g class="${cls}"><g transform="translate(${x} ${y})"><ellipse cy="${foot * 0.5}" rx="${w * 0.53}" ry="${foot * 1.25}" fill="#000" fill-opacity=".34"/>
  <path d="M${l} 0C${l} ${top * 0.62} ${l * 0.72} ${top} 0 ${top}S${-l} ${top * 0.62} ${-l} 0A${w / 2} ${foot} 0 0 1 ${l} 0Z" fill="url(#h-bell)" stroke="#3c2c10" stroke-width="1"/>
  <path d="M${l} -4A${w / 2} ${foot} 0 0 0 ${-l} -4V3A${w / 2} ${foot} 0 0 1 ${l} 3Z" fill="#8d6a2c"/><path d="M${l} -4A${w / 2} ${foot} 0 0 0 ${-l} -4" fill="none" stroke="#fff0c4" stroke-opacity=".6"/>
  <path d="M${l * 0.62} ${top * 0.16}Q${l * 0.66} ${top * 0.7} ${l * 0.26} ${top * 0.88}" fill="none" stroke="#fff" stroke-opacity=".5" stroke-width="${w * 0.03}" stroke-linecap="round"/>
  <circle cy="${top - h * 0.03}" r="${w * 0.07}" fill="url(#h-bell)" stroke="#3c2c10"/><circle cx="${-w * 0.02}" cy="${top - h * 0.05}" r="${w * 0.02}" fill="#fff" fill-opacity=".7"/></g></g>`;
};

/**
 * A counter: where it lies in the heap and in its batch, and how far it is on the way there.
 * @typedef {{el: Element, from: Client.Spot, to: Client.Spot & {k: number}, batch: number, k?: number}} Dot
 */

export class Heap {
  /** @param {SVGElement} svg a group at the corner of its box @param {{by: number, w: number, h: number}} data */
  constructor(svg, data) {
    this.svg = svg;
    this.data = data;
    this.heap = 0;
    this.frame = 0;
    /** @type {(() => void) | null} */
    this.done = null;
    this.covered = false;
    /** @type {Dot[]} */
    this.dots = [];
    const { w, h } = data;
    svg.innerHTML = `<defs><radialGradient id="h-ivory" cx=".36" cy=".3" r=".8"><stop stop-color="#fffdf4"/><stop offset=".55" stop-color="#efe4c8"/><stop offset="1" stop-color="#b49f73"/></radialGradient>
      <linearGradient id="h-bell"><stop stop-color="#6f5220"/><stop offset=".3" stop-color="#e9cd88"/><stop offset=".52" stop-color="#c29a4b"/><stop offset=".8" stop-color="#8d6a2c"/><stop offset="1" stop-color="#5b4218"/></linearGradient>
      <radialGradient id="h-mat" cx=".4" cy=".3" r="1"><stop stop-color="#20150f"/><stop offset="1" stop-color="#0e0906"/></radialGradient>
      <g id="h-dot"><circle cx=".8" cy="1.5" r="${R}" fill="#000" fill-opacity=".35"/><circle r="${R}" fill="url(#h-ivory)" stroke="#5f4f2c" stroke-width=".6"/><circle r="1.7" fill="#3a2c16"/><circle r="${R - 1.9}" fill="none" stroke="#8b7646" stroke-opacity=".45" stroke-width=".6"/></g></defs>
      <rect x="1" y="1" width="${w - 2}" height="${h - 2}" rx="18" fill="url(#h-mat)" stroke="url(#k-brass)" stroke-width="1.6"/><rect x="9" y="9" width="${w - 18}" height="${h - 18}" rx="12" fill="none" stroke="#e6cf95" stroke-opacity=".28"/>
      <ellipse cx="${HEAP.x}" cy="${HEAP.y + 8}" rx="${HEAP.rx + 18}" ry="${HEAP.ry + 14}" fill="none" stroke="#e6cf95" stroke-opacity=".22" stroke-dasharray="2 5"/>
      <g class="h-dots"></g><g class="h-rod"><rect x="0" y="-2.6" width="196" height="5.2" rx="2.6" fill="#c9a45c" stroke="#5b4218" stroke-width=".7"/><path d="M34-2.6V2.6M82-2.6V2.6M131-2.6V2.6M172-2.6V2.6" stroke="#6f5220" stroke-width="1.3"/></g>
      <text class="h-left" x="${LAST.x + 120}" y="${LAST.y}" dy=".36em" font-size="52" text-anchor="middle" fill="#f4ecd9"></text>
      ${bell(66, 158, 92, 84, 'h-rest')}${bell(HEAP.x, HEAP.y + 62, 206, 152, 'h-cover')}`;
    /** @param {string} q */
    const $ = q => /** @type {HTMLElement} */ (svg.querySelector(q)); // null for a part that this table has not
    this.layer = $('.h-dots');
    this.rod = $('.h-rod');
    this.remainderText = $('.h-left');
    this.lid = $('.h-cover');
    this.lid.style.opacity = '0';
    this.layOut(0);
  }

  get counting() {
    return Boolean(this.frame);
  }

  /** How many counters are in the last batch. */
  get remainder() {
    return this.heap ? ((this.heap - 1) % this.data.by) + 1 : 0;
  }

  /** Make n counters, each with its position in the heap and its position after the count. @param {number} n */
  layOut(n) {
    if (this.heap !== n || !this.dots.length) {
      this.heap = n;
      this.layer.innerHTML = '<use href="#h-dot"/>'.repeat(n);
      const last = this.remainder;
      const fours = n - last;
      const positions = Array.from({ length: n }, (_, i) => {
        const a = i * 2.39996 + n;
        const r = Math.sqrt((i + 0.5) / n);
        return {
          x: HEAP.x + HEAP.rx * r * Math.cos(a) + (pseudoRandom(n, i) - 0.5) * 5,
          y: HEAP.y + HEAP.ry * r * Math.sin(a) + (pseudoRandom(n, i + 99) - 0.5) * 5,
        };
      });
      // The rod takes counters from the right.
      positions.sort((a, b) => b.x - a.x);
      this.dots = positions.map((p, i) => {
        const batch = Math.floor(i / this.data.by);
        const m = i % this.data.by;
        const to =
          i < fours
            ? {
                x: ROW.x + (batch % ROW.n) * ROW.dx + (m % 2) * BATCH_STEP,
                y: ROW.y + Math.floor(batch / ROW.n) * ROW.dy + Math.floor(m / 2) * BATCH_STEP,
                k: 1,
              }
            : { x: LAST.x + (i - fours - (last - 1) / 2) * LAST.dx, y: LAST.y, k: LAST.k };
        return { el: this.layer.children[i], from: p, to, batch };
      });
    }
  }

  /** @param {Dot} dot @param {number} k 0 in the heap, 1 in its batch */
  moveDot(dot, k) {
    if (dot.k === k) return;
    dot.k = k;
    const { from, to } = dot;
    const up = Math.sin(Math.PI * k) * 5;
    dot.el.setAttribute(
      'transform',
      `translate(${(from.x + (to.x - from.x) * k).toFixed(1)} ${(from.y + (to.y - from.y) * k - up).toFixed(1)}) scale(${(1 + (to.k - 1) * k).toFixed(2)})`,
    );
  }

  /** @param {number} x @param {number} y @param {number} a */
  placeRod(x, y, a) {
    this.rod.setAttribute('transform', `translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${a.toFixed(1)})`);
  }

  /** Show the count after so many milliseconds. @param {number} ms */
  show(ms) {
    const batches = Math.ceil(this.heap / this.data.by);
    const whole = countMs(this.heap);
    const each = batches > 1 ? (whole - 2 * LIFT_MS) / (batches - 1) : 0;
    const elapsed = ms - LIFT_MS;
    for (const dot of this.dots)
      this.moveDot(
        dot,
        dot.batch < batches - 1
          ? ease((elapsed - dot.batch * each) / (each * 1.25))
          : ease((ms - whole + LIFT_MS) / (LIFT_MS * 0.7)),
      );
    const batch = Math.min(batches - 2, Math.floor(elapsed / each));
    const dot = elapsed > 0 && ms < whole - LIFT_MS && batch >= 0 ? this.dots[batch * this.data.by] : null;
    if (dot) {
      const k = ease((elapsed - batch * each) / each);
      const x = dot.from.x + (dot.to.x - dot.from.x) * k;
      const y = dot.from.y + (dot.to.y - dot.from.y) * k;
      this.placeRod(x + 6, y + 8, 40 - 14 * k);
    } else this.placeRod(ROD.x, ROD.y, ROD.a);
    this.remainderText.textContent = ms >= whole && this.heap ? String(this.remainder) : '';
    this.remainderText.style.opacity = '1';
  }

  /** Show a counted heap, or none. @param {number|null} n */
  rest(n) {
    this.stop();
    this.layOut(n ?? 0);
    this.show(Infinity);
  }

  stop() {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    this.done = null;
  }

  /** Lift the cover and count the heap. @param {number} n @param {{done: () => void}} how */
  count(n, { done }) {
    this.stop();
    this.layOut(n);
    if (reducedMotion() || document.hidden) {
      this.show(Infinity);
      done();
      return;
    }
    const start = performance.now();
    const whole = countMs(n);
    this.done = () => {
      this.show(Infinity);
      done();
    };
    this.show(0);
    /** @param {number} now */
    const tick = now => {
      const ms = (now - start) / pace();
      if (ms >= whole) {
        const fn = this.done;
        this.stop();
        fn?.();
        return;
      }
      this.show(ms);
      this.frame = requestAnimationFrame(tick);
    };
    this.frame = requestAnimationFrame(tick);
  }

  hurry() {
    const fn = this.done;
    if (!this.frame) return;
    this.stop();
    fn?.();
  }

  /** Put the cover over a new heap, or lift it. @param {boolean} on */
  cover(on) {
    if (this.covered === on) return;
    this.covered = on;
    this.lid.getAnimations().forEach(a => a.cancel());
    this.lid.style.opacity = on ? '1' : '0';
    if (document.hidden) return;
    if (reducedMotion()) {
      this.lid.animate([{ opacity: on ? 0 : 1 }, { opacity: on ? 1 : 0 }], { duration: 160 });
      return;
    }
    const from = { transform: `translate(-${this.data.w * 0.14}px,0)`, opacity: 0 };
    const away = { transform: `translateY(${-this.data.h * 0.36}px)`, opacity: 0 };
    const inPlace = { transform: 'none', opacity: 1 };
    this.lid.animate(
      on
        ? [from, { ...from, opacity: 1, offset: 0.3 }, inPlace]
        : [inPlace, { ...away, opacity: 0.9, offset: 0.7 }, away],
      { duration: (on ? 460 : LIFT_MS) * pace(), easing: 'cubic-bezier(.3,.1,.3,1)' },
    );
  }
}
