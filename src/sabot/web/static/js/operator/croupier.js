// The croupier's page: the next step of the procedure, the entry of cards, faults; next to the picture of the table.

import { Layout } from '../cloths/layout.js';
import { OvalTable } from '../cloths/oval.js';
import { PotTable } from '../cloths/ring.js';
import { ArcTable } from '../cloths/seats.js';
import { Refusal, asRefusal, fetchClause, get, post } from '../core/api.js';
import { timerRing } from '../core/chips.js';
import { byId as $, find, hit } from '../core/dom.js';
import { setUpHeader } from '../core/header.js';
import { afterCallWords, fillLabels, lang, onLanguageChange, setCurrency, t } from '../core/i18n.js';
import { Playback } from '../core/playback.js';
import { TableConnection } from '../core/socket.js';
import * as store from '../core/store.js';
import { clauseLink, clauseQuote, esc } from '../core/text.js';
import { eventItems } from '../record/narration.js';
import { RANKS, SUITS, awaitsThrow, draw, fieldIn, has, may, setHtml, suitKey, typedNumbers, w } from './pit_entry.js';
import { page } from './pit_page.js';

const id = new URLSearchParams(location.search).get('id') ?? '';

setUpHeader(find(document, '.top'));
const doNothing = () => '';
const noReply = async () => null;
/**
 * In place of bets: at a layout the croupier enters a number (of the ball, or the remainder of a heap) by clicking it.
 */
/** @type {import('../cloths/layout.js').BetActions} */
const touchedSpots = {
  offer: () => null,
  sumOn: () => 0,
  pendingSum: () => 0,
  pendingSpots: () => new Set(),
  allSums: () => [],
  removeChip: doNothing,
  setBet: doNothing,
  /** @param {string} spot */
  addChip: spot => {
    const [chance, n] = spot.split('/');
    const { wheel, heap } = page.live.table.felt;
    if (awaitsThrow() && chance === (wheel ? 'straight' : heap?.enters)) enterFact({ fact: [Number(n)] });
  },
};

/** @type {Partial<Record<Client.Felt['shape'], () => {render: (s: Client.State) => void}>>} */
const CLOTH_BUILDERS = {
  arc: () =>
    new ArcTable($('board'), {
      onSpot: doNothing,
      onPlace: doNothing,
      onSit: doNothing,
      reserve: () => false,
      pending: () => 0,
      target: doNothing,
      chip: () => 0,
    }),
  oval: () =>
    page.shown.table.felt.ring
      ? new PotTable($('board'), { sit: doNothing })
      : new OvalTable($('board'), {
          bets: { addChip: noReply, pendingSum: () => 0, selectedChip: () => 0 },
          sit: doNothing,
          act: doNothing,
        }),
  layout: () => new Layout($('board'), { bets: touchedSpots, sit: doNothing, onTouch: doNothing }),
};
const playback = new Playback(
  part => {
    page.shown = store.applyPart(page.shown, part);
  },
  () => drawTable(),
  () => {
    if (playback.idle) {
      page.shown = { ...page.live, animate: true };
      drawTable();
    }
  },
);

// ---- what is asked -----------------------------------------------------------------------------------------

async function loadNextStep() {
  if (!page.me || page.busy) return;
  const number = ++page.requestNumber;
  const path = /** @type {const} */ (`/api/staff/tables/${encodeURIComponent(id)}`);
  const answer = await get(may('enter') ? `${path}/next` : path).catch(asRefusal);
  if (page.busy || number !== page.requestNumber) return; // a newer request is on its way
  if (answer instanceof Refusal) {
    if (answer.status === 401) page.me = null;
    showRefusal(answer);
    draw();
    return;
  }
  if (answer.v !== page.next?.v) page.rank = '';
  page.next = answer;
  draw();
}

let loadTimer = 0;
const loadSoon = () => {
  clearTimeout(loadTimer);
  loadTimer = setTimeout(loadNextStep, 60);
};

