// A poker table: places around it with stack, cards and bet; board and pot in the middle; the viewer at the bottom with
// their own cards open. Same interface as the other cloths: it gets the state and draws it. It knows no game.

import { useDeck } from '../core/kit.js';
import { NOT_YET } from '../core/api.js';
import { find } from '../core/dom.js';
import { cardName, endSentence, gameWord, joinList, joinSentences, joinWithColon, lang, t } from '../core/i18n.js';
import * as motion from '../core/motion.js';
import { esc } from '../core/text.js';
import { setHtml } from '../core/update.js';
import { AllInEquity } from './all_in_equity.js';
import { myBoardCards, myHandWords, wholeText } from './hand_words.js';
import { peek } from './peek.js';
import { myPlace, readPots, ringOf } from './pot_state.js';
import { renderRing } from './ring_board.js';
import { variantName, variantText } from './ring_captions.js';
import { arrangePlaces } from './ring_places.js';
import { drawLastPots, drawMiddle, drawPaid, moveChips } from './ring_pots.js';
import { drawCards, drawSeat, el } from './ring_seats.js';

/** In a room narrower or lower than this the table is drawn tall. */
const WIDE_ROOM = { width: 640, height: 330, ratio: 1.35 };

const EYE =
  '<svg viewBox="0 0 24 24" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="1.6"><path d="M2 12Q12 1 22 12 12 23 2 12Z"/><circle cx="12" cy="12" r="3.2"/></svg>';

/** @typedef {import('./pot_state.js').Pots} Pots */

export class PotTable {
  /** @param {HTMLElement} root @param {{sit: (place: string) => void}} actions */
  constructor(root, actions) {
    useDeck('four');
    this.root = root;
    this.actions = actions;
    this.built = '';
    /** @type {Client.State} */
    this.last = NOT_YET;
    this.tall = false;
    /** @type {DOMRect | null} */
    this.box = null;
    /** The oval in the orientation in which it is drawn. @type {Client.Oval & {ring: House.Ring}} */
    this.data = NOT_YET;
    /** @type {Map<string, HTMLElement>} */
    this.cards = new Map();
    /** @type {Map<string, HTMLElement>} */
    this.items = new Map();
    /** @type {(Pick<Pots, 'round' | 'won' | 'gathered'> & {coup: string}) | null} */
    this.lastPots = null;
    /** The clock of the player whose turn it is, and when it ends. @type {House.Clock | null} */
    this.clock = null;
    this.until = 0;
    /** @type {HTMLElement} */
    this.sheet = NOT_YET;
    /** @type {HTMLElement} */
    this.list = NOT_YET;
    /** @type {HTMLElement} */
    this.mid = NOT_YET;
    /** @type {HTMLElement} */
    this.kind = NOT_YET;
    /** @type {HTMLElement} */
    this.pot = NOT_YET;
    /** @type {HTMLElement} */
    this.board = NOT_YET;
    /** @type {HTMLElement} */
    this.parts = NOT_YET;
    /** @type {HTMLElement} */
    this.past = NOT_YET;
    /** @type {HTMLElement} */
    this.odds = NOT_YET;
    /** My hand in words. @type {HTMLElement} */
    this.words = NOT_YET;
    /** What I have put into the pot. @type {HTMLElement} */
    this.paid = NOT_YET;
    /** Ways to other pages. @type {HTMLElement} */
    this.more = NOT_YET;
    this.ticker = 0;
    this.arranged = '';
    /** @type {HTMLElement} */
    this.dock = NOT_YET;
    /** @type {HTMLElement} */
    this.liveRegion = NOT_YET;
    this.looking = false;
    this.equity = new AllInEquity(() => this.last && this.render(this.last));
    const sized = new ResizeObserver(() => {
      this.box = null;
      if (this.last) this.render(this.last);
    }); // measured here only, because measuring while drawing forces a new layout of the page
    for (const element of [root, this.frame]) sized.observe(element);
    peek.onChange(() => this.last && this.render(this.last));
  }

