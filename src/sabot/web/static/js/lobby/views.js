// The views of the lobby: all games, one game, what a search finds, where I play.

import {
  formatDuration,
  formatLimits,
  formatNet,
  formatSum,
  gameName,
  htmlLang,
  inCurrency,
  joinList,
  netClass,
  plural,
  t,
} from '../core/i18n.js';
import { clauseLink, esc } from '../core/text.js';
import { gameCard, summarise } from './game_card.js';
import { gamePage } from './game_page.js';
import { requestCard } from './machine_requests.js';
import { isLiked, lastTables } from './own_choices.js';
import { page } from './room.js';
import {
  entryVerb,
  freeSeatsText,
  gameUrl,
  isFree,
  isOwn,
  paceText,
  seatUrl,
  sideBySideUrl,
  tableUrl,
} from './table_facts.js';
import { tableRow } from './table_row.js';
import { listCard } from './waiting_lists.js';

/** @type {Record<string, (g: House.GameCard) => boolean>} */
export const FILTERS = {
  all: () => true,
  pt: g => g.land === 'pt',
  mo: g => g.land === 'mo',
  free: g => page.room.tables.some(x => x.game === g.id && isFree(page.room, x)),
  mine: g => isLiked(g.id) || page.room.tables.some(x => x.game === g.id && lastTables().includes(x.id)),
  alone: g => page.room.tables.some(x => x.game === g.id && x.open && isOwn(x)),
  edge: () => true,
};
const ORDER = ['blackjack', 'dice', 'baccarat', 'roulette', 'slots', 'poker', 'counters'];
/** @param {Record<string, string>} facts */
export const addressOf = facts => {
  const p = new URLSearchParams(Object.entries(facts).filter(([k, v]) => v && !(k === 'filter' && v === 'all')));
  return p.size ? `./?${p}` : './';
};

// ---- the views ------------------------------------------------------------------------------------------

/** @param {string} cloth */
const familyName = cloth => {
  const name = t(`family.${cloth}`);
  return name === `family.${cloth}` ? t('family.other') : name;
};
/** @param {string} title @param {number} n @param {string[]} cards */
const section = (title, n, cards, href = '', cls = '') =>
  `<section class="family ${cls}" style="--n:${n}"><h2 tabindex="-1">${
    href ? `<a href="${href}">${esc(title)}</a>` : esc(title)
  }</h2><ul>${cards.join('')}</ul></section>`;

/** The tables at which I play, the one where it is my turn first; if there are none, a suggestion. */
export function playingPanel() {
  const { playing } = page.room;
  if (!playing.length) return beginPanel();
  const [first, ...more] = playing;
  const together = sideBySideUrl(
    more.length ? page.room.tables.filter(x => playing.some(m => m.at.split('~')[0] === x.id)) : [],
  );
  /** @param {House.OpenSession} m */
  const href = m => tableUrl({ id: m.at });
  /** @param {House.OpenSession} m */
  const facts = m =>
    [
      m.places.length ? t('room.places', { n: joinList(m.places) }) : '',
      t('room.since', { time: formatDuration(m.since) }),
      m.turn ? (m.left === null ? t('room.turn') : t('room.turn-left', { n: m.left })) : '',
    ].filter(Boolean);
  /** @param {House.OpenSession} m */
  const net = m =>
    inCurrency(m.currency, () => `<b class="net ${netClass(m.net)}">${m.net ? formatNet(m.net) : '='}</b>`);
  return `<section class="mine"><div class="panel resume"><h2 class="eyebrow" tabindex="-1">${esc(
    t(more.length ? 'room.playing.many' : 'room.playing'),
  )}</h2><p class="top-line"><span class="t">${esc(gameName(first))}, ${esc(first.name)}</span>${net(first)}</p><p class="sub">${facts(
    first,
  )
    .map((f, i) => `<span${i === 2 ? ' class="now"' : ''}>${esc(f)}</span>`)
    .join(' · ')}</p>
    <dl class="kv"><dt>${t('coups')}</dt><dd>${first.coups}</dd><dt>${t('staked')}</dt><dd>${inCurrency(
      first.currency,
      () => formatSum(first.staked),
    )}</dd></dl><a class="go first" href="${href(first)}">${esc(t('lobby.return'))}</a>
    ${more
      .map(
        m =>
          `<p class="also"><a class="ghost" href="${href(m)}"><span>${esc(gameName(m))}, ${esc(m.name)}</span>${net(m)}</a></p>`,
      )
      .join('')}${
      together
        ? `<p class="also"><a class="ghost" href="${together}"><span>${esc(t('tables.open'))}</span></a></p>`
        : ''
    }<p class="past"><a href="history.html">${esc(t('room.history'))}</a></p></div></section>`;
}

/** The table to propose: where this person last sat, else one of their own where the house keeps least. */
function proposedTable() {
  const { edges, games, tables } = page.room;
  const open = tables.filter(x => x.open && !x.list && isFree(page.room, x));
  const last = lastTables().flatMap(id => open.filter(x => x.id === id));
  /** @param {House.TableCard} x */
  const edge = x => edges[x.id]?.edge_float ?? 1;
  const current = new Set(games.filter(g => !g.in_force.historical).map(g => g.id));
  const own = open
    .filter(x => x.individual && !x.sign && current.has(x.game) && edge(x) > 0)
    .sort((a, b) => edge(a) - edge(b));
  return {
    table: last[0] ?? own[0] ?? open.find(x => !x.sign) ?? open[0],
    last: last.slice(1, 3),
    known: last.length > 0,
  };
}

