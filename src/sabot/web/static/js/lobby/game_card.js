// The cards of the lobby: one for each game and one for each table.

import { backOf, machineFar } from '../machine/thumbnail.js';
import { share } from '../machine/glass.js';
import { w } from '../machine/words.js';
import { emblem } from './emblem.js';
import { far, oval } from '../cloths/thumbnail.js';
import { cash, colon, gameName, inCoin, lang, limitsOf, many, range, reasonOf, short, t } from '../core/i18n.js';
import { card, chip } from '../core/kit.js';
import { percent } from '../odds/words.js';
import { esc, hoursOf, inForce, tag } from '../core/text.js';

const G = '#e6cf95';
export const address = x => `table.html?id=${encodeURIComponent(x.id)}`;

// ---- a table seen from far: 300 x 168 -------------------------------------------------------------------

const at = (svg, x, y, w_, a = 0, h = w_ * 1.4) => `<g transform="translate(${x} ${y}) rotate(${a})">${svg.replace('<svg ', `<svg x="${-w_ / 2}" y="${-h / 2}" width="${w_}" height="${h}" `)}</g>`;
const fan = codes => codes.map((c, i) => at(card(c, { label: '' }), 150 + (i - (codes.length - 1) / 2) * 34, 58 + Math.abs(i - (codes.length - 1) / 2) * 3, 56, (i - (codes.length - 1) / 2) * 9)).join('');
const SHOW = { blackjack: [['AS', 'KH'], ['QD', 'AC'], ['AH', 'TS'], ['JC', 'AD']], baccarat: [['9S', 'KD'], ['4H', '5C']], poker: [['AS', 'KS', 'QD']] };
const BOARD = [['AS', 'QD', '8C'], ['KH', 'TS', '4D'], ['JC', 'JD', '7S']];
const mark = x => [...x.id].reduce((n, c) => n + c.charCodeAt(0), 0);
const hand = x => { const all = SHOW[x.felt_cloth] ?? SHOW.blackjack; return all[mark(x) % all.length]; };

/** Who play against one another sit round an oval. */
const round = x => oval(x.places, x.seats ?? [], x.felt_cloth === 'poker' ? BOARD[mark(x) % 3].map((c, i) => at(card(c, { label: '' }), 150 + (i - 1) * 42, 84, 38)).join('') : hand(x).map((c, i) => at(card(c, { label: '' }), 132 + i * 36, 84, 34)).join(''));

/** The table seen from far: its arc, a circle a place, a chip where somebody sits. */
function arc(x) {
  const n = x.places, seats = x.seats ?? [], by = i => n === 1 ? 0 : (i - (n - 1) / 2) / ((n - 1) / 2) * Math.min(.94, .34 + n * .1);
  const spots = Array.from({ length: n }, (_, i) => {
    const k = -by(i), cx = 150 + k * 116, cy = 138 - k * k * 48, taken = seats[i];
    return `<circle cx="${cx}" cy="${cy}" r="${n === 1 ? 13 : 10.5}" fill="#0003" stroke="${G}" stroke-opacity="${taken ? 1 : .75}" ${taken ? '' : 'stroke-dasharray="2.5 2.5"'}/>` + (taken ? at(chip([5, 25, 10, 100][i % 4]), cx, cy, 17, 0, 17) : '');
  }).join('');
  return `<svg viewBox="0 0 300 168" preserveAspectRatio="xMidYMid slice" aria-hidden="true"><path d="M8 0H292V40C292 112 232 162 150 162S8 112 8 40Z" fill="none" stroke="#4a2d1a" stroke-width="9"/><path d="M12.5 0H287.500V40C287.500 109 229 157.500 150 157.500S12.500 109 12.500 40Z" fill="none" stroke="#c9a45c" stroke-width="1.2"/>
    <path d="M60 66Q150 134 240 66" fill="none" stroke="${G}" stroke-opacity=".5"/>${fan(hand(x))}${spots}</svg>`;
}

/** A table of its family, with who sits there; one of a new family shows the drawing of its game. */
const seen = (x, game) => x.sign ? machineFar(x) : far(x.felt_cloth) || (x.felt_shape === 'oval' ? round(x) : x.felt_shape === 'arc' ? arc(x) : emblem(game?.emblem));

// ---- what is said of a table ----------------------------------------------------------------------------

/** The last pots, told as what won them and their cents. */
const potsOf = x => (x.last ?? []).map(v => /^\S+ (\d+)$/.exec(v)).filter(Boolean);

