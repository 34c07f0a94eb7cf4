// The croupier's page: the next step of the procedure, the entry of cards, faults; next to the picture of the table.

import { fetchClause, get, post } from '../core/api.js';
import { setUpHeader } from '../core/header.js';
import { cardName, setCurrency, gameName, fillLabels, lang, joinList, onLanguageChange, formatClause, afterCallWords, t, wordGroup, gameWord } from '../core/i18n.js';
import { pip, timerRing } from '../core/kit.js';
import { Layout } from '../cloths/layout.js';
import { Playback } from '../core/motion.js';
import { OvalTable } from '../cloths/oval.js';
import { deferWhilePressed } from '../core/press.js';
import { PotTable } from '../cloths/ring.js';
import { ArcTable } from '../cloths/seats.js';
import { TableConnection } from '../core/socket.js';
import * as store from '../core/store.js';
import { eventItems, otherBettors, handName } from '../record/narration.js';
import { esc, inlineCard, clauseLink } from '../core/text.js';

const { has, w } = wordGroup('staff');

const $ = id => document.getElementById(id);
const id = new URLSearchParams(location.search).get('id') ?? '';
const RANKS = ['A', '2', '3', '4', '5', '6', '7', '8', '9', 'T', 'J', 'Q', 'K'];
const SUITS = ['S', 'H', 'D', 'C'];
const suitKey = s => w(`pit.key.${s}`);

let me = null, live = store.empty(), shown = store.empty(), next = null, rank = '', busy = false, fault = null, requestNumber = 0, deadline = 0, clockTotal = 0;

setUpHeader(document.querySelector('.top'));
const doNothing = () => '';
/** In place of bets: at a layout the croupier enters a number (of the ball, or the remainder of a heap) by clicking it. */
const touchedSpots = { offer: () => null, sumOn: () => 0, pendingSum: () => 0, pendingSpots: () => new Set(), allSums: () => [], removeChip: doNothing, setBet: doNothing, addChip: spot => { const [chance, n] = spot.split('/'); const { wheel, heap } = live.table.felt; if (awaitsThrow() && chance === (wheel ? 'straight' : heap?.enters)) enterFact({ fact: [Number(n)] }); } };
let cloth = null;
const CLOTH_BUILDERS = {
  arc: () => new ArcTable($('board'), { onSpot: doNothing, onPlace: doNothing, onSit: doNothing, reserve: () => false, pending: () => 0, target: doNothing, chip: () => 0 }),
  oval: () => shown.table.felt.ring ? new PotTable($('board'), { sit: doNothing }) : new OvalTable($('board'), { bets: { addChip: doNothing, pendingSum: () => 0 }, sit: doNothing }),
  layout: () => new Layout($('board'), { bets: touchedSpots, sit: doNothing, onTouch: doNothing }),
};
const playback = new Playback(part => { shown = store.applyPart(shown, part); if (part.kind === 'event') drawTable(); }, () => { if (playback.idle) { shown = { ...live, animate: true }; drawTable(); } });
const may = act => me?.may.includes(act);

// ---- what is asked -----------------------------------------------------------------------------------------

async function loadNextStep() {
  if (!me || busy) return;
  const number = ++requestNumber;
  const answer = await get(`/api/staff/tables/${encodeURIComponent(id)}${may('enter') ? '/next' : ''}`).catch(problem => ({ problem }));
  if (busy || number !== requestNumber) return;  // a newer request is on its way
  if (answer.problem) { if (answer.problem.status === 401) { me = null; } showRefusal(answer.problem); draw(); return; }
  if (answer.v !== next?.v) rank = '';
  next = answer;
  draw();
}

let loadTimer = 0;
const loadSoon = () => { clearTimeout(loadTimer); loadTimer = setTimeout(loadNextStep, 60); };

/** Send what happened; the house answers with the next step. @param {any} body */
async function enterFact(body) {
  if (busy || !next) return;
  busy = true;
  requestNumber += 1;
  document.body.classList.add('busy');
  try {
    next = await post(`/api/staff/tables/${encodeURIComponent(id)}/enter`, { ...body, v: next.v });
    rank = '';
    fault = null;
    $('answer').textContent = '';
  } catch (problem) {
    showRefusal(problem);
    if (problem.code === 'moved-on') loadSoon();
  } finally {
    busy = false;
    document.body.classList.remove('busy');
    draw();
  }
}

async function reportFault(body) {
  if (busy) return;
  busy = true;
  requestNumber += 1;
  try {
    next = await post(`/api/staff/tables/${encodeURIComponent(id)}/faults`, { ...body, v: next?.v });
    fault = null;
    $('answer').textContent = '';
  } catch (problem) {
    showRefusal(problem);
    if (problem.code === 'moved-on') loadSoon();
  } finally { busy = false; draw(); }
}

