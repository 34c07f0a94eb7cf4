// A game of a machine in words: the rows of its record, and the text of its bar.

import { cardName, cash, colon, lang, list, reasonOf, sentences, stop, t, word } from '../core/i18n.js';
import { parts, story, winOf, credit } from './replay.js';
import { symbol } from './sprites.js';
import { symbolName, w, wn } from './words.js';
import { mine } from '../core/store.js';
import { esc, small } from '../core/text.js';

/** A bet in words: 20 linhas × 1 × 5 cênt. @param {any} felt @param {string} seat @param {string} [as] */
export function betWords(felt, seat, as) {
  const { lines, stake, coin } = parts(seat), facts = { lines, stake, coin: cash(coin, as) };
  return felt.play === 'cards' ? w('of.cards', facts, as) : felt.play === 'ways' ? w('of.ways', facts, as) : wn('of.lines', lines, facts, as);
}

/** What was won, in words. @param {any} felt @param {import('./replay.js').Win} win @param {string} [as] */
export function winWords(felt, win, as = lang()) {
  const facts = { line: win.line, count: win.count, symbol: symbolName(felt, win.symbol, as), ways: win.ways, name: symbolName(felt, win.name, as) };
  const text = win.kind === 'way' ? wn('win.way', win.ways, facts, as) : w(`win.${win.kind}`, facts, as);
  return `${text}${win.times > 1 ? w('win.times', { n: win.times }, as) : ''}`;
}

/** A window small enough for a line of text, with its names for readers. */
const mini = (felt, shown) => `<span class="minigrid" role="img" style="--n:${shown.length}" aria-label="${esc(shown.map((seen, i) => w('reel.n', { n: i + 1, symbols: list(seen.map(name => symbolName(felt, name))) })).join(t('sign.lists')))}">${shown.map(seen => `<span>${seen.map(name => `<i>${symbol(felt, name)}</i>`).join('')}</span>`).join('')}</span>`;
const sum = (cents, cls = '') => `<b class="${cls}">${esc(cash(cents))}</b>`;
/** A text with its sums in bold. */
const say = (key, facts, cls = '') => esc(w(key, Object.fromEntries(Object.entries(facts).map(([k, v]) => [k, typeof v === 'object' ? `\u0001${v.cents}\u0002` : v])))).replace(/\u0001(\d+)\u0002/g, (_, v) => sum(Number(v), cls));
const c = cents => ({ cents });

const CALLED = {
  'stopped': (felt, f) => `${f.game ? `${esc(w('free.n', { n: f.game, of: f.of }))} ` : ''}${mini(felt, f.shown)}`,
  'fall': (felt, f) => `${esc(w('story.fall', { times: f.times }))} ${mini(felt, f.shown)}`,
  'free-games': (felt, f) => esc(w('story.free', f)),
  'free-over': (felt, f) => say('story.freeover', { sum: c(f.cents) }),
  'hold-begins': (felt, f) => esc(w('story.hold', { n: f.held.length, turns: f.turns })),
  'held': (felt, f) => esc(w(f.new.length ? 'story.held' : 'story.held.0', { n: f.new.length, turns: f.turns })),
  'hold-over': (felt, f) => say(f.full ? 'story.full' : 'story.values', { values: list(f.values.map(v => `× ${v}`)), full: `× ${f.full}`, sum: c(f.cents) }),
  'ladder-begins': (felt, f) => esc(w('story.ladder', f)),
  'rung': (felt, f) => say(f.ends ? 'story.rung.end' : 'story.rung', { ...f, sum: c(f.cents) }),
  'ladder-over': (felt, f) => say('story.ladderover', { sum: c(f.cents) }),
  'voucher': (felt, f) => say('say.voucher', { number: f.number, sum: c(f.cents) }),
  'ticket': (felt, f) => say('say.ticket', { number: f.number, sum: c(f.cents) }),
  'jackpot': (felt, f) => say('say.jackpot', { sum: c(f.cents) }),
  'out-of-order': (felt, f) => `${esc(w('say.out'))} ${esc(cause(f.cause))}`,
};
const cause = what => ['door', 'meters'].includes(what) ? w(`say.out.${what}`) : w('say.out.other', { cause: what });

