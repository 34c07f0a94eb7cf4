// The lobby: games by family, the tables of one game, a search. The address holds the view, so that it can be bookmarked, sent
// and left with the back button.

import { enter, get } from '../core/api.js';
import { askAct, askCard } from './machine_requests.js';
import { drawings } from '../machine/thumbnail.js';
import { address, commission, exactly, gameAddress, gameCard, isFree, pace, seats, summed, tableCard, verb } from './game_card.js';
import { frieze, head, purse } from '../core/header.js';
import { cash, gameName, inCoin, label, lang, limitsOf, list, many, onSpeak, range, sign, signed, span, t } from '../core/i18n.js';
import { listAct, listCard, readLaw } from './waiting_lists.js';
import { steady } from '../core/press.js';
import { esc, inForce, tag } from '../core/text.js';

const $ = id => document.getElementById(id);
const FILTERS = {
  all: () => true, pt: g => g.land === 'pt', mo: g => g.land === 'mo',
  free: g => room.tables.some(x => x.game === g.id && isFree(room, x)),
  alone: g => room.tables.some(x => x.game === g.id && x.open && x.individual), edge: () => true,
};
const ORDER = ['blackjack', 'dice', 'baccarat', 'roulette', 'slots', 'poker', 'counters'];
let room = null, failed = false, found = null, asked = 0, timer = 0;

head(document.querySelector('.top'));
frieze($('frieze'));

/** What the address asks for. */
const seen = () => { const p = new URLSearchParams(location.search); return { game: p.get('game') ?? '', family: p.get('family') ?? '', filter: p.get('filter') in FILTERS ? p.get('filter') : 'all', q: p.get('q') ?? '' }; };
const to = facts => { const p = new URLSearchParams(Object.entries(facts).filter(([k, v]) => v && !(k === 'filter' && v === 'all'))); return p.size ? `./?${p}` : './'; };

/** Go to another view of the room without leaving it. @param {string} href @param {boolean} [same] a step that is not worth one back */
function go(href, same = false) {
  history[same ? 'replaceState' : 'pushState'](null, '', href);
  look();
  if (!same) { scrollTo(0, 0); document.querySelector('#tables h1, #tables h2')?.focus?.({ preventScroll: true }); }
}

/** The view has changed: what is searched for is asked for. */
function look() {
  const { q } = seen();
  if ($('q').value !== q && document.activeElement !== $('q')) $('q').value = q;
  if (!q) found = null;
  draw();
  if (q && found?.q !== q) search(q);
}

async function search(q) {
  const mine = ++asked;
  const told = await get(`/api/find?q=${encodeURIComponent(q)}`).catch(() => null);
  if (mine !== asked || seen().q !== q) return;
  found = told ? { q, ...told } : null;
  draw();
}

// ---- the views ------------------------------------------------------------------------------------------

const family = cloth => { const said = t(`family.${cloth}`); return said === `family.${cloth}` ? t('family.other') : said; };
const section = (title, n, cards, href = '', cls = '') => `<section class="family ${cls}" style="--n:${n}"><h2 tabindex="-1">${href ? `<a href="${href}">${esc(title)}</a>` : esc(title)}</h2><ul>${cards.join('')}</ul></section>`;

