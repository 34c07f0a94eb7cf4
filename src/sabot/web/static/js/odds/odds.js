// The odds of a game or table: house edge, best play, value of the rules, a session, the other bets.

import { get } from '../core/api.js';
import { head, frieze } from '../core/header.js';
import { cash, coinage, gameName, label, lang, limitsOf, money, onSpeak, signed, topic } from '../core/i18n.js';
import { detail, grids, handName, actName, legend, walk } from './chart.js';
import { bar, section } from './parts.js';
import { follow, page, sort } from './games.js';
import { laid, table } from './layout_bets.js';
import { machines } from './machines.js';
import { people } from './player_games.js';
import { curve, says, sheet } from './sheets.js';
import { chance, figure, o as usual, percent, value } from './words.js';
import { bookOf, esc, inForce } from '../core/text.js';

const { w: all } = topic('study');
const $ = id => document.getElementById(id);
const asked = new URLSearchParams(location.search), main = $('odds');
const STAKE = 1000;                       // cents, where no table says its own
const every = !asked.get('table') && !asked.get('game');   // no game is asked for: all of them
let told = null, failed = '', how = asked.get('play') ?? '', cards = false, at = null;

head(document.querySelector('.top'));
frieze($('frieze'));

const own = (key, facts = {}) => (told.words[lang()]?.[key] ?? told.words.pt?.[key] ?? '').replace(/\{(\w+)\}/g, (all, name) => facts[name] ?? all);
/** A text of the page; a game may have its own in its place. */
const o = (key, facts = {}) => (told && own(`page.${key}`, facts)) || usual(key, facts);
const betName = bet => own(`odds.${bet}`) || own(`bet.${bet}`) || bet;
const stake = () => told.table?.minimum ?? STAKE;

// ---- the first thing: what the house keeps ---------------------------------------------------------------

function hero(bet) {
  const edge = bet.edge_float, sum = money(Math.round(Math.abs(edge) * 10_000)), hour = Math.round(-edge * told.hands * stake());
  const parts = ['win', 'push', 'lose'].map(k => [k, value(bet[`p_${k}`])]).filter(([, p]) => p > 0);
  const fact = (key, text) => `<div><dt>${o(key)}</dt><dd>${text}</dd></div>`;
  return `<section class="keeps" aria-labelledby="h-keeps"><div><h2 id="h-keeps">${o(edge > 0 ? 'keeps' : edge < 0 ? 'gives' : 'even', { edge: `<b>${percent(Math.abs(edge), 4)}</b>` })}</h2><p>${esc(o(`${edge > 0 ? 'keeps' : 'gives'}.${laid(told) ? 'laid' : 'why'}`, { sum, stake: cash(10_000), bet: betName(bet.bet) }))}</p>
    <div class="ends" role="img" aria-label="${esc(`${o('ends')}: ${parts.map(([k, p]) => `${percent(p, 1)} ${o(`${k}.money`)}`).join(', ')}`)}">${parts.map(([k, p]) => `<span class="${k}" style="flex:${p.toFixed(5)}"><b>${percent(p, 1)}</b> ${o(k)}</span>`).join('')}</div></div>
    <dl>${fact('hour', esc(o('hour.why', { n: told.hands, stake: cash(stake()), sum: signed(hour) || money(0) })))}${bet.staked ? fact('staked', esc(o('staked.why', { n: figure(bet.staked, 3) }))) : ''}${fact('deviation', esc(o('deviation.why', { n: figure(Math.sqrt(bet.variance_float), 3) })))}${bet.bound ? fact('bound', esc(`± ${bet.bound.toExponential(0).replace('e-', ' · 10⁻').replace(/\d+$/, d => [...d].map(c => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(c)]).join(''))}: ${o('bound.why')}`)) : ''}</dl></section>`;
}

function classes() {
  const names = Object.keys(told.classes ?? {});
  if (names.length < 2) return '';
  const best = Math.min(...Object.values(told.classes));
  return section('class', o('class'), `<div class="classes" role="radiogroup" aria-labelledby="h-class">${names.map(name => {
    const cost = told.classes[name] - best, on = name === told.strategy;
    return `<button type="button" role="radio" aria-checked="${on}" tabindex="${on ? 0 : -1}" data-class="${esc(name)}"><b>${esc(own(`class.${name}`) || name)}</b><small>${cost <= 0 ? o('class.best') : esc(o('class.costs', { cost: cost < 5e-7 ? `< ${percent(1e-6, 4)}` : percent(cost, 4) }))}</small></button>`;
  }).join('')}</div><p class="saying">${esc(own(`class.${told.strategy}.what`))}</p>`);
}

