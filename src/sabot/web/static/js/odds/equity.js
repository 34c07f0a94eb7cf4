// The poker equity page, for study. The house computes; table pages never use it.

import { byId, fieldOf, find, hit } from '../core/dom.js';
import { asRefusal, get } from '../core/api.js';
import { setUpHeader, drawTileBand } from '../core/header.js';
import { card } from '../core/kit.js';
import { cardName, locale, onLanguageChange, wordGroup } from '../core/i18n.js';
import { esc } from '../core/text.js';

/** @type {Record<string, string[]>} */
const FIRST_HANDS = { holdem: ['AsKs', 'QQ'], omaha: ['AsAhKsKh', 'JdTd9c8c'], synthetic: ['AsKs', 'QQ'] };
const MOST_HANDS = 6;
const main = byId('equity');
const query = new URLSearchParams(location.search);
const { w } = wordGroup('equity');
/** @param {number} x */
const formatPercent = x =>
  `${new Intl.NumberFormat(locale(), { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(100 * x)} %`;
/** @param {number} n */
const formatWhole = n => new Intl.NumberFormat(locale()).format(n);
const state = {
  form: FIRST_HANDS[query.get('form') ?? ''] ? (query.get('form') ?? '') : 'holdem',
  hands: query.getAll('hand').slice(0, MOST_HANDS),
  board: query.get('board') ?? '',
  dead: query.get('dead') ?? '',
  found: /** @type {House.Equities | null} */ (null),
  wrong: '',
  busy: false,
};
if (state.hands.length < 2) state.hands = [...FIRST_HANDS[state.form]];

setUpHeader(find(document, '.top'));
drawTileBand(byId('frieze'));

/** @param {string} name @param {string} label @param {string} value */
const inputField = (name, label, value, extra = '') =>
  `<label>${esc(label)}<input type="text" name="${name}" value="${esc(value)}" autocomplete="off" autocapitalize="none" spellcheck="false" maxlength="200" ${extra}></label>`;

/** A hand as cards if it names them, else as text. @param {string} text */
function drawnHand(text) {
  const cards = /^([2-9TJQKA][shdc]){2,}$/i.test(text) ? (text.match(/../g) ?? []).map(c => c.toUpperCase()) : [];
  return cards.length ? cards.map(c => card(c, { compact: true, label: cardName(c) })).join('') : `<b>${esc(text)}</b>`;
}

/** @param {House.HandEquity} p @param {boolean} best */
function shareArticle(p, best) {
  const rows = [
    ['win', formatPercent(p.win)],
    ['tie', formatPercent(p.tie)],
    ['hands', formatWhole(p.hands)],
  ];
  if (p.interval) rows.push(['interval', `${formatPercent(p.interval[0])} – ${formatPercent(p.interval[1])}`]);
  return `<article class="share${best ? ' best' : ''}"><header><div class="hand">${drawnHand(p.hand)}</div><b class="part"${best ? ` title="${esc(w('best'))}"` : ''}>${formatPercent(p.equity)}</b></header>
    <div class="track" aria-hidden="true"><i class="win" style="width:${100 * p.win}%"></i><i class="tie" style="width:${100 * (p.equity - p.win)}%"></i></div>
    <dl>${rows.map(([key, text]) => `<div><dt>${w(key)}</dt><dd>${text}</dd></div>`).join('')}</dl></article>`;
}

function resultsHtml() {
  if (state.wrong) return `<p class="wrong" role="alert">${esc(state.wrong)}</p>`;
  if (!state.found) return '';
  const top = Math.max(...state.found.players.map(p => p.equity));
  return `<div class="shares">${state.found.players
    .map(p => shareArticle(p, p.equity === top))
    .join('')}</div><p class="method">${w(state.found.exact ? 'exact' : 'sample', {
    n: formatWhole(state.found.deals),
  })}</p>`;
}

function render() {
  document.title = `${w('title')} · Sabot`;
  for (const e of document.querySelectorAll('[data-e]')) e.textContent = w(e.dataset.e ?? '');
  main.innerHTML = `<form class="ask"><div><h1>${w('h1')}</h1><p>${w('say')}</p></div>
    <fieldset class="forms">${Object.keys(FIRST_HANDS)
      .map(
        f => `<label><input type="radio" name="form" value="${f}"${f === state.form ? ' checked' : ''}>${w(f)}</label>`,
      )
      .join('')}</fieldset>
    <div class="fields">${state.hands
      .map((h, n) => inputField(`hand${n}`, w('hand', { n: n + 1 }), h, `placeholder="${esc(w('hint'))}"`))
      .join('')}${inputField(
      'board',
      w('board'),
      state.board,
      'placeholder="2c7d9h"',
    )}${inputField('dead', w('dead'), state.dead)}</div>
    <div class="does"><button class="go"${state.busy ? ' disabled' : ''}>${w(state.busy ? 'counting' : 'count')}</button>${
      state.hands.length < MOST_HANDS ? `<button type="button" class="ghost" data-do="more">${w('more')}</button>` : ''
    }${
      state.hands.length > 2 ? `<button type="button" class="ghost" data-do="less">${w('less')}</button>` : ''
    }</div></form>
    <div id="told" aria-live="polite" aria-busy="${state.busy}">${resultsHtml()}</div>`;
}

function readForm() {
  const form = new FormData(/** @type {HTMLFormElement} */ (find(main, 'form')));
  state.hands = state.hands.map((_, n) => String(form.get(`hand${n}`) ?? '').trim());
  state.board = String(form.get('board') ?? '').trim();
  state.dead = String(form.get('dead') ?? '').trim();
}

async function loadEquity() {
  readForm();
  const q = new URLSearchParams([
    ['form', state.form],
    ...state.hands.filter(Boolean).map(h => ['hand', h]),
    ...(state.board ? [['board', state.board]] : []),
    ...(state.dead ? [['dead', state.dead]] : []),
  ]);
  Object.assign(state, { busy: true, wrong: '', found: null });
  render();
  try {
    state.found = await get(`/api/equity?${q}`);
    history.replaceState(null, '', `?${q}`);
  } catch (thrown) {
    const error = asRefusal(thrown);
    state.wrong = error.message;
  }
  state.busy = false;
  render();
  find(main, '.go').focus();
}

main.addEventListener('submit', e => {
  e.preventDefault();
  loadEquity();
});
main.addEventListener('change', e => {
  if (!(e.target instanceof HTMLInputElement) || fieldOf(e).name !== 'form') return;
  readForm();
  const untouched = state.hands.join() === FIRST_HANDS[state.form].join();
  state.form = fieldOf(e).value;
  if (untouched || state.form === 'omaha') state.hands = [...FIRST_HANDS[state.form]];
  Object.assign(state, { found: null, wrong: '', board: '', dead: '' });
  render();
  find(main, `[value=${state.form}]`).focus();
});
main.addEventListener('click', e => {
  const does = hit(e, '[data-do]')?.dataset.do;
  if (!does) return;
  readForm();
  state.hands = does === 'more' ? [...state.hands, ''] : state.hands.slice(0, -1);
  state.found = null;
  render();
  find(main, `[name=hand${state.hands.length - 1}]`).focus();
});
onLanguageChange(render);
render();
if (query.has('hand')) loadEquity();
