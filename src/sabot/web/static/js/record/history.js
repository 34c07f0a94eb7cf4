// All coups of a player over all games and machines: by game, by day, by session; each opens to its receipt.

import { get, post } from '../core/api.js';
import { frieze, head, purse } from '../core/header.js';
import { cash, colon, day as dayOf, inCoin, label, lang, list, locale, many, onSpeak, sign, signed, t } from '../core/i18n.js';
import { spotName } from './narration.js';
import { esc, sentence, tag } from '../core/text.js';

const $ = id => document.getElementById(id);
const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
const SHOWN = 4;   // results of a coup that stand on its line
let me = null, sessions = [], pages = [], failed = null, asked = 0;

head(document.querySelector('.top'));
frieze($('frieze'));

const seen = () => { const p = new URLSearchParams(location.search); return { game: p.get('game') ?? '', day: p.get('day') ?? '', session: p.get('session') ?? '' }; };
const to = facts => { const p = new URLSearchParams(Object.entries(facts).filter(([, v]) => v)); return p.size ? `history.html?${p}` : 'history.html'; };
const names = () => Object.assign({}, ...pages.map(p => p.games)), tables = () => Object.assign({}, ...pages.map(p => p.tables));
const base = id => String(id).split('~')[0];
const hour = at => new Date(at * 1000).toLocaleTimeString(locale(), { timeStyle: 'short', timeZone: ZONE });
const stamp = at => new Date(at * 1000).toLocaleString(locale(), { dateStyle: 'short', timeStyle: 'short', timeZone: ZONE });
const dated = at => new Date(at * 1000).toLocaleDateString('sv-SE', { timeZone: ZONE });
const coin = (currency, cents, how = cash) => inCoin(currency, () => how(cents));
const net = (currency, cents) => `<b class="${sign(cents)}">${cents ? esc(coin(currency, cents, c => signed(c))) : '='}</b>`;
const named = g => g?.names?.[lang()] ?? g?.names?.pt ?? '';

// ---- one line -------------------------------------------------------------------------------------------

/** A spot of a cloth in the game's words: each line knows no more of its cloth than that one. */
const spotOf = (game, spot) => spotName({ words: game?.words, felt: { shape: 'layout', zones: [{ spot }] } }, spot);

/** What became of one hand or one bet, in the game's words. */
function fate(game, r) {
  if (r.bet !== undefined) return t('hist.machine', { bet: cash(r.bet), prize: cash(r.prize ?? 0) });
  const word = key => game?.words?.[lang()]?.[key] ?? game?.words?.pt?.[key] ?? '';
  const spot = String(r.hand).includes('/') ? spotOf(game, r.hand.slice(r.hand.indexOf('/') + 1)) : /^\d/.test(r.hand) ? '' : word(r.hand) || word(`bet.${r.hand}`) || r.hand;
  const how = word(`result.${r.result}`) || (['won', 'lost'].includes(r.result) ? t(`hist.fate-${r.result}`) : r.result), made = r.category ? word(`category.${r.category}`) : '';
  return colon(spot, list([made, how]));
}

function results(game, c) {
  const all = (c.results ?? []).map(r => sentence(fate(game, r))).filter(Boolean);
  return all.length ? `${all.slice(0, SHOWN).map(esc).join(' · ')}${all.length > SHOWN ? ` · ${esc(t('hist.others', { n: all.length - SHOWN }))}` : ''}` : '';
}

function row(c) {
  const game = names()[c.game];
  return inCoin(c.currency, () => `<li><a href="receipt.html?coup=${encodeURIComponent(c.id)}" aria-label="${esc(`${named(game) || c.game}, ${tables()[base(c.table)] ?? c.table}, ${t('hist.receipt', { n: c.no })}, ${c.net ? signed(c.net) : '='}`)}"><time datetime="${new Date(c.ended * 1000).toISOString()}">${esc(hour(c.ended))}</time><span class="game"><b>${esc(named(game) || c.game)}</b><small>${esc(tables()[base(c.table)] ?? c.table)} · ${esc(t('coup.n', { n: c.no }))}</small></span><span class="res">${results(game, c)}</span><span class="sum staked"><small>${t('hist.staked')}</small>${c.staked ? esc(cash(c.staked)) : '–'}</span><span class="sum won"><small>${t('hist.won')}</small>${c.staked || c.won ? esc(cash(c.won)) : '–'}</span><span class="sum net"><small>${t('hist.net')}</small>${net(c.currency, c.net)}</span></a></li>`);
}

/** The sums of a day, one row for each currency. */
const total = (sums, text) => Object.entries(sums).map(([currency, s]) => `<p class="total"><span>${esc(text)} · ${esc(many('hist.coups', s.coups))}</span><span class="sum"><small>${t('hist.staked')}</small>${esc(coin(currency, s.staked))}</span><span class="sum"><small>${t('hist.won')}</small>${esc(coin(currency, s.won))}</span><span class="sum net"><small>${t('hist.net')}</small>${net(currency, s.net)}</span></p>`).join('');

/** A session as its books have it. */
function session(s) {
  return inCoin(s.currency, () => `<section class="panel of"><h2>${esc(s.name)}</h2><p class="sub">${esc(stamp(s.started))} – ${s.ended ? esc(stamp(s.ended)) : esc(t('hist.open'))}</p><dl><div><dt>${t('coups')}</dt><dd>${s.coups}</dd></div><div><dt>${t('hist.staked')}</dt><dd>${esc(cash(s.staked))}</dd></div><div><dt>${t('hist.won')}</dt><dd>${esc(cash(s.won))}</dd></div>${s.held ? `<div><dt>${t('hist.held')}</dt><dd>${esc(cash(s.held))}</dd></div>` : ''}${['brought', 'taken', 'given'].filter(key => s[key]).map(key => `<div><dt>${esc(t(`session.${key}`))}</dt><dd>${esc(cash(s[key]))}</dd></div>`).join('')}<div><dt>${t('hist.net')}</dt><dd>${net(s.currency, s.net)}</dd></div></dl>${tag(s.law)}</section>`);
}

