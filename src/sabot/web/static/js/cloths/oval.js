// An oval table whose players play against one another: seats, each player's chips, hands and piles in the middle. Same
// interface as the other cloths: it gets the state and draws it. It knows no game.

import { stack, tile } from '../core/kit.js';
import { setHtml } from '../core/update.js';
import { CardBoxes } from './card_boxes.js';
import { formatChip, formatSum, joinWithColon, lang, joinList, netClass, formatNet, t, gameWord } from '../core/i18n.js';
import { roadsInWords, renderRoads } from './roads.js';
import { esc, clauseLink } from '../core/text.js';
import { offersOf, isMyBet, placeOf, isClosed } from '../core/store.js';

const GROUND = { baccarat: ['#6b2a3d', '#4b1a28', '#2e0f18'], poker: ['#31477d', '#1f2f57', '#131d38'] };
const el = (name, cls, html = '') => { const e = document.createElement(name); e.className = cls; if (html) e.innerHTML = html; return e; };

/** The background: an oval cloth with a wooden rail. @param {any} felt @param {number} w @param {number} h */
export function renderBoard(felt, w, h) {
  const [hi, mid, low] = GROUND[felt.cloth] ?? GROUND.baccarat, { labels = [], lines = [] } = felt;
  const oval = d => `<rect x="${d}" y="${d}" width="${w - 2 * d}" height="${h - 2 * d}" rx="${Math.min(w, h) / 2 - d}"`;
  return `<svg class="cloth" lang="pt" viewBox="0 0 ${w} ${h}" aria-hidden="true"><defs><radialGradient id="o-lamp" cx=".5" cy=".38" r=".8"><stop stop-color="${hi}"/><stop offset=".58" stop-color="${mid}"/><stop offset="1" stop-color="${low}"/></radialGradient>
    <linearGradient id="o-wood" x2="0" y2="1"><stop stop-color="#2a1910"/><stop offset=".6" stop-color="#553420"/><stop offset="1" stop-color="#2a1910"/></linearGradient><pattern id="o-weave" width="4" height="4" patternUnits="userSpaceOnUse"><path d="M0 4 4 0" stroke="#fff" stroke-opacity=".03"/></pattern></defs>
    ${oval(2)} fill="url(#o-wood)" stroke="#000" stroke-opacity=".6" stroke-width="2"/>${oval(22)} fill="url(#o-lamp)" stroke="url(#k-brass)" stroke-width="2.4"/>${oval(23)} fill="url(#o-weave)"/>${felt.track ? `${oval(felt.track)} fill="none" stroke="#e6cf95" stroke-opacity=".55" stroke-width="1.4"/>` : ''}
    ${lines.map(l => `<path d="${l.path}" fill="none" stroke="#e6cf95" stroke-opacity=".45"/>`).join('')}
    ${labels.map(l => `<text x="${l.x}" y="${l.y}" font-size="${l.size}" text-anchor="middle" letter-spacing="${l.spaced ?? 1.5}"${l.faint ? ' fill-opacity=".75"' : ''}>${esc(l.text)}</text>`).join('')}</svg>`;
}

const SHOE = `<svg viewBox="0 0 120 74" aria-hidden="true"><path d="M0 16 18 0H118V54L100 72H0Z" fill="#140d09"/><path d="M0 16H100V72H0Z" fill="#2c1b11" stroke="#8b6b31" stroke-width="1.4"/><path d="M100 16 118 0V54L100 72Z" fill="#1c110a" stroke="#8b6b31" stroke-width="1.4"/><rect x="-5" y="30" width="44" height="32" rx="2" fill="#f3ecdb"/><svg x="-2" y="33" width="38" height="26" viewBox="0 0 42 28">${[0, 21].map(a => [0, 21].map(b => `<g transform="translate(${a} ${b})">${tile(21)}</g>`).join('')).join('')}</svg></svg>`;

const STANDING_FIGURE = '<svg class="glyph" viewBox="0 0 12 20" aria-hidden="true"><circle cx="6" cy="3.4" r="2.9"/><path d="M1 19v-7a5 5 0 0 1 10 0v7Z"/></svg>';

