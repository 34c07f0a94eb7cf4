// The receipt of a coup: what was bet, what fell, what was paid in the order of the law, each line with its clause, and
// how to check the seal. Made to be printed, on a sheet or on a roll.

import { clause, get } from '../core/api.js';
import { drawings } from '../machine/thumbnail.js';
import { head } from '../core/header.js';
import { cash, colon, gameName, inCoin, label, lang, limitsOf, locale, onSpeak, sign, signed, t } from '../core/i18n.js';
import { checkSeal, inOrder } from '../core/seal.js';
import { empty, fold } from '../core/store.js';
import { items, line, rows, who } from './narration.js';
import { bookOf, esc, small, tag } from '../core/text.js';

const $ = id => document.getElementById(id);
const ID = new URLSearchParams(location.search).get('coup') ?? '';
const PAYS = new Set(['pay', 'collect', 'jackpot', 'award', 'take', 'restore', 'commission', 'gratuity', 'refund', 'prize', 'hand-pay', 'contribute', 'seed']);
const GOES = new Set(['stake', 'resume']);
const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
let told = null, problem = null, checked = '', roll = new URLSearchParams(location.search).get('paper') === 'roll';

head(document.querySelector('.top'));

const stamp = at => at ? `${new Date(at * 1000).toLocaleString(locale(), { dateStyle: 'medium', timeStyle: 'medium', timeZone: ZONE })} (${ZONE})` : '–';
const law = ref => tag(ref);
const section = (key, html, cls = '') => html ? `<section class="${cls}"><h2>${esc(t(`receipt.${key}`))}</h2>${html}</section>` : '';
const kv = rows => `<dl>${rows.filter(Boolean).map(([k, v]) => `<div><dt>${esc(k)}</dt><dd>${v}</dd></div>`).join('')}</dl>`;
const row = (html, ref, mine = false) => `<li${mine ? ' class="mine"' : ''}><span>${html}${mine ? ` <i>${esc(t('receipt.yours'))}</i>` : ''}</span>${law(ref)}</li>`;
const lines = rows => rows.length ? `<ol class="rows">${rows.join('')}</ol>` : '';

const machine = table => table.felt?.shape === 'cabinet';
/** One event as it is told: a machine has words of its own. */
const one = (table, e) => machine(table) ? rows(table, [e])[0]?.html ?? '' : line(table, e);
const alone = table => table.individual || machine(table);

/** Some of the events, each on a line of its own. */
const some = (table, events, which) => events.filter(which).map(e => { const html = one(table, e); return html ? row(html, e.law, e.yours && !alone(table)) : ''; }).filter(Boolean);
const moved = (table, events, kinds) => some(table, events, e => e.step === 'move' && kinds.has(e.kind));
/** What I bet: the money that I put there, or at a machine each game. */
const bets = (table, events) => machine(table) ? some(table, events, e => e.answer === 'spin') : moved(table, events.filter(e => e.yours), GOES);

/** The cards of each hand as they came to it, those that were never seen as such. */
function hands(table, events) {
  const held = {};
  for (const e of events) {
    if (e.step === 'deal' && e.lies !== false && !['burn', 'aside'].includes(e.to)) (held[e.to] ??= []).push(e.card ?? null);
    if (e.step === 'part' && held[e.hand]) { const [a, b] = held[e.hand]; delete held[e.hand]; [held[e.into[0]], held[e.into[1]]] = [[a], [b]]; }
    if (e.step === 'shift' && held[e.frm]) { held[e.frm].splice(e.index, 1); (held[e.to] ??= []).push(e.card ?? null); }
    if ((e.step === 'reveal' || e.step === 'turn') && held[e.hand]) held[e.hand][e.index] = e.card;
  }
  return Object.entries(held).filter(([, cards]) => cards.length).map(([name, cards]) => `<li><span>${colon(esc(who(table, name) || name), cards.map(c => small(c)).join(' '))}</span></li>`);
}

const results = (table, events) => events.filter(e => e.step === 'result').map(e => row(line(table, e), e.law)).filter(Boolean);

