// The page of one table: the connection, the record, its picture, and the player's controls.

import { ensureSession, get, post } from '../core/api.js';
import { Bets } from './bets.js';
import { Cabinet, pauseFor as machinePause } from '../machine/cabinet.js';
import { MachineControls } from '../machine/desk.js';
import { paySheet } from '../machine/glass.js';
import { Caption, netSentence, captionFor } from './caption.js';
import { Controls } from './controls.js';
import { Drawer } from './drawer.js';
import { setUpHeader, showBalances } from '../core/header.js';
import { cardName, formatSum, voidCause, setCurrency, joinWithColon, gameName, fillLabels, lang, formatLimits, joinList, plural, onLanguageChange, closureReason, formatNet, afterCallWords, endSentence, t, withAside, gameWord } from '../core/i18n.js';
import { Layout } from '../cloths/layout.js';
import { LayoutBets } from './layout_bets.js';
import { Playback } from '../core/motion.js';
import { OvalTable } from '../cloths/oval.js';
import { Panel } from './panel.js';
import { placeSheet } from './place.js';
import { ignoreRepeats, deferWhilePressed } from '../core/press.js';
import { setHtml } from '../core/update.js';
import { PotTable } from '../cloths/ring.js';
import { variantText } from '../cloths/ring_captions.js';
import { ArcTable, narrowScreen } from '../cloths/seats.js';
import { TicketDialog } from '../machine/tickets.js';
import { TableConnection } from '../core/socket.js';
import * as store from '../core/store.js';
import { houseClause, handName } from '../record/narration.js';
import { esc } from '../core/text.js';

const $ = id => document.getElementById(id);
const id = new URLSearchParams(location.search).get('id') ?? '';

/** live is the record as received; shown is the part of it that has been drawn. */
let live = store.empty(), shown = store.empty();
let connected = false, endedSession = null, delayedNotice = null, triedToSit = false, pausing = false;
/** Whether the open question was already open and shown before the last message, because only somebody else has answered. */
let questionStands = false;
/** The version of the record for which the buttons are drawn. */
let drawnVersion = 0;

setUpHeader(document.querySelector('.top'));
fillLabels(document);

/** The drawing of the table and the bets on it. */
let bets = null, cloth = null, ticketDialog = null;
const CLOTH_BUILDERS = {
  arc: () => {
    bets = new Bets(() => live, sendAct, () => draw());
    cloth = new ArcTable($('board'), { onSpot: seat => { playback.flush(); bets.addChip(seat); }, onPlace: place => drawer.open('place', place), onSit: place => sendAct(live.reservedPlace === place ? 'leave' : 'sit', place), reserve: mayReserve, pending: place => bets.pendingSum(place), target: () => bets.target(), chip: () => bets.selectedChip() });
  },
  oval: () => {
    bets = new Bets(() => live, sendAct, () => draw());
    const sit = place => { if (!controls.openAmount('sit', place)) sendAct('sit', place); };
    playback.potTable = Boolean(live.table.felt.ring);
    cloth = playback.potTable ? new PotTable($('board'), { sit }) : new OvalTable($('board'), { bets, sit, act: sendAct });
  },
  cabinet: () => {
    bets = new Bets(() => live, sendAct, () => draw());
    const pays = () => drawer.open('pays');
    controls = new MachineControls($('controls'), { act: sendAct, credits: refillCredits, again: () => location.reload(), pays, skip: () => playback.flush(), shown: () => shown, changed: () => { draw(); announceCards(); drawer.refresh('pays'); } });
    cloth = new Cabinet($('board'), { controls, pays });
    playback.longestQueue = Infinity;
    playback.wait = part => machinePause(part, live.table.felt.window.length, cloth.isNetWin());
    document.body.dataset.felt = 'cabinet';
  },
  layout: () => {
    bets = new LayoutBets(() => live, sendAct, () => draw());
    cloth = new Layout($('board'), { bets, sit: place => sendAct('sit', place), onTouch: () => { if (!playback.idle) playback.flush(); } });
  },
};
const caption = new Caption($('caption'), $('dial'), $('late'));
const panel = new Panel($('side'), { open: (view, arg) => drawer.open(view, arg), end: endSession, leave: place => sendAct('leave', place) });
const drawer = new Drawer($('side'), panel, { table: () => live.table && { ...live.table, id }, shown: () => selectTab(tabFor()), place: place => placeSheet(live, place, bets), pays: () => paySheet(live.table.felt, controls.bet()) });
let controls = new Controls($('controls'), { get bets() { return bets; }, act: (act, seat, amount) => sendAct(act, seat, amount), credits: refillCredits, again: () => location.reload(), law: ref => drawer.open('law', ref) });
const playback = new Playback(part => { shown = store.applyPart(shown, part); noteEvent(part); if (part.kind === 'event') draw(); }, wait => { pausing = wait; if (playback.idle || wait) announceCards(); if (playback.idle) showDelayedNotice(); draw(); });

