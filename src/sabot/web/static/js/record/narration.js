// A line of the record in words, and the tag of its clause.

import { machineRows } from '../machine/narration.js';
import { callsIn, cash, causeOf, colon, cries, lang, list, lists, many, short, signed, t, within, word } from '../core/i18n.js';
import { esc, sentence, small, tag } from '../core/text.js';
import { betsOn, bettorOf, chief, mine, named, own, parted, placeOf } from '../core/store.js';

/** Why a clause forbids me an act, as the house would say it; it stands beside its clause. @param {any} table @param {{act: string, law: string, note?: string}} shut */
export const forbids = (table, { act, law, note }) => (note && word(table, `note.${note}`) || word(table, `refused.barred.${short(law)}`) || word(table, `refused.barred.${act}`) || word(table, 'refused.barred')).replace(/[.。]$/, '');

/** The name of an additional bet. @param {any} table @param {string} spot */
export const spotName = (table, spot, as) => word(table, `bet.${spot}`, {}, as) || word(table, `result.${spot}`, {}, as) || (table.felt?.shape === 'layout' ? lying(table, spot, as) : '') || spot;

/** A spot of a cloth by its chance and what it covers, "cavalo 17-20"; a part of a bet of several chips after its whole. */
function lying(table, spot, as) {
  const { whole, part } = parted(table, spot), [chance, ...rest] = whole.split('/'), name = rest.length ? word(table, `bet.${chance}`, {}, as) : '';
  return part ? colon(spotName(table, whole, as), spotName(table, part, as), as) : name && `${name}${zh(as) ? '' : ' '}${rest.join(' ')}`;
}
const zh = as => (as ?? lang()) === 'zh';

/** A bet of a cloth in words: its spot, and whose it is where several play. @param {any} table @param {string} bet @param {string} [by] @param {string} [as] */
export const laidName = (table, bet, by = '', as = undefined) => { const cut = bet.indexOf('/'); return within(sentence(spotName(table, bet.slice(cut + 1), as)), table.individual ? '' : by || t('place.n', { n: bet.slice(0, cut) }, as), as); };

/** A place, or a hand of one that was split, in words: "Lugar 3, mão 2". @param {any} table @param {string} place @param {string} [hand] @param {string} [as] */
export function at(table, place, hand, as) {
  const where = t('at.place', { place: word(table, 'place', {}, as) || t('place', {}, as), n: place }, as);
  return hand ? t('at.hand', { place: where, hand: t('hand.n', { n: hand }, as) }, as) : where;
}

/** A place with its player, or one alone. */
const whosePlace = (place, whose) => place && whose ? t('at.by', { place, who: whose }) : place || whose || '';

/** "Lugar 3, mão 2", "Banca", "Lugar 3, Rui (par)". @param {any} table @param {string} name @param {string} [by] who bets there, where it is told */
export function who(table, name = '', by = '') {
  if (table.felt?.shape === 'layout' && name.includes('/')) return laidName(table, /^\d/.test(name) ? name : `0/${name}`, by);
  if (!/^\d/.test(name)) return name === 'bank' ? word(table, 'bank') || t('bank') : word(table, name) || word(table, `bet.${name.split('/')[0]}`);
  const { place, hand, tag, spot } = named(name), whose = tag && (by || t('bettor.n', { n: tag.slice(1) }));
  return within(whosePlace(at(table, place, hand.split('.')[1]), whose), spot && spotName(table, spot).toLocaleLowerCase(lang()));
}

/** Whose a bet is: me, or the player by name; a number only where no name was told. @param {import('../core/store.js').State} s @param {string} bet */
export function bettorName(s, bet) {
  const { place, tag } = named(bet), seat = s.seats.find(x => x.place === place);
  return own(s, bet) || (!tag && mine(s, place)) ? t('you') : !tag && seat?.name ? seat.name : tag ? s.people[bettorOf(bet)] || t('bettor', { n: tag.slice(1) }) : t('holder');
}

/** Who else bets on a hand besides its decider and me, by name. @param {import('../core/store.js').State} s @param {string} hand */
export const others = (s, hand) => betsOn(s, hand).filter(bet => bet !== chief(s, hand) && !own(s, bet)).map(bet => bettorName(s, bet)).join(t('sign.list'));

