// An oval table whose players play against one another: seats, each player's chips, hands and piles in the middle. Same
// interface as the other cloths: it gets the state and draws it. It knows no game.

import { NOT_YET } from '../core/api.js';
import { placeOf } from '../core/bet_names.js';
import { stack } from '../core/chips.js';
import { find, hit } from '../core/dom.js';
import {
  formatChip,
  formatNet,
  formatSum,
  gameWord,
  joinList,
  joinWithColon,
  lang,
  netClass,
  t,
} from '../core/i18n.js';
import { isClosed, offersOf } from '../core/offers.js';
import { isMyBet } from '../core/state.js';
import { clauseLink, esc } from '../core/text.js';
import { setHtml } from '../core/update.js';
import { CardBoxes } from './card_boxes.js';
import { SHOE, STANDING_FIGURE, renderBoard } from './oval_board.js';
import { renderRoads, resultsInWords } from './roads.js';
import { narrowScreen } from './screens.js';
import { shortName } from './seat_parts.js';

/** @param {string} name @param {string} cls @param {string} [html] */
const el = (name, cls, html = '') => {
  const e = document.createElement(name);
  e.className = cls;
  if (html) e.innerHTML = html;
  return e;
};

/** @type {Record<string, string>} */
const ROAD_WORDS = { P: 'ponto', B: 'banca', T: 'bet.tie' };

/**
 * The bets of the page, as far as an oval needs them.
 * @typedef {{addChip: (place: string) => unknown, pendingSum: (place: string) => number, selectedChip: () => number}}
 *   OvalBets
 */

export class OvalTable {
  /**
   * @param {HTMLElement} root
   * @param {{bets: OvalBets, sit: (place: string) => void, act: (act: string, seat: string) =>
   *   unknown}} actions
   */
  constructor(root, actions) {
    this.root = root;
    this.actions = actions;
    this.game = '';
    /** @type {Client.State} */
    this.last = NOT_YET;
    this.tall = false;
    /** @type {DOMRect | null} */
    this.box = null;
    /** @type {House.OvalFelt} */
    this.felt = NOT_YET;
    /** @type {Client.Oval} */
    this.data = NOT_YET;
    /** @type {HTMLElement} */
    this.sheet = NOT_YET;
    /** @type {HTMLElement} */
    this.seats = NOT_YET;
    /** @type {HTMLElement} */
    this.piles = NOT_YET;
    /** @type {HTMLElement} */
    this.mid = NOT_YET;
    /** @type {HTMLElement} */
    this.road = NOT_YET;
    /** @type {CardBoxes} */
    this.cards = NOT_YET;
    /** @type {Map<string, HTMLElement>} */
    this.items = new Map();
    /** @type {Map<string, HTMLElement>} */
    this.standing = new Map();
    const sized = new ResizeObserver(() => {
      this.box = null;
      if (this.last) this.render(this.last);
    }); // measured here only, because measuring while drawing forces a new layout of the page
    for (const one of [root, this.frame]) sized.observe(one);
  }

  /** What the drawing lies in. */
  get frame() {
    return this.root.parentElement ?? this.root;
  }

