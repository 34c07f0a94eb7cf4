// A table with places on an arc: hands, bets, names and the last results of the bank, drawn from the state.

import { NOT_YET } from '../core/api.js';
import { placeOf } from '../core/bet_names.js';
import { find } from '../core/dom.js';
import { cardName, gameWord, joinWithColon, netClass, t } from '../core/i18n.js';
import { back, card } from '../core/kit.js';
import * as motion from '../core/motion.js';
import { isClosed, offersOf } from '../core/offers.js';
import { handsOf, isMyBet, isMyPlace, mainBetsOn, placeNet } from '../core/state.js';
import { setHtml } from '../core/update.js';
import { drawFixed } from './arc_fixed.js';
import { SHOE_POSITION, renderCloth, trayPosition } from './felt.js';
import { lowScreen, narrowScreen } from './screens.js';
import { drawSideBets, drawSpot, placeText } from './seat_bets.js';
import { fit, frontPlaces } from './seat_fit.js';
import { el, escapeHtml, netFigure, shortName, toggleClass } from './seat_parts.js';

export class ArcTable {
  /**
   * @param {HTMLElement} board
   * @param {{onSpot: (seat: string) => void, onPlace: (place: string) => void, onSit: (place: string) => void, pending:
   *   (place: string) => number, reserve: (place: string) => boolean, target: () => string, chip: () => number}}
   *   actions
   */
  constructor(board, actions) {
    this.board = board;
    this.actions = actions;
    /** @type {Map<string, HTMLElement>} */
    this.cards = new Map();
    /** @type {Map<string, HTMLElement>} */
    this.places = new Map();
    this.game = '';
    this.width = 0;
    /** @type {Client.State} */
    this.last = NOT_YET;
    /** @type {House.ArcFelt} */
    this.felt = NOT_YET;
    /** The places that are drawn larger. @type {string[]} */
    this.front = [];
    this.results = el('div', 'last');
    this.bank = el(
      'div',
      'bank',
      '<span class="name"></span><div class="hand" data-hand="bank"><b class="pill" hidden></b></div>',
    );
    this.motto = el('p', 'motto phone');
    this.motto.lang = 'pt';
    this.seats = el('ol', 'seats');
    this.band = el('div', 'band');
    this.corners = el('div', 'corners');
    /** Where cards lie that are in no hand. @type {Record<string, HTMLElement>} */
    this.asides = {};
    new ResizeObserver(() => {
      this.width = 0;
      if (this.last) fit(this, this.last);
    }).observe(board); // measured here only, because measuring while drawing forces a new layout of the page
    for (const turned of [narrowScreen, lowScreen])
      // the device was rotated
      turned.addEventListener('change', () => this.last && this.render({ ...this.last, animate: false }));
  }

  /** Build the fixed parts: cloth, bank, indicator, one item a place. @param {Client.Table} table */
  build(table) {
    const felt = /** @type {House.ArcFelt} */ (/** @type {object} */ (table.felt));
    this.felt = felt;
    this.board.innerHTML = renderCloth(felt);
    this.board.parentElement?.style.setProperty('--felt', `var(--felt-${felt.cloth})`);
    this.cards.clear();
    this.places.clear();
    this.seats.textContent = '';
    this.corners.textContent = '';
    this.asides = {};
    for (const name of ['burn', 'aside', 'spoilt']) {
      this.asides[name] = el(
        'div',
        'corner',
        `<span></span><div class="hand" data-hand="${name}"><b class="pill" hidden></b></div>`,
      );
      this.asides[name].hidden = true;
    }
    this.corners.append(...Object.values(this.asides));
    this.board.append(this.results, this.bank, this.motto, this.band, this.corners, this.seats);
    for (const place of felt.places) {
      const item = el('li', 'seat');
      item.style.setProperty('--x', `${place.x}%`);
      item.style.setProperty('--y', `${place.y}%`);
      item.style.setProperty('--a', `${place.lean}deg`);
      item.style.setProperty('--o', String(20 - Number(place.place)));
      item._lean = place.lean;
      item._place = place;
      item.innerHTML = `<span class="sr"></span><div class="play"></div>${felt.spots ? '<div class="sides"></div>' : ''}<span class="tag"><button type="button" class="who"></button><b class="gain" hidden></b><button type="button" class="sitb" hidden></button></span>`;
      find(item, '.who').onclick = e => {
        if (e.detail && e.currentTarget instanceof HTMLElement) e.currentTarget.blur();
        this.actions.onPlace(place.place);
      };
      find(item, '.sitb').onclick = () => this.actions.onSit(place.place);
      this.buildSpots(item, place.place, felt);
      toggleClass(item, 'east', place.x > 55);
      this.places.set(place.place, item);
      this.seats.append(item);
    }
    this.game = table.id;
    toggleClass(this.board, 'alone', felt.places.length === 1);
    toggleClass(this.board, 'five', felt.hand === 5);
    this.board.dataset.cloth = felt.cloth;
    const spots = (felt.spots ?? []).length;
    toggleClass(this.board, 'sided', spots);
    toggleClass(this.board, 'rich', spots > 5);
    toggleClass(this.board, 'crowd', felt.places.length > 7);
  }

