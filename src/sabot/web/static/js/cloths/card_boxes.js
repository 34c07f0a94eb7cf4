// Draws cards in boxes on a layout: two side by side, a third turned sideways. It knows no game.

import { back, card } from '../core/kit.js';
import { setHtml } from '../core/update.js';
import * as motion from '../core/motion.js';
import { cardName, endSentence, t, gameWord } from '../core/i18n.js';
import { esc } from '../core/text.js';


/**
 * Where n cards lie in a box, in units of the drawing: the width of a card, and the corner of each before it is turned
 * sideways. A box says where its third card lies, or for how many upright cards it is made.
 * @param {any} box @param {number} n
 */
export function cardPositions(box, n) {
  const { w, h, cards, third } = box, card = box.card ?? [Math.min(h / 1.4, w / 2.08), 0], [wide] = card, gap = wide * .08;
  if (cards) {   // upright cards, overlapping where there is no room
    const most = Math.max(cards, n), width = Math.min(h / 1.4, w / (1 + (cards - 1) * .42)), step = most > 1 ? Math.min(width * 1.06, (w - width) / (most - 1)) : 0, x0 = (w - width - step * (most - 1)) / 2;
    return { wide: width, at: Array.from({ length: n }, (_, i) => ({ x: x0 + i * step, y: (h - width * 1.4) / 2, across: false })) };
  }
  const y = (h - wide * 1.4) / 2, far = third ? [third.x - box.x + third.w / 2, third.y - box.y + third.h / 2] : [2 * (wide + gap) + wide * .7, h / 2];
  return { wide, at: Array.from({ length: n }, (_, i) => i < 2 ? { x: i * (w - wide), y, across: false } : { x: far[0] - wide / 2 + (i - 2) * wide * .45, y: far[1] - wide * .7, across: true }) };
}

export class CardBoxes {
  /** @param {HTMLElement} host the element below the boxes @param {Object<string, any>} boxes by hand @param {number[]} size of the drawing @param {{x: number, y: number}} [from] where cards come from, in its units */
  constructor(host, boxes, size, from) {
    Object.assign(this, { boxes, size, from: from ?? { x: size[0] * .92, y: 20 }, cards: new Map(), boxElements: new Map() });
    this.root = document.createElement('div');
    this.root.className = 'cardboxes';
    this.liveRegion = Object.assign(document.createElement('span'), { className: 'sr' });
    this.liveRegion.setAttribute('role', 'status');
    this.root.append(this.liveRegion);
    const [w, h] = size;
    for (const [name, box] of Object.entries(boxes)) {
      const e = document.createElement('div');
      e.className = 'cb';
      e.dataset.hand = name;
      Object.assign(e.style, { left: `${box.x / w * 100}%`, top: `${box.y / h * 100}%`, width: `${box.w / w * 100}%`, height: `${box.h / h * 100}%` });
      e.innerHTML = '<b class="pill" hidden></b>';
      this.boxElements.set(name, e);
      this.root.append(e);
    }
    host.append(this.root);
    new ResizeObserver(() => { this.hostSize = null; this.fit(); }).observe(host);   // measured here only, because measuring while drawing forces a new layout of the page
  }

  /** @param {import('../core/store.js').State} s */
  render(s) {
    this.fit();
    this.last = s;
    const present = new Set(), newCards = [], previous = new Map(motion.reducedMotion() ? [] : [...this.cards].map(([id, c]) => [id, c.getBoundingClientRect()]));
    for (const [name, e] of this.boxElements) this.drawHand(s, name, e, present, newCards);
    for (const [id, c] of this.cards) if (!present.has(id)) { if (s.animate !== false) motion.collect(c, this.point({ x: this.size[0] * .08, y: 20 })); c.remove(); this.cards.delete(id); }
    for (const [id, c] of this.cards) if (previous.has(id) && s.animate !== false) motion.slide(c, previous.get(id), 0);
    if (s.animate !== false) for (const c of newCards) motion.deal(c, this.point(this.from), 0);
  }

  /** Lay the boxes over the drawing, which keeps its proportions and is centred. */
  fit() {
    const host = this.root.parentElement, [W, H] = this.hostSize ??= [host.clientWidth, host.clientHeight], [w, h] = this.size, k = Math.min(W / w, H / h);
    if (k) Object.assign(this.root.style, { inset: 'auto', left: `${(W - w * k) / 2}px`, top: `${(H - h * k) / 2}px`, width: `${w * k}px`, height: `${h * k}px` });
  }

