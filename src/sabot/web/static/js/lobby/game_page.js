// The page of a game: what it is, one way to a seat, what the house keeps, the rules in four pictures, its tables.

import { formatLimits, formatSum, gameName, inCurrency, lang, t } from '../core/i18n.js';
import { clauseLink, esc, inForceNote } from '../core/text.js';
import { formatPercent } from '../odds/words.js';
import { emblem, picture } from './emblem.js';
import { betName, likeButton, returnRange, summarise } from './game_card.js';
import { introOf } from './intro.js';
import { requestCard } from './machine_requests.js';
import { page } from './room.js';
import {
  bestTable,
  commissionText,
  entryVerb,
  freeSeatsText,
  isFree,
  ownTable,
  practiceUrl,
  seatUrl,
  sideBySideUrl,
  tableUrl,
} from './table_facts.js';
import { tableRow } from './table_row.js';
import { listCard } from './waiting_lists.js';

const SHORT_FRACTION = 10; // characters of a fraction that is shown before its decimals
/** Of a round stake, so much that what the house keeps of it is at least ten cents. @param {number} edge */
const shownStake = edge => [1_000, 10_000, 100_000].find(cents => Math.round(cents * edge) >= 10) ?? 100_000;

/**
 * Where the rules of the tables give them different edges: whose edge is shown, and the range.
 * @param {ReturnType<typeof summarise>} s
 * @param {House.TableCard} table
 */
function tablesDiffer(s, table) {
  const range = [s.best, s.dearest].map(e => e?.edge_float ?? 0);
  const gives = range.every(edge => edge < 0);
  const [low, high] = (gives ? range.map(Math.abs).reverse() : range).map(edge => formatPercent(edge, 4));
  return low === high ? '' : t('room.tables-differ', { name: table.name, low, high });
}

/**
 * The edge of the table that the page proposes: a fraction, its decimals, then money.
 * @param {House.GameCard} g
 * @param {ReturnType<typeof summarise>} s
 * @param {House.TableCard} table
 * @param {House.Edge} e
 */
function edgeOf(g, s, table, e) {
  const gives = e.edge_float < 0;
  const edge = Math.abs(e.edge_float);
  const fraction = e.edge.includes('/') && e.edge.length <= SHORT_FRACTION ? e.edge.replace('-', '') : '';
  const decimals = formatPercent(edge, 4);
  const stake = shownStake(edge);
  const money = inCurrency(g.currency, () =>
    t(gives ? 'room.money-gives' : 'room.money', { stake: formatSum(stake), sum: formatSum(Math.round(stake * edge)) }),
  );
  const bets = e.worst
    ? t('room.best-and-worst', {
        bet: betName(e),
        worst: betName(e.worst),
        edge: formatPercent(e.worst.edge_float, e.worst.edge_float < 0.1 ? 2 : 1),
      })
    : e.many > 1
      ? t('room.equal')
      : '';
  const differ = tablesDiffer(s, table);
  return `<span class="eyebrow">${esc(t(gives ? 'room.edge-player' : 'room.edge-house'))}</span><b>${
    fraction ? `${esc(fraction)}<i>${esc(decimals)}</i>` : esc(decimals)
  }</b><p>${esc(money)} ${esc(bets)}</p>${differ ? `<p class="differ">${esc(differ)}</p>` : ''}`;
}

/** What the house keeps, in the box of the head. @param {House.GameCard} g @param {House.TableCard | undefined} table */
function houseBox(g, table) {
  const s = summarise(page.room, g);
  const e = table && page.room.edges[table.id];
  const study = g.odds
    ? `<a class="ghost study" href="odds.html?${table ? `table=${encodeURIComponent(table.id)}` : `game=${encodeURIComponent(g.id)}`}">${esc(
        t(e?.worst ? 'room.best-play' : 'odds.page'),
      )}</a>`
    : '';
  const equity = g.equity
    ? `<a class="ghost study" href="equity.html?form=${encodeURIComponent(g.equity)}">${esc(t('equity.page'))}</a>`
    : '';
  const more = sideBySideUrl(table ? [table] : []);
  const sideBySide = more
    ? `<a class="ghost study" href="${more}">${esc(t('tables.open'))}</a><a class="ghost study" href="replay.html">${esc(t('replay.title'))}</a>`
    : '';
  const keeps = g.between
    ? `<span class="eyebrow">${esc(t('room.between'))}</span><b class="long">${
        s.fee && s.fee.of !== 'session' ? esc(t('sign.percent', { n: s.fee.rate })) : '–'
      }</b><p>${inCurrency(g.currency, () => commissionText(s.fee)) || esc(t('room.between'))}</p>`
    : s.back
      ? `<span class="eyebrow">${esc(t('room.returns'))}</span><b class="long">${esc(returnRange(s.back))}</b><p>${esc(t('room.returns.say'))}</p>`
      : e && table
        ? edgeOf(g, s, table, e)
        : `<span class="eyebrow">${esc(t('room.edge-house'))}</span><p class="wait">${esc(
            t(s.counting ? 'room.counting' : 'room.unpriced'),
          )}</p>`;
  return `<div class="edge-box">${keeps}<dl class="kv"><dt>${esc(t('room.land'))}</dt><dd>${esc(g.regulation)}</dd></dl><p class="studies">${study}${equity}${sideBySide}</p></div>`;
}