/** What is called in each language in which it is owed, once where two say it alike. @param {any} table @param {(as: string) => string} says */
export const aloud = (table, says) => [...new Set(cries(table).map(says))].filter(Boolean).join(t('sign.tongues'));

/** A call as a line of the record: aloud, and beside it the reader's own words where a law has it made in others. */
const callLine = (table, e) => table.calls?.always.length && !cries(table).includes(lang()) ? [aloud(table, as => callWords(table, e, as)), callWords(table, e)].filter((text, i, all) => text && all.indexOf(text) === i).join(t('sign.tongues')) : aloud(table, as => callWords(table, e, as));

/** The words of a call in one language, its facts filled in. @param {any} table @param {any} e @param {string} [as] */
export const callWords = (table, e, as) => word(table, `call.${e.call}`, e.facts && Object.fromEntries(Object.entries(e.facts).map(([k, v]) => [k, sumOf(spotsOf(table, v, as), as)])), as);

/** Spots that a fact of a call lists, "pass, odds/pass", by their names in its language; anything else as it is. */
const spotsOf = (table, fact, as) => { const spots = typeof fact === 'string' ? fact.split(', ') : ['']; return spots.every(x => word(table, `bet.${x.split('/')[0]}`, {}, as)) ? list(spots.map(x => spotName(table, x, as)), as) : fact; };

/** A sum that a fact of the record tells as text, "37.50 €" or "37.50 MOP", as the reader writes it; anything else as it is. */
export const sumOf = (fact, as) => { const found = typeof fact === 'string' && /^(\d+)\.(\d\d) (?:€|[A-Z]{3})$/.exec(fact); return found ? cash(Number(found[1]) * 100 + Number(found[2]), as) : fact; };

/** What the croupier does with things, in one language. @param {any} table @param {any} e @param {string} [as] */
export const handleWords = (table, e, as) => word(table, `handle.${e.what}`, e.facts, as) || e.what;

/** What money does, and how much of it. @param {string} kind @param {number} cents @param {string} [as] */
export const moved = (kind, cents, as) => t('move.sum', { what: t(`move.${kind}`, {}, as), sum: cash(cents, as) }, as);
const COUNTED = new Set(['cut']), GAIN = new Set(['pay', 'jackpot', 'restore']), LOSS = new Set(['collect', 'contribute', 'commission', 'gratuity', 'take']);

/** "whose: what", of which both are HTML. */
const given = (whose, what) => whose ? `${whose}${t('sign.colon')}${what}` : what;

