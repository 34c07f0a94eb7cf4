// One clause of a regulation: its row in the list, and its details when opened.

import { get } from '../core/api.js';
import { formatTime, joinWithColon, gameName, htmlLang, inCurrency, lang, wordGroup } from '../core/i18n.js';
import { formatPercent } from '../odds/words.js';
import '../machine/narration.js'; // the cases of machines
import { eventItems } from '../record/narration.js';
import { lawPageUrl, esc, clauseParagraph } from '../core/text.js';

const { w, has } = wordGroup('book');
/**
 * @typedef {Exclusive<House.ClauseInFull | House.ReadingInFull>} Detailed a clause or an interpretation with all that
 *   is known of it
 */

const LISTED_AT_ONCE = 8;

/** A link to a clause. @param {string} ref */
export const clauseLink = ref =>
  `<a class="law" href="${lawPageUrl(ref)}" data-go="${esc(ref)}">${esc(
    ref.startsWith('ir/') ? `IR ${ref.slice(3)}` : ref.split('/').pop(),
  )}</a>`;

/**
 * A row of the list, which opens in place.
 * @param {House.Line} row
 * @param {boolean} [otherSections] whether the list has clauses of other sections too
 */
export function clauseRow(row, otherSections = false) {
  const section = row.id.split('/').slice(0, 2).join('/');
  return `<details class="clause s-${row.state}" id="${otherSections ? '' : esc(row.rule)}" data-clause="${esc(row.id)}"><summary><span class="ref">§ ${esc(row.rule)}</span><span class="txt" lang="${htmlLang(row.lang)}">${
    otherSections ? `<small>${esc(section)}</small> ` : ''
  }${esc(row.text)}</span><span class="state" title="${w(`state.${row.state}`)}"><span class="sr">${w(`state.${row.state}`)}</span></span></summary><div class="all"></div></details>`;
}

/** @param {string} key @param {string} html */
const renderBlock = (key, html) => (html ? `<section class="part"><h3>${w(key)}</h3>${html}</section>` : '');
/** @template T @param {T[]} list @param {(one: T) => string} itemHtml */
const collapsibleList = (list, itemHtml) =>
  `<ul class="names">${list.slice(0, LISTED_AT_ONCE).map(itemHtml).join('')}</ul>${
    list.length > LISTED_AT_ONCE
      ? `<details class="rest"><summary>+ ${list.length - LISTED_AT_ONCE}</summary><ul class="names">${list
          .slice(LISTED_AT_ONCE)
          .map(itemHtml)
          .join('')}</ul></details>`
      : ''
  }`;

/**
 * An interpretation: its paragraph, what another reading would change, its clauses.
 * @param {House.Reading | House.ReadingInFull} i
 * @param {boolean} [open]
 */
export function renderInterpretation(i, open = false) {
  const change = i.moves ? ` <small>${w(`moves.${i.moves}`)}</small>` : '';
  return `<details class="reading"${open ? ' open' : ''}><summary><span class="ref">IR ${i.n}</span> <span lang="${htmlLang(i.lang)}">${esc(i.title)}</span></summary><div>${clauseParagraph(i)}<h4>${w('clauses')}</h4><p>${i.clauses.map(clauseLink).join(' ')}${change}</p></div></details>`;
}

/** The published text of a clause, where the house has it. @param {Detailed} x */
function publishedText(x) {
  if (x.published === undefined) return '';
  if (!x.published) return renderBlock('published', `<p class="given">${w('published.none')}</p>`);
  const whole =
    x.published.row === x.id
      ? ''
      : `<p class="given">${esc(w('published.whole', { rule: x.published.row.split('/').pop() }))}</p>`;
  return renderBlock(
    'published',
    whole +
      Object.entries(x.published.texts)
        .map(
          ([as, paragraphs]) =>
            `<blockquote lang="${htmlLang(as)}">${paragraphs.map(p => `<p>${esc(p)}</p>`).join('')}</blockquote>`,
        )
        .join(''),
  );
}