  /** Build the cloth of a table, in landscape or portrait. @param {Client.State} s */
  build(s) {
    const felt = /** @type {House.OvalFelt} */ (/** @type {object} */ (s.table.felt));
    this.felt = felt;
    this.data = { ...felt, ...(this.tall ? felt.tall : {}) };
    const [w, h] = this.data.size;
    this.root.classList.add('oval');
    this.root.classList.toggle('tall', this.tall);
    this.root.style.setProperty('--ow', String(w));
    this.root.style.setProperty('--oh', String(h));
    this.frame.style.setProperty('--felt', `var(--felt-${felt.cloth})`);
    this.frame.dataset.cloth = felt.cloth;
    this.root.innerHTML = `<div class="sheet">${renderBoard(this.data, w, h)}<ol class="oseats"></ol><div class="opiles"></div><div class="omid" role="status"></div><div class="oroads"></div></div>`;
    /** @param {string} q */
    const $ = q => /** @type {HTMLElement} */ (this.root.querySelector(q)); // null for a part that this table has not
    this.sheet = $('.sheet');
    this.seats = $('.oseats');
    this.piles = $('.opiles');
    this.mid = $('.omid');
    this.road = $('.oroads');
    this.cards = new CardBoxes(this.sheet, this.data.cards ?? {}, this.data.size, this.data.shoe);
    this.items = new Map();
    this.standing = new Map();
    for (const p of this.data.places) {
      const item = el(
        'li',
        'oseat',
        '<span class="odeal"></span><button type="button" class="obet"></button><button type="button" class="oname"></button><b class="gain" hidden></b>',
      );
      Object.assign(item.style, { left: `${(p.x / w) * 100}%`, top: `${(p.y / h) * 100}%` });
      item.style.setProperty('--in-x', String((p.chips?.[0] ?? p.x) - p.x));
      item.style.setProperty('--in-y', String((p.chips?.[1] ?? p.y) - p.y));
      // keeps chips away from the name on a small drawing
      item.style.setProperty('--down', String(Math.sign((p.chips?.[1] ?? p.y) - p.y)));
      item.dataset.place = p.place;
      item.toggleAttribute('data-low', p.y > h * 0.9); // below its name the rail ends
      find(item, '.oname').onclick = () => this.pressPlace(p.place);
      find(item, '.obet').onclick = () => this.pressPlace(p.place);
      this.items.set(p.place, item);
      this.seats.append(item);
      if (p.behind) this.buildStanding(p, w, h);
    }
    this.game = `${s.table.id} ${this.tall} ${lang()}`;
  }

  /** Build the spot behind a seat where people stand. @param {House.OvalPlace} p @param {number} w @param {number} h */
  buildStanding(p, w, h) {
    const [x, y] = p.behind ?? [p.x, p.y];
    const item = el('li', 'ostands');
    Object.assign(item.style, { left: `${(x / w) * 100}%`, top: `${(y / h) * 100}%` });
    item.dataset.behind = p.place;
    item.dataset.side = String(Math.sign(Math.round((x - w / 2) / 40)));
    item.onclick = e => {
      const b = hit(e, 'button');
      if (b?.dataset.place) this.pressPlace(b.dataset.place);
      else if (b) this.actions.act('join', p.place);
    };
    this.standing.set(p.place, item);
    this.seats.append(item);
  }

  /** A place was clicked: sit down there, or bet. @param {string} place */
  pressPlace(place) {
    const s = this.last;
    if (offersOf(s, 'sit').some(o => o.seat === place)) this.actions.sit(place);
    else this.actions.bets.addChip(place);
  }

  /** @param {Client.State} s */
  render(s) {
    if (!s.table) return;
    this.last = s;
    const box = (this.box ??= this.frame.getBoundingClientRect());
    this.tall = box.width / Math.max(1, box.height) < 1.22;
    if (this.game !== `${s.table.id} ${this.tall} ${lang()}`) this.build(s);
    this.root.classList.toggle('lasting', Boolean(s.fresh));
    this.cards.render(s);
    for (const [place, item] of this.items) this.drawSeat(s, place, item);
    for (const [place, item] of this.standing) this.drawStanding(s, place, item);
    this.drawMiddle(s);
    this.drawRoads(s);
  }

