// How the places of an arc share the room of the cloth.

import { placeOf } from '../core/bet_names.js';
import { find } from '../core/dom.js';
import { isBetting } from '../core/offers.js';
import { handsOf, isMyBet, isMyPlace } from '../core/state.js';
import { placeRoom } from './felt.js';
import { lowScreen } from './screens.js';
import { firstRow, toggleClass } from './seat_parts.js';

/**
 * The places that are drawn larger: mine; on a phone, if I have none, those that I have bet on or am about to.
 * @param {import('./seats.js').ArcTable} cloth
 * @param {Client.State} s
 */
export function frontPlaces(cloth, s) {
  const all = [...cloth.places.keys()];
  const myPlaces = all.filter(p => isMyPlace(s, p));
  if (!cloth.isPhone()) return myPlaces;
  // A phone has room for one place with all its spots, or for a few hands that can still be read.
  const hands = myPlaces.reduce(
    (n, p) =>
      n +
      Math.max(
        1,
        handsOf(s, p).length,
        Object.keys(s.results).filter(h => placeOf(h) === p && !h.includes('/')).length,
      ),
    0,
  );
  if (
    myPlaces.length > 1 &&
    (cloth.board.classList.contains('rich') ||
      hands > (cloth.board.clientWidth * (lowScreen.matches ? 0.56 : 1) < 480 ? 3 : 6))
  ) {
    const active =
      myPlaces.find(p => (s.listen?.awaiting ?? []).some(h => placeOf(h) === p) && !isBetting(s)) ??
      myPlaces.find(p => p === placeOf(cloth.actions.target() || ''));
    return [active ?? myPlaces[0]];
  }
  if (myPlaces.length) return myPlaces;
  const bet = all.filter(p => Object.keys(s.bets).some(b => placeOf(b) === p && isMyBet(s, b)));
  const target = placeOf(cloth.actions.target() || '');
  return (
    bet.length ? [...new Set([...(bet.includes(target) ? [target] : []), ...bet])] : target ? [target] : []
  ).slice(0, cloth.board.classList.contains('rich') ? 1 : 2);
}

/**
 * Shrink hands, circles and cards so that each place stays within its part of the cloth.
 * @param {import('./seats.js').ArcTable} cloth
 * @param {Client.State} s
 */
export function fit(cloth, s) {
  const phone = cloth.isPhone();
  const front = cloth.front;
  const cols = Math.max(1, cloth.places.size - front.length);
  const whole = (cloth.width ||= cloth.board.clientWidth);
  const wide = lowScreen.matches ? whole * 0.56 : whole;
  cloth.board.style.setProperty('--cols', String(cols));
  toggleClass(cloth.board, 'abreast', phone && front.length > (lowScreen.matches ? 1 : 2));
  cloth.board.style.setProperty('--cell', `${((whole - 16) / cols).toFixed(1)}px`);
  for (const [place, item] of cloth.places) {
    const subs = [...item.querySelectorAll('.sub')];
    toggleClass(item, 'split', subs.length > 1);
    if (!phone) {
      fitPlace(cloth, item, subs);
      continue;
    }
    const yours = front.includes(place);
    const each = front.length || 1;
    const n = Math.max(2, ...subs.map(sub => sub.firstElementChild?._cards ?? 2));
    toggleClass(item, 'many', yours && (subs.length > 2 || each > 1 || (subs.length > 1 && wide < 480)));
    if (!yours) {
      for (const sub of subs) firstRow(sub).style.removeProperty('--lap');
      continue;
    }
    const base = Math.max(94, wide * 0.15);
    const gap = subs.length > 2 || each > 1 ? 8 : 26;
    const room = ((wide - 20) / each - (subs.length - 1) * gap - 4) / subs.length;
    const step = Math.min(0.45, Math.max(0.2, (room / (base * 0.6) - 1) / (n - 1)));
    item.style.setProperty('--fit', Math.max(0.32, Math.min(1, room / (base * (1 + step * (n - 1))))).toFixed(3));
    for (const sub of subs) firstRow(sub).style.setProperty('--lap', (step - 1).toFixed(3));
    item.style.setProperty('--own', String(each));
    item.style.setProperty('--k', String(each - 1 - front.indexOf(place)));
  }
  if (phone) tighten(cloth, s);
}

/**
 * On a phone everything must end above the caption: the cloth shrinks step by step.
 * @param {import('./seats.js').ArcTable} cloth
 * @param {Client.State} s
 */
