// The bank of machines: every cabinet with its lamp, meters, last games, and what can be reported.

import { NOT_YET, asRefusal, fetchClause, get, post } from '../core/api.js';
import { byId as $, fieldById, fieldOf, find, focusedElement, hit } from '../core/dom.js';
import { drawTileBand, setUpHeader } from '../core/header.js';
import {
  closureReason,
  fillLabels,
  formatFullSum,
  formatSum,
  formatTime,
  inCurrency,
  lang,
  onLanguageChange,
} from '../core/i18n.js';
import { deferWhilePressed } from '../core/press.js';
import { clauseLink, clauseQuote, esc } from '../core/text.js';
import { page } from './floor_page.js';
import {
  floorWord,
  gameItem,
  has,
  hasFloorWord,
  lampMark,
  lampText,
  machineCard,
  meterTable,
  returnsHtml,
  w,
} from './floor_rows.js';

const RELOAD_MS = 3000;
const LAMPS = ['free', 'play', 'hand-pay', 'out', 'meters', 'closed'];

setUpHeader(find(document, '.top'));
drawTileBand($('frieze'));

/** @param {string} act */
const may = act => page.me?.may.includes(act);

function drawFilter() {
  /** @param {string} lamp */
  const n = lamp => (lamp === 'all' ? page.machines.length : page.machines.filter(x => x.lamp === lamp).length);
  $('sieve').setAttribute('aria-label', floorWord('filter'));
  $('sieve').innerHTML = ['all', ...LAMPS]
    .map(
      lamp =>
        `<button type="button" class="pick is-${lamp}" data-lamp="${lamp}" aria-pressed="${lamp === page.lampFilter}">${lamp === 'all' ? '' : lampMark(lamp)}${floorWord(`lamp.${lamp}`)} <span>${n(lamp)}</span></button>`,
    )
    .join('');
}

/** What this member of staff can do at the machine now. @param {House.Machine} x */
function possibleActs(x) {
  const acts = may('fault') ? x.faults.filter(kind => hasFloorWord(`act.${kind}`)) : [];
  if (x.voucher && may('pay')) acts.unshift('pay');
  if (x.credit && may('fault') && ['out', 'meters', 'closed'].includes(x.lamp)) acts.push('give-back');
  return acts;
}