// ---- the chart ------------------------------------------------------------------------------------------

const rows = () => cards ? told.two_cards : told.chart;

function chart() {
  if (!told.chart?.length) return '';
  const other = (told.exceptions ?? []).map(x => `<li>${esc(o('other.row', { hand: handName({ name: x.hand }), up: x.against === 'A' ? o('ace') : x.against.replace('T', '10'), best: actName(told, x.best, lang()).toLocaleLowerCase(lang()), usual: actName(told, x.by_total, lang()).toLocaleLowerCase(lang()), cost: figure(x.cost, 4) }))}</li>`).join('');
  return section('chart', o('chart'), `<div class="which" role="group" aria-labelledby="h-chart">${[['by.total', false], ['by.cards', true]].map(([key, v]) => `<button type="button" data-cards="${v}" aria-pressed="${v === cards}">${o(key)}</button>`).join('')}</div>${legend(told, rows(), lang())}
    <div class="play"><div class="grids">${grids(told, rows(), lang())}</div><aside class="panel" id="cell" aria-live="polite">${detail(told, rows(), at, lang())}</aside></div>${other ? `<details class="other"><summary>${o('other')} (${told.exceptions.length})</summary><ul>${other}</ul></details>` : ''}`, o('chart.say'), 'wide');
}

// ---- the rules, the result, how often ------------------------------------------------------------------------

function rules() {
  const steps = (told.waterfall ?? []).filter((s, i) => i === 0 || Math.abs(s.change) >= 5e-7);
  if (steps.length < 2) return '';
  const edges = [0, ...steps.map(s => s.edge)], low = Math.min(...edges), high = Math.max(...edges), at = v => 100 * (v - low) / (high - low || 1);
  let before = 0;
  const list = steps.map((s, i) => {
    const from = i ? before : 0, a = at(Math.min(from, s.edge)), b = at(Math.max(from, s.edge)), up = s.edge > from;
    before = s.edge;
    return `<tr><th scope="row">${esc(s.names?.[lang()] ?? s.rule)}</th><td class="fall" aria-hidden="true"><s style="left:${at(0).toFixed(2)}%"></s><i class="${i ? up ? 'more' : 'less' : 'whole'}" style="left:${a.toFixed(2)}%;width:${(b - a).toFixed(2)}%"></i></td><td class="n">${i ? figure(100 * s.change, 4, true) : percent(s.edge, 4)}</td></tr>`;
  }).join('');
  const a = at(Math.min(0, before)), b = at(Math.max(0, before));
  return section('rules', o('rules'), `<table class="steps"><tbody>${list}<tr class="end"><th scope="row">${o('rules.to')}</th><td class="fall" aria-hidden="true"><s style="left:${at(0).toFixed(2)}%"></s><i class="whole" style="left:${a.toFixed(2)}%;width:${(b - a).toFixed(2)}%"></i></td><td class="n">${percent(before, 4)}</td></tr></tbody></table>`, o('rules.say'), 'wide');
}

function bars(list) {
  const most = Math.max(...list.map(x => x.p));
  return `<table class="bars"><tbody>${list.map(x => `<tr><th scope="row">${esc(x.name)}</th><td aria-hidden="true">${bar(x.p / most, x.cls ?? '')}</td><td class="n">${esc(x.told ?? chance(x.p))}</td></tr>`).join('')}</tbody></table>`;
}

function net(bet) {
  const EDGE = laid(told) ? Infinity : 4, sums = new Map();
  for (const [text, p] of bet.net) {
    const v = Math.max(-EDGE, Math.min(EDGE, value(text)));
    sums.set(v, (sums.get(v) ?? 0) + value(p));
  }
  const all = bet.net.map(([text]) => value(text)), name = v => {
    const n = figure(v, Number.isInteger(v) ? 0 : Number.isInteger(v * 2) ? 1 : 2, true);
    return v === EDGE && Math.max(...all) > EDGE ? o('net.more', { n }) : v === -EDGE && Math.min(...all) < -EDGE ? o('net.less', { n }) : n;
  };
  return section('net', o('net'), bars([...sums].sort((a, b) => a[0] - b[0]).map(([v, p]) => ({ name: name(v), p, cls: v > 0 ? 'win' : v < 0 ? 'lose' : 'push' }))), o('net.say'));
}

