// A row of the record in words, with a link to its clause.

import { machineRows } from '../machine/narration.js';
import { callLanguage, formatSum, voidCause, joinWithColon, callLanguages, lang, joinList, joinPhrases, plural, formatClause, formatNet, t, withAside, gameWord } from '../core/i18n.js';
import { esc, capitalise, inlineCard, clauseLink } from '../core/text.js';
import { mainBetsOn, bettorOf, decidingBet, isMyPlace, parseBetName, isMyBet, splitSpot, placeOf } from '../core/store.js';

/** Why a clause forbids me an act, in the house's words. It is shown next to the clause. @param {any} table @param {{act: string, law: string, note?: string}} shut */
export const whyBarred = (table, { act, law, note }) => (note && gameWord(table, `note.${note}`) || gameWord(table, `refused.barred.${formatClause(law)}`) || gameWord(table, `refused.barred.${act}`) || gameWord(table, 'refused.barred')).replace(/[.。]$/, '');

/** The name of an additional bet. @param {any} table @param {string} spot */
export const spotName = (table, spot, as) => gameWord(table, `bet.${spot}`, {}, as) || gameWord(table, `result.${spot}`, {}, as) || (table.felt?.shape === 'layout' ? layoutSpotName(table, spot, as) : '') || spot;

/** A spot of a layout by its kind and what it covers, "cavalo 17-20"; a part of a bet of several chips after the whole bet. */
function layoutSpotName(table, spot, as) {
  const { whole, part } = splitSpot(table, spot), [chance, ...rest] = whole.split('/'), name = rest.length ? gameWord(table, `bet.${chance}`, {}, as) : '';
  return part ? joinWithColon(spotName(table, whole, as), spotName(table, part, as), as) : name && `${name}${isChinese(as) ? '' : ' '}${rest.join(' ')}`;
}
const isChinese = as => (as ?? lang()) === 'zh';

/** A bet on a layout in words: its spot, and the bettor where several people play. @param {any} table @param {string} bet @param {string} [by] @param {string} [as] */
export const layoutBetName = (table, bet, by = '', as = undefined) => { const cut = bet.indexOf('/'); return withAside(capitalise(spotName(table, bet.slice(cut + 1), as)), table.individual ? '' : by || t('place.n', { n: bet.slice(0, cut) }, as), as); };

/** A place, or a hand of one that was split, in words: "Lugar 3, mão 2". @param {any} table @param {string} place @param {string} [hand] @param {string} [as] */
export function placeName(table, place, hand, as) {
  const where = t('at.place', { place: gameWord(table, 'place', {}, as) || t('place', {}, as), n: place }, as);
  return hand ? t('at.hand', { place: where, hand: t('hand.n', { n: hand }, as) }, as) : where;
}

/** A place with its player, or whichever of them is known. */
const placeWithPlayer = (place, owner) => place && owner ? t('at.by', { place, who: owner }) : place || owner || '';

/** "Lugar 3, mão 2", "Banca", "Lugar 3, Rui (par)". @param {any} table @param {string} name @param {string} [by] who bets there, if known */
export function handName(table, name = '', by = '') {
  if (table.felt?.shape === 'layout' && name.includes('/')) return layoutBetName(table, /^\d/.test(name) ? name : `0/${name}`, by);
  if (!/^\d/.test(name)) return name === 'bank' ? gameWord(table, 'bank') || t('bank') : gameWord(table, name) || gameWord(table, `bet.${name.split('/')[0]}`);
  const { place, hand, tag, spot } = parseBetName(name), owner = tag && (by || t('bettor.n', { n: tag.slice(1) }));
  return withAside(placeWithPlayer(placeName(table, place, hand.split('.')[1]), owner), spot && spotName(table, spot).toLocaleLowerCase(lang()));
}

/** The owner of a bet: "you", the player's name, or a number if no name is known. @param {import('../core/store.js').State} s @param {string} bet */
export function bettorName(s, bet) {
  const { place, tag } = parseBetName(bet), seat = s.seats.find(x => x.place === place);
  return isMyBet(s, bet) || (!tag && isMyPlace(s, place)) ? t('you') : !tag && seat?.name ? seat.name : tag ? s.bettorNames[bettorOf(bet)] || t('bettor', { n: tag.slice(1) }) : t('holder');
}

/** The names of the bettors on a hand, without me and the one who decides. @param {import('../core/store.js').State} s @param {string} hand */
export const otherBettors = (s, hand) => mainBetsOn(s, hand).filter(bet => bet !== decidingBet(s, hand) && !isMyBet(s, bet)).map(bet => bettorName(s, bet)).join(t('sign.list'));

