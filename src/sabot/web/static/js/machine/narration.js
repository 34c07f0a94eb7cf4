// A game of a machine in words: the rows of its record, and the text of its bar.

import {
  cardName,
  formatSum,
  joinWithColon,
  lang,
  joinList,
  closureReason,
  joinSentences,
  endSentence,
  t,
  gameWord,
} from '../core/i18n.js';
import { cabinetOf, betParts, gameOf, winOf, playerCredit } from './replay.js';
import { symbolSvg } from './sprites.js';
import { symbolName, w, wn } from './words.js';
import { setMachineStory } from '../core/machine_story.js';
import { isMyPlace } from '../core/state.js';
import { esc, inlineCard } from '../core/text.js';

/** A bet in words: 20 linhas × 1 × 5 cênt. @param {House.CabinetFelt} felt @param {string} seat @param {string} [as] */
export function betText(felt, seat, as) {
  const { lines, stake, coin } = betParts(seat);
  const facts = { lines, stake, coin: formatSum(coin, as) };
  return felt.play === 'cards'
    ? w('of.cards', facts, as)
    : felt.play === 'ways'
      ? w('of.ways', facts, as)
      : wn('of.lines', lines, facts, as);
}

/**
 * What was won, in words.
 * @param {House.CabinetFelt} felt
 * @param {import('./replay.js').Win} win
 * @param {string} [as]
 */
export function winText(felt, win, as = lang()) {
  const facts = {
    line: win.line,
    count: win.count,
    symbol: symbolName(felt, win.symbol, as),
    ways: win.ways,
    name: symbolName(felt, win.name, as),
  };
  const text = win.kind === 'way' ? wn('win.way', win.ways, facts, as) : w(`win.${win.kind}`, facts, as);
  return `${text}${win.times > 1 ? w('win.times', { n: win.times }, as) : ''}`;
}

/**
 * A small window for a line of text, with the names of its symbols for screen readers.
 * @param {House.CabinetFelt} felt
 * @param {string[][]} shown
 */
const miniWindow = (felt, shown) =>
  `<span class="minigrid" role="img" style="--n:${shown.length}" aria-label="${esc(
    shown
      .map((symbols, i) => w('reel.n', { n: i + 1, symbols: joinList(symbols.map(name => symbolName(felt, name))) }))
      .join(t('sign.lists')),
  )}">${shown
    .map(symbols => `<span>${symbols.map(name => `<i>${symbolSvg(felt, name)}</i>`).join('')}</span>`)
    .join('')}</span>`;
/** @param {number} cents */
const boldSum = (cents, cls = '') => `<b class="${cls}">${esc(formatSum(cents))}</b>`;
/** Whether a fact is a sum. @param {unknown} v @returns {v is {cents: number}} */
const isCents = v => typeof v === 'object' && v !== null && 'cents' in v;
/** A text with its sums in bold. @param {string} key @param {Client.Facts} facts */
const textWithSums = (key, facts, cls = '') =>
  esc(
    w(key, Object.fromEntries(Object.entries(facts).map(([k, v]) => [k, isCents(v) ? `\ue000${v.cents}\ue001` : v]))),
  ).replace(/\ue000(\d+)\ue001/g, (_, v) => boldSum(Number(v), cls));
/** @param {number} cents */
const centsFact = cents => ({ cents });