function often(bet) {
  const list = Object.entries(bet.often ?? {}).filter(([name, p]) => p >= 1e-6 && name !== '2 hands').map(([name, p]) => {
    const n = /^(\d+) hands$/.exec(name);
    return `<div><dt>${esc((n ? own('often.hands', { n: n[1] }) : own(`often.${name}`)) || name)}</dt><dd>${esc(chance(p))}</dd></div>`;
  }).join('');
  return section('often', o('often'), list && `<dl class="list">${list}</dl>`);
}

function first(bet) {
  const list = Object.entries(bet.first_decision ?? {}).filter(([, p]) => p >= 1e-6).sort((a, b) => b[1] - a[1]);
  return section('first', o('first'), list.length ? bars(list.map(([act, p]) => ({ name: own(`act.${act}`) || own(`often.${act}`) || act, p, cls: `a-${esc(act)}` }))) : '', o('first.say'), 'begin');
}

function ups(bet) {
  const list = ['2', '3', '4', '5', '6', '7', '8', '9', '10', 'J', 'Q', 'K', 'A'].filter(up => bet.by_up?.[up]).map(up => [up, bet.by_up[up].edge]);
  if (!list.length) return '';
  const most = Math.max(...list.map(([, e]) => Math.abs(e)));
  return section('ups', o('ups'), `<table class="bars two"><tbody>${list.map(([up, e]) => `<tr><th scope="row">${up === 'A' ? o('ace') : up}</th><td aria-hidden="true"><span class="half">${e < 0 ? bar(-e / most, 'win') : ''}</span><span class="half">${e > 0 ? bar(e / most, 'lose') : ''}</span></td><td class="n">${percent(e, 1, true)}</td></tr>`).join('')}</tbody></table>`, o('ups.say'));
}

function sheets() {
  const one = told.sheets?.map(each => section(`sheet-${each.name}`, esc(own(`sheet.${each.name}`)), sheet(each, own), own(`sheet.${each.name}.what`), 'wide')).join('') ?? '';
  return (told.curves?.map(each => section(`curve-${each.name}`, esc(own(`curve.${each.name}`)), curve(each, own), says(each, own), 'wide')).join('') ?? '') + one;
}

// ---- a session, the other bets -----------------------------------------------------------------------------

function session() {
  if (!told.sessions?.length) return '';
  const sum = net => { const cents = Math.round(net * stake() / 100); return `<b class="${cents > 0 ? 'up' : cents < 0 ? 'down' : ''}">${signed(cents, true) || cash(0)}</b>`; };
  const row = (key, text) => `<tr><th scope="row">${o(key)}</th>${told.sessions.map(text).join('')}</tr>`;
  return section('session', o('session'), `<div class="scroll" role="group" tabindex="0"><table class="plan"><thead><tr><td></td>${told.sessions.map(s => `<th scope="col">${o('session.coups', { n: figure(s.coups, 0) })}</th>`).join('')}</tr></thead><tbody>${row('session.low', s => `<td>${sum(s.quantiles['0.05'])}</td>`)}${row('session.mid', s => `<td>${sum(s.quantiles['0.5'])}</td>`)}${row('session.high', s => `<td>${sum(s.quantiles['0.95'])}</td>`)}${row('session.ahead', s => `<td>${percent(s.ahead, 1)}</td>`)}</tbody></table></div>`, o(laid(told) ? 'session.laid' : 'session.say', { stake: cash(stake()), bet: betName(told.bets[0].bet) }), 'wide');
}

/** After which outcome the bank pays most: split pairs as the page says them, others as the game does. */
function outcome(text) {
  const split = /^(.+) split into (\d+) hands$/.exec(text), known = own(`often.${text.replace(/^an? /, '')}`);
  if (split) return esc(o('most.split', { n: split[2], what: { aces: o('most.aces'), tens: o('most.tens') }[split[1]] ?? o('most.rank', { n: parseInt(split[1]) }) }));
  const fell = /^([\d-]+)(?:, with (\d+))?$/.exec(text);
  if (fell) return esc(o('most.fell', { n: fell[1] }) + (fell[2] ? o('most.with', { n: fell[2] }) : ''));
  return known ? esc(known) : `<span lang="en">${esc(text)}</span>`;
}

const WHY = { 'nothing limits how many may bet on one place': 'most.crowd', 'additional bets are left out: nothing limits how many people make them': 'most.beside', 'a bound: every bet that can win on one outcome, each at its maximum, and none that loses; limits that several bets share are not counted': 'most.bound' };
const why = text => WHY[text] ? esc(o(WHY[text])) : `<span lang="en">${esc(text)}</span>`;

