// A line of the record in words, and the tag of its clause.

import { pip } from './kit.js';
import { cardName, euro, lang, short, signed, t, word } from './i18n.js';
import { placeOf } from './store.js';

export const esc = text => String(text ?? '').replace(/[&<>"]/g, c => `&#${c.charCodeAt(0)};`);

/** The clause tag: opens its rule. @param {string} ref @param {string} [cls] */
export const tag = (ref, cls = '') => ref ? `<a class="law ${cls}" href="#law/${esc(ref)}" data-law="${esc(ref)}">${esc(short(ref))}</a>` : '';

/** A card in a line of text: rank and a drawn suit, named for readers. @param {string|null|undefined} code */
export function small(code) {
  if (!code) return `<span class="cd hid">${esc(t('card.hidden'))}</span>`;
  const red = 'HD'.includes(code[1]);
  return `<span class="cd" role="img" aria-label="${esc(cardName(code))}">${code[0] === 'T' ? '10' : code[0]}<svg class="suit" viewBox="-50 -50 100 100" aria-hidden="true">${pip(code[1], 0, 0, 100, { fill: red ? '#f0a49b' : '#f4ecd9' })}</svg></span>`;
}

/** "Lugar 3, mão 2", "Banca". @param {any} table @param {string} name */
export function who(table, name) {
  if (name === 'bank') return word(table, 'bank') || t('bank');
  const [hand, side] = name.split('/'), [place, split] = hand.split('.');
  if (!/^\d/.test(place)) return '';
  return `${word(table, 'place') || t('place')} ${place}${split ? `, ${t('hand.n', { n: split })}` : ''}${side ? ` (${(word(table, `bet.${side}`) || word(table, `result.${side}`) || side).toLocaleLowerCase(lang())})` : ''}`;
}

/** The words of a call in one language, its facts filled in. @param {any} table @param {any} e @param {string} [as] */
export const callWords = (table, e, as) => word(table, `call.${e.call}`, e.facts, as);

/** One event as HTML, or "" for what needs no line. @param {any} table @param {any} e */
export function line(table, e) {
  const name = key => esc(who(table, key));
  if (e.void !== undefined && !e.step) return esc(t('tell.void', { cause: e.void }));
  if (e.line) return `${name((e.places ?? [])[0] ?? '')}: ${esc(t(`tell.line.${e.line}`))}`;
  if (e.answer === 'timeout') return esc(t('tell.timeout'));
  if (e.answer) return `${name(e.seat) || e.yours ? `${name(e.seat) || esc(t('you'))}: ` : ''}${esc(word(table, `does.${e.answer}`) || word(table, `act.${e.answer}`) || e.answer)}${e.amount ? ` ${euro(e.amount)}` : ''}`;
  switch (e.step) {
    case 'call': return `«${esc(callWords(table, e, 'pt') || e.call)}»${e.seat ? ` (${name(e.seat)})` : ''}`;
    case 'shuffle': return esc(t('tell.shuffle', { n: e.packs, seal: `${String(e.seal).slice(0, 8)}…` }));
    case 'open': return esc(t('tell.open'));
    case 'deal': return `${name(e.to)}: ${small(e.card)}`;
    case 'reveal': return esc(t('tell.reveal', { card: '\u0001' })).replace('\u0001', small(e.card));
    case 'part': return esc(t('tell.part', { hand: who(table, e.hand) }));
    case 'discard': return esc(t('tell.discard', { hands: e.hands.map(h => who(table, h)).join('; ') }));
    case 'move': return `${name(e.bet)}: ${esc(t(`move.${e.kind}`))} <b class="${e.kind === 'pay' ? 'up' : e.kind === 'collect' ? 'down' : ''}">${e.kind === 'pay' ? signed(e.amount, true) : e.kind === 'collect' ? signed(-e.amount, true) : euro(e.amount)}</b>${e.odds ? ` · ${esc(odds(e.odds))}` : ''}`;
    case 'result': {
      const f = e.facts ?? {};
      const score = f.bank !== undefined && f.total !== undefined ? `, ${t('result.against', { a: f.total, b: f.bank })}` : f.total !== undefined ? `, ${f.total}` : '';
      return `${name(e.hand)}: ${esc(word(table, `result.${e.result}`) || e.result)}${esc(score)}`;
    }
    default: return '';
  }
}

/** "3:2" as "3 a 2". @param {string} text */
export const odds = text => t('odds', { a: String(text).split(':')[0], b: String(text).split(':')[1] ?? '1' });

/**
 * Events as rows of a list, oldest first: cards dealt under one clause share a row.
 * @param {any} table @param {any[]} events @returns {{html: string, law: string, also: string[]}[]}
 */
export function rows(table, events) {
  const out = [];
  for (const e of events) {
    const last = out[out.length - 1];
    if (e.step === 'deal' && last?.deal && last.law === e.law) {
      last.html += `<span class="dl"><i>${esc(who(table, e.to).replace(/^\D+ (?=\d)/, ''))}:</i> ${small(e.card)}</span>`;
      continue;
    }
    if (e.step === 'deal') {
      out.push({ html: `<span class="dl"><i>${esc(who(table, e.to))}:</i> ${small(e.card)}</span>`, law: e.law, also: e.also ?? [], deal: true });
      continue;
    }
    // A bet and the chips that it moves are one row.
    if (e.step === 'move' && last?.bet && last.place === placeOf(e.bet) && (e.kind === 'stake' || e.kind === 'return')) continue;
    const html = line(table, e);
    if (html) out.push({ html, law: e.law ?? '', also: e.also ?? [], place: e.seat ? placeOf(e.seat) : '', bet: e.answer === 'clear' || (e.answer && e.amount > 0) });
  }
  return out;
}

/** Rows as list items, each with its clause. @param {any} table @param {any[]} events @param {boolean} [newest] newest first */
export function items(table, events, newest = false) {
  const all = rows(table, events);
  if (newest) all.reverse();
  return all.map((r, i) => `<li class="${newest && !i ? 'now' : ''}"><span>${r.html}</span>${tag(r.law)}</li>`).join('');
}
