// The staff page: tables, games, complaints and the journal. Every act needs a reason.

import { NOT_YET, asRefusal, get, post } from '../core/api.js';
import { byId as $, fieldById, fieldOf, find, hit } from '../core/dom.js';
import { drawTileBand, setUpHeader } from '../core/header.js';
import { fillLabels, formatTime, inCurrency, onLanguageChange } from '../core/i18n.js';
import { deferWhilePressed } from '../core/press.js';
import { clauseLink, esc } from '../core/text.js';
import { setHtml } from '../core/update.js';
import {
  announce,
  askConfirmation,
  closeForms,
  deeds,
  refusalHtml,
  toggleClause,
  toggleForm,
  updateList,
} from './staff_forms.js';
import { page } from './staff_page.js';
import {
  actButton,
  complaintHtml,
  entryHtml,
  gameHtml,
  listHtml,
  may,
  playerHtml,
  tableHtml,
  w,
  workerHtml,
} from './staff_rows.js';

const RELOAD_MS = 4000;

setUpHeader(find(document, '.top'));
drawTileBand($('frieze'));

/** @param {HTMLFormElement} form */
async function sendForm(form) {
  const deed = deeds.get(form);
  if (!deed) return;
  const { act, url, field } = deed;
  const out = find(form, '.answer');
  const button = find(form, '.go');
  if (form._busy) return;
  form._busy = true;
  button.setAttribute('aria-disabled', 'true');
  const row = form.closest('[data-key]');
  const slot = form.parentElement;
  const text = /** @type {HTMLTextAreaElement} */ (find(form, 'textarea')).value;
  try {
    const made = /** @type {House.Open} */ (await post(url, { [field]: text, ...deed.read?.(form) }));
    if (slot)
      slot.innerHTML = `<p class="yes"><i aria-hidden="true">✓</i><span><b>${w(`done.${act}`)}</b> ${
        ['open', 'enable', 'void'].includes(act) ? `<q>${esc(text.trim())}</q> ` : ''
      }${made.token ? `<code>${esc(made.token)}</code>${w('token.once')} ` : ''}${
        made.law
          ? `<small>${w('under')} ${[made.law, made.refund]
              .filter(Boolean)
              .map(l => clauseLink(l))
              .join(' ')}</small>`
          : ''
      }</span></p>`;
    announce(w(`done.${act}`));
    await load();
    (row?.isConnected ? (row.querySelector('.face [data-act]') ?? row) : $('main')).focus();
  } catch (thrown) {
    const problem = asRefusal(thrown);
    out.innerHTML = refusalHtml(problem);
    if (problem.code === 'last-supervisor') askConfirmation(form);
    find(form, 'textarea').focus();
    if (problem.code === 'no-staff') signOut(w('door.again'));
  } finally {
    form._busy = false;
    button.removeAttribute('aria-disabled');
  }
}

const draw = deferWhilePressed(() => {
  fillLabels();
  document.title = `Sabot · ${w('title')}`;
  $('door').hidden = Boolean(page.me);
  $('office').hidden = $('leave').hidden = !page.me;
  $('who').textContent = page.me ? `${page.me.name}, ${w(`role.${page.me.role}`)}` : '';
  $('office').classList.toggle('alone', !may('journal'));
  if (!page.me) return;
  if (!page.overview) {
    $('floor').innerHTML = `<p class="none">${w('loading')}</p>`;
    return;
  }
  $('stale').textContent = page.staleSince ? w('stale', { at: formatTime(page.staleSince) }) : '';
  const bases = page.overview.tables.filter(x => x.id === x.base);
  $('n-tables').textContent = w('tables.n', { n: bases.length, closed: bases.filter(x => !x.open).length });
  if (!$('floor').querySelector('ul')) $('floor').innerHTML = '<ul></ul>';
  updateList(
    find($('floor'), 'ul'),
    page.overview.games
      .filter(g => page.overview.tables.some(x => x.game === g.id))
      .flatMap(g => [
        { key: `game:${g.id}`, html: gameHtml(g), cls: 'game' },
        ...page.overview.lists
          .filter(x => x.game === g.id)
          .map(x => ({ key: `list:${x.id}`, html: listHtml(x), cls: 'table' })),
        ...page.overview.tables
          .filter(x => x.game === g.id)
          .sort((a, b) => a.name.localeCompare(b.name) || a.id.localeCompare(b.id))
          .filter(x => x.id === x.base || x.taken || x.staked)
          .map(x => ({
            key: `table:${x.id}`,
            html: inCurrency(x.currency, () => tableHtml(x)),
            cls: `table${x.id === x.base ? '' : ' own'}${x.open ? '' : ' shut'}`,
          })),
      ]),
  );
  $('complaints').hidden = !may('complaints');
  if (page.overview.complaints) {
    const wait = page.overview.complaints.filter(c => !c.answer);
    $('n-complaints').textContent = !page.overview.complaints.length
      ? ''
      : wait.length
        ? w('complaints.n', { n: wait.length })
        : w('complaints.0');
    $('post-none').hidden = page.overview.complaints.length > 0;
    updateList(
      $('post'),
      [...page.overview.complaints]
        .sort((a, b) => Number(Boolean(a.answer)) - Number(Boolean(b.answer)) || b.at - a.at)
        .map(c => ({ key: `complaint:${c.id}`, html: complaintHtml(c), cls: c.answer ? 'answered' : 'waiting' })),
    );
  }
  $('people').hidden = !may('people');
  if (page.overview.people) {
    $('n-people').textContent = String(page.overview.people.length);
    updateList($('workers'), [
      ...page.overview.people.map(x => ({ key: `member:${x.name}`, html: workerHtml(x), cls: 'one' })),
      ...(may('staff')
        ? [
            {
              key: 'member:',
              html: `<h4>${w('hire')}</h4><span class="do">${actButton('hire', '', 'staff')}</span>`,
              cls: 'one',
            },
          ]
        : []),
    ]);
  }
  $('players').hidden = !may('players');
  if (page.overview.players) {
    $('guests-none').hidden = page.overview.players.length > 0;
    updateList(
      $('guests'),
      page.overview.players.map(x => ({ key: `player:${x.id}`, html: playerHtml(x), cls: 'one' })),
    );
  }
  $('journal').hidden = !may('journal');
  if (page.overview.end)
    setHtml(
      $('head'),
      `${esc(w('head', { n: page.overview.end.seq }))} <code>${esc(page.overview.end.head)}</code><br>${esc(w('head.say'))} <code>sabot verify --head</code>`,
    );
  if (page.overview.journal)
    updateList(
      $('book'),
      [...page.overview.journal].reverse().map(e => ({ key: `entry:${e.seq}`, html: entryHtml(e) })),
    );
  // Open forms stay, so the redrawn buttons must be marked as expanded.
  for (const form of document.querySelectorAll('.slot form'))
    form
      .closest('[data-key]')
      ?.querySelector(`[data-act="${form.dataset.for}"]`)
      ?.setAttribute('aria-expanded', 'true');
});

