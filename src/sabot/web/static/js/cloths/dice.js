// Dice: thrown openly, or under a cover that is lifted after no more bets.

import { die } from '../core/chips.js';
import { pace, reducedMotion } from '../core/motion.js';

// For one, two and three dice: x and y in percent of the box, and the angle.
/** @type {Record<number, number[][]>} */
const POSITIONS = {
  1: [[50, 50, -8]],
  2: [
    [31, 56, -14],
    [68, 44, 11],
  ],
  3: [
    [24, 60, -12],
    [50, 37, 7],
    [76, 61, 19],
  ],
};

export class Dice {
  /**
   * @param {SVGElement} svg a group at the corner of the box
   * @param {{count: number, cover?: boolean, w: number, h: number}} data
   */
  constructor(svg, data) {
    this.svg = svg;
    this.data = data;
    /** @type {number[] | null} */
    this.faces = null;
    this.frame = 0;
    /** @type {(() => void) | null} */
    this.done = null;
    this.covered = false;
    const { w, h } = data;
    const size = Math.min(h * (data.count > 2 ? 0.34 : 0.5), w / (data.count + 0.9));
    this.scale = size / 96;
    svg.innerHTML = `${data.cover ? this.stand(w, h) : this.tray(w, h)}<g class="d-dice">${POSITIONS[data.count]
      .map(() => '<g class="d-die"></g>')
      .join('')}</g>${data.cover ? this.cage(w, h) : ''}`;
    this.diceGroups = [...svg.querySelectorAll('.d-die')];
    this.lid = svg.querySelector('.d-lid');
    this.show(null);
  }

  /** A tray with a padded border. @param {number} w @param {number} h */
  tray(w, h) {
    return `<rect x="1" y="1" width="${w - 2}" height="${h - 2}" rx="16" fill="#2b1a10" stroke="url(#k-brass)" stroke-width="1.5"/><rect x="10" y="10" width="${w - 20}" height="${h - 20}" rx="10" fill="#0b2a3b" stroke="#000" stroke-opacity=".5"/><rect x="10" y="10" width="${w - 20}" height="${h - 20}" rx="10" fill="url(#k-dome)"/>`;
  }

  /** The black base with its flannel disc, under a dome of glass. @param {number} w @param {number} h */
  stand(w, h) {
    const cx = w / 2;
    return `<ellipse cx="${cx}" cy="${h * 0.86}" rx="${w * 0.46}" ry="${h * 0.13}" fill="#07090a"/><path d="M${cx - w * 0.46} ${h * 0.78}V${h * 0.86}A${w * 0.46} ${h * 0.13} 0 0 0 ${cx + w * 0.46} ${h * 0.86}V${h * 0.78}Z" fill="#15191b"/><ellipse cx="${cx}" cy="${h * 0.78}" rx="${w * 0.46}" ry="${h * 0.13}" fill="#1d2326" stroke="url(#k-brass)" stroke-width="1.2"/>
      <ellipse cx="${cx}" cy="${h * 0.7}" rx="${w * 0.4}" ry="${h * 0.2}" fill="#5a1722"/><ellipse cx="${cx}" cy="${h * 0.7}" rx="${w * 0.4}" ry="${h * 0.2}" fill="url(#k-dome)"/>`;
  }

  /** The glass dome, and the opaque one that fits over it with its two catches. @param {number} w @param {number} h */
  cage(w, h) {
    const l = w * 0.08;
    const r = w * 0.92;
    const y = h * 0.76;
    const dome = `M${l} ${y}C${l} ${h * 0.1} ${w * 0.25} ${h * 0.02} ${w / 2} ${h * 0.02}S${r} ${h * 0.1} ${r} ${y}A${w * 0.42} ${h * 0.13} 0 0 1 ${l} ${y}Z`;
    return `<path d="${dome}" fill="#cfe6f2" fill-opacity=".07" stroke="#e8f4fb" stroke-opacity=".55" stroke-width="1.4"/><path d="M${w * 0.2} ${h * 0.5}Q${w * 0.2} ${h * 0.18} ${w * 0.38} ${h * 0.1}" fill="none" stroke="#fff" stroke-opacity=".45" stroke-width="3" stroke-linecap="round"/>
      <g class="d-lid"><path d="${dome}" fill="#0c0f11" stroke="url(#k-brass)" stroke-width="1.6"/><path d="M${w * 0.2} ${h * 0.5}Q${w * 0.2} ${h * 0.18} ${w * 0.38} ${h * 0.1}" fill="none" stroke="#fff" stroke-opacity=".18" stroke-width="4" stroke-linecap="round"/><circle cx="${w / 2}" cy="${h * 0.02}" r="${w * 0.035}" fill="url(#k-brass)"/><g fill="url(#k-brass)"><rect x="${l - 3}" y="${y - 9}" width="9" height="17" rx="2"/><rect x="${r - 6}" y="${y - 9}" width="9" height="17" rx="2"/></g></g>`;
  }

