// One clause of a regulation: its line in the list, and its details when opened.

import { get } from '../core/api.js';
import { clock, colon, gameName, inCoin, lang, topic } from '../core/i18n.js';
import { percent } from '../odds/words.js';
import { items } from '../record/narration.js';
import { bookOf, esc } from '../core/text.js';

const { w, has } = topic('book');
const SHOWN = 8;

/** A clause in the text, as a link to it. @param {string} ref */
export const cite = ref => `<a class="law" href="${bookOf(ref)}" data-go="${esc(ref)}">${esc(ref.startsWith('ir/') ? `IR ${ref.slice(3)}` : ref.split('/').pop())}</a>`;

/** A clause in the list: it opens in place. @param {any} row @param {boolean} [far] whether it stands among those of other sections */
export function line(row, far = false) {
  const section = row.id.split('/').slice(0, 2).join('/');
  return `<details class="clause s-${row.state}" id="${far ? '' : esc(row.rule)}" data-clause="${esc(row.id)}"><summary><span class="ref">§ ${esc(row.rule)}</span><span class="txt" lang="en">${far ? `<small>${esc(section)}</small> ` : ''}${esc(row.text)}</span><span class="state" title="${w(`state.${row.state}`)}"><span class="sr">${w(`state.${row.state}`)}</span></span></summary><div class="all"></div></details>`;
}

const block = (key, html) => html ? `<section class="part"><h3>${w(key)}</h3>${html}</section>` : '';
const more = (list, one) => `<ul class="names">${list.slice(0, SHOWN).map(one).join('')}</ul>${list.length > SHOWN ? `<details class="rest"><summary>+ ${list.length - SHOWN}</summary><ul class="names">${list.slice(SHOWN).map(one).join('')}</ul></details>` : ''}`;

/** An interpretation: question, readings, ours, why. @param {any} i @param {boolean} [open] */
export function reading(i, open = false) {
  const p = (key, text) => text ? `<h4>${w(key)}</h4><p>${esc(text)}</p>` : '';
  return `<details class="reading"${open ? ' open' : ''}><summary><span class="ref">IR ${i.n}</span> <span lang="en">${esc(i.title)}</span></summary><div lang="en">${p('question', i.question)}<h4>${w('readings')}</h4><ol>${i.readings.map(r => `<li>${esc(r)}</li>`).join('')}</ol>${p('ours', i.ours)}${p('why', i.why)}${p('changes', i.changes)}<h4>${w('clauses')}</h4><p>${i.clauses.map(cite).join(' ')}</p></div></details>`;
}

/** All that is known of a clause. @param {any} x @param {boolean} me whether a player asks @param {boolean} staff */
export function whole(x, me, staff) {
  const out = x.outside, kept = x.clauses ? '' : `<p class="stands"><span class="dot s-${x.state}"></span>${w(`state.${x.state}`)}${out ? `: ${esc(has(`why.${out.reason}`) ? w(`why.${out.reason}`) : out.meaning)}${out.interpretation ? ` (${esc(w('under', { n: out.interpretation }))})` : ''}` : ''} <small>${esc(w('kinds', { kind: has(`kind.${x.kind}`) ? w(`kind.${x.kind}`) : x.kind }))}</small></p>`;
  const code = x.cited.length ? more(x.cited, c => `<li><code>${esc(c.module)}</code> <b><code>${esc(c.name)}</code></b></li>`) : `<p class="given">${w('code.none')}</p>`;
  const tests = x.tests.length ? more(x.tests, name => { const [file, ...rest] = name.split('::'); return `<li><code>${esc(file)}</code> <b><code>${esc(rest.join('::'))}</code></b></li>`; }) : '';
  const rounds = x.rounds.length ? more(x.rounds, r => `<li><button type="button" class="plain" data-round="${esc(r.name)}" aria-expanded="false"><span lang="en">${esc(r.title)}</span> <code>${esc(r.name)}</code></button></li>`) : x.clauses ? '' : `<p class="given">${w('rounds.none')}</p>`;
  const options = x.options?.length ? `<div class="worth" data-worth="${esc(x.id)}"><p class="links">${x.options.map(o => `<code>${esc(o.option)}</code> ${esc(gameName(o))}`).join(' · ')} <button type="button" class="ghost" data-price="${esc(x.id)}">${w('options.ask')}</button></p></div>` : '';
  const coups = `${me ? `<p class="links"><button type="button" class="ghost" data-applied="${esc(x.id)}">${w('applied')}</button></p><div class="coup" role="status"></div>` : ''}${staff ? `<p class="links"><button type="button" class="ghost" data-house="${esc(x.id)}">${w('applied.house')}</button></p><div class="coups" role="status"></div>` : ''}`;
  return `${kept}${x.note ? block('note', `<p lang="en">${esc(x.note)}</p>`) : ''}${x.clauses ? '' : block('reads', (x.interpretations ?? []).map(i => reading(i)).join(''))}${block('options', options)}<div class="cols">${block('code', code)}${block('tests', tests)}</div>${block('rounds', rounds)}${coups}${x.clauses ? '' : `<p class="given"><a href="${bookOf(x.id)}">${w('link')}</a></p>`}`;
}