  /** @param {Client.State} s @param {string} place @param {HTMLElement} item */
  drawSeat(s, place, item) {
    /** @type {Client.Seat} */
    const seat = s.seats.find(x => x.place === place) ?? { name: '', yours: false };
    const free = !seat.name && !seat.yours;
    const sit = !isClosed(s) && offersOf(s, 'sit').some(o => o.seat === place);
    const bets = !isClosed(s) && offersOf(s, 'bet').some(o => o.seat === place);
    const draft = this.actions.bets.pendingSum(place);
    const sum = draft || s.bets[place] || 0;
    const holds = this.seatOf(s, 'holder', s.shown?.banker) === place;
    const cards = this.seatOf(s, 'takes') === place;
    item.className = `oseat${free ? ' free' : ''}${seat.yours ? ' me' : ''}${holds ? ' banker' : ''}${cards ? ' ponto' : ''}${
      (s.listen?.awaiting ?? []).includes(place) ? ' on' : ''
    }${seat.name && seat.online === false ? ' off' : ''}`;
    setHtml(find(item, '.odeal'), holds && this.felt.shoe ? SHOE : '');
    const name = /** @type {HTMLButtonElement} */ (find(item, '.oname'));
    const bet = /** @type {HTMLButtonElement} */ (find(item, '.obet'));
    const gain = find(item, '.gain');
    setHtml(
      name,
      `<i>${place}</i><span>${seat.yours ? t('you') : seat.name ? esc(narrowScreen.matches ? shortName(seat.name) : seat.name) : sit ? t('sit') : t('free')}</span>`,
    );
    name.disabled = !sit && !bets;
    name.title = sit ? gameWord(s.table, 'more.sit') : '';
    name.setAttribute(
      'aria-label',
      joinWithColon(
        t('place.n', { n: place }),
        joinList([
          seat.yours ? t('you') : seat.name || t('free'),
          holds && gameWord(s.table, 'banker'),
          seat.name && seat.online === false && t('offline'),
          sit && t('sit'),
        ]),
      ),
    );
    bet.disabled = !bets;
    bet.hidden = !sum && !bets;
    bet.classList.toggle('draft', Boolean(draft));
    setHtml(
      bet,
      sum ? `${stack(sum)}<span class="amt">${formatSum(sum)}</span>` : bets ? '<span class="plus">+</span>' : '',
    );
    bet.setAttribute(
      'aria-label',
      bets
        ? t(sum ? 'bet.here' : 'bet.none', {
            n: place,
            sum: formatSum(sum),
            v: formatSum(this.actions.bets.selectedChip() * 100),
          })
        : joinWithColon(t('place.n', { n: place }), sum ? formatSum(sum) : ''),
    );
    const f = s.settlements[place];
    const net = f && !sum ? f.pay - f.collect : null;
    gain.hidden = net === null || !(f.pay || f.collect);
    if (!gain.hidden) {
      gain.className = `gain ${netClass(net ?? 0)}`;
      setHtml(gain, net ? formatNet(net, true) : '=');
    }
  }

  /**
   * The place that the last such call of this coup named, for instance as holder of the shoe or taker of the cards.
   * @param {Client.State} s
   * @param {'holder' | 'takes'} what
   * @param {string} [before]
   */
  seatOf(s, what, before = '') {
    const calls = this.felt.calls?.[what] ?? [];
    return s.steps.findLast(e => calls.includes(e.call ?? ''))?.seat ?? before;
  }

  /** Draw the piles with their sums, the uncovered part, and the best bid. @param {Client.State} s */
  drawMiddle(s) {
    const [w, h] = this.data.size;
    const myBets = Object.keys(s.bets).filter(b => isMyBet(s, b));
    /** @type {Record<string, number>} */
    const sums = {};
    for (const [bet, cents] of Object.entries(s.bets)) {
      const name = placeOf(bet);
      sums[name] = (sums[name] ?? 0) + cents;
    }
    setHtml(
      this.piles,
      Object.entries(this.data.piles ?? {})
        .map(([name, p]) => {
          const sum = sums[name] ?? s.shown?.[name] ?? 0;
          return sum || p.always
            ? `<div class="opile${
                myBets.some(b => placeOf(b) === name) ? ' ours' : ''
              }" style="left:${(p.x / w) * 100}%;top:${(p.y / h) * 100}%"><small>${esc(p.text)}</small>${sum ? stack(sum) : ''}<b>${sum ? formatSum(sum) : '–'}</b></div>`
            : '';
        })
        .join(''),
    );
    const open = this.uncovered(s.fresh ?? s);
    const bid = this.bestBid(s);
    setHtml(
      this.mid,
      bid
        ? `<div class="auction"><small>${esc(t('auction'))}</small><b>${bid.sum ? esc(bid.sum) : '–'}</b><span>${esc(bid.name || t('auction.none'))}</span>${clauseLink(bid.law)}</div>`
        : open === null
          ? ''
          : `<div class="open"><small>${esc(t('open-to'))}</small><b>${formatSum(open)}</b></div>`,
    );
  }

  /** The best bid of a running auction, from its last call, or null. @param {Client.State} s */
  bestBid(s) {
    if (!/^bid/.test(s.listen?.window ?? '')) return null;
    const last = s.steps.findLast(e => e.call === 'bid');
    return {
      sum: last?.facts?.amount ?? '',
      name: last ? ([...s.seats, ...s.stands].find(x => x.place === last.seat)?.name ?? '') : '',
      law: last?.law ?? s.listen?.law ?? '',
    };
  }