  /** What the drawing lies in. */
  get frame() {
    return this.root.parentElement ?? this.root;
  }

  /** @param {Client.State} s */
  build(s) {
    const felt = /** @type {House.OvalFelt} */ (/** @type {object} */ (s.table.felt));
    const ring = ringOf(s);
    const { root } = this;
    this.data = { ...felt, ring };
    root.classList.add('oval', 'ring');
    root.classList.toggle('tall', this.tall);
    this.frame.style.setProperty('--felt', `var(--felt-${felt.cloth})`);
    this.frame.dataset.cloth = felt.cloth;
    for (const c of this.cards.values()) c.remove();
    this.cards = new Map();
    root.innerHTML = `<div class="sheet">${renderRing(felt, this.tall)}<ol class="oseats"></ol><div class="rmid"><div class="rkind"></div><div class="rpot"></div><div class="rboard" role="group"></div><ul class="rparts"></ul></div><div class="rlast"></div><nav class="rmore"></nav><div class="rrace"></div>
      <div class="rpaid" hidden></div><div class="rwords" role="status"></div><div class="dock" hidden><button type="button" class="peek"></button><button type="button" class="ghost tool keep" aria-pressed="false"></button></div><span class="sr" role="status"></span></div>`;
    /** @param {string} q */
    const $ = q => /** @type {HTMLElement} */ (root.querySelector(q)); // null for a part that this table has not
    this.sheet = $('.sheet');
    this.list = $('.oseats');
    this.mid = $('.rmid');
    this.kind = $('.rkind');
    this.pot = $('.rpot');
    this.board = $('.rboard');
    this.parts = $('.rparts');
    this.past = $('.rlast');
    this.odds = $('.rrace');
    this.words = $('.rwords');
    this.paid = $('.rpaid');
    this.more = $('.rmore');
    this.dock = $('.dock');
    this.liveRegion = $('.sheet > .sr');
    this.board.innerHTML = `<span class="slots" aria-hidden="true">${'<i></i>'.repeat(ring.common)}</span><span class="row"></span>`;
    this.board.setAttribute('aria-label', gameWord(s.table, ring.board));
    this.items = new Map();
    for (const { place } of felt.places) {
      const item = el(
        'li',
        'rseat',
        '<button type="button" class="oname"></button><span class="rhand"></span><span class="rbet"></span>',
      );
      item.dataset.place = place;
      find(item, '.oname').onclick = () => this.actions.sit(place);
      this.items.set(place, item);
      this.list.append(item);
    }
    this.arranged = '';
    this.bindLook();
    this.built = `${s.table.id} ${this.tall} ${lang()}`;
  }

  /** Put every place where it is drawn: I am at the bottom, and the numbers turn with me. @param {string} mine */
  arrange(mine) {
    const arranged = `${mine} ${this.tall}`;
    if (this.arranged === arranged) return;
    this.arranged = arranged;
    for (const [place, spot] of arrangePlaces([...this.items.keys()], mine, this.tall)) {
      const item = this.items.get(place);
      if (!item) continue;
      item.dataset.side = spot.side;
      item.dataset.row = String(spot.row);
      /** @type {Record<string, number>} */
      const at = { x: spot.x, y: spot.y, hx: spot.cards[0], hy: spot.cards[1], bx: spot.chips[0], by: spot.chips[1] };
      for (const [name, value] of Object.entries(at)) item.style.setProperty(`--${name}`, `${value.toFixed(2)}%`);
      item.style.setProperty('--d', spot.side === 'right' ? '-1' : '1');
    }
    // Readers meet the places in the order in which they sit, from mine on.
    const places = [...this.items.keys()];
    const first = Math.max(0, places.indexOf(mine));
    this.list.append(...[...places.slice(first), ...places.slice(0, first)].flatMap(p => this.items.get(p) ?? []));
  }

