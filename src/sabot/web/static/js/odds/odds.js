// The odds of a game or table: house edge, best play, value of the rules, a session, the other bets.

import { get } from '../core/api.js';
import { setUpHeader, drawTileBand } from '../core/header.js';
import { formatSum, setCurrency, gameName, fillLabels, lang, formatLimits, formatFullSum, onLanguageChange, formatNet, wordGroup } from '../core/i18n.js';
import { cellDetail, renderGrids, handName, actName, renderLegend, addKeyboardNavigation } from './chart.js';
import { bar, section } from './parts.js';
import { loadUntilCounted, renderGames, sortBy } from './games.js';
import { isLayout, betTable } from './layout_bets.js';
import { machines } from './machines.js';
import { renderPlayerGame } from './player_games.js';
import { renderCurve, curveConclusion, renderSheet } from './sheets.js';
import { formatChance, formatFigure, oddsWord as commonOddsWord, formatPercent, fractionValue } from './words.js';
import { lawPageUrl, esc, inForceNote } from '../core/text.js';

const { w: studyWord } = wordGroup('study');
const $ = id => document.getElementById(id);
const pageQuery = new URLSearchParams(location.search), main = $('odds');
const DEFAULT_STAKE = 1000;                       // cents, where no table is given
const allGames = !pageQuery.get('table') && !pageQuery.get('game');   // no game is given: show all of them
let answer = null, failed = '', strategy = pageQuery.get('play') ?? '', cards = false, openCell = null;

setUpHeader(document.querySelector('.top'));
drawTileBand($('frieze'));

const gameOwnWord = (key, facts = {}) => (answer.words[lang()]?.[key] ?? answer.words.pt?.[key] ?? '').replace(/\{(\w+)\}/g, (all, name) => facts[name] ?? all);
/** A text of the page; a game can replace it with its own. */
const oddsWord = (key, facts = {}) => (answer && gameOwnWord(`page.${key}`, facts)) || commonOddsWord(key, facts);
const betName = bet => gameOwnWord(`odds.${bet}`) || gameOwnWord(`bet.${bet}`) || bet;
const stake = () => answer.table?.minimum ?? DEFAULT_STAKE;

// ---- the first thing: what the house keeps ---------------------------------------------------------------

function edgeSection(bet) {
  const edge = bet.edge_float, sum = formatFullSum(Math.round(Math.abs(edge) * 10_000)), hour = Math.round(-edge * answer.hands * stake());
  const parts = ['win', 'push', 'lose'].map(k => [k, fractionValue(bet[`p_${k}`])]).filter(([, p]) => p > 0);
  const fact = (key, text) => `<div><dt>${oddsWord(key)}</dt><dd>${text}</dd></div>`;
  return `<section class="keeps" aria-labelledby="h-keeps"><div><h2 id="h-keeps">${oddsWord(edge > 0 ? 'keeps' : edge < 0 ? 'gives' : 'even', { edge: `<b>${formatPercent(Math.abs(edge), 4)}</b>` })}</h2><p>${esc(oddsWord(`${edge > 0 ? 'keeps' : 'gives'}.${isLayout(answer) ? 'laid' : 'why'}`, { sum, stake: formatSum(10_000), bet: betName(bet.bet) }))}</p>
    <div class="ends" role="img" aria-label="${esc(`${oddsWord('ends')}: ${parts.map(([k, p]) => `${formatPercent(p, 1)} ${oddsWord(`${k}.money`)}`).join(', ')}`)}">${parts.map(([k, p]) => `<span class="${k}" style="flex:${p.toFixed(5)}"><b>${formatPercent(p, 1)}</b> ${oddsWord(k)}</span>`).join('')}</div></div>
    <dl>${fact('hour', esc(oddsWord('hour.why', { n: answer.hands, stake: formatSum(stake()), sum: formatNet(hour) || formatFullSum(0) })))}${bet.staked ? fact('staked', esc(oddsWord('staked.why', { n: formatFigure(bet.staked, 3) }))) : ''}${fact('deviation', esc(oddsWord('deviation.why', { n: formatFigure(Math.sqrt(bet.variance_float), 3) })))}${bet.bound ? fact('bound', esc(`± ${bet.bound.toExponential(0).replace('e-', ' · 10⁻').replace(/\d+$/, d => [...d].map(c => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(c)]).join(''))}: ${oddsWord('bound.why')}`)) : ''}</dl></section>`;
}

