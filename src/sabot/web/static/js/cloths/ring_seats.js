// The places of a poker table: names, cards, stacks, the time that is left.

import { stack } from '../core/chips.js';
import { find } from '../core/dom.js';
import { cardName, formatChip, formatSum, gameWord, joinList, joinWithColon, t, withAside } from '../core/i18n.js';
import { back, card } from '../core/kit.js';
import * as motion from '../core/motion.js';
import { isClosed, offersOf } from '../core/offers.js';
import { esc } from '../core/text.js';
import { setHtml } from '../core/update.js';
import { medallion, seedOf, timeArc } from './medallion.js';
import { stackOf } from './pot_state.js';

/** @param {string} name @param {string} cls @param {string} [html] */
export const el = (name, cls, html = '') => {
  const e = document.createElement(name);
  e.className = cls;
  if (html) e.innerHTML = html;
  return e;
};
/** @param {string|null} code */
export const cardFace = code =>
  code
    ? `<i><span class="full">${card(code, { label: '' })}</span><span class="small">${card(code, { compact: true, label: '' })}</span></i>`
    : `<i>${back({ label: '' })}</i>`;

/**
 * @param {import('./ring.js').PotTable} cloth
 * @param {Client.State} s
 * @param {import('./pot_state.js').Pots} pots
 * @param {string} place
 * @param {HTMLElement} item
 * @param {unknown} holds
 * @param {Set<string>} present
 * @param {HTMLElement[]} newCards
 */
export function drawSeat(cloth, s, pots, place, item, holds, present, newCards) {
  const { table } = s;
  /** @type {Client.Seat} */
  const seat = s.seats.find(x => x.place === place) ?? { name: '', yours: false };
  const free = !seat.name && !seat.yours;
  const sit = !isClosed(s) && offersOf(s, 'sit').some(o => o.seat === place);
  const hand = s.hands[place];
  const folded = pots.folded(place);
  const result = s.results[place];
  const act = pots.lastActs[place];
  const cave = stackOf(s, place);
  const machine = / \(bot\)$/.test(seat.name);
  const isAsked = (s.listen?.awaiting ?? []).includes(place) && /^turn/.test(s.listen?.window ?? '');
  const isAllIn = Boolean(hand) && !cave && !pots.shown;
  const own = seat.yours && Boolean(hand);
  item.className = `rseat${free ? ' free' : ''}${seat.yours ? ' me' : ''}${isAsked ? ' on' : ''}${folded ? ' out' : ''}${
    !free && !hand && !folded && pots.dealt.size ? ' waits' : ''
  }${
    seat.name && seat.online === false ? ' off' : ''
  }${result ? ` is-${result.result}` : ''}${isAllIn ? ' whole' : ''}`;
  const name = /** @type {HTMLButtonElement} */ (find(item, '.oname'));
  const called = seat.yours
    ? t('you')
    : seat.name
      ? esc(seat.name.replace(/ \(bot\)$/, ''))
      : sit
        ? t('sit')
        : t('free');
  const combo = result?.facts?.category
    ? gameWord(table, `category.${result.facts.category}`) || result.facts.category
    : '';
  const won = pots.won[place];
  const text = free
    ? ''
    : cloth.tall && won
      ? `+${formatSum(won)}`
      : cloth.tall && combo
        ? combo
        : isAllIn
          ? gameWord(table, 'note.all-in')
          : formatSum(cave);
  setHtml(
    name,
    free
      ? `<i>${place}</i><span class="nm">${called}</span>`
      : `<span class="face">${medallion(seedOf(seat.name || place))}${
          isAsked ? `${timeArc()}<b class="sec"></b>` : ''
        }</span><span class="id"><span class="nm"><i>${place}</i>${called}</span>${
          machine && !cloth.tall ? `<small class="bt">${esc(t('bot'))}</small>` : ''
        }${
          folded && !pots.shown
            ? `<span class="cv"><u>${esc(t('ring.folded'))}</u>${cloth.tall ? '' : `<span class="had"> · ${esc(formatSum(cave))}</span>`}</span>`
            : text
              ? `<span class="cv${cloth.tall && won ? ' up' : text === combo ? ' combo' : ''}">${esc(text)}</span>`
              : ''
        }</span>${
          holds
            ? `<span class="hm" title="${esc(gameWord(table, 'hand-mark'))}">${esc(gameWord(table, 'hand-mark.letter'))}</span>`
            : ''
        }`,
  );
  name.disabled = !sit;
  name.setAttribute(
    'aria-label',
    joinWithColon(
      t('place.n', { n: place }),
      joinList([
        free
          ? sit
            ? t('sit')
            : t('free')
          : seat.yours
            ? t('you')
            : machine
              ? withAside(seat.name.replace(/ \(bot\)$/, ''), t('bot'))
              : seat.name,
        !free && t('ring.has', { what: gameWord(table, cloth.data.ring.cave), sum: formatSum(cave) }),
        holds && gameWord(table, 'hand-mark'),
        folded ? gameWord(table, 'does.fold') : act && !pots.shown && gameWord(table, `does.${act}`),
        pots.round[place] &&
          t('ring.has', { what: gameWord(table, cloth.data.ring.pot), sum: formatSum(pots.round[place]) }),
        isAllIn && gameWord(table, 'note.all-in'),
        combo,
        won && t('ring.won', { sum: formatSum(won) }),
      ]),
    ),
  );
  if (isAsked) drawTime(cloth, s, name);
  const cards = find(item, '.rhand');
  drawCards(
    cloth,
    cards,
    hand,
    new Set(result && ['won', 'tie'].includes(result.result) ? (result.facts?.cards ?? []) : []),
    s,
    present,
    newCards,
    { shown: Boolean(result), open: own && cloth.seesOwn(s) },
  );
  // In front of each player: the bet of this round; at the end the combination and what was won.
  const laidSum = pots.round[place];
  const did =
    act && act !== 'fold' && !isAsked && !pots.shown
      ? `<em class="did">${esc(gameWord(table, `does.${act}`))}</em>`
      : '';
  const bet = laidSum
    ? `${stack(laidSum)}<b>${cloth.tall ? formatChip(laidSum) : formatSum(laidSum)}</b>${cloth.tall ? '' : did}`
    : !cloth.tall && (combo || won)
      ? `${combo ? `<em>${esc(combo)}</em>` : ''}${won ? `<b class="up">+${formatSum(won)}</b>` : ''}`
      : act === 'check'
        ? did
        : '';
  const out = find(item, '.rbet');
  out.className = `rbet${combo ? ' combo' : ''}${laidSum ? ' lies' : ''}`;
  setHtml(out, bet);
}

