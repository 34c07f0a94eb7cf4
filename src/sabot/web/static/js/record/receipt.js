// The receipt of a coup: what was bet, what fell, what was paid in the order of the law, each line with its clause, and
// how to check the seal. Made to be printed, on a sheet or on a roll.

import { byId as $, find, hit } from '../core/dom.js';
import { asRefusal, NOT_YET, fetchClause, get } from '../core/api.js';
import '../machine/narration.js';
import { loadDrawings } from '../machine/thumbnail.js';
import { setUpHeader } from '../core/header.js';
import {
  formatSum,
  joinWithColon,
  gameName,
  inCurrency,
  fillLabels,
  htmlLang,
  lang,
  formatLimits,
  locale,
  onLanguageChange,
  netClass,
  formatNet,
  t,
} from '../core/i18n.js';
import { checkSeal, findCoupInOrder } from '../core/seal.js';
import { fold } from '../core/fold.js';
import { empty } from '../core/state.js';
import { handName } from './names.js';
import { eventItems, eventHtml, eventRows } from './narration.js';
import { lawPageUrl, esc, inlineCard, clauseLink } from '../core/text.js';

const ID = new URLSearchParams(location.search).get('coup') ?? '';
const PAYMENT_KINDS = new Set([
  'pay',
  'collect',
  'jackpot',
  'award',
  'take',
  'restore',
  'commission',
  'gratuity',
  'refund',
  'prize',
  'hand-pay',
  'contribute',
  'seed',
]);
const STAKE_KINDS = new Set(['stake', 'resume']);
const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
/** @type {Client.Receipt} */
let receipt = NOT_YET;
/** @type {import('../core/api.js').Refusal | null} */
let problem = null;
let checked = '';
let onRoll = new URLSearchParams(location.search).get('paper') === 'roll';

setUpHeader(find(document, '.top'));

/** @param {number} at */
const formatStamp = at =>
  at
    ? `${new Date(at * 1000).toLocaleString(locale(), {
        dateStyle: 'medium',
        timeStyle: 'medium',
        timeZone: ZONE,
      })} (${ZONE})`
    : '–';
/** @param {string} ref */
const citation = ref => clauseLink(ref);
/** @param {string} key @param {string} html */
const renderSection = (key, html, cls = '') =>
  html ? `<section class="${cls}"><h2>${esc(t(`receipt.${key}`))}</h2>${html}</section>` : '';
/** @param {([string, string] | null)[]} rows */
const renderPairs = rows =>
  `<dl>${rows
    .filter(row => row !== null)
    .map(([k, v]) => `<div><dt>${esc(k)}</dt><dd>${v}</dd></div>`)
    .join('')}</dl>`;
/** @param {string} html @param {string} ref */
const renderRow = (html, ref, isMine = false) =>
  `<li${isMine ? ' class="mine"' : ''}><span>${html}${
    isMine ? ` <i>${esc(t('receipt.yours'))}</i>` : ''
  }</span>${citation(ref)}</li>`;
/** @param {string[]} rows */
const renderRows = rows => (rows.length ? `<ol class="rows">${rows.join('')}</ol>` : '');

/** @param {Client.Receipt['laid']} table */
const isMachine = table => table.felt?.shape === 'cabinet';
/**
 * One event in words; machines have texts of their own.
 * @param {Client.Receipt['laid']} table
 * @param {Client.Event} e
 */
const eventText = (table, e) => (isMachine(table) ? (eventRows(table, [e])[0]?.html ?? '') : eventHtml(table, e));
/** @param {Client.Receipt['laid']} table */
const isPrivate = table => table.individual || isMachine(table);

/**
 * The events that match, a row for each.
 * @param {Client.Receipt['laid']} table
 * @param {Client.Event[]} events
 * @param {(e: Client.Event) => boolean} which
 */
const rowsWhere = (table, events, which) =>
  events
    .filter(which)
    .map(e => {
      const html = eventText(table, e);
      return html ? renderRow(html, e.law ?? '', e.yours && !isPrivate(table)) : '';
    })
    .filter(Boolean);
