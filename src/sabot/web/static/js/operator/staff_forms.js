// The forms of the page of the staff, one for each act, and the clauses that they cite.

import { fetchClause } from '../core/api.js';
import { byId as $, find, focusedElement } from '../core/dom.js';
import { formatFullSum, formatInput, inCurrency, lang, parseSum } from '../core/i18n.js';
import { clauseLink, clauseQuote, esc } from '../core/text.js';
import { page } from './staff_page.js';
import { gameTitle, has, roomName, w } from './staff_rows.js';

/**
 * What a form does: its address, its texts, its clauses, and how its fields are read.
 * @typedef {object} Deed
 * @property {string} act
 * @property {string} url
 * @property {string} field
 * @property {Client.Facts} facts
 * @property {string[]} laws
 * @property {string} [more]
 * @property {(form: HTMLFormElement) => object} [read]
 */

/** @type {WeakMap<Element, Deed>} */
export const deeds = new WeakMap();
/** @param {string} text */
export const announce = text => {
  $('told').textContent = '';
  requestAnimationFrame(() => {
    $('told').textContent = text;
  });
};

// ---- a list whose rows keep their forms while their faces change -----------------------------------------

/**
 * Update the children of a list; forms that are open stay.
 * @param {HTMLElement} list
 * @param {{key: string, html: string, cls?: string}[]} items
 */
export function updateList(list, items) {
  const old = new Map(/** @type {HTMLElement[]} */ ([...list.children]).map(el => [el.dataset.key, el]));
  items.forEach((item, i) => {
    let el = old.get(item.key);
    if (!el) {
      el = document.createElement('li');
      el.dataset.key = item.key;
      el.innerHTML = `<div class="face"></div><div class="clause-box"></div><div class="slot"></div>`;
    }
    old.delete(item.key);
    el.className = item.cls ?? '';
    const face = find(el, '.face');
    if (face._html !== item.html) {
      const heldAct = face.contains(document.activeElement) ? focusedElement()?.dataset.act : '';
      const open = Boolean(face.querySelector('details[open]'));
      face._html = item.html;
      face.innerHTML = item.html;
      if (open) face.querySelector('details')?.setAttribute('open', '');
      if (heldAct) (face.querySelector(`[data-act="${heldAct}"]`) ?? face.querySelector('[data-act]'))?.focus();
    }
    if (list.children[i] !== el) list.insertBefore(el, list.children[i] ?? null);
  });
  for (const el of old.values()) el.remove();
}

// ---- acts --------------------------------------------------------------------------------------------------

/** The form of an act: its URL, its texts, its clauses. @param {string} act @param {HTMLElement} row @returns {Deed} */
function actForm(act, row) {
  const key = row.dataset.key ?? '';
  const id = key.slice(key.indexOf(':') + 1);
  const path = encodeURIComponent(id);
  if (act === 'answer') {
    const c = page.overview.complaints?.find(x => x.id === id);
    return {
      act,
      url: `/api/staff/complaints/${path}/answer`,
      field: 'text',
      facts: { name: c?.name ?? id },
      laws: c ? [c.law] : [],
    };
  }
  if (act === 'hire')
    return {
      act,
      url: '/api/staff/people',
      field: 'reason',
      facts: {},
      laws: [],
      more: `<div class="more"><label><span data-t="staff.name">${w('name')}</span><input name="who" maxlength="80" autocomplete="off"></label>${roleField('croupier')}</div>`,
      /** @param {HTMLFormElement} form */
      read: form => ({ name: fieldIn(form, 'who').value, role: fieldIn(form, 'role').value, last: isConfirmed(form) }),
    };
  if (act === 'role' || act === 'remove') {
    const x = page.overview.people?.find(y => y.name === id);
    const role = x?.role ?? '';
    return {
      act,
      url: `/api/staff/people/${path}/${act}`,
      field: 'reason',
      facts: { name: id, role: w(`role.${role}`) },
      laws: [],
      more: act === 'role' ? `<div class="more">${roleField(role)}</div>` : '',
      /** @param {HTMLFormElement} form */
      read: form => ({ ...(act === 'role' && { role: fieldIn(form, 'role').value }), last: isConfirmed(form) }),
    };
  }
  if (act === 'sign-out')
    return {
      act,
      url: `/api/staff/players/${path}/sign-out`,
      field: 'reason',
      facts: { name: page.overview.players?.find(y => y.id === id)?.name ?? id },
      laws: [],
    };
  if (act === 'enable' || act === 'disable')
    return { act, url: `/api/staff/games/${path}/${act}`, field: 'reason', facts: { name: gameTitle(id) }, laws: [] };
  if (act === 'draw') {
    const list = page.overview.lists.find(y => y.id === id);
    return {
      act,
      url: `/api/staff/lists/${path}/draw`,
      field: 'reason',
      facts: { name: id, n: list?.waiting ?? 0 },
      laws: list ? [list.draw_law] : [],
    };
  }
  const x = page.overview.tables.find(y => y.id === id);
  if (!x) throw new Error(`no table ${id}`);
  if (act === 'limits')
    return {
      act,
      url: `/api/staff/tables/${path}/limits`,
      field: 'reason',
      facts: { name: roomName(x) },
      laws: [x.limits_law],
      more: limitFields(x),
      read: readLimits,
    };
  return {
    act,
    url: `/api/staff/tables/${path}/${act}`,
    field: 'reason',
    facts: { name: roomName(x), sum: inCurrency(x.currency, () => formatFullSum(x.staked)) },
    laws: act === 'void' ? [x.laws.void, x.laws.refund] : [],
  };
}