function showRefusal(problem) {
  const code = problem.code || 'net', refusalText = has(`refused.${code}`) ? w(`refused.${code}`) : '';
  $('answer').innerHTML = `<p class="no"><i aria-hidden="true">!</i><span><b>${w('refused')}${refusalText ? `: ${esc(refusalText)}` : ''}</b>${problem.code ? `<small>${esc(problem.message)}</small>` : ''} ${problem.law ? clauseLink(problem.law) : ''}</span></p>`;
}

// ---- what is drawn -----------------------------------------------------------------------------------------

const setHtml = (el, html) => { if (el._html !== html) { const key = el.contains(document.activeElement) ? document.activeElement.dataset.k : ''; el._html = html; el.innerHTML = html; if (key) (el.querySelector(`[data-k="${key}"]`) ?? el.querySelector('button:not(:disabled)'))?.focus(); } };
const suitSvg = suit => `<svg class="suit" viewBox="-50 -50 100 100" aria-hidden="true">${pip(suit, 0, 0, 92, { engraved: true, fill: undefined })}</svg>`;

/** The keypad: a rank, then a suit; each suit shows its key. @param {string} chosen */
function keypad(chosen) {
  const ranks = RANKS.map(r => `<button type="button" class="key" data-k="r${r}" data-rank="${r}" aria-pressed="${r === chosen}" aria-label="${esc(t(`rank.${r}`))}">${r === 'T' ? '10' : r}</button>`).join('');
  const suits = SUITS.map(s => `<button type="button" class="key suitkey" data-k="s${s}" data-suit="${s}"${chosen ? '' : ' disabled'} aria-label="${esc(cardName(`${chosen || 'A'}${s}`))}">${suitSvg(s)}<kbd>${suitKey(s)}</kbd></button>`).join('');
  return `<div class="pad"><div class="ranks" role="group" aria-label="${w('pit.rank')}">${ranks}</div><div class="suits" role="group" aria-label="${w('pit.suit')}">${suits}</div></div>`;
}

const draw = deferWhilePressed(() => {
  fillLabels();
  $('who').textContent = me ? `${me.name}, ${w(`role.${me.role}`)}` : '';
  if (!me) {
    setHtml($('next'), `<h1>${w('door')}</h1><p>${w('pit.door')}</p>`);
    setHtml($('enter'), `<a class="act first plain door" href="staff.html"><b>${w('door')}</b></a>`);
    return;
  }
  const table = live.table;
  if (table) {
    $('game').textContent = gameName(table);
    $('where').textContent = table.name;
    document.title = `${table.name} · ${w('pit')}`;
  }
  if (!next) return;
  const s = next.step, left = deadline ? Math.max(0, Math.ceil((deadline - performance.now()) / 1000)) : -1;
  if (next.waits !== 'croupier' || !may('enter')) {
    const names = [...new Set((live.listen?.awaiting ?? []).filter(x => /^\d/.test(x)).map(h => { const seat = live.seats.find(x => x.place === store.placeOf(h)); const by = store.openPeriod(live) === 'follow' ? otherBettors(live, h) : seat?.name; return `${handName(table, h)}${by ? ` (${by})` : ''}`; }))];
    const asks = next.waits === 'players' && store.isBetting(live) ? w('pit.bets') : next.waits === 'players' && names.length ? w('pit.players', { who: joinList(names) }) : w('pit.nobody');
    setHtml($('next'), `<span class="eyebrow">${w('pit.wait')}</span><h1>${esc(asks)}</h1>${live.listen?.law ? `<p class="cite">${clauseLink(live.listen.law)}</p>` : ''}<span class="dial" id="dial">${left >= 0 ? timerRing(left, Math.max(left, clockTotal)) : ''}</span>`);
    setHtml($('enter'), '');
  } else {
    const text = next.words?.[lang()] ?? next.words?.pt ?? s, also = (next.also ?? []).slice(0, 3).map(l => clauseLink(l)).join(' ');
    setHtml($('next'), `<span class="eyebrow">${w('pit.next')}</span><h1>${esc(text.charAt(0).toLocaleUpperCase() + text.slice(1))}</h1><p class="cite">${clauseLink(next.law)} ${also}</p>`);
    if (next.takes === 'card') setHtml($('enter'), `${keypad(fault ? '' : rank)}${next.answers.includes('??') ? `<button type="button" class="act plain unseen" data-k="un" data-unseen="1"><kbd>X</kbd><b>${w('pit.unseen')}</b></button>` : ''}<p class="typed" aria-live="polite">${rank && !fault ? `${rank === 'T' ? '10' : rank} …` : esc(w('pit.how'))}</p>`);
    else if (next.takes === 'word') setHtml($('enter'), `<div class="confirm">${next.answers.map((a, i) => `<button type="button" class="act plain${i ? '' : ' first'}" data-k="w${esc(a)}" data-word="${esc(a)}">${i ? '' : '<kbd>↵</kbd>'}<b>${esc(a === 'done' ? w('pit.done') : gameWord(table, `answer.${a}`) || a)}</b></button>`).join('')}</div>`);
    else setHtml($('enter'), `<form class="numbers"><label>${w('pit.numbers')}<input name="fell" inputmode="numeric" autocomplete="off"></label><button class="act first plain"><b>${w('pit.done')}</b></button></form>`);
  }
  drawFaults();
});