export class OvalTable {
  /**
   * @param {HTMLElement} root
   * @param {{bets: import('../table/bets.js').Bets, sit: (place: string) => void, act: (act: string, seat: string) => void}} actions
   */
  constructor(root, actions) {
    Object.assign(this, { root, actions, game: '', last: null, tall: null });
    const sized = new ResizeObserver(() => { this.box = null; if (this.last) this.render(this.last); });   // measured here only, because measuring while drawing forces a new layout of the page
    for (const one of [root, root.parentElement]) sized.observe(one);
  }

  /** Build the cloth of a table, in landscape or portrait. */
  build(s) {
    const { felt } = s.table;
    this.felt = felt;
    this.data = { ...felt, ...(this.tall ? felt.tall : {}) };
    const [w, h] = this.data.size;
    this.root.classList.add('oval');
    this.root.classList.toggle('tall', this.tall);
    this.root.style.setProperty('--ow', String(w));
    this.root.style.setProperty('--oh', String(h));
    this.root.parentElement.style.setProperty('--felt', `var(--felt-${felt.cloth})`);
    this.root.parentElement.dataset.cloth = felt.cloth;
    this.root.innerHTML = `<div class="sheet">${renderBoard(this.data, w, h)}<ol class="oseats"></ol><div class="opiles"></div><div class="omid" role="status"></div><div class="oroads"></div></div>`;
    const $ = q => this.root.querySelector(q);
    Object.assign(this, { sheet: $('.sheet'), seats: $('.oseats'), piles: $('.opiles'), mid: $('.omid'), road: $('.oroads') });
    this.cards = new CardBoxes(this.sheet, this.data.cards, this.data.size, this.data.shoe);
    this.items = new Map();
    this.standing = new Map();
    for (const p of this.data.places) {
      const item = el('li', 'oseat', '<span class="odeal"></span><button type="button" class="obet"></button><button type="button" class="oname"></button><b class="gain" hidden></b>');
      Object.assign(item.style, { left: `${p.x / w * 100}%`, top: `${p.y / h * 100}%` });
      item.style.setProperty('--in-x', String(p.chips[0] - p.x));
      item.style.setProperty('--in-y', String(p.chips[1] - p.y));
      item.style.setProperty('--down', String(Math.sign(p.chips[1] - p.y)));   // keeps chips away from the name on a small drawing
      item.dataset.place = p.place;
      item.querySelector('.oname').onclick = () => this.pressPlace(p.place);
      item.querySelector('.obet').onclick = () => this.pressPlace(p.place);
      this.items.set(p.place, item);
      this.seats.append(item);
      if (p.behind) this.buildStanding(p, w, h);
    }
    this.game = `${s.table.id} ${this.tall} ${lang()}`;
  }

  /** Build the spot behind a seat where people stand. */
  buildStanding(p, w, h) {
    const item = el('li', 'ostands');
    Object.assign(item.style, { left: `${p.behind[0] / w * 100}%`, top: `${p.behind[1] / h * 100}%` });
    item.dataset.behind = p.place;
    item.dataset.side = String(Math.sign(Math.round((p.behind[0] - w / 2) / 40)));
    item.onclick = e => { const b = e.target.closest('button'); if (b?.dataset.place) this.pressPlace(b.dataset.place); else if (b) this.actions.act('join', p.place); };
    this.standing.set(p.place, item);
    this.seats.append(item);
  }

  /** A place was clicked: sit down there, or bet. @param {string} place */
  pressPlace(place) {
    const s = this.last;
    if (offersOf(s, 'sit').some(o => o.seat === place)) this.actions.sit(place); else this.actions.bets.addChip(place);
  }

  /** @param {import('../core/store.js').State} s */
  render(s) {
    if (!s.table) return;
    this.last = s;
    const box = this.box ??= this.root.parentElement.getBoundingClientRect();
    this.tall = box.width / Math.max(1, box.height) < 1.22;
    if (this.game !== `${s.table.id} ${this.tall} ${lang()}`) this.build(s);
    this.cards.render(s);
    for (const [place, item] of this.items) this.drawSeat(s, place, item);
    for (const [place, item] of this.standing) this.drawStanding(s, place, item);
    this.drawMiddle(s);
    this.drawRoads(s);
  }