/** Where I play, the one where I am asked first; without any, a table to begin with. */
function mine() {
  const { playing } = room;
  if (!playing.length) return begin();
  const [one, ...more] = playing, href = m => address({ id: m.at });
  const facts = m => [m.places.length ? t('room.places', { n: list(m.places) }) : '', t('room.since', { time: span(m.since) }), m.turn ? m.left === null ? t('room.turn') : t('room.turn-left', { n: m.left }) : ''].filter(Boolean);
  const net = m => inCoin(m.currency, () => `<b class="net ${sign(m.net)}">${m.net ? signed(m.net) : '='}</b>`);
  return `<section class="mine"><h2 tabindex="-1">${esc(t(more.length ? 'room.playing.many' : 'room.playing'))}</h2><div class="panel resume"><p class="top-line"><span class="t">${esc(gameName(one))}, ${esc(one.name)}</span>${net(one)}</p><p class="sub">${facts(one).map((f, i) => `<span${i === 2 ? ' class="now"' : ''}>${esc(f)}</span>`).join(' · ')}</p>
    <dl class="kv"><dt>${t('coups')}</dt><dd>${one.coups}</dd><dt>${t('staked')}</dt><dd>${inCoin(one.currency, () => cash(one.staked))}</dd></dl><a class="go first" href="${href(one)}">${esc(t('lobby.return'))}</a>
    ${more.map(m => `<p class="also"><a class="ghost" href="${href(m)}"><span>${esc(gameName(m))}, ${esc(m.name)}</span>${net(m)}</a></p>`).join('')}<p class="past"><a href="history.html">${esc(t('room.history'))}</a></p></div></section>`;
}

/** A table to begin with: one of one's own where nobody waits, else the first with a free place. */
function begin() {
  const open = room.tables.filter(x => x.open && !x.list && !x.sign && isFree(room, x)), one = open.find(x => x.individual) ?? open[0] ?? room.tables.find(x => x.open && isFree(room, x));
  if (!one) return '';
  return inCoin(one.currency, () => `<section class="mine"><h2 tabindex="-1">${esc(t('room.begin'))}</h2><div class="panel resume"><p class="top-line"><span class="t">${esc(one.name)}</span></p><p class="sub">${[gameName(one), seats(room, one), pace(one), limitsOf(one)].map(esc).join(' · ')}</p><a class="go first" href="${address(one)}" aria-label="${esc(`${verb(room, one)}: ${one.name}`)}">${verb(room, one)}</a>${room.me ? `<p class="past"><a href="history.html">${esc(t('room.history'))}</a></p>` : ''}</div></section>`);
}

/** Lists and machines about which something is to be said to me; all of a game where its tables are looked at. */
const lists = game => room.lists.filter(x => game ? x.game === game : x.you).map(listCard).join('');
const asks = game => room.machines.filter(x => (!x.free || x.waiting) && (game ? x.game === game : x.you?.waits || x.you?.asked)).map(askCard).join('');

/** Every game that passes the filter, by family; by the house's edge in one row after another where that was asked. */
function every({ filter, family: only }) {
  const games = [...room.games].sort((a, b) => Number(a.in_force.historical) - Number(b.in_force.historical)).filter(FILTERS[filter]).filter(g => !only || g.cloth === only);
  if (!games.length) return `<p class="empty">${t(room.tables.length ? 'lobby.nomatch' : 'lobby.none')}</p><a class="ghost back" href="./" data-go>${t('filter.all')}</a>`;
  if (filter === 'edge') return `${mine()}${section(t('filter.edge'), 7, [...games].sort((a, b) => summed(room, a).rank - summed(room, b).rank).map(g => gameCard(room, g)))}`;
  const cloths = [...new Set([...ORDER, ...games.map(g => g.cloth)])].map(c => [c, games.filter(g => g.cloth === c)]).filter(([, all]) => all.length);
  return `${lists('')}${asks('')}${cloths.map(([cloth, all]) => section(family(cloth), Math.min(7, all.length), all.map(g => gameCard(room, g)), only ? '' : to({ family: cloth }))).join('')}${mine()}`;
}

