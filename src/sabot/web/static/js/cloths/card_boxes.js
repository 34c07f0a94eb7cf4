// Draws cards in boxes on a layout: two side by side, a third turned sideways. It knows no game.

import { find } from '../core/dom.js';
import { setHtml } from '../core/update.js';
import * as motion from '../core/motion.js';
import { cardName, gameWord } from '../core/i18n.js';
import { back, card } from '../core/kit.js';
import { esc } from '../core/text.js';

/**
 * Where n cards lie in a box, in units of the drawing: the width of a card, and the corner of each before it is turned
 * sideways. A box says where its third card lies, or for how many upright cards it is made.
 * @param {House.CardBox} box @param {number} n
 */
export function cardPositions(box, n) {
  const { w, h, cards, third } = box;
  const corner = box.card ?? [Math.min(h / 1.4, w / 2.08), 0];
  const [wide] = corner;
  const gap = wide * 0.08;
  if (cards) {
    // upright cards, overlapping where there is no room
    const most = Math.max(cards, n);
    const width = Math.min(h / 1.4, w / (1 + (cards - 1) * 0.42));
    const step = most > 1 ? Math.min(width * 1.06, (w - width) / (most - 1)) : 0;
    const x0 = (w - width - step * (most - 1)) / 2;
    return {
      wide: width,
      at: Array.from({ length: n }, (_, i) => ({ x: x0 + i * step, y: (h - width * 1.4) / 2, across: false })),
    };
  }
  const y = (h - wide * 1.4) / 2;
  const far = third
    ? [third.x - box.x + third.w / 2, third.y - box.y + third.h / 2]
    : [2 * (wide + gap) + wide * 0.7, h / 2];
  return {
    wide,
    at: Array.from({ length: n }, (_, i) =>
      i < 2
        ? { x: i * (w - wide), y, across: false }
        : { x: far[0] - wide / 2 + (i - 2) * wide * 0.45, y: far[1] - wide * 0.7, across: true },
    ),
  };
}

/** The drawing of a card in a box: its face, its back while nobody here knows it. @param {string | null} code */
const faceOf = code =>
  code
    ? `<span class="full">${card(code, { label: '' })}</span><span class="small">${card(code, { compact: true, label: '' })}</span>`
    : back({ label: '' });

