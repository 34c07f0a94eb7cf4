// The gaming room: the open tables, each as a small cloth with what the law lets everybody know of it.

import { far, oval } from './far.js';
import { enter, get } from './api.js';
import { head, frieze, purse } from './head.js';
import { card, chip } from './kit.js';
import { cash, gameName, inCoin, label, lang, many, onSpeak, signed, sign, t } from './i18n.js';
import { esc, inForce, tag } from './tell.js';

const $ = id => document.getElementById(id);
const FILTERS = { all: () => true, alone: x => x.individual, shared: x => !x.individual, free: x => x.open && x.taken < x.places };
let tables = null, me = null, mine = [], filter = 'all', failed = false;

head(document.querySelector('.top'));
frieze($('frieze'));

// ---- the small cloth: 300 x 168 -------------------------------------------------------------------------

const G = '#e6cf95';
const at = (svg, x, y, w, a = 0, h = w * 1.4) => `<g transform="translate(${x} ${y}) rotate(${a})">${svg.replace('<svg ', `<svg x="${-w / 2}" y="${-h / 2}" width="${w}" height="${h}" `)}</g>`;
const fan = codes => codes.map((c, i) => at(card(c, { label: '' }), 150 + (i - (codes.length - 1) / 2) * 34, 58 + Math.abs(i - (codes.length - 1) / 2) * 3, 56, (i - (codes.length - 1) / 2) * 9)).join('');
const SHOW = { blackjack: [['AS', 'KH'], ['QD', 'AC'], ['AH', 'TS'], ['JC', 'AD']], baccarat: [['9S', 'KD'], ['4H', '5C']], poker: [['AS', 'KS', 'QD']] };
const BOARD = [['AS', 'QD', '8C'], ['KH', 'TS', '4D'], ['JC', 'JD', '7S']];
const hand = x => { const all = SHOW[x.felt_cloth] ?? SHOW.blackjack; return all[[...x.id].reduce((n, c) => n + c.charCodeAt(0), 0) % all.length]; };

/** Who play against one another sit round an oval. */
const round = x => oval(x.places, x.seats ?? [], x.felt_cloth === 'poker' ? BOARD[[...x.id].reduce((n, c) => n + c.charCodeAt(0), 0) % 3].map((c, i) => at(card(c, { label: '' }), 150 + (i - 1) * 42, 84, 38)).join('') : hand(x).map((c, i) => at(card(c, { label: '' }), 132 + i * 36, 84, 34)).join(''));

/** The table seen from far: its arc, a circle a place, a chip where somebody sits. */
function mini(x) {
  const n = x.places, seats = x.seats ?? [], by = i => n === 1 ? 0 : (i - (n - 1) / 2) / ((n - 1) / 2) * Math.min(.94, .34 + n * .1);
  const spots = Array.from({ length: n }, (_, i) => {
    const k = -by(i), cx = 150 + k * 116, cy = 138 - k * k * 48, taken = seats[i];
    return `<circle cx="${cx}" cy="${cy}" r="${n === 1 ? 13 : 10.5}" fill="#0003" stroke="${G}" stroke-opacity="${taken ? 1 : .75}" ${taken ? '' : 'stroke-dasharray="2.5 2.5"'}/>` + (taken ? at(chip([5, 25, 10, 100][i % 4]), cx, cy, 17, 0, 17) : '');
  }).join('');
  return `<svg viewBox="0 0 300 168" preserveAspectRatio="xMidYMid slice" aria-hidden="true"><path d="M8 0H292V40C292 112 232 162 150 162S8 112 8 40Z" fill="none" stroke="#4a2d1a" stroke-width="9"/><path d="M12.5 0H287.500V40C287.500 109 229 157.500 150 157.500S12.500 109 12.500 40Z" fill="none" stroke="#c9a45c" stroke-width="1.2"/>
    <path d="M60 66Q150 134 240 66" fill="none" stroke="${G}" stroke-opacity=".5"/>${fan(hand(x))}${spots}</svg>`;
}

/** The last pots, told as what won them and their cents. */
const potsOf = x => (x.last ?? []).map(v => /^\S+ (\d+)$/.exec(v)).filter(Boolean);

const results = x => potsOf(x).length ? potsOf(x).slice(0, 5).map(v => `<li>${cash(Number(v[1]))}</li>`).join('') : far(x.felt_cloth) ? (x.last ?? []).slice(0, 7).map(v => `<li>${esc(v)}</li>`).join('') : (x.last ?? []).slice(0, 7).map(v => Number(v) > 21 ? `<li class="bust" aria-label="${t('struck', { n: v })}">${v}</li>` : /^\d/.test(v) ? `<li>${v}</li>` : v === '-' ? '<li>–</li>' : `<li class="nat">${esc(v)}</li>`).join('');

/** My open session at a table: an individual table is my own copy of it. */
const mineAt = x => mine.find(m => String(m.table).split('~')[0] === x.id);