  get rolling() {
    return Boolean(this.frame);
  }

  /** @param {number[]|null} faces @param {number} [stir] 0 to 1: how far the dice still are from rest */
  show(faces, stir = 0) {
    const { w, h, count, cover } = this.data;
    this.diceGroups.forEach((g, i) => {
      g.style.display = faces ? '' : 'none';
      if (!faces) return;
      const [x, y, a] = POSITIONS[count][i];
      const top = cover ? h * 0.3 : 0;
      const deep = cover ? h * 0.56 : h;
      const wide = cover ? w * 0.72 : w;
      const dx = Math.sin((stir * 9 + i * 2.1) * 1.7) * w * 0.16 * stir;
      const dy = -Math.abs(Math.sin((stir * 11 + i) * 1.3)) * h * 0.3 * stir;
      g.setAttribute(
        'transform',
        `translate(${((w - wide) / 2 + (x / 100) * wide + dx).toFixed(
          1,
        )} ${(top + (y / 100) * deep + dy).toFixed(1)}) rotate(${(a + stir * 540 * (i % 2 ? -1 : 1)).toFixed(1)}) scale(${this.scale.toFixed(3)})`,
      );
      /** @type {number} */
      const face = stir > 0.08 ? 1 + ((Math.floor(stir * 24) + i * 2) % 6) : faces[i];
      if (g._face !== face) {
        g._face = face;
        g.innerHTML = die(face);
      }
    });
  }

  /** Show the dice at rest. @param {number[]|null} faces */
  rest(faces) {
    this.stop();
    this.faces = faces;
    this.show(faces);
  }

  stop() {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    this.done = null;
  }

  /** @param {number[]} faces @param {{ms?: number, done: () => void}} how */
  roll(faces, { ms = 1300 * pace(), done }) {
    this.stop();
    this.faces = faces;
    if (reducedMotion() || document.hidden) {
      this.show(faces);
      done();
      return;
    }
    const start = performance.now();
    this.done = () => {
      this.show(faces);
      done();
    };
    /** @param {number} now */
    const tick = now => {
      const k = Math.min(1, (now - start) / ms);
      if (k >= 1) {
        const fn = this.done;
        this.frame = 0;
        fn?.();
        return;
      }
      this.show(faces, (1 - k) ** 1.6);
      this.frame = requestAnimationFrame(tick);
    };
    this.frame = requestAnimationFrame(tick);
  }

  hurry() {
    const fn = this.done;
    if (!this.frame) return;
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    this.done = null;
    fn?.();
  }

  /** Put the opaque dome on, or lift it. @param {boolean} on */
  cover(on) {
    if (!this.lid || this.covered === on) return;
    const was = this.covered;
    this.covered = on;
    this.lid.getAnimations().forEach(a => a.cancel());
    const away = `translateY(${-this.data.h * 1.1}px)`;
    this.lid.style.opacity = on ? '1' : '0';
    if (was === on || document.hidden) return;
    if (reducedMotion()) {
      this.lid.animate([{ opacity: on ? 0 : 1 }, { opacity: on ? 1 : 0 }], { duration: 160 });
      return;
    }
    const path = [
      { transform: away, opacity: 0 },
      { opacity: 1, offset: 0.4 },
      { transform: 'none', opacity: 1 },
    ];
    this.lid.animate(on ? path : [...path].reverse().map(f => (f.offset ? { ...f, offset: 0.6 } : f)), {
      duration: (on ? 420 : 700) * pace(),
      easing: 'cubic-bezier(.3,.1,.3,1)',
    });
  }
}
