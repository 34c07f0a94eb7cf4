// The rows of the page of the staff: tables, lists, games, people, players, complaints, the journal.

import { formatLimits, formatSum, formatTime, lang, plural, t, voidCause, withAside, wordGroup } from '../core/i18n.js';
import { clauseLink, esc } from '../core/text.js';
import { page } from './staff_page.js';

export const { has, w } = wordGroup('staff');
const { w: listWord } = wordGroup('list');

/** @param {string} act */
export const may = act => page.me?.may.includes(act);
/** @param {string} game */
export const gameTitle = game => {
  const g = page.overview?.games.find(x => x.id === game);
  return g?.names?.[lang()] ?? g?.names?.pt ?? game;
};
/** @param {string} id */
const tableName = id => {
  const x = page.overview?.tables.find(y => y.id === id || y.base === id);
  return x?.name ?? id;
};

// ---- what is seen ------------------------------------------------------------------------------------------

/** @param {House.StaffTable} x */
export const roomName = x =>
  x.id === x.base
    ? x.name
    : `${x.name} (${w(x.seats.some(Boolean) ? 'own-room' : 'own-room.empty', {
        who: x.seats.filter(Boolean).join(', '),
      })})`;
/** @param {string} name */
export const actButton = (name, cls = '', needs = name) =>
  may(needs)
    ? `<button type="button" class="ghost ${cls}" data-act="${name}" aria-expanded="false">${w(`act.${name}`)}</button>`
    : '';
/** A link to the croupier's page of a table, to enter or to report faults. @param {House.StaffTable} x */
const croupierLink = x =>
  (x.attended && may('enter')) || (may('fault') && x.now?.faults?.length)
    ? `<a class="ghost" href="croupier.html?id=${encodeURIComponent(x.id)}">${w(
        x.attended && may('enter') ? 'pit.link' : 'pit.watch',
      )}</a>`
    : '';
/** A waiting list of several tables, with the draw. @param {House.ListView} x */
export const listHtml = x =>
  `<h4>${esc(listWord('list', { name: x.id }))}</h4><dl>${x.tables
    .map(y => `<div><dt>${esc(y.name)}</dt><dd>${y.taken}/${y.places}</dd></div>`)
    .join(
      '',
    )}<div><dt>${w('list.waiting')}</dt><dd><b>${x.waiting}</b></dd></div></dl><span class="do">${x.waiting ? actButton('draw') : ''}</span>`;
/** @param {boolean} open */
const openState = open => `<span class="state ${open ? 'is-open' : 'is-shut'}">${w(open ? 'open' : 'closed')}</span>`;
/** @param {House.Switch|null} s */
const switchReason = s =>
  s?.reason
    ? `<p class="why"><q>${esc(s.reason)}</q> <small>${esc(
        w('by', { who: s.by, at: formatTime(s.at) }),
      )}</small> ${clauseLink(s.law)}</p>`
    : '';

/** @param {House.GameSwitch} g */
export function gameHtml(g) {
  return `<h3>${esc(gameTitle(g.id))}</h3><span class="state ${g.open ? 'is-open' : 'is-shut'}">${w(g.open ? 'game.open' : 'game.closed')}</span><span class="do">${actButton(g.open ? 'disable' : 'enable')}</span>${g.open ? '' : switchReason(g.switch)}`;
}

/** @param {House.StaffTable} x */
export function tableHtml(x) {
  const isOwnRoom = x.id !== x.base;
  const live = x.coup && !x.over;
  const open = x.switch?.open ?? true;
  const running = live && x.staked > 0;
  /** @param {string} key @param {string} value */
  const fact = (key, value) => `<div><dt>${w(key)}</dt><dd>${value}</dd></div>`;
  const why = isOwnRoom ? '' : !open ? switchReason(x.switch) : !x.open ? `<p class="why">${w('no-bets')}</p>` : '';
  return `<h4>${esc(roomName(x))} ${isOwnRoom ? '' : openState(open)}</h4><dl>${fact(
    'limits',
    x.brings ? esc(formatLimits(x)) : `${formatSum(x.minimum)}–${formatSum(x.maximum)}`,
  )}${fact('coup', running ? `<b>${w('coup.open')}</b>` : w(live ? 'coup.waits' : 'coup.none'))}${fact(
    'staked',
    x.staked ? `<b>${formatSum(x.staked)}</b>` : formatSum(0),
  )}${
    x.exposure === undefined ? '' : fact('exposure', formatSum(x.exposure))
  }${fact('seats', `${x.taken}/${x.places}`)}${fact('viewers', String(x.viewers))}</dl><span class="do">${croupierLink(x)}${
    isOwnRoom ? '' : actButton(open ? 'close' : 'open')
  }${running ? actButton('void') : ''}${!isOwnRoom && x.modes?.length ? actButton('limits') : ''}</span>${why}`;
}

/** A member of staff. @param {House.Worker} x */
export const workerHtml = x =>
  `<h4>${esc(x.name)} <small>${w(`role.${x.role}`)} · ${esc(plural('staff.signed-in', x.signed_in))}</small></h4><span class="do">${actButton('role', '', 'staff')}${actButton('remove', '', 'staff')}</span>`;