/** A call in each language that is due; once if two texts are equal. @param {any} table @param {(as: string) => string} textIn */
export const callInLanguages = (table, textIn) => [...new Set(callLanguages(table).map(textIn))].filter(Boolean).join(t('sign.tongues'));

/** A call as a row of the record; if the law orders it in other languages, the reader's own follows. */
const callRowText = (table, e) => table.calls?.always.length && !callLanguages(table).includes(lang()) ? [callInLanguages(table, as => callText(table, e, as)), callText(table, e)].filter((text, i, all) => text && all.indexOf(text) === i).join(t('sign.tongues')) : callInLanguages(table, as => callText(table, e, as));

/** The words of a call in one language, its facts filled in. @param {any} table @param {any} e @param {string} [as] */
export const callText = (table, e, as) => gameWord(table, `call.${e.call}`, e.facts && Object.fromEntries(Object.entries(e.facts).map(([k, v]) => [k, reformatSum(spotNamesIn(table, v, as), as)])), as);

/** The names of the spots in a fact of a call such as "pass, odds/pass"; any other fact unchanged. */
const spotNamesIn = (table, fact, as) => { const spots = typeof fact === 'string' ? fact.split(', ') : ['']; return spots.every(x => gameWord(table, `bet.${x.split('/')[0]}`, {}, as)) ? joinList(spots.map(x => spotName(table, x, as)), as) : fact; };

/** A sum in a fact of the record, "37.50 €" or "37.50 MOP", in the reader's format; any other fact unchanged. */
export const reformatSum = (fact, as) => { const match = typeof fact === 'string' && /^(\d+)\.(\d\d) (?:€|[A-Z]{3})$/.exec(fact); return match ? formatSum(Number(match[1]) * 100 + Number(match[2]), as) : fact; };

/** What the croupier does with the equipment, in one language. @param {any} table @param {any} e @param {string} [as] */
export const handlingText = (table, e, as) => gameWord(table, `handle.${e.what}`, e.facts, as) || e.what;

/** A movement of money in words, with its sum. @param {string} kind @param {number} cents @param {string} [as] */
export const moveText = (kind, cents, as) => t('move.sum', { what: t(`move.${kind}`, {}, as), sum: formatSum(cents, as) }, as);
const CARD_COUNTS = new Set(['cut']), GAINS = new Set(['pay', 'jackpot', 'restore']), LOSSES = new Set(['collect', 'contribute', 'commission', 'gratuity', 'take']);

/** "owner: what"; both are HTML. */
const withOwner = (owner, what) => owner ? `${owner}${t('sign.colon')}${what}` : what;

