// Waiting lists of several tables in the lobby: who waits, the suits drawn, and the player's table.

import { asRefusal, fetchClause, get, post } from '../core/api.js';
import { gameName, lang, onLanguageChange, wordGroup } from '../core/i18n.js';
import { card } from '../core/kit.js';
import { esc, clauseLink, clauseQuote } from '../core/text.js';

const { w: listWord, has: hasWord, wn: listMany } = wordGroup('list');

/** @param {string} id */
const tableUrl = id => `table.html?id=${encodeURIComponent(id)}`;
/**
 * @typedef {Exclusive<House.WaitingEntry | House.PlacedEntry> | null} You my place on a list, or the table that I drew
 */

/** @type {Record<string, string>} */
const SUIT_SIGNS = { S: '♠', H: '♥', D: '♦', C: '♣' };
/** @type {Map<string | undefined, {text: string, law: string}>} */
const answers = new Map(); // the last refusal of each list: text and clause
/** @type {Map<string | undefined, Client.ClauseRow>} */
const openClauses = new Map(); // the clause that is open below each list, in the language of the page
onLanguageChange(() => openClauses.clear());

/** Every list of the house. @returns {Promise<House.ListView[]>} */
export const fetchLists = () => get('/api/lists').catch(() => []);

/** @param {string} s */
const suitIcon = (s, named = false) =>
  s
    ? `<i class="suit" data-suit="${s}"${named ? '' : ' aria-hidden="true"'}>${SUIT_SIGNS[s]}</i>${
        named ? '' : `<span class="sr">${esc(listWord(`suit.${s}`))}, </span>`
      }`
    : '';

/**
 * A table of a list: its suit, the number of players, how far its session is.
 * @param {House.ListTable} x
 * @param {You} you
 */
function tableRow(x, you) {
  const where = !x.open ? listWord('shut') : x.in_sessions ? listWord(`session.${x.session}`) : listWord('going');
  return `<li${you?.table === x.id ? ' class="mine"' : ''}>${suitIcon(x.suit)}<a href="${tableUrl(x.id)}">${esc(x.name)}</a><span>${esc(
    listWord('seats', { taken: x.taken, n: x.places }),
  )}${x.to_come ? `, ${esc(listWord('coming', { n: x.to_come }))}` : ''}</span><small>${esc(where)}</small></li>`;
}

/** What the player can do about a list; the most likely act is highlighted. @param {House.ListView} x */
function myPart(x) {
  const you = /** @type {You} */ (x.you);
  /** @param {string} act @param {string} text */
  const button = (act, text, cls = 'ghost', to = '') =>
    `<button type="button" class="${cls}" data-list="${esc(x.id)}" data-do="${act}"${to ? ` data-to="${esc(to)}"` : ''}>${esc(text)}</button>`;
  if (!you)
    return `<p class="say">${esc(listWord('say', { least: x.least }))} ${clauseLink(x.draw_law)}</p><div class="does">${button(
      'register',
      listWord('register'),
      'go first',
    )}</div>`;
  if (you.state === 'waiting')
    return `<p class="say"><b>${esc(listWord('you.in'))}</b> · ${esc(
      x.seconds === null ? listWord('draw.staff') : listWord('draw.in', { n: x.seconds }),
    )} ${clauseLink(x.draw_law)}</p><div class="does">${button('leave', listWord('leave'))}</div>`;
  const drawn =
    you.suit && !you.sat
      ? `<span class="drew">${card(`A${you.suit}`, {
          label: listWord('drew', { suit: listWord(`suit.${you.suit}`) }),
        })}</span>`
      : '';
  const moves = you.bound
    ? x.tables
        .filter(y => y.id !== you.table && y.open)
        .map(y => button('move', listWord('move', { name: y.name }), 'ghost', y.id))
        .join('')
    : '';
  return `${drawn}<p class="say"><b>${esc(
    you.suit && !you.sat ? `${listWord('drew', { suit: listWord(`suit.${you.suit}`) })}. ` : '',
  )}${esc(
    listWord(you.sat ? 'plays' : 'yours', { name: you.name }),
  )}</b> ${clauseLink(you.law)}</p><div class="does"><a class="${you.sat ? 'ghost' : 'go first'}" href="${tableUrl(you.table)}">${esc(
    listWord(you.sat ? 'back' : 'go', { name: you.name }),
  )}</a>${moves}${you.sat && you.bound ? '' : button('leave', listWord('leave'))}</div>`;
}