// ---- what comes in -------------------------------------------------------------------------------------

function handleMessage(m) {
  if (m.t === 'snapshot') {
    const isFirst = !live.table;
    live = store.applySnapshot(live, m);
    setCurrency(live.table.currency);
    if (!cloth) CLOTH_BUILDERS[live.table.felt.shape]();
    playback.queue.length = 0;
    playback.flush();
    questionStands = false;
    shown = { ...live, animate: !isFirst };
    bets.reset();
    updateClock();
    draw();
    shown = { ...shown, animate: true };
    takeOwnSeat();
    if (isFirst) loadPreviousCoup();
    if (live.table.felt.shape === 'cabinet') (ticketDialog ??= new TicketDialog(code => connection.sendAct('redeem', code, 0))).setSeated(Boolean(live.you?.places.length));
    if (live.closed && !store.isClosed(live)) handleNotice({ kind: 'table-closed', law: live.closed.law, facts: live.closed });
  } else if (m.t === 'events') {
    if (m.v > live.v + 1 && live.v) { connection.reconnect(); return; }
    const skip = Math.max(0, live.v + 1 - m.v);
    if (skip) m = { ...m, v: m.v + skip, events: m.events.slice(skip) };
    const parts = store.splitMessage(m), coup = live.coup.id, questionBefore = (questionStands || playback.idle) && store.openPeriod(live);
    for (const part of parts) live = store.applyPart(live, part);
    questionStands = Boolean(questionBefore) && store.openPeriod(live) === questionBefore && m.events.every(e => !e.step || KEEP_QUESTION.has(e.step));
    ticketDialog?.setSeated(Boolean(live.you?.places.length));
    if (live.coup.id !== coup) bets.reset();
    if (parts.some(p => p.kind === 'event' && p.event.step)) caption.clear('refused');
    playback.pauseMs = Object.values(live.previous?.settlements ?? {}).some(f => f.yours) ? (live.table.felt.shape === 'layout' ? 3600 : 2800) : 1800;
    updateClock();
    bets.placeWaitingBets();
    playback.push(parts);
    takeOwnSeat();
  } else if (m.t === 'pools') {
    live = store.withPools(live, m.values);
    shown = store.withPools(shown, m.values);
    if (playback.idle) draw();
  } else if (m.t === 'notice') handleNotice(m);
  else if (m.t === 'refused') showRefusal(m);
}

/** Events after which a shown question can still be answered at once. Cards and throws must be seen first. */
const KEEP_QUESTION = new Set(['call', 'listen', 'menu', 'move']);

/** Show the clock of the question. The idle clock of a machine is not shown. */
const updateClock = () => caption.setClock(live.table.felt.shape === 'cabinet' && (live.listen?.window ?? '').startsWith('play') ? null : live.clock);

/** Whether a free place may be reserved for the next coup, while one is being played. @param {string} place */
function mayReserve(place) {
  return Boolean(live.table && live.you && !live.closed && !endedSession) && !live.table.individual && !store.isBetting(live) &&
    !live.you.places.length && (!live.reservedPlace || live.reservedPlace === place);
}

/** Load my previous coup if this page has not seen it. */
async function loadPreviousCoup() {
  const coups = await get('/api/me/coups?limit=5').catch(() => []);
  const last = coups.find(c => String(c.table).split('~')[0] === id && c.id !== live.coup.id);
  if (!last || live.previous) return;
  const coup = await get(`/api/coups/${encodeURIComponent(last.id)}`).catch(() => null);
  if (!coup || live.previous) return;
  const end = store.fold(coup.events.reduce(store.fold, { ...store.empty(), coup: { id: coup.id, no: coup.no } }), { step: 'begin', coup: live.coup.id, no: live.coup.no });
  live = { ...live, previous: end.previous, lastBets: end.lastBets };
  shown = { ...shown, previous: end.previous, lastBets: end.lastBets };
  draw();
}

