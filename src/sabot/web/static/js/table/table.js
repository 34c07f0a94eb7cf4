// One table: the line, the record, the picture of it, and the hands of the player.

import { enter, get, post } from '../core/api.js';
import { Bets } from './bets.js';
import { Cabinet, wait as looked } from '../machine/cabinet.js';
import { Desk } from '../machine/desk.js';
import { paySheet } from '../machine/glass.js';
import { Caption, netWords, saying } from './caption.js';
import { Controls } from './controls.js';
import { Drawer } from './drawer.js';
import { head, purse } from '../core/header.js';
import { cardName, cash, causeOf, coinage, colon, gameName, label, lang, limitsOf, list, many, onSpeak, reasonOf, signed, speaking, stop, t, within, word } from '../core/i18n.js';
import { Layout } from '../cloths/layout.js';
import { LayoutBets } from './layout_bets.js';
import { Pace } from '../core/motion.js';
import { Oval } from '../cloths/oval.js';
import { Panel } from './panel.js';
import { placeSheet } from './place.js';
import { once, steady } from '../core/press.js';
import { put } from '../core/update.js';
import { Ring } from '../cloths/ring.js';
import { variantSaid } from '../cloths/ring_captions.js';
import { Felt, small } from '../cloths/seats.js';
import { Slips } from '../machine/tickets.js';
import { Line } from '../core/socket.js';
import * as store from '../core/store.js';
import { lawOf, who } from '../record/narration.js';
import { esc } from '../core/text.js';

const $ = id => document.getElementById(id);
const id = new URLSearchParams(location.search).get('id') ?? '';

/** live is the record as told; shown is as much of it as has been drawn. */
let live = store.empty(), shown = store.empty();
let lineUp = false, ended = null, parting = null, seated = false, soft = false;
/** Whether what is asked now was asked and shown before: somebody else has answered meanwhile, and it stays to be answered. */
let stands = false;
/** The version of the record whose buttons are shown. */
let drawn = 0;

head(document.querySelector('.top'));
label(document);

/** The cloth and the bets on it: hands at places, or spots of a layout. */
let bets = null, felt = null, slips = null;
const CLOTHS = {
  arc: () => {
    bets = new Bets(() => live, command, () => draw());
    felt = new Felt($('board'), { onSpot: seat => { pace.flush(); bets.add(seat); }, onPlace: place => drawer.open('place', place), onSit: place => command(live.reserved === place ? 'leave' : 'sit', place), reserve, pending: place => bets.pending(place), target: () => bets.target(), chip: () => bets.inHand() });
  },
  oval: () => {
    bets = new Bets(() => live, command, () => draw());
    const sit = place => { if (!controls.ask('sit', place)) command('sit', place); };
    pace.ring = Boolean(live.table.felt.ring);
    felt = pace.ring ? new Ring($('board'), { sit }) : new Oval($('board'), { bets, sit, act: command });
  },
  cabinet: () => {
    bets = new Bets(() => live, command, () => draw());
    const pays = () => drawer.open('pays');
    controls = new Desk($('controls'), { act: command, credits, again: () => location.reload(), pays, skip: () => pace.flush(), shown: () => shown, changed: () => { draw(); tell(); drawer.refresh('pays'); } });
    felt = new Cabinet($('board'), { desk: controls, pays });
    pace.most = Infinity;
    pace.wait = part => looked(part, live.table.felt.window.length, felt.festive());
    document.body.dataset.felt = 'cabinet';
  },
  layout: () => {
    bets = new LayoutBets(() => live, command, () => draw());
    felt = new Layout($('board'), { bets, sit: place => command('sit', place), touched: () => { if (!pace.idle) pace.flush(); } });
  },
};
const caption = new Caption($('caption'), $('dial'), $('late'));
const panel = new Panel($('side'), { open: (view, arg) => drawer.open(view, arg), end, leave: place => command('leave', place) });
const drawer = new Drawer($('side'), panel, { table: () => live.table && { ...live.table, id }, shown: () => tab(tabFor()), place: place => placeSheet(live, place, bets), pays: () => paySheet(live.table.felt, controls.bet()) });
let controls = new Controls($('controls'), { get bets() { return bets; }, act: (act, seat, amount) => command(act, seat, amount), credits, again: () => location.reload(), law: ref => drawer.open('law', ref) });
const pace = new Pace(part => { shown = store.take(shown, part); note(part); if (part.kind === 'event') draw(); }, wait => { soft = wait; if (pace.idle || wait) tell(); if (pace.idle) summed(); draw(); });

