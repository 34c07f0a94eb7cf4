// The lobby: games by family, the tables of one game, a search. The address holds the view, so that it can be bookmarked, sent
// and left with the back button.

import { ensureSession, get } from '../core/api.js';
import { sendRequest, requestCard } from './machine_requests.js';
import { loadDrawings } from '../machine/thumbnail.js';
import { tableUrl, commissionText, exactEdge, gameUrl, gameCard, isFree, paceText, freeSeatsText, summarise, tableCard, entryVerb } from './game_card.js';
import { drawTileBand, setUpHeader, showBalances } from '../core/header.js';
import { formatSum, gameName, inCurrency, fillLabels, lang, formatLimits, joinList, plural, onLanguageChange, formatRange, netClass, formatNet, formatDuration, t } from '../core/i18n.js';
import { sendListAct, listCard, toggleClause } from './waiting_lists.js';
import { deferWhilePressed } from '../core/press.js';
import { esc, inForceNote, clauseLink } from '../core/text.js';

const $ = id => document.getElementById(id);
const FILTERS = {
  all: () => true, pt: g => g.land === 'pt', mo: g => g.land === 'mo',
  free: g => room.tables.some(x => x.game === g.id && isFree(room, x)),
  alone: g => room.tables.some(x => x.game === g.id && x.open && x.individual), edge: () => true,
};
const ORDER = ['blackjack', 'dice', 'baccarat', 'roulette', 'slots', 'poker', 'counters'];
let room = null, failed = false, searchResult = null, searchNumber = 0, timer = 0;

setUpHeader(document.querySelector('.top'));
drawTileBand($('frieze'));

/** The view that the address names. */
const readAddress = () => { const p = new URLSearchParams(location.search); return { game: p.get('game') ?? '', family: p.get('family') ?? '', filter: p.get('filter') in FILTERS ? p.get('filter') : 'all', q: p.get('q') ?? '' }; };
const addressOf = facts => { const p = new URLSearchParams(Object.entries(facts).filter(([k, v]) => v && !(k === 'filter' && v === 'all'))); return p.size ? `./?${p}` : './'; };

/** Show another view without leaving the page. @param {string} href @param {boolean} [same] whether the back button skips this step */
function goTo(href, same = false) {
  history[same ? 'replaceState' : 'pushState'](null, '', href);
  showView();
  if (!same) { scrollTo(0, 0); document.querySelector('#tables h1, #tables h2')?.focus?.({ preventScroll: true }); }
}

/** Draw the view of the address, and search if it names a search. */
function showView() {
  const { q } = readAddress();
  if ($('q').value !== q && document.activeElement !== $('q')) $('q').value = q;
  if (!q) searchResult = null;
  draw();
  if (q && searchResult?.q !== q) search(q);
}

async function search(q) {
  const number = ++searchNumber;
  const answer = await get(`/api/find?q=${encodeURIComponent(q)}`).catch(() => null);
  if (number !== searchNumber || readAddress().q !== q) return;
  searchResult = answer ? { q, ...answer } : null;
  draw();
}

// ---- the views ------------------------------------------------------------------------------------------

const familyName = cloth => { const name = t(`family.${cloth}`); return name === `family.${cloth}` ? t('family.other') : name; };
const section = (title, n, cards, href = '', cls = '') => `<section class="family ${cls}" style="--n:${n}"><h2 tabindex="-1">${href ? `<a href="${href}">${esc(title)}</a>` : esc(title)}</h2><ul>${cards.join('')}</ul></section>`;