/** One event as HTML; "" if it needs no row. @param {any} table @param {any} e */
export function eventHtml(table, e) {
  const by = e.yours ? t('you').toLocaleLowerCase(lang()) : e.by, name = key => esc(handName(table, key, by));
  if (e.void !== undefined && !e.step) return esc(t('tell.void', { cause: voidCause(table, e.void) }));
  if (e.shoe) return esc(t('tell.shoe-given-up', { cause: voidCause(table, e.cause) }));
  if (e.line) return esc(joinWithColon(handName(table, (e.places ?? [])[0] ?? '', by), t(`tell.line.${e.line}`)));
  if (e.fault) return esc(withAside(t('tell.fault', { what: gameWord(table, `incident.${e.fault}`) || e.fault }), e.seat && handName(table, e.seat, by)));
  if (e.answer === 'timeout') return esc(t('tell.timeout'));
  if (e.answer && table.felt?.shape === 'layout') return `${esc(joinWithColon(capitalise(by ?? ''), gameWord(table, `does.${e.answer}`) || gameWord(table, `act.${e.answer}`) || e.answer))}${e.amount ? ` ${formatSum(e.amount)}` : ''}${e.seat && e.seat !== 'table' && !/^\d/.test(e.seat) ? ` · ${esc(spotName(table, e.seat))}` : ''}`;
  if (e.answer) return `${esc(joinWithColon(placeWithPlayer(handName(table, e.seat), table.individual ? '' : by) || capitalise(by ?? ''), gameWord(table, `does.${e.answer}`) || gameWord(table, `act.${e.answer}`) || e.answer))}${e.amount ? ` ${CARD_COUNTS.has(e.answer) ? esc(plural('cards.n', e.amount)) : formatSum(e.amount)}` : ''}`;
  switch (e.step) {
    case 'call': return esc(joinWithColon(withAside(t('sign.quote', { text: callRowText(table, e) || e.call }, callLanguage()), e.seat && handName(table, e.seat, by)), e.call === 'decides' && by ? by : ''));
    case 'shuffle': return esc(String(e.seal).length < 20 ? plural('tell.shuffle.real', e.packs) : plural('tell.shuffle', e.packs, { seal: `${String(e.seal).slice(0, 8)}…` })) + (e.without ? ` ${esc(plural('tell.without', e.without))}` : '');
    case 'cut': return esc(t('tell.cut', { n: e.at }));
    case 'handle': return esc([e.word && (gameWord(table, `answer.${e.word}`) || e.word), e.incident && (gameWord(table, `incident.${e.incident}`) || e.incident)].filter(Boolean).reduce((text, more) => joinWithColon(text, more), withAside(capitalise(handlingText(table, e)), e.seat && handName(table, e.seat, by))));
    case 'turn': return withOwner(name(e.hand), inlineCard(e.card));
    case 'shift': return esc(t('tell.shift', { card: '\u0001', to: handName(table, e.to) || e.to })).replace('\u0001', inlineCard(e.card));
    case 'open': return esc(capitalise(gameWord(table, 'tell.open') || t('tell.open')));
    case 'deal': return withOwner(name(e.to), inlineCard(e.card));
    case 'reveal': return e.hand === 'bank' ? esc(t('tell.reveal', { card: '\u0001' })).replace('\u0001', inlineCard(e.card)) : withOwner(name(e.hand), inlineCard(e.card));
    case 'part': return esc(t('tell.part', { hand: handName(table, e.hand) }));
    case 'discard': return esc(t('tell.discard', { hands: joinPhrases(e.hands.map(h => handName(table, h))) }));
    case 'move': if (table.felt?.ring && e.into) return potMoveHtml(table, e, name);
      return `${withOwner(name(e.bet), esc(t('move.sum', { what: t(`move.${e.kind}`), sum: '' })))}<b class="${GAINS.has(e.kind) ? 'up' : LOSSES.has(e.kind) ? 'down' : ''}">${GAINS.has(e.kind) ? formatNet(e.amount, true) : LOSSES.has(e.kind) ? formatNet(-e.amount, true) : formatSum(e.amount)}</b>${e.odds ? ` · ${esc(formatOdds(e.odds))}` : ''}`;
    case 'result': {
      const f = e.facts ?? {}, made = table.felt?.ring && f.category ? gameWord(table, `category.${f.category}`) || f.category : '';
      const score = f.total === undefined ? '' : f.bank === undefined ? String(f.total) : t('result.against', { a: f.total, b: f.bank });
      return esc(joinWithColon(handName(table, e.hand, by), joinList([made, gameWord(table, `result.${e.result}`) || e.result, score])));
    }
    default: return '';
  }
}

/** Money that moves between two places' bets, or between a player's stack and the pot. */
function potMoveHtml(table, e, name) {
  const { pot, owed, cave } = table.felt.ring, sum = `<b>${formatSum(e.amount)}</b>`, to = placeOf(e.into), from = placeOf(e.bet);
  const goesTo = (bet, ...of) => of.some(one => bet.endsWith(`/${one}`));
  if (goesTo(e.into, pot, owed)) return withOwner(name(to), `${esc(t('move.sum', { what: t('move.pot'), sum: '' }))}${sum}`);
  if (!goesTo(e.into, cave)) return '';   // on its way between two places
  return withOwner(name(to), `${esc(t('move.sum', { what: !goesTo(e.bet, pot, owed) ? t('move.carry') : from === to ? t('move.back') : t('move.from', { who: handName(table, from) }), sum: '' }))}${sum}`);
}

/** "3:2" as "3 a 2". @param {string} text */
export const formatOdds = text => t('odds', { a: String(text).split(':')[0], b: String(text).split(':')[1] ?? '1' });

/** Whether cards lie in boxes of the layout, where their holder lifts them. @param {any} felt */
const hasCardBoxes = felt => Boolean(felt?.cards);

/**
 * Events as rows of a list, oldest first: cards dealt under one clause share a row.
 * @param {any} table @param {any[]} events @param {boolean} [live] while it is played @returns {{html: string, law: string, also: string[]}[]}
 */
