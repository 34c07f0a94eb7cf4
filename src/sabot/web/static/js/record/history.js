// All coups of a player over all games and machines: by game, by day, by session; each opens to its receipt.

import { fieldOf, byId as $, find, hit } from '../core/dom.js';
import { asRefusal, get, post } from '../core/api.js';
import { drawTileBand, setUpHeader, showBalances } from '../core/header.js';
import {
  formatSum,
  joinWithColon,
  formatDay as dayOf,
  inCurrency,
  fillLabels,
  lang,
  joinList,
  locale,
  plural,
  onLanguageChange,
  netClass,
  formatNet,
  t,
} from '../core/i18n.js';
import { spotName } from './names.js';
import { esc, capitalise, clauseLink } from '../core/text.js';

const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
const RESULTS_SHOWN = 4; // results of a coup that fit on its line
/** Who I am: null before the house has said it, false for nobody. @type {House.PlayerAccount | null | false} */
let me = null;
/** @type {House.SessionLine[]} */
let sessions = [];
/** @type {House.Page[]} */
let pages = [];
let failed = '';
let requestNumber = 0;

setUpHeader(find(document, '.top'));
drawTileBand($('frieze'));

const readAddress = () => {
  const p = new URLSearchParams(location.search);
  return { game: p.get('game') ?? '', day: p.get('day') ?? '', session: p.get('session') ?? '' };
};
/** @param {Record<string, string>} facts */
const addressOf = facts => {
  const p = new URLSearchParams(Object.entries(facts).filter(([, v]) => v));
  return p.size ? `history.html?${p}` : 'history.html';
};
/** @returns {Record<string, House.PlayedGame>} */
const gamesById = () => Object.assign({}, ...pages.map(p => p.games));
/** @returns {Record<string, string>} */
const tableNames = () => Object.assign({}, ...pages.map(p => p.tables));
/** @param {string} id */
const baseTable = id => String(id).split('~')[0];
/** @param {number} at */
const formatHour = at => new Date(at * 1000).toLocaleTimeString(locale(), { timeStyle: 'short', timeZone: ZONE });
/** @param {number} at */
const formatStamp = at =>
  new Date(at * 1000).toLocaleString(locale(), { dateStyle: 'short', timeStyle: 'short', timeZone: ZONE });
/** @param {number} at */
const isoDay = at => new Date(at * 1000).toLocaleDateString('sv-SE', { timeZone: ZONE });
/** @param {string} currency @param {number} cents */
const inOwnCurrency = (currency, cents, how = formatSum) => inCurrency(currency, () => how(cents));
/** @param {string} currency @param {number} cents */
const netHtml = (currency, cents) =>
  `<b class="${netClass(cents)}">${cents ? esc(inOwnCurrency(currency, cents, c => formatNet(c))) : '='}</b>`;
/** @param {{names: Record<string, string>} | undefined} g */
const gameTitle = g => g?.names?.[lang()] ?? g?.names?.pt ?? '';

// ---- one line -------------------------------------------------------------------------------------------

/**
 * The name of a spot. Rows have no layout, so this makes one with the single spot.
 * @param {House.PlayedGame|undefined} game
 * @param {string} spot
 */
const spotOf = (game, spot) => spotName({ words: game?.words, felt: { shape: 'layout', zones: [{ spot }] } }, spot);

/**
 * The result of one hand or one bet, in the game's words.
 * @param {House.PlayedGame|undefined} game
 * @param {House.Open} r
 */
function resultText(game, r) {
  if (r.bet !== undefined) return t('hist.machine', { bet: formatSum(r.bet), prize: formatSum(r.prize ?? 0) });
  /** @param {string} key */
  const word = key => game?.words?.[lang()]?.[key] ?? game?.words?.pt?.[key] ?? '';
  const spot = String(r.hand).includes('/')
    ? spotOf(game, r.hand.slice(r.hand.indexOf('/') + 1))
    : /^\d/.test(r.hand)
      ? ''
      : word(r.hand) || word(`bet.${r.hand}`) || r.hand;
  const how =
    word(`result.${r.result}`) || (['won', 'lost'].includes(r.result) ? t(`hist.fate-${r.result}`) : r.result);
  const made = r.category ? word(`category.${r.category}`) : '';
  return joinWithColon(spot, joinList([made, how]));
}

/** @param {House.PlayedGame|undefined} game @param {House.PageCoup} c */
function resultsText(game, c) {
  const all = (c.results ?? []).map(r => capitalise(resultText(game, r))).filter(Boolean);
  return all.length
    ? `${all.slice(0, RESULTS_SHOWN).map(esc).join(' · ')}${
        all.length > RESULTS_SHOWN ? ` · ${esc(t('hist.others', { n: all.length - RESULTS_SHOWN }))}` : ''
      }`
    : '';
}

