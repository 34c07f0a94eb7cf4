// One clause of a regulation: its row in the list, and its details when opened.

import { get } from '../core/api.js';
import { formatTime, joinWithColon, gameName, inCurrency, lang, wordGroup } from '../core/i18n.js';
import { formatPercent } from '../odds/words.js';
import { eventItems } from '../record/narration.js';
import { lawPageUrl, esc } from '../core/text.js';

const { w, has } = wordGroup('book');
const LISTED_AT_ONCE = 8;

/** A link to a clause. @param {string} ref */
export const clauseLink = ref => `<a class="law" href="${lawPageUrl(ref)}" data-go="${esc(ref)}">${esc(ref.startsWith('ir/') ? `IR ${ref.slice(3)}` : ref.split('/').pop())}</a>`;

/** A row of the list, which opens in place. @param {any} row @param {boolean} [otherSections] whether the list has clauses of other sections too */
export function clauseRow(row, otherSections = false) {
  const section = row.id.split('/').slice(0, 2).join('/');
  return `<details class="clause s-${row.state}" id="${otherSections ? '' : esc(row.rule)}" data-clause="${esc(row.id)}"><summary><span class="ref">§ ${esc(row.rule)}</span><span class="txt" lang="en">${otherSections ? `<small>${esc(section)}</small> ` : ''}${esc(row.text)}</span><span class="state" title="${w(`state.${row.state}`)}"><span class="sr">${w(`state.${row.state}`)}</span></span></summary><div class="all"></div></details>`;
}

const renderBlock = (key, html) => html ? `<section class="part"><h3>${w(key)}</h3>${html}</section>` : '';
const collapsibleList = (list, itemHtml) => `<ul class="names">${list.slice(0, LISTED_AT_ONCE).map(itemHtml).join('')}</ul>${list.length > LISTED_AT_ONCE ? `<details class="rest"><summary>+ ${list.length - LISTED_AT_ONCE}</summary><ul class="names">${list.slice(LISTED_AT_ONCE).map(itemHtml).join('')}</ul></details>` : ''}`;

/** An interpretation: question, readings, ours, why. @param {any} i @param {boolean} [open] */
export function renderInterpretation(i, open = false) {
  const p = (key, text) => text ? `<h4>${w(key)}</h4><p>${esc(text)}</p>` : '';
  return `<details class="reading"${open ? ' open' : ''}><summary><span class="ref">IR ${i.n}</span> <span lang="en">${esc(i.title)}</span></summary><div lang="en">${p('question', i.question)}<h4>${w('readings')}</h4><ol>${i.readings.map(r => `<li>${esc(r)}</li>`).join('')}</ol>${p('ours', i.ours)}${p('why', i.why)}${p('changes', i.changes)}<h4>${w('clauses')}</h4><p>${i.clauses.map(clauseLink).join(' ')}</p></div></details>`;
}

/** Everything that is known about a clause. @param {any} x @param {boolean} me whether a player asks @param {boolean} staff */
export function clauseDetails(x, me, staff) {
  const out = x.outside, stateHtml = x.clauses ? '' : `<p class="stands"><span class="dot s-${x.state}"></span>${w(`state.${x.state}`)}${out ? `: ${esc(has(`why.${out.reason}`) ? w(`why.${out.reason}`) : out.meaning)}${out.interpretation ? ` (${esc(w('under', { n: out.interpretation }))})` : ''}` : ''} <small>${esc(w('kinds', { kind: has(`kind.${x.kind}`) ? w(`kind.${x.kind}`) : x.kind }))}</small></p>`;
  const code = x.cited.length ? collapsibleList(x.cited, c => `<li><code>${esc(c.module)}</code> <b><code>${esc(c.name)}</code></b></li>`) : `<p class="given">${w('code.none')}</p>`;
  const tests = x.tests.length ? collapsibleList(x.tests, name => { const [file, ...rest] = name.split('::'); return `<li><code>${esc(file)}</code> <b><code>${esc(rest.join('::'))}</code></b></li>`; }) : '';
  const rounds = x.rounds.length ? collapsibleList(x.rounds, r => `<li><button type="button" class="plain" data-round="${esc(r.name)}" aria-expanded="false"><span lang="en">${esc(r.title)}</span> <code>${esc(r.name)}</code></button></li>`) : x.clauses ? '' : `<p class="given">${w('rounds.none')}</p>`;
  const options = x.options?.length ? `<div class="worth" data-worth="${esc(x.id)}"><p class="links">${x.options.map(o => `<code>${esc(o.option)}</code> ${esc(gameName(o))}`).join(' · ')} <button type="button" class="ghost" data-price="${esc(x.id)}">${w('options.ask')}</button></p></div>` : '';
  const coups = `${me ? `<p class="links"><button type="button" class="ghost" data-applied="${esc(x.id)}">${w('applied')}</button></p><div class="coup" role="status"></div>` : ''}${staff ? `<p class="links"><button type="button" class="ghost" data-house="${esc(x.id)}">${w('applied.house')}</button></p><div class="coups" role="status"></div>` : ''}`;
  return `${stateHtml}${x.note ? renderBlock('note', `<p lang="en">${esc(x.note)}</p>`) : ''}${x.clauses ? '' : renderBlock('reads', (x.interpretations ?? []).map(i => renderInterpretation(i)).join(''))}${renderBlock('options', options)}<div class="cols">${renderBlock('code', code)}${renderBlock('tests', tests)}</div>${renderBlock('rounds', rounds)}${coups}${x.clauses ? '' : `<p class="given"><a href="${lawPageUrl(x.id)}">${w('link')}</a></p>`}`;
}