/** A proposed table, and the others where this person last sat. */
function beginPanel() {
  const { table, last, known } = proposedTable();
  if (!table) return '';
  const facts = inCurrency(table.currency, () => [
    freeSeatsText(page.room, table),
    ...(isOwn(table) ? [] : [paceText(table)]),
    formatLimits(table),
  ]);
  return `<section class="mine"><div class="panel resume"><h2 class="eyebrow" tabindex="-1">${esc(
    t(known ? 'room.last-played' : 'room.begin'),
  )}</h2><p class="top-line"><span class="t">${esc(gameName(table))}, ${esc(
    table.name,
  )}</span></p><p class="sub">${facts.map(esc).join(' · ')}</p><a class="go first" href="${seatUrl(
    table,
  )}" data-table="${esc(table.id)}" aria-label="${esc(`${entryVerb(page.room, table)}: ${table.name}`)}">${entryVerb(
    page.room,
    table,
  )}</a>${
    last.length
      ? `<p class="also">${last
          .map(
            x =>
              `<a class="ghost" href="${seatUrl(x)}" data-table="${esc(x.id)}" aria-label="${esc(
                `${entryVerb(page.room, x)}: ${gameName(x)}, ${x.name}`,
              )}">${esc(gameName(x))}</a>`,
          )
          .join('')}</p>`
      : ''
  }</div></section>`;
}

/** My waiting lists and machine requests. */
const ownRequests = () =>
  page.room.lists
    .filter(x => x.you)
    .map(listCard)
    .join('') +
  page.room.machines
    .filter(x => (!x.free || x.waiting) && (x.you?.waits || x.you?.asked))
    .map(requestCard)
    .join('');

/**
 * All games that pass the filter, by family, or in the order of the house edge if that was chosen.
 * @param {{filter: string, family: string}} view
 */
export function allGames({ filter, family: only }) {
  const games = [...page.room.games]
    .sort((a, b) => Number(a.in_force.historical) - Number(b.in_force.historical))
    .filter(FILTERS[filter])
    .filter(g => !only || g.cloth === only);
  if (!games.length && filter === 'mine')
    return `<p class="empty">${esc(t('room.mine-empty'))}</p><a class="ghost back" href="./" data-go>${t('filter.all')}</a>`;
  if (!games.length)
    return `<p class="empty">${t(
      page.room.tables.length ? 'lobby.nomatch' : 'lobby.none',
    )}</p><a class="ghost back" href="./" data-go>${t('filter.all')}</a>`;
  if (filter === 'edge')
    return `${section(
      t('filter.edge'),
      7,
      [...games]
        .sort((a, b) => summarise(page.room, a).rank - summarise(page.room, b).rank)
        .map(g => gameCard(page.room, g)),
    )}`;
  const cloths = [...new Set([...ORDER, ...games.map(g => g.cloth)])]
    .map(cloth => ({ cloth, all: games.filter(g => g.cloth === cloth) }))
    .filter(({ all }) => all.length);
  return `${ownRequests()}${cloths
    .map(({ cloth, all }) =>
      section(
        familyName(cloth),
        Math.min(7, all.length),
        all.map(g => gameCard(page.room, g)),
        only ? '' : addressOf({ family: cloth }),
      ),
    )
    .join('')}`;
}

/** The page of one game. @param {House.GameCard} g */
export const onePage = g => gamePage(g, familyName(g.cloth), addressOf({ family: g.cloth }));

/** The results of a search: games, tables, and clauses. @param {string} q */
export function searchPage(q) {
  const found = page.searchResult;
  if (!found) return `<p class="empty">${t('loading')}</p>`;
  const games = found.games.flatMap(f => page.room.games.filter(g => g.id === f.id).map(g => ({ g, by: f.by })));
  const tables = page.room.tables.filter(x => found.tables.includes(x.id));
  if (!games.length && !tables.length && !found.clauses.length)
    return `<p class="empty">${esc(t('room.nothing', { q }))}</p><a class="ghost back" href="./" data-go>${esc(t('room.all'))}</a>`;
  const rules = found.clauses.map(c => {
    const g = page.room.games.find(one => one.id === c.game);
    return `<li><details><summary>${clauseLink(c.id)} <span lang="${htmlLang(c.lang)}">${esc(c.text)}</span></summary><p>${esc(c.title)}${
      g ? ` · <a href="${gameUrl(g)}" data-go>${esc(gameName(g))}</a>` : ''
    }</p></details></li>`;
  });
  return (
    (games.length
      ? section(
          plural('room.games', games.length),
          7,
          games.map(({ g, by }) => gameCard(page.room, g, by)),
        )
      : '') +
    (tables.length
      ? `<section class="tables-of"><h2 tabindex="-1">${esc(t('room.tables'))}</h2><ul>${tables
          .map(x => inCurrency(x.currency, () => tableRow(page.room, x)))
          .join('')}</ul></section>`
      : '') +
    (rules.length
      ? `<section class="clauses"><h2 tabindex="-1">${esc(t('room.rules'))}</h2><ol>${rules.join('')}</ol>${
          found.more ? `<p class="sub">${esc(t('room.more', { n: found.more }))}</p>` : ''
        }</section>`
      : '')
  );
}
