// The wheel: its pockets in their order, and a ball that stops where the record says.

import { find } from '../core/dom.js';
import { pace, reducedMotion } from '../core/motion.js';

const TURN = 360;
/** @type {Record<string, string>} */
const INK = { green: '#1f6a4b', red: '#a81e2b', black: '#14181c' };
/** @param {number} r @param {number} deg */
const polar = (r, deg) =>
  [r * Math.sin((deg * Math.PI) / 180), -r * Math.cos((deg * Math.PI) / 180)].map(v => v.toFixed(2)).join(' ');

/**
 * The wheel as SVG with radius 200; the plate and the ball are separate groups.
 * @param {{order: number[], colours: Object<string, string>}} data
 */
function renderWheel(data) {
  const step = TURN / data.order.length;
  const half = step / 2;
  /** @param {number} r0 @param {number} r1 @param {string} f */
  const wedge = (r0, r1, f, extra = '') =>
    `<path d="M${polar(r1, -half)}A${r1} ${r1} 0 0 1 ${polar(r1, half)}L${polar(r0, half)}A${r0} ${r0} 0 0 0 ${polar(r0, -half)}Z" fill="${f}" ${extra}/>`;
  const pockets = data.order
    .map((n, i) => {
      const ink = INK[data.colours[n]];
      return `<g transform="rotate(${(i * step).toFixed(3)})">${wedge(
        108,
        140,
        ink,
        'stroke="#d9b974" stroke-width=".9"',
      )}${wedge(
        84,
        108,
        ink,
        'stroke="#d9b974" stroke-width=".9"',
      )}${wedge(84, 108, '#000', 'opacity=".38"')}<text y="-119.5" font-size="15.5" font-weight="700" text-anchor="middle" fill="#fff">${n}</text></g>`;
    })
    .join('');
  const azares = Array.from(
    { length: 8 },
    (_, i) =>
      `<path d="M0-170 4-162 0-154-4-162Z" fill="#e6cf95" transform="rotate(${i * 45 + 22.5})${
        i % 2 ? ' translate(0 -162) rotate(90) translate(0 162)' : ''
      }"/>`,
  ).join('');
  /** @param {number} a */
  const arm = a =>
    `<path d="M-3.4-10-1.8-44H1.8L3.4-10Z" transform="rotate(${a})" fill="url(#k-brass)"/><circle r="4.6" cy="-46" transform="rotate(${a})" fill="url(#k-brass)"/>`;
  return `<defs><radialGradient id="w-rim"><stop offset=".7" stop-color="#2a170d"/><stop offset=".82" stop-color="#6b4226"/><stop offset=".93" stop-color="#3b2213"/><stop offset="1" stop-color="#20110a"/></radialGradient>
    <radialGradient id="w-bowl"><stop offset=".2" stop-color="#7a4d2c"/><stop offset=".75" stop-color="#4d2d18"/><stop offset="1" stop-color="#2c190d"/></radialGradient><radialGradient id="w-ball" cx=".36" cy=".3"><stop stop-color="#fff"/><stop offset=".6" stop-color="#f4efe2"/><stop offset="1" stop-color="#a79f8c"/></radialGradient></defs>
    <circle r="198" fill="url(#w-rim)"/><circle r="198" fill="none" stroke="#000" stroke-width="2"/><circle r="176" fill="none" stroke="url(#k-brass)" stroke-width="2"/><circle r="146" fill="none" stroke="#160c06" stroke-width="9"/>${azares}
    <g class="w-plate"><circle r="141" fill="#140c07"/>${pockets}<circle r="140.5" fill="none" stroke="url(#k-brass)" stroke-width="2.6"/><circle r="84" fill="url(#w-bowl)" stroke="url(#k-brass)" stroke-width="2.4"/>
    ${Array.from(
      { length: 16 },
      (_, i) =>
        `<path d="M0-78 9-30 0-24-9-30Z" fill="none" stroke="#d9b974" stroke-opacity=".28" transform="rotate(${i * 22.5})"/>`,
    ).join(
      '',
    )}${[0, 90, 180, 270].map(arm).join('')}<circle r="17" fill="url(#k-brass)" stroke="#5f441a"/><circle r="9" fill="#8b6b31"/><circle r="5" cx="-2" cy="-2" fill="#f0dca8"/></g>
    <g class="w-ball"><circle r="8.2" fill="url(#w-ball)" stroke="#2a2417" stroke-width=".7"/></g>`;
}

/** How many steps describe a throw. */
const STEPS = 230;
/** @param {number} degrees */
const turned = degrees => `rotate(${degrees.toFixed(2)}deg)`;
/** @param {number} degrees @param {number} r from the middle */
const thrown = (degrees, r) => `rotate(${degrees.toFixed(2)}deg) translate(0, ${(-r).toFixed(2)}px)`;