/** One event as HTML, or "" for what needs no line. @param {any} table @param {any} e */
export function line(table, e) {
  const by = e.yours ? t('you').toLocaleLowerCase(lang()) : e.by, name = key => esc(who(table, key, by));
  if (e.void !== undefined && !e.step) return esc(t('tell.void', { cause: causeOf(table, e.void) }));
  if (e.shoe) return esc(t('tell.shoe-given-up', { cause: causeOf(table, e.cause) }));
  if (e.line) return esc(colon(who(table, (e.places ?? [])[0] ?? '', by), t(`tell.line.${e.line}`)));
  if (e.fault) return esc(within(t('tell.fault', { what: word(table, `incident.${e.fault}`) || e.fault }), e.seat && who(table, e.seat, by)));
  if (e.answer === 'timeout') return esc(t('tell.timeout'));
  if (e.answer && table.felt?.shape === 'layout') return `${esc(colon(sentence(by ?? ''), word(table, `does.${e.answer}`) || word(table, `act.${e.answer}`) || e.answer))}${e.amount ? ` ${cash(e.amount)}` : ''}${e.seat && e.seat !== 'table' && !/^\d/.test(e.seat) ? ` · ${esc(spotName(table, e.seat))}` : ''}`;
  if (e.answer) return `${esc(colon(whosePlace(who(table, e.seat), table.individual ? '' : by) || sentence(by ?? ''), word(table, `does.${e.answer}`) || word(table, `act.${e.answer}`) || e.answer))}${e.amount ? ` ${COUNTED.has(e.answer) ? esc(many('cards.n', e.amount)) : cash(e.amount)}` : ''}`;
  switch (e.step) {
    case 'call': return esc(colon(within(t('sign.quote', { text: callLine(table, e) || e.call }, callsIn()), e.seat && who(table, e.seat, by)), e.call === 'decides' && by ? by : ''));
    case 'shuffle': return esc(String(e.seal).length < 20 ? many('tell.shuffle.real', e.packs) : many('tell.shuffle', e.packs, { seal: `${String(e.seal).slice(0, 8)}…` })) + (e.without ? ` ${esc(many('tell.without', e.without))}` : '');
    case 'cut': return esc(t('tell.cut', { n: e.at }));
    case 'handle': return esc([e.word && (word(table, `answer.${e.word}`) || e.word), e.incident && (word(table, `incident.${e.incident}`) || e.incident)].filter(Boolean).reduce((text, more) => colon(text, more), within(sentence(handleWords(table, e)), e.seat && who(table, e.seat, by))));
    case 'turn': return given(name(e.hand), small(e.card));
    case 'shift': return esc(t('tell.shift', { card: '\u0001', to: who(table, e.to) || e.to })).replace('\u0001', small(e.card));
    case 'open': return esc(sentence(word(table, 'tell.open') || t('tell.open')));
    case 'deal': return given(name(e.to), small(e.card));
    case 'reveal': return e.hand === 'bank' ? esc(t('tell.reveal', { card: '\u0001' })).replace('\u0001', small(e.card)) : given(name(e.hand), small(e.card));
    case 'part': return esc(t('tell.part', { hand: who(table, e.hand) }));
    case 'discard': return esc(t('tell.discard', { hands: lists(e.hands.map(h => who(table, h))) }));
    case 'move': if (table.felt?.ring && e.into) return between(table, e, name);
      return `${given(name(e.bet), esc(t('move.sum', { what: t(`move.${e.kind}`), sum: '' })))}<b class="${GAIN.has(e.kind) ? 'up' : LOSS.has(e.kind) ? 'down' : ''}">${GAIN.has(e.kind) ? signed(e.amount, true) : LOSS.has(e.kind) ? signed(-e.amount, true) : cash(e.amount)}</b>${e.odds ? ` · ${esc(odds(e.odds))}` : ''}`;
    case 'result': {
      const f = e.facts ?? {}, made = table.felt?.ring && f.category ? word(table, `category.${f.category}`) || f.category : '';
      const score = f.total === undefined ? '' : f.bank === undefined ? String(f.total) : t('result.against', { a: f.total, b: f.bank });
      return esc(colon(who(table, e.hand, by), list([made, word(table, `result.${e.result}`) || e.result, score])));
    }
    default: return '';
  }
}

/** Money that goes from one place's bet to another's, or between a player's cave and the pot. */
function between(table, e, name) {
  const { pot, owed, cave } = table.felt.ring, sum = `<b>${cash(e.amount)}</b>`, to = placeOf(e.into), from = placeOf(e.bet);
  const lies = (bet, ...of) => of.some(one => bet.endsWith(`/${one}`));
  if (lies(e.into, pot, owed)) return given(name(to), `${esc(t('move.sum', { what: t('move.pot'), sum: '' }))}${sum}`);
  if (!lies(e.into, cave)) return '';   // on its way between two places
  return given(name(to), `${esc(t('move.sum', { what: !lies(e.bet, pot, owed) ? t('move.carry') : from === to ? t('move.back') : t('move.from', { who: who(table, from) }), sum: '' }))}${sum}`);
}

/** "3:2" as "3 a 2". @param {string} text */
export const odds = text => t('odds', { a: String(text).split(':')[0], b: String(text).split(':')[1] ?? '1' });

/** Whether cards lie in boxes of the cloth, where who holds them lifts them. @param {any} felt */
const squeezes = felt => Boolean(felt?.cards);

/**
 * Events as rows of a list, oldest first: cards dealt under one clause share a row.
 * @param {any} table @param {any[]} events @param {boolean} [live] while it is played @returns {{html: string, law: string, also: string[]}[]}
 */