  drawHand(s, name, e, present, newCards) {
    const hand = s.hands[name], box = this.boxes[name], n = hand?.cards.length ?? 0, { wide, at: positions } = cardPositions(box, n), pill = e.firstElementChild, result = s.results[name];
    e.classList.toggle('empty', !n);
    (hand?.ids ?? []).forEach((id, i) => {
      let c = this.cards.get(id);
      const code = hand.cards[i], p = positions[i];
      if (!c) {
        c = document.createElement('span');
        c.className = 'cardbox';
        c.setAttribute('role', 'img');
        this.cards.set(id, c);
        newCards.push(c);
      }
      if (c._code !== (code ?? '')) {
        if (c._code === '' && s.animate !== false) motion.turn(c);
        c._code = code ?? '';
        c.innerHTML = `<i class="${p.across ? 'across' : ''}">${code ? `<span class="full">${card(code, { label: '' })}</span><span class="small">${card(code, { compact: true, label: '' })}</span>` : back({ label: '' })}</i>`;
        c.setAttribute('aria-label', cardName(code));
      }
      c.firstElementChild.classList.toggle('across', p.across);
      Object.assign(c.style, { left: `${p.x / box.w * 100}%`, top: `${p.y / box.h * 100}%`, width: `${wide / box.w * 100}%` });
      this.squeeze(c, Boolean(code && hand.only?.includes(i)), p.across);
      if (c.parentElement !== e) e.append(c);
      present.add(id);
    });
    const label = hand?.label ?? hand?.total, text = label !== undefined && label !== null && hand.cards.some(Boolean) && !e.querySelector('.cover') ? String(label) : '';
    pill.hidden = !text;
    setHtml(pill, esc(text));
    pill.className = `pill${result ? ` is-${result.result}` : ''}`;
    e.classList.toggle('winner', result?.result === 'won');
    e.setAttribute('aria-label', [gameWord(s.table, name) || name, text].filter(Boolean).join(': '));
    e.setAttribute('role', 'group');
  }

  /**
   * A card that only its holder may see lies under a cover, which they lift from its lower edge. This hides nothing from them:
   * the record has already sent the card. @param {HTMLElement} c @param {boolean} on @param {boolean} across
   */
  squeeze(c, on, across) {
    const cover = c.querySelector('.cover');
    if (!on || c._seen) { cover?.remove(); c.onclick = c.onkeydown = null; c.removeAttribute('tabindex'); return; }
    if (cover) return;
    const lid = document.createElement('span');
    lid.className = `cover${across ? ' across' : ''}`;
    lid.innerHTML = back({ label: '' });
    c.append(lid);
    c.tabIndex = 0;
    c.setAttribute('aria-label', t('squeeze'));
    const uncover = () => {
      const hadFocus = document.activeElement === c;
      c._seen = true;
      lid.remove();
      c.removeAttribute('tabindex');
      c.setAttribute('aria-label', cardName(c._code));
      if (this.last) this.render(this.last);
      // After a key the card is announced, and the focus moves to the next covered card, if there is one.
      if (!hadFocus) return;
      this.liveRegion.textContent = endSentence(cardName(c._code));
      const next = this.root.querySelector('.cardbox[tabindex="0"]') ?? Object.assign(c, { tabIndex: -1 });
      next.focus({ preventScroll: true });
    };
    lid.onpointerdown = e => { lid.setPointerCapture(e.pointerId); lid._from = e.clientY; e.preventDefault(); };
    lid.onpointermove = e => {
      if (lid._from === undefined) return;
      const part = Math.max(0, Math.min(1, (lid._from - e.clientY) / c.offsetHeight));
      lid.style.clipPath = `inset(0 0 ${part * 100}% 0)`;
      if (part > .85) uncover();
    };
    lid.onpointerup = e => { if (Math.abs(lid._from - e.clientY) < 4) uncover(); lid._from = undefined; lid.style.clipPath = ''; };
    c.onkeydown = e => { if (e.key === 'Enter' || e.key === ' ') { e.preventDefault(); e.stopPropagation(); uncover(); } };
  }

  /** A point of the drawing on the screen. */
  point({ x, y }) {
    const r = this.root.getBoundingClientRect(), [w, h] = this.size;
    return { x: r.left + r.width * x / w, y: r.top + r.height * y / h };
  }
}