/** A player in the house. @param {House.PlayerHere} x */
export const playerHtml = x =>
  `<h4>${esc(x.name)} <small>${esc(x.tables.map(tableName).join(', '))}${x.online ? '' : ` · ${w('players.away')}`}</small></h4><span class="do">${actButton('sign-out')}</span>`;

/** @param {House.Complaint} c */
export function complaintHtml(c) {
  const where = w('complaint.at', { table: tableName(c.table), at: formatTime(c.at) });
  return `<h4>${esc(c.name)} <small>${esc(where)}${
    c.coup ? `, ${esc(w('complaint.coup', { coup: c.coup }))}` : ''
  }</small> ${clauseLink(c.law)}</h4><p class="words">${esc(c.text)}</p>${
    c.answer
      ? `<div class="reply"><p>${esc(c.answer)}</p><small>${esc(
          w('answered', { who: c.answered_by, at: formatTime(c.answered_at) }),
        )}</small></div>`
      : `<span class="do">${actButton('answer')}</span>`
  }`;
}

/**
 * An entry of the journal in words: the act, the reason, the clause.
 * @param {Pick<House.JournalLine, 'table' | 'kind' | 'body'>} e
 * @returns {{what: string, why: string, law: string}}
 */
function describeEntry(e) {
  const { staff: s, complaint: c, start } = e.body;
  const by = s && (s.by === 'console' ? s.by : withAside(s.by, w(`role.${s.role}`)));
  const table = tableName((s?.table ?? e.table).split('~')[0]);
  if (s)
    return {
      what: w(s.act === 'add' && s.by !== 'console' ? 'j.add.by' : has(`j.${s.act}`) ? `j.${s.act}` : 'j.other', {
        by,
        table,
        kind: s.act,
        at: s.seat ? `, ${t('place.n', { n: s.seat }).toLocaleLowerCase(lang())}` : '',
        game: gameTitle(String(s.switch ?? '').split(':')[1]),
        name: s.name,
        list: s.list ?? '',
        sum: s.minimum ? formatSum(s.minimum) : '',
        mode: s.mode ? w(`mode.${s.mode}`) : '',
        role: (s.given ?? s.role) ? w(`role.${s.given ?? s.role}`) : '',
      }),
      why: s.reason ?? '',
      law: s.law ?? '',
    };
  if (c) return { what: w('j.complaint', { by: c.name, table }), why: c.text, law: c.law };
  if (e.kind === 'void') {
    const events = e.body.events ?? [];
    return {
      what: w('j.voided', { table }),
      why: voidCause(null, events.find((/** @type {House.Open} */ x) => x.void)?.void ?? ''),
      law:
        events.find((/** @type {House.Open} */ x) => x.law ?? x.step?.law)?.law ??
        events.find((/** @type {House.Open} */ x) => x.step?.law)?.step.law ??
        '',
    };
  }
  if (e.kind === 'house' && Array.isArray(e.body.house)) {
    const h = e.body.house[0] ?? {};
    const places = (h.places ?? []).join(', ');
    if (h.shoe) return { what: w('j.shoe', { table }), why: voidCause(null, h.cause), law: '' };
    if (h.line)
      return { what: w(`j.line.${h.line}${places ? '.places' : ''}`, { table, places }), why: '', law: h.law ?? '' };
    if (h.notice)
      return {
        what: w(has(`j.notice.${h.notice}`) ? `j.notice.${h.notice}` : 'j.notice', { table, kind: h.notice }),
        why: '',
        law: h.law ?? '',
      };
    if (h.reserved) return { what: w('j.reserved', { table, place: h.reserved }), why: '', law: h.law ?? '' };
    if (h.freed) return { what: w('j.freed', { table, place: h.freed }), why: '', law: h.law ?? '' };
    return { what: w('j.kept', { table }), why: '', law: '' };
  }
  if (start)
    return {
      what: w('j.house'),
      why: w('j.house.why', { code: start.code, files: String(start.files).slice(0, 12) }),
      law: '',
    };
  if (e.body.meters) {
    const ids = Object.keys(e.body.meters.wrong);
    return {
      what: w('j.meters'),
      why: ids.length ? w('j.meters.wrong', { ids: ids.map(tableName).join(', ') }) : '',
      law: e.body.meters.law,
    };
  }
  if (e.body.pools) return { what: w('j.pools'), why: e.body.pools.map(String).join(', '), law: '' };
  return { what: w('j.other', { kind: e.kind }), why: '', law: '' };
}

/** @param {House.JournalLine} e */
export function entryHtml(e) {
  const it = describeEntry(e);
  return `<time datetime="${new Date(e.at).toISOString()}">${esc(formatTime(e.at / 1000))}</time><p><b>${esc(it.what)}</b>${it.why ? `<q>${esc(it.why)}</q>` : ''}</p><span>${clauseLink(it.law)}</span><details><summary><code>${esc(e.hash.slice(0, 10))}</code></summary><p>${esc(w('entry', { n: e.seq }))}${
    e.coup ? `, ${esc(w('complaint.coup', { coup: e.coup }))}` : ''
  }. ${w('hash')}: <code>${esc(e.hash)}</code></p></details>`;
}