export function rows(table, events, live = false) {
  if (table.felt?.shape === 'cabinet') return machineRows(table, events, line);
  const out = [], covered = live && (table.felt?.ring || squeezes(table.felt));
  for (const told of events) {
    // What only I may see yet, and turn myself, is told when it lies open for all: nothing is said before I have turned it.
    const e = covered && told.only && told.card ? { ...told, card: null } : told, last = out[out.length - 1];
    if (covered && told.only && told.step === 'reveal') continue;
    // Players' own cards lie face down while they play: how many came, not one line for each.
    if (live && table.felt?.ring && e.step === 'deal' && (!e.card || e.only)) {
      const n = (last?.down ?? 0) + 1, row = { html: esc(many('tell.down', n)), law: e.law, also: e.also ?? [], down: n };
      if (last?.down) out[out.length - 1] = row; else out.push(row);
      continue;
    }
    // Of a hand that is over: one's own cards, those that were never seen by their number.
    if (!live && table.felt?.ring && e.step === 'deal' && /^\d+$/.test(e.to) && e.lies !== false) {
      const row = last?.pockets ? last : { pockets: {}, down: 0, law: e.law, also: e.also ?? [] };
      if (e.card) row.pockets[e.to] = [...row.pockets[e.to] ?? [], small(e.card)]; else row.down += 1;
      row.html = [...Object.entries(row.pockets).map(([to, all]) => `<span class="dl"><i>${given(esc(who(table, to)), '')}</i>${all.join(' ')}</span>`), row.down ? esc(many('tell.down', row.down)) : ''].filter(Boolean).join(' ');
      if (row !== last) out.push(row);
      continue;
    }
    if (table.felt?.ring && e.step === 'reveal' && last?.turned === e.hand && last.law === e.law) { last.html += ` ${small(e.card)}`; continue; }
    if (e.step === 'deal' && e.incident && e.lies === false) { out.push({ html: esc(t('tell.fault', { what: word(table, `incident.${e.incident}`) || e.incident })), law: e.law, also: e.also ?? [] }); continue; }
    if (e.step === 'deal' && last?.deal && last.law === e.law) {
      if (last.to === e.to && table.felt?.ring) { last.html = last.html.replace(/<\/span>$/, ` ${small(e.card)}</span>`); continue; }
      last.html += `<span class="dl"><i>${given(esc(/^\d+$/.test(e.to) ? e.to : who(table, e.to).replace(/^\D+ (?=\d)/, '')), '')}</i>${small(e.card)}</span>`;
      continue;
    }
    if (e.step === 'deal') {
      out.push({ html: `<span class="dl"><i>${given(esc(who(table, e.to)), '')}</i>${small(e.card)}</span>`, law: e.law, also: e.also ?? [], deal: true, to: e.to });
      continue;
    }
    // A bet and the chips that it moves are one row; on a cloth also a prize and the stake that goes back with it.
    if (e.step === 'move' && table.felt?.shape === 'layout' && (e.kind === 'stake' || e.kind === 'return') && (last?.bet || last?.paid === e.bet)) continue;
    if (e.step === 'move' && last?.bet && last.place === placeOf(e.bet) && (e.kind === 'stake' || e.kind === 'return')) continue;
    // What a player says in his turn, and what he puts into the pot or gives back with it, are one row.
    if (table.felt?.ring && last?.said && last.place === placeOf(e.bet ?? e.hands?.[0] ?? '')) {
      if (e.step === 'move' && e.into?.endsWith(`/${table.felt.ring.pot}`)) { if (!last.bet) last.html += ` <b>${cash(e.amount)}</b>`; last.said = false; continue; }
      if (e.step === 'discard') { last.said = false; continue; }
    }
    const html = line(table, e);
    if (html) out.push({ html, law: e.law ?? '', also: e.also ?? [], place: e.seat ? placeOf(e.seat) : '', turned: e.step === 'reveal' ? e.hand : '', bet: ['clear', 'clear-all', 'repeat', 'double'].includes(e.answer) || (e.answer && e.amount > 0), paid: e.kind === 'pay' ? e.bet : '', said: Boolean(e.answer && e.seat) });
  }
  return out;
}

/** Rows as list items, each with its clause. @param {any} table @param {any[]} events @param {boolean} [newest] newest first */
export const items = (table, events, newest = false) => each(table, events, newest).join('');

/** The same one by one. @param {any} table @param {any[]} events @param {boolean} [newest] newest first */
export function each(table, events, newest = false) {
  const all = rows(table, events, newest);
  if (newest) all.reverse();
  return all.map((r, i) => `<li class="${newest && !i ? 'now' : ''}"><span>${r.html}</span>${tag(r.law)}</li>`);
}

/**
 * The clause under which the house does something, as the table's regulation numbers it; "" when it is no other than
 * that of `unlike`. @param {any} table @param {string} what @param {string} [unlike]
 */
export const lawOf = (table, what, unlike) => { const law = table?.laws?.[what] ?? ''; return unlike && law === table?.laws?.[unlike] ? '' : law; };
