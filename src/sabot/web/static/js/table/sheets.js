// The sheets of the drawer: a clause, my coups, the rules of the table, complaints.

import { fetchClause, get } from '../core/api.js';
import {
  formatBuyIn,
  formatNet,
  formatSum,
  formatTime,
  gameWord,
  htmlLang,
  inCurrency,
  lang,
  netClass,
  t,
} from '../core/i18n.js';
import {
  capitalise,
  clauseLink,
  clauseParagraph,
  esc,
  foreignNote,
  formatOpeningHours,
  inForceNote,
  lawPageUrl,
} from '../core/text.js';
import { w } from '../machine/words.js';
import { spotName } from '../record/names.js';
import { formatOdds, houseClause } from '../record/narration.js';
import { clauseNow } from './clause_now.js';

/** A link from a clause to its regulation. @param {string} ref */
const bookLink = ref => `<p class="links"><a class="ghost" href="${lawPageUrl(ref)}">${t('book.drawer')}</a></p>`;

/** Whether a limit is not set, so that the table's own applies. @param {unknown} v */
const isUnset = v => v !== null && typeof v === 'object' && !Array.isArray(v) && Object.values(v).every(x => x === 0);

/** The keys of the table's acts and tools, as facts for a text about them. @param {Client.Table} table */
const keyLetters = table => {
  const words = table.words?.[lang()] ?? {};
  const all = Object.fromEntries(
    Object.keys(words)
      .filter(k => k.startsWith('key.'))
      .map(k => [k.slice(4), gameWord(table, k)]),
  );
  return { ...all, out: all['cash-out'] };
};

/** Every chance of a layout with its limits and what it pays. @param {Client.Table} table */
const chanceRows = table =>
  (table.bets ?? [])
    .map(
      b =>
        `<li class="chance"><span>${esc(capitalise(spotName(table, b.bet)))}</span><span><b>${b.pays.map(p => formatOdds(p.odds)).join(' / ')}</b>${clauseLink(b.pays[0].law)}</span>${
          b.maximum
            ? `<small>${t('limits', {
                min: formatSum(b.minimum),
                max: formatSum(b.maximum),
              })}</small><span>${clauseLink(b.limit_law ?? '')}</span>`
            : ''
        }</li>`,
    )
    .join('');

/**
 * @param {import('./drawer.js').Actions} actions
 * @param {string} cited
 * @returns {Promise<import('./drawer.js').Sheet>}
 */
export async function lawSheet(actions, cited) {
  const row = await fetchClause(cited, lang());
  const foreign = foreignNote(row) ? `<p class="small">${esc(foreignNote(row))}</p>` : '';
  // An interpretation, also if an earlier version cited it as a rule.
  const ref = row.says ? (row.id ?? cited) : cited;
  if (row.says) {
    return [
      row.title ?? ref,
      `<p class="ref">${clauseLink(ref)}</p>${clauseParagraph(row)}${clauseNow(actions.state(), ref)}<p>${(
        row.clauses ?? []
      )
        .map(c => clauseLink(c))
        .join(' ')}</p>${bookLink(ref)}${foreign}`,
    ];
  }
  const reads = (row.interpretations ?? [])
    .map(
      i =>
        `<details class="read"><summary>${clauseLink(`ir/${i.n}`)} <span lang="${htmlLang(i.lang)}">${esc(i.title)}</span></summary>${clauseParagraph(i)}</details>`,
    )
    .join('');
  const doc = row.title || (actions.table()?.regulation ?? '');
  return [
    `§ ${ref.split('/').pop()}`,
    `<p class="ref" lang="pt">${esc(doc)}</p>${clauseParagraph(row, 'clause')}${foreign}${clauseNow(actions.state(), ref)}${
      row.doubts ? `<p class="small">${t('law.doubts')} ${clauseLink(row.doubts)}</p>` : ''
    }${
      row.note ? `<h3>${t('law.note')}</h3><p class="small" lang="${htmlLang(row.lang)}">${esc(row.note)}</p>` : ''
    }${reads ? `<h3>${t('law.reads')}</h3>${reads}` : ''}${bookLink(ref)}`,
  ];
}