/** @param {House.PageCoup} c */
function coupRow(c) {
  const game = gamesById()[c.game ?? ''];
  return inCurrency(
    c.currency,
    () =>
      `<li><a href="receipt.html?coup=${encodeURIComponent(c.id)}" aria-label="${esc(
        `${gameTitle(game) || c.game}, ${tableNames()[baseTable(c.table)] ?? c.table}, ${t('hist.receipt', { n: c.no })}, ${c.net ? formatNet(c.net) : '='}`,
      )}"><time datetime="${new Date(c.ended * 1000).toISOString()}">${esc(formatHour(c.ended))}</time><span class="game"><b>${esc(gameTitle(game) || c.game)}</b><small>${esc(
        tableNames()[baseTable(c.table)] ?? c.table,
      )} · ${esc(t('coup.n', { n: c.no }))}</small></span><span class="res">${resultsText(game, c)}</span><span class="sum staked"><small>${t('hist.staked')}</small>${c.staked ? esc(formatSum(c.staked)) : '–'}</span><span class="sum won"><small>${t('hist.won')}</small>${c.staked || c.won ? esc(formatSum(c.won)) : '–'}</span><span class="sum net"><small>${t('hist.net')}</small>${netHtml(c.currency, c.net)}</span></a></li>`,
  );
}

/** The sums of a day, one row for each currency. @param {House.Day['sums']} sums @param {string} text */
const dayTotal = (sums, text) =>
  Object.entries(sums)
    .map(
      ([currency, s]) =>
        `<p class="total"><span>${esc(text)} · ${esc(plural('hist.coups', s.coups))}</span><span class="sum"><small>${t('hist.staked')}</small>${esc(inOwnCurrency(currency, s.staked))}</span><span class="sum"><small>${t('hist.won')}</small>${esc(inOwnCurrency(currency, s.won))}</span><span class="sum net"><small>${t('hist.net')}</small>${netHtml(currency, s.net)}</span></p>`,
    )
    .join('');

/** A session according to the books. @param {House.SessionLine} s */
function sessionPanel(s) {
  return inCurrency(
    s.currency,
    () =>
      `<section class="panel of"><h2>${esc(s.name)}</h2><p class="sub">${esc(formatStamp(s.started))} – ${
        s.ended ? esc(formatStamp(s.ended)) : esc(t('hist.open'))
      }</p><dl><div><dt>${t('coups')}</dt><dd>${s.coups}</dd></div><div><dt>${t('hist.staked')}</dt><dd>${esc(formatSum(s.staked))}</dd></div><div><dt>${t('hist.won')}</dt><dd>${esc(formatSum(s.won))}</dd></div>${
        s.held ? `<div><dt>${t('hist.held')}</dt><dd>${esc(formatSum(s.held))}</dd></div>` : ''
      }${Object.entries({ brought: s.brought, taken: s.taken, given: s.given })
        .map(([key, v]) => (v ? `<div><dt>${esc(t(`session.${key}`))}</dt><dd>${esc(formatSum(v))}</dd></div>` : ''))
        .join(
          '',
        )}<div><dt>${t('hist.net')}</dt><dd>${netHtml(s.currency, s.net)}</dd></div></dl>${clauseLink(s.law)}</section>`,
  );
}

// ---- the page -------------------------------------------------------------------------------------------

function drawForm() {
  const view = readAddress();
  const played = [...new Set(sessions.map(s => s.game))];
  const all = gamesById();
  /** @param {string} id */
  const title = id => gameTitle(all[id]) || sessions.find(s => s.game === id)?.names?.[lang()] || id;
  /** @param {string} value @param {string} text @param {boolean} on */
  const option = (value, text, on) => `<option value="${esc(value)}"${on ? ' selected' : ''}>${esc(text)}</option>`;
  $('ask').innerHTML =
    `<label>${t('hist.game')}<select name="game">${option('', t('hist.all-games'), !view.game)}${played
      .map(id => option(id, title(id), id === view.game))
      .join('')}</select></label>
    <label>${t('hist.session')}<select name="session">${option('', t('hist.all-sessions'), !view.session)}${sessions
      .map(s =>
        option(
          s.id,
          `${s.name}, ${formatStamp(s.started)}${s.ended ? '' : `, ${t('hist.open')}`}`,
          s.id === view.session,
        ),
      )
      .join('')}</select></label>
    <label>${t('hist.day')}<input type="date" name="day" value="${esc(view.day)}" max="${isoDay(Date.now() / 1000)}"></label>${
      view.game || view.day || view.session ? `<a class="ghost" href="history.html" data-go>${t('hist.clear')}</a>` : ''
    }`;
}