function drawPanel() {
  const x = page.machine ?? page.machines?.find(m => m.id === page.chosen);
  $('one').hidden = !x;
  $('hall').classList.toggle('split', Boolean(x));
  if (!x) return;
  const open = [...$('past').querySelectorAll('details[open]')].map(d => find(d, 'b').textContent);
  inCurrency(x.currency, () => {
    setHtml(
      $('face'),
      `<header><div><h2 id="h-one">${esc(floorWord('machine', { n: x.number }))}</h2><p>${esc(x.name)} · ${esc(x.model)} ${esc(x.version)}</p></div><button type="button" class="ghost" data-shut aria-label="${floorWord('shut')}">×</button></header>
      <p class="lamp is-${x.lamp}">${lampMark(x.lamp)}<b>${lampText(x.lamp)}</b> ${x.law ? clauseLink(x.law) : ''}</p>${
        x.reason ? `<p class="reason">${esc(closureReason(x))}</p>` : ''
      }${
        x.voucher
          ? `<p class="reason">${esc(
              floorWord('voucher', { number: x.voucher.number, sum: formatFullSum(x.voucher.cents) }),
            )}</p>`
          : ''
      }
      <dl class="kept"><div><dt>${floorWord('credit')}</dt><dd>${formatFullSum(x.credit)}</dd></div>${
        x.jackpot === null ? '' : `<div><dt>${floorWord('jackpot')}</dt><dd>${formatFullSum(x.jackpot)}</dd></div>`
      }<div><dt>${w('limits')}</dt><dd>${formatSum(x.minimum)}–${formatSum(x.maximum)}</dd></div></dl>
      ${meterTable(x)}${returnsHtml(x.plan)}`,
    );
    const acts = possibleActs(x);
    setHtml(
      $('acts'),
      `<div class="do">${acts
        .map(
          act =>
            `<button type="button" class="ghost" data-act="${act}" aria-expanded="${
              $('slot').querySelector('form')?.dataset.for === act
            }">${floorWord(`act.${act}`)}</button>`,
        )
        .join('')}<a class="ghost" href="table.html?id=${encodeURIComponent(x.id)}">${floorWord('watch')}</a></div>${
        may('fault') || may('pay') ? '' : `<p class="small">${floorWord('look')}</p>`
      }`,
    );
    const form = $('slot').querySelector('form');
    if (form && !acts.includes(form.dataset.for ?? '')) $('slot').textContent = '';
    setHtml(
      $('past'),
      page.machine
        ? `<h3>${floorWord('games')} ${clauseLink(x.laws.records)}</h3>${
            page.machine.games.length
              ? `<ol>${page.machine.games.map(gameItem).join('')}</ol>`
              : `<p class="none">${floorWord('games.none')}</p>`
          }`
        : `<p class="none">${floorWord('loading')}</p>`,
    );
  });
  for (const d of /** @type {Iterable<HTMLDetailsElement>} */ ($('past').querySelectorAll('details')))
    if (open.includes(find(d, 'b').textContent)) d.open = true;
}

/** Set the content of an element if it changed, and keep the focus. @param {HTMLElement} el @param {string} html */
function setHtml(el, html) {
  if (el._html === html) return;
  const focused = el.contains(document.activeElement) ? focusedElement()?.dataset : null;
  el._html = html;
  el.innerHTML = html;
  const back = focused?.act
    ? `[data-act="${focused.act}"]`
    : focused?.machine
      ? `[data-machine="${CSS.escape(focused.machine)}"]`
      : focused?.law
        ? `[data-law="${focused.law}"]`
        : focused && 'shut' in focused
          ? '[data-shut]'
          : '';
  if (back) el.querySelector(back)?.focus();
}

const draw = deferWhilePressed(() => {
  fillLabels();
  fillLabels();
  document.title = `Sabot · ${floorWord('title')}`;
  $('door').hidden = Boolean(page.me);
  $('hall').hidden = $('desk').hidden = !page.me;
  $('who').textContent = page.me ? `${page.me.name}, ${w(`role.${page.me.role}`)}` : '';
  if (!page.me) return;
  $('stale').textContent = page.stale ? w('stale', { at: formatTime(page.loadedAt) }) : '';
  if (!page.machines) {
    $('none').hidden = false;
    $('none').textContent = floorWord('loading');
    return;
  }
  $('n-hall').textContent = floorWord('count', { n: page.machines.length });
  drawFilter();
  const shown = page.machines.filter(x => page.lampFilter === 'all' || x.lamp === page.lampFilter);
  setHtml($('bank'), shown.map(x => `<li>${machineCard(x)}</li>`).join(''));
  $('none').hidden = shown.length > 0;
  $('none').textContent = floorWord(page.machines.length ? 'none' : 'empty');
  drawPanel();
});

async function load() {
  if (!page.me || page.busy) return;
  page.busy = true;
  const wanted = page.chosen;
  try {
    const [all, single] = await Promise.all([
      get('/api/staff/machines'),
      wanted ? get(`/api/staff/machines/${encodeURIComponent(wanted)}`) : null,
    ]);
    page.machines = all;
    if (wanted === page.chosen) page.machine = single;
    page.loadedAt = Date.now() / 1000;
    page.stale = false;
  } catch (thrown) {
    const problem = asRefusal(thrown);
    if (problem.status === 401) {
      page.me = page.machine = null;
      page.machines = NOT_YET;
      $('login-answer').textContent = w('door.again');
    }
    if (problem.status === 404) {
      page.chosen = '';
      page.machine = null;
    }
    page.stale = true;
  }
  page.busy = false;
  draw();
}

// ---- acts --------------------------------------------------------------------------------------------------

/** @param {string} act */
function openForm(act) {
  const again = $('slot').querySelector('form')?.dataset.for === act;
  const x = page.machine ?? page.machines.find(m => m.id === page.chosen);
  $('slot').textContent = '';
  if (!again && x) {
    const facts = inCurrency(x.currency, () => ({
      sum: formatFullSum(act === 'pay' ? (x.voucher?.cents ?? 0) : x.credit),
      number: x.voucher?.number,
    }));
    const law = act === 'pay' || act === 'give-back' ? x.laws.gives : x.laws.meters;
    $('slot').innerHTML =
      `<form data-for="${act}" novalidate><p class="ask">${esc(floorWord(`ask.${act}`, facts))} ${clauseLink(law)}</p>${
        act === 'pay'
          ? ''
          : `<label for="why">${floorWord('why')}</label><textarea id="why" rows="2" maxlength="2000"></textarea>`
      }<div class="do"><button class="go">${
        hasFloorWord(`do.${act}`) ? floorWord(`do.${act}`) : floorWord('do')
      }</button><button type="button" class="ghost" data-cancel>${w('cancel')}</button></div><div class="answer" role="alert"></div></form>`;
    find($('slot'), 'textarea, .go').focus();
    $('slot').scrollIntoView({ block: 'nearest' });
  }
  drawPanel();
}

/** @param {HTMLFormElement} form */
async function sendForm(form) {
  const act = form.dataset.for;
  const x = page.machine ?? page.machines.find(m => m.id === page.chosen);
  if (!x || form._busy) return;
  const reason = /** @type {HTMLTextAreaElement | null} */ (form.querySelector('textarea'))?.value ?? '';
  const path = encodeURIComponent(x.id);
  form._busy = true;
  try {
    if (act === 'pay')
      await post(
        `/api/staff/vouchers/${encodeURIComponent(x.coup)}/${encodeURIComponent(x.voucher?.number ?? '')}/pay`,
      );
    else if (act === 'give-back') await post(`/api/staff/machines/${path}/give-back`, { reason });
    else await post(`/api/staff/tables/${path}/faults`, { kind: act, reason });
    $('slot').innerHTML =
      `<p class="yes"><i aria-hidden="true">✓</i><span><b>${floorWord('done')}</b> ${floorWord(`act.${act}`)}</span></p>`;
    $('told').textContent = floorWord('done');
    while (page.busy) await new Promise(done => void setTimeout(done, 30));
    await load();
    $('one').focus();
  } catch (thrown) {
    const problem = asRefusal(thrown);
    const refusalText = has(`refused.${problem.code}`) ? w(`refused.${problem.code}`) : '';
    find(form, '.answer').innerHTML =
      `<p class="no"><i aria-hidden="true">!</i><span><b>${w('refused')}${refusalText ? `: ${esc(refusalText)}` : ''}</b><small>${esc(problem.message)}</small><small>${w('nothing')} <code>${esc(problem.code || 'net')}</code> ${problem.law ? clauseLink(problem.law) : ''}</small></span></p>`;
  } finally {
    form._busy = false;
  }
}

/** @param {string} ref */
async function toggleClause(ref) {
  const box = find($('one'), '.clause-box');
  if (box.dataset.ref === ref) {
    box.textContent = '';
    delete box.dataset.ref;
    return;
  }
  box.dataset.ref = ref;
  const row = await fetchClause(ref, lang()).catch(() => null);
  if (box.dataset.ref === ref) box.innerHTML = row ? clauseQuote(row, ref) : `<p class="none">${w('law.failed')}</p>`;
}

/** @param {string} id */
function chooseMachine(id) {
  const from = page.chosen;
  page.chosen = page.chosen === id ? '' : id;
  page.machine = null;
  $('slot').textContent = '';
  draw();
  if (page.chosen) {
    $('one').scrollIntoView({ block: 'nearest' });
    $('one').focus({ preventScroll: true });
    load();
  } else document.querySelector(`[data-machine="${CSS.escape(from)}"]`)?.focus();
}

document.addEventListener('click', e => {
  const law = hit(e, '[data-law]');
  const act = hit(e, '[data-act]');
  const cabinet = hit(e, '[data-machine]');
  const lamp = hit(e, '[data-lamp]');
  if (law) {
    e.preventDefault();
    toggleClause(law.dataset.law ?? '');
  } else if (act) openForm(act.dataset.act ?? '');
  else if (cabinet) chooseMachine(cabinet.dataset.machine ?? '');
  else if (lamp) {
    page.lampFilter = lamp.dataset.lamp ?? '';
    draw();
    find(document, `[data-lamp="${page.lampFilter}"]`).focus();
  } else if (hit(e, '[data-shut]')) chooseMachine(page.chosen);
  else if (hit(e, '[data-cancel]')) {
    $('slot').textContent = '';
    drawPanel();
    $('one').focus();
  }
});
document.addEventListener('submit', e => {
  if (fieldOf(e).matches('#slot form')) {
    e.preventDefault();
    sendForm(/** @type {HTMLFormElement} */ (e.target));
  }
});
document.addEventListener('keydown', e => {
  if (e.key !== 'Escape' || !page.chosen) return;
  if ($('slot').querySelector('form')) {
    $('slot').textContent = '';
    drawPanel();
  } else chooseMachine(page.chosen);
});
$('login').onsubmit = async e => {
  e.preventDefault();
  try {
    page.me = await post('/api/staff/login', { token: fieldById('token').value.trim() });
    fieldById('token').value = $('login-answer').textContent = '';
    draw();
    await load();
  } catch (thrown) {
    const problem = asRefusal(thrown);
    $('login-answer').textContent = has(`refused.${problem.code}`)
      ? w(`refused.${problem.code}`)
      : problem.code
        ? problem.message
        : w('refused');
  }
};
onLanguageChange(() => {
  $('slot').textContent = '';
  for (const id of ['bank', 'face', 'acts', 'past']) $(id)._html = undefined;
  draw();
});

page.me = await get('/api/staff/me').catch(() => null);
draw();
if (page.me) await load();
else $('token').focus();
setInterval(() => {
  if (!document.hidden) load();
}, RELOAD_MS);