/** @param {Client.Receipt['laid']} table @param {Client.Event[]} events @param {Set<string>} kinds */
const moneyRows = (table, events, kinds) => rowsWhere(table, events, e => e.step === 'move' && kinds.has(e.kind));
/**
 * What I bet: the stakes that I placed, or each game at a machine.
 * @param {Client.Receipt['laid']} table
 * @param {Client.Event[]} events
 */
const betRows = (table, events) =>
  isMachine(table)
    ? rowsWhere(table, events, e => e.answer === 'spin')
    : moneyRows(
        table,
        events.filter(e => e.yours),
        STAKE_KINDS,
      );

/**
 * The cards of each hand in the order of the deal; a card that was never seen as a hidden one.
 * @param {Client.Receipt['laid']} table
 * @param {Client.Event[]} events
 */
function handRows(table, events) {
  /** @type {Record<string, (string | null)[]>} */
  const cardsByHand = {};
  for (const e of events) {
    if (e.step === 'deal' && e.lies !== false && !['burn', 'aside'].includes(e.to))
      (cardsByHand[e.to] ??= []).push(e.card ?? null);
    if (e.step === 'part' && cardsByHand[e.hand]) {
      const [a, b] = cardsByHand[e.hand];
      delete cardsByHand[e.hand];
      [cardsByHand[e.into[0]], cardsByHand[e.into[1]]] = [[a], [b]];
    }
    if (e.step === 'shift' && cardsByHand[e.frm]) {
      cardsByHand[e.frm].splice(e.index, 1);
      (cardsByHand[e.to] ??= []).push(e.card ?? null);
    }
    if ((e.step === 'reveal' || e.step === 'turn') && cardsByHand[e.hand]) cardsByHand[e.hand][e.index] = e.card;
  }
  return Object.entries(cardsByHand)
    .filter(([, cards]) => cards.length)
    .map(
      ([name, cards]) =>
        `<li><span>${joinWithColon(
          esc(handName(table, name) || name),
          cards.map(c => inlineCard(c)).join(' '),
        )}</span></li>`,
    );
}

/** @param {Client.Receipt['laid']} table @param {Client.Event[]} events */
const resultRows = (table, events) =>
  events
    .filter(e => e.step === 'result')
    .map(e => renderRow(eventHtml(table, e), e.law ?? ''))
    .filter(Boolean);

/** What was sealed: the order of a shoe, or covered throws; opened as far as allowed. */
function sealedItems() {
  const open = receipt.opening ?? receipt.events.find(e => e.step === 'open')?.opening;
  const throws = receipt.events.flatMap(e =>
    e.step === 'uncover' && e.nonce
      ? [
          {
            seal: e.seal,
            nonce: e.nonce,
            order: e.fell.map(n => n.toString(16).padStart(4, '0')).join(''),
            how: 'how-throw',
          },
        ]
      : [],
  );
  return [
    ...(receipt.seal ? [{ seal: receipt.seal, nonce: open?.nonce ?? '', order: open?.order ?? '', how: 'how' }] : []),
    ...throws,
  ];
}

/** The seals, and how to check them with any program. @param {Client.Receipt['laid']} table */
function renderSeals(table) {
  const all = sealedItems();
  const open = all.some(x => x.nonce);
  if (!all.length) return renderSection('seal', `<p>${esc(t('receipt.no-seal'))}</p>`);
  const sealList = all
    .map(
      x =>
        `<p><code>${esc(x.seal)}</code></p>${
          x.nonce
            ? `<p>${esc(t(`receipt.${x.how}`))}</p><dl class="long"><div><dt>${t('receipt.nonce')}</dt><dd><code>${esc(x.nonce)}</code></dd></div><div><dt>${t('receipt.order')}</dt><dd><code>${esc(x.order)}</code></dd></div></dl>`
            : `<p>${
                table.unopened ? `${esc(t('check.never'))} ${citation(table.unopened)}` : esc(t('check.later'))
              }</p>`
        }`,
    )
    .join('');
  return renderSection(
    'seal',
    `${sealList}${
      open
        ? `<p>${esc(t('receipt.shell'))} <code>printf %s ${esc(t('receipt.both'))} | xxd -r -p | sha256sum</code></p><p class="act"><button type="button" class="ghost" data-check>${t('check')}</button></p><p class="checked" role="status">${esc(checked)}</p>`
        : ''
    }`,
    'seal',
  );
}