const MOVED = {
  'collect': e => say('story.lost', { sum: c(e.amount) }), 'prize': e => say('story.credit', { sum: c(e.amount) }, 'up'), 'hand-pay': e => say('story.hand', { sum: c(e.amount) }, 'up'),
  'contribute': e => say('story.pool', { sum: c(e.amount) }), 'jackpot': e => say('story.jackpot', { sum: c(e.amount) }, 'up'), 'seed': e => say('story.seed', { sum: c(e.amount) }), 'redeem': e => say('story.redeem', { sum: c(e.amount) }),
  'return': e => say('story.out', { sum: c(e.amount) }), 'stake': e => say('story.insert', { sum: c(e.amount) }), 'travel': e => e.into?.endsWith('/credit') ? say('story.back', { sum: c(e.amount) }) : '',
};

/** What cards a player kept. */
const keeps = seat => esc(seat === 'none' ? w('story.keptnone') : seat === 'all' ? w('story.keptall') : w('story.kept', { cards: seat.replaceAll('-', t('sign.list')) }));

/** One event of a machine as HTML, "" for what needs no row, undefined for what is told like everywhere. @param {any} table @param {any} e @param {string[][]} shown the window it belongs to @param {boolean} pays whether the cashier is awaited */
function line(table, e, shown, pays) {
  const { felt } = table;
  if (e.answer === 'spin') return say('story.bet', { sum: c(cost(felt, e.seat)), of: betWords(felt, e.seat) });
  if (e.answer === 'draw') return keeps(e.seat);
  if (e.answer === 'timeout') return pays ? '' : esc(t('tell.timeout'));   // that the cashier has paid says the money
  if (e.answer === 'insert' || e.answer === 'cash-out' || e.answer === 'ticket') return '';   // the money that moves says it
  if (e.step === 'call' && CALLED[e.call]) return CALLED[e.call](felt, e.facts ?? {});
  if (e.step === 'throw' || e.step === 'discard') return '';
  if (e.step === 'deal') return `${small(e.card)}`;
  if (e.step === 'move') return MOVED[e.kind]?.(e) ?? '';
  if (e.step === 'result' && e.hand === '1') return e.facts.prize ? say('story.prize', { prize: c(e.facts.prize), bet: c(e.facts.bet) }) : say('story.nothing', { bet: c(e.facts.bet) });
  if (e.step === 'result') { const win = winOf(felt, shown, e); return colon(esc(winWords(felt, win)), sum(win.cents)); }
  return undefined;
}

/** The cents of a bet by its name. @param {any} felt @param {string} seat */
export const cost = (felt, seat) => { const { lines, stake, coin } = parts(seat); return felt.bets?.find(b => b.seat === seat)?.cost ?? lines * stake * coin; };

/** Events of a machine as rows of a list. @param {any} table @param {any[]} events @param {(table: any, e: any) => string} other how all else is told */
export function machineRows(table, events, other) {
  const out = [];
  let shown = [], pays = false;
  for (const e of events) {
    if (e.step === 'call') pays = e.call === 'voucher';
    if (e.step === 'call' && e.facts?.shown) shown = e.facts.shown;
    const html = line(table, e, shown, pays) ?? other(table, e), last = out.at(-1);
    if (e.step === 'deal' && last?.deal) last.html += ` ${html}`;
    else if (html) out.push({ html, law: e.law ?? '', also: e.also ?? [], deal: e.step === 'deal' });
  }
  return out;
}

// ---- the bar -------------------------------------------------------------------------------------------

const said = (key, facts = {}, ptFacts = facts) => ({ q: w(key, ptFacts, 'pt'), p: lang() === 'pt' ? '' : `${w(key, facts)}${t('sign.gap')}` });
const sums = (facts, as) => Object.fromEntries(Object.entries(facts).map(([k, v]) => [k, typeof v === 'number' ? cash(v, as) : v]));
const both = (key, facts) => said(key, sums(facts), sums(facts, 'pt'));