/** @type {Record<string, (felt: House.CabinetFelt, f: House.Open) => string>} */
const CALL_ROWS = {
  stopped: (felt, f) => `${f.game ? `${esc(w('free.n', { n: f.game, of: f.of }))} ` : ''}${miniWindow(felt, f.shown)}`,
  fall: (felt, f) => `${esc(w('story.fall', { times: f.times }))} ${miniWindow(felt, f.shown)}`,
  'free-games': (felt, f) => esc(w('story.free', f)),
  'free-over': (felt, f) => textWithSums('story.freeover', { sum: centsFact(f.cents) }),
  'hold-begins': (felt, f) => esc(w('story.hold', { n: f.held.length, turns: f.turns })),
  held: (felt, f) => esc(w(f.new.length ? 'story.held' : 'story.held.0', { n: f.new.length, turns: f.turns })),
  'hold-over': (felt, f) =>
    textWithSums(f.full ? 'story.full' : 'story.values', {
      values: joinList(f.values.map((/** @type {number} */ v) => `× ${v}`)),
      full: `× ${f.full}`,
      sum: centsFact(f.cents),
    }),
  'ladder-begins': (felt, f) => esc(w('story.ladder', f)),
  rung: (felt, f) => textWithSums(f.ends ? 'story.rung.end' : 'story.rung', { ...f, sum: centsFact(f.cents) }),
  'ladder-over': (felt, f) => textWithSums('story.ladderover', { sum: centsFact(f.cents) }),
  voucher: (felt, f) => textWithSums('say.voucher', { number: f.number, sum: centsFact(f.cents) }),
  ticket: (felt, f) => textWithSums('say.ticket', { number: f.number, sum: centsFact(f.cents) }),
  jackpot: (felt, f) => textWithSums('say.jackpot', { sum: centsFact(f.cents) }),
  'out-of-order': (felt, f) => `${esc(w('say.out'))} ${esc(faultCause(f.cause))}`,
};
/** @param {string} what */
const faultCause = what =>
  ['door', 'meters'].includes(what) ? w(`say.out.${what}`) : w('say.out.other', { cause: what });

/** @type {Record<string, (e: Client.EventOf<'move'>) => string>} */
const MOVE_ROWS = {
  collect: e => textWithSums('story.lost', { sum: centsFact(e.amount) }),
  prize: e => textWithSums('story.credit', { sum: centsFact(e.amount) }, 'up'),
  'hand-pay': e => textWithSums('story.hand', { sum: centsFact(e.amount) }, 'up'),
  contribute: e => textWithSums('story.pool', { sum: centsFact(e.amount) }),
  jackpot: e => textWithSums('story.jackpot', { sum: centsFact(e.amount) }, 'up'),
  seed: e => textWithSums('story.seed', { sum: centsFact(e.amount) }),
  redeem: e => textWithSums('story.redeem', { sum: centsFact(e.amount) }),
  return: e => textWithSums('story.out', { sum: centsFact(e.amount) }),
  stake: e => textWithSums('story.insert', { sum: centsFact(e.amount) }),
  travel: e => (e.into?.endsWith('/credit') ? textWithSums('story.back', { sum: centsFact(e.amount) }) : ''),
};

/** Which cards a player kept. @param {string} seat */
const keptCardsText = seat =>
  esc(
    seat === 'none'
      ? w('story.keptnone')
      : seat === 'all'
        ? w('story.keptall')
        : w('story.kept', { cards: seat.replaceAll('-', t('sign.list')) }),
  );

/**
 * One event of a machine as HTML, "" if it needs no row, undefined if it is described as at any table.
 * @param {Client.Described} table
 * @param {Client.Event} e
 * @param {string[][]} shown the window it belongs to
 * @param {boolean} pays whether the cashier is awaited
 */
function eventHtml(table, e, shown, pays) {
  const felt = cabinetOf({ table });
  if (e.answer === 'spin')
    return textWithSums('story.bet', { sum: centsFact(betCost(felt, e.seat)), of: betText(felt, e.seat) });
  if (e.answer === 'draw') return keptCardsText(e.seat);
  if (e.answer === 'timeout') return pays ? '' : esc(t('tell.timeout')); // the row of the payment says it
  // the row of the money says it
  if (e.answer === 'insert' || e.answer === 'cash-out' || e.answer === 'ticket') return '';
  if (e.step === 'call' && CALL_ROWS[e.call]) return CALL_ROWS[e.call](felt, e.facts ?? {});
  if (e.step === 'throw' || e.step === 'discard') return '';
  if (e.step === 'deal') return `${inlineCard(e.card)}`;
  if (e.step === 'move') return MOVE_ROWS[e.kind]?.(e) ?? '';
  if (e.step === 'result' && e.hand === '1')
    return e.facts?.prize
      ? textWithSums('story.prize', { prize: centsFact(e.facts.prize), bet: centsFact(e.facts.bet) })
      : textWithSums('story.nothing', { bet: centsFact(e.facts?.bet) });
  if (e.step === 'result') {
    const win = winOf(felt, shown, e);
    return joinWithColon(esc(winText(felt, win)), boldSum(win.cents));
  }
  return undefined;
}