  /** The part of the bank's pile that no bet covers yet, or null. @param {Client.State} s */
  uncovered(s) {
    const against = this.felt.against;
    const total = against
      ? Object.entries(s.bets).reduce((n, [bet, v]) => n + (placeOf(bet) === against ? v : 0), 0)
      : 0;
    if (!total || Object.keys(s.hands).length || Object.keys(s.results).length) return null;
    return Math.max(0, total - Object.entries(s.bets).reduce((n, [bet, v]) => n + (/^s?\d/.test(bet) ? v : 0), 0));
  }

  /**
   * Draw who stands behind a seat in the order of arrival, each with their bet; and a button where one may stand.
   * @param {Client.State} s
   * @param {string} seat
   * @param {HTMLElement} item
   */
  drawStanding(s, seat, item) {
    const people = s.stands.filter(x => x.behind === seat);
    const room = !isClosed(s) && offersOf(s, 'join').some(o => o.seat === seat);
    const takes = this.seatOf(s, 'takes');
    const holds = this.seatOf(s, 'holder', s.shown?.banker);
    const awaited = s.listen?.awaiting ?? [];
    /** @param {House.Place} x */
    const personButton = x => {
      const bets = !isClosed(s) && offersOf(s, 'bet').some(o => o.seat === x.place);
      const draft = this.actions.bets.pendingSum(x.place);
      const sum = draft || s.bets[x.place] || 0;
      const f = s.settlements[x.place];
      const net = f && !sum ? f.pay - f.collect : null;
      const name = x.yours ? t('you') : x.name;
      const cls = `${x.yours ? ' self' : ''}${holds === x.place ? ' banker' : ''}${takes === x.place ? ' ponto' : ''}${awaited.includes(x.place) ? ' on' : ''}${!x.yours && x.online === false ? ' off' : ''}`;
      const label = joinWithColon(
        gameWord(s.table, x.place),
        joinList([
          name,
          holds === x.place && gameWord(s.table, 'banker'),
          !x.yours && x.online === false && t('offline'),
          sum && formatSum(sum),
        ]),
      );
      return `<button type="button" class="ostand${cls}" data-place="${esc(x.place)}" aria-label="${esc(label)}"${bets ? '' : ' disabled'}>${STANDING_FIGURE}<span>${esc(name)}</span>${
        sum
          ? `<b${draft ? ' class="draft"' : ''}>${formatChip(sum)}</b>`
          : net !== null && (f.pay || f.collect)
            ? `<b class="${netClass(net)}">${net ? formatNet(net, true) : '='}</b>`
            : ''
      }</button>`;
    };
    const join = room
      ? `<button type="button" class="ostand room" aria-label="${esc(
          joinWithColon(gameWord(s.table, 'act.join'), gameWord(s.table, `s${seat}`)),
        )}" title="${esc(gameWord(s.table, `s${seat}`))}">${STANDING_FIGURE}<span>+</span></button>`
      : '';
    item.hidden = !people.length && !room;
    item.setAttribute('aria-label', joinWithColon(t('standing'), t('place.n', { n: seat })));
    setHtml(item, people.map(personButton).join('') + join);
  }

  /** Draw the roads of this shoe. @param {Client.State} s */
  drawRoads(s) {
    const all = s.shown?.roads;
    const box = this.data.roads;
    this.road.hidden = !box || !all;
    if (box && all) this.positionBox(this.road, box);
    if (box && all)
      setHtml(
        this.road,
        `<div class="roads" title="${esc(t('past.note'))}">${renderRoads(all, box.w, box.h)}</div><span class="sr">${esc(
          resultsInWords(all.bead ?? [], v => gameWord(s.table, ROAD_WORDS[v] ?? '') || v),
        )}</span>`,
      );
  }

  /** Position a box of text as the felt data says. @param {HTMLElement} e @param {House.Area} box */
  positionBox(e, box) {
    const [w, h] = this.data.size;
    Object.assign(e.style, {
      left: `${(box.x / w) * 100}%`,
      top: `${(box.y / h) * 100}%`,
      width: `${(box.w / w) * 100}%`,
    });
  }

  fit() {
    this.render(this.last);
  }

  hurry() {
    /* nothing rolls here */
  }
}