function strategySection() {
  const names = Object.keys(answer.classes ?? {});
  if (names.length < 2) return '';
  const best = Math.min(...Object.values(answer.classes));
  return section('class', oddsWord('class'), `<div class="classes" role="radiogroup" aria-labelledby="h-class">${names.map(name => {
    const cost = answer.classes[name] - best, on = name === answer.strategy;
    return `<button type="button" role="radio" aria-checked="${on}" tabindex="${on ? 0 : -1}" data-class="${esc(name)}"><b>${esc(gameOwnWord(`class.${name}`) || name)}</b><small>${cost <= 0 ? oddsWord('class.best') : esc(oddsWord('class.costs', { cost: cost < 5e-7 ? `< ${formatPercent(1e-6, 4)}` : formatPercent(cost, 4) }))}</small></button>`;
  }).join('')}</div><p class="saying">${esc(gameOwnWord(`class.${answer.strategy}.what`))}</p>`);
}

// ---- the chart ------------------------------------------------------------------------------------------

const chartRows = () => cards ? answer.two_cards : answer.chart;

function chartSection() {
  if (!answer.chart?.length) return '';
  const other = (answer.exceptions ?? []).map(x => `<li>${esc(oddsWord('other.row', { hand: handName({ name: x.hand }), up: x.against === 'A' ? oddsWord('ace') : x.against.replace('T', '10'), best: actName(answer, x.best, lang()).toLocaleLowerCase(lang()), usual: actName(answer, x.by_total, lang()).toLocaleLowerCase(lang()), cost: formatFigure(x.cost, 4) }))}</li>`).join('');
  return section('chart', oddsWord('chart'), `<div class="which" role="group" aria-labelledby="h-chart">${[['by.total', false], ['by.cards', true]].map(([key, v]) => `<button type="button" data-cards="${v}" aria-pressed="${v === cards}">${oddsWord(key)}</button>`).join('')}</div>${renderLegend(answer, chartRows(), lang())}
    <div class="play"><div class="grids">${renderGrids(answer, chartRows(), lang())}</div><aside class="panel" id="cell" aria-live="polite">${cellDetail(answer, chartRows(), openCell, lang())}</aside></div>${other ? `<details class="other"><summary>${oddsWord('other')} (${answer.exceptions.length})</summary><ul>${other}</ul></details>` : ''}`, oddsWord('chart.say'), 'wide');
}

// ---- the rules, the result, how often ------------------------------------------------------------------------

function ruleSteps() {
  const steps = (answer.waterfall ?? []).filter((s, i) => i === 0 || Math.abs(s.change) >= 5e-7);
  if (steps.length < 2) return '';
  const edges = [0, ...steps.map(s => s.edge)], low = Math.min(...edges), high = Math.max(...edges), at = v => 100 * (v - low) / (high - low || 1);
  let before = 0;
  const list = steps.map((s, i) => {
    const from = i ? before : 0, a = at(Math.min(from, s.edge)), b = at(Math.max(from, s.edge)), up = s.edge > from;
    before = s.edge;
    return `<tr><th scope="row">${esc(s.names?.[lang()] ?? s.rule)}</th><td class="fall" aria-hidden="true"><s style="left:${at(0).toFixed(2)}%"></s><i class="${i ? up ? 'more' : 'less' : 'whole'}" style="left:${a.toFixed(2)}%;width:${(b - a).toFixed(2)}%"></i></td><td class="n">${i ? formatFigure(100 * s.change, 4, true) : formatPercent(s.edge, 4)}</td></tr>`;
  }).join('');
  const a = at(Math.min(0, before)), b = at(Math.max(0, before));
  return section('rules', oddsWord('rules'), `<table class="steps"><tbody>${list}<tr class="end"><th scope="row">${oddsWord('rules.to')}</th><td class="fall" aria-hidden="true"><s style="left:${at(0).toFixed(2)}%"></s><i class="whole" style="left:${a.toFixed(2)}%;width:${(b - a).toFixed(2)}%"></i></td><td class="n">${formatPercent(before, 4)}</td></tr></tbody></table>`, oddsWord('rules.say'), 'wide');
}