function draw() {
  fillLabels(document);
  document.title = `Sabot · ${t('hist.title')}`;
  $('who').textContent = me ? me.name : '';
  showBalances($('purse'), me ? me.credits : null, me ? me.demo : true);
  $('out').hidden = !me;
  $('zone').textContent = me ? t('hist.zone', { zone: ZONE }) : '';
  drawForm();
  const list = $('list');
  const view = readAddress();
  const filtered = view.game || view.day || view.session;
  if (failed) {
    list.innerHTML = `<p class="empty">${esc(failed)}</p><button type="button" class="ghost" data-again>${t('lobby.again')}</button>`;
    return;
  }
  if (me === false) {
    list.innerHTML = `<p class="empty">${t('hist.guest')}</p><a class="go first" href="./">${t('lobby')}</a>`;
    return;
  }
  if (!pages.length) {
    list.innerHTML = `<p class="empty">${t('loading')}</p>`;
    return;
  }
  const coups = pages.flatMap(p => p.coups);
  const sums = Object.assign({}, ...pages.map(p => Object.fromEntries(p.days.map(d => [d.day, d.sums]))));
  if (!coups.length) {
    list.innerHTML = `${
      pages[0].session ? sessionPanel(pages[0].session) : ''
    }<p class="empty">${t(filtered ? 'hist.nothing' : 'hist.none')}</p>${
      filtered ? '' : `<a class="go first" href="./">${t('lobby')}</a>`
    }`;
    return;
  }
  const days = Map.groupBy
    ? Map.groupBy(coups, c => isoDay(c.ended))
    : coups.reduce((m, c) => m.set(isoDay(c.ended), [...(m.get(isoDay(c.ended)) ?? []), c]), new Map());
  const sections = [...days].map(
    ([day, all]) =>
      `<section class="day"><h2><a href="${addressOf({ ...view, day })}" data-go>${esc(dayOf(day))}</a></h2>${dayTotal(
        sums[day] ?? {},
        t(view.game || view.session ? 'hist.of-day-game' : 'hist.of-day'),
      )}<ol>${all.map(coupRow).join('')}</ol></section>`,
  );
  const next = pages[pages.length - 1].next;
  list.innerHTML = `${pages[0].session ? sessionPanel(pages[0].session) : ''}${sections.join('')}${
    next ? `<button type="button" class="ghost more" data-more>${t('hist.more')}</button>` : ''
  }<p class="law-line">${clauseLink(pages[0].law)}</p>`;
}

async function load(more = false) {
  const number = ++requestNumber;
  const view = readAddress();
  if (!more) {
    pages = [];
    failed = '';
    draw();
  }
  try {
    me ??= (await get('/api/session')) ?? false;
    if (me) {
      if (!sessions.length) sessions = await get('/api/me/sessions');
      const p = new URLSearchParams({
        ...Object.fromEntries(Object.entries(view).filter(([, v]) => v)),
        zone: ZONE,
        limit: '50',
        ...(more ? { before: String(pages[pages.length - 1].next) } : {}),
      });
      const page = await get(`/api/me/history?${p}`);
      if (number !== requestNumber) return;
      pages = more ? [...pages, page] : [page];
    }
  } catch (thrown) {
    const problem = asRefusal(thrown);
    if (number === requestNumber)
      failed = problem.code === 'net' || !problem.message ? t('hist.failed') : problem.message;
  }
  const scrollTop = scrollY;
  draw();
  if (more) scrollTo(0, scrollTop);
}

/** @param {string} href */
const goTo = href => {
  history.pushState(null, '', href);
  load();
};
$('ask').addEventListener('change', e => {
  const f = new FormData(/** @type {HTMLFormElement} */ ($('ask')));
  const facts = Object.fromEntries([...f].map(([key, v]) => [key, String(v)]));
  if (fieldOf(e).name === 'session' && facts.session) facts.game = facts.day = '';
  if (fieldOf(e).name === 'game') facts.session = '';
  goTo(addressOf(facts));
});
$('ask').addEventListener('submit', e => e.preventDefault());
document.addEventListener('click', e => {
  if (e.button || e.metaKey || e.ctrlKey) return;
  const inside = hit(e, '[data-go]');
  if (inside) {
    e.preventDefault();
    goTo(inside.getAttribute('href') ?? '');
  }
  if (hit(e, '[data-more]')) load(true);
  if (hit(e, '[data-again]')) {
    me ||= null;
    load();
  }
});
document.addEventListener('click', async e => {
  const out = hit(e, '[data-out]');
  if (!out) return;
  try {
    await post('/api/session/end', { everywhere: out.dataset.out === 'all' });
    location.assign('./');
  } catch (thrown) {
    const problem = asRefusal(thrown);
    $('out-said').textContent = problem.message;
  }
});
addEventListener('popstate', () => load());
onLanguageChange(draw);
load();
