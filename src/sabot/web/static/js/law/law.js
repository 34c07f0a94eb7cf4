// The law page: all regulations, the clauses of a section in the order of the text, a search, an interpretation.

import { fieldOf, byId as $, find, hit } from '../core/dom.js';
import { asRefusal, NOT_YET, get } from '../core/api.js';
import { setUpHeader, drawTileBand } from '../core/header.js';
import {
  joinWithColon,
  formatDay,
  gameName,
  fillLabels,
  htmlLang,
  lang,
  joinList,
  onLanguageChange,
  wordGroup,
  withAside,
} from '../core/i18n.js';
import {
  clauseRow,
  loadMyCoup,
  loadHouseCoups,
  loadPrices,
  renderInterpretation,
  toggleRound,
  clauseDetails,
} from './clause.js';
import { lawPageUrl, esc } from '../core/text.js';

const { w } = wordGroup('book');
const main = $('book');
const query = new URLSearchParams(location.search);
const doc = query.get('doc') ?? '';
const part = query.get('game') ?? '';
const ir = query.get('ir') ?? '';
const staff = query.has('staff');
/** @type {House.Regulation[]} */
let books = NOT_YET;
/** @type {House.SectionReport} */
let section = NOT_YET;
/** @type {House.ReadingInFull} */
let interpretation = NOT_YET;
let me = false;
let failed = '';
let words = '';
let thisDocumentOnly = true;
/** @type {House.ClauseMatches | null} */
let searchResult = null;
let timer = 0;

setUpHeader(find(document, '.top'));
drawTileBand($('frieze'));

/** @param {{since: string, until: string}} d */
const inForceText = d =>
  d.until ? w('until', { from: formatDay(d.since), to: formatDay(d.until) }) : w('since', { day: formatDay(d.since) });
/** The same with notes about the dates. @param {{since: string, until: string, dates?: Record<string, string>}} d */
const inForceWithNotes = d => withAside(inForceText(d), d.dates?.[lang()] ?? '');
/** @param {{games: House.GameOf[], section: string}} s */
const nameOf = s => (s.games.length ? joinList(s.games.map(g => gameName(g))) : s.section.split('/')[1]);
/** @param {{exercised: number, outside: number, open: number}} s */
const coverageBar = s =>
  `<span class="meter" role="img" aria-label="${esc(w('tally', { ...s }))}"><i class="s-exercised" style="flex:${s.exercised}"></i><i class="s-outside" style="flex:${s.outside}"></i><i class="s-open" style="flex:${s.open}"></i></span>`;

/**
 * The acts that changed a regulation and that the register does not hold.
 * @param {{amendments: House.AmendmentOf[]}} d
 */
const amendmentNote = d =>
  d.amendments.map(a => `<p class="given">${esc(w('amended', { act: a.act, what: a.what[lang()] }))}</p>`).join('');

function overviewPage() {
  return `<div class="hero"><div><h1>${w('title')}</h1><p class="saying">${esc(w('say'))}</p></div></div>${searchForm()}<div id="found"></div>${books
    .map(
      d =>
        `<section class="doc" aria-labelledby="d-${esc(d.document)}"><h2 id="d-${esc(d.document)}">${esc(d.short)}</h2><p class="saying"><span lang="${htmlLang(d.title_lang)}">${esc(d.title)}</span> · ${esc(inForceText(d))}</p>${amendmentNote(d)}<ul class="sections">${d.sections
          .map(
            s =>
              `<li><a href="${lawPageUrl(s.section)}"><b>${esc(nameOf(s))}</b><small>${esc(w('rows', { n: s.rows }))}</small>${coverageBar(s)}</a></li>`,
          )
          .join('')}</ul></section>`,
    )
    .join('')}<footer><p>${esc(w('language'))}</p></footer>`;
}

const searchForm = () =>
  `<form class="find" role="search"><label><span class="sr">${w('find')}</span><input type="search" name="words" value="${esc(words)}" placeholder="${esc(w('find'))}" autocomplete="off" maxlength="200"></label>${
    doc
      ? `<span class="which" role="group" aria-label="${esc(w('find'))}">${[
          { key: 'find.here', v: true },
          { key: 'find.all', v: false },
        ]
          .map(
            ({ key, v }) =>
              `<button type="button" data-here="${v}" aria-pressed="${v === thisDocumentOnly}">${w(key)}</button>`,
          )
          .join('')}</span>`
      : ''
  }</form>`;