function barTable(list) {
  const most = Math.max(...list.map(x => x.p));
  return `<table class="bars"><tbody>${list.map(x => `<tr><th scope="row">${esc(x.name)}</th><td aria-hidden="true">${bar(x.p / most, x.cls ?? '')}</td><td class="n">${esc(x.text ?? formatChance(x.p))}</td></tr>`).join('')}</tbody></table>`;
}

function netSection(bet) {
  const EDGE = isLayout(answer) ? Infinity : 4, sums = new Map();
  for (const [text, p] of bet.net) {
    const v = Math.max(-EDGE, Math.min(EDGE, fractionValue(text)));
    sums.set(v, (sums.get(v) ?? 0) + fractionValue(p));
  }
  const all = bet.net.map(([text]) => fractionValue(text)), name = v => {
    const n = formatFigure(v, Number.isInteger(v) ? 0 : Number.isInteger(v * 2) ? 1 : 2, true);
    return v === EDGE && Math.max(...all) > EDGE ? oddsWord('net.more', { n }) : v === -EDGE && Math.min(...all) < -EDGE ? oddsWord('net.less', { n }) : n;
  };
  return section('net', oddsWord('net'), barTable([...sums].sort((a, b) => a[0] - b[0]).map(([v, p]) => ({ name: name(v), p, cls: v > 0 ? 'win' : v < 0 ? 'lose' : 'push' }))), oddsWord('net.say'));
}

function frequencySection(bet) {
  const list = Object.entries(bet.often ?? {}).filter(([name, p]) => p >= 1e-6 && name !== '2 hands').map(([name, p]) => {
    const n = /^(\d+) hands$/.exec(name);
    return `<div><dt>${esc((n ? gameOwnWord('often.hands', { n: n[1] }) : gameOwnWord(`often.${name}`)) || name)}</dt><dd>${esc(formatChance(p))}</dd></div>`;
  }).join('');
  return section('often', oddsWord('often'), list && `<dl class="list">${list}</dl>`);
}

function firstDecisionSection(bet) {
  const list = Object.entries(bet.first_decision ?? {}).filter(([, p]) => p >= 1e-6).sort((a, b) => b[1] - a[1]);
  return section('first', oddsWord('first'), list.length ? barTable(list.map(([act, p]) => ({ name: gameOwnWord(`act.${act}`) || gameOwnWord(`often.${act}`) || act, p, cls: `a-${esc(act)}` }))) : '', oddsWord('first.say'), 'begin');
}

function upCardSection(bet) {
  const list = ['2', '3', '4', '5', '6', '7', '8', '9', '10', 'J', 'Q', 'K', 'A'].filter(up => bet.by_up?.[up]).map(up => [up, bet.by_up[up].edge]);
  if (!list.length) return '';
  const most = Math.max(...list.map(([, e]) => Math.abs(e)));
  return section('ups', oddsWord('ups'), `<table class="bars two"><tbody>${list.map(([up, e]) => `<tr><th scope="row">${up === 'A' ? oddsWord('ace') : up}</th><td aria-hidden="true"><span class="half">${e < 0 ? bar(-e / most, 'win') : ''}</span><span class="half">${e > 0 ? bar(e / most, 'lose') : ''}</span></td><td class="n">${formatPercent(e, 1, true)}</td></tr>`).join('')}</tbody></table>`, oddsWord('ups.say'));
}

function sheetSections() {
  const one = answer.sheets?.map(each => section(`sheet-${each.name}`, esc(gameOwnWord(`sheet.${each.name}`)), renderSheet(each, gameOwnWord), gameOwnWord(`sheet.${each.name}.what`), 'wide')).join('') ?? '';
  return (answer.curves?.map(each => section(`curve-${each.name}`, esc(gameOwnWord(`curve.${each.name}`)), renderCurve(each, gameOwnWord), curveConclusion(each, gameOwnWord), 'wide')).join('') ?? '') + one;
}

// ---- a session, the other bets -----------------------------------------------------------------------------

