// Animation. A card has a key: it flies once from the shoe, slides when its hand is split, and is collected once.

import { motionNow } from './settings.js';

/** Whether nothing moves. */
export const reducedMotion = () => motionNow() === 'none';
/** By what the time of a movement is multiplied: short movements take half of it. */
export const pace = () => (motionNow() === 'short' ? 0.5 : 1);

/** How long it takes to lift a cover. */
export const LIFT_MS = 700;
/**
 * How long it takes to count a heap of counters by fours, from lifting the cover to the remainder.
 * @param {number} n
 */
export const countMs = n => {
  const batches = Math.ceil(n / 4) - 1;
  return 2 * LIFT_MS + batches * Math.min(300, 4600 / Math.max(1, batches));
};

/** How long it takes until a result is told, with the way of the chips and the count of the balance. */
const RESULT_MS = 1600;

/**
 * How long the last picture of a round stays when the next one has begun: longer where it is my result.
 * @param {Client.State} live
 */
export function resultPause(live) {
  if (!Object.values(live.previous?.settlements ?? {}).some(f => f.yours)) return 1800;
  if (live.table.individual) return RESULT_MS; // its picture stays until I act
  return live.table.felt.shape === 'layout' ? 3600 : 2800;
}

const EASE = 'cubic-bezier(.2,.7,.2,1)';

/**
 * A distance on the screen in the axes of an element that is rotated.
 * @param {number} dx
 * @param {number} dy
 * @param {number} lean degrees
 */
function toElementAxes(dx, dy, lean) {
  const a = (-lean * Math.PI) / 180;
  return [dx * Math.cos(a) - dy * Math.sin(a), dx * Math.sin(a) + dy * Math.cos(a)];
}
/** @param {DOMRect} r */
const centre = r => [r.left + r.width / 2, r.top + r.height / 2];

/**
 * A new card from the shoe, or a fade where motion is reduced.
 * @param {HTMLElement} el
 * @param {{x: number, y: number}} from screen point
 * @param {number} lean
 */
export function deal(el, from, lean) {
  if (reducedMotion()) {
    el.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 160 });
    return;
  }
  if (!el.offsetWidth) return;
  const [x, y] = centre(el.getBoundingClientRect());
  const [dx, dy] = toElementAxes(from.x - x, from.y - y, lean);
  el.animate(
    [
      { transform: `translate(${dx}px,${dy}px) rotate(${14 - lean}deg) scale(.8)`, opacity: 0.2 },
      { opacity: 1, offset: 0.25 },
      { transform: 'none', opacity: 1 },
    ],
    { duration: 240 * pace(), easing: EASE },
  );
}

/** A card that changed its place slides there. @param {HTMLElement} el @param {DOMRect} was @param {number} lean */
export function slide(el, was, lean) {
  if (reducedMotion() || !was.width) return;
  const now = el.getBoundingClientRect();
  const [ax, ay] = centre(was);
  const [bx, by] = centre(now);
  if (!now.width || Math.abs(ax - bx) + Math.abs(ay - by) < 3) return;
  const [dx, dy] = toElementAxes(ax - bx, ay - by, lean);
  el.animate([{ transform: `translate(${dx}px,${dy}px)` }, { transform: 'none' }], {
    duration: 200 * pace(),
    easing: EASE,
  });
}

/** A card is turned over. @param {HTMLElement} el */
export function turn(el) {
  if (reducedMotion()) {
    el.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 160 });
    return;
  }
  el.animate([{ transform: 'scaleX(0)' }, { transform: 'none' }], { duration: 240 * pace(), easing: EASE });
}

/** A card is collected: a copy of it flies to the tray. @param {HTMLElement} el @param {{x: number, y: number}} to */
export function collect(el, to) {
  if (reducedMotion()) return;
  const r = el.getBoundingClientRect();
  if (!r.width) return;
  const ghost = document.createElement('span');
  const [x, y] = centre(r);
  const w = el.offsetWidth;
  ghost.className = 'ghost-card';
  ghost.setAttribute('aria-hidden', 'true');
  ghost.append(...el.cloneNode(true).childNodes);
  Object.assign(ghost.style, { left: `${x - w / 2}px`, top: `${y - w * 0.7}px`, width: `${w}px` });
  document.body.append(ghost);
  ghost
    .animate(
      [
        { transform: 'none' },
        { transform: `translate(${to.x - x}px,${to.y - y}px) rotate(-8deg) scale(.6)`, opacity: 0.15 },
      ],
      { duration: 260 * pace(), easing: 'cubic-bezier(.5,0,.8,.5)', fill: 'forwards' },
    )
    .finished.then(
      () => ghost.remove(),
      () => ghost.remove(),
    );
}