/** The tables at which I play, the one where it is my turn first; if there are none, a suggestion. */
function playingPanel() {
  const { playing } = room;
  if (!playing.length) return beginPanel();
  const [first, ...more] = playing, href = m => tableUrl({ id: m.at });
  const facts = m => [m.places.length ? t('room.places', { n: joinList(m.places) }) : '', t('room.since', { time: formatDuration(m.since) }), m.turn ? m.left === null ? t('room.turn') : t('room.turn-left', { n: m.left }) : ''].filter(Boolean);
  const net = m => inCurrency(m.currency, () => `<b class="net ${netClass(m.net)}">${m.net ? formatNet(m.net) : '='}</b>`);
  return `<section class="mine"><h2 tabindex="-1">${esc(t(more.length ? 'room.playing.many' : 'room.playing'))}</h2><div class="panel resume"><p class="top-line"><span class="t">${esc(gameName(first))}, ${esc(first.name)}</span>${net(first)}</p><p class="sub">${facts(first).map((f, i) => `<span${i === 2 ? ' class="now"' : ''}>${esc(f)}</span>`).join(' · ')}</p>
    <dl class="kv"><dt>${t('coups')}</dt><dd>${first.coups}</dd><dt>${t('staked')}</dt><dd>${inCurrency(first.currency, () => formatSum(first.staked))}</dd></dl><a class="go first" href="${href(first)}">${esc(t('lobby.return'))}</a>
    ${more.map(m => `<p class="also"><a class="ghost" href="${href(m)}"><span>${esc(gameName(m))}, ${esc(m.name)}</span>${net(m)}</a></p>`).join('')}<p class="past"><a href="history.html">${esc(t('room.history'))}</a></p></div></section>`;
}

/** A suggested table: an individual one if there is one, else the first with a free place. */
function beginPanel() {
  const open = room.tables.filter(x => x.open && !x.list && !x.sign && isFree(room, x)), one = open.find(x => x.individual) ?? open[0] ?? room.tables.find(x => x.open && isFree(room, x));
  if (!one) return '';
  return inCurrency(one.currency, () => `<section class="mine"><h2 tabindex="-1">${esc(t('room.begin'))}</h2><div class="panel resume"><p class="top-line"><span class="t">${esc(one.name)}</span></p><p class="sub">${[gameName(one), freeSeatsText(room, one), paceText(one), formatLimits(one)].map(esc).join(' · ')}</p><a class="go first" href="${tableUrl(one)}" aria-label="${esc(`${entryVerb(room, one)}: ${one.name}`)}">${entryVerb(room, one)}</a>${room.me ? `<p class="past"><a href="history.html">${esc(t('room.history'))}</a></p>` : ''}</div></section>`);
}

/** My waiting lists and machine requests; all of them on the page of a game. */
const listCards = game => room.lists.filter(x => game ? x.game === game : x.you).map(listCard).join('');
const requestCards = game => room.machines.filter(x => (!x.free || x.waiting) && (game ? x.game === game : x.you?.waits || x.you?.asked)).map(requestCard).join('');

/** All games that pass the filter, by family, or in the order of the house edge if that was chosen. */
function allGames({ filter, family: only }) {
  const games = [...room.games].sort((a, b) => Number(a.in_force.historical) - Number(b.in_force.historical)).filter(FILTERS[filter]).filter(g => !only || g.cloth === only);
  if (!games.length) return `<p class="empty">${t(room.tables.length ? 'lobby.nomatch' : 'lobby.none')}</p><a class="ghost back" href="./" data-go>${t('filter.all')}</a>`;
  if (filter === 'edge') return `${playingPanel()}${section(t('filter.edge'), 7, [...games].sort((a, b) => summarise(room, a).rank - summarise(room, b).rank).map(g => gameCard(room, g)))}`;
  const cloths = [...new Set([...ORDER, ...games.map(g => g.cloth)])].map(c => [c, games.filter(g => g.cloth === c)]).filter(([, all]) => all.length);
  return `${listCards('')}${requestCards('')}${cloths.map(([cloth, all]) => section(familyName(cloth), Math.min(7, all.length), all.map(g => gameCard(room, g)), only ? '' : addressOf({ family: cloth }))).join('')}${playingPanel()}`;
}