function sessionSection() {
  if (!answer.sessions?.length) return '';
  const sum = net => { const cents = Math.round(net * stake() / 100); return `<b class="${cents > 0 ? 'up' : cents < 0 ? 'down' : ''}">${formatNet(cents, true) || formatSum(0)}</b>`; };
  const row = (key, text) => `<tr><th scope="row">${oddsWord(key)}</th>${answer.sessions.map(text).join('')}</tr>`;
  return section('session', oddsWord('session'), `<div class="scroll" role="group" tabindex="0"><table class="plan"><thead><tr><td></td>${answer.sessions.map(s => `<th scope="col">${oddsWord('session.coups', { n: formatFigure(s.coups, 0) })}</th>`).join('')}</tr></thead><tbody>${row('session.low', s => `<td>${sum(s.quantiles['0.05'])}</td>`)}${row('session.mid', s => `<td>${sum(s.quantiles['0.5'])}</td>`)}${row('session.high', s => `<td>${sum(s.quantiles['0.95'])}</td>`)}${row('session.ahead', s => `<td>${formatPercent(s.ahead, 1)}</td>`)}</tbody></table></div>`, oddsWord(isLayout(answer) ? 'session.laid' : 'session.say', { stake: formatSum(stake()), bet: betName(answer.bets[0].bet) }), 'wide');
}

/** The outcome after which the bank pays most: the page has the words for split pairs, the game for others. */
function outcomeText(text) {
  const split = /^(.+) split into (\d+) hands$/.exec(text), known = gameOwnWord(`often.${text.replace(/^an? /, '')}`);
  if (split) return esc(oddsWord('most.split', { n: split[2], what: { aces: oddsWord('most.aces'), tens: oddsWord('most.tens') }[split[1]] ?? oddsWord('most.rank', { n: parseInt(split[1]) }) }));
  const fell = /^([\d-]+)(?:, with (\d+))?$/.exec(text);
  if (fell) return esc(oddsWord('most.fell', { n: fell[1] }) + (fell[2] ? oddsWord('most.with', { n: fell[2] }) : ''));
  return known ? esc(known) : `<span lang="en">${esc(text)}</span>`;
}

const REASON_KEYS = { 'nothing limits how many may bet on one place': 'most.crowd', 'additional bets are left out: nothing limits how many people make them': 'most.beside', 'a bound: every bet that can win on one outcome, each at its maximum, and none that loses; limits that several bets share are not counted': 'most.bound' };
const reasonText = text => REASON_KEYS[text] ? esc(oddsWord(REASON_KEYS[text])) : `<span lang="en">${esc(text)}</span>`;

function liabilitySection() {
  const m = answer.most, id = 'most';
  if (!m) return '';
  if (m.why) return section(id, oddsWord('most'), `<p>${oddsWord('most.none')} ${reasonText(m.why)}</p>`, '', 'wide');
  const fact = (key, sum, text) => `<div><dt>${oddsWord(key)}</dt><dd><b>${sum}</b><span>${text}</span></dd></div>`;
  const place = answer.table ? fact('most.place', formatSum(m.place), `${outcomeText(m.outcome)}${esc(oddsWord('most.stake', { stake: formatSum(m.stake) }))}`) : fact('most.place', esc(oddsWord('most.times', { n: formatFigure(m.place / m.stake, Number.isInteger(m.place / m.stake) ? 0 : 1) })), outcomeText(m.outcome));
  const wholeTable = answer.table && m.table !== m.place ? fact('most.table', formatSum(m.table), esc(oddsWord(isLayout(answer) ? 'most.all' : 'most.shared'))) : '';
  return section(id, oddsWord('most'), `<dl class="worst">${place}${wholeTable}</dl>${m.left_out ? `<p class="given">${reasonText(m.left_out)}</p>` : ''}`, oddsWord('most.say'), 'wide');
}

