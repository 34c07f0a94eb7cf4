// Up to four tables on one page, each in a frame of its own. The one that waits for me is marked; keys go to the one that
// was clicked, or that Alt and its number chose.

import { ensureSession, get } from '../core/api.js';
import { byId as $, find, hit } from '../core/dom.js';
import { setUpHeader } from '../core/header.js';
import { fillLabels, joinWithColon, lang, onLanguageChange, t } from '../core/i18n.js';
import { esc } from '../core/text.js';

const MOST = 4;
/** The tables of this page, in the order of the address. */
let ids = [...new Set((new URLSearchParams(location.search).get('ids') ?? '').split(',').filter(Boolean))].slice(
  0,
  MOST,
);
/** @type {House.TableCard[]} */
let tables = [];
const panes = $('panes');

setUpHeader(find(document, '.top'));

/** @param {string} id */
const nameOf = id => tables.find(x => x.id === id.split('~')[0])?.name ?? id;

/** The frames as they stand. */
const frames = () => /** @type {HTMLIFrameElement[]} */ (/** @type {object} */ ([...panes.querySelectorAll('iframe')]));

/** @param {HTMLIFrameElement} frame */
function followFrame(frame) {
  const page = frame.contentDocument;
  const inside = frame.contentWindow;
  if (!page?.body || !inside) return;
  page.body.classList.add('pane');
  new MutationObserver(markAsked).observe(page.body, { attributes: true, attributeFilter: ['data-asked'] });
  inside.addEventListener('keydown', chooseByKey, true);
  markAsked();
}

/** Mark the tables that wait for me, and say it once. */
function markAsked() {
  let waiting = 0;
  for (const frame of frames()) {
    const pane = /** @type {HTMLElement} */ (frame.closest('.pane'));
    const asked = frame.contentDocument?.body?.dataset.asked === 'true';
    if (asked && !pane.classList.contains('asked'))
      $('said').textContent = joinWithColon(nameOf(pane.dataset.id ?? ''), t('tables.yours'));
    pane.classList.toggle('asked', asked);
    waiting += Number(asked);
  }
  document.title = waiting ? `(${waiting}) ${t('tables.title')}` : `${t('tables.title')} · Sabot`;
}

/** Alt and a number gives the keys to that table. @param {KeyboardEvent} e */
function chooseByKey(e) {
  const frame = e.altKey && /^Digit[1-4]$/.test(e.code) ? frames()[Number(e.code.slice(5)) - 1] : undefined;
  if (!frame) return;
  e.preventDefault();
  frame.focus();
  frame.contentWindow?.focus();
}

/** Draw the frames that are not there yet, and take away those that were removed; the others keep their line. */
function draw() {
  fillLabels(document);
  for (const pane of panes.querySelectorAll('.pane'))
    if (!ids.includes(/** @type {HTMLElement} */ (pane).dataset.id ?? '')) pane.remove();
  panes.querySelector('.none')?.remove();
  for (const id of ids) {
    if (panes.querySelector(`[data-id="${CSS.escape(id)}"]`)) continue;
    const pane = document.createElement('section');
    pane.className = 'pane';
    pane.dataset.id = id;
    pane.innerHTML = '<header></header><iframe></iframe>';
    const frame = find(pane, 'iframe');
    frame.addEventListener('load', () => followFrame(/** @type {HTMLIFrameElement} */ (frame)));
    /** @type {HTMLIFrameElement} */ (frame).src = `table.html?id=${encodeURIComponent(id)}`;
    panes.append(pane);
  }
  for (const [i, pane] of [...panes.querySelectorAll('.pane')].entries()) {
    const name = nameOf(/** @type {HTMLElement} */ (pane).dataset.id ?? '');
    find(pane, 'header').innerHTML =
      `<kbd>${i + 1}</kbd><b>${esc(name)}</b><em>${esc(t('tables.yours'))}</em><button type="button" data-close aria-label="${esc(t('tables.close', { name }))}">×</button>`;
    /** @type {HTMLIFrameElement} */ (find(pane, 'iframe')).title = name;
  }
  if (!ids.length) panes.innerHTML = `<p class="none">${esc(t('tables.none'))}</p>`;
  panes.dataset.n = String(ids.length);
  const free = tables.filter(x => x.brings && x.felt_shape === 'oval' && !ids.includes(x.id));
  const add = $('add');
  add.innerHTML = `<option value="">${esc(t('tables.add'))}</option>${free
    .map(
      x =>
        `<option value="${esc(x.id)}">${esc(t('tables.free', { name: `${x.name} · ${x.names[lang()] ?? x.game}`, n: x.places - x.taken }))}</option>`,
    )
    .join('')}`;
  /** @type {HTMLSelectElement} */ (add).disabled = ids.length >= MOST;
  history.replaceState(null, '', `tables.html?ids=${ids.map(encodeURIComponent).join(',')}`);
  markAsked();
}

panes.addEventListener('click', e => {
  const pane = hit(e, '.pane');
  if (hit(e, '[data-close]') && pane) {
    ids = ids.filter(id => id !== pane.dataset.id);
    draw();
  } else if (pane && hit(e, 'header')) find(pane, 'iframe').focus();
});
$('add').addEventListener('change', () => {
  const chosen = /** @type {HTMLSelectElement} */ ($('add')).value;
  if (chosen) ids = [...ids, chosen].slice(0, MOST);
  draw();
});
addEventListener('keydown', chooseByKey, true);
onLanguageChange(draw);

// One guest for all frames: the first one would otherwise be made several times.
ensureSession(lang())
  .then(() => get('/api/tables'))
  .then(found => {
    tables = found;
  })
  .catch(() => undefined) // the frames say themselves that the house does not answer
  .finally(draw);