function sectionPage() {
  const book = books.find(d => d.document === doc);
  const mark = { exercised: 0, outside: 0, open: 0 };
  for (const r of section.rows) mark[/** @type {keyof typeof mark} */ (r.state)] += 1;
  const tabs = (book?.sections ?? [])
    .map(
      s =>
        `<a href="${lawPageUrl(s.section)}"${
          s.section === section.section ? ' aria-current="page"' : ''
        }>${esc(nameOf(s))}</a>`,
    )
    .join('');
  return `<div class="hero"><div><h1>${esc(nameOf(section))}</h1><p><span lang="${htmlLang(section.title_lang)}">${esc(section.title)}</span> · ${esc(inForceWithNotes(section))}</p>${amendmentNote(section)}</div><nav class="links">${section.games
    .map(
      g =>
        `<a class="ghost" href="odds.html?game=${encodeURIComponent(g.id)}">${esc(joinWithColon(w('odds'), gameName(g)))}</a>`,
    )
    .join('')}<a class="ghost" href="law.html">${w('all')}</a></nav></div>
    ${
      tabs ? `<nav class="tabsof" aria-label="${esc(book?.short)}">${tabs}</nav>` : ''
    }${searchForm()}<p class="given">${esc(
      joinWithColon(w('rows', { n: section.rows.length }), w('tally', mark)),
    )} ${coverageBar(mark)}</p><div id="found"></div><div id="rows">${section.rows.map(r => clauseRow(r)).join('')}</div><footer><p>${esc(w('language'))}</p></footer>`;
}

function interpretationPage() {
  return `<div class="hero"><div><h1 lang="${htmlLang(interpretation.lang)}">IR ${interpretation.n}: ${esc(interpretation.title)}</h1></div><nav class="links"><a class="ghost" href="law.html">${w('all')}</a></nav></div>${renderInterpretation(interpretation, true)}${clauseDetails(interpretation, me, staff)}<footer><p>${esc(w('language'))}</p></footer>`;
}

function draw() {
  fillLabels();
  const name = ir ? `IR ${ir}` : section ? nameOf(section) : '';
  document.title = `Sabot · ${w('title')}${name ? `: ${name}` : ''}`;
  $('where').textContent = name;
  if (failed) {
    main.innerHTML = `<p class="empty" role="alert">${esc(w('failed', { why: failed }))}</p><p class="links"><button type="button" class="ghost" data-again="1">${w('again')}</button><a class="ghost" href="law.html">${w('all')}</a></p>`;
    return;
  }
  main.innerHTML = interpretation
    ? interpretationPage()
    : section
      ? sectionPage()
      : books
        ? overviewPage()
        : `<p class="empty" role="status">${w('loading')}</p>`;
  if (books) drawResults();
}

function drawResults() {
  const box = document.getElementById('found');
  const rows = document.getElementById('rows');
  if (!box) return;
  box.innerHTML = searchResult
    ? `<p class="given" role="status">${
        searchResult.found
          ? esc(
              w(searchResult.found > searchResult.rows.length ? 'found.more' : 'found', {
                n: searchResult.found,
                m: searchResult.rows.length,
              }),
            )
          : esc(w('none'))
      }</p>${searchResult.rows.map(r => clauseRow(r, true)).join('')}`
    : '';
  if (rows) rows.hidden = Boolean(searchResult);
}

async function search() {
  const text = words.trim();
  searchResult =
    text.length > 1
      ? await get(
          `/api/clauses?${new URLSearchParams({
            words: text,
            lang: lang(),
            ...(doc && thisDocumentOnly ? { document: doc } : {}),
          })}`,
        )
      : null;
  if (words.trim() === text) drawResults();
}

/** Open the clause that the address names. */
function openNamedClause() {
  const target = /** @type {HTMLDetailsElement | null} */ (
    document.getElementById(decodeURIComponent(location.hash.slice(1)))
  );
  if (!target?.matches('details.clause')) return;
  target.open = true;
  target.scrollIntoView({ block: 'start' });
  find(target, 'summary').focus({ preventScroll: true });
}