/**
 * Everything that is known about a clause.
 * @param {Detailed} x
 * @param {boolean} me whether a player asks
 * @param {boolean} staff
 */
export function clauseDetails(x, me, staff) {
  const out = x.outside;
  const stateHtml = x.clauses
    ? ''
    : `<p class="stands"><span class="dot s-${x.state}"></span>${w(`state.${x.state}`)}${
        out
          ? `: ${
              out.reason === 'heading' ? w('why.heading') : `<span lang="${htmlLang(x.lang)}">${esc(out.why)}</span>`
            }${out.interpretation ? ` (${esc(w('under', { n: out.interpretation }))})` : ''}`
          : ''
      } <small>${esc(w('kinds', { kind: has(`kind.${x.kind}`) ? w(`kind.${x.kind}`) : x.kind }))}</small></p>`;
  const code = x.cited.length
    ? collapsibleList(x.cited, c => `<li><code>${esc(c.module)}</code> <b><code>${esc(c.name)}</code></b></li>`)
    : `<p class="given">${w('code.none')}</p>`;
  const tests = x.tests.length
    ? collapsibleList(x.tests, name => {
        const [file, ...rest] = name.split('::');
        return `<li><code>${esc(file)}</code> <b><code>${esc(rest.join('::'))}</code></b></li>`;
      })
    : '';
  const rounds = x.rounds.length
    ? collapsibleList(
        x.rounds,
        r =>
          `<li><button type="button" class="plain" data-round="${esc(r.name)}" aria-expanded="false"><span lang="${htmlLang(r.lang)}">${esc(r.title)}</span> <code>${esc(r.name)}</code></button></li>`,
      )
    : x.clauses
      ? ''
      : `<p class="given">${w('rounds.none')}</p>`;
  const options = x.options?.length
    ? `<div class="worth" data-worth="${esc(x.id)}"><p class="links">${x.options
        .map(o => `<code>${esc(o.option)}</code> ${esc(gameName(o))}`)
        .join(
          ' · ',
        )} <button type="button" class="ghost" data-price="${esc(x.id)}">${w('options.ask')}</button></p></div>`
    : '';
  const coups = `${
    me
      ? `<p class="links"><button type="button" class="ghost" data-applied="${esc(x.id)}">${w('applied')}</button></p><div class="coup" role="status"></div>`
      : ''
  }${
    staff
      ? `<p class="links"><button type="button" class="ghost" data-house="${esc(x.id)}">${w('applied.house')}</button></p><div class="coups" role="status"></div>`
      : ''
  }`;
  return `${x.note ? renderBlock('note', `<p lang="${htmlLang(x.lang)}">${esc(x.note)}</p>`) : ''}${
    x.clauses ? '' : renderBlock('reads', (x.interpretations ?? []).map(i => renderInterpretation(i)).join(''))
  }${publishedText(x)}${coups}
    <details class="inspectors"><summary>${w('inspectors')}</summary>${stateHtml}${renderBlock('options', options)}${renderBlock('rounds', rounds)}<div class="cols">${renderBlock('code', code)}${renderBlock('tests', tests)}</div></details>${
      x.clauses ? '' : `<p class="given"><a href="${lawPageUrl(x.id)}">${w('link')}</a></p>`
    }`;
}

/**
 * Show what the options of a clause cost; ask again until all are computed.
 * @param {HTMLElement} box
 * @param {string} id
 */
