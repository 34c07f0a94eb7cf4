// A row of the record in words, with a link to its clause.

import { placeOf } from '../core/bet_names.js';
import {
  callLanguage,
  formatNet,
  formatSum,
  gameWord,
  joinList,
  joinPhrases,
  joinWithColon,
  lang,
  plural,
  t,
  voidCause,
  withAside,
} from '../core/i18n.js';
import { machineStory } from '../core/machine_story.js';
import { capitalise, clauseLink, esc, inlineCard } from '../core/text.js';
import { callRowText, deed, handName, handlingText, placeWithPlayer, spotName } from './names.js';

/** A movement of money in words, with its sum. @param {string} kind @param {number} cents @param {string} [as] */
export const moveText = (kind, cents, as) =>
  t('move.sum', { what: t(`move.${kind}`, {}, as), sum: formatSum(cents, as) }, as);
const CARD_COUNTS = new Set(['cut']);
const GAINS = new Set(['pay', 'jackpot', 'restore']);
const LOSSES = new Set(['collect', 'contribute', 'commission', 'gratuity', 'take']);

/** "owner: what"; both are HTML. @param {string} owner @param {string} what */
const withOwner = (owner, what) => (owner ? `${owner}${t('sign.colon')}${what}` : what);

/** One event as HTML; "" if it needs no row. @param {Client.Described} table @param {Client.Event} e */
export const eventHtml = (table, e) => {
  const by = e.yours ? t('you').toLocaleLowerCase(lang()) : e.by;
  return besideHtml(table, e, by) || stepHtml(table, e, by);
};

/**
 * What happened beside the steps: faults, answers, lines.
 * @param {Client.Described} table
 * @param {Client.Event} e
 * @param {string} [by]
 */
function besideHtml(table, e, by) {
  if (e.void !== undefined && !e.step) return esc(t('tell.void', { cause: voidCause(table, e.void) }));
  if (e.shoe) return esc(t('tell.shoe-given-up', { cause: voidCause(table, e.cause ?? '') }));
  if (e.line) return esc(joinWithColon(handName(table, (e.places ?? [])[0] ?? '', by), t(`tell.line.${e.line}`)));
  if (e.ready) return esc(joinWithColon(joinList(e.ready.map(place => handName(table, place, by))), t('tell.ready')));
  if (e.fault)
    return esc(
      withAside(
        t('tell.fault', { what: gameWord(table, `incident.${e.fault}`) || e.fault }),
        e.seat && handName(table, e.seat, by),
      ),
    );
  if (e.answer === 'timeout') return esc(t('tell.timeout'));
  if (e.answer && table.felt?.shape === 'layout')
    return `${esc(joinWithColon(capitalise(by ?? ''), deed(table, e)))}${e.amount ? ` ${formatSum(e.amount)}` : ''}${
      e.seat && e.seat !== 'table' && !/^\d/.test(e.seat) ? ` · ${esc(spotName(table, e.seat))}` : ''
    }`;
  if (e.answer)
    return `${esc(
      joinWithColon(
        placeWithPlayer(handName(table, e.seat), table.individual ? '' : by) || capitalise(by ?? ''),
        deed(table, e),
      ),
    )}${e.amount ? ` ${CARD_COUNTS.has(e.answer) ? esc(plural('cards.n', e.amount)) : formatSum(e.amount)}` : ''}`;
  return '';
}