/** What fell last: at a machine it says nothing of the next game. */
const results = x => x.sign ? '' : potsOf(x).length ? potsOf(x).slice(0, 5).map(v => `<li>${cash(Number(v[1]))}</li>`).join('') : far(x.felt_cloth) ? (x.last ?? []).slice(0, 7).map(v => `<li>${esc(v)}</li>`).join('') : (x.last ?? []).slice(0, 7).map(v => Number(v) > 21 ? `<li class="bust" aria-label="${t('struck', { n: v })}">${v}</li>` : /^\d/.test(v) ? `<li>${v}</li>` : v === '-' ? '<li>–</li>' : `<li class="nat">${esc(v)}</li>`).join('');

/** Which variant is dealt there now. */
export const variant = x => x.variant?.[lang()] ?? '';

/** Where I play: an individual table is my own copy of it. @param {any} room @param {any} x */
export const mineAt = (room, x) => room.playing.find(m => m.at === x.id);
export const isFree = (room, x) => x.open && (x.places > x.taken || Boolean(mineAt(room, x)));
export const verb = (room, x) => t(mineAt(room, x) ? 'lobby.return' : isFree(room, x) ? 'lobby.sit' : 'lobby.watch');
export const seats = (room, x) => x.sign ? t(isFree(room, x) ? 'free' : 'lobby.full') : x.individual && isFree(room, x) ? t('lobby.alone') : x.taken < x.places ? t('lobby.seats', { free: x.places - x.taken, n: x.places }) : t('lobby.full');
const turn = x => x.felt_shape === 'oval' && x.felt_cloth === 'poker';
export const pace = x => x.individual || x.sign ? t('lobby.pace.own') : turn(x) ? t('lobby.pace.turn', { n: x.clocks?.decision ?? 0 }) : t('lobby.pace', { n: x.clocks?.betting ?? 0 });

/** What a table keeps where players play one another. */
export function commission(c) {
  if (!c) return '';
  return `${esc(c.of === 'session' ? t('lobby.fee.session', { sum: cash(c.cents) }) : t(c.cap ? 'lobby.fee.cap' : 'lobby.fee', { rate: c.rate, sum: cash(c.cap ?? 0) }))} <small>§ ${esc(short(c.law))}</small>`;
}

/** Exactly what the best bet of a table is worth: "7/495 = 1,4141 %". @param {any} e */
export const exactly = e => { const p = percent(Math.abs(e.edge_float), 4); return e.edge.includes('/') ? `${e.edge.replace('-', '')} = ${p}` : p; };

/** What the house keeps there: the edge of the best bet, or of a table without a bank its commission. */
function keeps(room, x) {
  const e = room.edges[x.id], name = e?.names[lang()];
  if (e) return `<p class="keeps"><span>${esc(t(e.edge_float < 0 ? 'room.gives' : 'room.edge', { edge: exactly(e) }))}</span>${name ? `<small>${esc(t('room.best', { bet: name }))}</small>` : ''}</p>`;
  return x.commission ? `<p class="keeps">${commission(x.commission)}</p>` : room.counting.includes(x.id) ? `<p class="keeps wait">${esc(t('room.counting'))}</p>` : '';
}

/** A page of what a game is worth: to the house, or, where players play one another, a hand to them. */
const study = x => (x.odds ? `<a class="worth" href="odds.html?table=${encodeURIComponent(x.id)}" aria-label="${esc(`${t('odds.page')}: ${x.name}`)}">${t('odds.page')}</a>` : '')
  + (x.equity ? `<a class="worth" href="equity.html?form=${encodeURIComponent(x.equity)}" aria-label="${esc(`${t('equity.page')}: ${x.name}`)}">${t('lobby.hands')}</a>` : '');

/** One table: what it is, what is free, its limits. The whole card leads to it. @param {any} room @param {any} x */
export function tableCard(room, x) {
  const shut = `${esc(colon(t('lobby.closed'), reasonOf(x)))}${x.law ? ` ${tag(x.law)}` : ''}`, game = room.games.find(g => g.id === x.game);
  return `<li class="one${x.open ? '' : ' closed'}${mineAt(room, x) ? ' mine' : ''}"><div class="mini" data-cloth="${esc(x.felt_cloth ?? '')}">${seen(x, game)}</div>
    <div class="info"><h3>${x.open ? `<a class="go" href="${address(x)}" aria-label="${esc(`${verb(room, x)}: ${x.name}, ${gameName(x)}`)}">${esc(x.name)}</a>` : esc(x.name)}</h3>${x.sign ? `<p class="kind">${esc(w('number', { n: x.sign.number }))}</p>` : ''}
    <p class="sub">${x.open ? `${esc(seats(room, x))} · <span class="pace">${esc(pace(x))}</span>${x.hours ? ` · <span class="hours" title="${esc(hoursOf(x))}">${esc(t('lobby.closes', x.hours))}</span>` : ''}` : shut}</p>${variant(x) ? `<p class="sub kind">${esc(variant(x))}</p>` : ''}
    ${results(x) ? `<div class="was"><span class="sr">${t(potsOf(x).length ? 'ring.last' : far(x.felt_cloth) ? 'lobby.fell' : 'lobby.last')}</span><ol>${results(x)}</ol></div>` : ''}
    ${x.sign ? '' : keeps(room, x)}<p class="lim"><span>${x.brings ? esc(limitsOf(x)) : range(x.minimum, x.maximum)}</span>${x.sign ? `<span class="back">${esc(backOf(x))}</span>` : ''}${study(x)}</p></div></li>`;
}

