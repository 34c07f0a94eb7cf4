// Waiting lists of several tables in the lobby: who waits, the suits drawn, and the player's table.

import { clause, get, post } from '../core/api.js';
import { gameName, topic } from '../core/i18n.js';
import { card } from '../core/kit.js';
import { esc, tag } from '../core/text.js';

const { w: listWord, has: hasWord, wn: listMany } = topic('list');

const address = id => `table.html?id=${encodeURIComponent(id)}`;
const SIGN = { S: '♠', H: '♥', D: '♦', C: '♣' };
const answers = new Map();   // what the house said last of a list, in its own words and clause
const read = new Map();      // the clause that stands open below a list

/** Every list of the house. @returns {Promise<any[]>} */
export const lists = () => get('/api/lists').catch(() => []);

const suit = (s, named = false) => s ? `<i class="suit" data-suit="${s}"${named ? '' : ' aria-hidden="true"'}>${SIGN[s]}</i>${named ? '' : `<span class="sr">${esc(listWord(`suit.${s}`))}, </span>`}` : '';

/** One table of a list: its suit, who sits and who is to come, how far its session is. */
function row(x, you) {
  const where = !x.open ? listWord('shut') : x.in_sessions ? listWord(`session.${x.session}`) : listWord('going');
  return `<li${you?.table === x.id ? ' class="mine"' : ''}>${suit(x.suit)}<a href="${address(x.id)}">${esc(x.name)}</a><span>${esc(listWord('seats', { taken: x.taken, n: x.places }))}${x.to_come ? `, ${esc(listWord('coming', { n: x.to_come }))}` : ''}</span><small>${esc(where)}</small></li>`;
}

/** What a player has to do with a list: the next act is the brass one. */
function mine(x) {
  const { you } = x, button = (act, text, cls = 'ghost', to = '') => `<button type="button" class="${cls}" data-list="${esc(x.id)}" data-do="${act}"${to ? ` data-to="${esc(to)}"` : ''}>${esc(text)}</button>`;
  if (!you) return `<p class="say">${esc(listWord('say', { least: x.least }))} ${tag(x.draw_law)}</p><div class="does">${button('register', listWord('register'), 'go first')}</div>`;
  if (you.state === 'waiting') return `<p class="say"><b>${esc(listWord('you.in'))}</b> · ${esc(x.seconds == null ? listWord('draw.staff') : listWord('draw.in', { n: x.seconds }))} ${tag(x.draw_law)}</p><div class="does">${button('leave', listWord('leave'))}</div>`;
  const drawn = you.suit && !you.sat ? `<span class="drew">${card(`A${you.suit}`, { label: listWord('drew', { suit: listWord(`suit.${you.suit}`) }) })}</span>` : '';
  const moves = you.bound ? x.tables.filter(y => y.id !== you.table && y.open).map(y => button('move', listWord('move', { name: y.name }), 'ghost', y.id)).join('') : '';
  return `${drawn}<p class="say"><b>${esc(you.suit && !you.sat ? `${listWord('drew', { suit: listWord(`suit.${you.suit}`) })}. ` : '')}${esc(listWord(you.sat ? 'plays' : 'yours', { name: you.name }))}</b> ${tag(you.law)}</p><div class="does"><a class="${you.sat ? 'ghost' : 'go first'}" href="${address(you.table)}">${esc(listWord(you.sat ? 'back' : 'go', { name: you.name }))}</a>${moves}${you.sat && you.bound ? '' : button('leave', listWord('leave'))}</div>`;
}

/** A list for who sits at one of its tables: the others, the clause of a change, and what was answered. @param {any} x */
export function changes(x) {
  const said = answers.get(x.id), { you } = x, others = x.tables.filter(y => y.id !== you?.table);
  return `<div class="change"><p class="none">${esc(listWord(you?.sat && !you.bound ? 'may-go' : 'may-change'))} ${tag(x.change_law)}</p>${said ? `<p class="no" role="alert">${esc(said.text)} ${tag(said.law)}</p>` : ''}${you ? `<p><b>${esc(listWord(you.sat ? 'plays' : 'yours', { name: you.name }))}</b> ${tag(you.law)}</p>` : ''}<ol>${x.tables.map(y => row(y, you)).join('')}</ol>
    <div class="does">${you && !you.sat ? `<a class="ghost" href="${address(you.table)}">${esc(listWord('go', { name: you.name }))}</a>` : !you?.bound ? '' : others.filter(y => y.open).map(y => `<button type="button" class="ghost" data-list="${esc(x.id)}" data-do="move" data-to="${esc(y.id)}">${esc(listWord('move', { name: y.name }))}</button>`).join('')}</div></div>`;
}

/** A list as it stands in the room. @param {any} x */
export function listCard(x) {
  const said = answers.get(x.id), law = read.get(x.id);
  return `<section class="roll${x.you ? ' has' : ''}" data-roll="${esc(x.id)}"><div class="who"><p class="eyebrow">${esc(gameName(x))} ${tag(x.law)}</p><h2>${esc(listWord('list', { name: x.id }))}</h2><p class="sub">${esc(listMany('waiting', x.waiting))}</p></div><ol>${x.tables.map(y => row(y, x.you)).join('')}</ol><div class="mine">${mine(x)}${said ? `<p class="no" role="alert">${esc(said.text)} ${tag(said.law)}</p>` : ''}</div>${law ? `<blockquote><p lang="en">${esc(law.text ?? law.ours)}</p><footer>§ ${esc(law.id.split('/').pop())}, ${esc(law.title)}</footer></blockquote>` : ''}</section>`;
}

/** Open or close the text of a clause below its list. @param {HTMLElement} link */
export async function readLaw(link) {
  const roll = link.closest('[data-roll]').dataset.roll, ref = link.dataset.law;
  const found = read.get(roll)?.id === ref ? null : await clause(ref).catch(() => null);
  if (found) read.set(roll, found); else read.delete(roll);
}

/** Do what a button of a list says; true when it was one. @param {HTMLElement} button */
export async function listAct(button) {
  const id = button.dataset.list, body = button.dataset.to ? { to: button.dataset.to } : {};
  answers.delete(id);
  try {
    await post(`/api/lists/${encodeURIComponent(id)}/${button.dataset.do}`, body);
  } catch (problem) {
    const code = problem.code || 'net';
    answers.set(id, { text: hasWord(`refused.${code}`) ? listWord(`refused.${code}`, problem.facts) : problem.message, law: problem.law });
  }
}