/**
 * Draw the time of the player whose turn it is: an arc round their face that shortens, with the seconds in it.
 * @param {import('./ring.js').PotTable} cloth
 * @param {Client.State} s
 * @param {HTMLElement} name
 */
function drawTime(cloth, s, name) {
  const arc = /** @type {SVGCircleElement & {_of?: House.Clock} | null} */ (name.querySelector('.seatring .left'));
  if (!arc || !s.clock) return;
  if (cloth.clock !== s.clock) {
    cloth.clock = s.clock;
    cloth.until = performance.now() + s.clock.left * 1000;
  }
  cloth.countDown();
  if (arc._of === s.clock) return;
  arc._of = s.clock;
  const left = Math.max(0, cloth.until - performance.now());
  const part = (100 * left) / 1000 / Math.max(s.clock.of, s.clock.left, 1);
  arc.style.strokeDasharray = `${part} 100`;
  if (!motion.reducedMotion())
    arc.animate([{ strokeDasharray: `${part} 100` }, { strokeDasharray: '0 100' }], {
      duration: left,
      fill: 'forwards',
    });
}

/**
 * Draw the cards of one hand; cards that only I may see lie face down unless I see mine.
 * @param {import('./ring.js').PotTable} cloth
 * @param {HTMLElement} host
 * @param {Client.Hand|undefined} hand
 * @param {Set<string>} lit
 * @param {Client.State} s
 * @param {Set<string>} present
 * @param {HTMLElement[]} newCards
 * @param {{shown?: boolean, open?: boolean, rises?: Set<string>}} [how] whether the hands are shown, whether this is mine
 *   and I see it, and the cards that belong to my combination
 */
export function drawCards(cloth, host, hand, lit, s, present, newCards, { shown = false, open = false, rises } = {}) {
  (hand?.ids ?? []).forEach((id, i) => {
    let c = cloth.cards.get(id);
    const code = hand?.only?.includes(i) && !open ? '' : (hand?.cards[i] ?? '');
    if (!c) {
      c = el('span', 'cardbox');
      c.setAttribute('role', 'img');
      cloth.cards.set(id, c);
      newCards.push(c);
    }
    if (c._code !== code) {
      if (c._code === '' && s.animate !== false) motion.turn(c);
      c._code = code;
      c.innerHTML = cardFace(code);
      c.setAttribute('aria-label', cardName(code || null));
    }
    c.classList.toggle('in', Boolean(code) && Boolean(rises?.has(code)));
    c.classList.toggle('lit', Boolean(code) && lit.has(code));
    c.classList.toggle('dim', Boolean(code) && (lit.size > 0 || shown) && !lit.has(code));
    if (c.parentElement !== host) host.append(c);
    present.add(id);
  });
  host.style.setProperty('--n', String(hand?.ids.length ?? 0));
  host.classList.toggle('open', Boolean(hand?.cards.some((code, i) => code && !hand.only?.includes(i))));
}