function jackpotHtml(bet) {
  const j = bet.jackpot, line = x => `<tr><th scope="row">${esc(gameOwnWord(`odds.jackpot.${x.name}`) || x.name)}</th><td>${esc(x.share ? oddsWord('jackpot.share', { n: x.share }) : oddsWord('jackpot.times', { n: formatFigure(x.times, 0) }))}</td><td class="n">${esc(oddsWord('one-in', { n: formatFigure(Math.round(1 / fractionValue(x.chance)), 0) }))}</td></tr>`;
  const top = j.top ? `<p><b>${oddsWord('jackpot.top')}</b>: ${esc(oddsWord('jackpot.top.why', { mean: formatFigure(fractionValue(j.top.mean), 0), median: formatFigure(j.top.chips['0.5'], 0), low: formatFigure(j.top.chips['0.05'], 0), high: formatFigure(j.top.chips['0.95'], 0) }))}. ${oddsWord('jackpot.pool.then')}: ${['0.05', '0.5', '0.95'].map(part => formatFullSum(j.top.pool[part])).join(' · ')}</p>` : '';
  return `<div class="scroll" role="group" tabindex="0"><table class="lines"><thead><tr><th scope="col">${oddsWord('jackpot.line')}</th><th scope="col">${oddsWord('jackpot.prize')}</th><th scope="col" class="n">${oddsWord('jackpot.often')}</th></tr></thead><tbody>${j.lines.map(line).join('')}</tbody></table></div><p><b>${j.even === null ? oddsWord('jackpot.never') : `${oddsWord('jackpot.pool')} ${formatFullSum(Math.round(fractionValue(j.even)))}`}</b>${j.shared ? `<br>${esc(oddsWord('jackpot.shared', { n: j.shared.boxes, sum: formatFullSum(Math.round(fractionValue(j.shared.even))) }))}` : ''}</p>${top}`;
}

function otherBetsSection(bets) {
  const one = bet => {
    const edge = bet.edge_float, exact = String(bet.edge).includes('/') && String(bet.edge).length < 24 ? ` <span class="exact">${esc(oddsWord('bet.sure', { edge: String(bet.edge).replace('-', '') }))}</span>` : '';
    const givenText = gameOwnWord(`given.${bet.bet}`) || bet.given || '';
    return `<li class="panel${bet.jackpot ? ' long' : ''}"><h3>${esc(betName(bet.bet))}</h3><p class="edge">${oddsWord(edge < 0 ? 'bet.gain' : 'bet.edge')} <b class="${edge < 0 ? 'up' : ''}">${formatPercent(Math.abs(edge), 3)}</b>${exact}</p><p>${oddsWord('bet.win')} ${esc(formatChance(fractionValue(bet.p_win)))}</p>${givenText ? `<p class="given"${gameOwnWord(`given.${bet.bet}`) ? '' : ' lang="en"'}>${esc(givenText)}</p>` : ''}${bet.jackpot ? jackpotHtml(bet) : ''}</li>`;
  };
  const not = Object.entries(answer.not_priced ?? {}).map(([name, why]) => `<p class="given">${esc(oddsWord('not', { what: betName(name) }))} <span lang="en">(${esc(why)})</span></p>`).join('');
  return section('beside', oddsWord('beside'), `<ul class="others">${bets.map(one).join('')}</ul>${bets.length ? '' : `<p class="none">${oddsWord('bet.none')}</p>`}${not}`, '', 'wide');
}

/** The page of a game with bets against a bank. */
const bankGamePage = (bet, others) => `${edgeSection(bet)}${isLayout(answer) ? section('laid', oddsWord('laid'), betTable(answer, betName), oddsWord('laid.say'), 'wide') : ''}${strategySection()}${chartSection()}${ruleSteps()}${sheetSections()}<div class="pair"><div>${netSection(bet)}${frequencySection(bet)}</div><div>${upCardSection(bet)}${firstDecisionSection(bet)}</div></div>${sessionSection()}${liabilitySection()}${isLayout(answer) ? '' : otherBetsSection(others)}`;

// ---- the page -----------------------------------------------------------------------------------------------

/** Redraw the list of all games and keep the focus. */
function drawGames() {
  const focused = main.contains(document.activeElement) ? document.activeElement : null, key = focused?.dataset.by ? `[data-by=${focused.dataset.by}]` : focused?.getAttribute('href') ? `[href="${focused.getAttribute('href')}"]` : '';
  main.innerHTML = renderGames();
  if (key) main.querySelector(key)?.focus({ preventScroll: true });
}