/** A step of the procedure. @param {Client.Described} table @param {Client.Event} e @param {string} [by] */
function stepHtml(table, e, by) {
  /** @param {string} key */
  const name = key => esc(handName(table, key, by));
  switch (e.step) {
    case 'call':
      return esc(
        joinWithColon(
          withAside(
            t('sign.quote', { text: callRowText(table, e) || e.call }, callLanguage()),
            e.seat ? handName(table, e.seat, by) : '',
          ),
          e.call === 'decides' && by ? by : '',
        ),
      );
    case 'shuffle':
      return (
        esc(
          String(e.seal).length < 20
            ? plural('tell.shuffle.real', e.packs)
            : plural('tell.shuffle', e.packs, { seal: `${String(e.seal).slice(0, 8)}…` }),
        ) + (e.without ? ` ${esc(plural('tell.without', e.without))}` : '')
      );
    case 'cut':
      return esc(t('tell.cut', { n: e.at }));
    case 'handle':
      return esc(
        [
          e.word ? gameWord(table, `answer.${e.word}`) || e.word : '',
          e.incident ? gameWord(table, `incident.${e.incident}`) || e.incident : '',
        ]
          .filter(Boolean)
          .reduce(
            (text, more) => joinWithColon(text, more),
            withAside(capitalise(handlingText(table, e)), e.seat ? handName(table, e.seat, by) : ''),
          ),
      );
    case 'turn':
      return withOwner(name(e.hand), inlineCard(e.card));
    case 'shift':
      return esc(t('tell.shift', { card: '\u0001', to: handName(table, e.to) || e.to })).replace(
        '\u0001',
        inlineCard(e.card),
      );
    case 'open':
      return esc(capitalise(gameWord(table, 'tell.open') || t('tell.open')));
    case 'deal':
      return withOwner(name(e.to), inlineCard(e.card));
    case 'reveal':
      return e.hand === 'bank'
        ? esc(t('tell.reveal', { card: '\u0001' })).replace('\u0001', inlineCard(e.card))
        : withOwner(name(e.hand), inlineCard(e.card));
    case 'part':
      return esc(t('tell.part', { hand: handName(table, e.hand) }));
    case 'discard':
      return esc(t('tell.discard', { hands: joinPhrases(e.hands.map(h => handName(table, h))) }));
    case 'move':
      if (table.felt?.ring && e.into) return potMoveHtml(table, table.felt.ring, e, name);
      return `${withOwner(
        name(e.bet),
        esc(t('move.sum', { what: t(`move.${e.kind}`), sum: '' })),
      )}<b class="${GAINS.has(e.kind) ? 'up' : LOSSES.has(e.kind) ? 'down' : ''}">${
        GAINS.has(e.kind)
          ? formatNet(e.amount, true)
          : LOSSES.has(e.kind)
            ? formatNet(-e.amount, true)
            : formatSum(e.amount)
      }</b>${e.odds ? ` · ${esc(formatOdds(e.odds))}` : ''}`;
    case 'result': {
      const f = e.facts ?? {};
      const made = table.felt?.ring && f.category ? gameWord(table, `category.${f.category}`) || f.category : '';
      const score =
        f.total === undefined
          ? ''
          : f.bank === undefined
            ? String(f.total)
            : t('result.against', { a: f.total, b: f.bank });
      return esc(
        joinWithColon(
          handName(table, e.hand, by),
          joinList([made, gameWord(table, `result.${e.result}`) || e.result, score]),
        ),
      );
    }
    default:
      return '';
  }
}

/**
 * The key of the words for chips that move at a poker table: into the pot, back from it, from another player, with a
 * player to a place, or on their way between two places.
 * @param {House.Ring} ring
 * @param {Client.EventOf<'move'>} e
 */
export function potMoveKey({ pot, owed, cave }, e) {
  /** @param {string} bet @param {string[]} of */
  const goesTo = (bet, ...of) => of.some(one => bet.endsWith(`/${one}`));
  const into = e.into ?? '';
  if (goesTo(into, pot, owed)) return 'move.pot';
  if (!goesTo(into, cave)) return 'move.travel';
  if (!goesTo(e.bet, pot, owed)) return 'move.carry';
  return placeOf(e.bet) === placeOf(into) ? 'move.back' : 'move.from';
}

/**
 * Money that moves between two places' bets, or between a player's stack and the pot.
 * @param {Client.Described} table
 * @param {House.Ring} ring
 * @param {Client.EventOf<'move'>} e
 * @param {(name: string) => string} name
 */
function potMoveHtml(table, ring, e, name) {
  const sum = `<b>${formatSum(e.amount ?? 0)}</b>`;
  const key = potMoveKey(ring, e);
  if (key === 'move.travel') return '';
  const what = t(key, { who: handName(table, placeOf(e.bet)) });
  return withOwner(name(placeOf(e.into ?? '')), `${esc(t('move.sum', { what, sum: '' }))}${sum}`);
}

/** "3:2" as "3 a 2". @param {string} text */
export const formatOdds = text => t('odds', { a: String(text).split(':')[0], b: String(text).split(':')[1] ?? '1' });

/**
 * Whether cards lie in boxes of the layout, where their holder lifts them.
 * @param {{cards?: object} | undefined} felt
 */
const hasCardBoxes = felt => Boolean(felt?.cards);

/**
 * A row of the record. What it was made from decides whether the next event belongs to it: `down` counts cards that lie
 * face down, `pockets` are the cards of each hand, `deal` and `to` tell of cards that were dealt.
 * @typedef {{html: string, law: string, also: string[], down?: number, pockets?: Record<string, string[]>, deal?:
 *   boolean, to?: string, turned?: string, bet?: boolean, paid?: string, place?: string, acted?: boolean}} Row
 */

/**
 * Events as rows of a list, oldest first: cards dealt under one clause share a row.
 * @param {Client.Described} table
 * @param {Client.Event[]} events
 * @param {boolean} [live] while it is played
 * @returns {{html: string, law: string, also: string[]}[]}
 */