function tighten(cloth, s) {
  const { board } = cloth;
  const steps = ['t1', 't2', 't3', 't4'];
  const low = [...board.querySelectorAll('.me')];
  const hand = find(cloth.bank, '.hand');
  const end = () =>
    lowScreen.matches
      ? cloth.results.getBoundingClientRect().bottom
      : Math.max(
          hand.getBoundingClientRect().bottom,
          s.hands.bank ? find(hand, '.pill').getBoundingClientRect().bottom : 0,
        ) + 6;
  board.classList.remove(...steps);
  const full = () => board.scrollHeight > board.clientHeight + 1 || low.some(x => topOf(x) < end());
  for (const step of steps) {
    if (!full()) return;
    board.classList.add(step);
  }
}

/**
 * Where what lies at a place begins: it stands on the lower edge of its part of the cloth.
 * @param {Element} item
 */
function topOf(item) {
  return Math.min(...[...item.children].map(x => x.getBoundingClientRect()).map(b => (b.height ? b.top : Infinity)));
}

/**
 * Half the width that a place would like to have, in units of the cloth.
 * @param {import('./seats.js').ArcTable} cloth
 * @param {HTMLElement} item
 */
function wantedWidth(cloth, item) {
  const subs = [...item.querySelectorAll('.sub')];
  const cards = Math.max(2, ...subs.map(sub => sub.firstElementChild?._cards ?? 2));
  const yours = item.classList.contains('me');
  return subs.length > 1
    ? Math.min(3, subs.length) * (yours ? 58 : 40)
    : (yours ? 44 : 34) * (1 + 0.4 * (cards - 1)) + (item.querySelector('.others:not([hidden])') ? 18 : 4);
}

/**
 * Make hands, cards and circles of a place as large as its part of the cloth allows.
 * @param {import('./seats.js').ArcTable} cloth
 * @param {HTMLElement} item
 * @param {HTMLElement[]} subs
 */
function fitPlace(cloth, item, subs) {
  /** @param {string} p */
  const at = p => cloth.places.get(p) ?? item;
  const { left, right, deep } = placeRoom(
    cloth.felt,
    item._place ?? cloth.felt.places[0],
    p => wantedWidth(cloth, at(p)),
    p => at(p).querySelectorAll('.sub').length > 1,
  );
  const yours = item.classList.contains('me');
  const alone = cloth.places.size === 1;
  const rich = cloth.board.classList.contains('rich');
  const n = subs.length;
  const shift = n > 1 ? Math.max(-40, Math.min(40, (right - left) / 2)) : 0;
  const room2 = 2 * (Math.min(left + shift, right - shift) - 3);
  const cards = Math.max(2, ...subs.map(sub => sub.firstElementChild?._cards ?? 2));
  const base = alone ? 94 : (yours ? 84 : 66) * (rich ? 0.88 : 1);
  /** @param {number} cols */
  const lay = cols => {
    const rows = Math.ceil(n / cols);
    const cell = (room2 - (cols - 1) * 8) / cols;
    const r = n > 1 ? Math.min(n < 3 ? 26 : 22, (deep / rows - 28) / 3.4, cell * 0.36) : rich ? 25 : yours ? 33 : 31;
    const tall = (deep - (rows - 1) * 12) / rows - 2 * r - (n > 1 ? 13 : 22);
    let step = yours ? 0.45 : 0.4;
    let c = Math.min(base, tall / 1.4, cell / (1 + 0.3 * (cards - 1)));
    step = Math.min(step, Math.max(0.2, (cell / c - 1) / (cards - 1)));
    c = Math.max(18, Math.min(c, cell / (1 + step * (cards - 1))));
    return { cols, r, c, step, cell };
  };
  // One row, or two where one leaves too little room for the cards or their totals.
  const row = lay(n);
  const two = n > 2 ? lay(Math.ceil(n / 2)) : row;
  const { cols, r, c, step } = row.cell < 42 || row.c < two.c * 1.1 ? two : row;
  item.style.setProperty('--c', c.toFixed(1));
  item.style.setProperty('--cr', r.toFixed(1));
  item.style.setProperty('--cols-n', String(cols));
  item.style.setProperty('--sx', shift.toFixed(1));
  toggleClass(item, 'many', n > 1);
  for (const sub of subs) firstRow(sub).style.setProperty('--lap', (step - 1).toFixed(3));
}