// ---- the page -------------------------------------------------------------------------------------------

function form() {
  const at = seen(), played = [...new Set(sessions.map(s => s.game))], all = names();
  const title = id => named(all[id]) || sessions.find(s => s.game === id)?.names?.[lang()] || id;
  const option = (value, text, on) => `<option value="${esc(value)}"${on ? ' selected' : ''}>${esc(text)}</option>`;
  $('ask').innerHTML = `<label>${t('hist.game')}<select name="game">${option('', t('hist.all-games'), !at.game)}${played.map(id => option(id, title(id), id === at.game)).join('')}</select></label>
    <label>${t('hist.session')}<select name="session">${option('', t('hist.all-sessions'), !at.session)}${sessions.map(s => option(s.id, `${s.name}, ${stamp(s.started)}${s.ended ? '' : `, ${t('hist.open')}`}`, s.id === at.session)).join('')}</select></label>
    <label>${t('hist.day')}<input type="date" name="day" value="${esc(at.day)}" max="${dated(Date.now() / 1000)}"></label>${at.game || at.day || at.session ? `<a class="ghost" href="history.html" data-go>${t('hist.clear')}</a>` : ''}`;
}

function draw() {
  label(document);
  document.title = `Sabot · ${t('hist.title')}`;
  $('who').textContent = me?.name ?? '';
  purse($('purse'), me?.credits ?? null, me?.demo ?? true);
  $('out').hidden = !me;
  $('zone').textContent = me ? t('hist.zone', { zone: ZONE }) : '';
  form();
  const list = $('list'), at = seen(), filtered = at.game || at.day || at.session;
  if (failed) { list.innerHTML = `<p class="empty">${esc(failed)}</p><button type="button" class="ghost" data-again>${t('lobby.again')}</button>`; return; }
  if (me === false) { list.innerHTML = `<p class="empty">${t('hist.guest')}</p><a class="go first" href="./">${t('lobby')}</a>`; return; }
  if (!pages.length) { list.innerHTML = `<p class="empty">${t('loading')}</p>`; return; }
  const coups = pages.flatMap(p => p.coups), sums = Object.assign({}, ...pages.map(p => Object.fromEntries(p.days.map(d => [d.day, d.sums]))));
  if (!coups.length) { list.innerHTML = `${pages[0].session ? session(pages[0].session) : ''}<p class="empty">${t(filtered ? 'hist.nothing' : 'hist.none')}</p>${filtered ? '' : `<a class="go first" href="./">${t('lobby')}</a>`}`; return; }
  const days = Map.groupBy ? Map.groupBy(coups, c => dated(c.ended)) : coups.reduce((m, c) => m.set(dated(c.ended), [...m.get(dated(c.ended)) ?? [], c]), new Map());
  const told = [...days].map(([day, all]) => `<section class="day"><h2><a href="${to({ ...at, day })}" data-go>${esc(dayOf(day))}</a></h2>${total(sums[day] ?? {}, t(at.game || at.session ? 'hist.of-day-game' : 'hist.of-day'))}<ol>${all.map(row).join('')}</ol></section>`);
  const next = pages[pages.length - 1].next;
  list.innerHTML = `${pages[0].session ? session(pages[0].session) : ''}${told.join('')}${next ? `<button type="button" class="ghost more" data-more>${t('hist.more')}</button>` : ''}<p class="law-line">${tag(pages[0].law)}</p>`;
}

async function load(more = false) {
  const mine = ++asked, at = seen();
  if (!more) { pages = []; failed = null; draw(); }
  try {
    me ??= await get('/api/session') ?? false;
    if (me) {
      if (!sessions.length) sessions = await get('/api/me/sessions');
      const p = new URLSearchParams({ ...Object.fromEntries(Object.entries(at).filter(([, v]) => v)), zone: ZONE, limit: '50', ...(more ? { before: pages[pages.length - 1].next } : {}) });
      const page = await get(`/api/me/history?${p}`);
      if (mine !== asked) return;
      pages = more ? [...pages, page] : [page];
    }
  } catch (problem) { if (mine === asked) failed = problem.code === 'net' || !problem.message ? t('hist.failed') : problem.message; }
  const at_ = scrollY;
  draw();
  if (more) scrollTo(0, at_);
}

const go = href => { history.pushState(null, '', href); load(); };
$('ask').addEventListener('change', e => { const f = new FormData($('ask')), facts = Object.fromEntries(f); if (e.target.name === 'session' && facts.session) facts.game = facts.day = ''; if (e.target.name === 'game') facts.session = ''; go(to(facts)); });
$('ask').addEventListener('submit', e => e.preventDefault());
document.addEventListener('click', e => {
  if (e.button || e.metaKey || e.ctrlKey) return;
  const inside = e.target.closest('[data-go]');
  if (inside) { e.preventDefault(); go(inside.getAttribute('href')); }
  if (e.target.closest('[data-more]')) load(true);
  if (e.target.closest('[data-again]')) { me ||= null; load(); }
});
document.addEventListener('click', async e => {
  const out = e.target.closest('[data-out]');
  if (!out) return;
  try {
    await post('/api/session/end', { everywhere: out.dataset.out === 'all' });
    location.assign('./');
  } catch (problem) { $('out-said').textContent = problem.message; }
});
addEventListener('popstate', () => load());
onSpeak(draw);
load();
