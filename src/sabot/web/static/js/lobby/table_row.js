// A table as a row: its name and limits, its last results, its free places, one way in.

import { joinWithColon, gameName, formatLimits, formatRange, formatSum, closureReason, t } from '../core/i18n.js';
import { esc, formatOpeningHours, clauseLink } from '../core/text.js';
import { returnText, machineThumbnail } from '../machine/thumbnail.js';
import { w } from '../machine/words.js';
import {
  commissionText,
  entryVerb,
  exactEdge,
  freeSeatsText,
  isFree,
  mySeatAt,
  paceText,
  placeDots,
  seatUrl,
  tableUrl,
  variantName,
} from './table_facts.js';

const SHOWN = 10;
/** Cloths whose last results are throws, numbers or counts, not totals of the bank. */
const THROWN = new Set(['roulette', 'dice', 'counters']);
const RED = new Set([1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36]);

/** The last pots: matches of the combination and the cents. @param {House.TableCard} x */
const lastPots = x => (x.last ?? []).flatMap(v => /^\S+ (\d+)$/.exec(v)?.[1] ?? []);
/** @param {House.Anything} v */
const wheelItem = v => {
  const n = Number(v);
  return `<li class="${n === 0 ? 'z' : RED.has(n) ? 'r' : 'b'}"><i>${esc(v)}</i></li>`;
};
/** @param {House.Anything} v */
const bankItem = v =>
  Number(v) > 21
    ? `<li class="bust" aria-label="${t('struck', { n: v })}">${v}</li>`
    : /^\d/.test(v)
      ? `<li>${v}</li>`
      : v === '-'
        ? '<li>–</li>'
        : `<li class="nat">${esc(v)}</li>`;

/** The last results, the latest first as the house sends them. @param {House.TableCard} x */
function lastResults(x) {
  const all = x.last ?? [];
  const pots = lastPots(x);
  const thrown = THROWN.has(x.felt_cloth);
  const wheel = x.felt_cloth === 'roulette';
  const items = pots.length
    ? pots.slice(0, SHOWN / 2).map(v => `<li>${formatSum(Number(v))}</li>`)
    : all.slice(0, SHOWN).map(v => (wheel ? wheelItem(v) : thrown ? `<li>${esc(v)}</li>` : bankItem(v)));
  return items.length
    ? `<span class="sr">${t(pots.length ? 'ring.last' : thrown ? 'lobby.fell' : 'lobby.last')}</span><ol${
        wheel ? ' class="wheel"' : ''
      }>${items.join('')}</ol>`
    : `<p class="none">${esc(t('room.no-results'))}</p>`;
}

/**
 * What the house keeps at this table: the edge of the best bet, or the commission of a table without a bank.
 * @param {House.GamingRoom} room
 * @param {House.TableCard} x
 */
function houseKeeps(room, x) {
  const e = room.edges[x.id];
  if (x.sign) return `<p class="keeps">${esc(returnText(x.sign))}</p>`;
  if (e)
    return `<p class="keeps"><span>${esc(t(e.edge_float < 0 ? 'room.gives' : 'room.edge', { edge: exactEdge(e) }))}</span></p>`;
  return x.commission
    ? `<p class="keeps">${commissionText(x.commission)}</p>`
    : room.counting.includes(x.id)
      ? `<p class="keeps wait">${esc(t('room.counting'))}</p>`
      : '';
}

/** Links to the pages of odds and of equity. @param {House.TableCard} x */
const studyLinks = x =>
  (x.odds
    ? `<a class="worth" href="odds.html?table=${encodeURIComponent(x.id)}" aria-label="${esc(`${t('odds.page')}: ${x.name}`)}">${t('odds.page')}</a>`
    : '') +
  (x.equity
    ? `<a class="worth" href="equity.html?form=${encodeURIComponent(x.equity)}" aria-label="${esc(`${t('equity.page')}: ${x.name}`)}">${t('lobby.hands')}</a>`
    : '');

/**
 * The row of a table. The whole row is one link.
 * @param {House.GamingRoom} room
 * @param {House.TableCard} x
 * @param {string} [best] the table that the page proposes
 */
export function tableRow(room, x, best = '') {
  const closedText = `${esc(joinWithColon(t('lobby.closed'), closureReason(x)))}${x.law ? ` ${clauseLink(x.law)}` : ''}`;
  const verb = entryVerb(room, x);
  const href = isFree(room, x) && !x.list ? seatUrl(x) : tableUrl(x);
  const cls = ['one', x.open ? '' : 'closed', mySeatAt(room, x) ? 'mine' : '', x.id === best ? 'best' : ''];
  const kind = x.sign ? w('number', { n: x.sign.number }) : variantName(x);
  return `<li class="${cls.filter(Boolean).join(' ')}"><div class="nm"><h3>${
    x.open
      ? `<a class="go" href="${href}" data-table="${esc(x.id)}" aria-label="${esc(`${verb}: ${x.name}, ${gameName(x)}`)}">${esc(x.name)}</a>`
      : esc(x.name)
  }</h3><p class="lim">${x.brings ? esc(formatLimits(x)) : formatRange(x.minimum, x.maximum)}</p>${
    kind ? `<p class="sub kind">${esc(kind)}</p>` : ''
  }</div><div class="was">${x.sign ? `<div class="mini">${machineThumbnail(x.sign)}</div>` : lastResults(x)}</div><div class="seats"><p>${
    x.open ? esc(freeSeatsText(room, x)) : closedText
  }</p>${placeDots(x)}${
    x.open
      ? `<p class="sub"><span class="pace">${esc(paceText(x))}</span>${
          x.hours
            ? ` <span class="hours" title="${esc(formatOpeningHours(x.hours))}">${esc(t('lobby.closes', { ...x.hours }))}</span>`
            : ''
        }</p>`
      : ''
  }</div><div class="cost">${houseKeeps(room, x)}${studyLinks(x)}</div>${
    x.open ? `<span class="ghost enter" aria-hidden="true">${esc(verb)}</span>` : ''
  }</li>`;
}