function most() {
  const m = told.most, id = 'most';
  if (!m) return '';
  if (m.why) return section(id, o('most'), `<p>${o('most.none')} ${why(m.why)}</p>`, '', 'wide');
  const fact = (key, sum, text) => `<div><dt>${o(key)}</dt><dd><b>${sum}</b><span>${text}</span></dd></div>`;
  const place = told.table ? fact('most.place', cash(m.place), `${outcome(m.outcome)}${esc(o('most.stake', { stake: cash(m.stake) }))}`) : fact('most.place', esc(o('most.times', { n: figure(m.place / m.stake, Number.isInteger(m.place / m.stake) ? 0 : 1) })), outcome(m.outcome));
  const whole = told.table && m.table !== m.place ? fact('most.table', cash(m.table), esc(o(laid(told) ? 'most.all' : 'most.shared'))) : '';
  return section(id, o('most'), `<dl class="worst">${place}${whole}</dl>${m.left_out ? `<p class="given">${why(m.left_out)}</p>` : ''}`, o('most.say'), 'wide');
}

function jackpot(bet) {
  const j = bet.jackpot, line = x => `<tr><th scope="row">${esc(own(`odds.jackpot.${x.name}`) || x.name)}</th><td>${esc(x.share ? o('jackpot.share', { n: x.share }) : o('jackpot.times', { n: figure(x.times, 0) }))}</td><td class="n">${esc(o('one-in', { n: figure(Math.round(1 / value(x.chance)), 0) }))}</td></tr>`;
  const top = j.top ? `<p><b>${o('jackpot.top')}</b>: ${esc(o('jackpot.top.why', { mean: figure(value(j.top.mean), 0), median: figure(j.top.chips['0.5'], 0), low: figure(j.top.chips['0.05'], 0), high: figure(j.top.chips['0.95'], 0) }))}. ${o('jackpot.pool.then')}: ${['0.05', '0.5', '0.95'].map(part => money(j.top.pool[part])).join(' · ')}</p>` : '';
  return `<div class="scroll" role="group" tabindex="0"><table class="lines"><thead><tr><th scope="col">${o('jackpot.line')}</th><th scope="col">${o('jackpot.prize')}</th><th scope="col" class="n">${o('jackpot.often')}</th></tr></thead><tbody>${j.lines.map(line).join('')}</tbody></table></div><p><b>${j.even === null ? o('jackpot.never') : `${o('jackpot.pool')} ${money(Math.round(value(j.even)))}`}</b>${j.shared ? `<br>${esc(o('jackpot.shared', { n: j.shared.boxes, sum: money(Math.round(value(j.shared.even))) }))}` : ''}</p>${top}`;
}

function beside(bets) {
  const one = bet => {
    const edge = bet.edge_float, exact = String(bet.edge).includes('/') && String(bet.edge).length < 24 ? ` <span class="exact">${esc(o('bet.sure', { edge: String(bet.edge).replace('-', '') }))}</span>` : '';
    const given = own(`given.${bet.bet}`) || bet.given || '';
    return `<li class="panel${bet.jackpot ? ' long' : ''}"><h3>${esc(betName(bet.bet))}</h3><p class="edge">${o(edge < 0 ? 'bet.gain' : 'bet.edge')} <b class="${edge < 0 ? 'up' : ''}">${percent(Math.abs(edge), 3)}</b>${exact}</p><p>${o('bet.win')} ${esc(chance(value(bet.p_win)))}</p>${given ? `<p class="given"${own(`given.${bet.bet}`) ? '' : ' lang="en"'}>${esc(given)}</p>` : ''}${bet.jackpot ? jackpot(bet) : ''}</li>`;
  };
  const not = Object.entries(told.not_priced ?? {}).map(([name, why]) => `<p class="given">${esc(o('not', { what: betName(name) }))} <span lang="en">(${esc(why)})</span></p>`).join('');
  return section('beside', o('beside'), `<ul class="others">${bets.map(one).join('')}</ul>${bets.length ? '' : `<p class="none">${o('bet.none')}</p>`}${not}`, '', 'wide');
}

/** A game of bets against a bank, or of people with one. */
const ofBets = (bet, others) => `${hero(bet)}${laid(told) ? section('laid', o('laid'), table(told, betName), o('laid.say'), 'wide') : ''}${classes()}${chart()}${rules()}${sheets()}<div class="pair"><div>${net(bet)}${often(bet)}</div><div>${ups(bet)}${first(bet)}</div></div>${session()}${most()}${laid(told) ? '' : beside(others)}`;