// ---- what comes in -------------------------------------------------------------------------------------

function message(m) {
  if (m.t === 'snapshot') {
    const fresh = !live.table;
    live = store.snapshot(live, m);
    coinage(live.table.currency);
    if (!felt) CLOTHS[live.table.felt.shape]();
    pace.line.length = 0;
    pace.flush();
    stands = false;
    shown = { ...live, animate: !fresh };
    bets.reset();
    timed();
    draw();
    shown = { ...shown, animate: true };
    settle();
    if (fresh) recall();
    if (live.table.felt.shape === 'cabinet') (slips ??= new Slips(code => line.act('redeem', code, 0))).at(Boolean(live.you?.places.length));
    if (live.closed && !store.shut(live)) notice({ kind: 'table-closed', law: live.closed.law, facts: live.closed });
  } else if (m.t === 'events') {
    if (m.v > live.v + 1 && live.v) { line.drop(); return; }
    const skip = Math.max(0, live.v + 1 - m.v);
    if (skip) m = { ...m, v: m.v + skip, events: m.events.slice(skip) };
    const parts = store.expand(m), coup = live.coup.id, asked = (stands || pace.idle) && store.period(live);
    for (const part of parts) live = store.take(live, part);
    stands = Boolean(asked) && store.period(live) === asked && m.events.every(e => !e.step || STANDS.has(e.step));
    slips?.at(Boolean(live.you?.places.length));
    if (live.coup.id !== coup) bets.reset();
    if (parts.some(p => p.kind === 'event' && p.event.step)) caption.clear('refused');
    pace.stay = Object.values(live.before?.fates ?? {}).some(f => f.yours) ? (live.table.felt.shape === 'layout' ? 3600 : 2800) : 1800;
    timed();
    bets.catchUp();
    pace.push(parts);
    settle();
  } else if (m.t === 'pools') {
    live = store.pooled(live, m.values);
    shown = store.pooled(shown, m.values);
    if (pace.idle) draw();
  } else if (m.t === 'notice') notice(m);
  else if (m.t === 'refused') refused(m);
}

/** What may be told while a question stands: no card and no throw, which are looked at before one answers. */
const STANDS = new Set(['call', 'listen', 'menu', 'move']);

/** The clock of what is asked. That somebody may sit at a machine for long without playing hurries nobody. */
const timed = () => caption.time(live.table.felt.shape === 'cabinet' && (live.listen?.window ?? '').startsWith('play') ? null : live.clock);

/** Whether a free place may be kept for the next coup: the table is in the middle of one. @param {string} place */
function reserve(place) {
  return Boolean(live.table && live.you && !live.closed && !ended) && !live.table.individual && !store.betting(live) &&
    !live.you.places.length && (!live.reserved || live.reserved === place);
}

/** My coup before this one, from the house's book, when this page has not seen it. */
async function recall() {
  const mine = await get('/api/me/coups?limit=5').catch(() => []);
  const last = mine.find(c => String(c.table).split('~')[0] === id && c.id !== live.coup.id);
  if (!last || live.before) return;
  const coup = await get(`/api/coups/${encodeURIComponent(last.id)}`).catch(() => null);
  if (!coup || live.before) return;
  const end = store.fold(coup.events.reduce(store.fold, { ...store.empty(), coup: { id: coup.id, no: coup.no } }), { step: 'begin', coup: live.coup.id, no: live.coup.no });
  live = { ...live, before: end.before, last: end.last };
  shown = { ...shown, before: end.before, last: end.last };
  draw();
}

/** At a table for one the place is taken at once. */
function settle() {
  if (seated || ended || live.closed || !live.table?.individual || live.you?.places.length) return;
  const free = store.offersOf(live, 'sit')[0];
  if (free) { seated = true; command('sit', free.seat); }
}