function renderReceipt() {
  const { laid: table, sums, events } = receipt;
  const state = events.reduce(fold, { ...empty(), table: { ...table, to_come: null } });
  /** @type {[string, string] | null} */
  const heldPair = sums.held ? [t('receipt.held'), esc(formatSum(sums.held))] : null;
  const address = `${location.origin}/receipt.html?coup=${encodeURIComponent(receipt.id)}`;
  return inCurrency(
    table.currency,
    () => `<header><p class="name">Sabot</p><h1>${esc(t('receipt.of', { n: receipt.no }))}</h1><p>${esc(gameName(table))} · ${esc(table.name)}</p></header>
    ${renderPairs([
      [t('receipt.id'), `<code>${esc(receipt.id)}</code>`],
      [t('receipt.player'), esc(receipt.name)],
      [t('receipt.began'), esc(formatStamp(receipt.began))],
      [t('receipt.ended'), esc(formatStamp(sums.ended))],
      [t('receipt.regulation'), esc(table.regulation)],
      [t('receipt.limits'), `${esc(formatLimits(table))} ${citation(table.laws?.limits ?? '')}`],
    ])}
    ${renderSection(
      'sums',
      `${renderPairs([
        receipt.resumed ? [t('receipt.resumed'), esc(formatSum(receipt.resumed))] : null,
        [t('receipt.staked'), esc(formatSum(sums.staked))],
        [t('receipt.won'), esc(formatSum(sums.won))],
        heldPair,
        sums.given ? [t('session.given'), esc(formatSum(sums.given))] : null,
      ])}<p class="net"><span>${t('receipt.net')}</span><b class="${netClass(sums.net)}">${sums.net ? esc(formatNet(sums.net)) : '='}</b></p><p class="ref">${[
        ...new Set([receipt.net_law, receipt.law]),
      ]
        .map(citation)
        .join(' ')}${table.demo ? ` ${esc(t('receipt.demo'))}` : ''}</p>`,
      'sums',
    )}
    ${renderSection('bets', renderRows(betRows(table, events)) || `<p>${esc(t('receipt.no-bets'))}</p>`)}
    ${renderSection(
      'cards',
      ((/** @type {string[]} */ h) => (h.length ? `<ul class="rows hands">${h.join('')}</ul>` : ''))(
        handRows(table, events),
      ),
    )}
    ${renderSection('results', isMachine(table) ? '' : renderRows(resultRows(table, events)))}
    ${renderSection(
      'payments',
      renderRows(moneyRows(table, events, PAYMENT_KINDS)) || `<p>${esc(t('receipt.no-payments'))}</p>`,
    )}
    ${renderSection('steps', `<ol class="rows story">${eventItems(table, state.steps)}</ol>`, 'steps')}
    ${renderSeals(table)}
    <footer>${renderPairs([
      [t('receipt.rules'), `<code>${esc(receipt.rules)}</code>`],
      [t('receipt.version'), `Sabot ${esc(receipt.code)}`],
      receipt.law_state ? [t('receipt.law-state'), `<code>${esc(receipt.law_state)}</code>`] : null,
      [t('receipt.house'), esc(location.origin)],
      [t('receipt.address'), `<span class="url">${esc(address)}</span>`],
    ])}<p>${esc(t('receipt.terminal'))} <code>sabot replay ${esc(receipt.id)}</code>, <code>sabot verify</code></p></footer>`,
  );
}