export function eventRows(table, events, live = false) {
  if (table.felt?.shape === 'cabinet') return machineStory().rows(table, events, eventHtml);
  /** @type {Row[]} */
  const out = [];
  const covered = live && (table.felt?.ring || hasCardBoxes(table.felt));
  for (const original of events) {
    // A card that only I may see is described after I have turned it for all.
    const e = covered && original.only && original.card ? { ...original, card: '' } : original;
    const last = out[out.length - 1];
    if (covered && original.only && original.step === 'reveal') continue;
    // During play hole cards lie face down: one row with their number, not a row for each.
    if (live && table.felt?.ring && e.step === 'deal' && (!e.card || e.only)) {
      const n = (last?.down ?? 0) + 1;
      const row = { html: esc(plural('tell.down', n)), law: e.law, also: e.also ?? [], down: n };
      if (last?.down) out[out.length - 1] = row;
      else out.push(row);
      continue;
    }
    // After the hand: my own cards, and the number of those that were never seen.
    if (!live && table.felt?.ring && e.step === 'deal' && /^\d+$/.test(e.to) && e.lies !== false) {
      /** @type {Row & {pockets: Record<string, string[]>, down: number}} */
      const row = last?.pockets
        ? { ...last, pockets: last.pockets, down: last.down ?? 0 }
        : { html: '', pockets: {}, down: 0, law: e.law, also: e.also ?? [] };
      if (e.card) row.pockets[e.to] = [...(row.pockets[e.to] ?? []), inlineCard(e.card)];
      else row.down += 1;
      row.html = [
        ...Object.entries(row.pockets).map(
          ([to, all]) => `<span class="dl"><i>${withOwner(esc(handName(table, to)), '')}</i>${all.join(' ')}</span>`,
        ),
        row.down ? esc(plural('tell.down', row.down)) : '',
      ]
        .filter(Boolean)
        .join(' ');
      if (last?.pockets) out[out.length - 1] = row;
      else out.push(row);
      continue;
    }
    if (table.felt?.ring && e.step === 'reveal' && last?.turned === e.hand && last.law === e.law) {
      last.html += ` ${inlineCard(e.card)}`;
      continue;
    }
    if (e.step === 'deal' && e.incident && e.lies === false) {
      out.push({
        html: esc(t('tell.fault', { what: gameWord(table, `incident.${e.incident}`) || e.incident })),
        law: e.law,
        also: e.also ?? [],
      });
      continue;
    }
    if (e.step === 'deal' && last?.deal && last.law === e.law) {
      if (last.to === e.to && table.felt?.ring) {
        last.html = last.html.replace(/<\/span>$/, ` ${inlineCard(e.card)}</span>`);
        continue;
      }
      last.html += `<span class="dl"><i>${withOwner(
        esc(/^\d+$/.test(e.to) ? e.to : handName(table, e.to).replace(/^\D+ (?=\d)/, '')),
        '',
      )}</i>${inlineCard(e.card)}</span>`;
      continue;
    }
    if (e.step === 'deal') {
      out.push({
        html: `<span class="dl"><i>${withOwner(esc(handName(table, e.to)), '')}</i>${inlineCard(e.card)}</span>`,
        law: e.law,
        also: e.also ?? [],
        deal: true,
        to: e.to,
      });
      continue;
    }
    // A bet and the move of its chips are one row; on a layout also a prize and the return of its stake.
    if (
      e.step === 'move' &&
      table.felt?.shape === 'layout' &&
      (e.kind === 'stake' || e.kind === 'return') &&
      (last?.bet || last?.paid === e.bet)
    )
      continue;
    if (e.step === 'move' && last?.bet && last.place === placeOf(e.bet) && (e.kind === 'stake' || e.kind === 'return'))
      continue;
    // A player's act and the chips or cards that it moves are one row.
    if (table.felt?.ring && last?.acted && last.place === placeOf(e.bet ?? e.hands?.[0] ?? '')) {
      if (e.step === 'move' && e.into?.endsWith(`/${table.felt.ring.pot}`)) {
        if (!last.bet) last.html += ` <b>${formatSum(e.amount)}</b>`;
        last.acted = false;
        continue;
      }
      if (e.step === 'discard') {
        last.acted = false;
        continue;
      }
    }
    const html = eventHtml(table, e);
    if (html)
      out.push({
        html,
        law: e.law ?? '',
        also: e.also ?? [],
        place: e.seat ? placeOf(e.seat) : '',
        turned: e.step === 'reveal' ? e.hand : '',
        bet:
          ['clear', 'clear-all', 'repeat', 'double'].includes(e.answer ?? '') ||
          (Boolean(e.answer) && (e.amount ?? 0) > 0),
        paid: e.kind === 'pay' ? (e.bet ?? '') : '',
        acted: Boolean(e.answer && e.seat),
      });
  }
  return out;
}

/**
 * Rows as list items, each with its clause.
 * @param {Client.Described} table
 * @param {Client.Event[]} events
 * @param {boolean} [newest] newest first
 */
export const eventItems = (table, events, newest = false) => eventItemList(table, events, newest).join('');

/**
 * The same as an array.
 * @param {Client.Described} table
 * @param {Client.Event[]} events
 * @param {boolean} [newest] newest first
 */
export function eventItemList(table, events, newest = false) {
  const all = eventRows(table, events, newest);
  if (newest) all.reverse();
  return all.map((r, i) => `<li class="${newest && !i ? 'now' : ''}"><span>${r.html}</span>${clauseLink(r.law)}</li>`);
}

/**
 * The clause of the table's regulation under which the house does something; "" if it is the same as the clause of
 * `unlike`. @param {Client.Described} table @param {string} what @param {string} [unlike]
 */
export const houseClause = (table, what, unlike) => {
  const law = table?.laws?.[what] ?? '';
  return unlike && law === table?.laws?.[unlike] ? '' : law;
};
