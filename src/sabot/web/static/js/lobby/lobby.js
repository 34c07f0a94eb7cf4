// The lobby: games by family, the tables of one game, a search. The address holds the view, so that it can be
// bookmarked, sent
// and left with the back button.

import { ensureSession, get } from '../core/api.js';
import { byId as $, fieldById, find, focusedElement, hit } from '../core/dom.js';
import { drawTileBand, setUpHeader, showBalances } from '../core/header.js';
import { fillLabels, gameName, joinList, lang, onLanguageChange, plural, t } from '../core/i18n.js';
import { deferWhilePressed } from '../core/press.js';
import { setHtml } from '../core/update.js';
import { loadDrawings } from '../machine/thumbnail.js';
import { loadIntro } from './intro.js';
import { sendRequest } from './machine_requests.js';
import { noteTable, toggleLiked } from './own_choices.js';
import { page } from './room.js';
import { FILTERS, addressOf, allGames, onePage, playingPanel, searchPage } from './views.js';
import { sendListAct, toggleClause } from './waiting_lists.js';

setUpHeader(find(document, '.top'));
drawTileBand($('frieze'));

/** The view that the address names. */
const readAddress = () => {
  const p = new URLSearchParams(location.search);
  return {
    game: p.get('game') ?? '',
    family: p.get('family') ?? '',
    filter: (p.get('filter') ?? '') in FILTERS ? (p.get('filter') ?? '') : 'all',
    q: p.get('q') ?? '',
  };
};

/**
 * Show another view without leaving the page.
 * @param {string} href
 * @param {boolean} [same] whether the back button skips this step
 */
function goTo(href, same = false) {
  history[same ? 'replaceState' : 'pushState'](null, '', href);
  showView();
  if (!same) {
    scrollTo(0, 0);
    document.querySelector('#tables h1, #tables h2')?.focus({ preventScroll: true });
  }
}

/** Draw the view of the address, and search if it names a search. */
function showView() {
  const { q, game } = readAddress();
  if (game && page.room) loadIntro(game).then(draw);
  if (fieldById('q').value !== q && document.activeElement !== $('q')) fieldById('q').value = q;
  if (!q) page.searchResult = null;
  draw();
  if (q && page.searchResult?.q !== q) search(q);
}

/** @param {string} q */
async function search(q) {
  const number = ++page.searchNumber;
  const answer = await get(`/api/find?q=${encodeURIComponent(q)}&lang=${lang()}`).catch(() => null);
  if (number !== page.searchNumber || readAddress().q !== q) return;
  page.searchResult = answer ? { q, ...answer } : null;
  draw();
}

const draw = deferWhilePressed(() => {
  fillLabels(document);
  const view = readAddress();
  const one = view.game ? page.room?.games.find(g => g.id === view.game) : undefined;
  document.title = `Sabot · ${one ? gameName(one) : t('lobby')}`;
  const hour = new Date().getHours();
  $('hello').textContent = t(
    hour >= 6 && hour < 12 ? 'hello.morning' : hour >= 12 && hour < 20 ? 'hello.day' : 'hello.night',
  );
  showBalances($('purse'), page.room?.me?.credits ?? null, page.room?.me?.demo ?? true);
  $('past').hidden = !page.room?.me;
  $('count').textContent = page.room
    ? joinList([
        plural('room.games', page.room.games.length),
        plural('lobby.tables', page.room.tables.filter(x => x.open).length),
      ])
    : '';
  fieldById('q').placeholder = t('room.find.short');
  $('find').innerHTML = Object.keys(FILTERS)
    .map(
      f =>
        `<a href="${addressOf({ filter: f })}" data-go data-f="${f}"${
          !view.game && !view.q && !view.family && f === view.filter ? ' aria-current="true"' : ''
        }>${t(f === 'all' ? 'room.every' : `filter.${f}`)}</a>`,
    )
    .join('');
  document.body.classList.toggle('single', Boolean(one || view.q));
  document.body.classList.toggle('one-game', Boolean(one));
  document.body.classList.toggle('drawn', Boolean(page.room) || page.failed);
  setHtml($('now'), page.room && !one && !view.q ? playingPanel() : '');
  $('told').textContent =
    view.q && page.searchResult?.q === view.q
      ? t('room.found', {
          games: page.searchResult.games.length,
          tables: page.searchResult.tables.length,
          rules: page.searchResult.clauses.length + (page.searchResult.more ?? 0),
        })
      : page.failed
        ? t('lobby.stale')
        : '';
  if (!page.room) {
    setMainHtml(
      `<p class="empty">${t(page.failed ? 'lobby.failed' : 'loading')}</p>${
        page.failed ? `<button type="button" class="ghost back" data-f="again">${t('lobby.again')}</button>` : ''
      }`,
    );
    return;
  }
  const stale = page.failed
    ? `<p class="stale"><span>${t('lobby.stale')}</span> <button type="button" class="ghost" data-f="again">${t('lobby.again')}</button></p>`
    : '';
  setMainHtml(stale + (view.q ? searchPage(view.q) : one ? onePage(one) : allGames(view)));
});

