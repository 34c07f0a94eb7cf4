// The card of a game in the lobby: its drawing, its limits, what the house keeps, and one way to a seat.

import { emblem } from './emblem.js';
import { inCurrency, lang, formatLimits, formatRange, gameName, plural, t } from '../core/i18n.js';
import { esc, inForceNote } from '../core/text.js';
import { formatShare } from '../machine/glass.js';
import { w } from '../machine/words.js';
import { formatPercent } from '../odds/words.js';
import { isLiked } from './own_choices.js';
import { bestTable, entryVerb, gameUrl, isFree, seatUrl } from './table_facts.js';

/**
 * A summary of a game over its tables: limits, free places, the lowest edge and the highest.
 * @param {House.GamingRoom} room
 * @param {House.GameCard} g
 */
export function summarise(room, g) {
  const all = room.tables.filter(x => x.game === g.id);
  const open = all.filter(x => x.open);
  const shownTables = open.length ? open : all;
  const priced = shownTables
    .map(x => room.edges[x.id])
    .filter(Boolean)
    .sort((a, b) => a.edge_float - b.edge_float);
  const back = shownTables.flatMap(x => x.sign?.returned ?? []).sort((a, b) => parseFloat(a) - parseFloat(b));
  const brings = shownTables.flatMap(x => (x.brings ? [x.brings] : []));
  return {
    all,
    open,
    /** @type {House.Edge | undefined} */
    best: priced[0],
    /** @type {House.Edge | undefined} */
    dearest: priced[priced.length - 1],
    counting: shownTables.some(x => room.counting.includes(x.id)),
    minimum: Math.min(...shownTables.map(x => x.minimum)),
    maximum: Math.max(...shownTables.map(x => x.maximum)),
    brings:
      brings.length && brings.length === shownTables.length
        ? [Math.min(...brings.map(x => x[0])), brings.every(x => x[1]) ? Math.max(...brings.map(x => x[1])) : 0]
        : null,
    free: open.reduce((n, x) => n + Math.max(0, x.places - x.taken), 0),
    back: back.length ? [back[0], back[back.length - 1]] : null,
    fee: shownTables.find(x => x.commission)?.commission,
    // Games by house edge of the best bet, machines by the part that is not returned, then games without a bank.
    rank: priced[0]?.edge_float ?? (back.length ? 1 - parseFloat(back[back.length - 1]) / 100 : g.between ? 8 : 9),
  };
}

/** The share that machines return, as a range. @param {string[]} back */
export const returnRange = back =>
  back[0] === back[1] ? formatShare(back[0]) : `${formatShare(back[0]).replace(/\s*%$/, '')} – ${formatShare(back[1])}`;

/** What the house keeps, in a few words. @param {House.GameCard} g @param {ReturnType<typeof summarise>} s */
function houseShare(g, s) {
  if (g.between)
    return esc(
      s.fee && s.fee.of !== 'session'
        ? `${t('room.between')} · ${t('sign.percent', { n: s.fee.rate })}`
        : t('room.between'),
    );
  if (s.back) return esc(w('lobby.returns', { percent: returnRange(s.back) }));
  if (s.best) {
    const lowest = formatPercent(Math.abs(s.best.edge_float));
    // Where the rules of the tables differ, the card says that this is the lowest.
    const differ = s.dearest && formatPercent(Math.abs(s.dearest.edge_float)) !== lowest;
    return esc(t(`room.${s.best.edge_float < 0 ? 'gives' : 'edge'}${differ ? '-from' : ''}`, { edge: lowest }));
  }
  return s.all.length ? `<span class="wait">${esc(t(s.counting ? 'room.counting' : 'room.unpriced'))}</span>` : '';
}

/** The star that keeps a game among the favourites. @param {House.GameCard} g */
export const likeButton = g =>
  `<button type="button" class="like" data-like="${esc(g.id)}" aria-pressed="${isLiked(g.id)}" aria-label="${esc(
    t('room.like', { game: gameName(g) }),
  )}"><svg viewBox="0 0 24 24" aria-hidden="true"><path d="M12 2.800l2.700 6.100 6.600.700-4.900 4.500 1.400 6.500L12 17.300l-5.800 3.300 1.400-6.500-4.900-4.500 6.600-.700Z"/></svg></button>`;

/**
 * The card of a game. The card opens its page; its button goes to a seat at once.
 * @param {House.GamingRoom} room
 * @param {House.GameCard} g
 * @param {string} [foundBy] the word by which it was found
 */
export function gameCard(room, g, foundBy = '') {
  const s = summarise(room, g);
  const limits = s.all.length
    ? inCurrency(g.currency, () => (s.brings ? esc(formatLimits(s)) : formatRange(s.minimum, s.maximum)))
    : '';
  const places = !s.all.length
    ? t('room.no-table')
    : !s.open.length
      ? t('room.shut')
      : s.free
        ? plural('room.free', s.free)
        : t('room.full');
  const tables = s.all.length > 1 ? `${plural('room.tables-n', s.all.length)} · ` : '';
  const old = g.in_force?.historical
    ? `<span class="old" title="${esc(inForceNote(g))}">${esc(
        t('historical.short', { since: g.in_force.since.slice(0, 4), until: g.in_force.until.slice(0, 4) }),
      )}</span>`
    : '';
  const best = bestTable(room, g.id);
  const sit = best
    ? `<a class="seat" href="${isFree(room, best) && !best.list ? seatUrl(best) : gameUrl(g)}" data-table="${esc(best.id)}" aria-label="${esc(
        `${entryVerb(room, best)}: ${gameName(g)}, ${best.name}`,
      )}">${esc(entryVerb(room, best))}</a>`
    : '';
  return `<li class="card-of"><a class="game${s.open.length ? '' : ' closed'}" data-game="${esc(g.id)}" href="${gameUrl(g)}"><span class="mini" data-cloth="${esc(g.cloth)}">${emblem(g.emblem)}</span><span class="info"><b>${esc(gameName(g))}</b><small class="reg">${esc(g.regulation)}${old ? ` · ${old}` : ''}</small>${
    foundBy ? `<small class="by">«${esc(foundBy)}»</small>` : ''
  }<small class="places">${esc(tables)}${esc(places)}</small><span class="facts"><span class="lims">${limits}</span><span class="edge">${houseShare(g, s)}</span></span></span></a>${likeButton(g)}${sit}</li>`;
}

/** The name of the best bet in the reader's language. @param {House.BetEdge | undefined} e */
export const betName = e => e?.names[lang()] ?? '';
