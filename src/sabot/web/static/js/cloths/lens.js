// A finger on a cloth: a lens above it shows what lies beneath at twice the size, with the spot that is held. Sliding
// chooses another spot, letting go places the chip, and lifting the finger beside the cloth places none.

import { token } from '../core/chips.js';
import { formatSum, t } from '../core/i18n.js';
import { capitalise, esc } from '../core/text.js';
import { setHtml } from '../core/update.js';
import { spotName } from '../record/names.js';
import { lightUp } from './layout_tips.js';

const FINGER_PX = 44; // pixels between two targets that a finger can tell apart
const SIZE = { w: 240, pane: 98, foot: 39 };
const ABOVE = 34; // pixels between the finger and the lens
const LARGER = 2;
const LEAST = 1.1; // pixels for a unit of the cloth in the lens, so that the smallest lettering can be read
const HOLD_MS = 160; // a spot that a finger hits easily needs the lens only when it is held

/** @typedef {import('./layout.js').Target} Target */

export class Lens {
  /** @param {import('./layout.js').Layout} cloth */
  constructor(cloth) {
    this.cloth = cloth;
    /** The finger that is down. @type {number | null} */
    this.pointer = null;
    /** @type {Target | null} */
    this.held = null;
    /** When the last press ended: the click that follows it is the same press. */
    this.ended = 0;
    this.timer = 0;
    document.querySelector('body > .lens')?.remove();
    this.box = document.createElement('div');
    this.box.className = 'lens';
    this.box.hidden = true;
    this.box.setAttribute('aria-hidden', 'true');
    this.box.innerHTML = `<svg width="${SIZE.w}" height="${SIZE.pane}"></svg><p><b></b><span></span></p>`;
    document.body.append(this.box);
    const { svg } = cloth;
    svg.addEventListener('pointerdown', e => this.press(e));
    svg.addEventListener('pointermove', e => this.slide(e));
    svg.addEventListener('pointerup', e => this.lift(e));
    svg.addEventListener('pointercancel', () => this.close());
  }

  /** Screen pixels for a unit of the cloth. */
  get scale() {
    return this.cloth.svg.getScreenCTM()?.a ?? 1;
  }

  /** Screen pixels for a unit of the cloth in the lens. */
  get magnified() {
    return Math.max(this.scale * LARGER, LEAST);
  }

  /** Whether a click belongs to a press that the lens has ended. */
  get tookPress() {
    return performance.now() - this.ended < 700;
  }

  /**
   * Whether a finger at a point cannot tell a target from its neighbours.
   * @param {Target} target
   * @param {number} x
   * @param {number} y
   */
  isTooFine(target, x, y) {
    const k = this.scale;
    const room =
      target.zone && !this.cloth.targets.some(o => !o.zone && Math.hypot(o.cx - x, o.cy - y) * k < FINGER_PX * 0.75);
    return !(room && Math.min(target.w, target.h) * k >= 38);
  }

  /** @param {PointerEvent} e */
  press(e) {
    if (e.pointerType !== 'touch' || !e.isPrimary) {
      this.close();
      return;
    }
    const target = this.cloth.targetAt(e);
    if (!target) return;
    this.cloth.actions.onTouch();
    this.pointer = e.pointerId;
    this.cloth.svg.setPointerCapture(e.pointerId);
    this.cloth.showTip(null);
    clearTimeout(this.timer);
    if (this.isTooFine(target, ...this.cloth.toUnits(e))) this.show(e, target);
    else {
      this.held = target;
      lightUp(this.cloth, target);
      this.timer = setTimeout(() => this.pointer !== null && this.held && this.show(e, this.held), HOLD_MS);
    }
  }

  /** @param {PointerEvent} e */
  slide(e) {
    if (e.pointerId !== this.pointer) return;
    const target = this.cloth.targetAt(e);
    if (this.box.hidden && target === this.held) return;
    if (target && target !== this.held) navigator.vibrate?.(8);
    this.show(e, target);
  }

  /** @param {PointerEvent} e */
  lift(e) {
    if (e.pointerId !== this.pointer) return;
    const { held } = this;
    this.close();
    this.ended = performance.now();
    if (held) this.cloth.touch(held);
  }

  close() {
    clearTimeout(this.timer);
    this.pointer = null;
    this.held = null;
    if (this.box.hidden) return;
    this.box.hidden = true;
    lightUp(this.cloth, null);
  }