export class CardBoxes {
  /**
   * @param {HTMLElement} host the element below the boxes
   * @param {Record<string, House.CardBox>} boxes by hand
   * @param {number[]} size of the drawing
   * @param {{x: number, y: number}} [from] where cards come from, in its units
   */
  constructor(host, boxes, size, from) {
    this.boxes = boxes;
    this.size = size;
    this.from = from ?? { x: size[0] * 0.92, y: 20 };
    /** @type {Client.State | null} */
    this.last = null;
    /** @type {[number, number] | null} */
    this.hostSize = null;
    /** @type {Map<string, HTMLElement>} */
    this.cards = new Map();
    /** @type {Map<string, HTMLElement>} */
    this.boxElements = new Map();
    /** The cards that I have turned. @type {Set<string>} */
    this.seen = new Set();
    /** Whether cards that I alone may see lie covered until I turn them. */
    this.covers = false;
    /** What squeezes them, once it is here. @type {import('./squeeze.js').Squeeze | null} */
    this.squeeze = null;
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
      Object.assign(e.style, {
        left: `${(box.x / w) * 100}%`,
        top: `${(box.y / h) * 100}%`,
        width: `${(box.w / w) * 100}%`,
        height: `${(box.h / h) * 100}%`,
      });
      e.innerHTML = '<b class="pill" hidden></b>';
      this.boxElements.set(name, e);
      this.root.append(e);
    }
    host.append(this.root);
    new ResizeObserver(() => {
      this.hostSize = null;
      this.fit();
    }).observe(host); // measured here only, because measuring while drawing forces a new layout of the page
  }

  /** @param {Client.State} s */
  render(s) {
    this.fit();
    this.last = s;
    /** @type {Set<string>} */
    const present = new Set();
    /** @type {HTMLElement[]} */
    const newCards = [];
    const previous = new Map(
      motion.reducedMotion() ? [] : [...this.cards].map(([id, c]) => [id, c.getBoundingClientRect()]),
    );
    for (const [name, e] of this.boxElements) this.drawHand(s, name, e, present, newCards);
    this.squeeze?.render(s, this.nextCovered(s));
    for (const [id, c] of this.cards)
      if (!present.has(id)) {
        if (s.animate !== false) motion.collect(c, this.point({ x: this.size[0] * 0.08, y: 20 }));
        c.remove();
        this.cards.delete(id);
      }
    for (const [id, c] of this.cards) {
      const was = previous.get(id);
      if (was && s.animate !== false) motion.slide(c, was, 0);
    }
    if (s.animate !== false) for (const c of newCards) motion.deal(c, this.point(this.from), 0);
  }

  /** Lay the boxes over the drawing, which keeps its proportions and is centred. */
  fit() {
    const host = this.root.parentElement;
    if (!host) return;
    const [W, H] = (this.hostSize ??= [host.clientWidth, host.clientHeight]);
    const [w, h] = this.size;
    const k = Math.min(W / w, H / h);
    if (k)
      Object.assign(this.root.style, {
        inset: 'auto',
        left: `${(W - w * k) / 2}px`,
        top: `${(H - h * k) / 2}px`,
        width: `${w * k}px`,
        height: `${h * k}px`,
      });
  }

  /**
   * @param {Client.State} s
   * @param {string} name
   * @param {HTMLElement} e
   * @param {Set<string>} present
   * @param {HTMLElement[]} newCards
   */
  drawHand(s, name, e, present, newCards) {
    const hand = s.hands[name];
    const box = this.boxes[name];
    const n = hand?.cards.length ?? 0;
    const { wide, at: positions } = cardPositions(box, n);
    const pill = find(e, '.pill');
    const result = s.results[name];
    e.classList.toggle('empty', !n);
    (hand?.ids ?? []).forEach((id, i) => {
      let c = this.cards.get(id);
      const code = hand.cards[i];
      const p = positions[i];
      if (!c) {
        c = document.createElement('span');
        c.className = 'cardbox';
        c.setAttribute('role', 'img');
        this.cards.set(id, c);
        newCards.push(c);
      }
      const shown = this.isCovered(s, name, i) ? '' : (code ?? '');
      if (c._code !== shown) {
        if (c._code === '' && s.animate !== false) motion.turn(c);
        c._code = shown;
        c.innerHTML = `<i class="${p.across ? 'across' : ''}">${faceOf(shown)}</i>`;
        c.setAttribute('aria-label', cardName(shown || null));
      }
      c.firstElementChild?.classList.toggle('across', p.across);
      Object.assign(c.style, {
        left: `${(p.x / box.w) * 100}%`,
        top: `${(p.y / box.h) * 100}%`,
        width: `${(wide / box.w) * 100}%`,
      });
      if (c.parentElement !== e) e.append(c);
      present.add(id);
    });
    const label = hand?.total;
    const text =
      label !== undefined &&
      label !== null &&
      hand.cards.some(Boolean) &&
      !hand.cards.some((_, i) => this.isCovered(s, name, i))
        ? String(label)
        : '';
    pill.hidden = !text;
    setHtml(pill, esc(text));
    pill.className = `pill${result ? ` is-${result.result}` : ''}`;
    e.classList.toggle('winner', result?.result === 'won');
    e.setAttribute('aria-label', [gameWord(s.table, name) || name, text].filter(Boolean).join(': '));
    e.setAttribute('role', 'group');
  }

  /**
   * The next card that only I may see and that I have not turned: of the side that is asked first.
   * @param {Client.State} s
   * @returns {import('./squeeze.js').Covered | null}
   */
  nextCovered(s) {
    const asked = (s.listen?.offers ?? []).filter(o => o.act === 'show').map(o => o.seat);
    const all = Object.keys(this.boxes).flatMap(hand =>
      (s.hands[hand]?.ids ?? []).map((id, index) => ({ id, hand, index, code: s.hands[hand].cards[index] ?? '' })),
    );
    const covered = all.filter(c => this.isCovered(s, c.hand, c.index));
    return covered.find(c => asked.includes(c.hand)) ?? covered[0] ?? null;
  }

  /** Whether a card was shown to me alone, and I have not turned it here. @param {Client.State} s @param {string} hand @param {number} index */
  isCovered(s, hand, index) {
    const h = s.hands[hand];
    return Boolean(this.covers && h?.cards[index] && h.only?.includes(index) && !this.seen.has(h.ids[index]));
  }

  /** Let the cards of a layout be squeezed. @param {{felt: Partial<House.LayoutFelt>, sumOn: (spot: string) => number}} about */
  async letSqueeze(about) {
    this.covers = true;
    const { Squeeze } = await import('./squeeze.js').catch(() => ({ Squeeze: null }));
    if (!Squeeze) this.covers = false; // the cards are shown, since they cannot be turned
    this.squeeze =
      Squeeze &&
      new Squeeze(this.root, {
        ...about,
        turned: c => {
          this.seen.add(c.id);
          if (this.last) this.render(this.last);
          this.liveRegion.textContent = Squeeze.told(c);
        },
      });
    if (this.last) this.render(this.last);
  }

  /** A point of the drawing on the screen. @param {Client.Spot} spot */
  point({ x, y }) {
    const r = this.root.getBoundingClientRect();
    const [w, h] = this.size;
    return { x: r.left + (r.width * x) / w, y: r.top + (r.height * y) / h };
  }
}