/** How a game ended, plainly where no more than the bet came back. @param {{bet: number, prize: number, jackpot?: number, law: string}} r */
export function ended(r) {
  if (r.jackpot) { const told = both('say.jackpot', { sum: r.jackpot }); return { ...told, p: `${told.p}${r.prize > r.jackpot ? `${w('say.prize', sums({ sum: r.prize - r.jackpot }))} ` : ''}${w('say.prize.why', sums({ bet: r.bet }))} `, law: r.law, net: r.prize - r.bet }; }
  if (r.prize > r.bet) { const told = both('say.prize', { sum: r.prize }); return { ...told, p: `${told.p}${w('say.prize.why', sums({ bet: r.bet }))} `, law: r.law, net: r.prize - r.bet }; }
  const told = r.prize === r.bet ? both('say.same', { bet: r.bet }) : r.prize ? both('say.less', { sum: r.prize, bet: r.bet, loss: r.bet - r.prize }) : said('say.nothing');
  return { ...told, law: r.law };
}

/** The last game, once it is over. @param {import('../core/store.js').State} s */
export function lastGame(s) {
  const r = s.before?.results?.['1'], hit = s.before?.steps?.find(e => e.call === 'jackpot'), jackpot = hit?.facts.cents ?? 0;
  return r?.facts?.bet ? { bet: r.facts.bet, prize: r.facts.prize + jackpot, jackpot, law: hit?.law ?? r.law } : null;
}

/**
 * What the bar says at a machine: one thing for the whole of a game, then its result once.
 * @param {import('../core/store.js').State} s what is shown @param {import('../core/store.js').State} live the record @param {boolean} caught
 */
export function machineSays(s, live, caught) {
  const { table } = s, x = story(s), has = credit(live), law = s.listen?.law ?? live.listen?.law ?? '';
  if (live.closed && caught && !x.bet) return { title: t('closed.title'), q: '', p: sentences([reasonOf(live.closed), t('closed.wait')]), law: live.closed.law };
  if (x.stopped && caught) { const told = said('say.out'); return { ...told, p: `${told.p}${cause(x.stopped)} ${has ? w('say.out.credit', { sum: cash(has) }) : ''}`, law: x.law, yours: true }; }
  if (x.jackpot && (x.voucher || !caught)) { const told = both('say.jackpot', { sum: x.jackpot }); return { ...told, p: `${told.p}${x.voucher ? w('say.voucher', { number: x.voucher.number, sum: cash(x.voucher.cents) }) : ''}`, law: s.call?.law ?? law, net: x.jackpot }; }
  if (x.voucher) { const told = both('say.voucher', { number: x.voucher.number, sum: x.voucher.cents }); return { ...told, p: `${told.p}${w('say.voucher.why')}`, law: x.voucher.law }; }
  if (!caught || !s.listen) return playing(s, x, table);
  const window = s.listen.window.split(':')[0], yours = mine(s, '1');
  if (window === 'ladder') { const told = said('say.ladder'); return { ...told, p: `${told.p}${w('say.ladder.has', { sum: cash(x.ladder?.cents ?? 0) })}`, law, yours }; }
  if (window === 'draw') { const told = said('say.draw'); return { ...told, p: `${told.p}${w('say.draw.how')}`, law, yours }; }
  if (!yours) { const who = s.seats.find(seat => seat.place === '1')?.name; return { ...(who ? said('say.watch', { who }) : said('say.sit')), law }; }
  const last = lastGame(s), ask = said(has ? 'say.play' : 'say.money');
  if (!last || s.steps.some(e => e.answer && e.answer !== 'spin')) return { ...ask, law };
  const end = ended(last);
  return { ...end, p: `${end.p}${w(has ? 'say.play' : 'say.money')}` };
}

/** While a game is drawn. */
function playing(s, x, table) {
  const { say: e } = s, law = e?.law ?? '';
  if (x.result) return ended(x.result);
  if (e?.fault) return { q: word(table, `incident.${e.fault}`, {}, 'pt') || e.fault, p: '', law };
  if (x.ladder) return { ...said('ladder'), law: s.call?.law ?? law };
  if (x.hold) return { ...said('hold'), law: s.call?.law ?? law };
  if (x.free) return { ...said('free'), law: s.call?.law ?? law };
  if (x.bet) return { ...said(table.felt.play === 'cards' ? 'say.dealing' : 'say.turning'), law: s.steps.find(e => e.answer === 'spin')?.law ?? law };
  return { ...said(mine(s, '1') ? credit(s) ? 'say.play' : 'say.money' : 'say.sit'), law: s.listen?.law ?? law };
}

/** The cards that lie open, in words. @param {any[]} cards */
export const cardsSaid = cards => stop(colon(w('cards'), list(cards.map(cardName))));