  drawSeat(s, place, item) {
    const seat = s.seats.find(x => x.place === place) ?? { name: '', yours: false }, free = !seat.name && !seat.yours, sit = !isClosed(s) && offersOf(s, 'sit').some(o => o.seat === place);
    const bets = !isClosed(s) && offersOf(s, 'bet').some(o => o.seat === place), draft = this.actions.bets.pendingSum(place), sum = draft || s.bets[place] || 0;
    const holds = this.seatOf(s, 'holder', s.shown?.banker) === place, cards = this.seatOf(s, 'takes') === place;
    item.className = `oseat${free ? ' free' : ''}${seat.yours ? ' me' : ''}${holds ? ' banker' : ''}${cards ? ' ponto' : ''}${(s.listen?.awaiting ?? []).includes(place) ? ' on' : ''}${seat.name && seat.online === false ? ' off' : ''}`;
    setHtml(item.querySelector('.odeal'), holds && this.felt.shoe ? SHOE : '');
    const name = item.querySelector('.oname'), bet = item.querySelector('.obet'), gain = item.querySelector('.gain');
    setHtml(name, `<i>${place}</i><span>${seat.yours ? t('you') : seat.name ? esc(seat.name) : sit ? t('sit') : t('free')}</span>`);
    name.disabled = !sit && !bets;
    name.title = sit ? gameWord(s.table, 'more.sit') : '';
    name.setAttribute('aria-label', joinWithColon(t('place.n', { n: place }), joinList([seat.yours ? t('you') : seat.name || t('free'), holds && gameWord(s.table, 'banker'), seat.name && seat.online === false && t('offline'), sit && t('sit')])));
    bet.disabled = !bets;
    bet.hidden = !sum && !bets;
    bet.classList.toggle('draft', Boolean(draft));
    setHtml(bet, sum ? `${stack(sum)}<span class="amt">${formatSum(sum)}</span>` : bets ? '<span class="plus">+</span>' : '');
    bet.setAttribute('aria-label', bets ? t(sum ? 'bet.here' : 'bet.none', { n: place, sum: formatSum(sum), v: formatSum(this.actions.bets.selectedChip() * 100) }) : joinWithColon(t('place.n', { n: place }), sum ? formatSum(sum) : ''));
    const f = s.settlements[place], net = f && !sum ? (f.gain ?? 0) + f.pay - f.collect : null;
    gain.hidden = net === null || !(f.pay || f.collect || f.gain);
    if (!gain.hidden) { gain.className = `gain ${netClass(net)}`; setHtml(gain, net ? formatNet(net, true) : '='); }
  }

  /** The place that the last such call of this coup named, for instance as holder of the shoe or taker of the cards. @param {any} s @param {string} what @param {string} [before] */
  seatOf(s, what, before = '') { const calls = this.felt.calls?.[what] ?? []; return s.steps.findLast(e => calls.includes(e.call))?.seat ?? before; }

  /** Draw the piles with their sums, the uncovered part, and the best bid. */
  drawMiddle(s) {
    const [w, h] = this.data.size, myBets = Object.keys(s.bets).filter(b => isMyBet(s, b));
    const sums = {};
    for (const [bet, cents] of Object.entries(s.bets)) { const name = placeOf(bet); sums[name] = (sums[name] ?? 0) + cents; }
    setHtml(this.piles, Object.entries(this.data.piles ?? {}).map(([name, p]) => {
      const sum = sums[name] ?? s.shown?.[name] ?? 0;
      return sum || p.always ? `<div class="opile${myBets.some(b => placeOf(b) === name) ? ' ours' : ''}" style="left:${p.x / w * 100}%;top:${p.y / h * 100}%"><small>${esc(p.text)}</small>${sum ? stack(sum) : ''}<b>${sum ? formatSum(sum) : '–'}</b></div>` : '';
    }).join(''));
    const open = this.uncovered(s), bid = this.bestBid(s);
    setHtml(this.mid, bid ? `<div class="auction"><small>${esc(t('auction'))}</small><b>${bid.sum ? esc(bid.sum) : '–'}</b><span>${esc(bid.name || t('auction.none'))}</span>${clauseLink(bid.law)}</div>`
      : open === null ? '' : `<div class="open"><small>${esc(t('open-to'))}</small><b>${formatSum(open)}</b></div>`);
  }