function draw() {
  fillLabels(document);
  document.title = `Sabot · ${receipt ? t('receipt.of', { n: receipt.no }) : t('receipt.title')}`;
  $('where').textContent = receipt ? `${gameName(receipt.laid)}, ${receipt.laid.name}` : '';
  document.body.dataset.paper = onRoll ? 'roll' : 'sheet';
  $('tools').innerHTML = receipt
    ? `<button type="button" class="first" data-print>${t('receipt.print')}</button><div role="group" aria-label="${t('receipt.paper')}">${[
        ['', 'a4'],
        ['roll', 'roll'],
      ]
        .map(
          ([v, key]) =>
            `<button type="button" class="ghost" data-paper="${v}" aria-pressed="${onRoll === Boolean(v)}">${t(`receipt.${key}`)}</button>`,
        )
        .join('')}</div>${
        receipt.laid.history
          ? `<a class="ghost" href="/api/coups/${encodeURIComponent(receipt.id)}/history" download="${esc(receipt.id)}.phh">${t('coup.history')}</a><a class="ghost" href="replay.html?coup=${encodeURIComponent(receipt.id)}">${t('replay.this')}</a>`
          : ''
      }`
    : '';
  if (receipt) {
    $('paper').innerHTML = renderReceipt();
    return;
  }
  const text = !problem
    ? [t('loading')]
    : problem.status === 409
      ? [t('receipt.older', { code: /rules, ([^:]*):/.exec(problem.message)?.[1] ?? '' })]
      : problem.status === 404 || problem.status === 401
        ? [t('receipt.refused'), t('receipt.refused-why')]
        : [t('receipt.failed')];
  $('paper').innerHTML =
    `<h1>${esc(text[0])}</h1>${text[1] ? `<p>${esc(text[1])} ${problem?.law ? citation(problem.law) : ''}</p>` : ''}${
      problem && ![401, 404, 409].includes(problem.status)
        ? `<p><button type="button" class="ghost" data-again>${t('lobby.again')}</button></p>`
        : ''
    }`;
}

async function load() {
  try {
    receipt = /** @type {Client.Receipt} */ (await get(`/api/coups/${encodeURIComponent(ID)}/receipt`));
    problem = null;
    await loadDrawings([receipt.laid.felt]).catch(() => null);
  } catch (thrown) {
    problem = asRefusal(thrown);
  }
  draw();
}

document.addEventListener('click', async e => {
  const b = hit(e, 'button, a.law');
  if (!b) return;
  if (b.matches('.law')) {
    e.preventDefault();
    toggleClause(b);
  }
  if (b.dataset.print !== undefined) print();
  if (b.dataset.paper !== undefined) {
    onRoll = b.dataset.paper === 'roll';
    draw();
  }
  if (b.dataset.again !== undefined) load();
  if (b.dataset.check !== undefined) {
    const verdicts = [];
    for (const x of sealedItems().filter(one => one.nonce)) {
      const check = await checkSeal(x, x.seal).catch(() => null);
      const position = check && x.how === 'how' ? findCoupInOrder(x.order, receipt.events) : null;
      verdicts.push(
        !check
          ? t('check.secure')
          : `${check.good ? t('check.good') : t('check.bad', { hash: check.hash })} ${
              !position?.cards
                ? ''
                : position.from
                  ? t('check.cards', { n: position.cards, from: position.from, to: position.from + position.cards - 1 })
                  : t('check.nocards')
            }`,
      );
    }
    checked = verdicts.join(' ');
    draw();
  }
});

/** Open or close the text of a clause below its line. @param {HTMLElement} link */
async function toggleClause(link) {
  const line = link.closest('li, p, div');
  if (!line) return;
  const open = line.nextElementSibling;
  if (open?.matches('.text')) {
    open.remove();
    return;
  }
  const clause = await fetchClause(link.dataset.law ?? '', lang()).catch(() => null);
  if (clause)
    line.insertAdjacentHTML(
      'afterend',
      `<${line.matches('li') ? 'li' : 'p'} class="text" lang="${htmlLang(clause.lang)}">${esc(clause.text ?? clause.says ?? '')} <a lang="${htmlLang()}" href="${esc(lawPageUrl(link.dataset.law ?? ''))}">${t('book.drawer')}</a></${line.matches('li') ? 'li' : 'p'}>`,
    );
}

onLanguageChange(draw);
load();