  /**
   * Build the spots of a place's additional bets: circles, the button and numbered boxes of streaks, the slot of the
   * jackpot.
   * @param {HTMLElement} item
   * @param {string} place
   * @param {House.ArcFelt} felt
   */
  buildSpots(item, place, felt) {
    const spots = felt.spots ?? [];
    item._spots = new Map();
    if (!spots.length) return;
    const box = find(item, '.sides');
    for (const spot of spots) {
      if (spot.streak && felt.buttons && !item._button) {
        if (spots.length > 4 && item._spots.size) box.append(el('i', 'br'));
        item._button = el('span', 'button');
        item._button.hidden = true;
        box.append(item._button);
      }
      const b = el('button', `sp ${spot.streak ? 'streak' : spot.spot === 'jackpot' ? 'slot' : 'round'}`);
      const seat = `${place}/${spot.spot}`;
      b.type = 'button';
      b.dataset.seat = seat;
      b.onclick = e => {
        if (e.detail) b.blur();
        this.actions.onSpot(seat);
      };
      item._spots.set(seat, { b, spot });
      box.append(b);
    }
  }

  /** @param {Client.State} s */
  render(s) {
    if (!s.table) return;
    if (this.game !== s.table.id) this.build(s.table);
    const moves = !motion.reducedMotion();
    const was = new Map(moves ? [...this.cards].map(([id, c]) => [id, c.getBoundingClientRect()]) : []);
    this.last = s;
    this.front = frontPlaces(this, s);
    drawFixed(this, s);
    /** @type {Set<string>} */
    const present = new Set();
    /** @type {HTMLElement[]} */
    const newCards = [];
    this.drawHand(s, 'bank', find(this.bank, '.hand'), present, newCards);
    for (const [name, corner] of Object.entries(this.asides)) {
      corner.hidden = !s.hands[name];
      setHtml(find(corner, 'span'), escapeHtml(gameWord(s.table, name)));
      this.drawHand(s, name, find(corner, '.hand'), present, newCards);
    }
    for (const [place, item] of this.places) this.drawPlace(s, place, item, present, newCards);
    for (const [id, c] of this.cards)
      if (!present.has(id)) {
        if (moves) motion.collect(c, this.screenPoint(trayPosition(this.felt)));
        c.remove();
        this.cards.delete(id);
      }
    fit(this, s);
    for (const [id, c] of this.cards) {
      const before = was.get(id);
      if (before) motion.slide(c, before, this.leanOf(c));
    }
    // measured only if something moves
    const from = moves && newCards.length ? this.screenPoint(SHOE_POSITION) : SHOE_POSITION;
    for (const c of newCards) if (s.animate !== false) motion.deal(c, from, this.leanOf(c));
  }