// ---- the page -----------------------------------------------------------------------------------------------

/** The list of all games again, what has the focus keeping it. */
function drawGames() {
  const held = main.contains(document.activeElement) ? document.activeElement : null, key = held?.dataset.by ? `[data-by=${held.dataset.by}]` : held?.getAttribute('href') ? `[href="${held.getAttribute('href')}"]` : '';
  main.innerHTML = page();
  if (key) main.querySelector(key)?.focus({ preventScroll: true });
}

function draw() {
  if (every && !failed) { label(document); document.title = `Sabot · ${o('title')}`; drawGames(); return; }
  label();
  document.title = `Sabot · ${o('title')}${told ? `: ${gameName(told)}` : ''}`;
  $('where').textContent = told ? gameName(told) : '';
  if (!told) {
    main.innerHTML = failed ? `<p class="empty" role="alert">${esc(o('failed', { why: failed }))}</p><p class="links"><button type="button" class="ghost" data-again="1">${o('again')}</button><a class="ghost" href="./">${o('room')}</a></p>` : `<p class="empty" role="status">${o('loading')}</p>`;
    return;
  }
  const [bet, ...others] = told.bets ?? [], past = inForce({ ...told, regulation: told.regulation });
  main.innerHTML = `<div class="hero"><div><h1>${esc(told.table?.name ? `${told.table.name}` : gameName(told))}</h1><p>${esc(told.table ? `${gameName(told)} · ${told.regulation} · ${limitsOf(told.table)}` : `${told.regulation}, ${o('for.game')}`)}</p></div><nav class="links" aria-label="${esc(o('title'))}">${told.table ? `<a class="ghost" href="table.html?id=${encodeURIComponent(asked.get('table') ?? told.table.id)}">${o('table')}</a>` : ''}${told.table ? `<a class="ghost" href="odds.html?game=${encodeURIComponent(told.game)}">${esc(gameName(told))}</a>` : ''}<a class="ghost" href="${bookOf(told.section)}">${all('book')}</a><a class="ghost" href="odds.html">${all('all')}</a></nav></div>${past ? `<p class="past">${esc(past)}</p>` : ''}
    ${bet ? ofBets(bet, others) : told.kind === 'machines' ? machines(told) : people(told, own)}<footer>${bet ? `<p>${o(laid(told) ? told.by === 'coup' ? 'method.dealt' : 'method.laid' : 'method')}</p>` : ''}<p>${o('about')}</p></footer>`;
  const grid = main.querySelector('.grids');
  if (grid) walk(grid, cell => { if (cell === at) return; at = cell; $('cell').innerHTML = detail(told, rows(), at, lang()); })();
}

async function load() {
  if (every) { failed = ''; await follow(draw, problem => { failed = problem.message; draw(); }); return; }
  const query = new URLSearchParams(asked.get('table') ? { table: asked.get('table') } : { game: asked.get('game') ?? '' });
  if (how) query.set('strategy', how);
  failed = '';
  main.setAttribute('aria-busy', 'true');
  try {
    told = await get(`/api/odds?${query}`);
    coinage(told.currency);
  } catch (problem) {
    [told, failed] = [null, problem.message];
  }
  main.removeAttribute('aria-busy');
  draw();
  if (told && told.deal === null) setTimeout(load, 4000);   // still counted
}

main.onclick = e => {
  const b = e.target.closest('[data-class], [data-cards], [data-again], [data-by]');
  if (!b) return;
  if (b.dataset.by) { sort(b.dataset.by); draw(); main.querySelector(`[data-by=${b.dataset.by}]`).focus(); return; }
  if (b.dataset.again) { draw(); load(); return; }
  if (b.dataset.cards) { cards = b.dataset.cards === 'true'; at = null; draw(); main.querySelector(`[data-cards="${cards}"]`).focus(); return; }
  choose(b.dataset.class);
};
main.addEventListener('keydown', e => {
  const radio = e.target.closest('[role=radio]'), by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[e.key];
  if (!radio || !by) return;
  e.preventDefault();
  const all = [...main.querySelectorAll('[role=radio]')];
  choose(all[(all.indexOf(radio) + by + all.length) % all.length].dataset.class);
});

/** Price another class of play; the page stays until it is known. @param {string} name */
async function choose(name) {
  how = name;
  history.replaceState(null, '', `?${new URLSearchParams({ ...Object.fromEntries(asked), play: name })}`);
  await load();
  main.querySelector('[role=radio][aria-checked=true]')?.focus({ preventScroll: true });
}

onSpeak(draw);
draw();
load();