/** Whether a coup is past; what was said of its end may be read until the cards of the next one. @param {string} coup @param {boolean} [read] */
const past = (coup, read) => live.coup.id !== coup && !(read && store.betting(live));

/** Things of the record that need a notice of their own. */
function note(part) {
  const e = part.event, coup = shown.coup.id;
  // What a coup brought me is said, though the next one has begun before the caption came to it.
  if (e?.step === 'begin' && shown.before?.coup.id === passed && netSaid !== passed && !(controls instanceof Desk) && Object.values(shown.before.fates).some(f => f.yours && (f.pay || f.collect))) $('told').textContent = netWords(shown.before.net);
  passed = coup;
  if (e?.void) caption.show(() => ({ kind: 'void', gone: past(coup, true), mark: '∅', title: t('void'), why: t('void.why', { cause: causeOf(live.table, e.void) }), law: lawOf(live.table, 'refund') }));
}

/** The new cards of my hands and of the bank, in words, once they lie there. */
function tell() {
  if (felt?.announce) { const says = felt.announce(shown); if (says) $('told').textContent = says; return; }
  const open = ([h, hand]) => shown.table.felt.cards?.[h] && hand.cards.some(Boolean) && !hand.only?.length;   // cards that decide the bets of a cloth, once all may see them
  // At a table with pots: what all may see. Cards that others may not see are not said aloud either.
  const seen = (h, hand) => h !== 'burn' && hand.cards.length && hand.cards.every(Boolean) && !hand.only?.length;
  const says = Object.entries(shown.hands).filter(([h, hand]) => shown.table.felt.ring ? seen(h, hand) : h === 'bank' || open([h, hand]) || Object.keys(shown.bets).some(b => store.own(shown, b) && store.placeOf(b) === store.placeOf(h))).map(([h, hand]) => {
    const key = hand.cards.join(), old = told[h];
    told[h] = key;
    return old === key ? '' : stop(colon(who(shown.table, h), within(list([...hand.cards.map(cardName), String(hand.total ?? '')]), hand.soft && t('soft'))));
  }).filter(Boolean).join(t('sign.gap'));
  for (const h in told) if (!shown.hands[h]) delete told[h];
  if (says) $('told').textContent = says;
}
const told = {};
/** The coup that was shown last, and the one whose net result the caption said. */
let passed = '', netSaid = '';

/** The summary of a session that ended while its last coup was still being shown. */
function summed() {
  const m = parting;
  parting = null;
  if (m) notice(m);
}

function notice(m) {
  if (m.kind === 'session-ended' && !pace.idle) { parting = m; return; }
  const ir = m.law ?? '';
  if (m.kind === 'ticket' && slips) { slips.took(m); return; }
  if (m.kind === 'reserved') { live = { ...live, reserved: m.facts.place, kept: m.facts.place }; draw(); return; }   // the caption says it while it is true
  if (m.kind === 'table-closed' || m.kind === 'table-open') live = { ...live, closed: m.kind === 'table-closed' ? { ...m.facts, law: ir } : null };
  if (m.kind === 'table-closed') bets.reset();
  if (m.kind === 'table-open') settle();
  if (m.kind === 'session-ended') {
    if (!m.facts.away) ended = m;   // one that ended while I was away is only told of
    drawer.trail = [];
    drawer.open('ended', { facts: m.facts, law: ir });
    if (phone()) tab('session');
  }
  const coup = live.coup.id, gone = () => ({ 'place-lost': past(coup, true), 'table-open': past(coup, true) })[m.kind] ?? false;
  const facts = { ...m.facts, reason: reasonOf(m.facts) }, own = key => t(key, facts) === key ? m.text ?? '' : t(key, facts);
  caption.show(() => ({ gone: gone(), kind: m.kind.startsWith('idle') ? 'idle' : 'news', mark: m.kind.startsWith('idle') ? '…' : 'i', title: own(`notice.${m.kind}`) || m.kind, why: own(`notice.${m.kind}.why`), law: ir, ...(m.kind === 'idle-invitation' ? { button: t('end'), go: end } : {}), hold: m.kind === 'session-ended' && !m.facts.away }));
  draw();
}

