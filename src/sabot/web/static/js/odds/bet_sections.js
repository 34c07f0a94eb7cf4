// The sections of the page of odds about bets: what the house keeps, results, frequencies, the bank's open card.

import { formatFullSum, formatNet, formatSum } from '../core/i18n.js';
import { esc } from '../core/text.js';
import { isLayout } from './layout_bets.js';
import { bar, section } from './parts.js';
import { page } from './study.js';
import { betName, gameOwnWord, oddsWord, outcomeText, reasonText, stake } from './study_words.js';
import { formatChance, formatFigure, formatPercent, fractionValue } from './words.js';

// ---- the first thing: what the house keeps ---------------------------------------------------------------

/** @param {Client.OddsBet} bet */
export function edgeSection(bet) {
  const edge = bet.edge_float;
  const sum = formatFullSum(Math.round(Math.abs(edge) * 10_000));
  const hour = Math.round(-edge * page.answer.hands * stake());
  const parts = Object.entries({ win: bet.p_win, push: bet.p_push, lose: bet.p_lose })
    .map(([k, p]) => ({ k, p: fractionValue(p) }))
    .filter(({ p }) => p > 0);
  /** @param {string} key @param {string} text */
  const fact = (key, text) => `<div><dt>${oddsWord(key)}</dt><dd>${text}</dd></div>`;
  return `<section class="keeps" aria-labelledby="h-keeps"><div><h2 id="h-keeps">${oddsWord(
    edge > 0 ? 'keeps' : edge < 0 ? 'gives' : 'even',
    { edge: `<b>${formatPercent(Math.abs(edge), 4)}</b>` },
  )}</h2><p>${esc(
    oddsWord(`${edge > 0 ? 'keeps' : 'gives'}.${isLayout(page.answer) ? 'laid' : 'why'}`, {
      sum,
      stake: formatSum(10_000),
      bet: betName(bet.bet),
    }),
  )}</p>
    <div class="ends" role="img" aria-label="${esc(
      `${oddsWord('ends')}: ${parts.map(({ k, p }) => `${formatPercent(p, 1)} ${oddsWord(`${k}.money`)}`).join(', ')}`,
    )}">${parts
      .map(
        ({ k, p }) =>
          `<span class="${k}" style="flex:${p.toFixed(5)}"><b>${formatPercent(p, 1)}</b> ${oddsWord(k)}</span>`,
      )
      .join('')}</div></div>
    <dl>${fact(
      'hour',
      esc(
        oddsWord('hour.why', {
          n: page.answer.hands,
          stake: formatSum(stake()),
          sum: formatNet(hour) || formatFullSum(0),
        }),
      ),
    )}${bet.staked ? fact('staked', esc(oddsWord('staked.why', { n: formatFigure(bet.staked, 3) }))) : ''}${fact(
      'deviation',
      esc(oddsWord('deviation.why', { n: formatFigure(Math.sqrt(bet.variance_float), 3) })),
    )}${
      bet.bound
        ? fact(
            'bound',
            esc(
              `± ${bet.bound
                .toExponential(0)
                .replace('e-', ' · 10⁻')
                .replace(/\d+$/, d => [...d].map(c => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(c)]).join(''))}: ${oddsWord('bound.why')}`,
            ),
          )
        : ''
    }</dl></section>`;
}

/** @param {{name: string, p: number, cls?: string, text?: string}[]} list */
function barTable(list) {
  const most = Math.max(...list.map(x => x.p));
  return `<table class="bars"><tbody>${list
    .map(
      x =>
        `<tr><th scope="row">${esc(x.name)}</th><td aria-hidden="true">${bar(x.p / most, x.cls ?? '')}</td><td class="n">${esc(x.text ?? formatChance(x.p))}</td></tr>`,
    )
    .join('')}</tbody></table>`;
}