/** At an individual table, sit down at once. */
function takeOwnSeat() {
  if (triedToSit || endedSession || live.closed || !live.table?.individual || live.you?.places.length) return;
  const free = store.offersOf(live, 'sit')[0];
  if (free) { triedToSit = true; sendAct('sit', free.seat); }
}

/** Whether a coup is past. With `read` it also stays while bets for the next one are accepted. @param {string} coup @param {boolean} [read] */
const isPast = (coup, read) => live.coup.id !== coup && !(read && store.isBetting(live));

/** Announcements and notices that an event of the record needs. */
function noteEvent(part) {
  const e = part.event, coup = shown.coup.id;
  // If the next coup begins before the caption has shown my result, the result is still announced.
  if (e?.step === 'begin' && shown.previous?.coup.id === lastShownCoup && netAnnouncedFor !== lastShownCoup && !(controls instanceof MachineControls) && Object.values(shown.previous.settlements).some(f => f.yours && (f.pay || f.collect))) $('told').textContent = netSentence(shown.previous.net);
  lastShownCoup = coup;
  if (e?.void) caption.show(() => ({ kind: 'void', expired: isPast(coup, true), mark: '∅', title: t('void'), why: t('void.why', { cause: voidCause(live.table, e.void) }), law: houseClause(live.table, 'refund') }));
}

/** Announce the new cards of my hands and of the bank to screen readers. */
function announceCards() {
  if (cloth?.announce) { const text = cloth.announce(shown); if (text) $('told').textContent = text; return; }
  const open = ([h, hand]) => shown.table.felt.cards?.[h] && hand.cards.some(Boolean) && !hand.only?.length;   // cards that decide the bets of a layout, once all may see them
  // At a table with pots only cards that all may see are announced.
  const isVisible = (h, hand) => h !== 'burn' && hand.cards.length && hand.cards.every(Boolean) && !hand.only?.length;
  const text = Object.entries(shown.hands).filter(([h, hand]) => shown.table.felt.ring ? isVisible(h, hand) : h === 'bank' || open([h, hand]) || Object.keys(shown.bets).some(b => store.isMyBet(shown, b) && store.placeOf(b) === store.placeOf(h))).map(([h, hand]) => {
    const key = hand.cards.join(), old = announcedHands[h];
    announcedHands[h] = key;
    return old === key ? '' : endSentence(joinWithColon(handName(shown.table, h), withAside(joinList([...hand.cards.map(cardName), String(hand.total ?? '')]), hand.soft && t('soft'))));
  }).filter(Boolean).join(t('sign.gap'));
  for (const h in announcedHands) if (!shown.hands[h]) delete announcedHands[h];
  if (text) $('told').textContent = text;
}
const announcedHands = {};
/** The last coup that was shown, and the coup whose net result the caption has announced. */
let lastShownCoup = '', netAnnouncedFor = '';

/** Show the summary of a session that ended while its last coup was still being shown. */
function showDelayedNotice() {
  const m = delayedNotice;
  delayedNotice = null;
  if (m) handleNotice(m);
}

function handleNotice(m) {
  if (m.kind === 'session-ended' && !playback.idle) { delayedNotice = m; return; }
  const ir = m.law ?? '';
  if (m.kind === 'ticket' && ticketDialog) { ticketDialog.showPrinted(m); return; }
  if (m.kind === 'reserved') { live = { ...live, reservedPlace: m.facts.place, keptPlace: m.facts.place }; draw(); return; }   // the caption says so
  if (m.kind === 'table-closed' || m.kind === 'table-open') live = { ...live, closed: m.kind === 'table-closed' ? { ...m.facts, law: ir } : null };
  if (m.kind === 'table-closed') bets.reset();
  if (m.kind === 'table-open') takeOwnSeat();
  if (m.kind === 'session-ended') {
    if (!m.facts.away) endedSession = m;   // a session that ended while I was away only gets a notice
    drawer.trail = [];
    drawer.open('ended', { facts: m.facts, law: ir });
    if (isPhone()) selectTab('session');
  }
  const coup = live.coup.id, expired = () => ({ 'place-lost': isPast(coup, true), 'table-open': isPast(coup, true) })[m.kind] ?? false;
  const facts = { ...m.facts, reason: closureReason(m.facts) }, noticeText = key => t(key, facts) === key ? m.text ?? '' : t(key, facts);
  caption.show(() => ({ expired: expired(), kind: m.kind.startsWith('idle') ? 'idle' : 'news', mark: m.kind.startsWith('idle') ? '…' : 'i', title: noticeText(`notice.${m.kind}`) || m.kind, why: noticeText(`notice.${m.kind}.why`), law: ir, ...(m.kind === 'idle-invitation' ? { button: t('end'), go: endSession } : {}), hold: m.kind === 'session-ended' && !m.facts.away }));
  draw();
}