/** What was sealed: the order of a shoe, or covered throws; each opened as far as it may be. */
function sealed() {
  const open = told.opening ?? told.events.find(e => e.step === 'open')?.opening;
  const throws = told.events.filter(e => e.step === 'uncover' && e.nonce).map(e => ({ seal: e.seal, nonce: e.nonce, order: e.fell.map(n => n.toString(16).padStart(4, '0')).join(''), how: 'how-throw' }));
  return [...(told.seal ? [{ seal: told.seal, ...(open ? { nonce: open.nonce, order: open.order } : {}), how: 'how' }] : []), ...throws];
}

/** The seals, and how anybody checks them with a program of his own. */
function seals(table) {
  const all = sealed(), open = all.some(x => x.nonce);
  if (!all.length) return section('seal', `<p>${esc(t('receipt.no-seal'))}</p>`);
  const told_ = all.map(x => `<p><code>${esc(x.seal)}</code></p>${x.nonce ? `<p>${esc(t(`receipt.${x.how}`))}</p><dl class="long"><div><dt>${t('receipt.nonce')}</dt><dd><code>${esc(x.nonce)}</code></dd></div><div><dt>${t('receipt.order')}</dt><dd><code>${esc(x.order)}</code></dd></div></dl>` : `<p>${table.unopened ? `${esc(t('check.never'))} ${law(table.unopened)}` : esc(t('check.later'))}</p>`}`).join('');
  return section('seal', `${told_}${open ? `<p>${esc(t('receipt.shell'))} <code>printf %s ${esc(t('receipt.both'))} | xxd -r -p | sha256sum</code></p><p class="act"><button type="button" class="ghost" data-check>${t('check')}</button></p><p class="checked" role="status">${esc(checked)}</p>` : ''}`, 'seal');
}

function paper() {
  const { laid: table, sums, events } = told;
  const state = events.reduce(fold, { ...empty(), table });
  const held = sums.held ? [t('receipt.held'), esc(cash(sums.held))] : null;
  const here = `${location.origin}/receipt.html?coup=${encodeURIComponent(told.id)}`;
  return inCoin(table.currency, () => `<header><p class="name">Sabot</p><h1>${esc(t('receipt.of', { n: told.no }))}</h1><p>${esc(gameName(table))} · ${esc(table.name)}</p></header>
    ${kv([[t('receipt.id'), `<code>${esc(told.id)}</code>`], [t('receipt.player'), esc(told.name)], [t('receipt.began'), esc(stamp(told.began))], [t('receipt.ended'), esc(stamp(sums.ended))], [t('receipt.regulation'), esc(table.regulation)], [t('receipt.limits'), `${esc(limitsOf(table))} ${law(table.laws?.limits ?? '')}`]])}
    ${section('sums', `${kv([told.resumed ? [t('receipt.resumed'), esc(cash(told.resumed))] : null, [t('receipt.staked'), esc(cash(sums.staked))], [t('receipt.won'), esc(cash(sums.won))], held, sums.given ? [t('session.given'), esc(cash(sums.given))] : null])}<p class="net"><span>${t('receipt.net')}</span><b class="${sign(sums.net)}">${sums.net ? esc(signed(sums.net)) : '='}</b></p><p class="ref">${[...new Set([told.net_law, told.law])].map(law).join(' ')}${table.demo ? ` ${esc(t('receipt.demo'))}` : ''}</p>`, 'sums')}
    ${section('bets', lines(bets(table, events)) || `<p>${esc(t('receipt.no-bets'))}</p>`)}
    ${section('cards', (h => h.length ? `<ul class="rows hands">${h.join('')}</ul>` : '')(hands(table, events)))}
    ${section('results', machine(table) ? '' : lines(results(table, events)))}
    ${section('payments', lines(moved(table, events, PAYS)) || `<p>${esc(t('receipt.no-payments'))}</p>`)}
    ${section('steps', `<ol class="rows story">${items(table, state.steps)}</ol>`, 'steps')}
    ${seals(table)}
    <footer>${kv([[t('receipt.rules'), `<code>${esc(told.rules)}</code>`], [t('receipt.version'), `Sabot ${esc(told.code)}`], [t('receipt.house'), esc(location.origin)], [t('receipt.address'), `<span class="url">${esc(here)}</span>`]])}<p>${esc(t('receipt.terminal'))} <code>sabot replay ${esc(told.id)}</code>, <code>sabot verify</code></p></footer>`);
}

