// Machines of one type in the lobby: asking for one when none is free, and being asked to give one up (12).

import { asRefusal, get, post } from '../core/api.js';
import { formatSum, wordGroup } from '../core/i18n.js';
import { esc, clauseLink } from '../core/text.js';

const { w, has } = wordGroup('ask');
/** @param {string} id */
const tableUrl = id => `table.html?id=${encodeURIComponent(id)}`;
/** @type {Map<string | undefined, {text: string, law: string}>} */
const answers = new Map();

/** The types of machines of which none is free, or for which somebody waits. @returns {Promise<House.MachineType[]>} */
export const listRequests = async () => (await get('/api/machines').catch(() => [])).filter(x => !x.free || x.waiting);

/** The card of one type of machine. @param {House.MachineType} x one type */
export function requestCard(x) {
  const { you } = x;
  const answer = answers.get(x.id);
  const one = x.machines[0];
  /** @param {string} act @param {string} text */
  const button = (act, text) =>
    `<button type="button" class="ghost" data-ask="${esc(x.id)}" data-table="${esc(one.id)}" data-do="${act}">${esc(text)}</button>`;
  const myPart = you.kept
    ? `<p class="say"><b>${esc(w('kept', { n: you.seconds }))}</b></p><div class="does">${x.machines
        .filter(y => y.free)
        .slice(0, 3)
        .map(y => `<a class="go first" href="${tableUrl(y.id)}">${esc(w('go', { name: y.name }))}</a>`)
        .join('')}${button('leave', w('leave'))}</div>`
    : you.waits
      ? `<p class="say"><b>${esc(w('before', { n: you.before }))}</b></p><div class="does">${button('leave', w('leave'))}</div>`
      : you.asked
        ? `<p class="say"><b>${esc(w('asked', { n: you.seconds }))}</b></p><div class="does">${x.machines
            .filter(y => y.yours)
            .map(y => `<a class="ghost" href="${tableUrl(y.id)}">${esc(w('go', { name: y.name }))}</a>`)
            .join('')}</div>`
        : you.uses.length
          ? `<p class="say">${esc(w('own'))}</p>`
          : `<div class="does">${button('ask', w('ask'))}</div>`;
  return `<section class="roll${you.waits || you.asked ? ' has' : ''}" data-type="${esc(x.id)}"><div class="who"><p class="eyebrow">${esc(w('type'))} ${clauseLink(x.law)}</p><h2>${esc(x.machines.map(y => y.name).join(', '))}</h2><p class="sub">${esc(formatSum(x.minimum))} – ${esc(formatSum(x.maximum))} · ${esc(
    x.free ? w('free', { n: x.free }) : w('none'),
  )}${x.waiting ? ` · ${esc(w('wait', { n: x.waiting }))}` : ''}</p></div><div class="mine">${myPart}${
    answer ? `<p class="no" role="alert">${esc(answer.text)} ${clauseLink(answer.law)}</p>` : ''
  }</div></section>`;
}

/** Send the request of a button. @param {HTMLElement} b */
export async function sendRequest(b) {
  answers.delete(b.dataset.ask);
  try {
    await post(`/api/machines/${encodeURIComponent(b.dataset.table ?? '')}/${b.dataset.do}`);
  } catch (thrown) {
    const problem = asRefusal(thrown);
    answers.set(b.dataset.ask, { text: w(has(`no.${problem.code}`) ? `no.${problem.code}` : 'no'), law: problem.law });
  }
}