/** @param {Client.OddsBet} bet */
export function netSection(bet) {
  const EDGE = isLayout(page.answer) ? Infinity : 4;
  /** @type {Map<number, number>} */
  const sums = new Map();
  for (const [text, p] of bet.net) {
    const v = Math.max(-EDGE, Math.min(EDGE, fractionValue(text)));
    sums.set(v, (sums.get(v) ?? 0) + fractionValue(p));
  }
  const all = bet.net.map(([text]) => fractionValue(text));
  /** @param {number} v */
  const name = v => {
    const n = formatFigure(v, Number.isInteger(v) ? 0 : Number.isInteger(v * 2) ? 1 : 2, true);
    return v === EDGE && Math.max(...all) > EDGE
      ? oddsWord('net.more', { n })
      : v === -EDGE && Math.min(...all) < -EDGE
        ? oddsWord('net.less', { n })
        : n;
  };
  return section(
    'net',
    oddsWord('net'),
    barTable(
      [...sums]
        .sort((a, b) => a[0] - b[0])
        .map(([v, p]) => ({ name: name(v), p, cls: v > 0 ? 'win' : v < 0 ? 'lose' : 'push' })),
    ),
    oddsWord('net.say'),
  );
}

/** @param {Client.OddsBet} bet */
export function frequencySection(bet) {
  const list = Object.entries(bet.often ?? {})
    .filter(([name, p]) => p >= 1e-6 && name !== '2 hands')
    .map(([name, p]) => {
      const n = /^(\d+) hands$/.exec(name);
      return `<div><dt>${esc(
        (n ? gameOwnWord('often.hands', { n: n[1] }) : gameOwnWord(`often.${name}`)) || name,
      )}</dt><dd>${esc(formatChance(p))}</dd></div>`;
    })
    .join('');
  return section('often', oddsWord('often'), list && `<dl class="list">${list}</dl>`);
}

/** @param {Client.OddsBet} bet */
export function firstDecisionSection(bet) {
  const list = Object.entries(bet.first_decision ?? {})
    .filter(([, p]) => p >= 1e-6)
    .sort((a, b) => b[1] - a[1]);
  return section(
    'first',
    oddsWord('first'),
    list.length
      ? barTable(
          list.map(([act, p]) => ({
            name: gameOwnWord(`act.${act}`) || gameOwnWord(`often.${act}`) || act,
            p,
            cls: `a-${esc(act)}`,
          })),
        )
      : '',
    oddsWord('first.say'),
    'begin',
  );
}

/** @param {Client.OddsBet} bet */
export function upCardSection(bet) {
  const list = ['2', '3', '4', '5', '6', '7', '8', '9', '10', 'J', 'Q', 'K', 'A'].flatMap(up =>
    bet.by_up?.[up] ? [{ up, e: bet.by_up[up].edge }] : [],
  );
  if (!list.length) return '';
  const most = Math.max(...list.map(({ e }) => Math.abs(e)));
  return section(
    'ups',
    oddsWord('ups'),
    `<table class="bars two"><tbody>${list
      .map(
        ({ up, e }) =>
          `<tr><th scope="row">${up === 'A' ? oddsWord('ace') : up}</th><td aria-hidden="true"><span class="half">${e < 0 ? bar(-e / most, 'win') : ''}</span><span class="half">${e > 0 ? bar(e / most, 'lose') : ''}</span></td><td class="n">${formatPercent(e, 1, true)}</td></tr>`,
      )
      .join('')}</tbody></table>`,
    oddsWord('ups.say'),
  );
}

export function liabilitySection() {
  const m = page.answer.most;
  const id = 'most';
  if (!m) return '';
  if (m.why !== undefined)
    return section(id, oddsWord('most'), `<p>${oddsWord('most.none')} ${reasonText(m.why)}</p>`, '', 'wide');
  /** @param {string} key @param {string} sum @param {string} text */
  const fact = (key, sum, text) => `<div><dt>${oddsWord(key)}</dt><dd><b>${sum}</b><span>${text}</span></dd></div>`;
  const place = page.answer.table
    ? fact(
        'most.place',
        formatSum(m.place),
        `${outcomeText(m.outcome)}${esc(oddsWord('most.stake', { stake: formatSum(m.stake) }))}`,
      )
    : fact(
        'most.place',
        esc(
          oddsWord('most.times', { n: formatFigure(m.place / m.stake, Number.isInteger(m.place / m.stake) ? 0 : 1) }),
        ),
        outcomeText(m.outcome),
      );
  const wholeTable =
    page.answer.table && m.table !== m.place
      ? fact('most.table', formatSum(m.table), esc(oddsWord(isLayout(page.answer) ? 'most.all' : 'most.shared')))
      : '';
  return section(
    id,
    oddsWord('most'),
    `<dl class="worst">${place}${wholeTable}</dl>${m.left_out ? `<p class="given">${reasonText(m.left_out)}</p>` : ''}`,
    oddsWord('most.say'),
    'wide',
  );
}

