// The odds of a game or table: house edge, best play, value of the rules, a session, the other bets.

import { NOT_YET, asRefusal, get } from '../core/api.js';
import { byId as $, find, focusedElement, hit } from '../core/dom.js';
import { drawTileBand, setUpHeader } from '../core/header.js';
import { fillLabels, formatLimits, gameName, lang, onLanguageChange, setCurrency } from '../core/i18n.js';
import { esc, inForceNote, lawPageUrl } from '../core/text.js';
import {
  edgeSection,
  firstDecisionSection,
  frequencySection,
  liabilitySection,
  netSection,
  otherBetsSection,
  upCardSection,
} from './bet_sections.js';
import { addKeyboardNavigation, cellDetail } from './chart.js';
import { loadUntilCounted, renderGames, sortBy } from './games.js';
import { betTable, isLayout } from './layout_bets.js';
import { machines } from './machines.js';
import { section } from './parts.js';
import { chartRows, chartSection, ruleSteps, sessionSection, sheetSections, strategySection } from './play_sections.js';
import { renderPlayerGame } from './player_games.js';
import { page, pageQuery } from './study.js';
import { betName, gameOwnWord, oddsWord, studyWord } from './study_words.js';

const main = $('odds');
const allGames = !pageQuery.get('table') && !pageQuery.get('game'); // no game is given: show all of them

setUpHeader(find(document, '.top'));
drawTileBand($('frieze'));

/** The page of a game with bets against a bank. @param {Client.OddsBet} bet @param {Client.OddsBet[]} others */
const bankGamePage = (bet, others) =>
  `${edgeSection(bet)}${
    isLayout(page.answer)
      ? section('laid', oddsWord('laid'), betTable(page.answer, betName), oddsWord('laid.say'), 'wide')
      : ''
  }${strategySection()}${chartSection()}${ruleSteps()}${sheetSections()}<div class="pair"><div>${netSection(bet)}${frequencySection(bet)}</div><div>${upCardSection(bet)}${firstDecisionSection(bet)}</div></div>${sessionSection()}${liabilitySection()}${
    isLayout(page.answer) ? '' : otherBetsSection(others)
  }`;

// ---- the page -----------------------------------------------------------------------------------------------

/** Redraw the list of all games and keep the focus. */
function drawGames() {
  const active = focusedElement();
  const focused = main.contains(active) ? active : null;
  const key = focused?.dataset.by
    ? `[data-by=${focused.dataset.by}]`
    : focused?.getAttribute('href')
      ? `[href="${focused.getAttribute('href')}"]`
      : '';
  main.innerHTML = renderGames();
  if (key) main.querySelector(key)?.focus({ preventScroll: true });
}