/** Show a view if it has changed; the focus stays on the same link. @param {string} html */
function setMainHtml(html) {
  const main = $('tables');
  if (main._html === html) return;
  const from = main.contains(document.activeElement) ? focusedElement() : null;
  const heldHref = from?.getAttribute('href');
  const listId = from?.closest('[data-roll]')?.dataset.roll;
  main._html = html;
  main.innerHTML = html;
  const again = listId
    ? main.querySelector(`[data-roll="${CSS.escape(listId)}"] .does :is(a, button)`)
    : heldHref
      ? main.querySelector(`[href="${CSS.escape(heldHref)}"]`)
      : null;
  again?.focus({ preventScroll: true });
}

async function load() {
  try {
    const { game } = readAddress();
    const [room] = await Promise.all([get('/api/lobby'), game ? loadIntro(game) : null]);
    await loadDrawings(room.tables).catch(() => null);
    page.room = room;
    for (const session of [...page.room.playing].reverse()) noteTable(session.at);
    page.failed = false;
  } catch {
    page.failed = true;
  }
  draw();
}

document.addEventListener('click', async e => {
  if (e.defaultPrevented || e.button || e.metaKey || e.ctrlKey || e.shiftKey) return;
  const law = hit(e, '[data-roll] [data-law]');
  if (law) {
    e.preventDefault();
    await toggleClause(law);
    $('tables')._html = '';
    draw();
    return;
  }
  if (hit(e, '[data-f=again]')) {
    load();
    return;
  }
  const star = hit(e, '[data-like]');
  if (star?.dataset.like) {
    star.setAttribute('aria-pressed', String(toggleLiked(star.dataset.like)));
    $('tables')._html = '';
    return;
  }
  const inside = hit(e, 'a[data-go], a.game, .family h2 a, a.seat[href^="./"]');
  const out = inside ? null : hit(e, 'a.go, a.seat, a.learn, .also a');
  if (out?.dataset.table) noteTable(out.dataset.table);
  const listButton = hit(e, '[data-list]');
  const requestButton = hit(e, '[data-ask]');
  if (inside) {
    e.preventDefault();
    fieldById('q').value = '';
    goTo(inside.getAttribute('href') ?? '');
    return;
  }
  if (listButton || requestButton) {
    if (!page.room.me) await ensureSession(lang()).catch(() => null);
    if (listButton) await sendListAct(listButton);
    else if (requestButton) await sendRequest(requestButton);
    await load();
    return;
  }
  if (out && !page.room?.me) {
    e.preventDefault();
    await ensureSession(lang()).catch(() => null);
    location.href = /** @type {HTMLAnchorElement} */ (out).href;
  }
});
$('q').addEventListener('input', () => {
  clearTimeout(page.timer);
  const q = fieldById('q').value.trim();
  const before = readAddress().q;
  page.timer = setTimeout(() => goTo(q ? addressOf({ q }) : './', Boolean(before) || !q), 120);
});
$('q')
  .closest('form')
  ?.addEventListener('submit', e => {
    e.preventDefault();
    document.querySelector('#tables :is(a.game, a.go, summary)')?.focus();
  });
document.addEventListener('keydown', e => {
  if (e.key === '/' && !hit(e, 'input, textarea')) {
    e.preventDefault();
    $('q').focus();
  }
  if (e.key === 'Escape' && e.target === $('q') && fieldById('q').value) {
    e.preventDefault();
    fieldById('q').value = '';
    goTo('./', true);
  }
});
addEventListener('popstate', showView);
onLanguageChange(() => {
  $('tables')._html = '';
  draw();
  if (page.searchResult) search(page.searchResult.q);
});
showView();
load();
setInterval(() => {
  if (!document.hidden) load();
}, 5000);