  /** Whether my own cards are open to me now. @param {Client.State} s */
  seesOwn(s) {
    return peek.always || this.looking || !s.hands[myPlace(s)]?.only?.length;
  }

  /** The seconds of the place that acts, as long as its clock runs. */
  countDown() {
    clearTimeout(this.ticker);
    const sec = this.list.querySelector('.sec');
    const left = Math.ceil((this.until - performance.now()) / 1000);
    if (!sec) return;
    sec.textContent = String(Math.max(0, left));
    const arc = /** @type {SVGElement | null} */ (this.list.querySelector('.seatring'));
    arc?.classList.toggle('late', left <= 5);
    if (arc && this.clock && motion.reducedMotion())
      find(arc, '.left').style.strokeDasharray = `${(100 * left) / Math.max(1, this.clock.of)} 100`;
    if (left > 0) this.ticker = setTimeout(() => this.countDown(), 250);
  }

  /** My cards are shown while a pointer or a key is held on them. */
  bindLook() {
    const look = find(this.dock, '.peek');
    const keep = find(this.dock, '.keep');
    look.onpointerdown = e => {
      look.setPointerCapture(e.pointerId);
      this.look(true);
    };
    look.onpointerup = look.onpointercancel = look.onlostpointercapture = () => this.look(false);
    look.oncontextmenu = e => e.preventDefault();
    look.onkeydown = e => {
      if (e.key === ' ' || e.key === 'Enter') {
        e.preventDefault();
        e.stopPropagation();
        this.look(true, true);
      }
    };
    look.onkeyup = e => {
      if (e.key === ' ' || e.key === 'Enter') this.look(false);
    };
    look.onblur = () => this.look(false);
    keep.onclick = () => peek.setAlways(!peek.always);
  }

  /**
   * @param {boolean} shown
   * @param {boolean} [aloud] whether they are also announced to screen readers: when a key is used
   */
  look(shown, aloud = false) {
    if (this.looking === shown) return;
    this.looking = shown;
    if (this.last) this.render(this.last);
    if (shown && aloud && !this.dock.hidden)
      this.liveRegion.textContent = endSentence(find(this.dock, '.peek').getAttribute('aria-label') ?? '');
    if (!shown) this.liveRegion.textContent = '';
  }