/** Show what the options of a clause cost; ask again until all are computed. @param {HTMLElement} box @param {string} id */
export async function loadPrices(box, id) {
  const prices = await get(`/api/worth?${new URLSearchParams({ clause: id })}`);
  const optionHtml = o => !o.priced ? `<li><code>${esc(o.option)}</code> ${joinWithColon(esc(gameName(o)), w('options.unpriced'))}</li>` : !o.bets ? `<li><code>${esc(o.option)}</code> ${joinWithColon(esc(gameName(o)), w('options.counting'))}</li>` : o.bets.length ? o.bets.map(b => `<li>${joinWithColon(esc(gameName(o)), esc(w('options.row', { option: o.option, value: String(b.value), bet: b.names[lang()] ?? b.names.pt ?? b.bet, change: '\u0001' })).replace('\u0001', `<b class="${b.change < 0 ? 'up' : 'down'}">${formatPercent(b.change, 4, true)}</b>`))}${b.lawful ? '' : ` <small>${w('options.leave')}</small>`}</li>`).join('') : `<li><code>${esc(o.option)}</code> ${joinWithColon(esc(gameName(o)), w('options.same'))}</li>`;
  box.innerHTML = `<ul class="costs" role="status">${prices.options.map(optionHtml).join('')}</ul><p class="given">${esc(w('options.say'))}</p>`;
  if (prices.counting && box.isConnected) setTimeout(() => loadPrices(box, id).catch(() => {}), 2000);
}

/** The steps of a coup under a clause, in the words of its table. */
async function coupArticle(x) {
  const base = String(x.table).split('~')[0], table = await get(`/api/tables/${encodeURIComponent(base)}`).catch(() => null);
  const steps = table ? `<ol class="story">${inCurrency(table.currency, () => eventItems(table, x.steps))}</ol>` : '';
  return `<article class="panel"><h4>${esc(gameName({ names: x.names, game: x.game }))} · ${esc(w('applied.coup', { n: x.no }))} <small>${esc(formatTime(x.at / 1000))} · ${esc(table?.name ?? base)}</small></h4>${steps}${x.more ? `<p class="given">${esc(w('applied.more', { n: x.more }))}</p>` : ''}<p class="links"><a class="ghost" href="receipt.html?coup=${encodeURIComponent(x.id)}">${w('receipt')}</a></p></article>`;
}

/** Show my last coup under a clause. @param {HTMLElement} box @param {string} id */
export async function loadMyCoup(box, id) {
  const answer = await get(`/api/me/applied?${new URLSearchParams({ clause: id })}`);
  box.innerHTML = answer.coup ? `${await coupArticle(answer.coup)}<p class="given">${esc(w('applied.looked', { n: answer.looked, most: answer.most }))}</p>` : `<p class="given">${esc(w('applied.none', { n: answer.looked }))}</p>`;
}

/** Show the house's last coups under a clause, for staff who may read its journal. @param {HTMLElement} box @param {string} id */
export async function loadHouseCoups(box, id) {
  const answer = await get(`/api/staff/applied?${new URLSearchParams({ clause: id })}`);
  box.innerHTML = `${(await Promise.all(answer.coups.map(coupArticle))).join('')}<p class="given">${esc(w('applied.house.looked', { n: answer.looked }))}</p>`;
}

/** Open a golden round below its name, or close it. @param {HTMLButtonElement} button */
export async function toggleRound(button) {
  const open = button.getAttribute('aria-expanded') === 'true', next = button.nextElementSibling;
  button.setAttribute('aria-expanded', String(!open));
  if (next) { next.hidden = open; return; }
  const answer = await get(`/api/rounds/${button.dataset.round.split('/').map(encodeURIComponent).join('/')}`);
  button.insertAdjacentHTML('afterend', `<pre class="round" lang="en" tabindex="0">${esc(answer.text)}</pre>`);
}