/** The ways in: the brass button, and practice at a table of one's own. @param {House.GameCard} g @param {House.TableCard | undefined} table */
function waysIn(g, table) {
  if (!table)
    return `<p class="no-table">${esc(t('room.no-table.say'))}</p><a class="go first" href="./" data-go>${esc(t('room.all'))}</a>`;
  const own = ownTable(page.room, g.id);
  const facts = inCurrency(table.currency, () =>
    [t('room.table-named', { name: table.name }), formatLimits(table), freeSeatsText(page.room, table)].join(' · '),
  );
  const href = isFree(page.room, table) && !table.list ? seatUrl(table) : tableUrl(table);
  return `<div class="ways"><a class="go first" href="${href}" data-table="${esc(table.id)}"><b>${esc(
    entryVerb(page.room, table),
  )}</b><small>${esc(facts)}</small></a>${
    own
      ? `<a class="learn" href="${practiceUrl(own)}" data-table="${esc(own.id)}"><b>${esc(t('room.practise'))}</b><small>${esc(t('room.practise.say'))}</small></a>`
      : ''
  }</div>`;
}

/** The rules in four pictures. @param {House.GameCard} g */
function rules(g) {
  const intro = introOf(g.id);
  if (!intro?.steps.length) return '';
  return `<section class="sixty"><h2 tabindex="-1">${esc(t('room.sixty'))}</h2><ol>${intro.steps
    .map(
      (step, i) =>
        `<li><div class="mini" data-cloth="${esc(g.cloth)}">${picture(step.picture, 126, 130)}</div><div class="t"><b>${i + 1}. ${esc(
          step.names[lang()],
        )}</b><p>${esc(step.says[lang()])}</p>${clauseLink(step.law)}</div></li>`,
    )
    .join('')}</ol></section>`;
}

/** The page of one game. @param {House.GameCard} g @param {string} family @param {string} familyHref */
export function gamePage(g, family, familyHref) {
  const table = bestTable(page.room, g.id);
  const intro = introOf(g.id);
  const tables = page.room.tables
    .filter(x => x.game === g.id)
    .sort(
      (a, b) =>
        Number(b.open) - Number(a.open) ||
        Number(b.id === table?.id) - Number(a.id === table?.id) ||
        Number(isFree(page.room, b)) - Number(isFree(page.room, a)) ||
        a.minimum - b.minimum,
    );
  const lists = page.room.lists.filter(x => x.game === g.id).map(listCard);
  const requests = page.room.machines.filter(x => (!x.free || x.waiting) && x.game === g.id).map(requestCard);
  const drawing = intro?.drawing.length ? picture(intro.drawing, 180, 180) : emblem(g.emblem);
  return `<section class="of" data-cloth="${esc(g.cloth)}"><div class="emblem${intro?.drawing.length ? ' round' : ''}">${drawing}</div>
    <div class="who"><p class="up-line"><a href="./" data-go>‹ ${esc(t('room.all'))}</a> <a href="${familyHref}" data-go>${esc(family)}</a></p><h1 tabindex="-1">${esc(gameName(g))}</h1>${likeButton(g)}${
      g.in_force?.historical ? `<p class="old">${esc(inForceNote(g))}</p>` : ''
    }<p class="lead">${esc(intro?.lead[lang()] ?? '')}</p>${waysIn(g, table)}</div>${houseBox(g, table)}</section>
    ${rules(g)}${lists.join('')}${requests.join('')}${
      tables.length
        ? `<section class="tables-of"><h2 tabindex="-1">${esc(t('room.tables'))}<small>${esc(t('room.latest-first'))}</small></h2><ul>${tables
            .map(x => inCurrency(x.currency, () => tableRow(page.room, x, table?.id)))
            .join('')}</ul></section>`
        : ''
    }`;
}