async function load() {
  if (!page.me) return;
  if (page.loading) {
    await page.loading;
  }
  page.loading = (async () => {
    try {
      const [games, tables, lists, complaints, journal, end, people, players] = await Promise.all([
        get('/api/staff/games'),
        get('/api/staff/tables'),
        get('/api/lists'),
        may('complaints') ? get('/api/staff/complaints') : null,
        may('journal') ? get('/api/staff/journal?limit=40') : null,
        may('journal') ? get('/api/staff/head') : null,
        may('people') ? get('/api/staff/people') : null,
        may('players') ? get('/api/staff/players') : null,
      ]);
      page.overview = { games, tables, lists, complaints, journal, end, people, players, at: Date.now() / 1000 };
      page.staleSince = 0;
    } catch (thrown) {
      const problem = asRefusal(thrown);
      if (problem.status === 401) return signOut(w('door.again'));
      page.staleSince = page.overview?.at ?? Date.now() / 1000;
    }
    return draw();
  })();
  await page.loading;
  page.loading = null;
}

function signOut(why = '') {
  page.me = null;
  page.overview = NOT_YET;
  for (const id of ['floor', 'post', 'book', 'workers', 'guests']) $(id).textContent = '';
  setHtml($('head'), '');
  draw();
  $('login-answer').textContent = why;
  $('token').focus();
}

// ---- hands -------------------------------------------------------------------------------------------------

$('login').onsubmit = async e => {
  e.preventDefault();
  try {
    const name = fieldById('name').value.trim();
    page.me = await post('/api/staff/login', { token: fieldById('token').value.trim(), ...(name && { name }) });
    fieldById('token').value = $('login-answer').textContent = '';
    draw();
    $('main').focus();
    await load();
  } catch (thrown) {
    const problem = asRefusal(thrown);
    $('login-answer').innerHTML = refusalHtml(problem);
    fieldById('token').select();
  }
};
$('leave').onclick = async () => {
  await post('/api/staff/logout').catch(() => null);
  signOut();
};
document.addEventListener('click', e => {
  const law = hit(e, '[data-law]');
  const b = hit(e, '[data-act]');
  if (law) {
    e.preventDefault();
    toggleClause(/** @type {HTMLAnchorElement} */ (law));
  } else if (b) toggleForm(b);
  else if (hit(e, '[data-cancel]')) {
    const from = hit(e, '[data-key]')?.querySelector('.face [data-act]');
    closeForms();
    from?.focus();
  }
});
document.addEventListener('submit', e => {
  if (fieldOf(e).matches('.slot form')) {
    e.preventDefault();
    sendForm(/** @type {HTMLFormElement} */ (e.target));
  }
});
document.addEventListener('keydown', e => {
  const form = hit(e, '.slot form');
  if (form && e.key === 'Escape') find(form, '[data-cancel]').click();
  if (form && e.key === 'Enter' && (e.ctrlKey || e.metaKey)) /** @type {HTMLFormElement} */ (form).requestSubmit();
});
onLanguageChange(() => {
  for (const form of document.querySelectorAll('.slot form')) {
    const deed = deeds.get(form);
    if (!deed) continue;
    const { act, facts, laws } = deed;
    find(form, '.ask').innerHTML = `${esc(w(`ask.${act}`, facts))} ${laws.map(l => clauseLink(l)).join(' ')}`;
    find(form, 'label').textContent = w(`why.${act}`);
    find(form, '.go').textContent = w(`do.${act}`);
    find(form, '[data-cancel]').textContent = w('cancel');
    find(form, '.answer').textContent = '';
  }
  draw();
});

fillLabels();
page.me = await get('/api/staff/me').catch(() => null);
draw();
if (page.me) await load();
else $('token').focus();
setInterval(() => {
  if (!document.hidden) load();
}, RELOAD_MS);