export class Wheel {
  /**
   * @param {SVGElement} svg what the wheel is drawn into, as a group of radius 200
   * @param {{order: number[], colours: Object<string, string>}} data
   */
  constructor(svg, data) {
    svg.innerHTML = renderWheel(data);
    this.svg = svg;
    this.data = data;
    this.plate = find(svg, '.w-plate');
    this.ball = find(svg, '.w-ball');
    this.turn = 0;
    this.frame = 0;
    this.timer = 0;
    /** The motions of a throw. @type {Animation[]} */
    this.moves = [];
    /** @type {(() => void) | null} */
    this.done = null;
    this.ball.style.display = 'none';
    for (const part of [this.plate, this.ball]) part.style.transformOrigin = '0 0';
  }

  get spinning() {
    return Boolean(this.timer);
  }

  /** @param {number} number */
  angle(number) {
    return (this.data.order.indexOf(number) * TURN) / this.data.order.length;
  }

  /**
   * @param {number} plate degrees of the plate
   * @param {number} ball degrees of the ball
   * @param {number} r its distance from the middle
   */
  set(plate, ball, r) {
    this.turn = plate;
    this.plate.style.transform = turned(plate);
    this.ball.style.display = '';
    this.ball.style.transform = thrown(ball, r);
  }

  /** Show the ball in a number, with that number at the top; without a number no ball. @param {number|null} number */
  rest(number) {
    this.stop();
    if (number === null || !this.data.order.includes(number)) {
      this.ball.style.display = 'none';
      return;
    }
    this.set(-this.angle(number), 0, 96);
  }

  stop() {
    this.rolling = false;
    cancelAnimationFrame(this.frame);
    clearTimeout(this.timer);
    for (const move of this.moves.splice(0)) move.cancel();
    this.frame = this.timer = 0;
    this.done = null;
  }

  get running() {
    return this.rolling;
  }

  /** The ball runs round the rim until the result is known. @param {boolean} right */
  run(right) {
    this.stop();
    if (reducedMotion() || document.hidden) return;
    this.rolling = true;
    const direction = right ? 1 : -1;
    const from = this.turn;
    const start = performance.now();
    /** @param {number} now */
    const tick = now => {
      const s = (now - start) / 1000;
      this.set(from - direction * 34 * s, (direction * 330 * Math.log1p(s * 0.4)) / 0.4, 160);
      this.frame = requestAnimationFrame(tick);
    };
    this.frame = requestAnimationFrame(tick);
  }

  /**
   * The ball runs against the plate and drops into the number.
   * @param {number} number
   * @param {{ms?: number, right?: boolean, done: () => void}} how right: it is thrown to the right
   */
  spin(number, { ms = 4600 * pace(), right = true, done }) {
    this.stop();
    if (reducedMotion() || document.hidden || !this.data.order.includes(number)) {
      this.rest(number);
      done();
      return;
    }
    const direction = right ? 1 : -1;
    const from = this.turn;
    const pocket = this.angle(number);
    // The plate slows down and the number ends at the top; the ball runs the other way.
    const plateEnd = from - direction * (2 * TURN + ((((direction * (from + pocket)) % TURN) + TURN) % TURN));
    /** @param {number} k */
    const plate = k => plateEnd + (from - plateEnd) * (1 - k) ** 2;
    const dropAt = 0.66;
    const caughtAt = 0.86;
    const lead = TURN * 9; // how far the ball runs before it is caught
    this.done = () => {
      this.rest(number);
      done();
    };
    /** Where plate and ball are at `k`, from 0 to 1. @param {number} k */
    const at = k => {
      const p = plate(k);
      const left = Math.max(0, 1 - k / caughtAt);
      const fall = Math.min(1, Math.max(0, (k - dropAt) / (caughtAt - dropAt)));
      // Down the slope with two hops over the pockets, the second one lower.
      const hop = fall > 0 && fall < 1 ? Math.abs(Math.sin(fall * Math.PI * 2.5)) * 20 * (1 - fall) : 0;
      return [p, p + pocket - direction * lead * left ** 2.1, 160 - 64 * fall ** 1.4 + hop];
    };
    this.ball.style.display = '';
    // Given to the browser as a whole, so that a frame needs no script and no layout.
    const steps = Array.from({ length: STEPS + 1 }, (_, i) => at(i / STEPS));
    const how = { duration: ms, fill: /** @type {const} */ ('forwards') };
    this.moves = [
      this.plate.animate({ transform: steps.map(([p]) => turned(p)) }, how),
      this.ball.animate({ transform: steps.map(([, ball, r]) => thrown(ball, r)) }, how),
    ];
    this.timer = setTimeout(() => this.hurry(), ms);
  }

  /** End the motion now. */
  hurry() {
    if (!this.timer) return;
    const fn = this.done;
    this.stop();
    fn?.();
  }
}