  /** @param {Client.State} s */
  render(s) {
    if (!s.table) return;
    this.last = s;
    const box = (this.box ??= this.frame.getBoundingClientRect());
    this.tall =
      box.width < WIDE_ROOM.width ||
      box.height < WIDE_ROOM.height ||
      box.width / Math.max(1, box.height) < WIDE_ROOM.ratio;
    if (this.built !== `${s.table.id} ${this.tall} ${lang()}`) this.build(s);
    this.arrange(myPlace(s));
    const pots = readPots(s);
    /** @type {Set<string>} */
    const present = new Set();
    /** @type {HTMLElement[]} */
    const newCards = [];
    this.root.classList.toggle('shown', pots.shown);
    this.frame.dataset.ring = pots.shown ? 'shown' : 'open';
    this.root.classList.toggle('low', this.tall && box.height < 380);
    this.root.classList.toggle('seated', Boolean(myPlace(s)));
    this.root.style.setProperty(
      '--hole',
      String(
        Math.max(
          2,
          ...Object.entries(s.hands)
            .filter(([h]) => /^\d+$/.test(h))
            .map(([, h]) => h.cards.length),
        ),
      ),
    ); // the number of hole cards changes at a mixed table
    const holder = s.steps.findLast(e => this.data.calls.holder.includes(e.call ?? ''))?.seat ?? s.shown?.hand ?? '';
    for (const [place, item] of this.items) drawSeat(this, s, pots, place, item, holder === place, present, newCards);
    const rises = pots.shown || !this.seesOwn(s) ? new Set() : myBoardCards(s);
    drawCards(this, find(this.board, '.row'), s.hands[this.data.ring.board], pots.best, s, present, newCards, {
      rises,
    });
    for (const [id, c] of this.cards)
      if (!present.has(id)) {
        if (s.animate !== false) motion.collect(c, this.dealerPoint());
        c.remove();
        this.cards.delete(id);
      }
    if (s.animate !== false) for (const c of newCards) motion.deal(c, this.dealerPoint(), 0);
    const printed = this.sheet.querySelector('.cloth text');
    const name = variantName(s); // what is dealt now is written on the cloth
    const variant = name ? name.toLocaleUpperCase(lang()) : variantText(s);
    if (printed && printed.textContent !== variant) printed.textContent = variant;
    setHtml(this.kind, printed ? '' : esc(name || variant));
    drawMiddle(this, s, pots);
    moveChips(this, s, pots);
    drawPaid(this, s, pots);
    const past = s.previous?.coup.id;
    setHtml(
      this.more,
      `<a href="tables.html?ids=${encodeURIComponent(s.table.id)}">${esc(t('tables.more'))}</a>${
        past ? `<a href="replay.html?coup=${encodeURIComponent(past)}">${esc(t('replay.mine'))}</a>` : ''
      }`,
    );
    this.drawMyCards(s);
    drawLastPots(this, s);
    setHtml(
      this.odds,
      pots.shown || s.awaits
        ? this.equity.render(s, place =>
            (s.seats.find(x => x.place === place)?.name || t('place.n', { n: place })).replace(/ \(bot\)$/, ''),
          )
        : '',
    );
  }

  /** Give the whole record, also what is not yet drawn. @param {Client.State} s */
  setRecord(s) {
    this.equity.setRecord(s);
  }

  /** What belongs to my own cards: how they are hidden and seen, and what they make. @param {Client.State} s */
  drawMyCards(s) {
    const place = myPlace(s);
    const hand = place ? s.hands[place] : undefined;
    const { dock } = this;
    const look = /** @type {HTMLButtonElement} */ (find(dock, '.peek'));
    const keep = find(dock, '.keep');
    dock.hidden = !hand?.cards.some(Boolean);
    const open = this.seesOwn(s);
    const words = hand && !dock.hidden && open && !Object.keys(s.results).length ? myHandWords(s) : null;
    setHtml(
      this.words,
      words
        ? `<b>${esc(words.name)}</b> <small>${esc(words.next)}${
            words.improves
              ? `<span class="more">${words.next ? esc(t('sign.stop')) : ''} ${esc(words.improves)}</span>`
              : ''
          }</small>`
        : '',
    );
    if (!hand || dock.hidden) {
      this.looking = false;
      return;
    }
    const shown = !hand.only?.length;
    setHtml(
      look,
      open ? '' : `<span class="hint">${esc(t('ring.hold'))} <kbd>${esc(gameWord(s.table, 'key.look'))}</kbd></span>`,
    );
    look.setAttribute(
      'aria-label',
      open
        ? joinSentences([
            joinWithColon(t('ring.mine'), joinList(hand.cards.map(cardName))),
            words ? wholeText(words) : '',
          ])
        : t('ring.look'),
    );
    look.disabled = shown;
    keep.hidden = shown;
    keep.setAttribute('aria-pressed', String(!peek.always));
    setHtml(keep, `${EYE}<span>${esc(t(peek.always ? 'ring.cover' : 'ring.always'))}</span>`);
  }

  /** The point from which cards come: the dealer sits at the top. */
  dealerPoint() {
    if (motion.reducedMotion()) return { x: 0, y: 0 };
    const r = this.sheet.getBoundingClientRect();
    return { x: r.left + r.width / 2, y: r.top + 10 };
  }

  fit() {
    if (this.last) this.render(this.last);
  }

  hurry() {
    /* nothing rolls here */
  }
}