/** The cents of a bet by its name. @param {House.CabinetFelt} felt @param {string} seat */
export const betCost = (felt, seat) => {
  const { lines, stake, coin } = betParts(seat);
  return felt.bets?.find(b => b.seat === seat)?.cost ?? lines * stake * coin;
};

/**
 * Events of a machine as rows of a list.
 * @param {Client.Described} table
 * @param {Client.Event[]} events
 * @param {(table: Client.Described, e: Client.Event) => string} other for events that any table has
 */
export function machineRows(table, events, other) {
  /** @type {{html: string, law: string, also: string[], deal: boolean}[]} */
  const out = [];
  /** @type {string[][]} */
  let shown = [];
  let pays = false;
  for (const e of events) {
    if (e.step === 'call') pays = e.call === 'voucher';
    if (e.step === 'call' && e.facts?.shown) shown = e.facts.shown;
    const html = eventHtml(table, e, shown, pays) ?? other(table, e);
    const last = out.at(-1);
    if (e.step === 'deal' && last?.deal) last.html += ` ${html}`;
    else if (html) out.push({ html, law: e.law ?? '', also: e.also ?? [], deal: e.step === 'deal' });
  }
  return out;
}

// ---- the bar -------------------------------------------------------------------------------------------

/** @type {Client.Facts} */
const NO_FACTS = {};
/** @param {string} key */
const bilingual = (key, facts = NO_FACTS, ptFacts = facts) => ({
  q: w(key, ptFacts, 'pt'),
  p: lang() === 'pt' ? '' : `${w(key, facts)}${t('sign.gap')}`,
});
/** @param {Client.Facts} facts @param {string} [as] */
const formatSums = (facts, as) =>
  Object.fromEntries(Object.entries(facts).map(([k, v]) => [k, typeof v === 'number' ? formatSum(v, as) : v]));
/** @param {string} key @param {Client.Facts} facts */
const bilingualSums = (key, facts) => bilingual(key, formatSums(facts), formatSums(facts, 'pt'));

/**
 * The caption at the end of a game, without praise when no more than the bet was paid.
 * @param {{bet: number, prize: number, jackpot?: number, law: string}} r
 */
export function gameEndCaption(r) {
  if (r.jackpot) {
    const caption = bilingualSums('say.jackpot', { sum: r.jackpot });
    return {
      ...caption,
      p: `${caption.p}${
        r.prize > r.jackpot ? `${w('say.prize', formatSums({ sum: r.prize - r.jackpot }))} ` : ''
      }${w('say.prize.why', formatSums({ bet: r.bet }))} `,
      law: r.law,
      net: r.prize - r.bet,
    };
  }
  if (r.prize > r.bet) {
    const caption = bilingualSums('say.prize', { sum: r.prize });
    return {
      ...caption,
      p: `${caption.p}${w('say.prize.why', formatSums({ bet: r.bet }))} `,
      law: r.law,
      net: r.prize - r.bet,
    };
  }
  const caption =
    r.prize === r.bet
      ? bilingualSums('say.same', { bet: r.bet })
      : r.prize
        ? bilingualSums('say.less', { sum: r.prize, bet: r.bet, loss: r.bet - r.prize })
        : bilingual('say.nothing');
  return { ...caption, law: r.law };
}

/** The last game, once it is over. @param {Client.State} s */
export function lastGame(s) {
  const r = s.previous?.results?.['1'];
  const hit = s.previous?.steps?.find(e => e.call === 'jackpot');
  const jackpot = hit?.facts?.cents ?? 0;
  return r?.facts?.bet ? { bet: r.facts.bet, prize: r.facts.prize + jackpot, jackpot, law: hit?.law ?? r.law } : null;
}