function draw() {
  if (allGames && !page.failed) {
    fillLabels(document);
    document.title = `Sabot · ${oddsWord('title')}`;
    drawGames();
    return;
  }
  fillLabels();
  document.title = `Sabot · ${oddsWord('title')}${page.answer ? `: ${gameName(page.answer)}` : ''}`;
  $('where').textContent = page.answer ? gameName(page.answer) : '';
  if (!page.answer) {
    main.innerHTML = page.failed
      ? `<p class="empty" role="alert">${esc(oddsWord('failed', { why: page.failed }))}</p><p class="links"><button type="button" class="ghost" data-again="1">${oddsWord('again')}</button><a class="ghost" href="./">${oddsWord('room')}</a></p>`
      : `<p class="empty" role="status">${oddsWord('loading')}</p>`;
    return;
  }
  const [bet, ...others] = page.answer.bets ?? [];
  const past = inForceNote({ ...page.answer, regulation: page.answer.regulation });
  main.innerHTML = `<div class="hero"><div><h1>${esc(
    page.answer.table?.name ? `${page.answer.table.name}` : gameName(page.answer),
  )}</h1><p>${esc(
    page.answer.table
      ? `${gameName(page.answer)} · ${page.answer.regulation} · ${formatLimits(page.answer.table)}`
      : `${page.answer.regulation}, ${oddsWord('for.game')}`,
  )}</p></div><nav class="links" aria-label="${esc(oddsWord('title'))}">${
    page.answer.table
      ? `<a class="ghost" href="table.html?id=${encodeURIComponent(
          pageQuery.get('table') ?? page.answer.table.id,
        )}">${oddsWord('table')}</a>`
      : ''
  }${
    page.answer.table
      ? `<a class="ghost" href="odds.html?game=${encodeURIComponent(page.answer.game)}">${esc(gameName(page.answer))}</a>`
      : ''
  }<a class="ghost" href="${lawPageUrl(page.answer.section)}">${studyWord('book')}</a><a class="ghost" href="odds.html">${studyWord('all')}</a></nav></div>${past ? `<p class="past">${esc(past)}</p>` : ''}
    ${
      bet
        ? bankGamePage(bet, others)
        : page.answer.kind === 'machines'
          ? machines(
              /** @type {any} */ (page.answer),
            ) /* any: the sheets of a machine are others than those of a game */
          : renderPlayerGame(page.answer, gameOwnWord)
    }<footer>${
      bet
        ? `<p>${oddsWord(
            isLayout(page.answer) ? (page.answer.by === 'coup' ? 'method.dealt' : 'method.laid') : 'method',
          )}</p>`
        : ''
    }<p>${oddsWord('about')}</p></footer>`;
  const grid = main.querySelector('.grids');
  if (grid)
    addKeyboardNavigation(grid, cell => {
      if (cell === page.openCell) return;
      page.openCell = cell;
      $('cell').innerHTML = cellDetail(page.answer, chartRows(), page.openCell, lang());
    })();
}

async function load() {
  if (allGames) {
    page.failed = '';
    await loadUntilCounted(draw, problem => {
      page.failed = problem.message;
      draw();
    });
    return;
  }
  const query = new URLSearchParams(
    pageQuery.get('table') ? { table: pageQuery.get('table') ?? '' } : { game: pageQuery.get('game') ?? '' },
  );
  if (page.strategy) query.set('strategy', page.strategy);
  page.failed = '';
  main.setAttribute('aria-busy', 'true');
  try {
    page.answer = /** @type {any} */ (await get(`/api/odds?${query}`)); // any: see Client.Odds
    setCurrency(page.answer.currency);
  } catch (thrown) {
    const problem = asRefusal(thrown);
    [page.answer, page.failed] = [NOT_YET, problem.message];
  }
  main.removeAttribute('aria-busy');
  draw();
  if (page.answer && page.answer.deal === null) setTimeout(load, 4000); // still being computed
}

main.onclick = e => {
  const b = hit(e, '[data-class], [data-cards], [data-again], [data-by]');
  if (!b) return;
  if (b.dataset.by) {
    sortBy(b.dataset.by);
    draw();
    find(main, `[data-by=${b.dataset.by}]`).focus();
    return;
  }
  if (b.dataset.again) {
    draw();
    load();
    return;
  }
  if (b.dataset.cards) {
    page.cards = b.dataset.cards === 'true';
    page.openCell = null;
    draw();
    find(main, `[data-cards="${page.cards}"]`).focus();
    return;
  }
  chooseStrategy(b.dataset.class ?? '');
};
main.addEventListener('keydown', e => {
  const radio = hit(e, '[role=radio]');
  const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[e.key];
  if (!radio || !by) return;
  e.preventDefault();
  const all = [...main.querySelectorAll('[role=radio]')];
  chooseStrategy(all[(all.indexOf(radio) + by + all.length) % all.length].dataset.class ?? '');
});

/** Load the odds of another strategy; the page stays until they are known. @param {string} name */
async function chooseStrategy(name) {
  page.strategy = name;
  history.replaceState(null, '', `?${new URLSearchParams({ ...Object.fromEntries(pageQuery), play: name })}`);
  await load();
  main.querySelector('[role=radio][aria-checked=true]')?.focus({ preventScroll: true });
}

onLanguageChange(draw);
draw();
load();