  /**
   * @param {Client.State} s
   * @param {string} place
   * @param {HTMLElement} item
   * @param {Set<string>} present
   * @param {HTMLElement[]} newCards
   */
  drawPlace(s, place, item, present, newCards) {
    /** @type {Client.Seat} */
    const seat = s.seats.find(x => x.place === place) ?? { name: '', yours: false };
    const yours = isMyPlace(s, place);
    const names = handsOf(s, place);
    const play = find(item, '.play');
    const decided = Object.keys(s.results).filter(h => placeOf(h) === place && !h.includes('/'));
    const rows = names.length || decided.length ? [...new Set([...names, ...decided])].sort() : [place];
    const free = !seat.name && !yours;
    const offered = !isClosed(s) && offersOf(s, 'sit').some(o => o.seat === place);
    const sit = offered || (free && this.actions.reserve(place));
    // Where one may also bet on a free place, the circle takes the bet and a button takes the seat.
    const bets = !isClosed(s) && offersOf(s, 'bet').some(o => o.seat === place);
    const mixed = sit && bets;
    const hasMyBet = Object.keys(s.bets).some(b => placeOf(b) === place && isMyBet(s, b));
    toggleClass(item, 'me', this.front.includes(place));
    toggleClass(item, 'free', free);
    toggleClass(item, 'off', seat.online === false && !free);
    toggleClass(item, 'busy', names.length);
    toggleClass(item, 'here', hasMyBet && !yours);
    for (const sub of /** @type {HTMLElement[]} */ ([...play.children]))
      if (!rows.includes(sub.dataset.hand ?? '')) sub.remove();
    rows.forEach((name, i) => {
      let sub = play.querySelector(`[data-hand="${name}"]`);
      if (!sub) {
        sub = el(
          'div',
          'sub',
          `<div class="hand"><b class="pill" hidden></b></div><div class="ring"><button type="button" class="spot"></button><button type="button" class="others" hidden></button></div>`,
        );
        sub.dataset.hand = name;
        const made = sub;
        find(made, '.spot').onclick = e => {
          // so that Enter deals after a click
          if (e.detail && e.currentTarget instanceof HTMLElement) e.currentTarget.blur();
          if (made._sit) this.actions.onSit(place);
          else this.actions.onSpot(place);
        };
        find(sub, '.others').onclick = () => this.actions.onPlace(place);
      }
      if (play.children[i] !== sub) play.insertBefore(sub, play.children[i] ?? null);
      this.drawHand(s, name, find(sub, '.hand'), present, newCards);
      drawSpot(this, s, place, name, sub, { yours, sit: sit && !mixed, bets });
    });
    drawSideBets(this, s, place, item);
    const who = find(item, '.who');
    const sitb = find(item, '.sitb');
    setHtml(
      who,
      `<i>${place}</i><span>${
        yours
          ? t('you')
          : seat.name
            ? escapeHtml(this.isPhone() ? shortName(seat.name) : seat.name)
            : sit
              ? ''
              : t('free')
      }</span>${seat.online === false && seat.name ? ` <em>${t('offline')}</em>` : ''}`,
    );
    const open = joinWithColon(t('place.n', { n: place }), t('place.open'));
    if (who.getAttribute('aria-label') !== open) who.setAttribute('aria-label', open);
    sitb.hidden = !mixed;
    setHtml(sitb, mixed ? t(s.reservedPlace === place ? 'sit.kept' : 'sit') : '');
    if (mixed) sitb.setAttribute('aria-label', joinWithColon(t('sit'), t('place.n', { n: place })));
    // The net result of the whole place, if it has several bets.
    const parts = Object.keys(s.settlements).filter(b => placeOf(b) === place).length;
    const net = parts > 1 && rows.every(h => s.results[h] && !mainBetsOn(s, h).length) ? placeNet(s, place) : null;
    const gain = find(item, '.gain');
    gain.hidden = net === null;
    if (net !== null) {
      gain.className = `gain ${netClass(net)}`;
      setHtml(gain, netFigure(net));
    }
    setHtml(find(item, '.sr'), placeText(this, s, place, seat, yours, rows));
    toggleClass(item, 'bets', (yours || this.front.includes(place)) && !names.length && !decided.length);
  }

  /**
   * Draw a row of cards and its total.
   * @param {Client.State} s
   * @param {string} name
   * @param {HTMLElement} box
   * @param {Set<string>} present
   * @param {HTMLElement[]} newCards
   */
  drawHand(s, name, box, present, newCards) {
    const hand = s.hands[name];
    const pill = find(box, '.pill');
    const result = s.results[name];
    (hand?.ids ?? []).forEach((id, i) => {
      let c = this.cards.get(id);
      const code = hand.cards[i];
      if (!c) {
        c = el('span', 'cardbox');
        c.setAttribute('role', 'img');
        this.cards.set(id, c);
        newCards.push(c);
      }
      if (c._code !== (code ?? '')) {
        if (c._code === '') motion.turn(c);
        c._code = code ?? '';
        c.innerHTML = code
          ? `<i class="full">${card(code, { label: '' })}</i><i class="small">${card(code, { compact: true, label: '' })}</i>`
          : back({ label: '' });
      }
      c.setAttribute('aria-label', cardName(code));
      if (box.children[i] !== c) box.insertBefore(c, box.children[i] ?? null);
      present.add(id);
    });
    const natural = result?.result === 'blackjack' || (result?.hand === 'bank' && result.result === 'blackjack');
    const out = !hand && result && name !== 'bank' && s.hands.bank;
    const label = natural
      ? 'BJ'
      : hand?.total !== undefined && hand.cards.some(Boolean)
        ? `${hand.soft ? '<small>A</small>' : ''}${hand.total}`
        : out
          ? escapeHtml(gameWord(s.table, `result.${result.result}`))
          : '';
    pill.hidden = !label;
    setHtml(pill, label);
    pill.className = `pill${natural ? ' bj' : ''}${result ? ` is-${result.result}` : ''}${hand?.soft && !result ? ' soft' : ''}${out ? ' word' : ''}`;
    if (hand?.soft) pill.title = t('soft');
    else pill.removeAttribute('title');
    box.style.setProperty('--n', String(Math.max(2, hand?.ids.length ?? 2)));
    box._cards = Math.max(2, hand?.ids.length ?? 2);
  }

  /** @param {HTMLElement} c */
  leanOf(c) {
    const seat = c.closest('.seat');
    return seat && !this.isPhone() ? (seat._lean ?? 0) : 0;
  }
  isPhone() {
    return narrowScreen.matches;
  }

  /** A point of the cloth on the screen. @param {Client.Spot} spot */
  screenPoint({ x, y }) {
    const r = this.board.getBoundingClientRect();
    return { x: r.left + (r.width * x) / 100, y: r.top + (r.height * y) / 100 };
  }
}
