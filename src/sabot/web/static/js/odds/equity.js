// The poker equity page, for study. The house computes; tables never ask it.

import { get } from '../core/api.js';
import { head, frieze } from '../core/header.js';
import { card } from '../core/kit.js';
import { cardName, locale, onSpeak, topic } from '../core/i18n.js';
import { esc } from '../core/text.js';

const FIRST = { holdem: ['AsKs', 'QQ'], omaha: ['AsAhKsKh', 'JdTd9c8c'], synthetic: ['AsKs', 'QQ'] };
const MOST = 6;
const main = document.getElementById('equity'), asked = new URLSearchParams(location.search);
const { w } = topic('equity');
const percent = x => `${new Intl.NumberFormat(locale(), { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(100 * x)} %`;
const whole = n => new Intl.NumberFormat(locale()).format(n);
const s = { form: FIRST[asked.get('form')] ? asked.get('form') : 'holdem', hands: asked.getAll('hand').slice(0, MOST), board: asked.get('board') ?? '', dead: asked.get('dead') ?? '', found: null, wrong: '', busy: false };
if (s.hands.length < 2) s.hands = [...FIRST[s.form]];

head(document.querySelector('.top'));
frieze(document.getElementById('frieze'));

const field = (name, label, value, extra = '') => `<label>${esc(label)}<input type="text" name="${name}" value="${esc(value)}" autocomplete="off" autocapitalize="none" spellcheck="false" maxlength="200" ${extra}></label>`;

/** The cards of a hand that names them, else its words. @param {string} text */
function drawn(text) {
  const cards = /^([2-9TJQKA][shdc]){2,}$/i.test(text) ? text.match(/../g).map(c => c.toUpperCase()) : [];
  return cards.length ? cards.map(c => card(c, { compact: true, label: cardName(c) })).join('') : `<b>${esc(text)}</b>`;
}

function share(p, best) {
  const rows = [['win', percent(p.win)], ['tie', percent(p.tie)], ['hands', whole(p.hands)]];
  if (p.interval) rows.push(['interval', `${percent(p.interval[0])} – ${percent(p.interval[1])}`]);
  return `<article class="share${best ? ' best' : ''}"><header><div class="hand">${drawn(p.hand)}</div><b class="part"${best ? ` title="${esc(w('best'))}"` : ''}>${percent(p.equity)}</b></header>
    <div class="track" aria-hidden="true"><i class="win" style="width:${100 * p.win}%"></i><i class="tie" style="width:${100 * (p.equity - p.win)}%"></i></div>
    <dl>${rows.map(([key, text]) => `<div><dt>${w(key)}</dt><dd>${text}</dd></div>`).join('')}</dl></article>`;
}

function results() {
  if (s.wrong) return `<p class="wrong" role="alert">${esc(s.wrong)}</p>`;
  if (!s.found) return '';
  const top = Math.max(...s.found.players.map(p => p.equity));
  return `<div class="shares">${s.found.players.map(p => share(p, p.equity === top)).join('')}</div><p class="method">${w(s.found.exact ? 'exact' : 'sample', { n: whole(s.found.deals) })}</p>`;
}

function render() {
  document.title = `${w('title')} · Sabot`;
  for (const e of document.querySelectorAll('[data-e]')) e.textContent = w(e.dataset.e);
  main.innerHTML = `<form class="ask"><div><h1>${w('h1')}</h1><p>${w('say')}</p></div>
    <fieldset class="forms">${Object.keys(FIRST).map(f => `<label><input type="radio" name="form" value="${f}"${f === s.form ? ' checked' : ''}>${w(f)}</label>`).join('')}</fieldset>
    <div class="fields">${s.hands.map((h, n) => field(`hand${n}`, w('hand', { n: n + 1 }), h, `placeholder="${esc(w('hint'))}"`)).join('')}${field('board', w('board'), s.board, 'placeholder="2c7d9h"')}${field('dead', w('dead'), s.dead)}</div>
    <div class="does"><button class="go"${s.busy ? ' disabled' : ''}>${w(s.busy ? 'counting' : 'count')}</button>${s.hands.length < MOST ? `<button type="button" class="ghost" data-do="more">${w('more')}</button>` : ''}${s.hands.length > 2 ? `<button type="button" class="ghost" data-do="less">${w('less')}</button>` : ''}</div></form>
    <div id="told" aria-live="polite" aria-busy="${s.busy}">${results()}</div>`;
}

function read() {
  const form = new FormData(main.querySelector('form'));
  s.hands = s.hands.map((_, n) => String(form.get(`hand${n}`) ?? '').trim());
  s.board = String(form.get('board') ?? '').trim();
  s.dead = String(form.get('dead') ?? '').trim();
}

async function count() {
  read();
  const q = new URLSearchParams([['form', s.form], ...s.hands.filter(Boolean).map(h => ['hand', h]), ...(s.board ? [['board', s.board]] : []), ...(s.dead ? [['dead', s.dead]] : [])]);
  Object.assign(s, { busy: true, wrong: '', found: null });
  render();
  try {
    s.found = await get(`/api/equity?${q}`);
    history.replaceState(null, '', `?${q}`);
  } catch (error) {
    s.wrong = error.message;
  }
  s.busy = false;
  render();
  main.querySelector('.go').focus();
}

main.addEventListener('submit', e => { e.preventDefault(); count(); });
main.addEventListener('change', e => {
  if (!(e.target instanceof HTMLInputElement) || e.target.name !== 'form') return;
  read();
  const untouched = s.hands.join() === FIRST[s.form].join();
  s.form = e.target.value;
  if (untouched || s.form === 'omaha') s.hands = [...FIRST[s.form]];
  Object.assign(s, { found: null, wrong: '', board: '', dead: '' });
  render();
  main.querySelector(`[value=${s.form}]`).focus();
});
main.addEventListener('click', e => {
  const does = e.target.closest('[data-do]')?.dataset.do;
  if (!does) return;
  read();
  s.hands = does === 'more' ? [...s.hands, ''] : s.hands.slice(0, -1);
  s.found = null;
  render();
  main.querySelector(`[name=hand${s.hands.length - 1}]`).focus();
});
onSpeak(render);
render();
if (asked.has('hand')) count();