export function eventRows(table, events, live = false) {
  if (table.felt?.shape === 'cabinet') return machineRows(table, events, eventHtml);
  const out = [], covered = live && (table.felt?.ring || hasCardBoxes(table.felt));
  for (const original of events) {
    // A card that only I may see is described after I have turned it for all.
    const e = covered && original.only && original.card ? { ...original, card: null } : original, last = out[out.length - 1];
    if (covered && original.only && original.step === 'reveal') continue;
    // During play hole cards lie face down: one row with their number, not a row for each.
    if (live && table.felt?.ring && e.step === 'deal' && (!e.card || e.only)) {
      const n = (last?.down ?? 0) + 1, row = { html: esc(plural('tell.down', n)), law: e.law, also: e.also ?? [], down: n };
      if (last?.down) out[out.length - 1] = row; else out.push(row);
      continue;
    }
    // After the hand: my own cards, and the number of those that were never seen.
    if (!live && table.felt?.ring && e.step === 'deal' && /^\d+$/.test(e.to) && e.lies !== false) {
      const row = last?.pockets ? last : { pockets: {}, down: 0, law: e.law, also: e.also ?? [] };
      if (e.card) row.pockets[e.to] = [...row.pockets[e.to] ?? [], inlineCard(e.card)]; else row.down += 1;
      row.html = [...Object.entries(row.pockets).map(([to, all]) => `<span class="dl"><i>${withOwner(esc(handName(table, to)), '')}</i>${all.join(' ')}</span>`), row.down ? esc(plural('tell.down', row.down)) : ''].filter(Boolean).join(' ');
      if (row !== last) out.push(row);
      continue;
    }
    if (table.felt?.ring && e.step === 'reveal' && last?.turned === e.hand && last.law === e.law) { last.html += ` ${inlineCard(e.card)}`; continue; }
    if (e.step === 'deal' && e.incident && e.lies === false) { out.push({ html: esc(t('tell.fault', { what: gameWord(table, `incident.${e.incident}`) || e.incident })), law: e.law, also: e.also ?? [] }); continue; }
    if (e.step === 'deal' && last?.deal && last.law === e.law) {
      if (last.to === e.to && table.felt?.ring) { last.html = last.html.replace(/<\/span>$/, ` ${inlineCard(e.card)}</span>`); continue; }
      last.html += `<span class="dl"><i>${withOwner(esc(/^\d+$/.test(e.to) ? e.to : handName(table, e.to).replace(/^\D+ (?=\d)/, '')), '')}</i>${inlineCard(e.card)}</span>`;
      continue;
    }
    if (e.step === 'deal') {
      out.push({ html: `<span class="dl"><i>${withOwner(esc(handName(table, e.to)), '')}</i>${inlineCard(e.card)}</span>`, law: e.law, also: e.also ?? [], deal: true, to: e.to });
      continue;
    }
    // A bet and the move of its chips are one row; on a layout also a prize and the return of its stake.
    if (e.step === 'move' && table.felt?.shape === 'layout' && (e.kind === 'stake' || e.kind === 'return') && (last?.bet || last?.paid === e.bet)) continue;
    if (e.step === 'move' && last?.bet && last.place === placeOf(e.bet) && (e.kind === 'stake' || e.kind === 'return')) continue;
    // A player's act and the chips or cards that it moves are one row.
    if (table.felt?.ring && last?.acted && last.place === placeOf(e.bet ?? e.hands?.[0] ?? '')) {
      if (e.step === 'move' && e.into?.endsWith(`/${table.felt.ring.pot}`)) { if (!last.bet) last.html += ` <b>${formatSum(e.amount)}</b>`; last.acted = false; continue; }
      if (e.step === 'discard') { last.acted = false; continue; }
    }
    const html = eventHtml(table, e);
    if (html) out.push({ html, law: e.law ?? '', also: e.also ?? [], place: e.seat ? placeOf(e.seat) : '', turned: e.step === 'reveal' ? e.hand : '', bet: ['clear', 'clear-all', 'repeat', 'double'].includes(e.answer) || (e.answer && e.amount > 0), paid: e.kind === 'pay' ? e.bet : '', acted: Boolean(e.answer && e.seat) });
  }
  return out;
}

/** Rows as list items, each with its clause. @param {any} table @param {any[]} events @param {boolean} [newest] newest first */
export const eventItems = (table, events, newest = false) => eventItemList(table, events, newest).join('');

/** The same as an array. @param {any} table @param {any[]} events @param {boolean} [newest] newest first */
export function eventItemList(table, events, newest = false) {
  const all = eventRows(table, events, newest);
  if (newest) all.reverse();
  return all.map((r, i) => `<li class="${newest && !i ? 'now' : ''}"><span>${r.html}</span>${clauseLink(r.law)}</li>`);
}

/**
 * The clause of the table's regulation under which the house does something; "" if it is the same as the clause of
 * `unlike`. @param {any} table @param {string} what @param {string} [unlike]
 */
export const houseClause = (table, what, unlike) => { const law = table?.laws?.[what] ?? ''; return unlike && law === table?.laws?.[unlike] ? '' : law; };