// ---- what goes out -------------------------------------------------------------------------------------

/** What chips may do as fast as a hand can: each press says the whole of what shall lie there, or adds to it. */
const LAYS = new Set(['bet', 'clear', 'insert']);

/** A press answers what was shown when it was pressed; the house takes it for nothing else. */
async function command(act, seat, amount) {
  const v = LAYS.has(act) ? live.v : drawn;
  if (!LAYS.has(act)) once();
  if (!pace.idle) pace.flush();
  caption.clear('refused'); caption.clear('void'); caption.clear('idle'); caption.clear('news');
  const reply = await line.act(act, seat, amount, v);
  if (!reply.ok && !reply.lost) refused({ ...reply, act, seat });
  draw();
  return reply;
}

/** End my session (34). With a bet in play it ends with the coup. */
async function end() {
  if (!pace.idle) pace.flush();
  const reply = await line.command({ t: 'end', v: live.v });
  if (!reply.ok) { if (!reply.lost) refused(reply); } else if (!ended) { const coup = live.coup.id; caption.show(() => ({ kind: 'news', gone: past(coup), mark: 'i', title: t('ending'), why: t('ending.why'), law: lawOf(live.table, 'session') })); }
}

/** What is refused is said. A press that the table had moved on from was answered already: nobody did anything wrong. */
const refused = m => { if (m.code !== 'moved-on') caption.show(() => refusal(m)); };

/** A refusal in the reader's words: what was asked, what is allowed, the nearest lawful stake, the clause. */
function refusal(m) {
  const f = m.facts ?? {}, { table } = live, near = (m.accepts ?? []).filter(Number.isInteger), sum = f.cards ? String : cash;
  const facts = { n: table?.places_per_player, ...f, near: list(near.map(n => sum(n))) || '–', takes: list(m.accepts ?? []) };
  for (const k of ['amount', 'low', 'high', 'unit', 'need', 'have']) if (Number.isInteger(f[k])) facts[k] = sum(f[k]);
  if (f.unit) for (const k of ['there', 'most']) if (k in f) facts[k] = cash(f[k]);
  const own = key => word(table, `refused.${key}`, facts) || (t(`refused.${key}`, facts) === `refused.${key}` ? '' : t(`refused.${key}`, facts));
  const code = f.cards ? 'cards' : m.code, title = own(`${code}.${m.law?.split('/').pop()}`) || (f.act && own(`${code}.${f.act}`)) || own(code) || t('refused'), why = own(`${code}.why`) || (lang() === 'en' && m.text) || t('refused.why');
  const more = near.length && m.act && !f.cards ? { button: t('use', { sum: cash(near[0]) }), go: () => (m.act === 'bet' ? bets.put(m.seat, near[0]) : command(m.act, m.seat, near[0])) } : {};
  return { kind: 'refused', mark: '!', title, why, law: m.law, ...more };
}

async function credits() {
  try { await post('/api/me/credits'); line.renew(); } catch (problem) { caption.show(() => ({ kind: 'refused', mark: '!', title: t('refused'), why: problem.message, law: problem.law })); }
}

/** What happens when time runs out: an act of mine, or what the croupier calls. @param {any} table @param {string} what */
function falls(table, what) {
  const act = word(table, `does.${what}`), call = word(table, `else.${what}`) || word(table, `call.${what}`);
  return act ? t('lost.default', { act, name: word(table, `act.${what}`) || act }) : call ? t('lost.else', { what: stop(call) }) : '';
}

function down(again) {
  lineUp = false;
  if (ended) return;
  const until = Date.now() + (again ?? 0) * 1000;
  clearInterval(down.timer);
  const say = () => {
    const n = Math.max(0, Math.ceil((until - Date.now()) / 1000)), mine = Object.keys(live.bets).some(b => store.own(live, b));
    const fall = live.listen?.default && live.listen.offers.length ? `${t('sign.gap')}${falls(live.table, live.listen.default)}` : '';
    caption.show(() => ({ kind: 'lost', mark: n ? String(n) : '↻', title: t('lost'), why: live.table?.felt.shape === 'cabinet' ? `${t('lost.try')} ${t('cabinet.say.lost')}` : mine ? `${t('lost.why')}${fall}` : `${t('lost.try')} ${t('lost.none')}`, law: live.table?.felt.laws?.records ?? lawOf(live.table, 'line'), button: t('retry'), go: () => line.hurry(), hold: true }));
  };
  say();
  down.timer = setInterval(say, 1000);
  draw();
}