/** Whether the result of a throw is awaited, as numbers. */
const awaitsThrow = () => next?.waits === 'croupier' && !['card', 'word'].includes(next.takes);

/** The numbers typed in a form. @param {HTMLFormElement} f @returns {number[]} */
const typedNumbers = f => (f.elements.fell?.value ?? '').trim().split(/\D+/).filter(Boolean).map(Number);

/** Draw the faults that can be reported now, and the form of the chosen one. */
function drawFaults() {
  const list = next?.faults ?? [], mayNow = next?.waits === 'croupier' ? may('enter') : may('fault');
  if (fault && !list.includes(fault.kind)) fault = null;
  const buttons = list.map(k => `<button type="button" class="ghost" data-k="f${esc(k)}" data-fault="${esc(k)}" aria-pressed="${fault?.kind === k}"${mayNow ? '' : ' disabled'}>${esc(gameWord(live.table, `incident.${k}`) || k)}</button>`).join('');
  const hands = [...new Set([...(live.table?.felt.places ?? []).map(p => p.place), ...Object.keys(live.hands)])].filter(h => /^\d/.test(h)).sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  const more = next?.details?.find(d => d.kind === fault?.kind), seats = more?.seats ?? hands, sum = cents => (cents / 100).toFixed(2);
  const form = fault ? `<form class="fault" novalidate><p class="ask">${esc(gameWord(live.table, `incident.${fault.kind}`) || fault.kind)}</p>
    ${awaitsThrow() ? `<label>${w('pit.numbers')}<input name="fell" inputmode="numeric" autocomplete="off"></label>` : `<label>${w('pit.fault.card')}<input name="card" maxlength="3" autocomplete="off" placeholder="7H" value="${esc(fault.card)}"></label>`}
    <label>${w('pit.fault.seat')}<select name="seat">${more?.seats ? '' : '<option value=""></option>'}${seats.map(h => `<option value="${h}"${h === fault.seat ? ' selected' : ''}>${esc(handName(live.table, h))}</option>`).join('')}</select></label>
    ${more?.unit ? `<label>${w('pit.fault.sum')}<input name="sum" type="number" inputmode="decimal" min="${sum(more.low ?? 0)}" max="${sum(more.high ?? 0)}" step="${sum(more.unit)}" value="${sum(more.low ?? 0)}"></label>` : ''}
    <label class="wide">${w(next.waits === 'croupier' ? 'pit.fault.note' : 'pit.fault.must')}<textarea name="note" rows="2" maxlength="2000"></textarea></label>
    <div class="do"><button class="ghost go">${w('pit.fault.send')}</button><button type="button" class="ghost" data-k="cancel" data-cancel>${w('cancel')}</button></div></form>` : '';
  const html = `<h2>${w('pit.faults')}</h2>${list.length ? `<div class="list">${buttons}</div>${mayNow ? '' : `<p class="none">${w('pit.faults.who')}</p>`}` : `<p class="none">${w('pit.faults.none')}</p>`}${form}`;
  if ($('faulty')._html !== html) { setHtml($('faulty'), html); if (fault?.fresh) { fault.fresh = false; $('faulty').querySelector('input')?.focus(); } }
}

function drawTable() {
  if (!shown.table) return;
  cloth ??= CLOTH_BUILDERS[shown.table.felt.shape]();
  cloth.render({ ...shown, listen: playback.idle ? live.listen : null });
  const list = eventItems(shown.table, shown.steps, true);
  setHtml($('steps'), list || `<li class="none">${t('steps.none')}</li>`);
}

// ---- the line ----------------------------------------------------------------------------------------------