/** @param {import('./drawer.js').Actions} actions @returns {Promise<import('./drawer.js').Sheet>} */
export async function coupsSheet(actions) {
  const list = await get('/api/me/coups?limit=20');
  if (!list.length) return [t('coups.title'), `<p class="none">${t('coups.none')}</p>`];
  return [
    t('coups.title'),
    `<ul class="coups">${list
      .map(
        c =>
          `<li><button type="button" data-coup="${esc(c.id)}"><span><b>${t('coup.n', { n: c.no })}</b><small>${c.ended ? esc(formatTime(c.ended)) : ''}</small></span><span class="r">${esc(
            (c.results ?? [])
              .map(r => gameWord(actions.table(), `result.${r.result ?? ''}`))
              .filter(Boolean)
              .join(' · '),
          )}</span><b class="${netClass(c.net)}">${
            c.net ? inCurrency(c.currency, () => formatNet(c.net)) : '='
          }</b></button></li>`,
      )
      .join('')}</ul><p><a class="ghost" href="history.html">${t('hist.title')}</a></p><p class="small">${clauseLink(
      houseClause(actions.table(), 'last-coup'),
    )}</p>`,
  ];
}

/** @param {import('./drawer.js').Actions} actions @returns {Promise<import('./drawer.js').Sheet>} */
export async function rulesSheet(actions) {
  const brief = actions.table();
  const table = await get(`/api/tables/${encodeURIComponent(brief.id)}`).catch(() => brief);
  const layout = brief.felt.shape === 'layout';
  const rulesOfTable = 'information' in table ? table.information.rules : [];
  /** @param {string} k @param {string} v */
  const kv = (k, v) => `<dt>${esc(k)}</dt><dd>${v}</dd>`;
  /** @param {unknown} v */
  const bool = v =>
    v === true
      ? t('yes')
      : v === false || v === null || v === ''
        ? t('no')
        : v === 0
          ? t('none.limit')
          : typeof v === 'object'
            ? esc(
                Array.isArray(v)
                  ? v.join(', ') || '–'
                  : Object.values(v)
                      .filter(x => typeof x !== 'object')
                      .map(x => (x === true ? t('yes') : x === false ? t('no') : x))
                      .join(' · '),
              )
            : esc(v);
  /** @param {string} name */
  const prize = name => capitalise(gameWord(brief, `pays.${name}`) || name);
  const past = brief.in_force?.historical ? `<p class="past">${esc(inForceNote(brief))}</p>` : '';
  const shown = brief.demonstrated?.length
    ? `<p class="past">${esc(
        t('rules.demonstrated', { options: brief.demonstrated.join(', ') }),
      )} ${clauseLink(houseClause(brief, 'authorisation'))}</p>`
    : '';
  const machine = brief.felt.shape === 'cabinet';
  const pays = machine
    ? ''
    : layout
      ? chanceRows(brief)
      : (brief.bets ?? [])
          .flatMap(b =>
            b.pays.map(
              p =>
                `<li><span>${esc(prize(p.for))}</span><b>${
                  p.odds === '0:1'
                    ? t('pays.back')
                    : /^\d+:\d+$/.test(p.odds)
                      ? formatOdds(p.odds)
                      : esc(p.odds.replace(/x$/, ' ×'))
                }</b>${clauseLink(p.law)}</li>`,
            ),
          )
          .join('');
  const [document = '', section = ''] = (rulesOfTable[0]?.id ?? '').split('/').map(encodeURIComponent);
  const regulation = section
    ? await get(`/api/regulations/${document}/${section}?lang=${lang()}`).catch(() => null)
    : null;
  const rows = (regulation?.rows ?? [])
    .map(
      r =>
        `<details class="read"><summary>${clauseLink(r.id)} <span lang="${htmlLang(r.lang)}">${esc(
          r.text.length > 64 ? `${r.text.slice(0, 62)}…` : r.text,
        )}</span></summary>${clauseParagraph(r)}</details>`,
    )
    .join('');
  return [
    t('rules.title'),
    `${past}${shown}<h3>${t('rules.limits')} ${clauseLink(houseClause(brief, 'limits'))}</h3><dl class="kv">${kv(t('rules.min'), formatSum(brief.minimum))}${
      brief.brings
        ? kv(t('rules.brings'), `${esc(formatBuyIn(brief))} ${clauseLink((brief.bets ?? [])[0]?.law ?? '')}`)
        : kv(t('rules.max'), formatSum(brief.maximum))
    }${kv(t('rules.unit'), formatSum((brief.bets ?? [])[0]?.unit ?? brief.unit))}${
      brief.hours ? kv(t('rules.hours'), `${esc(formatOpeningHours(brief.hours))} ${clauseLink('ir/360')}`) : ''
    }</dl>
    ${
      machine
        ? `<p><button type="button" class="ghost" data-view="pays">${w('pays.button')}</button></p>`
        : `<h3>${t('rules.pays')}</h3><ul class="pays">${pays}</ul>`
    }
    <h3>${t('rules.house')}</h3><dl class="kv">${Object.entries({
      ...brief.rules,
      ...brief.rules.readings,
      readings: {},
    })
      .filter(([, v]) => !isUnset(v))
      .map(([k, v]) => kv(gameWord(brief, `rule.${k}`) || k, bool(v)))
      .join('')}${Object.entries(brief.clocks)
      .map(([k, v]) => kv(`${t(`clock.${k}`)}, s`, k === 'betting' && brief.individual ? '–' : String(v)))
      .join('')}</dl>
    <h3>${t('keys')}</h3><p class="small">${esc(
      machine ? w('keys', keyLetters(brief)) : t(layout ? 'layout.keys' : 'keys.what', keyLetters(brief)),
    )}</p>${
      brief.demo
        ? `<p class="small">${t('demo')} ${clauseLink(houseClause(brief, 'demo'))} ${clauseLink(
            houseClause(brief, 'demo-prize', 'demo'),
          )}</p>`
        : ''
    }
    <h3>${t('complaint.title')} ${clauseLink(houseClause(brief, 'information'))}</h3>${complaintForm()}${
      rows
        ? `<h3>${t('rules.all')}</h3>${rows}<p class="small">${esc(
            regulation ? foreignNote(regulation.rows[0]) : '',
          )}</p>`
        : ''
    }`,
  ];
}

