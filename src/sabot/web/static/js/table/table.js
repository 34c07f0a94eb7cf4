// The page of one table: the connection, the record, its picture, and the player's controls.

import { narrowScreen } from '../cloths/screens.js';
import { NOT_YET } from '../core/api.js';
import { byId as $, find } from '../core/dom.js';
import { setUpHeader } from '../core/header.js';
import { afterCallWords, fillLabels, onLanguageChange, setCurrency, t } from '../core/i18n.js';
import { resultPause } from '../core/motion.js';
import { Playback } from '../core/playback.js';
import { deferWhilePressed } from '../core/press.js';
import * as store from '../core/store.js';
import { Announcer } from './announcer.js';
import { id, opening, seatAsked, takeOver } from './begin.js';
import { Beside } from './beside.js';
import { Caption, captionFor } from './caption.js';
import { loadBuilder } from './cloth_builders.js';
import { Controls } from './controls.js';
import { Drawer } from './drawer.js';
import { LineNotices } from './line_notices.js';
import { noticeText, voidNotice } from './notice_text.js';
import { Outgoing } from './outgoing.js';
import { Panel } from './panel.js';
import { mayReserve, placeSheet, setUpPlaceButtons } from './place.js';
import { isSameRound, shownClock } from './own_table.js';
import { loadPrevious } from './previous_round.js';
import { RoundView } from './round_view.js';
import { Slip } from './slip.js';
import { nameTable } from './table_head.js';
import { listenToKeys } from './table_keys.js';
import { followSettings } from './table_settings.js';
import { setUpLinks } from './table_links.js';
import { nameTabs, selectTab, setUpTabs, tabFor } from './tabs.js';

/** live is the record as received; shown is the part of it that has been drawn. */
let live = store.empty();
let shown = store.empty();
let connected = false;
/** @type {Client.Notice | null} */
let endedSession = null;
/** @type {import('../core/socket.js').TableConnection} */
let connection = NOT_YET;
/** @type {Client.Notice | null} */
let delayedNotice = null;
let triedToSit = false;
let pausing = false;
/**
 * Whether the open question was already open and shown before the last message, because only somebody else has
 * answered.
 */
let questionStands = false;
/** The version of the record for which the buttons are drawn. */
let drawnVersion = 0;

setUpHeader(find(document, '.top'));
fillLabels(document);

/** The bets on the table, and its drawing. @type {import('./bets.js').Bets} */
let bets = NOT_YET;
/** @type {import('./cloth_builders.js').Cloth} */
let cloth = NOT_YET;
/** What only a gaming machine has. @type {import('./cloth_builders.js').Machine | undefined} */
let machine;
/** Draws the felt of this table. @type {import('./cloth_builders.js').Builder} */
let build = NOT_YET;
const announcer = new Announcer($('told'));
const caption = new Caption($('caption'), $('dial'), $('late'));
const sounds = followSettings(find(document, '.top'), caption, () => draw());
const slip = new Slip($('side'), { live: () => live, bets: () => bets, changed: () => drawer.refresh('slip') });
const panel = new Panel($('side'), {
  open: (view, arg) => drawer.open(view, arg),
  end: () => outgoing.endSession(),
  leave: place => outgoing.act('leave', place),
});
const drawer = new Drawer($('side'), panel, {
  table: () => live.table && { ...live.table, id },
  state: () => live,
  shown: () => selectTab(tabFor(panel.view)),
  /** @param {string} place */
  place: place => placeSheet(live, place, bets),
  pays: () => machine?.pays() ?? ['', ''],
  slip,
});
const tableControls = new Controls($('controls'), {
  get bets() {
    return bets;
  },
  act: (act, seat, amount) => outgoing.act(act, seat, amount),
  credits: () => outgoing.refillCredits(),
  ready: () => outgoing.ready(),
  replay: () => outgoing.replay(),
  again: () => location.reload(),
  law: ref => drawer.open('law', ref),
});
/** @type {Controls | import('../machine/desk.js').MachineControls} */
let controls = tableControls;
const playback = new Playback(
  part => {
    shown = store.applyPart(shown, part);
    sounds.shown(part, shown, playback.skipping);
    noteVoid(part.event);
    if (!machine) announcer.resultBefore(shown, part.event);
    announcer.lastCoup = shown.coup.id;
    if (machine && part.kind === 'event') draw(); // each win of a game is lit by itself
  },
  () => draw(),
  wait => {
    pausing = wait;
    if (playback.idle || wait) announcer.announce(cloth, shown);
    if (playback.idle) showDelayedNotice();
    draw();
  },
);

const outgoing = new Outgoing({
  hints: () => beside.hints,
  live: () => live,
  drawnVersion: () => drawnVersion,
  connection: () => connection,
  bets: () => bets,
  caption,
  playback,
  draw: () => draw(),
  acted: () => rounds.dismiss(),
  sessionEnded: () => Boolean(endedSession),
  isPast: coup => isPast(coup),
});
const rounds = new RoundView($('board'), $('purse'), { live: () => live, bets: () => bets });
const beside = new Beside(id, { live: () => live, controls: () => controls, outgoing, connection: () => connection });
const line = new LineNotices(
  caption,
  () => live,
  () => connection.reconnectNow(),
);

