// The cards of the lobby: one for each game and one for each table.

import { returnText, machineThumbnail } from '../machine/thumbnail.js';
import { formatShare } from '../machine/glass.js';
import { w } from '../machine/words.js';
import { emblem } from './emblem.js';
import { clothThumbnail, ovalThumbnail } from '../cloths/thumbnail.js';
import { formatSum, joinWithColon, gameName, inCurrency, lang, formatLimits, plural, formatRange, closureReason, formatClause, t } from '../core/i18n.js';
import { card, chip } from '../core/kit.js';
import { formatPercent } from '../odds/words.js';
import { esc, formatOpeningHours, inForceNote, clauseLink } from '../core/text.js';

const GOLD = '#e6cf95';
export const tableUrl = x => `table.html?id=${encodeURIComponent(x.id)}`;

// ---- a table seen from far: 300 x 168 -------------------------------------------------------------------

const positioned = (svg, x, y, w_, a = 0, h = w_ * 1.4) => `<g transform="translate(${x} ${y}) rotate(${a})">${svg.replace('<svg ', `<svg x="${-w_ / 2}" y="${-h / 2}" width="${w_}" height="${h}" `)}</g>`;
const fan = codes => codes.map((c, i) => positioned(card(c, { label: '' }), 150 + (i - (codes.length - 1) / 2) * 34, 58 + Math.abs(i - (codes.length - 1) / 2) * 3, 56, (i - (codes.length - 1) / 2) * 9)).join('');
const SHOWN_HANDS = { blackjack: [['AS', 'KH'], ['QD', 'AC'], ['AH', 'TS'], ['JC', 'AD']], baccarat: [['9S', 'KD'], ['4H', '5C']], poker: [['AS', 'KS', 'QD']] };
const SHOWN_BOARDS = [['AS', 'QD', '8C'], ['KH', 'TS', '4D'], ['JC', 'JD', '7S']];
const idNumber = x => [...x.id].reduce((n, c) => n + c.charCodeAt(0), 0);
const shownHand = x => { const all = SHOWN_HANDS[x.felt_cloth] ?? SHOWN_HANDS.blackjack; return all[idNumber(x) % all.length]; };

/** The picture of a table whose players play against one another: an oval. */
const ovalPicture = x => ovalThumbnail(x.places, x.seats ?? [], x.felt_cloth === 'poker' ? SHOWN_BOARDS[idNumber(x) % 3].map((c, i) => positioned(card(c, { label: '' }), 150 + (i - 1) * 42, 84, 38)).join('') : shownHand(x).map((c, i) => positioned(card(c, { label: '' }), 132 + i * 36, 84, 34)).join(''));

/** The picture of a table with an arc: a circle for each place, a chip where somebody sits. */
function arcPicture(x) {
  const n = x.places, seats = x.seats ?? [], offset = i => n === 1 ? 0 : (i - (n - 1) / 2) / ((n - 1) / 2) * Math.min(.94, .34 + n * .1);
  const spots = Array.from({ length: n }, (_, i) => {
    const k = -offset(i), cx = 150 + k * 116, cy = 138 - k * k * 48, taken = seats[i];
    return `<circle cx="${cx}" cy="${cy}" r="${n === 1 ? 13 : 10.5}" fill="#0003" stroke="${GOLD}" stroke-opacity="${taken ? 1 : .75}" ${taken ? '' : 'stroke-dasharray="2.5 2.5"'}/>` + (taken ? positioned(chip([5, 25, 10, 100][i % 4]), cx, cy, 17, 0, 17) : '');
  }).join('');
  return `<svg viewBox="0 0 300 168" preserveAspectRatio="xMidYMid slice" aria-hidden="true"><path d="M8 0H292V40C292 112 232 162 150 162S8 112 8 40Z" fill="none" stroke="#4a2d1a" stroke-width="9"/><path d="M12.5 0H287.500V40C287.500 109 229 157.500 150 157.500S12.500 109 12.500 40Z" fill="none" stroke="#c9a45c" stroke-width="1.2"/>
    <path d="M60 66Q150 134 240 66" fill="none" stroke="${GOLD}" stroke-opacity=".5"/>${fan(shownHand(x))}${spots}</svg>`;
}

/** The picture of a table with its occupied seats; a table of an unknown family shows the drawing of its game. */
const tablePicture = (x, game) => x.sign ? machineThumbnail(x) : clothThumbnail(x.felt_cloth) || (x.felt_shape === 'oval' ? ovalPicture(x) : x.felt_shape === 'arc' ? arcPicture(x) : emblem(game?.emblem));

// ---- what is said of a table ----------------------------------------------------------------------------

/** The last pots: matches of the combination and the cents. */
const lastPots = x => (x.last ?? []).map(v => /^\S+ (\d+)$/.exec(v)).filter(Boolean);