/** One game: what it is, and its tables. */
function tablesOf(g) {
  const s = summed(room, g), e = s.best, name = e?.names[lang()];
  const facts = [
    [t('room.land'), `${esc(g.regulation)}${g.in_force?.historical ? ` · ${esc(inForce(g))}` : ''}`],
    s.all.length ? [t('room.limits'), inCoin(g.currency, () => s.brings ? limitsOf(s) : range(s.minimum, s.maximum))] : null,
    e ? [t(e.edge_float < 0 ? 'room.exact-gives' : 'room.exact'), `${esc(exactly(e))}${name ? ` <small>${esc(t('room.best', { bet: name }))}</small>` : ''}`] : s.counting ? [t('room.exact'), `<span class="wait">${esc(t('room.counting'))}</span>`] : null,
    g.between ? [t('room.between'), commission(s.fee) || '–'] : null,
  ].filter(Boolean);
  const study = (g.odds ? `<a class="ghost" href="odds.html?${s.all[0] ? `table=${encodeURIComponent(s.all[0].id)}` : `game=${encodeURIComponent(g.id)}`}">${t('odds.page')}</a>` : '') + (g.equity ? `<a class="ghost" href="equity.html?form=${encodeURIComponent(g.equity)}">${t('equity.page')}</a>` : '');
  const cards = [...s.all].sort((a, b) => Number(b.open) - Number(a.open) || Number(isFree(room, b)) - Number(isFree(room, a)) || a.minimum - b.minimum);
  return `<section class="of"><p class="up-line"><a href="./" data-go>‹ ${esc(t('room.all'))}</a> <a href="${to({ family: g.cloth })}" data-go>${esc(family(g.cloth))}</a></p><div class="who"><h2 tabindex="-1">${esc(gameName(g))}</h2><dl>${facts.map(([k, v]) => `<div><dt>${esc(k)}</dt><dd>${v}</dd></div>`).join('')}</dl>${study}</div></section>
    ${lists(g.id)}${asks(g.id)}${cards.length ? section(t('room.tables'), 4, cards.map(x => inCoin(x.currency, () => tableCard(room, x))), '', 'of-tables') : `<p class="empty">${esc(t('room.no-table'))}</p>`}`;
}

/** What was found: games, tables, and the clauses that say it. */
function finds(q) {
  if (!found) return `<p class="empty">${t('loading')}</p>`;
  const games = found.games.map(f => [room.games.find(g => g.id === f.id), f.by]).filter(([g]) => g), tables = room.tables.filter(x => found.tables.includes(x.id));
  if (!games.length && !tables.length && !found.clauses.length) return `<p class="empty">${esc(t('room.nothing', { q }))}</p><a class="ghost back" href="./" data-go>${esc(t('room.all'))}</a>`;
  const rules = found.clauses.map(c => { const g = room.games.find(one => one.id === c.game); return `<li><details><summary>${tag(c.id)} <span lang="en">${esc(c.text)}</span></summary><p>${esc(c.title)}${g ? ` · <a href="${gameAddress(g)}" data-go>${esc(gameName(g))}</a>` : ''}</p></details></li>`; });
  return (games.length ? section(many('room.games', games.length), 7, games.map(([g, by]) => gameCard(room, g, by))) : '')
    + (tables.length ? section(t('room.tables'), 4, tables.map(x => inCoin(x.currency, () => tableCard(room, x))), '', 'of-tables') : '')
    + (rules.length ? `<section class="clauses"><h2 tabindex="-1">${esc(t('room.rules'))}</h2><ol>${rules.join('')}</ol>${found.more ? `<p class="sub">${esc(t('room.more', { n: found.more }))}</p>` : ''}<p class="sub">${esc(t('law.language'))}</p></section>` : '');
}