function gone() {
  lineUp = false;
  caption.show(() => ({ kind: 'refused', mark: '!', title: t('no-table'), why: '', button: t('to-lobby'), go: () => { location.href = './'; }, hold: true }));
}

function up() {
  if (caption.notice?.().kind === 'lost') $('told').textContent = t('back-online');
  lineUp = true;
  clearInterval(down.timer);
  caption.clear('lost');
}

// ---- drawing -------------------------------------------------------------------------------------------

const draw = steady(() => {
  if (!live.table) return;
  document.body.classList.remove('bare');
  const caught = pace.idle, s = caught ? live : shown, opened = shown.coup.id === live.coup.id && !shown.over, ready = caught || stands || (store.betting(live) && (soft || opened || Boolean(shown.results.bank) || Boolean(shown.void)));
  if (caught) shown = { ...live, animate: shown.animate };
  // What may be bet is the record's, also while the last picture still stands.
  felt.hear?.(live);
  felt.render(caught ? shown : { ...shown, closed: live.closed, listen: soft && !pace.ring ? live.listen : null });
  // The last picture of a coup stands while the next one has begun already: its outcome is known.
  const last = pace.dwelling && Object.keys(shown.results).length && live.before?.coup.id === shown.coup.id ? { ...shown, over: true, fates: live.before.fates } : s, what = saying(last, live, bets, caught);
  if (what.net !== undefined) netSaid = last.coup.id;
  caption.say(what, live.table);
  drawn = live.v;
  controls.render(live, { ready: ready && !parting, line: lineUp, ended: Boolean(ended) });
  panel.render(s, live);
  drawer.refresh('place');
  purse($('purse'), s.you ? [{ currency: s.you.currency, cents: s.you.balance }] : null, live.table.demo);
  put($('game'), esc(gameName(live.table)));
  const { table } = live, packs = table.rules?.packs;
  put($('where'), esc([table.name, table.felt.ring ? variantSaid(shown) : '', table.in_force?.historical ? t('historical') : '', packs ? many('packs', packs) : '', limitsOf(table)].filter(Boolean).join(' · ')));
  document.title = `${table.name} · Sabot`;
  const names = ['table', 'steps', 'session', 'rules'], net = s.you?.session?.net ?? 0;
  [...$('tabs').children].forEach((b, i) => { put(b, esc(t(`tab.${names[i]}`) + (names[i] === 'session' && net ? ` ${signed(net, true)}` : ''))); });
});

const phone = () => small.matches;
/** The tab that a view of the side belongs to. */
const tabFor = () => ({ place: small.matches ? 'place' : document.body.dataset.tab, home: document.body.dataset.tab === 'steps' ? 'steps' : ['table', 'place'].includes(document.body.dataset.tab) ? 'table' : 'session', coups: 'session', coup: 'session', change: 'session', ended: 'session', rules: 'rules', complaint: 'rules', pays: 'rules', law: document.body.dataset.tab === 'table' ? 'rules' : document.body.dataset.tab }[panel.view] ?? 'table');
function tab(name) {
  document.body.dataset.tab = name;
  for (const b of $('tabs').children) b.setAttribute('aria-current', String(b.dataset.tab === (name === 'place' ? 'table' : name)));
}
tab('table');
$('tabs').onclick = e => {
  const to = e.target.closest('[data-tab]')?.dataset.tab;
  if (!to) return;
  drawer.trail = [];
  tab(to);
  if (to === 'rules') drawer.open('rules'); else if (ended && to === 'session') drawer.open('ended', { facts: ended.facts, law: ended.law }); else panel.home();
  tab(to);
};