async function load() {
  failed = '';
  try {
    const [all, page, who] = await Promise.all([
      get(`/api/regulations?lang=${lang()}`),
      ir
        ? get(`/api/clauses/ir/${encodeURIComponent(ir)}?lang=${lang()}`)
        : doc && part
          ? get(`/api/regulations/${encodeURIComponent(doc)}/${encodeURIComponent(part)}?lang=${lang()}`)
          : null,
      get('/api/session').catch(() => null),
    ]);
    books = doc && !part ? all.filter(d => d.document === doc) : all;
    section = /** @type {House.SectionReport} */ (ir ? NOT_YET : page);
    interpretation = /** @type {House.ReadingInFull} */ (ir ? page : NOT_YET);
    me = Boolean(who);
    if (doc && !part && !books.length) failed = doc;
  } catch (thrown) {
    const problem = asRefusal(thrown);
    failed = problem.message;
  }
  draw();
  openNamedClause();
}

/** Load the details of a clause when it is opened. */
main.addEventListener(
  'toggle',
  async e => {
    const row = /** @type {HTMLDetailsElement} */ (e.target);
    if (!row.matches?.('details.clause') || !row.open || row.dataset.full) return;
    row.dataset.full = '1';
    const box = find(row, '.all');
    box.innerHTML = `<p class="given">${w('loading')}</p>`;
    try {
      box.innerHTML = clauseDetails(
        await get(
          `/api/clauses/${(row.dataset.clause ?? '').split('/').map(encodeURIComponent).join('/')}?lang=${lang()}`,
        ),
        me,
        staff,
      );
    } catch (thrown) {
      const problem = asRefusal(thrown);
      delete row.dataset.full;
      box.innerHTML = `<p class="given">${esc(w('failed', { why: problem.message }))}</p>`;
    }
    if (row.id && row.matches('#rows *')) history.replaceState(null, '', `#${encodeURIComponent(row.id)}`);
  },
  true,
);

main.addEventListener('click', async e => {
  const b = hit(
    e,
    '[data-round], [data-price], [data-applied], [data-house], [data-here], [data-again], a[data-law], a[data-go]',
  );
  if (!b) return;
  try {
    if (b.dataset.round) await toggleRound(b);
    else if (b.dataset.price) await loadPrices(b.closest('[data-worth]') ?? main, b.dataset.price);
    else if (b.dataset.applied) await loadMyCoup(find(b.closest('.all, main') ?? main, '.coup'), b.dataset.applied);
    else if (b.dataset.house) await loadHouseCoups(find(b.closest('.all, main') ?? main, '.coups'), b.dataset.house);
    else if (b.dataset.here) {
      thisDocumentOnly = b.dataset.here === 'true';
      for (const x of main.querySelectorAll('[data-here]')) x.setAttribute('aria-pressed', String(x === b));
      await search();
    } else if (b.dataset.again) await load();
    else if (b.dataset.law) {
      e.preventDefault();
      location.href = lawPageUrl(b.dataset.law);
    }
  } catch (thrown) {
    const problem = asRefusal(thrown);
    b.insertAdjacentHTML('afterend', ` <small role="alert">${esc(w('failed', { why: problem.message }))}</small>`);
  }
});
main.addEventListener('input', e => {
  if (fieldOf(e).name !== 'words') return;
  words = fieldOf(e).value;
  clearTimeout(timer);
  timer = setTimeout(() => search().catch(() => {}), 180);
});
main.addEventListener('submit', e => {
  e.preventDefault();
  search().catch(() => {});
});
addEventListener('hashchange', openNamedClause);
// Links of the law pages keep the mark of staff who came from the staff page.
if (staff)
  main.addEventListener(
    'click',
    e => {
      const a = /** @type {HTMLAnchorElement | null} */ (hit(e, 'a[href^="law.html"]'));
      if (a && !a.href.includes('staff=')) {
        const to = new URL(a.href);
        to.searchParams.set('staff', '1');
        a.href = to.href;
      }
    },
    true,
  );
onLanguageChange(() => {
  load();
  search().catch(() => {});
});
draw();
load();