// ---- what goes out -------------------------------------------------------------------------------------

/** Acts that may follow one another quickly, because each sends a whole sum, or adds to it. */
const RAPID_ACTS = new Set(['bet', 'clear', 'insert']);

/** Send an act. It carries the version that was shown when it was pressed, so that the house takes it for that question only. */
async function sendAct(act, seat, amount) {
  const v = RAPID_ACTS.has(act) ? live.v : drawnVersion;
  if (!RAPID_ACTS.has(act)) ignoreRepeats();
  if (!playback.idle) playback.flush();
  caption.clear('refused'); caption.clear('void'); caption.clear('idle'); caption.clear('news');
  const reply = await connection.sendAct(act, seat, amount, v);
  if (!reply.ok && !reply.lost) showRefusal({ ...reply, act, seat });
  draw();
  return reply;
}

/** End my session (34). With a bet in play it ends with the coup. */
async function endSession() {
  if (!playback.idle) playback.flush();
  const reply = await connection.sendCommand({ t: 'end', v: live.v });
  if (!reply.ok) { if (!reply.lost) showRefusal(reply); } else if (!endedSession) { const coup = live.coup.id; caption.show(() => ({ kind: 'news', expired: isPast(coup), mark: 'i', title: t('ending'), why: t('ending.why'), law: houseClause(live.table, 'session') })); }
}

/** Show a refusal. An act that came too late ("moved-on") is nobody's mistake and is not shown. */
const showRefusal = m => { if (m.code !== 'moved-on') caption.show(() => refusalNotice(m)); };

/** The notice of a refusal: what was asked, what is allowed, the nearest lawful stake, the clause. */
function refusalNotice(m) {
  const f = m.facts ?? {}, { table } = live, near = (m.accepts ?? []).filter(Number.isInteger), sum = f.cards ? String : formatSum;
  const facts = { n: table?.places_per_player, ...f, near: joinList(near.map(n => sum(n))) || '–', takes: joinList(m.accepts ?? []) };
  for (const k of ['amount', 'low', 'high', 'unit', 'need', 'have']) if (Number.isInteger(f[k])) facts[k] = sum(f[k]);
  if (f.unit) for (const k of ['there', 'most']) if (k in f) facts[k] = formatSum(f[k]);
  const refusalText = key => gameWord(table, `refused.${key}`, facts) || (t(`refused.${key}`, facts) === `refused.${key}` ? '' : t(`refused.${key}`, facts));
  const code = f.cards ? 'cards' : m.code, title = refusalText(`${code}.${m.law?.split('/').pop()}`) || (f.act && refusalText(`${code}.${f.act}`)) || refusalText(code) || t('refused'), why = refusalText(`${code}.why`) || (lang() === 'en' && m.text) || t('refused.why');
  const more = near.length && m.act && !f.cards ? { button: t('use', { sum: formatSum(near[0]) }), go: () => (m.act === 'bet' ? bets.setBet(m.seat, near[0]) : sendAct(m.act, m.seat, near[0])) } : {};
  return { kind: 'refused', mark: '!', title, why, law: m.law, ...more };
}

async function refillCredits() {
  try { await post('/api/me/credits'); connection.renew(); } catch (problem) { caption.show(() => ({ kind: 'refused', mark: '!', title: t('refused'), why: problem.message, law: problem.law })); }
}

/** What happens when the time runs out, in words: a default act, or a call. @param {any} table @param {string} what */
function timeoutText(table, what) {
  const act = gameWord(table, `does.${what}`), call = gameWord(table, `else.${what}`) || gameWord(table, `call.${what}`);
  return act ? t('lost.default', { act, name: gameWord(table, `act.${what}`) || act }) : call ? t('lost.else', { what: endSentence(call) }) : '';
}