/** The last results; none for a machine, where they say nothing about the next game. */
const resultItems = x => x.sign ? '' : lastPots(x).length ? lastPots(x).slice(0, 5).map(v => `<li>${formatSum(Number(v[1]))}</li>`).join('') : clothThumbnail(x.felt_cloth) ? (x.last ?? []).slice(0, 7).map(v => `<li>${esc(v)}</li>`).join('') : (x.last ?? []).slice(0, 7).map(v => Number(v) > 21 ? `<li class="bust" aria-label="${t('struck', { n: v })}">${v}</li>` : /^\d/.test(v) ? `<li>${v}</li>` : v === '-' ? '<li>–</li>' : `<li class="nat">${esc(v)}</li>`).join('');

/** The variant that is dealt there now. */
export const variantName = x => x.variant?.[lang()] ?? '';

/** My seat at a table, if I have one; an individual table is my own copy of it. @param {any} room @param {any} x */
export const mySeatAt = (room, x) => room.playing.find(m => m.at === x.id);
export const isFree = (room, x) => x.open && (x.places > x.taken || Boolean(mySeatAt(room, x)));
export const entryVerb = (room, x) => t(mySeatAt(room, x) ? 'lobby.return' : isFree(room, x) ? 'lobby.sit' : 'lobby.watch');
export const freeSeatsText = (room, x) => x.sign ? t(isFree(room, x) ? 'free' : 'lobby.full') : x.individual && isFree(room, x) ? t('lobby.alone') : x.taken < x.places ? t('lobby.seats', { free: x.places - x.taken, n: x.places }) : t('lobby.full');
const isTurnBased = x => x.felt_shape === 'oval' && x.felt_cloth === 'poker';
export const paceText = x => x.individual || x.sign ? t('lobby.pace.own') : isTurnBased(x) ? t('lobby.pace.turn', { n: x.clocks?.decision ?? 0 }) : t('lobby.pace', { n: x.clocks?.betting ?? 0 });

/** The commission of a table where players play against one another. */
export function commissionText(c) {
  if (!c) return '';
  return `${esc(c.of === 'session' ? t('lobby.fee.session', { sum: formatSum(c.cents) }) : t(c.cap ? 'lobby.fee.cap' : 'lobby.fee', { rate: c.rate, sum: formatSum(c.cap ?? 0) }))} <small>§ ${esc(formatClause(c.law))}</small>`;
}

/** The exact house edge of the best bet: "7/495 = 1,4141 %". @param {any} e */
export const exactEdge = e => { const p = formatPercent(Math.abs(e.edge_float), 4); return e.edge.includes('/') ? `${e.edge.replace('-', '')} = ${p}` : p; };

/** What the house keeps: the edge of the best bet, or the commission of a table without a bank. */
function houseKeeps(room, x) {
  const e = room.edges[x.id], name = e?.names[lang()];
  if (e) return `<p class="keeps"><span>${esc(t(e.edge_float < 0 ? 'room.gives' : 'room.edge', { edge: exactEdge(e) }))}</span>${name ? `<small>${esc(t('room.best', { bet: name }))}</small>` : ''}</p>`;
  return x.commission ? `<p class="keeps">${commissionText(x.commission)}</p>` : room.counting.includes(x.id) ? `<p class="keeps wait">${esc(t('room.counting'))}</p>` : '';
}

/** Links to the pages of odds and of equity. */
const studyLinks = x => (x.odds ? `<a class="worth" href="odds.html?table=${encodeURIComponent(x.id)}" aria-label="${esc(`${t('odds.page')}: ${x.name}`)}">${t('odds.page')}</a>` : '')
  + (x.equity ? `<a class="worth" href="equity.html?form=${encodeURIComponent(x.equity)}" aria-label="${esc(`${t('equity.page')}: ${x.name}`)}">${t('lobby.hands')}</a>` : '');

/** The card of a table: name, free seats, limits. The whole card is a link. @param {any} room @param {any} x */
export function tableCard(room, x) {
  const closedText = `${esc(joinWithColon(t('lobby.closed'), closureReason(x)))}${x.law ? ` ${clauseLink(x.law)}` : ''}`, game = room.games.find(g => g.id === x.game);
  return `<li class="one${x.open ? '' : ' closed'}${mySeatAt(room, x) ? ' mine' : ''}"><div class="mini" data-cloth="${esc(x.felt_cloth ?? '')}">${tablePicture(x, game)}</div>
    <div class="info"><h3>${x.open ? `<a class="go" href="${tableUrl(x)}" aria-label="${esc(`${entryVerb(room, x)}: ${x.name}, ${gameName(x)}`)}">${esc(x.name)}</a>` : esc(x.name)}</h3>${x.sign ? `<p class="kind">${esc(w('number', { n: x.sign.number }))}</p>` : ''}
    <p class="sub">${x.open ? `${esc(freeSeatsText(room, x))} · <span class="pace">${esc(paceText(x))}</span>${x.hours ? ` · <span class="hours" title="${esc(formatOpeningHours(x))}">${esc(t('lobby.closes', x.hours))}</span>` : ''}` : closedText}</p>${variantName(x) ? `<p class="sub kind">${esc(variantName(x))}</p>` : ''}
    ${resultItems(x) ? `<div class="was"><span class="sr">${t(lastPots(x).length ? 'ring.last' : clothThumbnail(x.felt_cloth) ? 'lobby.fell' : 'lobby.last')}</span><ol>${resultItems(x)}</ol></div>` : ''}
    ${x.sign ? '' : houseKeeps(room, x)}<p class="lim"><span>${x.brings ? esc(formatLimits(x)) : formatRange(x.minimum, x.maximum)}</span>${x.sign ? `<span class="back">${esc(returnText(x))}</span>` : ''}${studyLinks(x)}</p></div></li>`;
}