/** Send what happened; the house answers with the next step. @param {House.Open} body */
async function enterFact(body) {
  if (page.busy || !page.next) return;
  page.busy = true;
  page.requestNumber += 1;
  document.body.classList.add('busy');
  try {
    page.next = await post(`/api/staff/tables/${encodeURIComponent(id)}/enter`, { ...body, v: page.next.v });
    page.rank = '';
    page.fault = null;
    $('answer').textContent = '';
  } catch (thrown) {
    const problem = asRefusal(thrown);
    showRefusal(problem);
    if (problem.code === 'moved-on') loadSoon();
  } finally {
    page.busy = false;
    document.body.classList.remove('busy');
    draw();
  }
}

/** @param {object} body */
async function reportFault(body) {
  if (page.busy) return;
  page.busy = true;
  page.requestNumber += 1;
  try {
    page.next = await post(`/api/staff/tables/${encodeURIComponent(id)}/faults`, { ...body, v: page.next?.v });
    page.fault = null;
    $('answer').textContent = '';
  } catch (thrown) {
    const problem = asRefusal(thrown);
    showRefusal(problem);
    if (problem.code === 'moved-on') loadSoon();
  } finally {
    page.busy = false;
    draw();
  }
}

/** @param {Refusal} problem */
function showRefusal(problem) {
  const code = problem.code || 'net';
  const refusalText = has(`refused.${code}`) ? w(`refused.${code}`) : '';
  $('answer').innerHTML =
    `<p class="no"><i aria-hidden="true">!</i><span><b>${w('refused')}${refusalText ? `: ${esc(refusalText)}` : ''}</b>${
      problem.code ? `<small>${esc(problem.message)}</small>` : ''
    } ${problem.law ? clauseLink(problem.law) : ''}</span></p>`;
}

function drawTable() {
  if (!page.shown.table) return;
  page.cloth ??= CLOTH_BUILDERS[page.shown.table.felt.shape]?.() ?? null;
  page.cloth?.render({ ...page.shown, listen: playback.idle ? page.live.listen : null });
  const list = eventItems(page.shown.table, page.shown.steps, true);
  setHtml($('steps'), list || `<li class="none">${t('steps.none')}</li>`);
}

// ---- the line ----------------------------------------------------------------------------------------------

/** @param {Client.Message} m */
function message(m) {
  if (m.t === 'snapshot') {
    const isFirst = !page.live.table;
    page.live = store.applySnapshot(page.live, m);
    setCurrency(page.live.table.currency);
    playback.queue.length = 0;
    playback.flush();
    page.shown = { ...page.live, animate: !isFirst };
    drawTable();
  } else if (m.t === 'events') {
    if (m.v > page.live.v + 1 && page.live.v) {
      connection.reconnect();
      return;
    }
    const parts = store.splitMessage(store.unseenPart(m, page.live.v));
    for (const part of parts) page.live = store.applyPart(page.live, part);
    playback.pauseMs = 900;
    playback.push(parts);
  } else return;
  page.deadline = page.live.clock ? performance.now() + page.live.clock.left * 1000 : 0;
  page.clockTotal = page.live.clock?.of ?? 0;
  loadSoon();
}

// ---- hands -------------------------------------------------------------------------------------------------

/** @param {string} r */
const chooseRank = r => {
  page.rank = page.rank === r ? '' : r;
  draw();
};
/** @param {string} suit */
const enterCard = suit => {
  if (page.rank) enterFact({ fact: page.rank + suit });
};

