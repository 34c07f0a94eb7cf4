// Small pieces of text for all pages: escaping, the tag of a clause, a card, times.

import { pip } from './kit.js';
import { cardName, formatDay, formatClause, htmlLang, lang, t } from './i18n.js';

/** A text as HTML. @param {unknown} text */
export const esc = text => String(text ?? '').replace(/[&<>"]/g, c => `&#${c.charCodeAt(0)};`);

/** From when to when a table is open, by the clock of its room. @param {House.Hours} hours */
export const formatOpeningHours = hours => t('hours.told', { ...hours, zone: hours.zone.replaceAll('_', ' ') });

/** The page of the law on which a section stands, or a clause of it, or an interpretation. @param {string} ref */
export const lawPageUrl = ref => {
  const [doc, game, rule] = ref.split('/');
  return doc === 'ir'
    ? `law.html?ir=${game}`
    : `law.html?doc=${encodeURIComponent(doc)}&game=${encodeURIComponent(game)}${rule ? `#${encodeURIComponent(rule)}` : ''}`;
};

/** The clause tag: opens its rule. @param {string} ref @param {string} [cls] */
export const clauseLink = (ref, cls = '') =>
  ref
    ? `<a class="law ${cls}" href="${esc(lawPageUrl(ref))}" data-law="${esc(ref)}">${esc(formatClause(ref))}</a>`
    : '';

/**
 * The text of a clause, or the paragraph of an interpretation, in the language in which it came.
 * @param {Client.ClauseText} row
 * @param {string} [cls]
 */
export const clauseParagraph = (row, cls = '') =>
  `<p${cls ? ` class="${cls}"` : ''} lang="${htmlLang(row.lang)}">${esc(row.text ?? row.says).replace(
    /`([^`]+)`/g,
    '<code>$1</code>',
  )}</p>`;

/**
 * What is said of a clause that the register does not have in the language of the page.
 * @param {Client.ClauseText} row
 */
export const foreignNote = row => (row.lang === lang() ? '' : t('law.language'));

/** A clause as a quotation with its source. @param {Client.ClauseText} row @param {string} ref */
export const clauseQuote = (row, ref) =>
  `<blockquote>${clauseParagraph(row)}<footer>§ ${esc(formatClause(ref))} · ${esc(row.short ?? row.title ?? '')}${
    foreignNote(row) ? `. ${esc(foreignNote(row))}` : ''
  }</footer></blockquote>`;

/** A card in a line of text: rank and a drawn suit, named for readers. @param {string|null|undefined} code */
export function inlineCard(code) {
  if (!code) return `<span class="cd hid">${esc(t('card.hidden'))}</span>`;
  const red = 'HD'.includes(code[1]);
  return `<span class="cd" role="img" aria-label="${esc(cardName(code))}">${code[0] === 'T' ? '10' : code[0]}<svg class="suit" viewBox="-50 -50 100 100" aria-hidden="true">${pip(
    code[1],
    0,
    0,
    100,
    { fill: red ? '#f0a49b' : '#f4ecd9' },
  )}</svg></span>`;
}

/** @param {string} text */
export const capitalise = text => text.charAt(0).toLocaleUpperCase('pt') + text.slice(1);

/**
 * When the regulation of a table was in force, where another stands in its place today; else "".
 * @param {{ in_force?: House.InForce, regulation: string }} table
 */
export const inForceNote = table =>
  table.in_force?.historical
    ? t('historical.when', {
        act: table.in_force.act || table.regulation,
        since: formatDay(table.in_force.since),
        until: formatDay(table.in_force.until),
      })
    : '';