export async function loadPrices(box, id) {
  const prices = await get(`/api/worth?${new URLSearchParams({ clause: id })}`);
  /** @param {House.OptionWorth} o */
  const optionHtml = o =>
    !o.priced
      ? `<li><code>${esc(o.option)}</code> ${joinWithColon(esc(gameName(o)), w('options.unpriced'))}</li>`
      : !o.bets
        ? `<li><code>${esc(o.option)}</code> ${joinWithColon(esc(gameName(o)), w('options.counting'))}</li>`
        : o.bets.length
          ? o.bets
              .map(
                b =>
                  `<li>${joinWithColon(
                    esc(gameName(o)),
                    esc(
                      w('options.row', {
                        option: o.option,
                        value: String(b.value),
                        bet: b.names[lang()] ?? b.names.pt ?? b.bet,
                        change: '\u0001',
                      }),
                    ).replace(
                      '\u0001',
                      `<b class="${b.change < 0 ? 'up' : 'down'}">${formatPercent(b.change, 4, true)}</b>`,
                    ),
                  )}${b.lawful ? '' : ` <small>${w('options.leave')}</small>`}</li>`,
              )
              .join('')
          : `<li><code>${esc(o.option)}</code> ${joinWithColon(esc(gameName(o)), w('options.same'))}</li>`;
  box.innerHTML = `<ul class="costs" role="status">${prices.options.map(optionHtml).join('')}</ul><p class="given">${esc(w('options.say'))}</p>`;
  if (prices.counting && box.isConnected) setTimeout(() => loadPrices(box, id).catch(() => {}), 2000);
}

/** The steps of a coup under a clause, in the words of its table. @param {House.CoupCitation} x */
async function coupArticle(x) {
  const base = String(x.table).split('~')[0];
  const table = await get(`/api/tables/${encodeURIComponent(base)}`).catch(() => null);
  const steps = table
    ? `<ol class="story">${inCurrency(table.currency, () =>
        eventItems(table, /** @type {Client.Event[]} */ (x.steps)),
      )}</ol>`
    : '';
  return `<article class="panel"><h4>${esc(gameName({ names: x.names, game: x.game }))} · ${esc(w('applied.coup', { n: x.no }))} <small>${esc(formatTime(x.at / 1000))} · ${esc(table?.name ?? base)}</small></h4>${steps}${
    x.more ? `<p class="given">${esc(w('applied.more', { n: x.more }))}</p>` : ''
  }<p class="links"><a class="ghost" href="receipt.html?coup=${encodeURIComponent(x.id)}">${w('receipt')}</a></p></article>`;
}

/** Show my last coup under a clause. @param {HTMLElement} box @param {string} id */
export async function loadMyCoup(box, id) {
  const answer = await get(`/api/me/applied?${new URLSearchParams({ clause: id })}`);
  box.innerHTML = answer.coup
    ? `${await coupArticle(answer.coup)}<p class="given">${esc(
        w('applied.looked', { n: answer.looked, most: answer.most }),
      )}</p>`
    : `<p class="given">${esc(w('applied.none', { n: answer.looked }))}</p>`;
}

/**
 * Show the house's last coups under a clause, for staff who may read its journal.
 * @param {HTMLElement} box
 * @param {string} id
 */
export async function loadHouseCoups(box, id) {
  const answer = await get(`/api/staff/applied?${new URLSearchParams({ clause: id })}`);
  box.innerHTML = `${(await Promise.all(answer.coups.map(coupArticle))).join(
    '',
  )}<p class="given">${esc(w('applied.house.looked', { n: answer.looked }))}</p>`;
}

/** Open a golden round below its name, or close it. @param {HTMLElement} button */
export async function toggleRound(button) {
  const open = button.getAttribute('aria-expanded') === 'true';
  const next = /** @type {HTMLElement | null} */ (button.nextElementSibling);
  button.setAttribute('aria-expanded', String(!open));
  if (next) {
    next.hidden = open;
    return;
  }
  const name = (button.dataset.round ?? '').split('/').map(encodeURIComponent);
  const query = new URLSearchParams({ lang: lang() });
  const answer = await get(`/api/rounds/${name[0]}/${name.slice(1).join('/')}?${query}`);
  button.insertAdjacentHTML(
    'afterend',
    `<pre class="round" lang="${htmlLang(lang())}" tabindex="0">${esc(answer.text)}</pre>`,
  );
}
