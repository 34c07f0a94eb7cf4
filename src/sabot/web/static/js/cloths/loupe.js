// On a touch screen the first tap enlarges the area under the finger, so that thin lines can be hit.

import { token } from '../core/kit.js';
import { formatSum, t } from '../core/i18n.js';
import { spotName } from '../record/narration.js';
import { esc } from '../core/text.js';

const FINGER_PX = 44;   // pixels between two targets that a finger can tell apart

export class Loupe {
  /** @param {import('./layout.js').Layout} cloth */
  constructor(cloth) {
    this.cloth = cloth;
    this.box = document.createElement('div');
    this.box.className = 'loupe';
    this.box.hidden = true;
    this.box.setAttribute('role', 'group');
    cloth.root.append(this.box);
    this.box.onclick = e => {
      const b = e.target.closest('button');
      if (!b) return;
      cloth.actions.onTouch();
      if (b.dataset.shut !== undefined) { this.close(); return; }
      if (b.dataset.go) { const [dx, dy] = b.dataset.go.split(' ').map(Number); this.open(this.x + dx * this.w * .5, this.y + dy * this.h * .5); return; }
      const target = cloth.targets.find(o => o.spot === b.dataset.spot);
      if (target) cloth.placeBet(target);
    };
  }

  get shown() { return !this.box.hidden; }

  /** Screen pixels for a unit of the cloth. */
  get scale() { return this.cloth.svg.getScreenCTM().a; }

  /** Whether a finger at a point cannot tell a target from its neighbours. @param {any} target @param {number} x @param {number} y */
  isTooFine(target, x, y) {
    const k = this.scale, room = target.zone && !this.cloth.targets.some(o => !o.zone && Math.hypot(o.cx - x, o.cy - y) * k < FINGER_PX * .75);
    return !(room && Math.min(target.w, target.h) * k >= 38);
  }

  /** @param {number} x @param {number} y where, in units of the cloth */
  open(x, y) {
    const { cloth } = this, k = this.scale, distance = o => Math.hypot(o.cx - x, o.cy - y), nearest = [...cloth.targets].sort((a, b) => distance(a) - distance(b)).slice(0, 3);
    // The smallest distance between targets near the finger, in rows and in columns.
    const least = (key, other) => Math.min(...nearest.flatMap(a => cloth.targets.filter(b => Math.abs(a[other] - b[other]) < 4 && Math.abs(b[key] - a[key]) > 5).map(b => Math.abs(b[key] - a[key]))));
    const wide = gap => Math.min(6, Math.max(1, FINGER_PX / (gap * k))) * k, kx = wide(least('cx', 'cy')), ky = wide(least('cy', 'cx'));
    const box = cloth.root.getBoundingClientRect(), [W, H] = cloth.data.size, W0 = Math.min(box.width - 12, 420), H0 = Math.min(box.height * .62, 300);
    this.w = Math.min(W, W0 / kx); this.h = Math.min(H, (H0 - 46) / ky);
    this.x = Math.max(this.w / 2, Math.min(W - this.w / 2, x)); this.y = Math.max(this.h / 2, Math.min(H - this.h / 2, y));
    Object.assign(this, { kx, ky });
    this.box.hidden = false;
    this.html = '';
    this.draw(cloth.last);
    // It opens in the half of the cloth without the finger.
    const point = new DOMPoint(this.x, this.y).matrixTransform(cloth.svg.getScreenCTM()), low = point.y - box.top > box.height / 2;
    this.box.classList.toggle('high', low);
    cloth.showTip(null);
  }

  close() { if (this.box.hidden) return; this.box.hidden = true; this.html = ''; }

  draw(s) {
    if (this.box.hidden) return;
    const { cloth, kx, ky } = this, left = this.x - this.w / 2, top = this.y - this.h / 2, w = this.w * kx, h = this.h * ky;
    const inside = cloth.targets.filter(o => o.cx > left - (o.zone ? o.w / 2 - 6 : 0) && o.cx < left + this.w + (o.zone ? o.w / 2 - 6 : 0) && o.cy > top - (o.zone ? o.h / 2 - 6 : 0) && o.cy < top + this.h + (o.zone ? o.h / 2 - 6 : 0));
    const { bets } = cloth.actions, chip = o => { const sum = bets.sumOn(cloth.spotOf(o)), seat = s.seats.find(x => x.yours)?.place ?? '1'; return sum ? token(Number(seat) - 1, cloth.chipLabel(s, seat, sum), { mine: true }) : ''; };
    const button = o => {
      const x = (o.cx - left) * kx, y = (o.cy - top) * ky, label = esc(cloth.describe(s, o)), off = !bets.offer(cloth.spotOf(o));
      if (o.zone) { const zw = o.w * kx, zh = o.h * ky; return `<button type="button" class="lz z-${o.style}${off ? ' off' : ''}${zw < 56 ? ' nar' : ''}" data-spot="${esc(o.spot)}" aria-label="${label}" style="left:${(x - zw / 2).toFixed(1)}px;top:${(y - zh / 2).toFixed(1)}px;width:${zw.toFixed(1)}px;height:${zh.toFixed(1)}px"><span>${esc(String(o.text ?? '').replace('\n', ' ') || (o.faces ?? []).join('-'))}</span>${chip(o)}</button>`; }
      return `<button type="button" class="lp${off ? ' off' : ''}" data-spot="${esc(o.spot)}" aria-label="${label}" style="left:${(x - FINGER_PX / 2).toFixed(1)}px;top:${(y - FINGER_PX / 2).toFixed(1)}px">${chip(o) || '<i></i>'}</button>`;
    };
    const last = cloth.targets.find(o => cloth.spotOf(o) === cloth.lastSpot), name = last && bets.sumOn(cloth.lastSpot) ? `${spotName(s.table, cloth.lastSpot)} · ${formatSum(bets.sumOn(cloth.lastSpot))}` : t('loupe.what');
    const way = (dx, dy, arrow, label) => { const [W, H] = cloth.data.size, can = dx < 0 ? left > 2 : dx > 0 ? left + this.w < W - 2 : dy < 0 ? top > 2 : top + this.h < H - 2; return can ? `<button type="button" class="lgo" data-go="${dx} ${dy}" aria-label="${label}">${arrow}</button>` : ''; };
    const html = `<div class="lpane" style="width:${w.toFixed(0)}px;height:${h.toFixed(0)}px">${inside.filter(o => o.zone).map(button).join('')}${inside.filter(o => !o.zone).map(button).join('')}</div><div class="lfoot"><p>${esc(name)}</p>${way(0, -1, '↑', t('loupe.up'))}${way(0, 1, '↓', t('loupe.down'))}${way(-1, 0, '←', t('loupe.left'))}${way(1, 0, '→', t('loupe.right'))}<button type="button" data-shut class="lshut">${t('close')}</button></div>`;
    if (html === this.html) return;
    const focused = this.box.contains(document.activeElement) ? document.activeElement.dataset : null;
    this.html = html;
    this.box.innerHTML = html;
    if (focused?.spot) this.box.querySelector(`[data-spot="${CSS.escape(focused.spot)}"]`)?.focus({ preventScroll: true });
    this.box.setAttribute('aria-label', t('loupe'));
  }
}