  /** Show what lies under a finger. @param {PointerEvent} e @param {Target | null} target */
  show(e, target) {
    const { cloth } = this;
    this.held = target;
    lightUp(cloth, target);
    const [x, y] = target ? this.focusOf(target, cloth.toUnits(e)) : cloth.toUnits(e);
    const k = this.magnified;
    const [w, h] = [SIZE.w / k, SIZE.pane / k];
    const svg = /** @type {Element} */ (this.box.firstElementChild);
    svg.setAttribute('viewBox', `${(x - w / 2).toFixed(1)} ${(y - h / 2).toFixed(1)} ${w.toFixed(1)} ${h.toFixed(1)}`);
    setHtml(
      /** @type {HTMLElement} */ (svg),
      `<use href="#cloth-drawn"/><use href="#cloth-chips"/><use href="#cloth-things"/>${target ? this.outline(target) : ''}`,
    );
    const [name, more] = this.text(target);
    const [b, span] = this.box.querySelectorAll('b, p > span');
    setHtml(/** @type {HTMLElement} */ (b), esc(name));
    setHtml(/** @type {HTMLElement} */ (span), esc(more));
    this.box.hidden = false;
    this.box.style.setProperty('--felt', getComputedStyle(cloth.frame).getPropertyValue('--felt'));
    const width = SIZE.w + 6;
    const high = SIZE.pane + SIZE.foot + 6;
    const left = Math.max(4, Math.min(innerWidth - width - 4, e.clientX - width / 2));
    let top = e.clientY - ABOVE - high;
    let side = left;
    if (top < 2) {
      // no room above: beside the finger
      top = 2;
      if (e.clientY - ABOVE / 2 < high)
        side =
          e.clientX > innerWidth / 2
            ? Math.max(4, e.clientX - ABOVE - width)
            : Math.min(innerWidth - width - 4, e.clientX + ABOVE);
    }
    this.box.style.transform = `translate(${side.toFixed(0)}px,${top.toFixed(0)}px)`;
  }

  /** The middle of what the lens shows: the target, where it is small, else the finger. @param {Target} o @param {[number, number]} at @returns {[number, number]} */
  focusOf(o, [x, y]) {
    const k = this.magnified;
    return [o.w * k < SIZE.w * 0.9 ? o.cx : x, o.h * k < SIZE.pane * 0.9 ? o.cy : y];
  }

  /** A double line around what the held spot covers, and the chip that would lie there. @param {Target} target */
  outline(target) {
    const { cloth } = this;
    const spot = cloth.spotOf(target);
    const numbers = target.zone ? [] : (cloth.felt.covers?.[spot] ?? []);
    const boxes = numbers.map(n => cloth.targets.find(o => o.spot === `straight/${n}`)).filter(o => o !== undefined);
    const all = boxes.length ? boxes : [target];
    const x = Math.min(...all.map(o => o.x));
    const y = Math.min(...all.map(o => o.y));
    const w = Math.max(...all.map(o => o.x + o.w)) - x;
    const h = Math.max(...all.map(o => o.y + o.h)) - y;
    const edge =
      target.path && !boxes.length
        ? `<path d="${target.path}" class="held"/>`
        : `<rect x="${x + 1}" y="${y + 1}" width="${w - 2}" height="${h - 2}" class="held"/>`;
    const [cx, cy] = target.chip ?? [target.cx, target.cy];
    const place = cloth.last.seats.find(s => s.yours)?.place ?? '1';
    const r = 11;
    const chip = cloth.actions.bets.sumOn(spot)
      ? ''
      : token(Number(place) - 1, '', { small: true }).replace(
          '<svg ',
          `<svg x="${cx - r}" y="${cy - r}" width="${2 * r}" height="${2 * r}" opacity=".7" `,
        );
    return edge + chip;
  }

  /** What the held spot is called, pays and takes at most. @param {Target | null} target @returns {[string, string]} */
  text(target) {
    if (!target) return [t('lens.none'), t('lens.away')];
    const { cloth } = this;
    const spot = cloth.spotOf(target);
    const offer = cloth.actions.bets.offer(spot);
    const [best] = cloth.kindOfTarget(target)?.pays ?? [];
    const odds = best ? t('odds', { a: best.split(':')[0], b: best.split(':')[1] }) : '';
    return [
      capitalise(spotName(cloth.table, spot)),
      [odds, offer?.high ? t('lens.most', { max: formatSum(offer.high) }) : ''].filter(Boolean).join(' · '),
    ];
  }
}