/**
 * A list for a player who sits at one of its tables: the other tables, the clause of a change, and the last refusal.
 * @param {House.ListView} x
 */
export function changePanel(x) {
  const answer = answers.get(x.id);
  const you = /** @type {You} */ (x.you);
  const others = x.tables.filter(y => y.id !== you?.table);
  return `<div class="change"><p class="none">${esc(
    listWord(you?.sat && !you.bound ? 'may-go' : 'may-change'),
  )} ${clauseLink(x.change_law)}</p>${
    answer ? `<p class="no" role="alert">${esc(answer.text)} ${clauseLink(answer.law)}</p>` : ''
  }${
    you ? `<p><b>${esc(listWord(you.sat ? 'plays' : 'yours', { name: you.name }))}</b> ${clauseLink(you.law)}</p>` : ''
  }<ol>${x.tables.map(y => tableRow(y, you)).join('')}</ol>
    <div class="does">${
      you && !you.sat
        ? `<a class="ghost" href="${tableUrl(you.table ?? '')}">${esc(listWord('go', { name: you.name }))}</a>`
        : !you?.bound
          ? ''
          : others
              .filter(y => y.open)
              .map(
                y =>
                  `<button type="button" class="ghost" data-list="${esc(x.id)}" data-do="move" data-to="${esc(y.id)}">${esc(listWord('move', { name: y.name }))}</button>`,
              )
              .join('')
    }</div></div>`;
}

/** The card of a list in the lobby. @param {House.ListView} x */
export function listCard(x) {
  const answer = answers.get(x.id);
  const law = openClauses.get(x.id);
  return `<section class="roll${x.you ? ' has' : ''}" data-roll="${esc(x.id)}"><div class="who"><p class="eyebrow">${esc(gameName(x))} ${clauseLink(x.law)}</p><h2>${esc(listWord('list', { name: x.id }))}</h2><p class="sub">${esc(listMany('waiting', x.waiting))}</p></div><ol>${x.tables
    .map(y => tableRow(y, /** @type {You} */ (x.you)))
    .join('')}</ol><div class="mine">${myPart(x)}${
    answer ? `<p class="no" role="alert">${esc(answer.text)} ${clauseLink(answer.law)}</p>` : ''
  }</div>${law ? clauseQuote(law, law.id) : ''}</section>`;
}

/** Open or close the text of a clause below its list. @param {HTMLElement} link */
export async function toggleClause(link) {
  const listId = link.closest('[data-roll]')?.dataset.roll;
  const ref = link.dataset.law;
  const clause = openClauses.get(listId)?.id === ref ? null : await fetchClause(ref ?? '', lang()).catch(() => null);
  if (clause) openClauses.set(listId, clause);
  else openClauses.delete(listId);
}

/** Send the request of a list's button. @param {HTMLElement} button */
export async function sendListAct(button) {
  const id = button.dataset.list;
  const body = button.dataset.to ? { to: button.dataset.to } : {};
  answers.delete(id);
  try {
    await post(`/api/lists/${encodeURIComponent(id ?? '')}/${button.dataset.do}`, body);
  } catch (thrown) {
    const problem = asRefusal(thrown);
    const code = problem.code || 'net';
    answers.set(id, {
      text: hasWord(`refused.${code}`) ? listWord(`refused.${code}`, problem.facts) : problem.message,
      law: problem.law,
    });
  }
}
