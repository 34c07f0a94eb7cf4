// The information on a machine for its player (10, 11): number, bet, winning combinations, how prizes are paid. Always
// in
// Portuguese, and in the language of the page next to it.

import { formatSum, lang, joinList, joinPhrases, joinSentences, t, htmlLang, withAside } from '../core/i18n.js';
import { betParts } from './replay.js';
import { betText, betCost } from './narration.js';
import { symbolSvg } from './sprites.js';
import { symbolName, w } from './words.js';
import { esc, clauseLink } from '../core/text.js';

/** A percentage as the language writes it: 89,51 %. @param {string} percent @param {string} [as] */
export const formatShare = (percent, as = lang()) =>
  t('sign.percent', { n: (as === 'pt' ? percent.replace('.', ',') : percent).replace(/\s*%$/, '') }, as);

/**
 * The return to the player for a bet with this number of lines, or coins.
 * @param {House.CabinetFelt} felt
 * @param {string} seat
 */
export function returnForBet(felt, seat) {
  const { lines, stake } = betParts(seat);
  const bet = felt.play === 'cards' ? stake : hasCoinTables(felt) ? lines * stake : lines;
  return felt.returned.find(r => r.bet === bet) ?? felt.returned[felt.returned.length - 1];
}

/** Whether each number of coins has prizes of its own. @param {House.CabinetFelt} felt */
const hasCoinTables = felt => Object.keys(felt.by_coins ?? {}).length > 0;

/**
 * The pay table of a bet: its own where prizes are not in proportion to the coins.
 * @param {House.CabinetFelt} felt
 * @param {string} seat
 */
function paysOf(felt, seat) {
  const { lines, stake } = betParts(seat);
  return felt.by_coins?.[lines * stake] ?? felt.pays;
}

/**
 * The pay table by symbol, the highest prize first: the coins for each count of the symbol.
 * @param {House.CabinetFelt} felt
 * @param {string} seat
 */
export function payRows(felt, seat) {
  /** @type {Map<string, {symbol: string, scatter: boolean, pays: House.MachinePays[]}>} */
  const rows = new Map();
  for (const p of paysOf(felt, seat))
    rows.set(p.symbol, {
      ...(rows.get(p.symbol) ?? { symbol: p.symbol, scatter: p.scatter, pays: [] }),
      pays: [...(rows.get(p.symbol)?.pays ?? []), p].sort((a, b) => b.count - a.count),
    });
  return [...rows.values()].sort(
    (a, b) => Math.max(...b.pays.map(p => p.coins)) - Math.max(...a.pays.map(p => p.coins)),
  );
}

/** @param {string} key @param {Client.Facts} [facts] */
const ownLanguageText = (key, facts) =>
  lang() === 'pt' ? '' : `<small lang="${htmlLang()}">${esc(w(key, facts))}</small>`;
/** One section of the glass with its heading. @param {string} key @param {string} html @param {string} law */
const glassSection = (key, html, law, cls = '') =>
  `<section class="${cls}"><h3><span lang="pt">${esc(w(key, {}, 'pt'))}</span>${ownLanguageText(key)}${clauseLink(law)}</h3>${html}</section>`;

/**
 * The glass: the printed information next to the reels.
 * @param {House.CabinetFelt} felt
 * @param {string} seat the bet that is chosen
 */
