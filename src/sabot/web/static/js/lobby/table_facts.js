// What the lobby says of a table: whether somebody may sit, its pace, what the house keeps, its last results.

import { formatClause, formatSum, lang, plural, t } from '../core/i18n.js';
import { esc } from '../core/text.js';
import { formatPercent } from '../odds/words.js';
import { lastTables } from './own_choices.js';

/** @param {{id: string}} x */
export const tableUrl = x => `table.html?id=${encodeURIComponent(x.id)}`;
/**
 * The address that also takes a seat; where somebody first chooses what they bring to a table of several, that of the
 * table. At a table of one's own they bring the least.
 * @param {{id: string, brings?: number[] | null, private?: boolean}} x
 */
export const seatUrl = x => (x.brings && !x.private ? tableUrl(x) : `${tableUrl(x)}&sit=1`);
/** A table of one's own, with hints while one plays. @param {{id: string}} x */
export const practiceUrl = x => `${tableUrl(x)}&hints=1`;
/**
 * The address that shows those tables of poker among these side by side; "" for none.
 * @param {House.TableCard[]} tables
 */
export const sideBySideUrl = tables => {
  const ids = tables.filter(x => x.brings && x.felt_shape === 'oval').map(x => encodeURIComponent(x.id));
  return ids.length ? `tables.html?ids=${ids.join(',')}` : '';
};
/** @param {{id: string}} g */
export const gameUrl = g => `./?game=${encodeURIComponent(g.id)}`;

/** The variant that is dealt there now. @param {House.TableCard} x */
export const variantName = x => x.variant?.[lang()] ?? '';

/**
 * Whether each player plays at a copy of their own of this table.
 * @param {House.TableCard} x
 */
export const isOwn = x => x.individual || x.private;

/**
 * My seat at a table, if I have one; an individual table is my own copy of it.
 * @param {House.GamingRoom} room
 * @param {House.TableCard} x
 */
export const mySeatAt = (room, x) => room.playing.find(m => m.at === x.id);
/** @param {House.GamingRoom} room @param {House.TableCard} x */
export const isFree = (room, x) => x.open && (x.places > x.taken || Boolean(mySeatAt(room, x)));
/** @param {House.GamingRoom} room @param {House.TableCard} x */
export const entryVerb = (room, x) =>
  t(mySeatAt(room, x) ? 'lobby.return' : isFree(room, x) ? 'lobby.sit' : 'lobby.watch');
/** The places of a table in words. @param {House.GamingRoom} room @param {House.TableCard} x */
export const freeSeatsText = (room, x) =>
  x.sign
    ? t(isFree(room, x) ? 'free' : 'lobby.full')
    : isOwn(x) && isFree(room, x)
      ? t('lobby.alone')
      : x.taken < x.places
        ? plural('room.free', x.places - x.taken)
        : t('room.full-watch');
/** The places as dots, filled where somebody sits; a table of one's own has none. @param {House.TableCard} x */
export const placeDots = x =>
  isOwn(x) || x.sign || !x.open
    ? ''
    : `<span class="dots" aria-hidden="true">${Array.from(
        { length: x.places },
        (_, i) => `<i${x.seats?.[i] ? ' class="on"' : ''}></i>`,
      ).join('')}</span>`;
/** @param {House.TableCard} x */
const isTurnBased = x => x.felt_shape === 'oval' && x.felt_cloth === 'poker';
/** @param {House.TableCard} x */
export const paceText = x =>
  isOwn(x) || x.sign
    ? t('lobby.pace.own')
    : isTurnBased(x)
      ? t('lobby.pace.turn', { n: x.clocks?.decision ?? 0 })
      : t('lobby.pace', { n: x.clocks?.betting ?? 0 });

/**
 * The commission of a table where players play against one another.
 * @param {House.HandCommission | House.SessionCommission | null | undefined} c
 */
export function commissionText(c) {
  if (!c) return '';
  return `${esc(
    c.of === 'session'
      ? t('lobby.fee.session', { sum: formatSum(c.cents) })
      : t(c.cap ? 'lobby.fee.cap' : 'lobby.fee', { rate: c.rate, sum: formatSum(c.cap ?? 0) }),
  )} <small>§ ${esc(formatClause(c.law))}</small>`;
}

/** The exact house edge of the best bet: "7/495 = 1,4141 %". @param {House.Edge} e */
export const exactEdge = e => {
  const p = formatPercent(Math.abs(e.edge_float), 4);
  return e.edge.includes('/') && e.edge.length < 14 ? `${e.edge.replace('-', '')} = ${p}` : p;
};

/**
 * The table of a game for this person: where they sit, else where they last sat, else one of their own, else the open
 * table with a free place and the lowest minimum, else one to watch.
 * @param {House.GamingRoom} room
 * @param {string} game
 * @returns {House.TableCard | undefined}
 */
export function bestTable(room, game) {
  const open = room.tables.filter(x => x.game === game && x.open);
  const free = open.filter(x => isFree(room, x) && !x.list).sort((a, b) => a.minimum - b.minimum);
  const last = lastTables();
  const known = free.filter(x => last.includes(x.id)).sort((a, b) => last.indexOf(a.id) - last.indexOf(b.id));
  return (
    open.find(x => mySeatAt(room, x)) ??
    known[0] ??
    free.find(x => x.individual) ??
    free.find(isOwn) ??
    free[0] ??
    open.find(x => isFree(room, x)) ??
    open[0]
  );
}
/** The table of a game at which somebody plays alone. @param {House.GamingRoom} room @param {string} game */
export const ownTable = (room, game) =>
  room.tables.find(x => x.game === game && x.open && x.individual && isFree(room, x));