/** The page of one game with its tables. */
function gamePage(g) {
  const s = summarise(room, g), e = s.best, name = e?.names[lang()];
  const facts = [
    [t('room.land'), `${esc(g.regulation)}${g.in_force?.historical ? ` · ${esc(inForceNote(g))}` : ''}`],
    s.all.length ? [t('room.limits'), inCurrency(g.currency, () => s.brings ? formatLimits(s) : formatRange(s.minimum, s.maximum))] : null,
    e ? [t(e.edge_float < 0 ? 'room.exact-gives' : 'room.exact'), `${esc(exactEdge(e))}${name ? ` <small>${esc(t('room.best', { bet: name }))}</small>` : ''}`] : s.counting ? [t('room.exact'), `<span class="wait">${esc(t('room.counting'))}</span>`] : null,
    g.between ? [t('room.between'), commissionText(s.fee) || '–'] : null,
  ].filter(Boolean);
  const study = (g.odds ? `<a class="ghost" href="odds.html?${s.all[0] ? `table=${encodeURIComponent(s.all[0].id)}` : `game=${encodeURIComponent(g.id)}`}">${t('odds.page')}</a>` : '') + (g.equity ? `<a class="ghost" href="equity.html?form=${encodeURIComponent(g.equity)}">${t('equity.page')}</a>` : '');
  const cards = [...s.all].sort((a, b) => Number(b.open) - Number(a.open) || Number(isFree(room, b)) - Number(isFree(room, a)) || a.minimum - b.minimum);
  return `<section class="of"><p class="up-line"><a href="./" data-go>‹ ${esc(t('room.all'))}</a> <a href="${addressOf({ family: g.cloth })}" data-go>${esc(familyName(g.cloth))}</a></p><div class="who"><h2 tabindex="-1">${esc(gameName(g))}</h2><dl>${facts.map(([k, v]) => `<div><dt>${esc(k)}</dt><dd>${v}</dd></div>`).join('')}</dl>${study}</div></section>
    ${listCards(g.id)}${requestCards(g.id)}${cards.length ? section(t('room.tables'), 4, cards.map(x => inCurrency(x.currency, () => tableCard(room, x))), '', 'of-tables') : `<p class="empty">${esc(t('room.no-table'))}</p>`}`;
}

/** The results of a search: games, tables, and clauses. */
function searchPage(q) {
  if (!searchResult) return `<p class="empty">${t('loading')}</p>`;
  const games = searchResult.games.map(f => [room.games.find(g => g.id === f.id), f.by]).filter(([g]) => g), tables = room.tables.filter(x => searchResult.tables.includes(x.id));
  if (!games.length && !tables.length && !searchResult.clauses.length) return `<p class="empty">${esc(t('room.nothing', { q }))}</p><a class="ghost back" href="./" data-go>${esc(t('room.all'))}</a>`;
  const rules = searchResult.clauses.map(c => { const g = room.games.find(one => one.id === c.game); return `<li><details><summary>${clauseLink(c.id)} <span lang="en">${esc(c.text)}</span></summary><p>${esc(c.title)}${g ? ` · <a href="${gameUrl(g)}" data-go>${esc(gameName(g))}</a>` : ''}</p></details></li>`; });
  return (games.length ? section(plural('room.games', games.length), 7, games.map(([g, by]) => gameCard(room, g, by))) : '')
    + (tables.length ? section(t('room.tables'), 4, tables.map(x => inCurrency(x.currency, () => tableCard(room, x))), '', 'of-tables') : '')
    + (rules.length ? `<section class="clauses"><h2 tabindex="-1">${esc(t('room.rules'))}</h2><ol>${rules.join('')}</ol>${searchResult.more ? `<p class="sub">${esc(t('room.more', { n: searchResult.more }))}</p>` : ''}<p class="sub">${esc(t('law.language'))}</p></section>` : '');
}