/** Put what its options cost below a clause, asking until all of them are counted. @param {HTMLElement} box @param {string} id */
export async function price(box, id) {
  const told = await get(`/api/worth?${new URLSearchParams({ clause: id })}`);
  const one = o => !o.priced ? `<li><code>${esc(o.option)}</code> ${colon(esc(gameName(o)), w('options.unpriced'))}</li>` : !o.bets ? `<li><code>${esc(o.option)}</code> ${colon(esc(gameName(o)), w('options.counting'))}</li>` : o.bets.length ? o.bets.map(b => `<li>${colon(esc(gameName(o)), esc(w('options.row', { option: o.option, value: String(b.value), bet: b.names[lang()] ?? b.names.pt ?? b.bet, change: '\u0001' })).replace('\u0001', `<b class="${b.change < 0 ? 'up' : 'down'}">${percent(b.change, 4, true)}</b>`))}${b.lawful ? '' : ` <small>${w('options.leave')}</small>`}</li>`).join('') : `<li><code>${esc(o.option)}</code> ${colon(esc(gameName(o)), w('options.same'))}</li>`;
  box.innerHTML = `<ul class="costs" role="status">${told.options.map(one).join('')}</ul><p class="given">${esc(w('options.say'))}</p>`;
  if (told.counting && box.isConnected) setTimeout(() => price(box, id).catch(() => {}), 2000);
}

/** The steps of a coup under a clause, told in the words of its table. */
async function coup(x) {
  const base = String(x.table).split('~')[0], table = await get(`/api/tables/${encodeURIComponent(base)}`).catch(() => null);
  const steps = table ? `<ol class="story">${inCoin(table.currency, () => items(table, x.steps))}</ol>` : '';
  return `<article class="panel"><h4>${esc(gameName({ names: x.names, game: x.game }))} · ${esc(w('applied.coup', { n: x.no }))} <small>${esc(clock(x.at / 1000))} · ${esc(table?.name ?? base)}</small></h4>${steps}${x.more ? `<p class="given">${esc(w('applied.more', { n: x.more }))}</p>` : ''}<p class="links"><a class="ghost" href="receipt.html?coup=${encodeURIComponent(x.id)}">${w('receipt')}</a></p></article>`;
}

/** My last coup under a clause. @param {HTMLElement} box @param {string} id */
export async function mine(box, id) {
  const told = await get(`/api/me/applied?${new URLSearchParams({ clause: id })}`);
  box.innerHTML = told.coup ? `${await coup(told.coup)}<p class="given">${esc(w('applied.looked', { n: told.looked, most: told.most }))}</p>` : `<p class="given">${esc(w('applied.none', { n: told.looked }))}</p>`;
}

/** The house's last coups under a clause, for who may read its journal. @param {HTMLElement} box @param {string} id */
export async function ours(box, id) {
  const told = await get(`/api/staff/applied?${new URLSearchParams({ clause: id })}`);
  box.innerHTML = `${(await Promise.all(told.coups.map(coup))).join('')}<p class="given">${esc(w('applied.house.looked', { n: told.looked }))}</p>`;
}

/** Open a golden coup below its name, or close it. @param {HTMLButtonElement} button */
export async function round(button) {
  const open = button.getAttribute('aria-expanded') === 'true', next = button.nextElementSibling;
  button.setAttribute('aria-expanded', String(!open));
  if (next) { next.hidden = open; return; }
  const told = await get(`/api/rounds/${button.dataset.round.split('/').map(encodeURIComponent).join('/')}`);
  button.insertAdjacentHTML('afterend', `<pre class="round" lang="en" tabindex="0">${esc(told.text)}</pre>`);
}
