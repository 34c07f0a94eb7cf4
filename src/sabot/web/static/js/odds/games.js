// All games by house edge: the odds page when no game is chosen.

import { asRefusal, get } from '../core/api.js';
import { gameName, inCurrency, lang, wordGroup } from '../core/i18n.js';
import { clauseLink } from './parts.js';
import { feeText } from './player_games.js';
import { formatFigure, formatPercent } from './words.js';
import { esc } from '../core/text.js';

const { w } = wordGroup('study');
/** @typedef {Partial<House.GameOdds> & {names: Record<string, string>}} SortedGame a game with its odds, if known */

const RETRY_MS = 1500; // milliseconds
/** @type {Record<string, (x: SortedGame) => number | string>} */
const SORT_KEYS = {
  best: x => x.best?.kept ?? 8,
  worst: x => x.worst?.kept ?? 8,
  deviation: x => x.best?.deviation ?? 1e9,
  game: x => gameName(x),
};
/** @type {House.GameListed[]} */
let games = [];
/** @type {House.EveryOdds} */
let answer = { games: [], here: {}, left: 0, doing: '' };
let sortedBy = 'best';
let timer = 0;

/** @param {{names: Record<string, string>, bet: string}} one */
const betName = one => one.names[lang()] ?? one.names.pt ?? one.bet;

/** The edge at the tables of this house, where their rules make it another one. @param {House.GameOdds} x */
function tablesHere(x) {
  const here = answer.here[x.game];
  if (!here || !x.best) return '';
  const [low, high, main] = [here.lowest, here.highest, x.best.kept].map(edge => formatPercent(edge, 3));
  if (low === main && high === main) return '';
  return `<small class="here" title="${esc(w('here.why'))}">${esc(low === high ? w('here', { edge: low }) : w('here.to', { low, high }))}</small>`;
}

/** @param {House.GameListed} g @param {number} most */
function gameRow(g, most) {
  const x = answer.games.find(y => y.game === g.id);
  const name = `<th scope="row"><a href="odds.html?game=${encodeURIComponent(g.id)}">${esc(gameName(g))}</a><small>${esc(g.regulation.split(':')[0])}</small></th>`;
  if (!x) return `<tr class="waits">${name}<td colspan="3" class="given">${w('waits')}</td></tr>`;
  if (x.barred) return `<tr>${name}<td colspan="3" class="given">${esc(w('barred'))} ${clauseLink(x.barred)}</td></tr>`;
  if (x.cost)
    return `<tr>${name}<td colspan="2"><span class="what">${esc(w('people'))}</span><b>${esc(
      inCurrency(x.currency, () => feeText(/** @type {Client.Odds['cost']} */ (x.cost))),
    )}</b></td><td class="n"></td></tr>`;
  if (!x.best) return `<tr>${name}<td colspan="3" class="given">${w('lost')}</td></tr>`;
  /** @param {House.BetSummary} one */
  const cell = one =>
    `<td><span class="what">${esc(betName(one))}${x.keeps ? ` · ${esc(w('between'))}` : ''}</span><b class="${one.kept < 0 ? 'up' : ''}">${formatPercent(one.kept, 3)}</b>${
      one.exact && one.exact.length < 12 ? ` <small>${esc(one.exact.replace('-', '−'))}</small>` : ''
    }<i class="cost ${one.kept < 0 ? 'win' : ''}" aria-hidden="true" style="width:${(
      100 * Math.sqrt(Math.min(1, Math.abs(one.kept) / most))
    ).toFixed(2)}%"></i>${one.kept < 0 ? `<span class="sr">${w('gain')}</span>` : ''}</td>`;
  return `<tr>${name}${cell(x.best).replace('</td>', `${tablesHere(x)}</td>`)}${
    x.worst && (x.many ?? 0) > 1 ? cell(x.worst) : '<td></td>'
  }<td class="n">${formatFigure(x.best.deviation, 2)}</td></tr>`;
}

/** The page as HTML. */
export function renderGames() {
  const known = new Map(answer.games.map(x => [x.game, x]));
  /** @param {House.GameListed} g */
  const key = g =>
    known.has(g.id)
      ? SORT_KEYS[sortedBy]({ ...known.get(g.id), names: g.names })
      : sortedBy === 'game'
        ? gameName(g)
        : 1e12;
  const list = [...games].sort((a, b) => {
    const [x, y] = [key(a), key(b)];
    return typeof x === 'string'
      ? x.localeCompare(String(y), lang())
      : x - Number(y) || gameName(a).localeCompare(gameName(b), lang());
  });
  const most = Math.max(
    0.01,
    ...answer.games.flatMap(x => [x.best ?? [], x.worst ?? []].flat()).map(one => Math.abs(one.kept)),
  );
  const doing = games.find(g => g.id === answer.doing);
  /** @param {string} name */
  const head = name =>
    `<th scope="col" aria-sort="${name === sortedBy ? 'ascending' : 'none'}"${name === 'deviation' ? ' class="n"' : ''}><button type="button" data-by="${name}" title="${esc(w('sort', { what: w(name) }))}">${w(name)}</button></th>`;
  return `<div class="hero"><div><h1>${w('title')}</h1><p class="saying">${esc(w('say'))}</p></div></div>
    <p class="given" role="status" id="counting">${
      answer.left ? esc(w('counting', { game: doing ? gameName(doing) : '…', n: answer.left })) : esc(w('counted'))
    }</p>
    <table class="games"><thead><tr>${['game', 'best', 'worst', 'deviation']
      .map(head)
      .join(
        '',
      )}</tr></thead><tbody>${list.map(g => gameRow(g, most)).join('')}</tbody></table><footer><p>${esc(w('about'))}</p><p>${esc(w('here.why'))}</p><p>${esc(w('deviation.say'))}</p></footer>`;
}

/**
 * Load until all games are computed, and draw what is known.
 * @param {() => void} draw
 * @param {(problem: Error) => void} failed
 */
export async function loadUntilCounted(draw, failed) {
  clearTimeout(timer);
  try {
    if (!games.length) games = (await get('/api/games')).filter(g => g.odds);
    answer = await get('/api/odds/games');
    draw();
    if (answer.left) timer = setTimeout(() => loadUntilCounted(draw, failed), RETRY_MS);
  } catch (thrown) {
    failed(asRefusal(thrown));
  }
}

/** Change the order of the games. @param {string} name */
export const sortBy = name => {
  sortedBy = SORT_KEYS[name] ? name : sortedBy;
};