document.addEventListener('click', async e => {
  const law = hit(e, '[data-law]');
  const b = /** @type {HTMLButtonElement | null} */ (hit(e, 'button'));
  if (law) {
    e.preventDefault();
    const row = await fetchClause(law.dataset.law ?? '', lang()).catch(() => null);
    $('answer').innerHTML = row ? clauseQuote(row, law.dataset.law ?? '') : `<p class="none">${w('law.failed')}</p>`;
    return;
  }
  if (!b || b.disabled) return;
  const d = b.dataset;
  if (e.detail) b.blur();
  if (d.rank) chooseRank(d.rank);
  else if (d.suit) enterCard(d.suit);
  else if (d.unseen) enterFact({ fact: '??' });
  else if (d.word !== undefined) enterFact({ fact: d.word });
  else if (d.fault) {
    page.fault =
      page.fault?.kind === d.fault
        ? null
        : {
            kind: d.fault,
            card: '',
            seat: [page.next.hand, ...(page.live.listen?.awaiting ?? [])].find(h => /^\d/.test(h ?? '')) ?? '',
            fresh: true,
          };
    $('faulty')._html = '';
    draw();
  } else if (d.cancel !== undefined) {
    page.fault = null;
    draw();
  }
});

document.addEventListener('submit', e => {
  e.preventDefault();
  const f = /** @type {HTMLFormElement} */ (e.target);
  if (f.matches('.numbers')) {
    enterFact({ fact: typedNumbers(f) });
    return;
  }
  if (!f.matches('.fault')) return;
  const card = fieldIn(f, 'card')?.value.trim().toUpperCase().replace(/^10/, 'T') ?? '';
  const fell = typedNumbers(f);
  const seat = fieldIn(f, 'seat')?.value ?? '';
  const note = (fieldIn(f, 'note')?.value ?? '').trim();
  const amount = Math.round(100 * Number(fieldIn(f, 'sum')?.value ?? 0));
  if (page.next.waits === 'croupier')
    enterFact({
      incident: {
        kind: page.fault.kind,
        ...(card ? { card } : {}),
        ...(fell.length ? { fell } : {}),
        ...(seat ? { seat } : {}),
        ...(note ? { note } : {}),
        ...(amount ? { amount } : {}),
      },
    });
  else reportFault({ kind: page.fault.kind, reason: note, seat, card, ...(amount ? { amount } : {}) });
});

document.addEventListener('keydown', e => {
  if (e.repeat || e.ctrlKey || e.metaKey || e.altKey || hit(e, 'input, textarea, select')) return;
  if (page.next?.waits !== 'croupier' || !may('enter')) return;
  const key = e.key.toUpperCase();
  const free = !hit(e, 'button, a');
  if (page.next.takes === 'word') {
    if (e.key === 'Enter' && free) {
      e.preventDefault();
      enterFact({ fact: page.next.answers?.[0] });
    }
    return;
  }
  if (page.next.takes !== 'card') return;
  if ((key === 'X' || key === '?') && page.next.answers?.includes('??')) {
    e.preventDefault();
    enterFact({ fact: '??' });
    return;
  }
  if (e.key === 'Escape' || e.key === 'Backspace') {
    page.rank = '';
    draw();
    return;
  }
  // After a rank the next letter is a suit.
  const suit = SUITS.find(s => suitKey(s) === key);
  if (page.rank && suit) {
    e.preventDefault();
    enterCard(suit);
    return;
  }
  const at = key === '1' || key === '0' ? 'T' : key;
  if (RANKS.includes(at)) {
    e.preventDefault();
    page.rank = at;
    draw();
  }
});

onLanguageChange(() => {
  for (const x of ['next', 'enter', 'faulty', 'steps']) $(x)._html = '';
  draw();
  drawTable();
});

fillLabels();
page.me = await get('/api/staff/me').catch(() => null);
const connection = new TableConnection(id, () => page.live.v, {
  onMessage: afterCallWords(message),
  onState: state => document.body.classList.toggle('down', state !== 'up'),
});
draw();
await loadNextStep();
setInterval(() => {
  if (!document.hidden && page.me) loadNextStep();
}, 3000);
setInterval(() => {
  const dial = document.getElementById('dial');
  const left = page.deadline ? Math.max(0, Math.ceil((page.deadline - performance.now()) / 1000)) : -1;
  if (dial) dial.innerHTML = left >= 0 ? timerRing(left, Math.max(left, page.clockTotal)) : '';
}, 500);