/** @param {Client.OddsBet} bet */
function jackpotHtml(bet) {
  const j = bet.jackpot;
  if (!j) return '';
  const { top: best } = j;
  /** @param {House.Anything} x */
  const line = x =>
    `<tr><th scope="row">${esc(gameOwnWord(`odds.jackpot.${x.name}`) || x.name)}</th><td>${esc(
      x.share ? oddsWord('jackpot.share', { n: x.share }) : oddsWord('jackpot.times', { n: formatFigure(x.times, 0) }),
    )}</td><td class="n">${esc(
      oddsWord('one-in', { n: formatFigure(Math.round(1 / fractionValue(x.chance)), 0) }),
    )}</td></tr>`;
  const top = best
    ? `<p><b>${oddsWord('jackpot.top')}</b>: ${esc(
        oddsWord('jackpot.top.why', {
          mean: formatFigure(fractionValue(best.mean), 0),
          median: formatFigure(best.chips['0.5'], 0),
          low: formatFigure(best.chips['0.05'], 0),
          high: formatFigure(best.chips['0.95'], 0),
        }),
      )}. ${oddsWord('jackpot.pool.then')}: ${['0.05', '0.5', '0.95']
        .map(part => formatFullSum(best.pool[part]))
        .join(' · ')}</p>`
    : '';
  return `<div class="scroll" role="group" tabindex="0"><table class="lines"><thead><tr><th scope="col">${oddsWord('jackpot.line')}</th><th scope="col">${oddsWord('jackpot.prize')}</th><th scope="col" class="n">${oddsWord('jackpot.often')}</th></tr></thead><tbody>${j.lines.map(line).join('')}</tbody></table></div><p><b>${
    j.even === null
      ? oddsWord('jackpot.never')
      : `${oddsWord('jackpot.pool')} ${formatFullSum(Math.round(fractionValue(j.even)))}`
  }</b>${
    j.shared
      ? `<br>${esc(
          oddsWord('jackpot.shared', {
            n: j.shared.boxes,
            sum: formatFullSum(Math.round(fractionValue(j.shared.even))),
          }),
        )}`
      : ''
  }</p>${top}`;
}

/** @param {Client.OddsBet[]} bets */
export function otherBetsSection(bets) {
  /** @param {Client.OddsBet} bet */
  const one = bet => {
    const edge = bet.edge_float;
    const exact =
      String(bet.edge).includes('/') && String(bet.edge).length < 24
        ? ` <span class="exact">${esc(oddsWord('bet.sure', { edge: String(bet.edge).replace('-', '') }))}</span>`
        : '';
    const givenText = gameOwnWord(`given.${bet.bet}`) || bet.given || '';
    return `<li class="panel${bet.jackpot ? ' long' : ''}"><h3>${esc(betName(bet.bet))}</h3><p class="edge">${oddsWord(edge < 0 ? 'bet.gain' : 'bet.edge')} <b class="${edge < 0 ? 'up' : ''}">${formatPercent(Math.abs(edge), 3)}</b>${exact}</p><p>${oddsWord('bet.win')} ${esc(formatChance(fractionValue(bet.p_win)))}</p>${
      givenText ? `<p class="given"${gameOwnWord(`given.${bet.bet}`) ? '' : ' lang="en"'}>${esc(givenText)}</p>` : ''
    }${bet.jackpot ? jackpotHtml(bet) : ''}</li>`;
  };
  const not = Object.entries(page.answer.not_priced ?? {})
    .map(
      ([name, why]) =>
        `<p class="given">${esc(oddsWord('not', { what: betName(name) }))} <span lang="en">(${esc(why)})</span></p>`,
    )
    .join('');
  return section(
    'beside',
    oddsWord('beside'),
    `<ul class="others">${bets.map(one).join('')}</ul>${
      bets.length ? '' : `<p class="none">${oddsWord('bet.none')}</p>`
    }${not}`,
    '',
    'wide',
  );
}