/**
 * Chips go from one part of the table to another; nothing moves where motion is reduced.
 * @param {Element|null} from
 * @param {Element|null} to
 * @param {string} html what flies
 */
export function fly(from, to, html) {
  if (reducedMotion() || document.hidden || !from?.isConnected || !to?.isConnected) return;
  const [x, y] = centre(from.getBoundingClientRect());
  const [tx, ty] = centre(to.getBoundingClientRect());
  if (Math.abs(x - tx) + Math.abs(y - ty) < 8) return;
  const ghost = document.createElement('span');
  ghost.className = 'ghost-chip';
  ghost.setAttribute('aria-hidden', 'true');
  ghost.innerHTML = html;
  Object.assign(ghost.style, { left: `${x}px`, top: `${y}px` });
  document.body.append(ghost);
  ghost
    .animate(
      [{ transform: 'translate(-50%,-50%)' }, { transform: `translate(-50%,-50%) translate(${tx - x}px,${ty - y}px)` }],
      { duration: 300 * pace(), easing: EASE, fill: 'forwards' },
    )
    .finished.then(
      () => ghost.remove(),
      () => ghost.remove(),
    );
}

/**
 * An element appears. Returns what ends it at once.
 * @param {Element} el
 * @param {number} after milliseconds
 */
export function fadeIn(el, after) {
  const shows = el.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 240, delay: after, fill: 'backwards' });
  return () => shows.finish();
}

/**
 * Discs travel one after the other from one part of the table to another, along an arc where there is room for one.
 * Returns what ends it at once.
 * @param {Element} from
 * @param {Element} to
 * @param {Element} disc what each of them looks like
 * @param {{count: number, after: number, arc?: boolean, grey?: boolean}} how
 */
export function travel(from, to, disc, { count, after, arc = true, grey = false }) {
  const [x, y] = centre(from.getBoundingClientRect());
  const [tx, ty] = centre(to.getBoundingClientRect());
  const layer = document.createElement('span');
  layer.className = `travel${grey ? ' grey' : ''}`;
  layer.setAttribute('aria-hidden', 'true');
  const bend = arc ? (tx >= x ? 1 : -1) * Math.min(160, Math.hypot(tx - x, ty - y) * 0.3) : 0;
  const path = `M${x} ${y}Q${(x + tx) / 2 + bend} ${(y + ty) / 2} ${tx} ${ty}`;
  if (arc && !grey) layer.innerHTML = `<svg><path d="${path}"/></svg>`;
  const last = Array.from({ length: count }, (_, i) => {
    const one = document.createElement('i');
    one.append((disc.querySelector('.chip') ?? disc).cloneNode(true));
    one.style.offsetPath = `path("${path}")`;
    layer.append(one);
    return one.animate(
      [
        { offsetDistance: '0%', opacity: 0 },
        { opacity: 1, offset: 0.2 },
        { opacity: 1, offset: 0.85 },
        { offsetDistance: '100%', opacity: 0 },
      ],
      { duration: grey ? 300 : 460, delay: after + i * 70, easing: EASE, fill: 'both' },
    );
  }).at(-1);
  document.body.append(layer);
  const end = () => layer.remove();
  last?.finished.then(end, end);
  return end;
}

/**
 * A sum counts up from 0. Returns what ends it at once.
 * @param {number} to cents
 * @param {(cents: number) => void} show
 * @param {number} [ms]
 */
export function countUp(to, show, ms = 600) {
  let frame = 0;
  const end = () => {
    if (frame) show(to);
    cancelAnimationFrame(frame);
    frame = 0;
  };
  if (reducedMotion() || document.hidden) {
    show(to);
    return end;
  }
  const start = performance.now();
  /** @param {number} now */
  const tick = now => {
    const k = Math.max(0, Math.min(1, (now - start) / ms));
    show(Math.round(to * (1 - (1 - k) ** 2)));
    frame = k < 1 ? requestAnimationFrame(tick) : 0;
  };
  frame = requestAnimationFrame(tick);
  return end;
}

/** Chips drop onto their circle. @param {HTMLElement} el */
export function drop(el) {
  if (!reducedMotion())
    el.animate(
      [
        { transform: 'translateY(-22px)', opacity: 0 },
        { transform: 'none', opacity: 1 },
      ],
      { duration: 180 * pace(), easing: EASE },
    );
}