/**
 * The caption at a machine: one text for the whole of a game, then its result.
 * @param {Client.State} s what is shown
 * @param {Client.State} live the record
 * @param {boolean} upToDate whether all of the record is shown
 * @returns {Client.Caption}
 */
export function machineCaption(s, live, upToDate) {
  const { table } = s;
  const x = gameOf(s);
  const has = playerCredit(live);
  const law = s.listen?.law ?? live.listen?.law ?? '';
  if (live.closed && upToDate && !x.bet)
    return {
      title: t('closed.title'),
      q: '',
      p: joinSentences([closureReason(live.closed), t('closed.wait')]),
      law: live.closed.law,
    };
  if (x.stopped && upToDate) {
    const caption = bilingual('say.out');
    return {
      ...caption,
      p: `${caption.p}${faultCause(x.stopped)} ${has ? w('say.out.credit', { sum: formatSum(has) }) : ''}`,
      law: x.law ?? '',
      yours: true,
    };
  }
  if (x.jackpot && (x.voucher || !upToDate)) {
    const caption = bilingualSums('say.jackpot', { sum: x.jackpot });
    return {
      ...caption,
      p: `${caption.p}${
        x.voucher ? w('say.voucher', { number: x.voucher.number, sum: formatSum(x.voucher.cents) }) : ''
      }`,
      law: s.call?.law ?? law,
      net: x.jackpot,
    };
  }
  if (x.voucher) {
    const caption = bilingualSums('say.voucher', { number: x.voucher.number, sum: x.voucher.cents });
    return { ...caption, p: `${caption.p}${w('say.voucher.why')}`, law: x.voucher.law };
  }
  if (!upToDate || !s.listen) return playingCaption(s, x, table);
  const window = s.listen.window.split(':')[0];
  const yours = isMyPlace(s, '1');
  if (window === 'ladder') {
    const caption = bilingual('say.ladder');
    return {
      ...caption,
      p: `${caption.p}${w('say.ladder.has', { sum: formatSum(x.ladder?.cents ?? 0) })}`,
      law,
      yours,
    };
  }
  if (window === 'draw') {
    const caption = bilingual('say.draw');
    return { ...caption, p: `${caption.p}${w('say.draw.how')}`, law, yours };
  }
  if (!yours) {
    const who = s.seats.find(seat => seat.place === '1')?.name;
    return { ...(who ? bilingual('say.watch', { who }) : bilingual('say.sit')), law };
  }
  const last = lastGame(s);
  const ask = bilingual(has ? 'say.play' : 'say.money');
  if (!last || s.steps.some(e => e.answer && e.answer !== 'spin')) return { ...ask, law };
  const end = gameEndCaption(last);
  return { ...end, p: `${end.p}${w(has ? 'say.play' : 'say.money')}` };
}

/** While a game is drawn. @param {Client.State} s @param {import('./replay.js').Game} x @param {Client.Table} table */
function playingCaption(s, x, table) {
  const { announcement: e } = s;
  const law = e?.law ?? '';
  if (x.result) return gameEndCaption(x.result);
  if (e?.fault) return { q: gameWord(table, `incident.${e.fault}`, {}, 'pt') || e.fault, p: '', law };
  if (x.ladder) return { ...bilingual('ladder'), law: s.call?.law ?? law };
  if (x.hold) return { ...bilingual('hold'), law: s.call?.law ?? law };
  if (x.free) return { ...bilingual('free'), law: s.call?.law ?? law };
  if (x.bet)
    return {
      ...bilingual(table.felt.play === 'cards' ? 'say.dealing' : 'say.turning'),
      law: s.steps.find(one => one.answer === 'spin')?.law ?? law,
    };
  return {
    ...bilingual(isMyPlace(s, '1') ? (playerCredit(s) ? 'say.play' : 'say.money') : 'say.sit'),
    law: s.listen?.law ?? law,
  };
}

/** The open cards in words. @param {(string | null)[]} cards */
export const cardsText = cards => endSentence(joinWithColon(w('cards'), joinList(cards.map(cardName))));

setMachineStory({ rows: machineRows, caption: machineCaption, showsBet: s => Boolean(gameOf(s).bet) });