function draw() {
  if (allGames && !failed) { fillLabels(document); document.title = `Sabot · ${oddsWord('title')}`; drawGames(); return; }
  fillLabels();
  document.title = `Sabot · ${oddsWord('title')}${answer ? `: ${gameName(answer)}` : ''}`;
  $('where').textContent = answer ? gameName(answer) : '';
  if (!answer) {
    main.innerHTML = failed ? `<p class="empty" role="alert">${esc(oddsWord('failed', { why: failed }))}</p><p class="links"><button type="button" class="ghost" data-again="1">${oddsWord('again')}</button><a class="ghost" href="./">${oddsWord('room')}</a></p>` : `<p class="empty" role="status">${oddsWord('loading')}</p>`;
    return;
  }
  const [bet, ...others] = answer.bets ?? [], past = inForceNote({ ...answer, regulation: answer.regulation });
  main.innerHTML = `<div class="hero"><div><h1>${esc(answer.table?.name ? `${answer.table.name}` : gameName(answer))}</h1><p>${esc(answer.table ? `${gameName(answer)} · ${answer.regulation} · ${formatLimits(answer.table)}` : `${answer.regulation}, ${oddsWord('for.game')}`)}</p></div><nav class="links" aria-label="${esc(oddsWord('title'))}">${answer.table ? `<a class="ghost" href="table.html?id=${encodeURIComponent(pageQuery.get('table') ?? answer.table.id)}">${oddsWord('table')}</a>` : ''}${answer.table ? `<a class="ghost" href="odds.html?game=${encodeURIComponent(answer.game)}">${esc(gameName(answer))}</a>` : ''}<a class="ghost" href="${lawPageUrl(answer.section)}">${studyWord('book')}</a><a class="ghost" href="odds.html">${studyWord('all')}</a></nav></div>${past ? `<p class="past">${esc(past)}</p>` : ''}
    ${bet ? bankGamePage(bet, others) : answer.kind === 'machines' ? machines(answer) : renderPlayerGame(answer, gameOwnWord)}<footer>${bet ? `<p>${oddsWord(isLayout(answer) ? answer.by === 'coup' ? 'method.dealt' : 'method.laid' : 'method')}</p>` : ''}<p>${oddsWord('about')}</p></footer>`;
  const grid = main.querySelector('.grids');
  if (grid) addKeyboardNavigation(grid, cell => { if (cell === openCell) return; openCell = cell; $('cell').innerHTML = cellDetail(answer, chartRows(), openCell, lang()); })();
}

async function load() {
  if (allGames) { failed = ''; await loadUntilCounted(draw, problem => { failed = problem.message; draw(); }); return; }
  const query = new URLSearchParams(pageQuery.get('table') ? { table: pageQuery.get('table') } : { game: pageQuery.get('game') ?? '' });
  if (strategy) query.set('strategy', strategy);
  failed = '';
  main.setAttribute('aria-busy', 'true');
  try {
    answer = await get(`/api/odds?${query}`);
    setCurrency(answer.currency);
  } catch (problem) {
    [answer, failed] = [null, problem.message];
  }
  main.removeAttribute('aria-busy');
  draw();
  if (answer && answer.deal === null) setTimeout(load, 4000);   // still being computed
}

main.onclick = e => {
  const b = e.target.closest('[data-class], [data-cards], [data-again], [data-by]');
  if (!b) return;
  if (b.dataset.by) { sortBy(b.dataset.by); draw(); main.querySelector(`[data-by=${b.dataset.by}]`).focus(); return; }
  if (b.dataset.again) { draw(); load(); return; }
  if (b.dataset.cards) { cards = b.dataset.cards === 'true'; openCell = null; draw(); main.querySelector(`[data-cards="${cards}"]`).focus(); return; }
  chooseStrategy(b.dataset.class);
};
main.addEventListener('keydown', e => {
  const radio = e.target.closest('[role=radio]'), by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[e.key];
  if (!radio || !by) return;
  e.preventDefault();
  const all = [...main.querySelectorAll('[role=radio]')];
  chooseStrategy(all[(all.indexOf(radio) + by + all.length) % all.length].dataset.class);
});

/** Load the odds of another strategy; the page stays until they are known. @param {string} name */
async function chooseStrategy(name) {
  strategy = name;
  history.replaceState(null, '', `?${new URLSearchParams({ ...Object.fromEntries(pageQuery), play: name })}`);
  await load();
  main.querySelector('[role=radio][aria-checked=true]')?.focus({ preventScroll: true });
}

onLanguageChange(draw);
draw();
load();