function message(m) {
  if (m.t === 'snapshot') {
    const isFirst = !live.table;
    live = store.applySnapshot(live, m);
    setCurrency(live.table.currency);
    playback.queue.length = 0;
    playback.flush();
    shown = { ...live, animate: !isFirst };
    drawTable();
  } else if (m.t === 'events') {
    if (m.v > live.v + 1 && live.v) { connection.reconnect(); return; }
    const skip = Math.max(0, live.v + 1 - m.v);
    if (skip) m = { ...m, v: m.v + skip, events: m.events.slice(skip) };
    const parts = store.splitMessage(m);
    for (const part of parts) live = store.applyPart(live, part);
    playback.pauseMs = 900;
    playback.push(parts);
  } else return;
  deadline = live.clock ? performance.now() + live.clock.left * 1000 : 0;
  clockTotal = live.clock?.of ?? 0;
  loadSoon();
}

// ---- hands -------------------------------------------------------------------------------------------------

const chooseRank = r => { rank = rank === r ? '' : r; draw(); };
const enterCard = suit => { if (rank) enterFact({ fact: rank + suit }); };

document.addEventListener('click', async e => {
  const law = e.target.closest('[data-law]'), b = e.target.closest('button');
  if (law) {
    e.preventDefault();
    const row = await fetchClause(law.dataset.law).catch(() => null);
    $('answer').innerHTML = row ? `<blockquote><p lang="en">${esc(row.text ?? row.ours)}</p><footer>§ ${esc(formatClause(law.dataset.law))} · ${esc(row.title ?? '')}</footer></blockquote>` : `<p class="none">${w('law.failed')}</p>`;
    return;
  }
  if (!b || b.disabled) return;
  const d = b.dataset;
  if (e.detail) b.blur();
  if (d.rank) chooseRank(d.rank);
  else if (d.suit) enterCard(d.suit);
  else if (d.unseen) enterFact({ fact: '??' });
  else if (d.word !== undefined) enterFact({ fact: d.word });
  else if (d.fault) { fault = fault?.kind === d.fault ? null : { kind: d.fault, card: '', seat: [next.hand, ...(live.listen?.awaiting ?? [])].find(h => /^\d/.test(h ?? '')) ?? '', fresh: true }; $('faulty')._html = ''; draw(); }
  else if (d.cancel !== undefined) { fault = null; draw(); }
});

document.addEventListener('submit', e => {
  e.preventDefault();
  const f = e.target;
  if (f.matches('.numbers')) { enterFact({ fact: typedNumbers(f) }); return; }
  if (!f.matches('.fault')) return;
  const card = f.elements.card?.value.trim().toUpperCase().replace(/^10/, 'T') ?? '', fell = typedNumbers(f), seat = f.elements.seat.value, note = f.elements.note.value.trim(), amount = Math.round(100 * Number(f.elements.sum?.value ?? 0));
  if (next.waits === 'croupier') enterFact({ incident: { kind: fault.kind, ...(card ? { card } : {}), ...(fell.length ? { fell } : {}), ...(seat ? { seat } : {}), ...(note ? { note } : {}), ...(amount ? { amount } : {}) } });
  else reportFault({ kind: fault.kind, reason: note, seat, card, ...(amount ? { amount } : {}) });
});

document.addEventListener('keydown', e => {
  if (e.repeat || e.ctrlKey || e.metaKey || e.altKey || e.target.closest?.('input, textarea, select')) return;
  if (next?.waits !== 'croupier' || !may('enter')) return;
  const key = e.key.toUpperCase(), free = !e.target.closest?.('button, a');
  if (next.takes === 'word') { if (e.key === 'Enter' && free) { e.preventDefault(); enterFact({ fact: next.answers[0] }); } return; }
  if (next.takes !== 'card') return;
  if ((key === 'X' || key === '?') && next.answers.includes('??')) { e.preventDefault(); enterFact({ fact: '??' }); return; }
  if (e.key === 'Escape' || e.key === 'Backspace') { rank = ''; draw(); return; }
  // After a rank the next letter is a suit.
  const suit = SUITS.find(s => suitKey(s) === key);
  if (rank && suit) { e.preventDefault(); enterCard(suit); return; }
  const at = key === '1' || key === '0' ? 'T' : key;
  if (RANKS.includes(at)) { e.preventDefault(); rank = at; draw(); }
});

onLanguageChange(() => { for (const x of ['next', 'enter', 'faulty', 'steps']) $(x)._html = ''; draw(); drawTable(); });

fillLabels();
me = await get('/api/staff/me').catch(() => null);
const connection = new TableConnection(id, () => live.v, { onMessage: afterCallWords(message), onState: state => document.body.classList.toggle('down', state !== 'up') });
draw();
await loadNextStep();
setInterval(() => { if (!document.hidden && me) loadNextStep(); }, 3000);
setInterval(() => { const dial = $('dial'), left = deadline ? Math.max(0, Math.ceil((deadline - performance.now()) / 1000)) : -1; if (dial) dial.innerHTML = left >= 0 ? timerRing(left, Math.max(left, clockTotal)) : ''; }, 500);