/** The form of a complaint; about a coup if its id and number are given. */
export function complaintForm(about = '') {
  const [coup, no] = about.split(':');
  return `<form data-about-coup="${esc(coup)}">${
    no ? `<p class="small">${t('complaint.coup', { n: esc(no) })}</p>` : ''
  }<label>${t('complaint.say')}<textarea name="text" required maxlength="2000" rows="4"></textarea></label><button class="ghost">${t('complaint.send')}</button><p role="status" class="small"></p></form>`;
}

/**
 * @param {import('./drawer.js').Actions} actions
 * @param {string} about
 * @returns {Promise<import('./drawer.js').Sheet>}
 */
export async function complaintSheet(actions, about) {
  const list = await get('/api/complaints').catch(() => []);
  const rows = list
    .map(
      c =>
        `<li><p>${esc(c.text)}</p><small>${esc(
          c.at ? formatTime(c.at) : '',
        )}</small><p class="${c.answer ? 'answer' : 'none'}">${
          c.answer ? `<b>${t('complaint.answer')}:</b> ${esc(c.answer)}` : t('complaint.waits')
        }</p></li>`,
    )
    .join('');
  return [
    t('complaint.title'),
    `${complaintForm(about)}<ul class="said">${
      rows || `<li class="none">${t('complaint.none')}</li>`
    }</ul><p class="small">${clauseLink(houseClause(actions.table(), 'information'))}</p>`,
  ];
}