const draw = deferWhilePressed(() => {
  fillLabels(document);
  const view = readAddress(), one = view.game && room?.games.find(g => g.id === view.game);
  document.title = `Sabot · ${one ? gameName(one) : t('lobby')}`;
  const hour = new Date().getHours();
  $('hello').textContent = t(hour >= 6 && hour < 12 ? 'hello.morning' : hour >= 12 && hour < 20 ? 'hello.day' : 'hello.night');
  showBalances($('purse'), room?.me?.credits ?? null, room?.me?.demo ?? true);
  $('past').hidden = !room?.me;
  $('count').textContent = room ? joinList([plural('room.games', room.games.length), plural('lobby.tables', room.tables.filter(x => x.open).length)]) : '';
  $('q').placeholder = t('room.find.short');
  $('find').innerHTML = Object.keys(FILTERS).map(f => `<a href="${addressOf({ filter: f })}" data-go data-f="${f}"${!view.game && !view.q && !view.family && f === view.filter ? ' aria-current="true"' : ''}>${t(f === 'all' ? 'room.every' : `filter.${f}`)}</a>`).join('');
  document.body.classList.toggle('single', Boolean(one || view.q));
  $('told').textContent = view.q && searchResult?.q === view.q ? t('room.found', { games: searchResult.games.length, tables: searchResult.tables.length, rules: searchResult.clauses.length + searchResult.more }) : failed ? t('lobby.stale') : '';
  if (!room) { setMainHtml(`<p class="empty">${t(failed ? 'lobby.failed' : 'loading')}</p>${failed ? `<button type="button" class="ghost back" data-f="again">${t('lobby.again')}</button>` : ''}`); return; }
  const stale = failed ? `<p class="stale"><span>${t('lobby.stale')}</span> <button type="button" class="ghost" data-f="again">${t('lobby.again')}</button></p>` : '';
  setMainHtml(stale + (view.q ? searchPage(view.q) : one ? gamePage(one) : allGames(view)));
});

/** Show a view if it has changed; the focus stays on the same link. @param {string} html */
function setMainHtml(html) {
  const main = $('tables');
  if (main._html === html) return;
  const from = main.contains(document.activeElement) ? document.activeElement : null, heldHref = from?.getAttribute('href'), listId = from?.closest('[data-roll]')?.dataset.roll;
  main._html = html;
  main.innerHTML = html;
  const again = listId ? main.querySelector(`[data-roll="${CSS.escape(listId)}"] .does :is(a, button)`) : heldHref ? main.querySelector(`[href="${CSS.escape(heldHref)}"]`) : null;
  again?.focus({ preventScroll: true });
}

async function load() {
  try {
    room = await get('/api/lobby');
    await loadDrawings(room.tables).catch(() => null);
    failed = false;
  } catch { failed = true; }
  draw();
}

document.addEventListener('click', async e => {
  if (e.defaultPrevented || e.button || e.metaKey || e.ctrlKey || e.shiftKey) return;
  const law = e.target.closest('[data-roll] [data-law]');
  if (law) { e.preventDefault(); await toggleClause(law); $('tables')._html = ''; draw(); return; }
  if (e.target.closest('[data-f=again]')) { load(); return; }
  const inside = e.target.closest('a[data-go], a.game, .family h2 a'), out = e.target.closest('a.go'), listButton = e.target.closest('[data-list]'), requestButton = e.target.closest('[data-ask]');
  if (inside) { e.preventDefault(); $('q').value = ''; goTo(inside.getAttribute('href')); return; }
  if (listButton || requestButton) {
    if (!room.me) await ensureSession(lang()).catch(() => null);
    await (listButton ? sendListAct(listButton) : sendRequest(requestButton));
    await load();
    return;
  }
  if (out && !room?.me) {
    e.preventDefault();
    await ensureSession(lang()).catch(() => null);
    location.href = out.href;
  }
});
$('q').addEventListener('input', () => {
  clearTimeout(timer);
  const q = $('q').value.trim(), before = readAddress().q;
  timer = setTimeout(() => goTo(q ? addressOf({ q }) : './', Boolean(before) || !q), 120);
});
$('q').closest('form').addEventListener('submit', e => { e.preventDefault(); document.querySelector('#tables :is(a.game, a.go, summary)')?.focus(); });
document.addEventListener('keydown', e => {
  if (e.key === '/' && !e.target.closest('input, textarea')) { e.preventDefault(); $('q').focus(); }
  if (e.key === 'Escape' && e.target === $('q') && $('q').value) { e.preventDefault(); $('q').value = ''; goTo('./', true); }
});
addEventListener('popstate', showView);
onLanguageChange(() => { $('tables')._html = ''; draw(); });
showView();
load();
setInterval(() => { if (!document.hidden) load(); }, 5000);