export function renderGlass(felt, seat) {
  const costs = felt.bets.map(b => b.cost);
  const facts = { least: formatSum(Math.min(...costs), 'pt'), most: formatSum(Math.max(...costs), 'pt') };
  const cards = felt.play === 'cards';
  const rows = payRows(felt, seat)
    .map(
      r => `<li title="${esc(symbolName(felt, r.symbol))}"><span class="what">${cards ? '' : symbolSvg(felt, r.symbol)}<span class="nm">${esc(symbolName(felt, r.symbol, 'pt'))}${
        lang() === 'pt' ? '' : `<small lang="${htmlLang()}">${esc(symbolName(felt, r.symbol))}</small>`
      }</span></span>
    <span class="coins">${(cards ? [...r.pays].reverse() : r.pays)
      .map(
        p =>
          `<span${
            cards && p.count === betParts(seat).stake ? ' class="now"' : ''
          }>${cards ? '' : `<i>${p.count}×</i> `}${p.coins}</span>`,
      )
      .join('')}</span></li>`,
    )
    .join('');
  const pay = ['belly.pay.credit', 'belly.pay.out', ...(felt.by_hand ? ['belly.pay.hand'] : [])];
  const coins = w(cards ? 'belly.coins.cards' : 'belly.coins', { n: Math.max(...felt.bets.map(b => b.stake)) }, 'pt');
  return (
    `<div class="two">${glassSection(
      'belly.bet',
      `<p class="betnow" lang="pt"><b>${esc(formatSum(betCost(felt, seat), 'pt'))}</b> <span>${esc(betText(felt, seat, 'pt'))}</span></p>`,
      felt.laws.bet,
    )}${glassSection(
      'belly.returns',
      `<p class="betnow"><b>${esc(formatShare(returnForBet(felt, seat).percent, 'pt'))}</b></p>`,
      felt.laws.returned,
    )}</div>` +
    glassSection(
      'belly.seqs',
      `<p class="fine" lang="pt">${esc(
        joinPhrases([coins, w('belly.bets', facts, 'pt')], 'pt'),
      )}</p><ul class="seqs${cards ? ' hands' : ''}">${rows}</ul>`,
      felt.laws.pays,
      'wide',
    ) +
    (felt.jackpot
      ? glassSection(
          'pool',
          `<p class="fine" lang="pt">${esc(jackpotText(felt, 'pt'))}</p>${
            lang() === 'pt' ? '' : `<p class="fine own" lang="${htmlLang()}">${esc(jackpotText(felt))}</p>`
          }`,
          felt.jackpot.law,
        )
      : '') +
    glassSection(
      'belly.pay',
      `<p class="fine" lang="pt">${esc(
        joinPhrases(
          pay.map(key => w(key, { sum: formatSum(felt.by_hand, 'pt') }, 'pt')),
          'pt',
        ),
      )}</p>${
        lang() === 'pt'
          ? ''
          : `<p class="fine own" lang="${htmlLang()}">${esc(
              joinPhrases(pay.map(key => w(key, { sum: formatSum(felt.by_hand) }))),
            )}</p>`
      }`,
      felt.laws.payment,
    )
  );
}

/** What a bet contributes to the jackpot, and what wins it. @param {House.CabinetFelt} felt @param {string} [as] */
export function jackpotText(felt, as = lang()) {
  if (!felt.jackpot) return '';
  const { percent, symbol: name, count, least } = felt.jackpot;
  const what = symbolName(felt, name, as);
  return w(
    least ? 'jackpot.least' : 'jackpot.one',
    {
      percent: formatShare(percent, as),
      what: count ? w('times', { n: count, what }, as) : what,
      sum: formatSum(least ?? 0, as),
    },
    as,
  );
}

/** A small picture of the window with one line. @param {House.CabinetFelt} felt @param {number[]} rows */
const lineDiagram = (felt, rows) => {
  const high = Math.max(...felt.window);
  return `<svg viewBox="0 0 ${felt.window.length * 10} ${high * 10}" aria-hidden="true">${felt.window
    .map((many, reel) =>
      Array.from(
        { length: many },
        (_, row) =>
          `<rect x="${reel * 10 + 1}" y="${(high - many) * 5 + row * 10 + 1}" width="8" height="8" rx="1.500"${rows[reel] - 1 === row ? ' class="on"' : ''}/>`,
      ).join(''),
    )
    .join('')}</svg>`;
};