/** Draw the table for the first time: the shape of its felt is known. */
function buildTable() {
  const built = build({
    live: () => live,
    shown: () => shown,
    act: (act, seat, amount) => outgoing.act(act, seat, amount),
    redeem: code => connection.sendAct('redeem', code, 0),
    draw: () => draw(),
    mayReserve: place => !endedSession && mayReserve(live, place),
    openAmount: (act, place) => tableControls.openAmount(act, place),
    openPlace: place => drawer.open('place', place),
    openPays: () => drawer.open('pays'),
    refillCredits: () => outgoing.refillCredits(),
    machineChanged: () => {
      draw();
      announcer.announce(cloth, shown);
      drawer.refresh('pays');
    },
    playback,
  });
  ({ bets, cloth, machine } = built);
  controls = machine?.controls ?? controls;
}

// ---- what comes in -------------------------------------------------------------------------------------

/** @param {Client.Message} m */
function handleMessage(m) {
  if (m.t === 'snapshot') {
    const isFirst = !live.table;
    live = store.applySnapshot(live, m);
    setCurrency(live.table.currency);
    if (!cloth) buildTable();
    playback.queue.length = 0;
    playback.flush();
    questionStands = false;
    shown = { ...live, animate: !isFirst };
    bets.reset();
    updateClock();
    draw();
    shown = { ...shown, animate: true };
    takeOwnSeat();
    if (isFirst) showPrevious();
    machine?.tickets.setSeated(Boolean(live.you?.places.length));
    if (live.closed && !store.isClosed(live))
      handleNotice({ kind: 'table-closed', law: live.closed.law, facts: { ...live.closed } });
  } else if (m.t === 'events') {
    if (m.v > live.v + 1 && live.v) {
      connection.reconnect();
      return;
    }
    const unseen = store.unseenPart(m, live.v);
    const parts = store.splitMessage(unseen);
    const coup = live.coup.id;
    const questionBefore = (questionStands || playback.idle) && store.openPeriod(live);
    for (const part of parts) live = store.applyPart(live, part);
    questionStands =
      Boolean(questionBefore) &&
      store.openPeriod(live) === questionBefore &&
      unseen.events.every(e => !e.step || KEEP_QUESTION.has(e.step));
    machine?.tickets.setSeated(Boolean(live.you?.places.length));
    if (live.coup.id !== coup) bets.reset();
    if (parts.some(p => p.kind === 'event' && p.event.step)) caption.clear('refused');
    playback.pauseMs = resultPause(live);
    updateClock();
    bets.placeWaitingBets();
    playback.push(parts);
    takeOwnSeat();
  } else if (m.t === 'pools') {
    live = store.withPools(live, m.values);
    shown = store.withPools(shown, m.values);
    if (playback.idle) draw();
  } else if (m.t === 'notice') handleNotice(m);
  else if (m.t === 'refused') outgoing.showRefusal(m);
}

/** Events after which a shown question can still be answered at once. Cards and throws must be seen first. */
const KEEP_QUESTION = new Set(['call', 'listen', 'menu', 'move']);

/** Show the clock of the question. */
const updateClock = () => caption.setClock(shownClock(live));

/** Show my previous round, if this page has not seen it. */
async function showPrevious() {
  const found = await loadPrevious(id, () => live);
  if (!found) return;
  live = { ...live, ...found };
  shown = { ...shown, ...found };
  draw();
}

/** At an individual table, or where the address asks for a seat, sit down at once. */
function takeOwnSeat() {
  if (triedToSit || endedSession || live.closed || live.you?.places.length) return;
  if (!live.table?.individual && !seatAsked) return;
  const free = store.offersOf(live, 'sit')[0];
  if (free) {
    triedToSit = true;
    outgoing.act('sit', free.seat, free.unit ? free.low : undefined);
  }
}

/**
 * Whether a coup is past. With `read` it also stays while bets for the next one are accepted.
 * @param {string} coup
 * @param {boolean} [read]
 */
const isPast = (coup, read) => live.coup.id !== coup && !(read && store.isBetting(live));

/** Say that a round is void, as soon as it is. @param {Client.Event | undefined} event */
function noteVoid(event) {
  const coup = shown.coup.id;
  const cause = event?.void;
  if (cause) caption.show(() => ({ ...voidNotice(live.table, cause), expired: isPast(coup, true) }));
}

/** Show the summary of a session that ended while its last coup was still being shown. */
function showDelayedNotice() {
  const m = delayedNotice;
  delayedNotice = null;
  if (m) handleNotice(m);
}

