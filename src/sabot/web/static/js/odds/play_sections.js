// The sections of the page of odds about play: strategies, charts, rules, sheets, a session.

import { formatNet, formatSum, lang } from '../core/i18n.js';
import { esc } from '../core/text.js';
import { actName, cellDetail, handName, renderGrids, renderLegend } from './chart.js';
import { isLayout } from './layout_bets.js';
import { section } from './parts.js';
import { curveConclusion, renderCurve, renderSheet } from './sheets.js';
import { page } from './study.js';
import { betName, gameOwnWord, oddsWord, stake } from './study_words.js';
import { formatFigure, formatPercent } from './words.js';

export function strategySection() {
  const names = Object.keys(page.answer.classes ?? {});
  if (names.length < 2) return '';
  const best = Math.min(...Object.values(page.answer.classes));
  return section(
    'class',
    oddsWord('class'),
    `<div class="classes" role="radiogroup" aria-labelledby="h-class">${names
      .map(name => {
        const cost = page.answer.classes[name] - best;
        const on = name === page.answer.strategy;
        return `<button type="button" role="radio" aria-checked="${on}" tabindex="${on ? 0 : -1}" data-class="${esc(name)}"><b>${esc(gameOwnWord(`class.${name}`) || name)}</b><small>${
          cost <= 0
            ? oddsWord('class.best')
            : esc(
                oddsWord('class.costs', { cost: cost < 5e-7 ? `< ${formatPercent(1e-6, 4)}` : formatPercent(cost, 4) }),
              )
        }</small></button>`;
      })
      .join('')}</div><p class="saying">${esc(gameOwnWord(`class.${page.answer.strategy}.what`))}</p>`,
  );
}

// ---- the chart ------------------------------------------------------------------------------------------

export const chartRows = () => (page.cards ? page.answer.two_cards : page.answer.chart);

export function chartSection() {
  if (!page.answer.chart?.length) return '';
  const other = (page.answer.exceptions ?? [])
    .map(
      x =>
        `<li>${esc(
          oddsWord('other.row', {
            hand: handName({ name: x.hand }),
            up: x.against === 'A' ? oddsWord('ace') : x.against.replace('T', '10'),
            best: actName(page.answer, x.best, lang()).toLocaleLowerCase(lang()),
            usual: actName(page.answer, x.by_total, lang()).toLocaleLowerCase(lang()),
            cost: formatFigure(x.cost, 4),
          }),
        )}</li>`,
    )
    .join('');
  return section(
    'chart',
    oddsWord('chart'),
    `<div class="which" role="group" aria-labelledby="h-chart">${[
      { key: 'by.total', v: false },
      { key: 'by.cards', v: true },
    ]
      .map(
        ({ key, v }) =>
          `<button type="button" data-cards="${v}" aria-pressed="${v === page.cards}">${oddsWord(key)}</button>`,
      )
      .join('')}</div>${renderLegend(page.answer, chartRows(), lang())}
    <div class="play"><div class="grids">${renderGrids(page.answer, chartRows(), lang())}</div><aside class="panel" id="cell" aria-live="polite">${cellDetail(
      page.answer,
      chartRows(),
      page.openCell,
      lang(),
    )}</aside></div>${
      other
        ? `<details class="other"><summary>${oddsWord('other')} (${page.answer.exceptions.length})</summary><ul>${other}</ul></details>`
        : ''
    }`,
    oddsWord('chart.say'),
    'wide',
  );
}

// ---- the rules, the result, how often ------------------------------------------------------------------------

export function ruleSteps() {
  const steps = (page.answer.waterfall ?? []).filter((s, i) => i === 0 || Math.abs(s.change) >= 5e-7);
  if (steps.length < 2) return '';
  const edges = [0, ...steps.map(s => s.edge)];
  const low = Math.min(...edges);
  const high = Math.max(...edges);
  /** @param {number} v */
  const at = v => (100 * (v - low)) / (high - low || 1);
  let before = 0;
  const list = steps
    .map((s, i) => {
      const from = i ? before : 0;
      const a = at(Math.min(from, s.edge));
      const b = at(Math.max(from, s.edge));
      const up = s.edge > from;
      before = s.edge;
      return `<tr><th scope="row">${esc(s.names?.[lang()] ?? s.rule)}</th><td class="fall" aria-hidden="true"><s style="left:${at(0).toFixed(2)}%"></s><i class="${i ? (up ? 'more' : 'less') : 'whole'}" style="left:${a.toFixed(2)}%;width:${(b - a).toFixed(2)}%"></i></td><td class="n">${
        i ? formatFigure(100 * s.change, 4, true) : formatPercent(s.edge, 4)
      }</td></tr>`;
    })
    .join('');
  const a = at(Math.min(0, before));
  const b = at(Math.max(0, before));
  return section(
    'rules',
    oddsWord('rules'),
    `<table class="steps"><tbody>${list}<tr class="end"><th scope="row">${oddsWord('rules.to')}</th><td class="fall" aria-hidden="true"><s style="left:${at(0).toFixed(2)}%"></s><i class="whole" style="left:${a.toFixed(2)}%;width:${(b - a).toFixed(2)}%"></i></td><td class="n">${formatPercent(before, 4)}</td></tr></tbody></table>`,
    oddsWord('rules.say'),
    'wide',
  );
}

export function sheetSections() {
  const one =
    page.answer.sheets
      ?.map(each =>
        section(
          `sheet-${each.name}`,
          esc(gameOwnWord(`sheet.${each.name}`)),
          renderSheet(each, gameOwnWord),
          gameOwnWord(`sheet.${each.name}.what`),
          'wide',
        ),
      )
      .join('') ?? '';
  return (
    (page.answer.curves
      ?.map(each =>
        section(
          `curve-${each.name}`,
          esc(gameOwnWord(`curve.${each.name}`)),
          renderCurve(each, gameOwnWord),
          curveConclusion(each, gameOwnWord),
          'wide',
        ),
      )
      .join('') ?? '') + one
  );
}

// ---- a session, the other bets -----------------------------------------------------------------------------

export function sessionSection() {
  if (!page.answer.sessions?.length) return '';
  /** @param {number} net */
  const sum = net => {
    const cents = Math.round((net * stake()) / 100);
    return `<b class="${cents > 0 ? 'up' : cents < 0 ? 'down' : ''}">${formatNet(cents, true) || formatSum(0)}</b>`;
  };
  /** @param {string} key @param {(s: House.SessionForecast) => string} text */
  const row = (key, text) => `<tr><th scope="row">${oddsWord(key)}</th>${page.answer.sessions.map(text).join('')}</tr>`;
  return section(
    'session',
    oddsWord('session'),
    `<div class="scroll" role="group" tabindex="0"><table class="plan"><thead><tr><td></td>${page.answer.sessions
      .map(s => `<th scope="col">${oddsWord('session.coups', { n: formatFigure(s.coups, 0) })}</th>`)
      .join('')}</tr></thead><tbody>${row(
      'session.low',
      s => `<td>${sum(s.quantiles['0.05'])}</td>`,
    )}${row('session.mid', s => `<td>${sum(s.quantiles['0.5'])}</td>`)}${row(
      'session.high',
      s => `<td>${sum(s.quantiles['0.95'])}</td>`,
    )}${row('session.ahead', s => `<td>${formatPercent(s.ahead, 1)}</td>`)}</tbody></table></div>`,
    oddsWord(isLayout(page.answer) ? 'session.laid' : 'session.say', {
      stake: formatSum(stake()),
      bet: betName(page.answer.bets[0].bet),
    }),
    'wide',
  );
}