function showDisconnected(again) {
  connected = false;
  if (endedSession) return;
  const until = Date.now() + (again ?? 0) * 1000;
  clearInterval(showDisconnected.timer);
  const showCountdown = () => {
    const n = Math.max(0, Math.ceil((until - Date.now()) / 1000)), hasBets = Object.keys(live.bets).some(b => store.isMyBet(live, b));
    const fall = live.listen?.default && live.listen.offers.length ? `${t('sign.gap')}${timeoutText(live.table, live.listen.default)}` : '';
    caption.show(() => ({ kind: 'lost', mark: n ? String(n) : '↻', title: t('lost'), why: live.table?.felt.shape === 'cabinet' ? `${t('lost.try')} ${t('cabinet.say.lost')}` : hasBets ? `${t('lost.why')}${fall}` : `${t('lost.try')} ${t('lost.none')}`, law: live.table?.felt.laws?.records ?? houseClause(live.table, 'line'), button: t('retry'), go: () => connection.reconnectNow(), hold: true }));
  };
  showCountdown();
  showDisconnected.timer = setInterval(showCountdown, 1000);
  draw();
}

function showNoTable() {
  connected = false;
  caption.show(() => ({ kind: 'refused', mark: '!', title: t('no-table'), why: '', button: t('to-lobby'), go: () => { location.href = './'; }, hold: true }));
}

function showReconnected() {
  if (caption.notice?.().kind === 'lost') $('told').textContent = t('back-online');
  connected = true;
  clearInterval(showDisconnected.timer);
  caption.clear('lost');
}

// ---- drawing -------------------------------------------------------------------------------------------

const draw = deferWhilePressed(() => {
  if (!live.table) return;
  document.body.classList.remove('bare');
  const upToDate = playback.idle, s = upToDate ? live : shown, opened = shown.coup.id === live.coup.id && !shown.over, ready = upToDate || questionStands || (store.isBetting(live) && (pausing || opened || Boolean(shown.results.bank) || Boolean(shown.void)));
  if (upToDate) shown = { ...live, animate: shown.animate };
  // Offers of bets come from the record, even while the last coup is still shown.
  cloth.setRecord?.(live);
  cloth.render(upToDate ? shown : { ...shown, closed: live.closed, listen: pausing && !playback.potTable ? live.listen : null });
  // While the last picture of a coup stays, the next one has begun, so the result is known.
  const last = playback.pausing && Object.keys(shown.results).length && live.previous?.coup.id === shown.coup.id ? { ...shown, over: true, settlements: live.previous.settlements } : s, what = captionFor(last, live, bets, upToDate);
  if (what.net !== undefined) netAnnouncedFor = last.coup.id;
  caption.setCaption(what, live.table);
  drawnVersion = live.v;
  controls.render(live, { ready: ready && !delayedNotice, line: connected, ended: Boolean(endedSession) });
  panel.render(s, live);
  drawer.refresh('place');
  showBalances($('purse'), s.you ? [{ currency: s.you.currency, cents: s.you.balance }] : null, live.table.demo);
  setHtml($('game'), esc(gameName(live.table)));
  const { table } = live, packs = table.rules?.packs;
  setHtml($('where'), esc([table.name, table.felt.ring ? variantText(shown) : '', table.in_force?.historical ? t('historical') : '', packs ? plural('packs', packs) : '', formatLimits(table)].filter(Boolean).join(' · ')));
  document.title = `${table.name} · Sabot`;
  const names = ['table', 'steps', 'session', 'rules'], net = s.you?.session?.net ?? 0;
  [...$('tabs').children].forEach((b, i) => { setHtml(b, esc(t(`tab.${names[i]}`) + (names[i] === 'session' && net ? ` ${formatNet(net, true)}` : ''))); });
});

const isPhone = () => narrowScreen.matches;
/** The tab to which the open view belongs. */
const tabFor = () => ({ place: narrowScreen.matches ? 'place' : document.body.dataset.tab, home: document.body.dataset.tab === 'steps' ? 'steps' : ['table', 'place'].includes(document.body.dataset.tab) ? 'table' : 'session', coups: 'session', coup: 'session', change: 'session', ended: 'session', rules: 'rules', complaint: 'rules', pays: 'rules', law: document.body.dataset.tab === 'table' ? 'rules' : document.body.dataset.tab }[panel.view] ?? 'table');
function selectTab(name) {
  document.body.dataset.tab = name;
  for (const b of $('tabs').children) b.setAttribute('aria-current', String(b.dataset.tab === (name === 'place' ? 'table' : name)));
}
selectTab('table');
$('tabs').onclick = e => {
  const to = e.target.closest('[data-tab]')?.dataset.tab;
  if (!to) return;
  drawer.trail = [];
  selectTab(to);
  if (to === 'rules') drawer.open('rules'); else if (endedSession && to === 'session') drawer.open('ended', { facts: endedSession.facts, law: endedSession.law }); else panel.home();
  selectTab(to);
};