/** What each feature does, in words. @param {House.CabinetFelt} felt */
function featuresHtml(felt) {
  const { free, hold, ladder, falls, respin, expands } = felt.features ?? {};
  const { wilds, from_right: fromRight } = felt.line_rules ?? {};
  /** @param {string} s */
  const name = s => symbolName(felt, s);
  /** @type {string[]} */
  const out = [];
  /** @param {string} title @param {string} sign @param {string} html */
  const entry = (title, sign, html) =>
    out.push(`<h3>${sign ? `<span class="inline">${symbolSvg(felt, sign)}</span>` : ''}${esc(title)}</h3>${html}`);
  if (fromRight) entry(w('from-right'), '', `<p>${esc(w('feature.from-right'))}</p>`);
  if (wilds && wilds !== 'product') entry(w('multipliers'), '', `<p>${esc(w(`feature.wilds.${wilds}`))}</p>`);
  for (const one of expands ?? [])
    entry(w('expands'), one, `<p>${esc(w('feature.expands', { symbol: name(one) }))}</p>`);
  if (respin)
    entry(
      w('respin'),
      respin.symbol,
      `<p>${esc(w('feature.respin', { least: respin.least, symbol: name(respin.symbol), turns: respin.turns }))}</p>`,
    );
  if (free)
    entry(
      w('free'),
      free.scatter,
      `<p>${esc(
        joinSentences([
          joinPhrases(
            Object.entries(free.games).map(([count, games]) =>
              w('feature.free.one', { count, symbol: name(free.scatter), games }),
            ),
          ),
          free.times > 1 ? w('feature.free.pays', { times: free.times }) : '',
          free.again ? w(free.most ? 'feature.free.again' : 'feature.free.endless', { most: free.most }) : '',
        ]),
      )}</p>`,
    );
  if (falls)
    entry(w('falls'), '', `<p>${esc(joinSentences([w('feature.falls', { times: joinList(falls.slice(1)) })]))}</p>`);
  if (hold) {
    const all = Object.values(hold.values).reduce((a, b) => a + b, 0);
    entry(
      w('hold'),
      hold.scatter,
      `<p>${esc(
        joinSentences([
          w('feature.hold', { least: hold.least, symbol: name(hold.scatter), turns: hold.turns }),
          w('feature.hold.chance', { lands: hold.lands[0], of: hold.lands[1] }),
          w('feature.hold.values', {
            values: joinList(Object.entries(hold.values).map(([v, n]) => withAside(`× ${v}`, `${n}/${all}`))),
          }),
          hold.full ? w('feature.hold.full', { full: hold.full }) : '',
        ]),
      )}</p>`,
    );
  }
  if (ladder)
    entry(
      w('ladder'),
      ladder.scatter,
      `<p>${esc(
        joinSentences([w('feature.ladder', { least: ladder.least, symbol: name(ladder.scatter) })]),
      )}</p><ol class="rungs">${ladder.rungs
        .map((r, i) => `<li><b>${w('rung', { n: i + 1 })}</b> ${rungText(r)}</li>`)
        .join('')}</ol>`,
    );
  return out.join('');
}

/**
 * What a rung of the ladder can pay, and how often the climb ends there.
 * @param {{pays: Record<string, number>, ends: number}} r
 */
export function rungText(r) {
  const of = (r.ends ?? 0) + Object.values(r.pays).reduce((a, b) => a + b, 0);
  return `${esc(
    w('rung.pays', { pays: joinList(Object.entries(r.pays).map(([v, n]) => withAside(v, `${n}/${of}`))) }),
  )} · ${esc(r.ends ? w('rung.ends', { n: r.ends, of }) : w('rung.safe'))}`;
}

/**
 * Prizes and rules for the chosen bet: title and HTML.
 * @param {House.CabinetFelt} felt
 * @param {string} seat
 * @returns {[string, string]}
 */