const draw = steady(() => {
  label(document);
  const at = seen(), one = at.game && room?.games.find(g => g.id === at.game);
  document.title = `Sabot · ${one ? gameName(one) : t('lobby')}`;
  const hour = new Date().getHours();
  $('hello').textContent = t(hour >= 6 && hour < 12 ? 'hello.morning' : hour >= 12 && hour < 20 ? 'hello.day' : 'hello.night');
  purse($('purse'), room?.me?.credits ?? null, room?.me?.demo ?? true);
  $('past').hidden = !room?.me;
  $('count').textContent = room ? list([many('room.games', room.games.length), many('lobby.tables', room.tables.filter(x => x.open).length)]) : '';
  $('q').placeholder = t('room.find.short');
  $('find').innerHTML = Object.keys(FILTERS).map(f => `<a href="${to({ filter: f })}" data-go data-f="${f}"${!at.game && !at.q && !at.family && f === at.filter ? ' aria-current="true"' : ''}>${t(f === 'all' ? 'room.every' : `filter.${f}`)}</a>`).join('');
  document.body.classList.toggle('single', Boolean(one || at.q));
  $('told').textContent = at.q && found?.q === at.q ? t('room.found', { games: found.games.length, tables: found.tables.length, rules: found.clauses.length + found.more }) : failed ? t('lobby.stale') : '';
  if (!room) { put(`<p class="empty">${t(failed ? 'lobby.failed' : 'loading')}</p>${failed ? `<button type="button" class="ghost back" data-f="again">${t('lobby.again')}</button>` : ''}`); return; }
  const stale = failed ? `<p class="stale"><span>${t('lobby.stale')}</span> <button type="button" class="ghost" data-f="again">${t('lobby.again')}</button></p>` : '';
  put(stale + (at.q ? finds(at.q) : one ? tablesOf(one) : every(at)));
});

/** Show a view, where it is another than before; what had the focus keeps it. @param {string} html */
function put(html) {
  const main = $('tables');
  if (main._html === html) return;
  const from = main.contains(document.activeElement) ? document.activeElement : null, held = from?.getAttribute('href'), roll = from?.closest('[data-roll]')?.dataset.roll;
  main._html = html;
  main.innerHTML = html;
  const again = roll ? main.querySelector(`[data-roll="${CSS.escape(roll)}"] .does :is(a, button)`) : held ? main.querySelector(`[href="${CSS.escape(held)}"]`) : null;
  again?.focus({ preventScroll: true });
}

async function load() {
  try {
    room = await get('/api/lobby');
    await drawings(room.tables).catch(() => null);
    failed = false;
  } catch { failed = true; }
  draw();
}

document.addEventListener('click', async e => {
  if (e.defaultPrevented || e.button || e.metaKey || e.ctrlKey || e.shiftKey) return;
  const law = e.target.closest('[data-roll] [data-law]');
  if (law) { e.preventDefault(); await readLaw(law); $('tables')._html = ''; draw(); return; }
  if (e.target.closest('[data-f=again]')) { load(); return; }
  const inside = e.target.closest('a[data-go], a.game, .family h2 a'), out = e.target.closest('a.go'), roll = e.target.closest('[data-list]'), ask = e.target.closest('[data-ask]');
  if (inside) { e.preventDefault(); $('q').value = ''; go(inside.getAttribute('href')); return; }
  if (roll || ask) {
    if (!room.me) await enter(lang()).catch(() => null);
    await (roll ? listAct(roll) : askAct(ask));
    await load();
    return;
  }
  if (out && !room?.me) {
    e.preventDefault();
    await enter(lang()).catch(() => null);
    location.href = out.href;
  }
});
$('q').addEventListener('input', () => {
  clearTimeout(timer);
  const q = $('q').value.trim(), before = seen().q;
  timer = setTimeout(() => go(q ? to({ q }) : './', Boolean(before) || !q), 120);
});
$('q').closest('form').addEventListener('submit', e => { e.preventDefault(); document.querySelector('#tables :is(a.game, a.go, summary)')?.focus(); });
document.addEventListener('keydown', e => {
  if (e.key === '/' && !e.target.closest('input, textarea')) { e.preventDefault(); $('q').focus(); }
  if (e.key === 'Escape' && e.target === $('q') && $('q').value) { e.preventDefault(); $('q').value = ''; go('./', true); }
});
addEventListener('popstate', look);
onSpeak(() => { $('tables')._html = ''; draw(); });
look();
load();
setInterval(() => { if (!document.hidden) load(); }, 5000);