onLanguageChange(() => { if (panel.view === 'home') panel.home(); else drawer.draw(); caption.html = ''; draw(); });

$('side').addEventListener('click', e => {
  const b = e.target.closest('[data-lay], [data-clear], [data-sit], [data-leave]');
  if (!b || panel.view !== 'place') return;
  const { lay, clear, sit, leave } = b.dataset;
  if (lay) { playback.flush(); bets.addChip(lay); } else if (clear) bets.clear(clear); else if (sit) sendAct('sit', sit); else sendAct('leave', leave);
});

document.addEventListener('click', e => {
  const law = e.target.closest('[data-law]');
  if (!law) return;
  e.preventDefault();
  drawer.open('law', law.dataset.law);
});

document.addEventListener('keydown', e => {
  const field = e.target.closest?.('input, textarea, select');
  if (e.ctrlKey || e.metaKey || e.altKey || (field && (field.type !== 'range' || e.key.length > 1))) return;   // letters also work while a slider has the focus
  const idle = !e.target.closest?.('button, a, summary, [tabindex="0"]');
  if (controls instanceof MachineControls) {
    if (document.querySelector('dialog[open]')) return;
    if (e.repeat && e.key === ' ') { e.preventDefault(); return; }   // one game a press
    if (e.key === ' ' && !idle) return;
    if (e.key === ' ') e.preventDefault();
  }
  // At a turn the arrows and + and − change the amount; a focused slider handles its keys itself.
  const stepBy = { ArrowUp: 1, ArrowDown: -1, ArrowRight: 1, ArrowLeft: -1, '+': 1, '=': 1, '-': -1, '−': -1 }[e.key];
  if (stepBy && !field && !e.target.closest?.('.steps, .body, .sizes') && controls.step(stepBy)) { e.preventDefault(); return; }
  if (e.repeat && (e.key === 'Enter' || (e.key.length === 1 && e.key !== ' ' && !stepBy))) { e.preventDefault(); return; }   // a key that is held down counts as one press
  if (e.key === 'ArrowLeft' || e.key === 'ArrowRight') { if (store.isBetting(live)) bets.moveTarget(e.key === 'ArrowLeft' ? 1 : -1); return; }
  if ((e.key === 'ArrowUp' || e.key === 'ArrowDown') && store.isBetting(live) && bets.target() && !e.target.closest?.('.steps, .body')) { e.preventDefault(); bets.moveTarget(e.key === 'ArrowDown' ? 1 : -1, true); return; }
  if (e.key === 'Escape') { caption.clear(); if (panel.view === 'place') drawer.home(); return; }
  if (e.key === ' ' && idle && !playback.idle && !(controls instanceof MachineControls)) { e.preventDefault(); playback.flush(); return; }
  if (e.key === 'Enter' && idle) { if (store.isBetting(live) && document.querySelector('.act.first:not(:disabled)')) { e.preventDefault(); document.querySelector('.act.first:not(:disabled)').click(); } return; }
  if (e.key.length === 1 && controls.key(e.key, e.shiftKey)) e.preventDefault();
});
// My cards are shown while the key for it is held.
const isLookKey = e => Boolean(e.key) && e.key.toUpperCase() === gameWord(live.table, 'key.look');
document.addEventListener('keydown', e => { if (isLookKey(e) && !e.ctrlKey && !e.metaKey && !e.altKey && !e.target.closest?.('input, textarea')) cloth?.look?.(true, true); });
document.addEventListener('keyup', e => { if (isLookKey(e)) cloth?.look?.(false); });
addEventListener('blur', () => cloth?.look?.(false));
document.querySelector('.skip').onclick = e => { e.preventDefault(); ($('controls').querySelector('button:not(:disabled)') ?? $('controls')).focus(); };

// ---- begin ---------------------------------------------------------------------------------------------

let connection;
caption.setCaption({ q: '', p: t('loading'), law: '' }, null);   // so that a slow connection does not show an empty table
ensureSession(lang()).then(() => {
  connection = new TableConnection(id, () => live.v, { onMessage: afterCallWords(handleMessage), onState: (state, again) => ({ up: showReconnected, down: showDisconnected, gone: showNoTable })[state](again) });
}).catch(problem => caption.show(() => ({ kind: 'refused', mark: '!', title: t('no-house'), why: problem.message, button: t('to-lobby'), go: () => { location.href = './'; }, hold: true })));