function item(x, first) {
  const free = x.places - x.taken, here = mineAt(x), net = here ? here.won - here.staked : 0;
  const taken = !free && !here;
  const room = x.individual && !taken ? t('lobby.alone') : free ? t('lobby.seats', { free, n: x.places }) : t('lobby.full');
  const pace = x.individual ? t('lobby.pace.own') : x.felt_shape === 'oval' && x.felt_cloth === 'poker' ? t('lobby.pace.turn', { n: x.clocks?.decision ?? 0 }) : t('lobby.pace', { n: x.clocks?.betting ?? 0 });
  const packs = x.rules?.packs ? many('packs', x.rules.packs) : '';
  const go = !x.open ? `<p class="shut">${t('lobby.closed')}${x.reason ? `: ${esc(x.reason)}` : ''}${x.law ? ` ${tag(x.law)}` : ''}</p>`
    : `<a class="go${first ? ' first' : ''}" href="table.html?id=${encodeURIComponent(x.id)}" aria-label="${esc(here ? t('lobby.return') : x.individual || free ? t('lobby.sit') : t('lobby.watch'))}: ${esc(x.name)}">${here ? t('lobby.return') : !taken ? t('lobby.sit') : t('lobby.watch')}</a>`;
  return `<li class="one${x.open ? '' : ' closed'}"><div class="mini" data-cloth="${esc(x.felt_cloth ?? '')}">${far(x.felt_cloth) || (x.felt_shape === 'oval' ? round(x) : mini(x))}</div>
    <div class="info">${x.in_force?.historical ? `<p class="old">${esc(t('historical.short', { since: x.in_force.since.slice(0, 4), until: x.in_force.until.slice(0, 4) }))}</p>` : ''}<h3>${esc(x.name)}</h3><p class="lim">${t('limits', { min: cash(x.minimum), max: cash(x.maximum) })}</p><p class="sub">${[room, x.places_per_player > 1 ? t('lobby.places', { n: x.places_per_player }) : '', pace, packs].filter(Boolean).map(esc).join(' · ')}</p>
    ${results(x) ? `<div class="was"><span>${t(potsOf(x).length ? 'ring.last' : far(x.felt_cloth) ? 'lobby.fell' : 'lobby.last')}</span><ol>${results(x)}</ol></div>` : '<div class="was"></div>'}
    ${here ? `<p class="here">${t('lobby.you')} <b class="${sign(net)}">${net ? signed(net, true) : ''}</b></p>` : ''}${go}</div></li>`;
}

function draw() {
  label(document);
  document.title = `Sabot · ${t('lobby')}`;
  const hour = new Date().getHours();
  $('hello').textContent = t(hour >= 6 && hour < 12 ? 'hello.morning' : hour >= 12 && hour < 20 ? 'hello.day' : 'hello.night');
  purse($('purse'), me?.balance ?? null, true);
  const open = (tables ?? []).filter(x => x.open).length;
  $('count').textContent = tables ? many('lobby.tables', open) : '';
  $('find').innerHTML = (tables ?? []).length > 1 ? Object.keys(FILTERS).map(f => `<button type="button" data-f="${f}" aria-pressed="${f === filter}">${t(`filter.${f}`)}</button>`).join('') : '';
  if (!tables) { $('tables').innerHTML = `<p class="empty">${t(failed ? 'lobby.failed' : 'loading')}</p>${failed ? `<button type="button" class="ghost" data-f="again">${t('lobby.again')}</button>` : ''}`; return; }
  const seen = tables.filter(FILTERS[filter]), games = [...new Set(seen.map(x => x.game))];
  // The brass button is the next act: back to my table, else a table of one's own, else the first open one.
  const best = seen.find(x => x.open && mineAt(x)) ?? seen.find(x => x.open && x.individual && x.taken < x.places) ?? seen.find(x => x.open && x.taken < x.places) ?? seen.find(x => x.open);
  const html = games.map(game => {
    const list = seen.filter(x => x.game === game).sort((a, b) => Number(b === best) - Number(a === best) || Number(b.open) - Number(a.open));
    return `<section><div class="title"><h2>${esc(gameName(list[0]))}</h2>${list[0].equity ? `<a class="ghost" href="equity.html?form=${encodeURIComponent(list[0].equity)}">${t('equity.page')}</a>` : ''}${list[0].odds ? `<a class="ghost" href="odds.html?game=${encodeURIComponent(game)}" aria-label="${esc(`${t('odds.page')}: ${gameName(list[0])}`)}">${t('odds.page')}</a>` : ''}</div>${list[0].in_force?.historical ? `<p class="past">${esc(inForce(list[0]))}</p>` : ''}<ul>${list.map(x => inCoin(x.currency, () => item(x, x === best))).join('')}</ul></section>`;
  }).join('') || `<p class="empty">${t(tables.length ? 'lobby.nomatch' : 'lobby.none')}</p>${tables.length ? `<button type="button" class="ghost" data-f="all">${t('filter.all')}</button>` : ''}`;
  if ($('tables')._html !== html) { const held = document.activeElement?.getAttribute('href'); $('tables')._html = html; $('tables').innerHTML = html; if (held) $('tables').querySelector(`[href="${held}"]`)?.focus(); }
}

async function load() {
  try {
    [tables, me] = await Promise.all([get('/api/tables'), get('/api/session')]);
    failed = false;
    mine = me ? ((await get('/api/me/sessions').catch(() => [])) ?? []).filter(x => !x.ended) : [];
  } catch { failed = true; }
  draw();
}

$('find').onclick = $('tables').onclick = async e => {
  const b = e.target.closest('[data-f]'), go = e.target.closest('a.go');
  if (b?.dataset.f === 'again') return load();
  if (b) { filter = b.dataset.f; draw(); return null; }
  if (go && !me) {
    e.preventDefault();
    await enter(lang()).catch(() => null);
    location.href = go.href;
  }
  return null;
};
onSpeak(() => { $('tables')._html = ''; draw(); });
draw();
load();
setInterval(() => { if (!document.hidden) load(); }, 5000);
