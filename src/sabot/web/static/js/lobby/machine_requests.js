// Machines of one type in the lobby: asking for one when none is free, and being asked to give one up (12).

import { get, post } from '../core/api.js';
import { cash, topic } from '../core/i18n.js';
import { esc, tag } from '../core/text.js';

const { w: say, has } = topic('ask');
const address = id => `table.html?id=${encodeURIComponent(id)}`;
const answers = new Map();

/** The types of machines of which something is to be said: none is free, or somebody waits. @returns {Promise<any[]>} */
export const asks = async () => (await get('/api/machines').catch(() => [])).filter(x => !x.free || x.waiting);

/** @param {any} x one type */
export function askCard(x) {
  const { you } = x, said = answers.get(x.id), one = x.machines[0], button = (act, text) => `<button type="button" class="ghost" data-ask="${esc(x.id)}" data-table="${esc(one.id)}" data-do="${act}">${esc(text)}</button>`;
  const mine = you.kept ? `<p class="say"><b>${esc(say('kept', { n: you.seconds }))}</b></p><div class="does">${x.machines.filter(y => y.free).slice(0, 3).map(y => `<a class="go first" href="${address(y.id)}">${esc(say('go', { name: y.name }))}</a>`).join('')}${button('leave', say('leave'))}</div>`
    : you.waits ? `<p class="say"><b>${esc(say('before', { n: you.before }))}</b></p><div class="does">${button('leave', say('leave'))}</div>`
    : you.asked ? `<p class="say"><b>${esc(say('asked', { n: you.seconds }))}</b></p><div class="does">${x.machines.filter(y => y.yours).map(y => `<a class="ghost" href="${address(y.id)}">${esc(say('go', { name: y.name }))}</a>`).join('')}</div>`
    : you.uses.length ? `<p class="say">${esc(say('own'))}</p>` : `<div class="does">${button('ask', say('ask'))}</div>`;
  return `<section class="roll${you.waits || you.asked ? ' has' : ''}" data-type="${esc(x.id)}"><div class="who"><p class="eyebrow">${esc(say('type'))} ${tag(x.law)}</p><h2>${esc(x.machines.map(y => y.name).join(', '))}</h2><p class="sub">${esc(cash(x.minimum))} – ${esc(cash(x.maximum))} · ${esc(x.free ? say('free', { n: x.free }) : say('none'))}${x.waiting ? ` · ${esc(say('wait', { n: x.waiting }))}` : ''}</p></div><div class="mine">${mine}${said ? `<p class="no" role="alert">${esc(said.text)} ${tag(said.law)}</p>` : ''}</div></section>`;
}

/** Do what a button says. @param {HTMLElement} b */
export async function askAct(b) {
  answers.delete(b.dataset.ask);
  try { await post(`/api/machines/${encodeURIComponent(b.dataset.table)}/${b.dataset.do}`); } catch (problem) {
    answers.set(b.dataset.ask, { text: say(has(`no.${problem.code}`) ? `no.${problem.code}` : 'no'), law: problem.law });
  }
}