/** @param {Client.Notice} m */
function handleNotice(m) {
  if (m.kind === 'session-ended' && !playback.idle) {
    delayedNotice = m;
    return;
  }
  const ir = m.law ?? '';
  if (m.kind === 'ticket' && machine) {
    machine.tickets.showPrinted(m);
    return;
  }
  if (m.kind === 'reserved') {
    live = { ...live, reservedPlace: m.facts.place, keptPlace: m.facts.place };
    draw();
    return;
  } // the caption says so
  if (m.kind === 'table-closed' || m.kind === 'table-open')
    live = { ...live, closed: m.kind === 'table-closed' ? { reason: '', ...m.facts, law: ir } : null };
  if (m.kind === 'table-closed') bets.reset();
  if (m.kind === 'table-open') takeOwnSeat();
  if (m.kind === 'session-ended') {
    if (!m.facts.away) endedSession = m; // a session that ended while I was away only gets a notice
    drawer.trail = [];
    drawer.open('ended', { facts: m.facts, law: ir });
    if (narrowScreen.matches) selectTab('session');
  }
  const coup = live.coup.id;
  caption.show(() => ({
    ...noticeText(m),
    expired: (m.kind === 'place-lost' || m.kind === 'table-open') && isPast(coup, true),
    ...(m.kind === 'idle-invitation' ? { button: t('end'), go: outgoing.endSession } : {}),
  }));
  draw();
}

// ---- drawing -------------------------------------------------------------------------------------------

const draw = deferWhilePressed(() => {
  if (!live.table) return;
  document.body.classList.remove('bare');
  const upToDate = playback.idle;
  const s = upToDate ? live : shown;
  const ready = Boolean(
    upToDate ||
    questionStands ||
    (store.isBetting(live) && (pausing || shown.results.bank || shown.void || isSameRound(shown, live))),
  );
  if (upToDate) shown = { ...live, animate: shown.animate };
  // Offers of bets come from the record, even while the last coup is still shown.
  cloth.setRecord?.(live);
  const picture = rounds.picture(
    upToDate ? shown : { ...shown, closed: live.closed, listen: pausing && !playback.potTable ? live.listen : null },
  );
  cloth.render(picture);
  // While the last picture of a coup stays, the next one has begun, so the result is known.
  const last =
    playback.pausing && Object.keys(shown.results).length && live.previous?.coup.id === shown.coup.id
      ? { ...shown, over: true, settlements: live.previous.settlements }
      : s;
  rounds.tell(picture, last, Boolean(cloth.moving));
  const what = rounds.caption() ?? captionFor(last, live, bets, upToDate);
  if (what.net !== undefined) announcer.netToldOf = (rounds.told ?? last).coup.id;
  caption.setCaption(what, live.table);
  drawnVersion = live.v;
  document.body.dataset.asked = String(store.questionsToMe(live).length > 0 && !endedSession); // for a page of several tables
  if (controls instanceof Controls) controls.shown = s;
  controls.render(live, { ready: ready && !delayedNotice, line: connected, ended: Boolean(endedSession) });
  panel.render(s, live, rounds.told);
  beside.update(ready);
  drawer.refreshPlace();
  drawer.refresh('slip');
  rounds.showBalance(s);
  nameTable(shown);
  nameTabs(s.you?.session?.net ?? 0);
});

setUpTabs(to => {
  drawer.trail = [];
  if (to === 'rules') drawer.open('rules');
  else if (endedSession && to === 'session') drawer.open('ended', { facts: endedSession.facts, law: endedSession.law });
  else panel.home();
});

onLanguageChange(() => {
  if (panel.view === 'home') panel.home();
  else drawer.draw();
  caption.html = '';
  draw();
});

setUpPlaceButtons($('side'), {
  isOpen: () => panel.view === 'place',
  lay: spot => {
    playback.flush();
    bets.addChip(spot);
  },
  clear: spot => bets.clear(spot),
  act: (act, place) => outgoing.act(act, place),
});

listenToKeys({
  live: () => live,
  controls: () => controls,
  machine: () => machine?.controls,
  bets: () => bets,
  look: (open, aloud) => cloth?.look?.(open, aloud),
  playback,
  escape: () => {
    caption.clear();
    if (panel.view === 'place') drawer.home();
  },
  sayReady: () => outgoing.ready(),
});

setUpLinks(law => drawer.open('law', law));

// ---- begin ---------------------------------------------------------------------------------------------

caption.setCaption({ q: '', p: t('loading'), law: '' }, null); // so that a slow connection does not show an empty table
opening
  .then(opened => {
    connection = opened;
    takeOver({
      since: () => live.v,
      onMessage: afterCallWords(beside.around(handleMessage), async table => {
        build = await loadBuilder(table.felt);
      }),
      onState: (state, again) => showLine(state, again ?? 0),
    });
  })
  .catch(problem => line.noHouse(problem.message));

/** @param {'up' | 'down' | 'gone'} state @param {number} again seconds until the next attempt */
function showLine(state, again) {
  connected = state === 'up';
  if (state === 'gone') line.noTable();
  else if (state === 'up') {
    if (line.back()) announcer.tell(t('back-online'));
  } else if (!endedSession) {
    line.lost(again);
    draw();
  }
}