function draw() {
  label(document);
  document.title = `Sabot · ${told ? t('receipt.of', { n: told.no }) : t('receipt.title')}`;
  $('where').textContent = told ? `${gameName(told.laid)}, ${told.laid.name}` : '';
  document.body.dataset.paper = roll ? 'roll' : 'sheet';
  $('tools').innerHTML = told ? `<button type="button" class="first" data-print>${t('receipt.print')}</button><div role="group" aria-label="${t('receipt.paper')}">${[['', 'a4'], ['roll', 'roll']].map(([v, key]) => `<button type="button" class="ghost" data-paper="${v}" aria-pressed="${roll === Boolean(v)}">${t(`receipt.${key}`)}</button>`).join('')}</div>${told.laid.history ? `<a class="ghost" href="/api/coups/${encodeURIComponent(told.id)}/history" download="${esc(told.id)}.phh">${t('coup.history')}</a>` : ''}` : '';
  if (told) { $('paper').innerHTML = paper(); return; }
  const text = !problem ? [t('loading')] : problem.status === 409 ? [t('receipt.older', { code: /rules, ([^:]*):/.exec(problem.message)?.[1] ?? '' })] : problem.status === 404 || problem.status === 401 ? [t('receipt.refused'), t('receipt.refused-why')] : [t('receipt.failed')];
  $('paper').innerHTML = `<h1>${esc(text[0])}</h1>${text[1] ? `<p>${esc(text[1])} ${problem.law ? law(problem.law) : ''}</p>` : ''}${problem && ![401, 404, 409].includes(problem.status) ? `<p><button type="button" class="ghost" data-again>${t('lobby.again')}</button></p>` : ''}`;
}

async function load() {
  try { told = await get(`/api/coups/${encodeURIComponent(ID)}/receipt`); problem = null; await drawings([{ sign: told.laid.felt.sign }]).catch(() => null); } catch (why) { problem = why; }
  draw();
}

document.addEventListener('click', async e => {
  const b = e.target.closest('button, a.law');
  if (!b) return;
  if (b.matches('.law')) { e.preventDefault(); read(b); }
  if (b.dataset.print !== undefined) print();
  if (b.dataset.paper !== undefined) { roll = b.dataset.paper === 'roll'; draw(); }
  if (b.dataset.again !== undefined) load();
  if (b.dataset.check !== undefined) {
    const found = [];
    for (const x of sealed().filter(one => one.nonce)) {
      const seen = await checkSeal(x, x.seal).catch(() => null), at = seen && x.how === 'how' ? inOrder(x.order, told.events) : null;
      found.push(!seen ? t('check.secure') : `${seen.good ? t('check.good') : t('check.bad', { hash: seen.hash })} ${!at?.cards ? '' : at.from ? t('check.cards', { n: at.cards, from: at.from, to: at.from + at.cards - 1 }) : t('check.nocards')}`);
    }
    checked = found.join(' ');
    draw();
  }
});

/** Open or close the text of a clause below its line. @param {HTMLElement} link */
async function read(link) {
  const line_ = link.closest('li, p, div'), open = line_.nextElementSibling;
  if (open?.matches('.text')) { open.remove(); return; }
  const found = await clause(link.dataset.law).catch(() => null);
  if (found) line_.insertAdjacentHTML('afterend', `<${line_.matches('li') ? 'li' : 'p'} class="text" lang="en">${esc(found.text ?? found.ours ?? '')} <a lang="${lang()}" href="${esc(bookOf(link.dataset.law))}">${t('book.drawer')}</a></${line_.matches('li') ? 'li' : 'p'}>`);
}

onSpeak(draw);
load();