  /** The best bid of a running auction, from its last call, or null. */
  bestBid(s) {
    if (!/^bid/.test(s.listen?.window ?? '')) return null;
    const last = s.steps.findLast(e => e.call === 'bid');
    return { sum: last?.facts.amount ?? '', name: last ? [...s.seats, ...s.stands].find(x => x.place === last.seat)?.name ?? '' : '', law: last?.law ?? s.listen.law };
  }

  /** The part of the bank's pile that no bet covers yet, or null. */
  uncovered(s) {
    const against = this.felt.against, total = against ? Object.entries(s.bets).reduce((n, [bet, v]) => n + (placeOf(bet) === against ? v : 0), 0) : 0;
    if (!total || Object.keys(s.hands).length || Object.keys(s.results).length) return null;
    return Math.max(0, total - Object.entries(s.bets).reduce((n, [bet, v]) => n + (/^s?\d/.test(bet) ? v : 0), 0));
  }

  /** Draw who stands behind a seat in the order of arrival, each with their bet; and a button where one may stand. */
  drawStanding(s, seat, item) {
    const people = s.stands.filter(x => x.behind === seat), room = !isClosed(s) && offersOf(s, 'join').some(o => o.seat === seat);
    const takes = this.seatOf(s, 'takes'), holds = this.seatOf(s, 'holder', s.shown?.banker), awaited = s.listen?.awaiting ?? [];
    const personButton = x => {
      const bets = !isClosed(s) && offersOf(s, 'bet').some(o => o.seat === x.place), draft = this.actions.bets.pendingSum(x.place), sum = draft || s.bets[x.place] || 0, f = s.settlements[x.place], net = f && !sum ? (f.gain ?? 0) + f.pay - f.collect : null;
      const name = x.yours ? t('you') : x.name, cls = `${x.yours ? ' self' : ''}${holds === x.place ? ' banker' : ''}${takes === x.place ? ' ponto' : ''}${awaited.includes(x.place) ? ' on' : ''}${!x.yours && x.online === false ? ' off' : ''}`;
      const label = joinWithColon(gameWord(s.table, x.place), joinList([name, holds === x.place && gameWord(s.table, 'banker'), !x.yours && x.online === false && t('offline'), sum && formatSum(sum)]));
      return `<button type="button" class="ostand${cls}" data-place="${esc(x.place)}" aria-label="${esc(label)}"${bets ? '' : ' disabled'}>${STANDING_FIGURE}<span>${esc(name)}</span>${sum ? `<b${draft ? ' class="draft"' : ''}>${formatChip(sum)}</b>` : net !== null && (f.pay || f.collect || f.gain) ? `<b class="${netClass(net)}">${net ? formatNet(net, true) : '='}</b>` : ''}</button>`;
    };
    const join = room ? `<button type="button" class="ostand room" aria-label="${esc(joinWithColon(gameWord(s.table, 'act.join'), gameWord(s.table, `s${seat}`)))}" title="${esc(gameWord(s.table, `s${seat}`))}">${STANDING_FIGURE}<span>+</span></button>` : '';
    item.hidden = !people.length && !room;
    item.setAttribute('aria-label', joinWithColon(t('standing'), t('place.n', { n: seat })));
    setHtml(item, people.map(personButton).join('') + join);
  }

  /** Draw the roads of this shoe. */
  drawRoads(s) {
    const all = s.shown?.roads, box = this.data.roads;
    this.road.hidden = !box || !all;
    if (box && all) this.positionBox(this.road, box);
    if (box && all) setHtml(this.road, `<div class="roads" title="${esc(t('past.note'))}">${renderRoads(all, box.w, box.h)}</div><span class="sr">${esc(roadsInWords(all, v => gameWord(s.table, { P: 'ponto', B: 'banca', T: 'bet.tie' }[v]) || v))}</span>`);
  }

  /** Position a box of text as the felt data says. */
  positionBox(e, box) {
    const [w, h] = this.data.size;
    Object.assign(e.style, { left: `${box.x / w * 100}%`, top: `${box.y / h * 100}%`, width: `${box.w / w * 100}%` });
  }

  fit() { this.render(this.last); }

  hurry() { /* nothing rolls here */ }
}