onSpeak(() => { if (panel.view === 'home') panel.home(); else drawer.draw(); caption.html = ''; draw(); });

$('side').addEventListener('click', e => {
  const b = e.target.closest('[data-lay], [data-clear], [data-sit], [data-leave]');
  if (!b || panel.view !== 'place') return;
  const { lay, clear, sit, leave } = b.dataset;
  if (lay) { pace.flush(); bets.add(lay); } else if (clear) bets.clear(clear); else if (sit) command('sit', sit); else command('leave', leave);
});

document.addEventListener('click', e => {
  const law = e.target.closest('[data-law]');
  if (!law) return;
  e.preventDefault();
  drawer.open('law', law.dataset.law);
});

document.addEventListener('keydown', e => {
  const field = e.target.closest?.('input, textarea, select');
  if (e.ctrlKey || e.metaKey || e.altKey || (field && (field.type !== 'range' || e.key.length > 1))) return;   // letters act beside a slider too
  const idle = !e.target.closest?.('button, a, summary, [tabindex="0"]');
  if (controls instanceof Desk) {
    if (document.querySelector('dialog[open]')) return;
    if (e.repeat && e.key === ' ') { e.preventDefault(); return; }   // one game for one press
    if (e.key === ' ' && !idle) return;
    if (e.key === ' ') e.preventDefault();
  }
  // At a turn the arrows and + and − move the sum; a slider that has the focus moves by itself.
  const by = { ArrowUp: 1, ArrowDown: -1, ArrowRight: 1, ArrowLeft: -1, '+': 1, '=': 1, '-': -1, '−': -1 }[e.key];
  if (by && !field && !e.target.closest?.('.steps, .body, .sizes') && controls.step(by)) { e.preventDefault(); return; }
  if (e.repeat && (e.key === 'Enter' || (e.key.length === 1 && e.key !== ' ' && !by))) { e.preventDefault(); return; }   // a key that is held down is one press
  if (e.key === 'ArrowLeft' || e.key === 'ArrowRight') { if (store.betting(live)) bets.move(e.key === 'ArrowLeft' ? 1 : -1); return; }
  if ((e.key === 'ArrowUp' || e.key === 'ArrowDown') && store.betting(live) && bets.target() && !e.target.closest?.('.steps, .body')) { e.preventDefault(); bets.move(e.key === 'ArrowDown' ? 1 : -1, true); return; }
  if (e.key === 'Escape') { caption.clear(); if (panel.view === 'place') drawer.home(); return; }
  if (e.key === ' ' && idle && !pace.idle && !(controls instanceof Desk)) { e.preventDefault(); pace.flush(); return; }
  if (e.key === 'Enter' && idle) { if (store.betting(live) && document.querySelector('.act.first:not(:disabled)')) { e.preventDefault(); document.querySelector('.act.first:not(:disabled)').click(); } return; }
  if (e.key.length === 1 && controls.key(e.key, e.shiftKey)) e.preventDefault();
});
// My own cards are looked at while the letter for it is held.
const looks = e => Boolean(e.key) && e.key.toUpperCase() === word(live.table, 'key.look');
document.addEventListener('keydown', e => { if (looks(e) && !e.ctrlKey && !e.metaKey && !e.altKey && !e.target.closest?.('input, textarea')) felt?.look?.(true, true); });
document.addEventListener('keyup', e => { if (looks(e)) felt?.look?.(false); });
addEventListener('blur', () => felt?.look?.(false));
document.querySelector('.skip').onclick = e => { e.preventDefault(); ($('controls').querySelector('button:not(:disabled)') ?? $('controls')).focus(); };

// ---- begin ---------------------------------------------------------------------------------------------

let line;
caption.say({ q: '', p: t('loading'), law: '' }, null);   // a slow line is no empty table
enter(lang()).then(() => {
  line = new Line(id, () => live.v, { onMessage: speaking(message), onLine: (state, again) => ({ up, down, gone })[state](again) });
}).catch(problem => caption.show(() => ({ kind: 'refused', mark: '!', title: t('no-house'), why: problem.message, button: t('to-lobby'), go: () => { location.href = './'; }, hold: true })));