// ---- what is said of a game -----------------------------------------------------------------------------

/** What a game comes to over its tables: limits, free places, the lowest edge. @param {any} room @param {any} g */
export function summed(room, g) {
  const all = room.tables.filter(x => x.game === g.id), open = all.filter(x => x.open), of = open.length ? open : all;
  const priced = of.map(x => room.edges[x.id]).filter(Boolean).sort((a, b) => a.edge_float - b.edge_float);
  const back = of.filter(x => x.sign).flatMap(x => x.sign.returned).sort((a, b) => parseFloat(a) - parseFloat(b));
  return {
    all, open, best: priced[0], counting: of.some(x => room.counting.includes(x.id)),
    minimum: Math.min(...of.map(x => x.minimum)), maximum: Math.max(...of.map(x => x.maximum)),
    brings: of.length && of.every(x => x.brings) ? [Math.min(...of.map(x => x.brings[0])), of.every(x => x.brings[1]) ? Math.max(...of.map(x => x.brings[1])) : 0] : null,
    free: open.reduce((n, x) => n + Math.max(0, x.places - x.taken), 0),
    back: back.length ? [back[0], back.at(-1)] : null,
    fee: of.find(x => x.commission)?.commission,
    // By what the house keeps at the best bet; machines by what does not come back; then what has no bank.
    rank: priced[0]?.edge_float ?? (back.length ? 1 - parseFloat(back.at(-1)) / 100 : g.between ? 8 : 9),
  };
}

/** What the house keeps, in the room of a few words. */
function worth(g, s) {
  if (g.between) return esc(s.fee && s.fee.of !== 'session' ? `${t('room.between')} · ${t('sign.percent', { n: s.fee.rate })}` : t('room.between'));
  if (s.back) return esc(w('lobby.returns', { percent: s.back[0] === s.back[1] ? share(s.back[0]) : `${share(s.back[0]).replace(/\s*%$/, '')} – ${share(s.back[1])}` }));
  if (s.best) return esc(t(s.best.edge_float < 0 ? 'room.gives' : 'room.edge', { edge: percent(Math.abs(s.best.edge_float)) }));
  return s.all.length ? `<span class="wait">${esc(t(s.counting ? 'room.counting' : 'room.unpriced'))}</span>` : '';
}

export const gameAddress = g => `./?game=${encodeURIComponent(g.id)}`;

/** One game: its drawing, its regulation, limits, what the house keeps, what is free. @param {any} room @param {any} g @param {string} [by] the word by which it was found */
export function gameCard(room, g, by = '') {
  const s = summed(room, g), limits = s.all.length ? inCoin(g.currency, () => s.brings ? esc(limitsOf(s)) : range(s.minimum, s.maximum)) : '';
  const places = !s.all.length ? t('room.no-table') : !s.open.length ? t('room.shut') : s.free ? many('room.free', s.free) : t('room.full');
  const tables = s.all.length > 1 ? `${many('room.tables-n', s.all.length)} · ` : '';
  const old = g.in_force?.historical ? `<span class="old" title="${esc(inForce(g))}">${esc(t('historical.short', { since: g.in_force.since.slice(0, 4), until: g.in_force.until.slice(0, 4) }))}</span>` : '';
  return `<li><a class="game${s.open.length ? '' : ' closed'}" data-game="${esc(g.id)}" href="${gameAddress(g)}"><span class="mini" data-cloth="${esc(g.cloth)}">${emblem(g.emblem)}</span><span class="info"><b>${esc(gameName(g))}</b><small class="reg">${esc(g.regulation)}${old ? ` · ${old}` : ''}</small>${by ? `<small class="by">«${esc(by)}»</small>` : ''}<small class="places">${esc(tables)}${esc(places)}</small><span class="facts"><span class="lims">${limits}</span><span class="edge">${worth(g, s)}</span></span></span></a></li>`;
}