// ---- what is said of a game -----------------------------------------------------------------------------

/** A summary of a game over its tables: limits, free places, the lowest edge. @param {any} room @param {any} g */
export function summarise(room, g) {
  const all = room.tables.filter(x => x.game === g.id), open = all.filter(x => x.open), shownTables = open.length ? open : all;
  const priced = shownTables.map(x => room.edges[x.id]).filter(Boolean).sort((a, b) => a.edge_float - b.edge_float);
  const back = shownTables.filter(x => x.sign).flatMap(x => x.sign.returned).sort((a, b) => parseFloat(a) - parseFloat(b));
  return {
    all, open, best: priced[0], counting: shownTables.some(x => room.counting.includes(x.id)),
    minimum: Math.min(...shownTables.map(x => x.minimum)), maximum: Math.max(...shownTables.map(x => x.maximum)),
    brings: shownTables.length && shownTables.every(x => x.brings) ? [Math.min(...shownTables.map(x => x.brings[0])), shownTables.every(x => x.brings[1]) ? Math.max(...shownTables.map(x => x.brings[1])) : 0] : null,
    free: open.reduce((n, x) => n + Math.max(0, x.places - x.taken), 0),
    back: back.length ? [back[0], back.at(-1)] : null,
    fee: shownTables.find(x => x.commission)?.commission,
    // Games by house edge of the best bet, machines by the part that is not returned, then games without a bank.
    rank: priced[0]?.edge_float ?? (back.length ? 1 - parseFloat(back.at(-1)) / 100 : g.between ? 8 : 9),
  };
}

/** What the house keeps, in a few words. */
function houseShare(g, s) {
  if (g.between) return esc(s.fee && s.fee.of !== 'session' ? `${t('room.between')} · ${t('sign.percent', { n: s.fee.rate })}` : t('room.between'));
  if (s.back) return esc(w('lobby.returns', { percent: s.back[0] === s.back[1] ? formatShare(s.back[0]) : `${formatShare(s.back[0]).replace(/\s*%$/, '')} – ${formatShare(s.back[1])}` }));
  if (s.best) return esc(t(s.best.edge_float < 0 ? 'room.gives' : 'room.edge', { edge: formatPercent(Math.abs(s.best.edge_float)) }));
  return s.all.length ? `<span class="wait">${esc(t(s.counting ? 'room.counting' : 'room.unpriced'))}</span>` : '';
}

export const gameUrl = g => `./?game=${encodeURIComponent(g.id)}`;

/** The card of a game: drawing, regulation, limits, what the house keeps, free seats. @param {any} room @param {any} g @param {string} [foundBy] the word by which it was found */
export function gameCard(room, g, foundBy = '') {
  const s = summarise(room, g), limits = s.all.length ? inCurrency(g.currency, () => s.brings ? esc(formatLimits(s)) : formatRange(s.minimum, s.maximum)) : '';
  const places = !s.all.length ? t('room.no-table') : !s.open.length ? t('room.shut') : s.free ? plural('room.free', s.free) : t('room.full');
  const tables = s.all.length > 1 ? `${plural('room.tables-n', s.all.length)} · ` : '';
  const old = g.in_force?.historical ? `<span class="old" title="${esc(inForceNote(g))}">${esc(t('historical.short', { since: g.in_force.since.slice(0, 4), until: g.in_force.until.slice(0, 4) }))}</span>` : '';
  return `<li><a class="game${s.open.length ? '' : ' closed'}" data-game="${esc(g.id)}" href="${gameUrl(g)}"><span class="mini" data-cloth="${esc(g.cloth)}">${emblem(g.emblem)}</span><span class="info"><b>${esc(gameName(g))}</b><small class="reg">${esc(g.regulation)}${old ? ` · ${old}` : ''}</small>${foundBy ? `<small class="by">«${esc(foundBy)}»</small>` : ''}<small class="places">${esc(tables)}${esc(places)}</small><span class="facts"><span class="lims">${limits}</span><span class="edge">${houseShare(g, s)}</span></span></span></a></li>`;
}