/** Fields for the minimum and the mode of the maximum. @param {House.StaffTable} x */
const limitFields = x =>
  `<div class="more"><label><span data-t="staff.limits.min">${w('limits.min')}</span><input name="minimum" inputmode="decimal" value="${esc(formatInput(x.minimum))}"></label><label><span data-t="staff.limits.mode">${w('limits.mode')}</span><select name="mode">${x.modes
    .map(
      m =>
        `<option value="${esc(m)}" data-t="staff.mode.${esc(m)}"${x.rules.limit === m ? ' selected' : ''}>${esc(w(`mode.${m}`))}</option>`,
    )
    .join('')}</select></label></div>`;
const ROLES = ['croupier', 'cashier', 'supervisor', 'inspector'];
/** @param {string} role */
const roleField = role =>
  `<label><span data-t="staff.role">${w('role')}</span><select name="role">${ROLES.map(
    r =>
      `<option value="${r}" data-t="staff.role.${r}"${r === role ? ' selected' : ''}>${esc(w(`role.${r}`))}</option>`,
  ).join('')}</select></label>`;
/** A field of a form by its name. @param {HTMLFormElement} form @param {string} name */
const fieldIn = (form, name) => /** @type {HTMLInputElement} */ (form.elements.namedItem(name));
/** @param {HTMLFormElement} form */
const isConfirmed = form => Boolean(fieldIn(form, 'last')?.checked);
/** Ask for confirmation of a change that leaves nobody who can change the staff. @param {HTMLFormElement} form */
export function askConfirmation(form) {
  if (fieldIn(form, 'last')) return;
  if (!form.querySelector('.more')) find(form, 'textarea').insertAdjacentHTML('afterend', '<div class="more"></div>');
  find(form, '.more').insertAdjacentHTML(
    'beforeend',
    `<label class="sure"><input type="checkbox" name="last"><span data-t="staff.last">${w('last')}</span></label>`,
  );
}
/** @param {HTMLFormElement} form */
const readLimits = form => ({
  minimum: parseSum(fieldIn(form, 'minimum').value) || 0,
  mode: fieldIn(form, 'mode').value,
});

export function closeForms() {
  for (const form of document.querySelectorAll('.slot form')) {
    const from = form.closest('[data-key]')?.querySelector(`[data-act="${form.dataset.for}"]`);
    form.remove();
    from?.setAttribute('aria-expanded', 'false');
  }
}

/** @param {HTMLElement} button */
export function toggleForm(button) {
  const row = button.closest('[data-key]');
  if (!row) return;
  const act = button.dataset.act;
  const slot = find(row, '.slot');
  const again = slot.querySelector('form')?.dataset.for === act;
  closeForms();
  if (again) return;
  const it = actForm(act ?? '', row);
  const id = `why-${row.dataset.key}`;
  slot.innerHTML = `<form data-for="${act}" novalidate><p class="ask">${esc(w(`ask.${act}`, it.facts))} ${it.laws.map(l => clauseLink(l)).join(' ')}</p>
    <label for="${esc(id)}">${w(`why.${act}`)}</label><textarea id="${esc(id)}" rows="${act === 'answer' ? 4 : 2}" maxlength="2000"></textarea>${it.more ?? ''}
    <div class="do"><button class="go">${w(`do.${act}`)}</button><button type="button" class="ghost" data-cancel>${w('cancel')}</button></div><div class="answer" role="alert"></div></form>`;
  button.setAttribute('aria-expanded', 'true');
  const form = find(slot, 'form');
  deeds.set(form, it);
  find(form, 'textarea').focus();
  form.scrollIntoView({ block: 'nearest' });
}

/**
 * A refusal as HTML: what, why in the house's words, the code and the clause.
 * @param {import('../core/api.js').Refusal} problem
 */
export function refusalHtml(problem) {
  const code = problem.code || 'net';
  const refusalText = has(`refused.${code}`) ? w(`refused.${code}`) : '';
  return `<p class="no"><i aria-hidden="true">!</i><span><b>${w('refused')}${refusalText ? `: ${esc(refusalText)}` : ''}</b>${
    problem.code ? `<small>${esc(problem.message)}</small>` : ''
  }<small>${problem.code ? w('nothing') : ''} <code>${esc(code)}</code> ${problem.law ? clauseLink(problem.law) : ''}</small></span></p>`;
}

/** Open or close the text of a clause below the row that cites it. @param {HTMLAnchorElement} link */
export async function toggleClause(link) {
  const ref = link.dataset.law;
  const box = link.closest('[data-key]')?.querySelector('.clause-box');
  if (!box) return;
  if (box.dataset.ref === ref) {
    box.textContent = '';
    delete box.dataset.ref;
    return;
  }
  box.dataset.ref = ref;
  const row = await fetchClause(ref ?? '', lang()).catch(() => null);
  if (box.dataset.ref !== ref) return;
  box.innerHTML = row ? clauseQuote(row, ref ?? '') : `<p class="none">${w('law.failed')}</p>`;
}