export function paySheet(felt, seat) {
  const { stake, coin } = betParts(seat);
  const cards = felt.play === 'cards';
  const back = returnForBet(felt, seat);
  const unit = hasCoinTables(felt) ? coin : stake * coin;
  const price = betCost(felt, seat);
  const { anywhere, mixed } = felt.line_rules ?? {};
  /** @param {{symbol: string, scatter: boolean}} r @param {number} n */
  const countText = (r, n) =>
    r.scatter
      ? w('any-place', { n })
      : mixed?.[r.symbol]
        ? w((mixed[r.symbol].order ?? 'given') === 'given' ? 'this-order' : 'any-order')
        : anywhere?.includes(r.symbol)
          ? w('on-line', { n })
          : w('in-row', { n });
  const rows = payRows(felt, seat)
    .map(r => {
      const pays = cards ? r.pays.filter(p => p.count === stake) : r.pays;
      /** @param {{coins: number, count: number}} p */
      const of = p => (cards ? p.coins * coin : r.scatter ? p.coins * price : p.coins * unit);
      const more = r.scatter
        ? w('scatter')
        : felt.wilds.includes(r.symbol)
          ? felt.times?.[r.symbol] > 1
            ? w('wild.times', { times: felt.times[r.symbol] })
            : w('wild')
          : '';
      return `<li>${cards ? '' : symbolSvg(felt, r.symbol)}<span class="nm">${esc(symbolName(felt, r.symbol))}${more ? `<small>${esc(more)}</small>` : ''}</span><ul>${pays
        .map(p => `<li><span>${cards ? '' : esc(countText(r, p.count))}</span><b>${esc(formatSum(of(p)))}</b></li>`)
        .join('')}</ul></li>`;
    })
    .join('');
  const silent = cards
    ? []
    : [...new Set(felt.reels.flat())].filter(
        s => !felt.pays.some(p => p.symbol === s) && (felt.wilds.includes(s) || felt.scatters.includes(s)),
      );
  const extra = silent
    .map(
      s =>
        `<li>${symbolSvg(felt, s)}<span class="nm">${esc(symbolName(felt, s))}<small>${esc(
          felt.wilds.includes(s)
            ? w(felt.times?.[s] > 1 ? 'wild.times' : 'wild', { times: felt.times?.[s] })
            : w('scatter'),
        )}</small></span></li>`,
    )
    .join('');
  const lines =
    felt.lines.length > 1
      ? `<h3>${w('lines.all')}</h3><ol class="diagrams">${felt.lines
          .map((line, i) => `<li>${lineDiagram(felt, line)}<span>${i + 1}</span></li>`)
          .join('')}</ol>`
      : '';
  const ownInstructions =
    lang() !== 'pt'
      ? `<h3>${w('own-language')}</h3><ul class="dots" lang="${htmlLang()}">${(felt.instructions[lang()] ?? [])
          .map(x => `<li>${esc(x)}</li>`)
          .join('')}</ul>`
      : '';
  return [
    w('pays'),
    `<p class="back"><b>${esc(formatShare(back.percent))}</b><span>${esc(
      w('returns', { percent: formatShare(back.percent) }),
    )} ${clauseLink(felt.laws.returned)}</span></p><details class="read"><summary>${esc(w('returns.exact'))}</summary><p><code>${esc(back.returned)}</code></p></details>
    <h3>${esc(w('for-bet', { sum: formatSum(price) }))} ${clauseLink(felt.laws.pays)}</h3><p class="small">${esc(betText(felt, seat))}</p><ul class="paytable${cards ? ' worded' : ''}">${rows}${extra}</ul>${
      felt.jackpot ? `<h3>${w('pool')} ${clauseLink(felt.jackpot.law)}</h3><p>${esc(jackpotText(felt))}</p>` : ''
    }${featuresHtml(felt)}${lines}
    <h3 lang="pt">${esc(w('glass', {}, 'pt'))} ${clauseLink(felt.laws.portuguese)}</h3><ul class="dots" lang="pt">${felt.instructions.pt
      .map(x => `<li>${esc(x)}</li>`)
      .join('')}</ul>${ownInstructions}<p class="small"><code>${esc(felt.identity ?? '')}</code></p>`,
  ];
}
